"""Payments, statement 7: a further game of checker.py, written from the chapters "The format: payments, and Hex" and "Paying the bank"
alone.

The numbers are those of checker.py, and each side sees them in its own way. Only the mean of a position that is bid for is another one,
and what is asked of labels.
"""

from math import gcd

from checker import Game, Verifier, View, can, inf, is_white, must
from chips import imports, read_inner


class PaidView(View):
    """`share` is the fraction of the bid that the bank takes, as two numbers; `owner` the side that owns ties, or None: the winner decides."""

    share = owner = None

    def best(self, column):
        return max(view[column] for view in self.own), min(view[column] for view in self.other)

    def total(self, column):
        if self.turn != "bid":
            return super().total(column)
        (own, other), (bank, of) = self.best(column), self.share
        if own < other and self.owner is not None:
            return (other if self.owner == self.side else own), 1
        high, low = max(own, other), min(own, other)
        return self.unit * (of * high + (of - bank) * low), (2 * of - bank) * self.unit + bank * (high - low)

    def forces(self, own):
        if self.turn != "bid":
            return super().forces(own, 0)
        total, parts = self.total(0)
        if own[0] == 0 or parts * own[0] != total or self.exact:
            return own[0] == 0 or parts * own[0] <= total
        return self.owner is None and (len(set(self.best(0))) == 2 or self.evidence(own[0]) < own[2])

    def greatest_label(self, lists):
        sides = {"bid": (0, 1), "own": (self.side,), "other": (1 - self.side,)}[self.turn]
        return max(max(entry[0][2], entry[1][2]) for side in sides for _, entry in lists[side])


class Payments(Verifier):
    """Verifies the numbers of one certificate."""

    def conditions(self, c, p):
        own, (turn, lists) = c.entries[p], self.options_at(c, p)
        views = [PaidView(turn, lists, side) for side in (0, 1)]
        for side, view in enumerate(views):
            view.share, view.owner, view.unit, view.exact = c.share, c.owner, c.unit, c.form == 0
            if (c.form == 0 or (c.form == 2 and c.listed[p])) and not view.holds(own[side]):
                self.reject(c, p, side, "holds", self.inequality(c, view, own, 1))
            if not view.forces(own[side]):
                self.reject(c, p, side, "forces", self.inequality(c, view, own, 0))
            label = 1 + view.greatest_label(lists)
            if c.form == 0 and (own[side][2] != label or label == inf):
                self.reject(c, p, side, "label", f"stated {own[side][2]}, required {label}, and not without end")


def verify(verifier, c):
    # Step 4.
    bank, of = (c.body.byte() + 256 * c.body.byte() for _ in range(2))
    rule = c.body.byte()
    c.body.must(rule < 3, f"rule: found {rule}, required 0 to 2")
    c.body.must(bank <= of and gcd(bank, of) == 1, f"share: found {bank}/{of}, required lowest terms, and at most 1")
    c.body.must(bank > 0 or rule > 0, "this is the auction of statements 0 and 1")
    read_inner(c, c.body.data[: c.body.at])
    legal = (c.bits == 0 and c.form == 0 and c.inner == 1) or (1 <= c.bits <= 48 and c.form in (1, 2))
    must(legal and c.never is None, "canonical", f"bits {c.bits}, form {c.form}, never {c.never} is no combination of this statement")
    if c.inner == 0:
        c.check_men()
        must(rule == 0 or sum(not is_white(man) for man in c.men) == 1, "canonical", "men: a black man beside the king, but ties have an owner")
    if c.inner == 1 and verifier.game is not None:
        can(all(turn != "chance" for turn, *_ in Game(verifier.game()).nodes), "payments: chance moves somewhere")
    # Steps 5 to 7.
    tables = imports(verifier, c)
    if c.inner == 1:
        verifier.ask(c)
    numbers = Payments(verifier.find, verifier.game)
    c.share, c.owner = (bank, of), {1: 0, 2: 1}.get(rule)
    numbers.read_numbers(c, tables)
    if c.bits and c.form == 1:
        # The bounds are x for l and l', and y for u and u'.
        c.entries = [((w[0], c.unit - b[0], w[2]), (b[0], c.unit - w[0], b[2])) for w, b in c.entries]
    # Step 8.
    numbers.prepare(c, tables)
    for p in range(len(c.entries)):
        numbers.conditions(c, p)
    numbers.use(c, tables)
    c.proved = f"{sum(c.firsts())} positions: {'alpha = beta = x' if c.form == 0 else 'bounds'}, where the bank takes {bank}/{of} of a bid"
    return c
