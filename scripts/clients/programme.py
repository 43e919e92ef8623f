#!/usr/bin/env python3
"""The second programme: a client with an account and another player with one.

    programme.py CLIENT HOST PORT NAME PASSWORD NAME PASSWORD

A rated game with castling to both sides, a promotion, a draw declined, half-moves
taken back and a draw accepted; an aborted game; a game that goes on after a
connection broke; a game of Fischer random chess with both castlings; the
tables that a client asks for. The first account is the client's; the second is
another one of its kind where two are cheap to have, else a plain socket.
"""
import os
import re
import subprocess
import sys

from eboard import Eboard
from plain import Folder, Plain, fail, finish
from scid import Scid
from terminal import COMMANDS, Terminal
from xboard import XBoard

HERE = os.path.dirname(os.path.abspath(__file__))
# White castles short, Black long, and a pawn takes a rook and becomes a queen.
RATED = "e4 d5 Nf3 dxe4 Bc4 exf3 O-O Nc6 d3 fxg2 Nc3 gxf1=Q+ Qxf1 Bf5 Be3 Qd7 Kh1 O-O-O".split()


class Line:
    """The program in ./line, which knows every board of a game."""

    def __init__(self, folder):
        self.exe = os.path.join(folder, "line")
        built = subprocess.run(["go", "build", "-o", self.exe, "./line"], cwd=HERE, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
        if built.returncode:
            fail("cannot build ./line: " + built.stdout)

    def __call__(self, *args):
        """[(SAN, board and side to move)] of the moves given, or of a game with both castlings."""
        out = subprocess.run([self.exe, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if out.returncode:
            fail(out.stdout)
        return [line.split(" ", 1) for line in out.stdout.splitlines()]


def game(a, b, how, word, adjourned=False):
    """a challenges b, who accepts; the game's number and its players, White first."""
    a.send("match %s %s" % (b.name, how))
    b.see("Challenge: %s " % a.name, "the challenge")
    b.send("accept")
    start = r"\{Game (\d+) \((\w+) vs\. (\w+)\) Creating %s match\.\}" % word
    b.see(start, "the start of the game")
    m = a.see(start, "the start of the game")
    return m[1], (a, b) if m[2] == a.name else (b, a)


def play(sides, moves, first=0):
    for i, (move, board) in enumerate(moves):
        sides[(first + i) % 2].send(move)
        for x in sides:
            x.board(board, "after " + move)


def ends(number, sides, reason, result):
    for x in sides:
        x.see(r"\{Game %s \(\w+ vs\. \w+\) %s\} %s" % (number, reason, re.escape(result)), "the end: " + reason)


def rated(a, b, line):
    number, sides = game(a, b, "10 0 rated white", "rated blitz")
    moves = line("chess", "", *RATED)
    play(sides, moves)
    a.send("draw")
    b.see("%s offers you a draw" % a.name, "the offered draw")
    b.send("decline")
    a.see("%s declines the draw request" % b.name, "the declined draw")
    a.send("takeback 2")
    b.see("%s would like to take back 2 half move" % a.name, "the takeback request")
    b.send("accept")
    for x in sides:
        x.board(moves[-3][1], "after the takeback")
    play(sides, moves[-2:])
    a.send("draw")
    b.see("%s offers you a draw" % a.name, "the second draw")
    b.send("draw")
    ends(number, sides, "Game drawn by mutual agreement", "1/2-1/2")
    for x in sides:
        x.see(r"Blitz rating adjustment: +(?:\d+|----) --> \d+", "its new rating")


def aborted(a, b, line):
    number, sides = game(a, b, "5 0 unrated black", "unrated blitz")
    play(sides, line("chess", "", "e4", "e5", "Nf3", "Nc6"))
    a.send("abort")
    b.see("%s would like to abort the game" % a.name, "the abort request")
    b.send("accept")
    ends(number, sides, "Game aborted by mutual agreement", "*")


def resumed(a, b, line):
    number, sides = game(a, b, "5 0 rated white", "rated blitz")
    moves = line("chess", "", "e4", "e5", "Nf3", "Nc6", "Bb5")
    play(sides, moves[:3])
    a.again()
    b.see("%s lost contact" % a.name, "the lost contact")
    b.see("%s is back" % a.name, "the return")
    play((b, a), moves[3:])
    a.send("resign")
    ends(number, sides, "%s resigns" % a.name, "0-1")


def fischer(a, b, line):
    number, sides = game(a, b, "5 0 unrated wild/fr white", "unrated wild/fr")
    # The tables follow while a game is played: games and moves have rows then.
    rows = b.rows()
    play(sides, line("chess960", fen(rows)))
    tables(a, b, number)
    a.send("resign")
    ends(number, sides, "%s resigns" % a.name, "0-1")


def atomic960(a, b, line):
    """A type of game that no client knows: its seek, challenge, start, boards, castling, tables and end."""
    b.send("seek 3 0 unrated atomic960")
    b.see(r"posted with index", "its seek")
    a.send("sought")
    a.see(r"%s [^\n]*atomic960[\s\S]*?ads? displayed" % b.name, "the seek of atomic 960")
    b.send("unseek")
    number, sides = game(a, b, "5 0 unrated atomic960 white", "unrated atomic(?:960)?")
    rows = b.rows()
    play(sides, line("atomic960", fen(rows)))
    a.send("games")
    a.see(r"\b%s [^\n]*\[ xu  5   0\][\s\S]*?games? displayed" % number, "the row of atomic 960 in games")
    a.send("moves " + number)
    a.see(r"Movelist for game %s:[\s\S]*?nrated atomic(?:960)? match[\s\S]*?O-O[\s\S]*?\{Still in progress\} \*" % number, "its moves")
    a.send("resign")
    ends(number, sides, "%s resigns" % a.name, "0-1")


def fen(rows):
    """The FEN of a start position with all rights to castle."""
    return "/".join(re.sub("-+", lambda m: str(len(m[0])), row) for row in rows) + " w KQkq - 0 1"


def tables(a, b, number):
    for command, row in (("finger " + b.name, r"Finger of %s:[\s\S]*?\bBlitz +\d+" % b.name),
                         ("history", r"History for %s:[\s\S]*?\b\d+: = [^\n]*\[ br 10   0\] [^\n]* Agr " % a.name),
                         ("moves " + number, r"Movelist for game %s:[\s\S]*?O-O[\s\S]*?\{Still in progress\} \*" % number),
                         ("games", r"\b%s [^\n]*\[ wu  5   0\][\s\S]*?games? displayed" % number),
                         ("sought", r"\d+ ads? displayed"),
                         ("stored", r"(has no adjourned games|Stored games for)"),
                         ("journal", r"(has no journal entries|Journal for)"),
                         ("who", r"[Pp]layers? [Dd]isplayed")):
        a.send(command)
        a.see(row, "the answer to " + command)


def open_both(kind, host, port, accounts, tmp, xs):
    (name, pw), (name2, pw2) = accounts
    if kind in COMMANDS:
        xs += [Terminal(kind, host, port, name, pw), Terminal(kind, host, port, name2, pw2)]
    elif kind == "xboard":
        xs += [XBoard(tmp, "A", host, port, name, pw), XBoard(tmp, "B", host, port, name2, pw2)]
    elif kind in ("eboard", "scid"):
        xs.append({"eboard": Eboard, "scid": Scid}[kind](tmp, "A", host, port, name, pw))
    else:
        fail("there is no programme for " + kind)
    for x in xs:
        x.login()
    if len(xs) == 1:
        xs.append(Plain(host, port, name2, pw2))
    for x in xs:
        x.send("set open 1")
    xs[0].send("resign")  # a game that an earlier run left behind
    xs[0].see(r"not playing|resigns\}", "the answer to resign")
    xs[0].send("resign " + xs[1].name)
    xs[0].see(r"(?i)adjourned|stored|resign", "the answer to resign")


def programme(kind, host, port, accounts, tmp, xs):
    line = Line(tmp)
    open_both(kind, host, port, accounts, tmp, xs)
    a, b = xs
    for part in (rated, aborted, resumed, fischer, atomic960):
        part(a, b, line)
        a.check()
    return ("%s and %s: rated game with both castlings, promotion, draw declined and accepted, takeback; abort; "
            "game resumed; wild/fr and atomic960 with both castlings; nine tables" % (a.name, b.name))


def main():
    if len(sys.argv) != 8:
        sys.exit("usage: programme.py CLIENT HOST PORT NAME PASSWORD NAME PASSWORD")
    kind, host, port = sys.argv[1:4]
    accounts, tmp, xs = (sys.argv[4:6], sys.argv[6:8]), Folder(kind + "-programme"), []
    finish(kind + " programme", lambda: programme(kind, host, port, accounts, tmp.path, xs),
           lambda: [x.close() for x in xs if hasattr(x, "close")], tmp.remove)


if __name__ == "__main__":
    main()
