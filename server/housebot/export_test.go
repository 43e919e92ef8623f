package housebot

import "epicenter/rules"

// FENOf is the position of a style 12 line.
func FENOf(v *rules.Variant, line string) string {
	s, ok := readStyle(line)
	if !ok {
		return ""
	}
	p, err := s.position(v)
	if err != nil {
		return err.Error()
	}
	return p.FEN()
}
