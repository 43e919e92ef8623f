package commands

import "epicenter/server/world"

func answer(*world.Turn, world.Question, world.Line) {}

func jobDone(*world.Turn, world.JobDone) {}

func other(*world.Turn, world.Body) {}
