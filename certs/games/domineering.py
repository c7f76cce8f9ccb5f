"""Domineering under an auction, as a game in a file: python3 domineering.py FILES RANKS > domineering.json

Left puts a domino upright, Right lies one flat; whoever gets the move and has no room for it has lost.
"""

import json
import sys

files, ranks = int(sys.argv[1]), int(sys.argv[2])
upright = [{(f, r), (f, r + 1)} for f in range(files) for r in range(ranks - 1)]
flat = [{(f, r), (f + 1, r)} for f in range(files - 1) for r in range(ranks)]


def name(free):
    return "/".join("".join(".#"[(f, r) not in free] for f in range(files)) for r in range(ranks))


start = frozenset((f, r) for f in range(files) for r in range(ranks))
todo, seen, positions = [start], {start}, []
for free in todo:
    moves = [[free - domino for domino in dominoes if domino <= free] for dominoes in (upright, flat)]
    new = {option for options in moves for option in options} - seen
    todo += sorted(new, key=name)
    seen |= new
    left, right = ([name(to) for to in options] or [stuck] for options, stuck in zip(moves, ("Right wins", "Left wins")))
    positions.append({"name": name(free), "left": left, "right": right})
positions += [{"name": "Left wins", "value": "1"}, {"name": "Right wins", "value": "0"}]
json.dump({"bidding-game": 2, "title": f"Domineering {files}x{ranks}", "positions": positions}, sys.stdout, indent=1)
