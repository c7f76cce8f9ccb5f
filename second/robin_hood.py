"""A tax before each bid, statement 23: a further game of checker.py, written from the chapter "A tax before each bid" alone.

A TABLE gives the number of each position by its name, as a Fraction: what a side needs of the money.
"""

from fractions import Fraction
from math import gcd

from checker import can, must

UNIT, MOST_STATED, MOST_WORK = 2**56, 2**22, 2**32


def verify(verifier, c):
    body, c.digest = c.body, c.body.take(32)
    tax, whole, negative = body.number(), body.number(), body.byte()
    body.must(max(tax, whole) < 2**32 and negative < 2, "required numbers below 2^32, and 0 or 1")
    body.end()
    must(2 * tax < whole and gcd(tax, whole) == 1, "canonical", f"tax: found {tax}/{whole}, required lowest terms, below 1/2")
    c.tax = Fraction(tax, whole)
    must((c.bits, c.form, c.never) == (0, 0, None), "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required 0, 0, none")
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    c.inner = 1
    verifier.ask(c)
    nodes, names = c.game.nodes, c.game.names
    can(all(value in (0, 1) for value in c.game.terminal.values()), "tax: a terminal value is neither 0 nor 1")
    can(all(turn == "bid" for turn, *_ in nodes), "tax: a position is not bid for")
    shared = all(set(left) & set(right) for _, left, right in nodes)
    can(negative or shared, "tax: a position has no option that is both players', and bids are not negative")
    thresholds, chains = zip(*read(c, names))
    # Both must be tried after the slice is read.
    steps = max(map(len, chains))
    work = (c.denominator.bit_length() + 56) * len(names) * steps
    can(work <= MOST_WORK, f"limit: found {work} bits of numbers, required at most 2^32")
    ends = [{name: int(value == side) for name, value in c.game.terminal.items()} for side in (0, 1)]
    for p in range(len(names)):
        for side in (0, 1):
            Seen(c, p, side, ends[side]).judge(verifier, chains[side])
    c.conditions = {}
    for side, name in enumerate(("white", "black")):
        c.conditions |= {f"{name}-wins": len(names) * len(chains[side]), f"{name}-guard": len(names)}
    c.labels, c.positions = [None, None], len(names)
    c.longest = max((Fraction(value, c.denominator).denominator.bit_length() for value in c.values), default=0)
    c.proved = f"{len(names)} positions: with which share of the money each player wins, after a tax of {c.tax}"
    return c


def read(c, names):
    """Of each side the thresholds, and the steps: what is left of a gap, and the table after it."""
    must(len(c.slices) == 1, "coverage", f"found {len(c.slices)} slices, required 1")
    part, count, found, used = c.part(0), len(names), [], set()
    for _ in (0, 1):
        places, steps = part.column(count, 2**32), part.number()
        part.must(0 < steps <= len(part.data) - part.at, "a number of steps from 1 on, and a byte or more for each")
        can(steps * count <= MOST_STATED, f"limit: found {steps} steps at {count} positions, required at most 2^22 numbers")
        thetas = part.column(steps, UNIT)
        tables = [[Fraction(number, UNIT) for number in part.column(count, 2**64)] for _ in range(steps - 1)]
        found.append((places, thetas, tables))
        used |= set(places)
    part.must(max(used, default=0) < max(len(c.values), 1), "a place of a value that is not there")
    increasing = all(a < b for a, b in zip(c.values, c.values[1:])) and all(value <= c.denominator for value in c.values)
    must(increasing and len(used) == len(c.values), "canonical", "values: required increasing, at most 1, and used")
    part.end()
    for places, thetas, tables in found:
        last = [Fraction(c.values[place], c.denominator) for place in places]
        yield last, [(Fraction(theta, UNIT), dict(zip(names, table))) for theta, table in zip(thetas, [*tables, last])]


class Seen:
    """A position as a side sees it; what is needed at terminal ones."""

    def __init__(self, c, p, side, ends):
        self.c, self.p, self.side, self.ends, self.name = c, p, side, ends, c.game.names[p]
        lists = [[name for name, _ in options] for options in c.game.nodes[p][1:]]
        self.own, self.other = lists[side], lists[1 - side]

    def at(self, table, name):
        return self.ends[name] if name in self.ends else table[name]

    def mean(self, table, own):
        """Twice the mean, with an own option."""
        return self.at(table, own) + max(self.at(table, name) for name in self.other)

    def taxed(self, share):
        """Twice what is there after the tax."""
        return 2 * (share - self.c.tax * (2 * share - 1))

    def steps(self, theta, before, after):
        v, u = before[self.name], after[self.name]
        falls = lambda own: self.mean(before, own) <= self.taxed(u + theta * (v - u))
        stays = lambda own: theta == 0 or self.mean(after, own) <= self.taxed(u)
        return u >= 1 or v <= u or any(falls(own) and stays(own) for own in self.own)

    def judge(self, verifier, chain):
        before = dict.fromkeys(self.c.game.names, Fraction(1))
        for number, (theta, after) in enumerate(chain):
            if not self.steps(theta, before, after):
                verifier.reject(self.c, self.p, self.side, "wins", f"no own option is good in step {number + 1}")
            before = after
        x = before[self.name]
        if x > 0 and any(self.mean(before, own) < self.taxed(x) for own in self.own):
            verifier.reject(self.c, self.p, self.side, "guard", f"{x} is more than its mean after the tax")
