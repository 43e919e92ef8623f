// Package password keeps passwords as argon2id hashes (RFC 9106) in PHC
// strings, makes up random ones and says which ones people may choose.
//
// A hash takes some 30 ms and 19 MiB: callers bound how many run at once and
// never hash on the world's goroutine (docs/models.md §3).
package password

import (
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Params are the costs of a hash.
type Params struct {
	Memory  uint32 // KiB
	Time    uint32 // passes
	Threads uint8
}

// Default are the costs of new hashes: the first choice of the OWASP password
// storage cheat sheet for argon2id.
func Default() Params { return Params{Memory: 19 * 1024, Time: 2, Threads: 1} }

// Most that a stored hash may ask for, so that a hostile string neither eats
// the memory nor holds a worker for long.
const (
	maxMemory  = 256 * 1024 // KiB
	maxTime    = 16
	maxThreads = 16
	minSalt    = 8
	maxSalt    = 64
	minSum     = 16
	maxSum     = 64
	maxPHC     = 320 // bytes; the longest string within the other bounds is shorter
)

// Lengths of new hashes in bytes (RFC 9106 §4).
const (
	saltSize = 16
	sumSize  = 32
)

// ErrMalformed is wrapped by every complaint about a stored hash.
var ErrMalformed = errors.New("malformed password hash")

// Hash returns the PHC string of a password, such as
// $argon2id$v=19$m=19456,t=2,p=1$SALT$SUM. The salt comes from random.
func Hash(password string, p Params, random io.Reader) (string, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", fmt.Errorf("draw a salt: %w", err)
	}
	h := hash{Params: p, salt: salt}
	h.sum = h.of(password, sumSize)
	return h.String(), nil
}

// Verify tells whether a password is the one of a stored hash. The error, an
// ErrMalformed, is about the hash; an empty one is of nobody's password.
func Verify(phc, password string) (bool, error) {
	h, err := parse(phc)
	if err != nil {
		return false, err
	}
	sum := h.of(password, uint32(len(h.sum)))
	return subtle.ConstantTimeCompare(sum, h.sum) == 1, nil
}

// NeedsRehash tells whether a stored hash was made with other costs than p, so
// that the next good login should store a new one.
func NeedsRehash(phc string, p Params) bool {
	h, err := parse(phc)
	return err != nil || h.Params != p || len(h.salt) != saltSize || len(h.sum) != sumSize
}

// hash is a parsed PHC string.
type hash struct {
	Params
	salt, sum []byte
}

func (h hash) of(password string, size uint32) []byte {
	return argon2.IDKey([]byte(password), h.salt, h.Time, h.Memory, h.Threads, size)
}

func (h hash) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.Memory, h.Time, h.Threads,
		base64.RawStdEncoding.EncodeToString(h.salt), base64.RawStdEncoding.EncodeToString(h.sum))
}

func (p Params) check() error {
	switch {
	case p.Time < 1 || p.Time > maxTime:
		return fmt.Errorf("%w: %d passes, must be 1 to %d", ErrMalformed, p.Time, maxTime)
	case p.Threads < 1 || p.Threads > maxThreads:
		return fmt.Errorf("%w: %d threads, must be 1 to %d", ErrMalformed, p.Threads, maxThreads)
	case p.Memory < 8*uint32(p.Threads) || p.Memory > maxMemory:
		return fmt.Errorf("%w: %d KiB, must be 8 a thread to %d", ErrMalformed, p.Memory, maxMemory)
	}
	return nil
}

// parse reads a PHC string as Hash writes it; other orders, spaces or signs of
// numbers are refused, so that there is one string for one hash. What it
// complains of never contains any of the string.
func parse(phc string) (hash, error) {
	if len(phc) > maxPHC {
		return hash{}, fmt.Errorf("%w: %d bytes long", ErrMalformed, len(phc))
	}
	f := strings.Split(phc, "$")
	if len(f) != 6 || f[0] != "" || f[1] != "argon2id" {
		return hash{}, fmt.Errorf("%w: not of the form $argon2id$v=$m=,t=,p=$salt$sum", ErrMalformed)
	}
	if f[2] != "v="+strconv.Itoa(argon2.Version) {
		return hash{}, fmt.Errorf("%w: unknown version", ErrMalformed)
	}
	var h hash
	var err error
	if h.Params, err = parseParams(f[3]); err != nil {
		return hash{}, err
	}
	if err := h.check(); err != nil {
		return hash{}, err
	}
	if h.salt, err = parseBytes(f[4], minSalt, maxSalt); err != nil {
		return hash{}, err
	}
	h.sum, err = parseBytes(f[5], minSum, maxSum)
	return h, err
}

func parseParams(s string) (Params, error) {
	costs := strings.Split(s, ",")
	if len(costs) != 3 {
		return Params{}, fmt.Errorf("%w: costs are not m=,t=,p=", ErrMalformed)
	}
	var n [3]uint64
	for i, name := range []string{"m=", "t=", "p="} {
		digits, ok := strings.CutPrefix(costs[i], name)
		v, err := strconv.ParseUint(digits, 10, []int{32, 32, 8}[i])
		if !ok || err != nil || strconv.FormatUint(v, 10) != digits {
			return Params{}, fmt.Errorf("%w: bad cost %s", ErrMalformed, name)
		}
		n[i] = v
	}
	return Params{Memory: uint32(n[0]), Time: uint32(n[1]), Threads: uint8(n[2])}, nil
}

func parseBytes(s string, least, most int) ([]byte, error) {
	b, err := base64.RawStdEncoding.Strict().DecodeString(s)
	if err != nil || strings.ContainsAny(s, "\r\n") || len(b) < least || len(b) > most {
		return nil, fmt.Errorf("%w: salt or sum is not %d to %d bytes of base64", ErrMalformed, least, most)
	}
	return b, nil
}
