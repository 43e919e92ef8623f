#!/usr/bin/python3
"""The second programme for PyChess's own ICS modules; run through pychess.sh
with two accounts. PyChess has the first, a plain socket the second. What
PyChess understood is read from its signals and objects: games, offers, takebacks,
ends, adjourned and past games, fingers; and an exception in it is a failure.
"""
import asyncio
import sys

import pychess_rig as rig
from pychess.ic import GAME_TYPES, TYPE_BLITZ
from pychess.Utils.const import ABORT_OFFER, DRAW, DRAW_OFFER, TAKEBACK_OFFER, WHITE
from pychess.Utils.Offer import Offer

from plain import Failed, Plain

RATED = "e4 d5 Nf3 dxe4 Bc4 exf3 O-O Nc6 d3 fxg2 Nc3 gxf1=Q+ Qxf1 Bf5 Be3 Qd7 Kh1 O-O-O".split()
ENDED = r"\{Game %d \(\w+ vs\. \w+\) %s\} %s"


async def see(b, pattern):
    """The plain session's next match, while PyChess goes on."""
    return await rig.until(lambda: b.gone() or b.seen(pattern), "%s by the plain session" % pattern)


async def begin(a, b, game, word, rated, color=WHITE):
    a.play = a.ended = None
    a.c.om.challenge(b.name, GAME_TYPES[game], 5, 0, rated, color)
    await see(b, "Challenge: ")
    b.send("accept")
    g = await rig.until(lambda: a.play, "the start of a game of " + word)
    await see(b, r"\{Game %d \(\w+ vs\. \w+\) Creating %s match\.\}" % (g.gameno, word))
    if g.game_type != GAME_TYPES[game] or g.rated != rated:
        rig.fail("game start parsed as %r" % g)
    return g


async def moves(a, b, g, line, first=0):
    for i, san in enumerate(line, first):
        if i % 2 == (g.wplayer.name != a.c.getUsername()):
            a.c.bm.sendMove(san)
        else:
            b.send(san)
        await rig.until(lambda: not g.move_queue.empty(), "the board after " + san)
        _, ply, _, last = g.move_queue.get_nowait()[:4]
        if last.rstrip("+#") != san.rstrip("+#") or ply != i + 1:
            rig.fail("after %s PyChess read ply %d %s" % (san, ply, last))


async def rated(a, b):
    declined = []
    a.c.om.connect("onOfferDeclined", lambda om, offer: declined.append(offer.type))
    g = await begin(a, b, "blitz", "rated blitz", True)
    await moves(a, b, g, RATED)
    a.c.om.offer(Offer(DRAW_OFFER))
    await see(b, "offers you a draw")
    b.send("decline")
    await rig.until(lambda: declined == [DRAW_OFFER], "the declined draw")
    a.c.om.offer(Offer(TAKEBACK_OFFER, 2))
    await see(b, "take back 2 half move")
    b.send("accept")
    await rig.until(lambda: not g.move_queue.empty(), "the board after the takeback")
    if (ply := g.move_queue.get_nowait()[1]) != len(RATED) - 2:
        rig.fail("after the takeback PyChess read ply %d" % ply)
    await moves(a, b, g, RATED[-2:], len(RATED) - 2)
    a.c.om.offer(Offer(DRAW_OFFER))
    await see(b, "offers you a draw")
    b.send("accept")
    e = await rig.until(lambda: a.ended, "the end by a draw")
    if e.result != DRAW:
        rig.fail("the draw was parsed as %r" % e.result)


async def aborted(a, b):
    g = await begin(a, b, "blitz", "unrated blitz", False, 1 - WHITE)
    await moves(a, b, g, "e4 e5 Nf3 Nc6".split())
    a.c.om.offer(Offer(ABORT_OFFER))
    await see(b, "would like to abort")
    b.send("accept")
    await rig.until(lambda: a.ended, "the end by an abort")
    await see(b, ENDED % (g.gameno, "Game aborted by mutual agreement", r"\*"))


async def resumed(a, b, user, pw):
    g = await begin(a, b, "blitz", "rated blitz", True)
    await moves(a, b, g, "e4 e5 Nf3".split())
    a.task.remove_done_callback(a.done)
    a.task.cancel()  # it would read an ended connection for ever
    await asyncio.sleep(0.1)
    a.c.client.telnet.transport.abort()  # without a word, as a crash does
    await see(b, "lost contact")
    a = rig.Client("A again", user, pw)
    await a.ready()
    await see(b, "is back")
    # PyChess reads games only when its own set-up is done, and so misses one that
    # goes on at login; it knows a game that was adjourned and is resumed.
    a.c.client.run_command("adjourn")
    await see(b, "would like to adjourn")
    b.send("adjourn")
    await see(b, ENDED % (g.gameno, "Game adjourned by mutual agreement", r"\*"))
    a.play = a.ended = None
    a.c.adm.challenge(b.name)
    await see(b, "Challenge: ")
    b.send("accept")
    g = await rig.until(lambda: a.play, "the game that goes on")
    while not g.move_queue.empty():
        g.move_queue.get_nowait()
    await moves(a, b, g, ["Nc6", "Bb5"], 3)
    b.send("resign")
    await rig.until(lambda: a.ended, "the end by resigning")
    return a


async def tables(a, b):
    got = {}
    a.c.adm.connect("onHistoryList", lambda m, games: got.__setitem__("history", games))
    a.c.adm.connect("onAdjournmentsList", lambda m, games: got.__setitem__("stored", games))
    a.c.adm.connect("onJournalList", lambda m, games: got.__setitem__("journal", games))
    a.c.fm.connect("fingeringFinished", lambda m, f: got.__setitem__("finger", f))
    a.c.adm.queryHistory()
    a.c.adm.queryAdjournments()
    a.c.adm.queryJournal()
    a.c.fm.finger(b.name)
    for table in ("history", "stored", "journal", "finger"):
        await rig.until(lambda: table in got, "the list of " + table)
    if len(got["history"]) < 2:
        rig.fail("PyChess read %d games of the history" % len(got["history"]))
    if not str(got["finger"].getRating(TYPE_BLITZ)).strip("0-"):
        rig.fail("PyChess read no blitz rating in a finger")
    return len(got["history"])


async def atomic960(a, b, c):
    """Games of a type that it does not know: seek, challenge, start, observe, games, moves."""
    b.send("unseek")
    b.send("seek 5 0 unrated atomic960")
    await see(b, "posted with index")
    c.send("match %s 5 0 unrated atomic960 white" % b.name)
    await see(b, "Challenge: ")
    b.send("accept")
    number = (await see(b, r"\{Game (\d+) \(\w+ vs\. \w+\) Creating unrated atomic960"))[1]
    a.c.client.run_command("games")
    a.c.client.run_command("observe " + number)
    await rig.until(lambda: a.obs, "the observed game of atomic 960")
    b.send("resign")
    await rig.until(lambda: a.ended, "its end")


async def main(host, port, user, pw, user2, pw2):
    b, c = Plain(host, port, user2, pw2), Plain(host, port)
    b.send("set open 1")
    b.send("resign")
    b.send("resign " + user)
    a = rig.Client("A", user, pw)
    await a.ready()
    await rated(a, b)
    await aborted(a, b)
    a = await resumed(a, b, user, pw)
    n = await tables(a, b)
    a.ended = None
    await atomic960(a, b, c)
    if a.task.done() and a.task.exception():
        rig.fail("PyChess raised %r" % a.task.exception())
    rig.end("OK %s programme: %s and %s: rated game with both castlings, promotion, draw declined and accepted, takeback; abort; "
            "game resumed; %d games of the history, stored, journal, finger; atomic960 observed" % (rig.NAME, user, user2, n))


try:
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(main(*sys.argv[1:]))
except Failed as e:
    rig.fail(str(e))
