package render

import "epicenter/server/world"

func offerFact(world.OfferFact, Eye) Rendered { return Rendered{} }
