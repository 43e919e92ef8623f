package commands

func whoCommands() []command { return nil }
