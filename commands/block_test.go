package commands

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// protocolCodes are the block codes by command as docs/protocol.md §8.3 lists
// them.
func protocolCodes(t *testing.T) map[string]int {
	t.Helper()
	raw, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(raw), "### 8.3 ")
	text, _, ok2 := strings.Cut(text, "errors 512")
	if !ok || !ok2 {
		t.Fatal("docs/protocol.md §8.3 is not where it was")
	}
	codes := map[string]int{}
	for _, m := range regexp.MustCompile(`(\d+) ([a-z_]+)`).FindAllStringSubmatch(text, -1) {
		codes[m[2]], _ = strconv.Atoi(m[1])
	}
	return codes
}

// notOfFICS are our own commands and those that FICS gives no code.
var notOfFICS = []string{"announce", "housebot", "ping", "register", "shutdown", "sshkey"}

// TestBlockCodes holds every command against the list: with a wrong code PyChess
// does not understand the answer (docs/clients.md §2.3).
func TestBlockCodes(t *testing.T) {
	codes := protocolCodes(t)
	if len(codes) < 180 || codes["abort"] != 10 || codes["gstat"] != 187 {
		t.Fatalf("the list was read wrongly: %d codes", len(codes))
	}
	owners := map[int]string{}
	for _, c := range New().table {
		want, listed := codes[c.name]
		if !listed && !slices.Contains(notOfFICS, c.name) {
			t.Errorf("%s is not in the list: is it our own?", c.name)
		}
		if c.code != want {
			t.Errorf("%s answers with code %d, want %d", c.name, c.code, want)
		}
		if o := owners[c.code]; o != "" && c.code != codeNull {
			t.Errorf("%s and %s both answer with code %d", o, c.name, c.code)
		}
		owners[c.code] = c.name
	}
}
