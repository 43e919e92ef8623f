package commands

func staffCommands() []command { return nil }
