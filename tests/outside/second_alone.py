#!/usr/bin/env python3
"""Tests of the second checker that need no other program. It runs in seconds, alone or from second.py:

    second_alone.py [--seed S] [--games N]

1. Places: their numbers on small boards, with a list of all placements that is made and sorted in the plainest way.
2. Games: drawn by lot, with a few positions. Their values are found by trying all strategies, for play without end that is lost for either player
   (alpha, beta) or worth d. What is written from them must be verified; and with one number another, the verdict, the condition and the position
   must be those of the plain reading of the chapters that stands here.
3. Endgames and lists on tiny boards, in the same way, with imports.
4. Heads: one field after the other is wrong. And the example of the chapter on chips.

All certificates are written here, from the chapter "The format", and nothing of the second checker is used for that.
"""

import argparse
import json
import random
import sys
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import permutations, product
from math import floor, inf, lcm
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "second"))
sys.dont_write_bytecode = True
import checker as second

# --- Bytes ---------------------------------------------------------------------------------------------------------------------------


def number(value):
    return bytes([value]) if value < 128 else bytes([128 + value % 128]) + number(value // 128)


def listed(items):
    return number(len(items)) + b"".join(items)


def column(values):
    width = max(((value.bit_length() + 7) // 8 for value in values), default=0)
    return bytes([width]) + b"".join(bytes(value >> 8 * plane & 255 for value in values) for plane in range(width))


def natural(value):
    return value.to_bytes((value.bit_length() + 7) // 8, "little")


class File:
    """The fields of a certificate, which a test may change before they are written."""

    def __init__(self, statement, body, never, bits, form, imports=(), values=(), slices=()):
        self.statement, self.body, self.bits, self.form, self.imports, self.slices = statement, body, bits, form, sorted(imports), list(slices)
        self.never = b"\0" if never is None else b"\1" + number(never.numerator) + number(never.denominator)
        one = lcm(*(value.denominator for value in values)) if values else 0
        self.denominator = natural(one)
        self.numerators = b"".join((value.numerator * (one // value.denominator)).to_bytes(len(self.denominator), "little") for value in values)
        self.digests, self.lengths, self.end = None, None, b""

    def head(self):
        digests = self.digests or [sha256(part).digest() for part in self.slices]
        lengths = self.lengths or list(map(len, self.slices))
        parts = bytes([self.statement]), listed_bytes(self.body), self.never, bytes([self.bits, self.form]), listed(self.imports)
        values = listed_bytes(self.denominator), listed_bytes(self.numerators)
        return b"".join(parts + values) + listed([number(length) + digest for length, digest in zip(lengths, digests)]) + self.end

    def write(self):
        return seal(self.head(), b"".join(self.slices))


def listed_bytes(data):
    return number(len(data)) + data


def seal(head, rest):
    front = b"bidcert\n\3\0" + len(head).to_bytes(4, "little") + head
    return front + sha256(front).digest() + rest


# --- What the chapters ask, read plainly ---------------------------------------------------------------------------------------------

# A node is a turn ("bid", "left", "right" or "chance") and two lists of options. An option is a number of a node, or a border (l, u, l', u', T, T').
# An option of chance is a pair: an option, and its weight. The moves of an endgame have numbers, in two more lists.


class Row:
    """What is stated at a place. `gap` and `labelled` say whether its gap and its labels are listed."""

    def __init__(self, l, u, low, high, T=0, S=0, moves=(0, 0)):
        self.l, self.u, self.low, self.high, self.T, self.S, self.moves, self.gap = l, u, low, high, T, S, moves, False

    def copy(self):
        new = Row(self.l, self.u, self.low, self.high, self.T, self.S, self.moves)
        new.gap = self.gap
        return new


def mean(turn, left, right, weights, value):
    """F(P) for a function `value` of the options."""
    if turn == "chance":
        return sum(weight * value(option) for option, weight in zip(left, weights))
    best, worst = max(map(value, left)), min(map(value, right))
    return {"bid": Fraction(best + worst) / 2, "left": best, "right": worst}[turn]


def judge(nodes, rows, form, d):
    """The first condition that fails, and its place; or None. `rows` are in the order of the places."""
    at = lambda option: rows[option] if isinstance(option, int) else option
    for p, (turn, left, right, *rest) in enumerate(nodes):
        row, weights = rows[p], rest[0] if turn == "chance" else ()
        if any(option is None for option in [*left, *right]):
            return "imports", p
        left, right = list(map(at, left)), list(map(at, right))
        F = lambda value: mean(turn, left, right, weights, value)
        holds = d is None and (form in (0, 1) or (form == 2 and row.gap))
        moving = {"bid": (left, right), "left": (left, ()), "right": ((), right), "chance": (left, left)}[turn]
        if (holds or form == 3) and not row.u >= F(lambda o: o.u):
            return "white-holds", p
        if form in (0, 1, 2, 5):
            l = lambda o: o.l
            if row.l > F(l):
                return "white-forces", p
            quiet = row.l == F(l) and all(l(o) <= row.l for o in moving[0]) and all(l(o) >= row.l for o in moving[1])
            if row.l > (d or 0) and quiet:
                if turn == "chance":
                    evidence = any(o.T < row.T for o in left)
                else:
                    greedy = [o for o in moving[0] if l(o) == max(map(l, moving[0]))]
                    others = [o for o in moving[1] if l(o) == row.l]
                    evidence = any(o.T < row.T for o in greedy) or (moving[1] and all(o.T < row.T for o in others))
                if not evidence:
                    return "white-forces", p
        if (holds or form == 4) and not row.low <= F(lambda o: o.low):
            return "black-holds", p
        if form in (0, 1, 2, 6):
            h = lambda o: o.high
            if row.high < F(h):
                return "black-forces", p
            quiet = row.high == F(h) and all(h(o) <= row.high for o in moving[0]) and all(h(o) >= row.high for o in moving[1])
            if row.high < (1 if d is None else d) and quiet:
                if turn == "chance":
                    evidence = any(o.S < row.S for o in left)
                else:
                    greedy = [o for o in moving[1] if h(o) == min(map(h, moving[1]))]
                    others = [o for o in moving[0] if h(o) == row.high]
                    evidence = any(o.S < row.S for o in greedy) or (moving[0] and all(o.S < row.S for o in others))
                if not evidence:
                    return "black-forces", p
        if form < 2:
            if row.T != white_label(turn, left, right, row.l, d):
                return "white-label", p
            if len(rest) > 1 and row.moves[0] != greedy_move(left, rest[0], lambda o: (-o.l, o.T)):
                return "white-greedy", p
            if row.S != black_label(turn, left, right, row.high, d):
                return "black-label", p
            if len(rest) > 1 and row.moves[1] != greedy_move(right, rest[1], lambda o: (o.high, o.S)):
                return "black-greedy", p
    return None


def greedy_move(options, numbers, key):
    return min(zip(map(key, options), numbers))[1]


def white_label(turn, left, right, x, d):
    if d is None and turn != "bid" and x == 0:
        return 0
    if d is not None and x <= d:
        return 0
    if turn == "chance":
        return 1 + min(o.T for o in left)
    best = max((o.l for o in left), default=0)
    mine = min((o.T for o in left if o.l == best), default=inf) if turn != "right" else inf
    return 1 + min(mine, max((o.T for o in right), default=inf) if turn != "left" else inf)


def black_label(turn, left, right, x, d):
    if d is None and turn != "bid" and x == 1:
        return 0
    if d is not None and x >= d:
        return 0
    if turn == "chance":
        return 1 + min(o.S for o in left)
    best = min((o.high for o in right), default=1)
    mine = min((o.S for o in right if o.high == best), default=inf) if turn != "left" else inf
    return 1 + min(mine, max((o.S for o in left), default=inf) if turn != "right" else inf)


def label(nodes, rows, d):
    """Gives the rows the labels of the equation: the least ones, by going down from infinity."""
    for row in rows:
        row.T = row.S = inf
    at = lambda option: rows[option] if isinstance(option, int) else option
    changed = True
    while changed:
        changed = False
        for row, (turn, left, right, *_) in zip(rows, nodes):
            left, right = list(map(at, left)), list(map(at, right))
            new = white_label(turn, left, right, row.l, d), black_label(turn, left, right, row.high, d)
            changed |= new != (row.T, row.S)
            row.T, row.S = new


def exact(x, y):
    return [Row(a, a, b, b) for a, b in zip(x, y)]


def enclosure(nodes, d, bits):
    """Bounds in units without labels: raised from 0, and lowered from 1."""
    one, d = 1 << bits, (0, 1) if d is None else (d, d)
    rows = [Row(0, 0, one, one) for _ in nodes]
    at = lambda option: rows[option] if isinstance(option, int) else option
    changed = True
    while changed:
        changed = False
        for row, (turn, left, right, *rest) in zip(rows, nodes):
            left, right = list(map(at, left)), list(map(at, right))
            moving = left if turn in ("left", "chance") else right if turn == "right" else left + right
            low, high = (mean(turn, left, right, rest[0] if turn == "chance" else (), value) for value in (lambda o: o.l, lambda o: o.high))
            best = {"bid": lambda v: max(map(v, left)) == min(map(v, right)), "chance": lambda v: len(set(map(v, moving))) == 1}.get(turn, lambda v: True)
            low -= best(lambda o: o.l) and low > d[0] * one
            high += best(lambda o: o.high) and high < d[1] * one
            new = max(row.l, floor(low)), min(row.high, -floor(-high))
            changed |= new != (row.l, row.high)
            row.l, row.high = new
    # u is raised to a solution, l' lowered.
    for row in rows:
        row.u, row.low = 0, one
    changed = True
    while changed:
        changed = False
        for row, (turn, left, right, *rest) in zip(rows, nodes):
            left, right = list(map(at, left)), list(map(at, right))
            up, down = (mean(turn, left, right, rest[0] if turn == "chance" else (), value) for value in (lambda o: o.u, lambda o: o.low))
            new = max(row.u, -floor(-up)), min(row.low, floor(down))
            changed |= new != (row.u, row.low)
            row.u, row.low = new
    for row in rows:
        row.gap = d == (0, 1) and row.l <= row.u < row.low <= row.high
        if not row.gap:
            row.u, row.low = row.high, row.l
    while d == (0, 1) and (fault := judge(nodes, rows, 2, None)) and fault[0].endswith("holds"):
        row = rows[fault[1]]
        row.gap, row.u, row.low = False, row.high, row.l
    return rows


def write(statement, body, nodes, rows, form, d, bits, imports=(), moves=False, slices=None):
    """A certificate of what the rows state, in the slices of so many places."""
    bounds = {3: "u", 4: "low", 5: "l", 6: "high"}.get(form)
    stated = {getattr(row, bounds) for row in rows} if bounds else {row.l for row in rows} | {row.high for row in rows}
    values = sorted(stated) if bits == 0 else []
    index, spell = {value: i for i, value in enumerate(values)}, lambda T, turn: 0 if T == inf else T
    parts, rest = [], list(zip(rows, nodes))
    for n in slices or [len(rows)]:
        (these, rest), columns = (rest[:n], rest[n:]), []
        rows_here = [row for row, _ in these]
        labels = [[spell(row.T, node[0]) for row, node in these], [spell(row.S, node[0]) for row, node in these]]
        if form == 2:
            gaps, marked = [row for row in rows_here if row.gap], [row for row in rows_here if row.T or row.S]
            columns = [[row.l for row in rows_here], [(row.u if row.gap else row.high) - row.l for row in rows_here], flags([row.gap for row in rows_here])]
            columns += [[row.low - row.u for row in gaps], [row.high - row.low for row in gaps], flags([row.T or row.S for row in rows_here])]
            columns += [[row.T for row in marked], [row.S for row in marked]]
        elif bounds:
            numbers = [getattr(row, bounds) for row in rows_here]
            columns = [numbers if bits else [index[x] for x in numbers]] + labels[form - 5 : form - 4] * (form > 4)
        else:
            columns = [[index[row.l] for row in rows_here]] + ([[index[row.high] for row in rows_here]] if form == 1 else [])
            columns += [[row.moves[side] for row in rows_here] for side in (0, 1)] if moves else []
            columns += labels
        parts.append(b"".join(map(column, columns)))
    return File(statement, body, d, bits, form, imports, values, parts if rows else ())


def flags(truth):
    return [sum(1 << i for i, flag in enumerate(truth[start : start + 8]) if flag) for start in range(0, len(truth), 8)]


def verdict(data, find={}.get, game=None):
    """The condition and the position that the second checker tells, None if it verifies, or "declined"."""
    try:
        second.Verifier(find, None if game is None else lambda: game).verify(data)
        return None
    except second.Rejected as error:
        return (error.condition, error.position) if error.position is not None else error.condition
    except second.Declined:
        return "declined"


class Tally:
    def __init__(self):
        self.wrong, self.seen = 0, Counter()

    def compare(self, what, found, required):
        self.seen[required[0] if isinstance(required, tuple) else required if isinstance(required, str) else "verified"] += 1
        if found != required:
            self.wrong += 1
            print(f"{what}: found {found}, required {required}")

    def tell(self, what, *needed):
        """Each condition that a test is about must have been seen."""
        missing = [condition for condition in needed if not self.seen[condition]]
        self.wrong += len(missing)
        print(f"{what}: {sum(self.seen.values())}, {self.wrong} wrong: {', '.join(f'{name} {n}' for name, n in sorted(self.seen.items()))}", *missing)
        return self.wrong


# --- 1. Places -----------------------------------------------------------------------------------------------------------------------

NAMES = "KkQRBNPqrbnp"


def plain_places(files, ranks, rule, men, anchors):
    """All places in order, and for each placement that is none the place that stands for it. A place: the squares in the order of the men, and the passed one."""
    squares, pawn = range(files * ranks), {6, 11}
    inside = lambda man, square: man not in pawn or 0 < square // files < ranks - 1
    placed = []
    for squares_of in permutations(squares, len(men)):
        equal = all(a < b for a, b, m, n in zip(squares_of, squares_of[1:], men, men[1:]) if m == n)
        if equal and all(map(inside, men, squares_of)):
            placed.append((squares_of, None))
    placed += [(list_, passed) for list_, _ in placed for passed in plain_rights(files, ranks, rule, men, list_)]
    steps = [lambda i, j: (i, j), lambda i, j: (files - 1 - i, j), lambda i, j: (i, ranks - 1 - j), lambda i, j: (files - 1 - i, ranks - 1 - j)]
    steps += [lambda i, j, step=step: step(i, j)[::-1] for step in steps] if files == ranks else []
    steps = steps[:2] if pawn & {*men} else steps
    def carry(step, place):
        go = lambda s: (lambda i, j: j * files + i)(*step(s % files, s // files))
        new = sorted((man, go(square)) for man, square in zip(men, place[0]))
        return tuple(square for _, square in new), None if place[1] is None else go(place[1])
    blocks = sorted({place[0][:anchors] for place in placed} - {place[0][:anchors] for place in placed for step in steps if carry(step, place)[0][:anchors] < place[0][:anchors]})
    places = []
    for block in blocks:
        here = [place for place in placed if place[0][:anchors] == block]
        places += sorted((place for place in here if place[1] is None), key=lambda place: plain_key(files, ranks, men, anchors, place[0]))
        places += sorted((place for place in here if place[1] is not None), key=lambda place: (plain_key(files, ranks, men, anchors, place[0]), place[1]))
    where = {place: n for n, place in enumerate(places)}
    found = {place: next(where[carry(step, place)] for step in steps if carry(step, place)[0][:anchors] in set(blocks)) for place in placed}
    first = [min(where[carry(step, place)] for step in steps if carry(step, place) in where) == n for n, place in enumerate(places)]
    return places, found, first


def plain_key(files, ranks, men, anchors, squares):
    """What the order of the numbers is: kind by kind, and of equal men the greatest square decides first."""
    kinds = sorted({*men[anchors:]}, key=lambda man: (man not in (6, 11), man))
    return [sorted((square for man, square in zip(men, squares) if man == kind), reverse=True) for kind in kinds]


def plain_rights(files, ranks, rule, men, squares):
    at, found = dict(zip(squares, men)), []
    for square, man in at.items() if rule == 2 else ():
        file, rank = square % files, square // files
        if (man, rank) not in ((6, 3), (11, ranks - 4)):
            continue
        other, back = (11, -files) if man == 6 else (6, files)
        beside = [square + side for side in (-1, 1) if 0 <= file + side < files]
        if square + back not in at and square + 2 * back not in at and any(at.get(s) == other for s in beside):
            found.append(square + back)
    return sorted(found)


def places(tally):
    boards = [(2, 2, 0), (3, 2, 0), (3, 3, 0), (3, 4, 0), (2, 4, 0)]
    endgames = "Kk", "KNk", "KNNk", "KBkn", "KRRk", "QQvn", "QRv", "NNvk", "QQQv", "KKv", "Kvk", "NNNv"
    rows = [(board, text) for board in boards for text in endgames if board[0] * board[1] < 10 or len(text) < 5]
    rows += [((3, 4, rule), text) for rule in (1, 2) for text in ("KPk", "KPkp", "Pvp", "PPvp")] + [((2, 5, 2), "KPkp"), ((3, 3, 1), "KPPk"), ((2, 6, 2), "KPkp")]
    rows += [((3, 5, 2), "PPvp"), ((2, 5, 2), "PPvpp"), ((4, 4, 2), "Pvp")]
    for (files, ranks, rule), text in rows:
        men = tuple(sorted(NAMES.index(man) for man in text.replace("v", "")))
        first = men.count(men[0])
        anchors = first if first > 1 else 1 + men.count(men[1])
        required = plain_places(files, ranks, rule, men, anchors)
        found = second.Places((files, ranks, rule), men, anchors)
        as_place = lambda place: tuple(sorted(256 * m + s for m, s in zip(men, place[0]))) + (() if place[1] is None else (second.RIGHT + place[1],))
        same = found.list == [as_place(place) for place in required[0]]
        same = same and all(found.number(as_place(place)) == n for place, n in required[1].items()) and found.first == required[2]
        tally.compare(f"places of {files}x{ranks} {text}, rule {rule}", None if same else "another order", None)
    # The example of the chapter.
    numbers = second.Places((3, 3, 0), (0, 1, 5, 5, 9), 2)
    begin = numbers.list.index(next(place for place in numbers.list if place[:2] == (0, 256 + 4)))
    tally.compare("the example", numbers.number((0, 256 + 4, 5 * 256 + 3, 5 * 256 + 7, 9 * 256 + 5)) - begin, 62)


# --- 2. Games ------------------------------------------------------------------------------------------------------------------------


def draw_game(dice):
    """A game: names, nodes whose options are numbers or terminal values, and the bytes of its file."""
    n, ends = dice.randrange(1, 4), [Fraction(0), Fraction(1)] + [dice.choice([Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(0)])]
    option = lambda: dice.choice([*range(n), *range(n), *ends])
    nodes = []
    for p in range(n):
        turn = dice.choice(("bid", "bid", "bid", "left", "right", "chance"))
        options = lambda: [option() for _ in range(dice.randrange(1, 3))]
        left, right = options(), options()
        if turn == "chance":
            weights = [Fraction(1)] if len(left) == 1 else [Fraction(1, 3), Fraction(2, 3)]
            nodes.append((turn, left, left, weights))
        else:
            nodes.append((turn, left if turn != "right" else [p], right if turn != "left" else [p]))
    return nodes


def game_file(nodes):
    end = lambda value: f"end {value}"
    name = lambda option: f"p{option}" if isinstance(option, int) else end(option)
    rows = []
    for p, (turn, left, right, *weights) in enumerate(nodes):
        row = {"name": f"p{p}"}
        if turn == "chance":
            row["chance"] = [{"to": name(option), "weight": str(weight)} for option, weight in zip(left, weights[0])]
        else:
            row |= {} if turn == "bid" else {"turn": turn}
            row |= {"left": list(map(name, left))} if turn != "right" else {}
            row |= {"right": list(map(name, right))} if turn != "left" else {}
        rows.append(row)
    ends = {option for _, left, right, *_ in nodes for option in left + right if not isinstance(option, int)} or {Fraction(1)}
    rows += [{"name": end(value), "value": str(value)} for value in sorted(ends)]
    return json.dumps({"bidding-game": 2, "positions": rows}).encode()


def chain(steps, d):
    """What a play without choices is worth: at each position pairs of an option and its chance; a play without end is worth d."""
    n, ends = len(steps), {p for p, step in enumerate(steps) if any(not isinstance(option, int) for option, _ in step)}
    while more := {p for p, step in enumerate(steps) if p not in ends and any(option in ends for option, _ in step if isinstance(option, int))}:
        ends |= more
    # x(p) - sum of chances * x(option) = known part
    rows = []
    for p, step in enumerate(steps):
        row = [Fraction(int(p == q)) for q in range(n)] + [Fraction(0)]
        if p not in ends:
            row[n] = Fraction(d)
        for option, chance in step if p in ends else ():
            if isinstance(option, int):
                row[option] -= chance
            else:
                row[n] += chance * option
        rows.append(row)
    for p in range(n):
        pivot = next(i for i in range(p, n) if rows[i][p])
        rows[p], rows[pivot] = rows[pivot], rows[p]
        rows[p] = [value / rows[p][p] for value in rows[p]]
        for i in range(n):
            if i != p and rows[i][p]:
                rows[i] = [a - rows[i][p] * b for a, b in zip(rows[i], rows[p])]
    return [row[n] for row in rows]


def brute_force(nodes, d):
    """The values, by all strategies of both players: for each of White's the worst, position by position, and of these the best."""
    half, found = Fraction(1, 2), None
    for white in product(*(node[1] if node[0] in ("bid", "left") else [None] for node in nodes)):
        worst = None
        for black in product(*(node[2] if node[0] in ("bid", "right") else [None] for node in nodes)):
            steps = []
            for node, w, b in zip(nodes, white, black):
                steps.append({"bid": [(w, half), (b, half)], "left": [(w, 1)], "right": [(b, 1)]}.get(node[0]) or list(zip(node[1], node[3])))
            value = chain(steps, d)
            worst = value if worst is None else list(map(min, worst, value))
        found = worst if found is None else list(map(max, found, worst))
    return found


def border(value, bits):
    value *= 1 << bits
    low, high = (floor(value), -floor(-value)) if bits else (value, value)
    return Row(low, high, low, high)


def with_borders(nodes, bits):
    lift = lambda options: [option if isinstance(option, int) else border(option, bits) for option in options]
    return [(node[0], lift(node[1]), lift(node[2]), *node[3:]) for node in nodes]


def another(rows, form, dice, one):
    """The rows with one number another."""
    rows = [row.copy() for row in rows]
    row, field = dice.choice(rows), dice.choice(("number", "number", "other", "T", "S"))
    values = [r.l for r in rows] + [r.high for r in rows]
    if field in ("T", "S"):
        old = getattr(row, field)
        infinite = (inf,) if form < 2 else ()
        setattr(row, field, dice.choice([0 if old == inf else old + 1, 1 if old == inf else max(old - 1, 0), 0, 1, 2, *infinite]))
    elif form == 2:
        name = dice.choice(("l", "u", "low", "high"))
        setattr(row, name, getattr(row, name) + dice.choice((-1, 1, 2, -2)))
        if not row.gap:
            row.u, row.low = row.high, row.l
    else:
        value = dice.choice(sorted({*values, Fraction(0), Fraction(1), Fraction(1, 2), (row.l + 1) / 2, row.l / 2}))
        row.l, row.u = (value, value) if field == "number" or form == 0 else (row.l, row.u)
        row.low, row.high = (value, value) if field == "other" or form == 0 else (row.low, row.high)
    return rows


def possible(rows, one):
    """Whether rows of form 2 can be written at all."""
    return all(0 <= row.l <= row.high <= one and (not row.gap or row.l <= row.u <= row.low <= row.high) for row in rows)


def expected(nodes, rows, form, d):
    """What must be said of rows of a game: `canonical` where they cannot be read as they were meant."""
    if form == 1 and all(row.l == row.high for row in rows):
        return "canonical"
    if form == 2 and any(row.gap and row.low <= row.u for row in rows):
        return "canonical"
    rows = [row.copy() for row in rows]
    for row, node in zip(rows, nodes):
        for field in "TS" if form != 2 else "":
            if form > 2:
                setattr(row, field, 0 if getattr(row, field) == inf else getattr(row, field))
            elif getattr(row, field) in (0, inf):
                # 0 spells infinity where it is bid for, and only there can infinity be spelled.
                setattr(row, field, inf if d is None and node[0] == "bid" else 0)
    return judge(nodes, rows, form, d)


def games(tally, how_many, dice):
    for turn in range(how_many):
        nodes = draw_game(dice)
        game = game_file(nodes)
        body, exacts = sha256(game).digest(), with_borders(nodes, 0)
        for d in (None, Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1)):
            x, y = (brute_force(nodes, end) for end in ((0, 1) if d is None else (d, d)))
            cases = [(exact(x, y), 0 if x == y else 1, 0)]
            label(exacts, cases[0][0], d)
            if all(value.denominator in (1, 2, 4, 8) for value in x + y) and all(o.denominator < 3 for _, a, b, *_ in nodes for o in a + b if not isinstance(o, int)):
                # Exact numbers as units, with labels.
                sharp = [Row(*(int(v * 16) for v in (r.l, r.u, r.low, r.high)), *(0 if t == inf else t for t in (r.T, r.S))) for r in cases[0][0]]
                for row in sharp:
                    row.gap = row.u < row.low
                    row.u, row.low = (row.u, row.low) if row.gap else (row.high, row.l)
                cases.append((sharp, 2, 4))
            cases.append((enclosure(with_borders(nodes, 6), None if d is None else d, 6), 2, 6))
            for rows, form, bits in cases:
                units, at = with_borders(nodes, bits), None if d is None else d * (1 << bits) if bits else d
                plain = lambda rows: expected_in_units(units, rows, form, d, bits)
                required = plain(rows)
                if required is not None:
                    tally.wrong += 1
                    print(f"game {turn}, d = {d}, form {form}: what was written is not right by the plain reading: {required} {nodes}")
                tally.compare(f"game {turn}, d = {d}, form {form}", verdict(write(1, body, nodes, rows, form, d, bits).write(), game=game), None)
                for _ in range(6):
                    new = another(rows, form, dice, 1 << bits)
                    if form == 2 and not possible(new, 1 << bits):
                        continue
                    tally.compare(f"game {turn}, d = {d}, form {form}, a number another", verdict(write(1, body, nodes, new, form, d, bits).write(), game=game), plain(new))


def expected_in_units(nodes, rows, form, d, bits):
    """`judge` compares with 1 and d as fractions: units are made fractions."""
    scale = Fraction(1, 1 << bits)
    small = lambda row: scaled(row, scale)
    lift = lambda options: [option if isinstance(option, int) or option is None else small(option) for option in options]
    return expected([(node[0], lift(node[1]), lift(node[2]), *node[3:]) for node in nodes], [small(row) for row in rows], form, d)


def scaled(row, scale):
    new = Row(row.l * scale, row.u * scale, row.low * scale, row.high * scale, row.T, row.S, row.moves)
    new.gap = row.gap
    return new


# --- 3. Endgames and lists -----------------------------------------------------------------------------------------------------------


def plain_moves(board, men, squares, passed, white):
    """The moves of a colour: pairs of the number and the new men, squares and passed square, or None where a king is captured."""
    (files, ranks, rule), at, found = board, dict(zip(squares, men)), []
    colour = lambda man: NAMES[man].isupper()
    inside = lambda i, j: 0 <= i < files and 0 <= j < ranks
    slides = {"R": [(0, 1), (1, 0), (0, -1), (-1, 0)], "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
    slides["Q"] = slides["K"] = slides["R"] + slides["B"]
    slides["N"] = [(i, j) for i in (-2, -1, 1, 2) for j in (-2, -1, 1, 2) if abs(i) + abs(j) == 3]
    for square, man in at.items():
        if colour(man) != white:
            continue
        i, j, kind, reached = square % files, square // files, NAMES[man].upper(), []
        if kind == "P":
            step = 1 if white else -1
            if inside(i, j + step) and square + step * files not in at:
                reached.append((square + step * files, None))
                if rule == 2 and j == (1 if white else ranks - 2) and square + 2 * step * files not in at:
                    reached.append((square + 2 * step * files, None))
            for side in (-1, 1):
                to = square + step * files + side
                if inside(i + side, j + step) and to in at and colour(at[to]) != white:
                    reached.append((to, to))
                if inside(i + side, j + step) and to == passed and at.get(square + side) == (11 if white else 6):
                    reached.append((to, square + side))
        else:
            for a, b in slides[kind]:
                for n in range(1, 2 if kind in "KN" else 16):
                    to = (j + n * b) * files + i + n * a
                    if not inside(i + n * a, j + n * b) or (to in at and colour(at[to]) == white):
                        break
                    reached.append((to, to if to in at else None))
                    if to in at:
                        break
        for to, gone in reached:
            last = kind == "P" and to // files == (ranks - 1 if white else 0)
            for promotion in (1, 2, 3, 4) if last else (0,):
                rest = {s: m for s, m in at.items() if s not in (square, gone)} | {to: man - 5 + promotion if promotion else man}
                pairs = sorted((m, s) for s, m in rest.items())
                new = tuple(m for m, _ in pairs), tuple(s for _, s in pairs)
                middle = (square + to) // 2
                right = middle if kind == "P" and abs(to - square) == 2 * files and middle in plain_rights(*board, *new) else None
                found.append((65536 * promotion + 256 * square + to, None if gone in at and at[gone] < 2 else (*new, right)))
    return found or [(0, (men, squares, None))]


def plain_used(men):
    """Whether the colours of these men are used."""
    order = lambda white: sorted(m % 7 if m > 6 else m for m in men if NAMES[m].isupper() == white and m > 1)
    mine, theirs = [m - 1 for m in men if 1 < m < 7], [m - 6 for m in men if m > 6]
    return (-len(mine), mine) <= (-len(theirs), theirs)


def exchanged(board, men, squares, passed):
    files, ranks, _ = board
    turn = lambda s: (ranks - 1 - s // files) * files + s % files
    pairs = sorted((NAMES.index(NAMES[m].swapcase()), turn(s)) for m, s in zip(men, squares))
    return tuple(m for m, _ in pairs), tuple(s for _, s in pairs), None if passed is None else turn(passed)


def backwards(row):
    return Row(1 - row.high, 1 - row.low, 1 - row.u, 1 - row.l, row.S, row.T)


class Endgame:
    """An endgame, or a list of places; `imports` are solved endgames."""

    def __init__(self, board, text, imports=(), members=None):
        self.board, self.men, self.text = board, tuple(sorted(map(NAMES.index, text))), text
        self.imports, self.members, self.data, self.known = {e.men: e for e in imports}, members, None, (None, None)
        if members is None:
            self.places, self.found, self.first = plain_places(*board, self.men, 2)
            self.all = [(self.men, *place) for place in self.places]
            self.body, self.statement = bytes([*board, len(self.men), *self.men]), 0
        else:
            self.all, self.statement = members, 2
            pieces = lambda men, squares: listed([bytes(pair) for pair in zip(men, squares)])
            self.body = bytes(board) + number(0) + listed([pieces(men, squares) + number(0 if right is None else right + 1) for men, squares, right in members])

    def row_of(self, place, form, d, bits):
        """The entry of a place, as a fraction, or its number."""
        men, squares, passed = place
        if self.members is not None and place in self.all:
            return self.all.index(place)
        if self.members is None and men == self.men:
            return self.found[squares, passed]
        turned = not plain_used(men)
        there = exchanged(self.board, *place) if turned else place
        if there[0] not in self.imports:
            return Row(Fraction(0), Fraction(1), Fraction(0), Fraction(1)) if self.members is not None else None
        other = self.imports[there[0]]
        row = other.rows[other.found[there[1:]]].copy()
        if form > 1 or d is not None:
            row.T = row.S = 0
        row = backwards(row) if turned else row
        if bits:
            one = 1 << bits
            row.l, row.low = (Fraction(floor(x * one), one) for x in (row.l, row.low))
            row.u, row.high = (Fraction(-floor(-x * one), one) for x in (row.u, row.high))
        return row

    def nodes(self, form, d, bits):
        if self.known[0] != (form, d, bits):
            self.known = (form, d, bits), self.make_nodes(form, d, bits)
        return self.known[1]

    def make_nodes(self, form, d, bits):
        made = []
        for place in self.all:
            lists = []
            for white in (True, False):
                found = plain_moves(self.board, *place, white)
                won = Row(*[Fraction(int(white))] * 4)
                lists.append([(n, won if new is None else self.row_of(new, form, d, bits)) for n, new in found])
            made.append(("bid", *[[o for _, o in side] for side in lists], *[[n for n, _ in side] for side in lists]))
        return made

    def solve(self, form, d, bits):
        """Sets `rows`, in fractions."""
        nodes, one = self.nodes(form, d, bits), 1 << bits
        if form == 0:
            at = lambda option: x[option] if isinstance(option, int) else option.l
            # Numbers of places, and behind them the values of the border.
            floats, sides = [0.0] * len(nodes), []
            for node in nodes:
                known = [o for o in node[1] + node[2] if not isinstance(o, int)]
                sides.append([[o if isinstance(o, int) else len(floats) + known.index(o) for o in side] for side in node[1:3]])
                floats += [float(o.l) for o in known]
            changed = True
            while changed:
                old = floats[: len(nodes)]
                for p, (left, right) in enumerate(sides):
                    floats[p] = (max(floats[o] for o in left) + min(floats[o] for o in right)) / 2
                changed = max(abs(a - b) for a, b in zip(old, floats)) > 1e-12
            x = [Fraction(value).limit_denominator(2000) for value in floats[: len(nodes)]]
            assert all(value == mean(*node[:3], (), at) for value, node in zip(x, nodes)), f"{self.text}: no exact values"
            self.rows = exact(x, x)
            label(nodes, self.rows, d)
            for row, node in zip(self.rows, nodes):
                lift = lambda o: self.rows[o] if isinstance(o, int) else o
                left, right = list(map(lift, node[1])), list(map(lift, node[2]))
                row.moves = greedy_move(left, node[3], lambda o: (-o.l, o.T)), greedy_move(right, node[4], lambda o: (o.high, o.S))
        else:
            whole = lambda option: option if isinstance(option, int) else scaled(option, one)
            rows = enclosure([(node[0], *[list(map(whole, side)) for side in node[1:3]]) for node in nodes], d, bits)
            self.rows = [scaled(row, Fraction(1, one)) for row in rows]
        self.form, self.never, self.bits = form, d, bits
        self.data = self.write(self.rows)
        return self

    def write(self, rows):
        units = [scaled(row, 1 << self.bits) for row in rows] if self.bits else rows
        for row in units if self.bits else ():
            row.l, row.u, row.low, row.high = map(int, (row.l, row.u, row.low, row.high))
        imports = [sha256(e.data).digest() for e in self.imports.values()]
        nodes = [("bid",)] * len(rows)
        return write(self.statement, self.body, nodes, units, self.form, self.never, self.bits, imports, self.form == 0).write()

    def required(self, rows):
        nodes = self.nodes(self.form, self.never, self.bits)
        return expected(nodes, rows, self.form, self.never)

    def library(self):
        found = {sha256(self.data).digest(): self.data}
        for e in self.imports.values():
            found |= e.library()
        return found


def endgames(tally, dice):
    for board in (2, 2), (3, 2), (2, 3), (3, 3):
        for d in (None, Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(1)):
            for form, bits in (0, 0), (2, 7):
                made = {}
                texts = ["Kk", "KNk", "KQk", "KRk", "KBk", "KPk"] if board == (2, 3) else ["Kk", "KNk"] if board != (3, 3) else ["Kk"]
                for text in texts:
                    rule = 1 if "P" in text else 0
                    imports = [] if text == "Kk" else [made["Kk"]] if text != "KPk" else [made[name] for name in texts[:5]]
                    e = Endgame((*board, rule), text, imports)
                    try:
                        made[text] = e.solve(form, d, bits)
                    except AssertionError as error:
                        # Alpha is not beta, or the values have large denominators.
                        tally.seen["left out"] += 1
                        break
                    find = e.library().get
                    if e.required(e.rows) is not None:
                        tally.wrong += 1
                        print(f"{board} {text}, d = {d}, form {form}: what was written is not right by the plain reading: {e.required(e.rows)}")
                    tally.compare(f"{board} {text}, d = {d}, form {form}", verdict(e.data, find), None)
                    for _ in range(8):
                        rows = another(e.rows, form, dice, 1 << bits) if form < 2 else units_another(e.rows, dice, bits)
                        if form == 0 and dice.randrange(3) == 0:
                            rows = [row.copy() for row in e.rows]
                            row, side = dice.choice(rows), dice.randrange(2)
                            row.moves = tuple(dice.choice([0, 1, 256, 257, 513, move + 1]) if s == side else move for s, move in enumerate(row.moves))
                        if form == 2 and not possible(rows, 1):
                            continue
                        tally.compare(f"{board} {text}, d = {d}, form {form}, a number another", verdict(e.write(rows), find), e.required(rows))


def units_another(rows, dice, bits):
    one = 1 << bits
    return [scaled(row, Fraction(1, one)) for row in another([scaled(row, one) for row in rows], 2, dice, one)]


def endings(tally, dice):
    """Lists, and what an import may be."""
    exacts = {d: Endgame((2, 2, 0), "Kk").solve(0, d, 0) for d in (None, Fraction(1, 2))}
    units = {d: Endgame((2, 2, 0), "Kk").solve(2, d, 5) for d in (None, Fraction(1, 2))}
    kings = [((0, 1), squares, None) for squares in permutations(range(4), 2)]
    for d in (None, Fraction(0), Fraction(1, 2), Fraction(1)):
        for form, bits in product((3, 4, 5, 6) if d is None else (5, 6), (0, 5)):
            # Exact: all placements of the kings.
            plan = Endgame((2, 2, 0), "", members=sorted(kings, key=lambda m: m[1]))
            plan.form, plan.never, plan.bits = form, d, bits
            plan.rows = [Row(*[Fraction(1, 2)] * 4) for _ in plan.all]
            label(plan.nodes(form, d, bits), plan.rows, d)
            tally.compare(f"a list of kings, form {form}, d = {d}, bits {bits}", verdict(plan.write(plan.rows)), plan.required(plan.rows))
            tally.compare("and it is right", plan.required(plan.rows), None)
            for _ in range(12):
                rows = another(plan.rows, 0, dice, 1)
                if bits == 0 or all(0 <= 32 * row.l <= 32 and (32 * row.l).denominator == 1 for row in rows):
                    tally.compare(f"a list of kings, form {form}, d = {d}, a number another", verdict(plan.write(rows)), plan.required(rows))
            # With an import, and some placements only.
            members = [((0, 1, 5), squares, None) for squares in permutations(range(4), 3)]
            members = sorted(dice.sample(members, 5), key=lambda m: m[1])
            plan = Endgame((2, 2, 0), "", [exacts[None]], members)
            plan.solve(form, d, bits or 5)
            plan.bits = bits
            for row in plan.rows:
                row.u, row.low = row.high, row.l
            used = any(not isinstance(o, int) and o.l == Fraction(1, 2) for node in plan.nodes(form, d, bits) for o in node[1] + node[2])
            find = plan.library().get
            tally.compare(f"a list, form {form}, d = {d}, bits {bits}", verdict(plan.write(plan.rows), find), plan.required(plan.rows) or (None if used else "imports"))
    plan = Endgame((2, 2, 0), "", [exacts[None]], [kings[0]])
    plan.form, plan.never, plan.bits, plan.rows = 5, None, 0, [Row(*[Fraction(0)] * 4)]
    # The other placements of the kings are those of the import; without it they are outside.
    tally.compare("a list whose import is used", verdict(plan.write(plan.rows), plan.imports[0, 1].library().get), None)
    plan.members = plan.all = sorted(kings, key=lambda m: m[1])
    plan = Endgame((2, 2, 0), "", [exacts[None]], plan.members)
    plan.form, plan.never, plan.bits, plan.rows = 5, None, 0, [Row(*[Fraction(0)] * 4) for _ in kings]
    tally.compare("a list whose import is not used", verdict(plan.write(plan.rows), exacts[None].library().get), "imports")
    # Imports of an endgame: which numbers, which play without end.
    for (name, one), (other, two) in product([("exact", exacts), ("units", units)], repeat=2):
        for d, e in product((None, Fraction(1, 2)), repeat=2):
            knight = Endgame((2, 2, 0), "KNk", [two[e]]).solve(0 if name == "exact" else 2, d, 0 if name == "exact" else 5)
            good = (name == "units" or other == "exact") and e in (None, d)
            tally.compare(f"{name}, d = {d}, imports {other}, d = {e}", verdict(knight.data, knight.library().get), None if good else "imports")
            tally.compare("an import that is not found", verdict(knight.data), "declined")
    knight = Endgame((2, 2, 0), "KNk", [exacts[None]]).solve(2, None, 5)
    lone = Endgame((2, 2, 0), "KNk", [])
    lone.form, lone.never, lone.bits = 2, None, 5
    tally.compare("an import is missing", verdict(lone.write(knight.rows)), lone.required(knight.rows))
    twice = File(0, knight.body, None, 5, 2, [sha256(e.data).digest() for e in (exacts[None], units[None])], (), [b"\0" * 100])
    tally.compare("two imports about the same", verdict(twice.write(), (exacts[None].library() | units[None].library()).get), "imports")
    other = Endgame((3, 2, 0), "Kk").solve(0, None, 0)
    for e in (knight, other):
        wrong = File(0, knight.body, None, 5, 2, [sha256(e.data).digest()], (), [b"\0" * 100])
        tally.compare("an import about something else", verdict(wrong.write(), (e.library() | exacts[None].library()).get), "imports")
    bad = Endgame((2, 2, 0), "Kk").solve(0, None, 0)
    bad.rows[0].T = bad.rows[0].S = 2
    bad.data = bad.write(bad.rows)
    tally.compare("an import with a wrong label", verdict(bad.data), ("white-label", 0))
    knight = Endgame((2, 2, 0), "KNk", [bad]).solve(0, None, 0)
    tally.compare("an import that is rejected", verdict(knight.data, knight.library().get), "imports")


# --- 4. Heads ------------------------------------------------------------------------------------------------------------------------


def heads(tally):
    """One field is wrong. The certificates are of a game, of bare kings, and of a list of one member."""
    half, thirds = Fraction(1, 2), [Fraction(1, 3), Fraction(2, 3)]
    nodes = [("bid", [1], [Fraction(0)]), ("bid", [Fraction(1)], [0])]
    game = game_file(nodes)
    digest = sha256(game).digest()
    table = lambda **fields: changed(write(1, digest, nodes, [Row(x, x, x, x, 1, 1) for x in thirds], 0, None, 0), **fields)
    both = lambda **fields: changed(write(1, digest, nodes, [Row(x, x, x, x, 1, 1) for x in thirds], 0, half, 0), **fields)
    # White's label is needed where x > 1/2, Black's where x < 1/2.
    both_rows = [Row(thirds[0], thirds[0], thirds[0], thirds[0], 0, 1), Row(thirds[1], thirds[1], thirds[1], thirds[1], 1, 0)]
    narrow = lambda **fields: changed(write(1, digest, nodes, [Row(4, 7, 4, 7), Row(9, 12, 9, 12)], 2, None, 4), **fields)
    kings = Endgame((2, 2, 0), "Kk").solve(0, None, 0)
    e = lambda **fields: changed(File(0, kings.body, None, 0, 0, (), [half], [kings.data[-15:]]), **fields)
    body = bytes([2, 2, 0, 0]) + listed([listed([bytes([0, 0]), bytes([1, 3])]) + number(0)])
    plan = lambda **fields: changed(File(2, body, None, 0, 5, (), [half], [bytes([0, 1, 1])]), **fields)
    other = game.replace(b"p0", b"q0")
    data = table().write()
    head = table().head()
    two = [b"\1" * 32, b"\2" * 32]
    rows = [
        ("the table", table(), None),
        ("the same with d", changed(write(1, digest, nodes, both_rows, 0, half, 0)), None),
        ("labels of alpha and beta with d", both(), ("white-label", 0)),
        ("units", narrow(), None),
        ("kings", e(), None),
        ("a list", plan(), None),
        ("no magic", b"bidcerT\n" + data[8:], "header"),
        ("format 2", data[:8] + b"\2" + data[9:], "declined"),
        ("format 4", data[:8] + b"\4" + data[9:], "declined"),
        ("the SHA-256 of the head", data[:20] + bytes([data[20] ^ 1]) + data[21:], "header"),
        ("a byte too many", data + b"\0", "header"),
        ("a byte too few", data[:-1], "header"),
        ("a slice that is another", data[:-1] + bytes([data[-1] ^ 1]), "header"),
        ("a long number", seal(head[:1] + bytes([head[1] | 128, 0]) + head[2:], b"".join(table().slices)), "canonical"),
        ("a number of 2^64", seal(b"\1" + b"\x80" * 9 + b"\2" + head[2:], b""), "canonical"),
        ("a long list", seal(head[:38] + number(2**60), b""), "canonical"),
        ("bytes behind the head", table(end=b"\0"), "canonical"),
        ("never 2", table(never=b"\2"), "canonical"),
        *((f"d = {a}/{b}", both(never=b"\1" + number(a) + number(b)), "canonical") for a, b in [(2, 4), (3, 2), (0, 2), (0, 0), (1, 0), (2, 2)]),
        ("d = 1", both(never=b"\1\1\1"), ("white-label", 0)),
        ("statement 99", table(statement=99), "declined"),
        ("statement 99, and bits 63", table(statement=99, bits=63), "declined"),
        ("form 7 with fractions", table(form=7), "canonical"),
        ("form 8", table(form=8), "declined"),
        ("form 8, and a byte behind the head", table(form=8, end=b"\0"), "canonical"),
        ("bits 63", narrow(bits=63), "canonical"),
        *((f"form {form} of a game", table(form=form), "canonical") for form in (2, 3, 4, 5, 6)),
        *((f"form {form} of units", narrow(form=form), "canonical") for form in (0, 1, 3)),
        ("form 1 with d", both(form=1), "canonical"),
        *((f"form {form} of a list", plan(form=form), "canonical") for form in (0, 1, 2)),
        *((f"form {form} of a list with d", plan(form=form, never=b"\1\1\2"), "canonical") for form in (3, 4)),
        ("form 5 of a list with d", plan(never=b"\1\1\2", slices=[b"\0\0"]), None),
        ("form 6 of a list with d", plan(form=6, never=b"\1\1\2", slices=[b"\0\0"]), None),
        ("imports that do not increase", plan(imports=two[::-1]), "canonical"),
        ("an import twice", plan(imports=two[:1] * 2), "canonical"),
        ("an import that is not there", plan(imports=two), "declined"),
        ("an import of a game, not there", table(imports=two), "imports"),
        ("a denominator that is too great", table(denominator=b"\6", numerators=b"\2\4"), "canonical"),
        ("a denominator that is too long", table(denominator=b"\3\0", numerators=b"\1\0\2\0"), "canonical"),
        ("numerators of another length", table(denominator=b"\3\1", numerators=b"\1\0\2"), "canonical"),
        ("a denominator alone", table(denominator=b"\1", numerators=b""), "canonical"),
        ("numerators alone", table(denominator=b"", numerators=b"\1"), "canonical"),
        ("a denominator of 0", table(denominator=b"\0"), "canonical"),
        ("numerators that decrease", table(numerators=b"\2\1"), "canonical"),
        ("a numerator twice", table(numerators=b"\1\2\2"), "canonical"),
        ("a value above 1", table(numerators=b"\1\4"), "canonical"),
        ("a value that is not stated", table(numerators=b"\1\2\3"), "canonical"),
        ("values with units", narrow(denominator=b"\1", numerators=b"\1"), "canonical"),
        ("no values", table(denominator=b"", numerators=b""), "canonical"),
        ("a slice that is too long for the file", table(lengths=[2**60]), "header"),
        ("two slices", table(slices=table().slices * 2), "coverage"),
        ("no slice", table(slices=[]), "coverage"),
        ("a slice that is too short", e(slices=[b"\0"]), "coverage"),
        ("a digest of 31 bytes", table(body=digest[:31]), "canonical"),
        ("another digest", table(body=sha256(other).digest()), "declined"),
        ("another digest, and a slice that is another", table(body=sha256(other).digest(), digests=two[:1]), "declined"),
        ("a board of 1x2", e(body=bytes([1, 2, 0, 2, 0, 1])), "canonical"),
        ("a pawn rule without pawns", e(body=bytes([2, 2, 1, 2, 0, 1])), "canonical"),
        ("pawn rule 3", e(body=bytes([2, 4, 3, 3, 0, 1, 6])), "canonical"),
        ("men without k", e(body=bytes([2, 2, 0, 2, 0, 2])), "canonical"),
        ("men that decrease", e(body=bytes([2, 2, 0, 2, 1, 0])), "canonical"),
        ("colours that are not used", e(body=bytes([2, 2, 0, 3, 0, 1, 9])), "canonical"),
        ("a byte behind the body", e(body=kings.body + b"\0"), "canonical"),
        ("a wrong body, and a slice that is another", e(body=kings.body + b"\0", digests=two[:1]), "canonical"),
        ("a root that is none", plan(body=body[:3] + b"\1" + body[4:]), "canonical"),
        ("a right that is none", plan(body=body[:-1] + b"\2"), "canonical"),
        ("an index that is none", table(slices=[b"\1\0\2" + table().slices[0][3:]]), "canonical"),
        ("a label of 2^32 - 1", table(slices=[column([0, 1]) + column([1, 2**32 - 1]) + column([1, 1])]), "canonical"),
        ("a column that is too wide", table(slices=[column([0, 1]) + b"\2\1\1\0\0" + column([1, 1])]), "canonical"),
        ("a byte behind a slice", table(slices=[table().slices[0] + b"\0"]), "canonical"),
        ("a number above 1", narrow(slices=[column([4, 17]) + column([3, 0]) + bytes(6)]), "canonical"),
        ("u' above 1", narrow(slices=[column([4, 9]) + column([3, 8]) + bytes(6)]), "canonical"),
        ("a flag behind the last place", narrow(slices=[column([4, 9]) + column([3, 3]) + column([4]) + bytes(5)]), "canonical"),
        ("a flag of labels behind the last place", narrow(slices=[column([4, 9]) + column([3, 3]) + bytes(3) + column([4]) + bytes(2)]), "canonical"),
        ("a gap of 0", narrow(slices=[column([4, 9]) + column([3, 3]) + column([1]) + bytes(5)]), "canonical"),
        ("labels of 0 that are listed", narrow(slices=[column([4, 9]) + column([3, 3]) + bytes(3) + column([1]) + bytes(2)]), "canonical"),
        ("labels that nobody needs", narrow(slices=[column([4, 9]) + column([3, 3]) + bytes(3) + column([2]) + column([3]) + column([0])]), None),
        ("a gap with d", narrow(never=b"\1\1\2", slices=[column([4, 9]) + column([0, 3]) + column([1]) + column([2]) + column([1]) + bytes(3)]), "canonical"),
        ("a game for a certificate of kings", e(), None),
    ]
    for what, made, required in rows:
        data = made if isinstance(made, bytes) else made.write()
        tally.compare(what, verdict(data, game=game if data[14] in (1, 99) else None), required)
    tally.compare("a game that nobody needs", verdict(kings.data, game=game), "declined")
    tally.compare("no game", verdict(table().write()), "declined")
    tally.compare("an import of a game", verdict(table(imports=[sha256(kings.data).digest()]).write(), kings.library().get, game), "imports")
    # Up to d not everything is worth nothing: it must still be no better than its mean.
    lost = [("bid", [Fraction(0)], [Fraction(0)])]
    for name, form, bits, x in [("exact", 0, 0, half), ("units", 2, 1, 1)]:
        for T in (0, 1):
            made = write(1, sha256(game_file(lost)).digest(), lost, [Row(x, x, x, x, T, T)], form, half, bits)
            tally.compare(f"worth 0, stated 1/2, d = 1/2, {name}", verdict(made.write(), game=game_file(lost)), ("white-forces", 0))
    # Everybody waits: all columns are empty, and yet it is true.
    wait = [("bid", [p], [p]) for p in range(9)]
    made = write(1, sha256(game_file(wait)).digest(), wait, [Row(half, half, half, half) for _ in wait], 0, half, 0)
    tally.compare("nine positions in three bytes", verdict(made.write(), game=game_file(wait)), None)
    # Where slices end.
    wait = [("bid", [p], [p]) for p in range(4097)]
    states = [Row(half, half, half, half) for _ in wait]
    for slices, required in [([4096, 1], None), ([4097], "coverage"), ([4095, 1, 1], "coverage")]:
        made = write(1, sha256(game_file(wait)).digest(), wait, states, 0, half, 0, slices=slices)
        tally.compare(f"slices of {slices}", verdict(made.write(), game=game_file(wait)), required)
    # 33 blocks of 14 * 13 places: the first slice ends after 23 of them.
    body = bytes([4, 4, 0, 4, 0, 1, 3, 5])
    for sizes, required in [([23 * 182, 10 * 182], "canonical"), ([23 * 182 - 1, 10 * 182], "coverage"), ([33 * 182], "coverage"), ([4096, 33 * 182 - 4096, 0], "coverage")]:
        made = File(0, body, None, 5, 2, (), (), [b"\x09" * size for size in sizes])
        tally.compare(f"an endgame in slices of {sizes} bytes", verdict(made.write()), required)


def examples(tally):
    """Further games: bare heads, the digest of the game, no imports, values on one denominator."""
    one = game_file([("bid", [Fraction(1)], [Fraction(0)])])
    other = one.replace(b"p0", b"q0")
    rows = bytes.fromhex("01 01 01 01 01 01 00 01 01 01 01 00 01 01")
    chips = lambda **fields: changed(File(6, b"\0\1\1" + sha256(one).digest(), None, 0, 0, (), (), [rows * 2]), **fields)
    # Nobody has a chip: a coin decides, and the value is a half, or two quarters.
    bids = column([1]) * 2 + b"\0\0"
    paid = lambda **fields: changed(File(16, bytes([0, 0, 0, 2, 0]) + sha256(one).digest(), None, 0, 0, (), (), [column([2]) + b"\0" + bids]), **fields)
    points = b'{"scored-game":1,"positions":[{"name":"p","left":["a"],"right":["b"]},{"name":"a","score":"3"},{"name":"b","score":"-1/2"}]}'
    scored = lambda aim=b"\0", **fields: changed(File(20, sha256(points).digest() + aim, None, 0, 0, (), [Fraction(1, 2)], [b"\0" + column([1]) * 2]), **fields)
    two = [b"\1" * 32, b"\2" * 32]
    for name, made, game, required in [
        ("chips", chips(), one, None),
        ("chips, another label", chips(slices=[rows + rows.replace(b"\1\1\1\1\1\1\0", b"\1\1\0\1\1\0")]), one, ("black-wins", 0)),
        ("chips, another guard", chips(slices=[rows[:-2] + b"\0" + rows]), one, ("white-guard", 0)),
        ("chips, another game", chips(), other, "declined"),
        ("chips, no game", chips(), None, "declined"),
        ("chips, a short slice", chips(slices=[b""]), one, "coverage"),
        ("chips, with d", chips(never=b"\1\1\2"), one, "canonical"),
        ("chips, imports", chips(imports=two), one, "imports"),
        ("all-pay", paid(), one, None),
        ("all-pay, more", paid(slices=[column([3]) + b"\0" + bids]), one, ("white-mix", 0)),
        ("all-pay, less", paid(slices=[column([1]) + b"\0" + bids]), one, ("black-mix", 0)),
        ("all-pay, wider", paid(slices=[column([1]) + column([1]) + bids]), one, None),
        ("all-pay, a bid of nobody's chip", paid(slices=[column([2]) + b"\0" + column([2]) + column([1]) + b"\0\0"]), one, "canonical"),
        ("all-pay, 64 chips", paid(body=bytes([0, 64, 0, 2, 0]) + sha256(one).digest()), one, "declined"),
        ("all-pay, no game", paid(), None, "declined"),
        ("all-pay, imports", paid(imports=two), one, "imports"),
        ("scores", scored(), points, None),
        ("scores, 3 or more", scored(b"\1\0\3\1"), points, None),
        ("scores, -1/2 or more", scored(b"\1\1\1\2"), points, ("white-holds", 0)),
        ("scores, more than there are", scored(b"\1\0\4\1"), points, ("white-forces", 0)),
        ("scores, another label", scored(slices=[b"\0" + column([1]) + column([2])]), points, ("black-label", 0)),
        ("scores, with d", scored(never=b"\1\1\2", slices=[b"\0\0\0"]), points, None),
        ("scores, another aim", scored(b"\2"), points, "canonical"),
        ("scores, not in lowest terms", scored(b"\1\0\2\4"), points, "canonical"),
        ("scores, the form of a plan", scored(form=5), points, "canonical"),
        ("scores, another game", scored(), one, "declined"),
        ("scores, no game", scored(), None, "declined"),
        ("scores, imports", scored(imports=two), points, "imports"),
        ("Nim, which was statement 13", File(13, bytes([0, 2, 1, 1]), None, 0, 0, (), [Fraction(1, 2)], [b"\0" + column([1, 2]) * 2]), None, "declined"),
    ]:
        tally.compare(name, verdict(made.write(), game=game), required)


def changed(file, **fields):
    for name, value in fields.items():
        setattr(file, name, value)
    return file


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=60)
    arguments = parser.parse_args()
    return 1 if compare(arguments.seed, arguments.games) else 0


def compare(seed=1, how_many=60):
    dice, wrong = random.Random(seed), 0
    both = lambda *tests: [f"{side}-{test}" for test in tests for side in ("white", "black")]
    tally = Tally()
    places(tally)
    wrong += tally.tell("places", "verified")
    tally = Tally()
    games(tally, how_many, dice)
    wrong += tally.tell("games", "verified", *both("holds", "forces", "label"))
    tally = Tally()
    endgames(tally, dice)
    wrong += tally.tell("endgames", "verified", "white-holds", *both("forces", "label", "greedy"))
    tally = Tally()
    endings(tally, dice)
    wrong += tally.tell("lists, and imports", "verified", "imports", *both("holds", "forces"))
    tally = Tally()
    heads(tally)
    examples(tally)
    wrong += tally.tell("heads, and examples", "verified", "header", "canonical", "coverage")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
