"""Partitions, statements 9 to 12: further games of checker.py, written from the chapter "The format: partitions" and the chapters on the game.

A cell is (row, column). OPTIONS has for each position, in their order, the places of its options; NAMES has the positions themselves.
"""

from fractions import Fraction
from itertools import count, takewhile

from checker import Rejected, can, must

MOST_OPTIONS, MOST_SIZE, MOST_LAYERS = 2**25, 40, 2**10
CLASSES = "domestic", "tame", "pet", "miserable", "returnable", "forced"


def mex(values):
    """The least number from 0 on that is not among the values."""
    return next(n for n in count() if n not in values)


def same(condition, name, found, required, place=None):
    if found != required:
        raise Rejected(condition, f"{name}: found {found}, required {required}", place)


class Piece:
    """The steps and the rides of a piece."""

    def __init__(self, body):
        pair = lambda: (body.byte(), body.byte())
        self.steps, self.rides = body.list(pair), body.list(pair)
        for pairs in (self.steps, self.rides):
            body.must(all(a < b for a, b in zip([(0, 0), *pairs], pairs)), f"moves are increasing, without 0 0: found {pairs}")
        made = [(n * x, n * y) for x, y in self.rides for n in range(1, 256)]
        body.must(not {*made} & {*self.steps} and all(made.count(ride) == 1 for ride in self.rides), "a step or ride is a multiple of a ride")

    def lines(self, there, row, column):
        """For each ride, then for each step, the cells that it reaches; `there` says whether a cell is there."""
        for x, y in self.rides:
            yield list(takewhile(there, ((row + n * x, column + n * y) for n in count(1))))
        for x, y in self.steps:
            yield list(filter(there, [(row + x, column + y)]))

    def options(self, there, row, column):
        return [cell for line in self.lines(there, row, column) for cell in line]

    def limit(self, positions, sides):
        can(positions * (1 + len(self.steps) + len(self.rides) * sides) <= MOST_OPTIONS, f"limit: {positions} positions have too many options")


class Board:
    """The places of the cells of a board."""

    def __init__(self, body, *pieces):
        runs = body.list(lambda: (body.number(), body.number()))
        good = runs and all(length and many for length, many in runs) and all(a[0] > b[0] for a, b in zip(runs, runs[1:]))
        body.must(good, f"the lengths of runs decrease, and nothing is 0: found {runs}")
        body.end()
        self.sides = runs[0][0] + sum(many for _, many in runs)
        for piece in pieces:
            piece.limit(sum(length * many for length, many in runs), self.sides)
        rows = enumerate(length for length, many in runs for _ in range(many))
        self.places = {cell: place for place, cell in enumerate((row, column) for row, length in rows for column in range(length))}

    def options(self, piece):
        return [[self.places[option] for option in piece.options(self.places.__contains__, *cell)] for cell in self.places]


def partitions(size, most):
    """The partitions of a size with rows of at most so many cells, those with greater rows first."""
    if size == 0:
        yield ()
    for first in range(min(size, most), 0, -1):
        yield from ((first, *rest) for rest in partitions(size - first, first))


def size_options(piece, n):
    """The options of all partitions of 1 to n."""
    can(n <= MOST_SIZE, f"limit: found the size {n}, required at most {MOST_SIZE}")
    places = {p: place for place, p in enumerate(p for size in range(1, n + 1) for p in partitions(size, size))}
    piece.limit(len(places), n)
    options = lambda p: piece.options(lambda cell: cell[0] < len(p) and cell[1] < p[cell[0]], 0, 0)
    return [*places], [[places[tuple(width - column for width in p[row:] if width > column)] for row, column in options(p)] for p in places]


def against(pairs, options, place):
    """Whether a position is against each of the classes."""
    (g, m), seen = pairs[place], [pairs[option] for option in options[place]]
    swap = {g, m} == {0, 1}
    back = all((g, m) in [pairs[q] for q in options[option]] for option in options[place] if options[option])
    found = 0 in (g, m) and max(g, m) > 1, not swap and g != m, not swap and (g != m or g < 2)
    return *found, not swap and ((0, 1) in seen) != ((1, 0) in seen), swap and not back, swap and not all({*pair} == {0, 1} for pair in seen)


def values(c, piece):
    """Statement 9."""
    if read_byte(c.body) == 0:
        board = Board(c.body, piece)
        names, options, below = [*board.places], board.options(piece), board.sides
    else:
        n = c.body.number()
        c.body.must(n > 0, "found the size 0, required 1 or more")
        c.body.end()
        (names, options), below = size_options(piece, n), n + 1
    reader = c.part(0)
    stated = [reader.number() for _ in CLASSES]
    normal = reader.column(len(options), below)
    pairs = [(g, g ^ x) for g, x in zip(normal, reader.column(len(options), 2**64))]
    reader.must(all(m < below for _, m in pairs), f"a misère value is not below {below}")
    reader.end()
    for place, (g, m) in enumerate(pairs):
        seen = [pairs[option] for option in options[place]]
        same("mex", names[place], g, mex({pair[0] for pair in seen}), place)
        same("misere-mex", names[place], m, mex({pair[1] for pair in seen}) if seen else 1, place)
    for number, column in enumerate(zip(*(against(pairs, options, place) for place in range(len(pairs))))):
        same("class", CLASSES[number], stated[number], column.index(True) + 1 if any(column) else 0, number)
    return {"mex": len(pairs), "misere-mex": len(pairs), "class": len(CLASSES)}, f"{len(pairs)} positions: normal and misère values, and classes"


def losing(c, piece):
    """Statement 10."""
    misere, board = read_byte(c.body), Board(c.body, piece)
    options, place, lost = board.options(piece), -1, set()
    reader = c.part(0)
    for gap in reader.list(reader.number):
        place += 1 + gap
        reader.must(place < len(options), f"the losing cell {place} is none of {len(options)}")
        lost.add(place)
    reader.end()
    for (cell, place), seen in zip(board.places.items(), options):
        wins = any(option in lost for option in seen) or (misere and not seen)
        same("quiet" if place in lost else "answered", f"{cell} loses", place in lost, not wins, place)
    return {"quiet": len(lost), "answered": len(options) - len(lost)}, f"{len(options)} cells: which of them are losing"


def staircases(c, piece):
    """Statement 11."""
    zero, a, b = c.body.byte(), c.body.number(), c.body.number()
    c.body.must(zero == 0 < min(a, b), f"found {zero} and a block of {b} rows and {a} columns, required 0 and 1 or more of both")
    c.body.end()
    reader = c.part(0)
    start, period, growth = (reader.number() for _ in range(3))
    last, size = start + period, a * b
    can(last <= MOST_LAYERS, f"limit: found {last} layers, this checker takes at most {MOST_LAYERS}")
    piece.limit(last * size, last * (a + b))
    value = reader.column(last * size, (last + 1) * (a + b))
    reader.end()
    # What each ride reaches from each cell, as the bits of a number; and sigma of each layer, with the values of all rows and columns below.
    reached, sigma, below = [], [0], [[set() for _ in range(n if ride in piece.rides else 0)] for n, ride in ((b, (0, 1)), (a, (1, 0)))]
    for place, found in enumerate(value):
        layer, (row, column) = place // size, divmod(place % size, a)
        lines = piece.lines(lambda cell: cell[0] // b + cell[1] // a <= layer, row, column)
        sets = [{value[(layer - r // b - c // a) * size + r % b * a + c % a] for r, c in line} for line in lines]
        same("mex", (layer, row, column), found, mex(set().union(*sets)), place)
        reached.append([sum(1 << x for x in line) for line in sets[: len(piece.rides)]])
        for line in below[0][row : row + 1] + below[1][column : column + 1]:
            line.add(found)
        if (place + 1) % size == 0:
            sigma.append(next(n for n in count(sigma[-1]) if not any(side and all(n in line for line in side) for side in below)))
    deep = max((-(-x // b) - (-y // a) for x, y in piece.steps + piece.rides), default=0)
    view = lambda p, t: (value[p] - sigma[t], [x >> sigma[t] for x in reached[p]])
    same("return", f"below layer {last}: the period is 0", period == 0, False, last)
    for t in range(last + 1):
        for s in range(t):
            recurs = s >= deep and all(view(t * size - n, t) == view(s * size - n, s) for n in range(1, deep * size + 1))
            same("return", f"below layer {t}: what is seen of layer {s} recurs", (t, s) == (last, start), recurs, t)
    same("return", f"below layer {last}: growth", growth, sigma[last] - sigma[start], last)
    return {"mex": len(value), "return": 2 + last * (last + 1) // 2}, f"{len(value)} cells: the values of all staircases"


class Race:
    """Statement 12: all that is asked of a game in a file. Who wins is a terminal position."""

    def __init__(self, body):
        pieces, misere = (Piece(body), Piece(body)), read_byte(body)
        board = Board(body, *pieces)
        sides = [board.options(piece) for piece in pieces]
        names = [f"{row}:{column}" for row, column in board.places]
        ends = {place for place, both in enumerate(zip(*sides)) if not any(both)}
        body.must(0 not in ends, "nobody can move from the first cell")
        named = lambda side, place: [(str(side ^ misere) if option in ends else names[option], 1) for option in sides[side][place]]
        self.terminal = {"0": Fraction(1), "1": Fraction(0)}
        self.names = [name for place, name in enumerate(names) if place not in ends]
        self.index = {name: number for number, name in enumerate(self.names)}
        self.nodes = [("bid", named(0, p) or [("1", 1)], named(1, p) or [("0", 1)]) for p in range(len(names)) if p not in ends]


def read_byte(body):
    byte = body.byte()
    return body.must(byte < 2, f"found {byte}, required 0 or 1") or byte


def verify(verifier, c):
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    legal = (c.bits, c.form, c.never) == (0, 0, None) and (c.statement == 12 or not c.values)
    must(legal, "canonical", f"bits {c.bits}, form {c.form}, never {c.never}, {len(c.values)} values")
    if c.statement == 12:
        c.inner, c.game = 1, Race(c.body)
        verifier.numbers(c, [])
        c.proved, c.game = f"{len(c.entries)} positions: the values of a race", None
        return c
    must(len(c.slices) == 1, "coverage", f"found {len(c.slices)} slices, required 1")
    c.conditions, c.proved = {9: values, 10: losing, 11: staircases}[c.statement](c, Piece(c.body))
    c.positions = c.conditions.get("mex") or sum(c.conditions.values())
    return c
