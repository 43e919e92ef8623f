#!/usr/bin/env python3
"""A bot in some thirty lines: pybot.py HOST PORT NAME PASSWORD "3 0 atomic" plays one game ("" "" is a guest)."""
import random, socket, sys
host, port, name, password, seek = sys.argv[1:6]
net = socket.create_connection((host, int(port)))
def say(*lines): net.sendall("".join(line + "\n" for line in lines).encode())
def moves(board, white):
    """Moves as the men go; what check, castling and passing pawns forbid or allow is left to the server."""
    at = lambda f, r: board[r][f] if 0 <= f < 8 and 0 <= r < 8 else "#"
    own, up = (str.isupper, 1) if white else (str.islower, -1)
    for f, r in ((f, r) for f in range(8) for r in range(8) if own(at(f, r))):
        man, to = at(f, r).upper(), []
        if man == "P":
            to = [(f + d, r + up) for d in (-1, 1) if at(f + d, r + up) not in "-#" and not own(at(f + d, r + up))]
            for far in (1, 2) if r == (1 if white else 6) else (1,):
                if all(at(f, r + up * n) == "-" for n in range(1, far + 1)): to.append((f, r + up * far))
        straight, slant = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]
        jumps = [(a * x, b * y) for a, b in ((1, 2), (2, 1)) for x in (1, -1) for y in (1, -1)]
        for x, y in {"N": jumps, "B": slant, "R": straight, "Q": straight + slant, "K": straight + slant}.get(man, []):
            for n in range(1, 2 if man in "NK" else 8):
                there = at(f + n * x, r + n * y)
                if there == "#" or own(there): break
                to.append((f + n * x, r + n * y))
                if there != "-": break
        yield from ("abcdefgh"[f] + str(r + 1) + "abcdefgh"[x] + str(y + 1) for x, y in to)
say(name or "guest", password, "set style 12", "set interface pybot", "seek " + seek)
for line in net.makefile(encoding="latin-1", newline="\n"):
    text = line.replace("fics% ", "").strip()
    word = text.split()
    if word[:1] == ["<12>"] and word[19] == "1":  # our move: eight ranks from the eighth down, then the side
        say(random.choice(list(moves(word[8:0:-1], word[9] == "W")) or ["resign"]))
    elif text.startswith(("{Game", "**** Starting")):
        print(text, flush=True)
        if "} " in text: break  # the end of the game: its result stands behind the brace
say("quit")
