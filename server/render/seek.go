package render

import "epicenter/server/world"

func seekFact(world.SeekFact, Eye) Rendered { return Rendered{} }
