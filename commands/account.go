package commands

func accountCommands() []command { return nil }
