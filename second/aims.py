"""Endless games, statements 17 to 19: a further game of checker.py, written from the chapter "Endless objectives" alone.

Positions are numbers, in the order of the file, and `see` gives what is stated of one. All numbers are fractions; pairs of them are compared as Python
compares tuples.
"""

import re
from fractions import Fraction
from hashlib import sha256
from math import gcd, lcm

from checker import MOST_DIGITS, Rejected, can, fraction, must, rows_of
from escape import quoted

FIELDS = {"name", "turn", "left", "right", "chance", "reward", "priority"}
# Side 0 is Left, and side 1 is Right.
BEST, NAMES = (max, min), ("white", "black")


class Position:
    """`lists` has the options of Left and of Right, None where the player does not move; `weights` those of chance, with the position of each."""

    def __init__(self, row, number, index):
        def named(names):
            good = isinstance(names, list) and all(isinstance(name, str) and name in index for name in names)
            return can(good, f"game: {where}: an option is no position of the list") or [index[name] for name in names]

        where, fields = quoted(row["name"]), set(row) - {"name", "reward", "priority"}
        can(set(row) <= FIELDS, f"game: {where}: an unknown field")
        self.lists, self.weights = [None, None], None
        if "chance" in row:
            can(fields == {"chance"}, f"game: {where}: fields that mean nothing where chance moves")
            options = row["chance"]
            good = isinstance(options, list) and all(isinstance(o, dict) and set(o) == {"to", "weight"} for o in options)
            can(good, f"game: {where}: chance is a list of objects with the fields to and weight")
            weights = [fraction(option["weight"]) for option in options]
            common = lcm(*(weight.denominator for weight in weights))
            can(all(weights) and sum(weights) == 1 and common < 2**64, f"game: {where}: weights are positive, with the sum 1 and a denominator below 2^64")
            self.weights = list(zip(weights, named([option["to"] for option in options])))
        else:
            moves = (row["turn"],) if "turn" in row else ("left", "right")
            can(moves[0] in ("left", "right") and fields <= {"turn", *moves}, f"game: {where}: a turn, or fields, that mean nothing")
            # Whoever has no option passes.
            self.lists = [named(row.get(side, [])) or [number] if side in moves else None for side in ("left", "right")]
        self.reward = reward(row["reward"], where) if "reward" in row else None
        self.priority = priority(row["priority"], where) if "priority" in row else None

    def terms(self, see, counts=lambda to: True):
        """The terms of F, each with its weight."""
        if self.weights:
            return [(weight, see(to)) for weight, to in self.weights if counts(to)]
        sides = [[see(to) for to in options if counts(to)] for options in self.lists if options]
        best = [best for best, options in zip(BEST, self.lists) if options]
        return [(Fraction(1, len(sides)), choose(seen)) for choose, seen in zip(best, sides)]

    def sides(self, side, counts):
        """The options of each term: a pair of a list and of whether one of it is enough. Chance's options are terms of their own."""
        if self.weights:
            return [([to], True) for _, to in self.weights if counts(to)]
        return [([to for to in options if counts(to)], who == side) for who, options in enumerate(self.lists) if options]


def reward(text, where):
    good = isinstance(text, str) and re.fullmatch("(0|-?[1-9][0-9]*)(/[1-9][0-9]*)?", text)
    can(good and len(text) <= MOST_DIGITS and all(abs(int(part)) < 2**63 for part in text.split("/")), f"game: {where}: the reward is none")
    return Fraction(text)


def priority(found, where):
    good = isinstance(found, tuple) and re.fullmatch("[0-9]{1,2}", found[1]) and int(found[1]) < 64
    return can(good, f"game: {where}: required a priority from 0 to 63") or int(found[1])


def read(data):
    """The names and the positions of a file."""
    rows = rows_of(data, "endless-game", "1")
    can(rows, "game: required a position")
    names = [row["name"] for row in rows]
    index = {name: number for number, name in enumerate(names)}
    can(len(index) == len(names), "game: two positions with the same name")
    return names, [Position(row, number, index) for number, row in enumerate(rows)]


def mean(terms):
    return sum((weight * x for weight, x in terms), Fraction(0))


def gain(c, p, position, columns):
    """Statement 17. Where the players bid, the coin chooses who decides who moves: Left takes the greater pair, and Right the other one."""
    see = lambda to: (c.least + columns[0][to], columns[1][to])
    (g, h), terms = see(p), position.terms(see)
    if all(position.lists):
        terms = list(zip((c.coin, 1 - c.coin), sorted((x for _, x in terms), reverse=True)))
    wanted = mean([(weight, x[0]) for weight, x in terms]), mean([(weight, x[1]) for weight, x in terms])
    stated = g, h + g - position.reward
    shown = lambda pair: "({}, {})".format(*pair)
    yield stated <= wanted, "white-mean", lambda: f"required {shown(stated)} <= {shown(wanted)}"
    yield stated >= wanted, "black-mean", lambda: f"required {shown(stated)} >= {shown(wanted)}"


def secures(c, p, position, columns):
    """Statement 18. For Right all inequalities are turned round."""
    for side, sign, nothing in ((0, 1, 0), (1, -1, 1)):
        bounds, potentials, name = columns[2 * side], columns[2 * side + 1], f"{NAMES[side]}-secures"
        terms, own, relation = position.terms(bounds.__getitem__), bounds[p], ("<=", ">=")[side]
        yield sign * own <= sign * mean(terms), name, lambda: f"required {own} {relation} {mean(terms)}"
        if own != nothing and all(x == own for _, x in terms):
            after = position.reward + mean(position.terms(potentials.__getitem__, lambda to: bounds[to] == own))
            before = c.average + potentials[p]
            yield sign * before <= sign * after, name, lambda: f"required {before} {relation} {after}"


def wins(c, p, position, columns):
    """Statement 19. For Right priorities and the indices of labels are raised by 1."""
    x = columns[0]
    terms = position.terms(x.__getitem__)
    yield mean(terms) == x[p], "equation", lambda: f"required {x[p]} = {mean(terms)}"
    for side in (0, 1):
        # Nothing is 0 to Left, and 1 to Right.
        if x[p] != side and all(term == x[p] for _, term in terms):
            good = passes(position.priority + side, c.indices[side], c.labels_of[side], p, position.sides(side, lambda to: x[to] == x[p]))
            yield good, f"{NAMES[side]}-parity", lambda: "neither safe nor lucky"


def passes(q, indices, labels, p, lists):
    """Whether a position of priority q is safe or lucky. Each term is a list of options, and whether one of them is enough."""
    front = lambda to, j: [label[to] for k, label in zip(indices, labels) if k >= j]
    some = lambda holds, term: (any if term[1] else all)(holds(to) for to in term[0])
    falls = lambda k, term: some(lambda to: front(to, k) < front(p, k), term)
    stays = lambda j, terms: all(some(lambda to: front(to, j) <= front(p, j), term) for term in terms)
    lucky = lambda k: any(falls(k, term) and stays(k + 2, lists[:i] + lists[i + 1 :]) for i, term in enumerate(lists))
    return (q % 2 == 0 and stays(q, lists)) or any(lucky(k) for k in indices if k >= q)


def share(body, name):
    above, below = body.number(), body.number()
    body.must(above <= below < 2**16 and gcd(above, below) == 1, f"{name}: required lowest terms of a share, with parts below 2^16")
    return Fraction(above, below)


def body_of(c):
    """Reads the body."""
    body, c.digest = c.body, c.body.take(32)
    scale = body.number() if c.statement < 19 else 0
    body.must(scale < 1024, f"scale: found {scale}, required less than 1024")
    c.scale = 2**scale
    if c.statement == 17:
        bank, left = share(body, "the bank's share"), share(body, "Left's share")
        body.must(0 < left < 1 if bank else left == 0, f"Left's share: found {left}, required 0 without a bank, else more than 0 and less than 1")
        c.coin = (1 - bank + bank * left) / (2 - bank)
    if c.statement == 18:
        negative, above, below = body.byte(), body.number(), body.number()
        good = negative < 2 and above < 2**63 and 0 < below < 2**63 and gcd(above, below) == 1 and (above or not negative)
        body.must(good, "average: required lowest terms with parts below 2^63, and no sign at 0")
        c.average = Fraction(-above if negative else above, below)
    body.end()


def verify(verifier, c):
    body_of(c)
    must((c.bits, c.form, c.never) == (0, 0, None), "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required 0, 0, none")
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    can(verifier.game is not None, "the certificate is about an endless game: give it with --graph")
    data = verifier.game()
    can(sha256(data).digest() == c.digest, f"game: required the file with the SHA-256 {c.digest.hex()}: is this the game?")
    names, c.positions_of = read(data)
    field = "priority" if c.statement == 19 else "reward"
    lacking = [number for number, position in enumerate(c.positions_of) if getattr(position, field) is None]
    can(not lacking, f"position {lacking[:1]}: it has no {field}")
    rows = columns_of(c, len(names))
    c.least = min(position.reward for position in c.positions_of) if c.statement < 19 else None
    for p, position in enumerate(c.positions_of):
        for good, condition, text in CHECKS[c.statement][0](c, p, position, rows):
            if not good:
                raise Rejected(condition, f"position {p}, {quoted(names[p])}: {text()}", p)
    # For the receipt.
    c.game, c.positions = True, len(names)
    c.conditions = dict.fromkeys([f"{name}-{CHECKS[c.statement][2]}" for name in NAMES] + ["equation"] * (c.statement == 19), c.positions)
    most = lambda columns: max((label for column in columns for label in column), default=0)
    c.labels = [most(columns) if c.statement == 19 else None for columns in c.labels_of]
    c.proved = f"{c.positions} positions: {CHECKS[c.statement][3]}"
    return c


def columns_of(c, count):
    """The slice: columns of values, and those of labels."""
    must(len(c.slices) == 1, "coverage", f"found {len(c.slices)} slices, required 1")
    part, width = c.part(0), len(CHECKS[c.statement][1])
    # An index is that of a priority; for Right, of one that is raised by 1.
    d = max(position.priority for position in c.positions_of) if c.statement == 19 else -1
    c.indices = [[k for k in range(d, 0, -1) if k % 2], [k + 1 for k in range(d, -1, -1) if k % 2 == 0]]
    columns = [part.column(count, 2**32) for _ in range(width + sum(map(len, c.indices)))]
    part.end()
    places = {place for column in columns[:width] for place in column}
    part.must(max(places) < len(c.values), "a place beyond the values")
    good = all(a < b for a, b in zip(c.values, c.values[1:])) and c.values[-1] <= c.denominator and len(places) == len(c.values)
    must(good, "canonical", "values: required increasing ones, at most 1, each of them used")
    values = [Fraction(value, c.denominator) for value in c.values]
    c.longest = max(value.denominator.bit_length() for value in values)
    c.labels_of = columns[width : width + len(c.indices[0])], columns[width + len(c.indices[0]) :]
    factors = [c.scale if scaled else 1 for scaled in CHECKS[c.statement][1]]
    return [[factor * values[place] for place in column] for factor, column in zip(factors, columns)]


# The conditions of a statement, its columns of values and whether they have a scale, the names of the conditions, and what is proved.
CHECKS = {
    17: (gain, (True, True), "mean", "what is collected on average"),
    18: (secures, (False, True, False, True), "secures", "who makes sure of an average"),
    19: (wins, (False,), "parity", "who wins by parity"),
}
