package commands

import "epicenter/server/world"

func expandAliases(_ *world.Turn, text string) string { return text }
