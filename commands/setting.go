package commands

func settingCommands() []command { return nil }
