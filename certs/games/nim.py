"""Nim under an auction, as a game in a file: python3 nim.py 5+4+3 [misere] > nim.json

Whoever wins the bid takes one object or more from one heap; who takes the last one has won, in misère play lost. Every position before the end is worth 1/2:
both have the same moves, so exchange the players.
"""

import json
import sys

heaps = tuple(sorted(map(int, sys.argv[1].split("+")), reverse=True))
misere = sys.argv[2:] == ["misere"]
name = lambda heaps: "+".join(map(str, heaps))
ends = {"left": "Left wins", "right": "Right wins"}
todo, seen, positions = [heaps], {heaps}, []
for heaps in todo:
    taken = [heaps[:place] + (left,) * (left > 0) + heaps[place + 1 :] for place in range(len(heaps)) for left in range(heaps[place])]
    options = list(dict.fromkeys(tuple(sorted(option, reverse=True)) for option in taken))
    new = [option for option in options if option and option not in seen]
    todo += new
    seen |= set(new)
    last = {"left": ends["right"], "right": ends["left"]} if misere else ends
    positions.append({"name": name(heaps), **{side: [name(option) if option else last[side] for option in options] for side in ends}})
positions += [{"name": "Left wins", "value": "1"}, {"name": "Right wins", "value": "0"}]
json.dump({"bidding-game": 2, "title": f"Nim with bids on {sys.argv[1]}{', misère' * misere}", "positions": positions}, sys.stdout, indent=1, ensure_ascii=False)
