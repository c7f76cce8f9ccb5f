"""A sum of switches, as a scored game: python3 switches.py "9|1" "2|-4" "1/2|-3/2" > switches.json

A switch a|b is a place where one move is left: Left takes a points there, or Right brings it down to b. Whoever wins the bid moves in one of them.
"""

import json
import sys
from fractions import Fraction

switches = tuple(sys.argv[1:])
todo, seen, positions = [switches], {switches}, []
for places in todo:
    hot = [number for number, place in enumerate(places) if "|" in place]
    name = lambda places: " + ".join(places)
    if not hot:
        positions.append({"name": name(places), "score": str(sum(map(Fraction, places)))})
        continue
    moves = [[(*places[:number], places[number].split("|")[side], *places[number + 1 :]) for number in hot] for side in (0, 1)]
    new = [move for side in moves for move in side if move not in seen]
    todo += new
    seen |= {*new}
    left, right = ([name(move) for move in side] for side in moves)
    positions.append({"name": name(places), "left": left, "right": right})
rows = ",\n".join(json.dumps(position) for position in positions)
print(f'{{"scored-game": 1, "title": "Switches {", ".join(switches)}", "positions": [\n{rows}\n]}}')
