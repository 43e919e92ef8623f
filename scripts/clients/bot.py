#!/usr/bin/env python3
"""Two xboards with engines play a rated standard game to its end; run through bot.sh.

    bot.sh HOST PORT BOT PASSWORD BOT2 PASSWORD [ADMIN PASSWORD]

Both run as bots do (xboard -zp -fcp ENGINE): the second challenges the first,
whose xboard accepts of its own accord. With an administrator both accounts are
put on the list `computer` first. Fairy-Max plays, and Stockfish behind
Polyglot where RIG_ENGINE=stockfish; the engines look a few half-moves ahead
only, so the game takes a minute.
"""
import os
import re
import sys
import time

from plain import Folder, Plain, fail, finish
from xboard import XBoard

ENGINE = os.environ.get("RIG_ENGINE", "fairymax")
OPTIONS = ["-zp", "-fcp", ENGINE, "-firstInitString", "new\nrandom\nsd 3\n", "-zippyVariants", "normal", "-zippyMaxGames", "0",
           "-zippyReplayTimeout", "1"] + (["-fUCI"] if ENGINE == "stockfish" else [])


def titled(host, port, admin, bots):
    if not admin:
        return
    p = Plain(host, port, *admin, tag="the administrator")
    for name in bots:
        p.send("+computer " + name)
        p.see(r"%s\W* added to|already" % name, "the answer to +computer")
    p.send("quit")


def scenario(xs, host, port, bots, admin, tmp):
    titled(host, port, admin, [name for name, _ in bots])
    watcher = Plain(host, port)
    for tag, (name, pw) in zip("AB", bots):
        xs.append(XBoard(tmp, tag, host, port, name, pw, OPTIONS))
        xs[-1].login()
    a, b = xs
    if admin:
        watcher.send("finger " + a.name)
        watcher.see(r"Finger of %s\(C\):" % a.name, "the mark of a computer")
    b.send("resign")  # a game that an earlier run left behind
    b.see(r"not playing|resigns\}", "the answer to resign")
    b.send("resign " + a.name)
    b.see(r"(?i)adjourned|stored|resign", "the answer to resign")
    b.send("match %s 15 0 rated" % a.name)
    g = watcher_of(watcher, b)
    end, moves = time.time() + 240, 0
    done = re.compile(r"\{Game %s \(\w+ vs\. \w+\) ([^}]*)\} (1-0|0-1|1/2-1/2)" % g)
    while not (m := watcher.seen(done.pattern)):
        if time.time() > end:
            fail("the game did not end; %d half-moves" % watcher.text().count("<12>"))
        for x in xs:
            if x.gone():
                fail("%s: %s" % (x.tag, x.gone()))
        time.sleep(0.2)
    moves = len(re.findall(r"<12> \S", watcher.text())) - 1
    for x in xs:
        x.see(done.pattern, "the end of the game")
        x.check()
    if moves < 20 or re.search("disconnection|adjudication", m[1]):
        fail("that was no whole game: %d half-moves, %s" % (moves, m[1]))
    return "%s and %s with %s: game %s rated standard, %d half-moves, \"%s\" %s" % (a.name, b.name, ENGINE, g, moves, m[1], m[2])


def watcher_of(watcher, b):
    g = b.see(r"\{Game (\d+) \(\w+ vs\. \w+\) Creating rated standard match\.\}", "the start of the game")[1]
    watcher.send("observe " + g)
    watcher.see("You are now observing game %s" % g)
    return g


def main():
    if len(sys.argv) not in (7, 9):
        sys.exit("usage: bot.sh HOST PORT BOT PASSWORD BOT2 PASSWORD [ADMIN PASSWORD]")
    host, port = sys.argv[1:3]
    tmp, xs = Folder("bot"), []
    finish("bot", lambda: scenario(xs, host, port, [sys.argv[3:5], sys.argv[5:7]], sys.argv[7:9], tmp.path),
           lambda: [x.close() for x in xs], tmp.remove)


if __name__ == "__main__":
    main()
