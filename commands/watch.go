package commands

func watchCommands() []command { return nil }
