package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes. In text it is a whole number with one of the
// units B, KiB, MiB, GiB, or without a unit: 256KiB, 1048576.
type Size int64

// Units of Size.
const (
	KiB Size = 1 << 10
	MiB Size = 1 << 20
	GiB Size = 1 << 30
)

// ParseSize reads the text form of a size. Negative sizes and sizes above
// 2^63-1 bytes are errors.
func ParseSize(s string) (Size, error) {
	number, unit := s, Size(1)
	for _, u := range sizeUnits() {
		if rest, ok := strings.CutSuffix(s, u.name); ok {
			number, unit = strings.TrimSpace(rest), u.size
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/int64(unit) {
		return 0, fmt.Errorf("%q is not a size; write a whole number and a unit, as 256KiB, 64MiB or 16GiB", s)
	}
	return Size(n) * unit, nil
}

// String prints the size with the largest unit that divides it.
func (s Size) String() string {
	for _, u := range sizeUnits() {
		if s >= u.size && s%u.size == 0 && u.size > 1 {
			return strconv.FormatInt(int64(s/u.size), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// UnmarshalText is ParseSize, for decoders.
func (s *Size) UnmarshalText(text []byte) error {
	v, err := ParseSize(string(text))
	if err == nil {
		*s = v
	}
	return err
}

type sizeUnit struct {
	name string
	size Size
}

// sizeUnits lists the units, longest name first among those that end alike.
func sizeUnits() []sizeUnit {
	return []sizeUnit{{"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}, {"B", 1}}
}
