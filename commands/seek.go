package commands

func seekCommands() []command { return nil }
