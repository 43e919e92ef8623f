package commands

func talkCommands() []command { return nil }
