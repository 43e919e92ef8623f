package commands

func generalCommands() []command { return nil }
