package render

import "epicenter/server/world"

func presenceFact(world.PresenceFact, Eye) Rendered { return Rendered{} }
