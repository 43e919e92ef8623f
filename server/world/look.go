package world

// Look is all of a session that its renderings depend on: two sessions of
// equal looks are sent the same bytes (docs/design.md, "Who owns what").
type Look struct {
	Style        int8
	Width        int16 // columns at which prose is wrapped, 0: never
	EOL          string
	UTF8         bool
	Prompt       string // with its trailing blank; empty: no prompts at all
	PromptClock  bool   // ptime: the prompt begins with the time
	Zone         string // IANA name or FICS abbreviation, "" for the server's
	MS           bool   // iset ms: clocks and move times in milliseconds
	GameInfo     bool   // iset gameinfo: <g1>
	StartPos     bool
	PendInfo     bool
	SeekInfo     bool
	SeekRemove   bool
	CompressMove bool
	NoHighlight  bool
	VTHighlight  bool // iset vthighlight: no control sequences but those of VT100
	SeekCA       bool // iset seekca: seeks say which are of computers and abusers
	Highlight    int8
	Bell         bool
	Flip         bool
	ProvShow     bool
	Classic      bool // a client that knows the types of games of FICS and no others
}
