package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"epicenter/rules"
)

// positionReport is the JSON object that "epicenter position" prints.
type positionReport struct {
	Variant string       `json:"variant"`
	FEN     string       `json:"fen"`
	Turn    string       `json:"turn"`
	Check   bool         `json:"check"`
	Result  string       `json:"result"`
	Reason  string       `json:"reason"`
	Legal   []legalMove  `json:"legal"`
	Parsed  *string      `json:"parsed,omitempty"`
	Flag    *reportedEnd `json:"flag,omitempty"`
	Claim   *bool        `json:"claim,omitempty"`
}

type legalMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

type reportedEnd struct {
	Result string `json:"result"`
	Reason string `json:"reason"`
}

// positionQuery is what was asked on the command line.
type positionQuery struct {
	boardFlags
	moves, parse, flag, claim string
	hasParse                  bool
	movecase, diagram         bool
}

// runPosition tells all about one position as a JSON object, for people and for
// scripts that compare rules; with --diagram it draws the board instead.
func runPosition(args []string, stdout, stderr io.Writer) int {
	var q positionQuery
	flags := pflag.NewFlagSet("position", pflag.ContinueOnError)
	q.addFlags(flags)
	flags.StringVar(&q.moves, "moves", "", "moves to play first, as \"e2e4 e7e5\"")
	flags.StringVar(&q.parse, "parse", "", "a move as a player would type it")
	flags.BoolVar(&q.movecase, "movecase", false, "with --parse: b is only a pawn and B only a bishop")
	flags.StringVar(&q.flag, "flag", "", "w or b: whose time has run out")
	flags.StringVar(&q.claim, "claim", "", "repetition or 50: may a draw be claimed")
	flags.BoolVar(&q.diagram, "diagram", false, "draw the board and print nothing else")
	if status, done := parseToolFlags(flags, args, stdout, stderr); done {
		return status
	}
	q.hasParse = flags.Changed("parse")
	if err := q.check(flags); err != nil {
		return toolError(stderr, "position", err)
	}
	p, hashes, err := q.play()
	if err != nil {
		return toolError(stderr, "position", err)
	}
	if q.diagram {
		fmt.Fprint(stdout, rules.Diagram(&p))
		return 0
	}
	out, err := json.Marshal(q.report(&p, hashes))
	if err != nil {
		return toolError(stderr, "position", err)
	}
	fmt.Fprintf(stdout, "%s\n", out)
	return 0
}

// check refuses values that only look like answers.
func (q *positionQuery) check(flags *pflag.FlagSet) error {
	if flags.Changed("flag") && q.flag != "w" && q.flag != "b" {
		return fmt.Errorf("--flag takes w or b, not %q", q.flag)
	}
	if flags.Changed("claim") && q.claim != "repetition" && q.claim != "50" {
		return fmt.Errorf("--claim takes repetition or 50, not %q", q.claim)
	}
	return nil
}

// play makes the moves and returns the hashes of all positions on the way.
func (q *positionQuery) play() (rules.Position, []uint64, error) {
	p, err := q.position()
	if err != nil {
		return p, nil, err
	}
	hashes := []uint64{p.Hash()}
	for i, text := range strings.Fields(q.moves) {
		m, err := p.ParseUCI(text)
		if err != nil {
			return p, nil, fmt.Errorf("move %d of --moves: %w in %s; moves are written as e2e4, e7e8q or N@f3", i+1, err, p.FEN())
		}
		p = p.Play(m)
		hashes = append(hashes, p.Hash())
	}
	return p, hashes, nil
}

func (q *positionQuery) report(p *rules.Position, hashes []uint64) *positionReport {
	end := p.Outcome()
	r := &positionReport{
		Variant: q.variant, FEN: p.FEN(), Turn: colorLetter(p.Turn()), Check: p.InCheck(),
		Result: end.Result.String(), Reason: string(end.Reason), Legal: listLegal(p),
	}
	if q.hasParse {
		word := parseWord(p, q.parse, q.movecase)
		r.Parsed = &word
	}
	if q.flag != "" {
		flagged := rules.White
		if q.flag == "b" {
			flagged = rules.Black
		}
		end := p.FlagOutcome(flagged)
		r.Flag = &reportedEnd{end.Result.String(), string(end.Reason)}
	}
	if q.claim != "" {
		may := rules.ClaimRepetition(hashes)
		if q.claim == "50" {
			may = p.ClaimFifty()
		}
		r.Claim = &may
	}
	return r
}

func colorLetter(c rules.Color) string {
	if c == rules.Black {
		return "b"
	}
	return "w"
}

// listLegal lists the legal moves by their coordinates in alphabetical order.
func listLegal(p *rules.Position) []legalMove {
	out := []legalMove{}
	for _, m := range p.AppendMoves(nil) {
		next := p.Play(m)
		out = append(out, legalMove{p.UCI(m), p.SAN(m), next.FEN()})
	}
	slices.SortFunc(out, func(a, b legalMove) int { return strings.Compare(a.UCI, b.UCI) })
	return out
}

// parseWord says what a typed text means: a move, illegal, ambiguous or
// not_a_move.
func parseWord(p *rules.Position, text string, movecase bool) string {
	m, err := p.ParseMove(text, rules.MoveText{CaseMatters: movecase})
	switch {
	case err == nil:
		return p.UCI(m)
	case errors.Is(err, rules.ErrIllegalMove):
		return "illegal"
	case errors.Is(err, rules.ErrAmbiguousMove):
		return "ambiguous"
	}
	return "not_a_move"
}
