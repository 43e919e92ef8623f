package render

import "epicenter/server/world"

func talkFact(world.TalkFact, Eye) Rendered { return Rendered{} }
