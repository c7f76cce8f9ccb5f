"""Known games and random ones, as games in a file: python3 make.py path NODES, make.py tic-tac-toe DRAW, make.py random KIND POSITIONS [OPTIONS [SEED]]

path: tug-of-war; Left pulls to the last node, Right to the first. tic-tac-toe: all boards with bids, where DRAW is what a draw is worth to Left: 1/2, 0, 1.
random: one position in ten is terminal; equal seeds give equal games for ever, and they are those of `solver::graph_games::generate`. The kinds are any;
acyclic (options come later in the list, now and then a player passes or may wait); two-options; undirected (both may move along any edge, OPTIONS edges for
each position); turns (bids, turns of either player, moves of chance). OPTIONS is 4 if not said, SEED 1.
"""

import json
import sys
from fractions import Fraction

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def written(title, positions):
    """The text of a game; `positions` has pairs of a name and its fields in their order."""
    quoted = lambda text: json.dumps(text, ensure_ascii=False)
    draw = lambda to, weight: f'{{ "to": {quoted(to)}, "weight": "{weight}" }}'

    def field(name, found):
        if name == "chance":
            return f'"chance": [{", ".join(draw(*pair) for pair in found)}]'
        return f'"{name}": ' + (f"[{', '.join(map(quoted, found))}]" if isinstance(found, list) else quoted(str(found)))

    # Who has no option has no list.
    rows = (", ".join([f'"name": {quoted(name)}', *(field(*pair) for pair in fields if pair[1] != [])]) for name, fields in positions)
    return f'{{\n  "bidding-game": 2,\n  "title": {quoted(title)},\n  "positions": [\n' + ",\n".join(f"    {{ {row} }}" for row in rows) + "\n  ]\n}\n"


def path(nodes):
    ends = {0: 0, nodes - 1: 1}
    kind = lambda node: [("value", ends[node])] if node in ends else [("left", [str(node + 1)]), ("right", [str(node - 1)])]
    return written(f"Tug-of-war on a path of {nodes} nodes", [(str(node), kind(node)) for node in range(nodes)])


def tic_tac_toe(draw):
    name = lambda board: "/".join((board[:3], board[3:6], board[6:]))
    boards = ["." * 9]
    seen, positions = set(boards), []
    for board in boards:
        won = [mark for mark in "XO" if any(all(board[cell] == mark for cell in line) for line in LINES)]
        if won or "." not in board:
            positions.append((name(board), [("value", draw if not won else int(won == ["X"]))]))
            continue
        options = {mark: [board[:cell] + mark + board[cell + 1 :] for cell in range(9) if board[cell] == "."] for mark in "XO"}
        new = [option for option in options["X"] + options["O"] if option not in seen]
        boards += new
        seen |= set(new)
        positions.append((name(board), [(side, list(map(name, options[mark]))) for side, mark in (("left", "X"), ("right", "O"))]))
    return written(f"Bidding tic-tac-toe, a draw is worth {draw}", positions)


def numbers(seed):
    """Numbers below a bound, by SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014)."""
    state, most = seed, 2**64 - 1

    def below(end):
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & most
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & most
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & most
        return ((mixed ^ (mixed >> 31)) * end) >> 64

    return below


def random(kind, positions, options=4, seed=1):
    below = numbers(seed)
    count = open_ = positions - min(max(positions // 10, 2), positions)
    drawn = lambda many: [below(positions) for _ in range(many)]
    # Terminal positions: both 0 and 1 occur.
    if kind == "any":
        rows = [[("left", drawn(options)), ("right", drawn(options))] for _ in range(count)]
        rows += [[("value", int(place == open_ if place < open_ + 2 else below(2) == 1))] for place in range(open_, positions)]
        title = f"Random, seed {seed}: {positions} positions, {options} options a side"
    else:
        rows, title = {"acyclic": acyclic, "two-options": two_options, "undirected": undirected, "turns": turns}[kind](below, drawn, open_, positions, options)
        title = title.format(seed=seed)
        quarters = [{0: 4, 1: 0}[place - open_] if place < open_ + 2 else below(5) for place in range(open_, positions)]
        rows += [[("value", Fraction(number, 4))] for number in quarters]
    named = lambda fields: [(name, [f"p{to}" for to in found] if name in ("left", "right") else found) for name, found in fields]
    return written(title, [(f"p{place}", named(fields)) for place, fields in enumerate(rows)])


def acyclic(below, _, open_, positions, options):
    def side(place, least):
        found = [place + 1 + below(positions - place - 1) for _ in range(least + below(options + 1 - least))]
        return found + [place] * (below(8) == 0)

    rows = []
    for place in range(open_):
        left = side(place, 0)
        rows.append([("left", left), ("right", side(place, int(not left)))])
    return rows, f"Random and acyclic, seed {{seed}}: {positions} positions, up to {options} options a side"


def two_options(below, drawn, open_, positions, _):
    rows = []
    for _ in range(open_):
        if below(2) == 0:
            rows.append([("left", both := drawn(2)), ("right", both)])
        else:
            counts = [1 + number % 2 for number in drawn(2)]
            rows.append([("left", drawn(counts[0])), ("right", drawn(counts[1]))])
    return rows, f"Random, seed {{seed}}: {positions} positions, at most 2 options a side"


def undirected(below, _, open_, positions, edges):
    after = [[] for _ in range(positions)]
    for edge in range(open_ * edges):
        start, to = edge % open_, below(positions)
        # Every position begins one; of the others every other one is left out.
        if edge >= open_ and below(2) == 0:
            continue
        after[start].append(to)
        if to < open_ and to != start:
            after[to].append(start)
    return [[("left", both), ("right", both)] for both in after[:open_]], f"Random and undirected, seed {{seed}}: {positions} positions, {edges} edges each"


def turns(below, drawn, open_, positions, options):
    def side(least):
        least = max(least, int(below(8) > 0))
        return drawn(least + below(options + 1 - least))

    rows = []
    for _ in range(open_):
        sort = below(4)
        if sort == 0:
            left = side(0)
            rows.append([("left", left), ("right", side(int(not left)))])
        elif sort < 3:
            player = ("left", "right")[sort - 1]
            rows.append([("turn", player), (player, side(0))])
        else:
            rest = denominator = 2 + below(11)
            draws = []
            while rest > 0:
                weight = rest if len(draws) > options else 1 + below(rest if draws else rest - 1)
                rest -= weight
                draws.append((f"p{below(positions)}", Fraction(weight, denominator)))
            rows.append([("chance", draws)])
    return rows, f"Random with turns and chance, seed {{seed}}: {positions} positions, up to {options} options"


try:
    match sys.argv[1:]:
        case ["path", nodes] if int(nodes) >= 2:
            text = path(int(nodes))
        case ["tic-tac-toe", draw] if 0 <= Fraction(draw) <= 1:
            text = tic_tac_toe(Fraction(draw))
        case ["random", kind, positions, *more] if int(positions) >= 2 and kind in ("any", "acyclic", "two-options", "undirected", "turns") and len(more) <= 2:
            text = random(kind, int(positions), *map(int, more))
        case _:
            sys.exit(__doc__)
except (ValueError, ZeroDivisionError) as error:
    sys.exit(f"{error}\n{__doc__}")
sys.stdout.write(text)
