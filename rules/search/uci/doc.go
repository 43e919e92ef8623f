// Package uci speaks the Universal Chess Interface (the protocol's own text, of April
// 2006) for package search, so that any GUI, bot or server that drives UCI engines
// can play with it, in every variant: option UCI_Variant names it and UCI_Chess960
// makes it a 960 one.
//
// What the protocol says of bad input holds: unknown commands and words are passed
// over. A position or option that makes no sense is answered by one "info string",
// and "go" without a position by "bestmove 0000".
package uci
