"""Chips in endless games, statement 22: a further game of checker.py, written from the chapter "Chips in endless games" alone.

A side is 0, Left, or 1, Right. What is stated of a side with a star is found by the star of Left's: `left(side, star)`.
"""

from fractions import Fraction
from hashlib import sha256
from math import gcd, lcm

from aims import NAMES, read
from checker import Rejected, can, must, must_be_bare
from chips import MOST_CHIPS
from escape import quoted

MOST_WEIGHT, MOST_STATED = 2**62, 2**27


def body_of(c):
    body, c.digest = c.body, c.body.take(32)
    decides, c.chips, has_average = body.byte(), body.number(), body.byte()
    body.must(decides < 2 and has_average < 2, "required 0 or 1")
    c.decides, c.average = decides == 1, None
    if has_average:
        negative, above, below = body.byte(), body.number(), body.number()
        good = negative < 2 and above < 2**63 and 0 < below < 2**63 and gcd(above, below) == 1 and (above or not negative)
        body.must(good, "average: required lowest terms with parts below 2^63, and no sign at 0")
        c.average = Fraction(-above if negative else above, below)
    body.end()
    can(c.chips <= MOST_CHIPS, f"limit: found {c.chips} chips, required at most {MOST_CHIPS}")


def left(side, star):
    return 1 - star if side else star


def weights(c):
    """What is collected beyond the average, in units in which all of it is whole."""
    beyond = [position.reward - c.average for position in c.positions_of]
    unit = lcm(*(number.denominator for number in beyond))
    whole = [int(number * unit) for number in beyond]
    can(unit <= MOST_WEIGHT and all(2 * len(whole) * abs(weight) < MOST_WEIGHT for weight in whole), "limit: rewards are too large, or have too many denominators")
    return whole


def verify(verifier, c):
    body_of(c)
    must((c.bits, c.form, c.never) == (0, 0, None), "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required 0, 0, none")
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    can(verifier.game is not None, "the certificate is about an endless game: give it with --graph")
    data = verifier.game()
    can(sha256(data).digest() == c.digest, f"game: required the file with the SHA-256 {c.digest.hex()}: is this the game?")
    names, c.positions_of = read(data)
    c.positions = len(names)
    can(all(all(position.lists) for position in c.positions_of), "chips: a position is not bid for")
    field = "priority" if c.average is None else "reward"
    lacking = [number for number, position in enumerate(c.positions_of) if getattr(position, field) is None]
    can(not lacking, f"position {lacking[:1]}: it has no {field}")
    if c.average is not None:
        c.weights = weights(c)
    must_be_bare(c)
    columns_of(c, len(names))
    lines = [(side, star) for side in (0, 1) for star in (0, 1)]
    asked = [[needs(c, p, side, star) <= c.chips for side, star in lines] for p in range(len(names))]
    for p, wins in enumerate(asked):
        for (side, star), is_asked in zip(lines, wins):
            t, bid = 2 * needs(c, p, side, star) + star, c.bids[side][left(side, star)][p]
            if is_asked and not State(c, p, side, t).wins(bid):
                raise Rejected(f"{NAMES[side]}-wins", f"position {p}, {quoted(names[p])}: {t // 2} chips{' and the star' * star} and the bid {bid} do not win", p)
    # For the receipt.
    c.game = True
    c.conditions = {f"{NAMES[side]}-wins": sum(sum(wins[2 * side : 2 * side + 2]) for wins in asked) for side in (0, 1)}
    most = lambda tables: max((label for columns in tables for column in columns for label in column), default=0)
    c.labels = [most(tables) if c.average is None else None for tables in c.labels_of]
    c.proved = f"{c.positions} positions: what each player needs of {c.chips} chips"
    return c


def columns_of(c, count):
    must(len(c.slices) == 1, "coverage", f"found {len(c.slices)} slices, required 1")
    part = c.part(0)
    d = max(position.priority for position in c.positions_of) if c.average is None else 0
    # What is bad for each side; a potential has one column.
    c.indices = [[k for k in range(d, -1, -1) if k % 2 == 1 - side] if c.average is None else [0] for side in (0, 1)]
    can(4 * count * (3 + sum(map(len, c.indices))) <= MOST_STATED, "limit: required at most 2^27 stated numbers, each counted twice")
    c.needs, c.bids, c.labels_of = [], ([], []), ([], [])
    for star in (0, 1):
        c.needs.append(part.column(count, 2**64))
        for side in (0, 1):
            c.bids[side].append(part.column(count, 2**64))
            c.labels_of[side].append([part.column(count, 2**64) for _ in c.indices[side]])
        part.must(max(c.needs[star]) <= c.chips + 1, "more chips than there are, and one")
        for side, never in ((0, c.chips + 1), (1, 0)):
            used = [c.bids[side][star], *c.labels_of[side][star]]
            good = all(numbers == 0 for column in used for needed, numbers in zip(c.needs[star], column) if needed == never)
            part.must(good, "who never wins has the bid 0 and the labels 0")
    part.end()


def needs(c, p, side, star):
    found = c.needs[left(side, star)][p]
    return c.chips + 1 - found if side else found


class State:
    """A position where a side has t half units, which are what it needs."""

    def __init__(self, c, p, side, t):
        self.c, self.p, self.side, self.t = c, p, side, t
        self.own, self.other = (c.positions_of[p].lists[who] for who in (side, 1 - side))

    def enough(self, to, t):
        needed = needs(self.c, to, self.side, t % 2)
        return t // 2 > needed or (t // 2 == needed and self.falls(to, t % 2))

    def labels(self, p, star):
        return [column[p] for column in self.c.labels_of[self.side][left(self.side, star)]]

    def falls(self, to, star):
        c, here, there = self.c, self.labels(self.p, self.t % 2), self.labels(to, star)
        if c.average is not None:
            weight = c.weights[self.p]
            return there[0] <= here[0] + (-2 * c.positions * weight - 1 if self.side else weight)
        own = c.positions_of[self.p].priority
        many = sum(k >= own for k in c.indices[self.side])
        return there[:many] < here[:many] if own in c.indices[self.side] else there[:many] <= here[:many]

    def buys(self, t):
        return any(self.enough(to, t) for to in self.own) or (self.c.decides and all(self.enough(to, t) for to in self.other))

    def sells(self, t):
        return all(self.enough(to, t) for to in self.other) and (not self.c.decides or any(self.enough(to, t) for to in self.own))

    def ties(self, bid):
        if self.t % 2:
            return self.buys(self.t - 2 * bid - 1) or self.sells(self.t + 2 * bid)
        return self.buys(self.t - 2 * bid) and self.sells(self.t + 2 * bid + 1)

    def wins(self, bid):
        rest = self.c.chips - self.t // 2
        good = bid <= self.t // 2 and (bid == 0 or self.buys(self.t - 2 * bid))
        return good and (bid + 1 > rest or self.sells(self.t + 2 * bid + 2)) and (bid > rest or self.ties(bid))
