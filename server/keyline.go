package server

import (
	"crypto/rsa"
	"encoding/base64"
	"strings"

	gossh "golang.org/x/crypto/ssh"

	"epicenter/server/text"
	"epicenter/server/world"
)

// minRSA is the least size of an RSA key in bits; shorter ones can be broken.
const minRSA = 2048

// maxComment is how many bytes of a key's comment are kept.
const maxComment = 60

// readKey reads a line as it stands in authorized_keys or in a file named
// .pub (sshd(8), "AUTHORIZED_KEYS FILE FORMAT").
func readKey(line string) world.KeyRead {
	key, comment, options, _, err := gossh.ParseAuthorizedKey([]byte(line))
	switch {
	case err != nil && strings.Contains(line, "PRIVATE KEY"):
		return world.KeyRead{Problem: "That is a private key: never show it to anybody. The line to add is in the file whose name ends in .pub."}
	case err != nil:
		return world.KeyRead{Problem: "That is not an SSH key. Copy the whole line of the file whose name ends in .pub, such as id_ed25519.pub."}
	case len(options) > 0:
		return world.KeyRead{Problem: "Options before the key are not supported; begin with its type, such as ssh-ed25519."}
	}
	switch key.Type() {
	case gossh.KeyAlgoED25519, gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256:
	case gossh.KeyAlgoRSA:
		if bits(key) < minRSA {
			return world.KeyRead{Problem: "That RSA key is too short to be safe; make a new one with \"ssh-keygen -t ed25519\"."}
		}
	default:
		return world.KeyRead{Problem: "Keys of type " + key.Type() + " are not taken; make one with \"ssh-keygen -t ed25519\"."}
	}
	out := key.Type() + " " + base64.StdEncoding.EncodeToString(key.Marshal())
	if comment = text.Clean(comment); len(comment) > maxComment {
		comment = strings.ToValidUTF8(comment[:maxComment], "")
	}
	return world.KeyRead{Line: strings.TrimSpace(out + " " + comment)}
}

// bits is the size of an RSA key.
func bits(key gossh.PublicKey) int {
	c, ok := key.(gossh.CryptoPublicKey)
	if !ok {
		return 0
	}
	k, ok := c.CryptoPublicKey().(*rsa.PublicKey)
	if !ok {
		return 0
	}
	return k.N.BitLen()
}
