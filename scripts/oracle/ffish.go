package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"epicenter/rules"
)

// ffish is Fairy-Stockfish compiled for node, asked by answer.js.
type ffish struct {
	cmd *exec.Cmd
	in  *json.Encoder
	out *bufio.Scanner
	end func() error
}

func startFFish(script, modules string) (*ffish, error) {
	cmd := exec.Command("node", script, modules)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting node: %w", err)
	}
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 1<<20)
	return &ffish{cmd, json.NewEncoder(in), scanner, in.Close}, nil
}

func (f *ffish) name() string { return "ffish" }

// ffishNames are its words for our variants; the wild ones are chess to it.
var ffishNames = map[string]string{
	"chess": "chess", "chess960": "chess", "atomic": "atomic", "atomic960": "atomic",
	"crazyhouse": "crazyhouse", "bughouse": "bughouse", "suicide": "suicide", "losers": "losers",
}

func (f *ffish) knows(v *rules.Variant) bool { return ffishNames[v.Name] != "" || isWild(v) }

type ffishQuestion struct {
	Variant  string   `json:"variant"`
	Chess960 bool     `json:"chess960"`
	FEN      string   `json:"fen"`
	Play     []string `json:"play"`
}

type ffishAnswer struct {
	Moves  []string `json:"moves"`
	Check  bool     `json:"check"`
	Result string   `json:"result"`
	FENs   []string `json:"fens"`
}

func (f *ffish) ask(q *question) (*answer, error) {
	v := q.p.Variant()
	if isWild(v) {
		return f.askWild(q)
	}
	ask := ffishQuestion{Variant: ffishNames[v.Name], Chess960: v.Random960, FEN: q.p.FEN(), Play: []string{}}
	for _, m := range q.play {
		ask.Play = append(ask.Play, q.p.UCI(m))
	}
	got, err := f.exchange(ask)
	if err != nil {
		return nil, err
	}
	a := &answer{moves: got.Moves, check: got.Check, result: got.Result}
	for _, fen := range got.FENs {
		a.fens = append(a.fens, inOurForm(v, fen))
	}
	slices.Sort(a.moves)
	return a, nil
}

func (f *ffish) exchange(ask ffishQuestion) (*ffishAnswer, error) {
	if err := f.in.Encode(ask); err != nil {
		return nil, err
	}
	if !f.out.Scan() {
		return nil, fmt.Errorf("no answer about %s %s", ask.Variant, ask.FEN)
	}
	got := new(ffishAnswer)
	return got, json.Unmarshal(f.out.Bytes(), got)
}

// inOurForm writes a FEN of another program as ours are: rights in X-FEN, the
// order of a hand. What cannot be read stays as it is and is a difference.
func inOurForm(v *rules.Variant, fen string) string {
	p, err := rules.ParseFEN(v, fen)
	if err != nil {
		return fen + " (" + err.Error() + ")"
	}
	return p.FEN()
}

func (f *ffish) close() {
	f.end()
	f.cmd.Wait()
}
