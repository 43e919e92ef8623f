package commands

func matchCommands() []command { return nil }
