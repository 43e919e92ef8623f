package commands

func generalCommands() []command {
	return []command{
		{name: "help", params: "t", code: 50, cost: 1, run: help},
		{name: "index", params: "t", code: 54, cost: 1, run: index},
		{name: "info", params: "t", code: 55, cost: 1, run: info},
		{name: "news", params: "t", code: 78, cost: 1, run: news},
		{name: "next", params: "", code: 79, cost: 1, run: next},
	}
}
