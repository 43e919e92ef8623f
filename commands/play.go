package commands

func playCommands() []command { return nil }
