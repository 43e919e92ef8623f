package commands

func usageOf(name string) string { return "Command:  " + name + "\n" }
