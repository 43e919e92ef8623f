package commands

func storedCommands() []command { return nil }
