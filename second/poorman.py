"""Chips paid to the bank, statement 21: a further game of checker.py, written from the chapter "Chips paid to the bank" alone.

A VIEW of a side is a pair of lists: what the side needs in each of its states, and the labels. A state is a number of the opponent's chips and whether equal
bids are the side's; it stands at chips·(number of such) + which. An ENTRY is the pair of both views, White's first. Never is infinite.
"""

from math import inf

from checker import can, count, is_white, must, must_be_bare
from chips import MOST_CHIPS, imports, read_inner

MOST_STATES = 2**23


def verify(verifier, c):
    # Step 4.
    ties, rule, most = c.body.byte(), c.body.byte(), c.body.number()
    c.body.must(rule < 2, f"rule: found {rule}, required 0 or 1")
    can(most <= MOST_CHIPS, f"limit: found {most} chips, required at most {MOST_CHIPS}")
    read_inner(c, c.body.data[: c.body.at])
    if c.inner == 0:
        c.check_men()
    c.body.must(ties < 3, f"owner of ties: found {ties}, required 0 to 2")
    owned = c.inner == 1 or ties == 2 or sum(not is_white(man) for man in c.men) == 1
    must(owned, "canonical", "men: a black man beside the king, but ties have an owner")
    # Steps 5 and 6.
    tables = imports(verifier, c)
    if c.inner == 1:
        verifier.ask(c)
        can(all(value in (0, 1) for value in c.game.terminal.values()), "chips: a terminal value is neither 0 nor 1")
        can(all(turn == "bid" for turn, *_ in c.game.nodes), "chips: a position is not bid for")
    owns = [[False, True] if ties == 2 else [ties == side] for side in (0, 1)]
    found = (len(c.game.nodes) if c.inner == 1 else count(c.board, c.men)) * (most + 1) * sum(map(len, owns))
    can(max(found, most + 1) <= MOST_STATES, f"limit: found {found} states, required at most {MOST_STATES}")
    must_be_bare(c)
    # Step 7.
    rows = []
    for number, n in enumerate(verifier.cover(c, whole=False)):
        reader = c.part(number)
        lines = [read_line(reader, n) for own in owns for _ in range((most + 1) * len(own))]
        reader.end()
        rows += zip(*lines)
    split = (most + 1) * len(owns[0])
    view = lambda lines: ([line[0] for line in lines], [line[3] for line in lines])
    c.entries = [(view(lines[:split]), view(lines[split:])) for lines in rows]
    # Step 8. The border has the labels 0.
    all_of = lambda side, needed: ([needed] * (most + 1) * len(owns[side]), [0] * (most + 1) * len(owns[side]))
    c.won, c.lost = (all_of(0, 0), all_of(1, inf)), (all_of(0, inf), all_of(1, 0))
    verifier.gather(c, tables, lambda _, view: (view[0], [0] * len(view[1])))
    if c.inner == 1:
        c.named = {name: c.won if value == 1 else c.lost for name, value in c.game.terminal.items()}
        c.named |= {name: c.entries[p] for name, p in c.game.index.items()}
    for p, lines in enumerate(rows):
        lists = verifier.options_at(c, p)[1]
        for side in (0, 1):
            seen = Seen([e[side] for _, e in lists[side]], [e[side] for _, e in lists[1 - side]], rule, ties, len(owns[side]))
            stated = iter(lines[split:] if side else lines[:split])
            for k in range(most + 1):
                for which, own in enumerate(owns[side]):
                    needed, bid, guard, label = next(stated)
                    star = f" against {k}" + ", equal bids being one's own" * own
                    if needed < inf and not seen.wins(needed, k, which, own, bid, label):
                        verifier.reject(c, p, side, "wins", f"{needed} chips{star}, label {label}, and the bid {bid} do not win")
                    if needed > 0 and not seen.guards(needed - 1, k, which, own, guard):
                        verifier.reject(c, p, side, "guard", f"{needed - 1} chips{star} win against the guard {guard}")
    verifier.use(c, tables)
    both = lambda rows: ([line for lines in rows for line in lines[:split]], [line for lines in rows for line in lines[split:]])
    c.labels = [max((line[3] for line in lines), default=0) for lines in both(rows)]
    rows = [row for row, first in zip(rows, c.firsts()) if first]
    asked = {"wins": lambda line: line[0] < inf, "guard": lambda line: line[0] > 0}
    c.conditions = {f"{side}-{test}": sum(map(of, lines)) for side, lines in zip(("white", "black"), both(rows)) for test, of in asked.items()}
    c.proved = f"{len(rows)} positions: what each player needs against up to {most} chips that are paid to the bank"
    return c


def read_line(reader, n):
    """Of one state at so many positions: what is needed, bid, guard, label."""
    columns = reader.column(n, 2**62 + 1), reader.column(n, 2**64), reader.column(n, 2**64), reader.column(n, 2**32)
    lines = [(needed - 1 if needed else inf, *rest) for needed, *rest in zip(*columns)]
    for needed, bid, guard, label in lines:
        reader.must(needed < inf or label == bid == 0, "what never wins has the label 0 and the bid 0")
        reader.must(needed > 0 or guard == 0, "what always wins has the guard 0")
    return lines


class Seen:
    """What the options of a position ask of a side: of its own the least, of the opponent's the most, in each state."""

    def __init__(self, own, other, rule, ties, states):
        pairs = lambda view: list(zip(*view))
        self.least = [min(states) for states in zip(*map(pairs, own))]
        self.most = [max(states) for states in zip(*map(pairs, other))]
        self.decides, self.ties, self.states = rule == 1, ties, states

    def enough(self, known, t, k, which, label):
        """All there are, an infinite t, are enough where some number is."""
        needed, below = known[k * self.states + which]
        return needed < t or (needed == t < inf and below < label)

    def buys(self, t, k, which, label=inf):
        return self.enough(self.least, t, k, which, label) or (self.decides and self.enough(self.most, t, k, which, label))

    def sells(self, t, k, which, label=inf):
        return self.enough(self.most, t, k, which, label) and (not self.decides or self.enough(self.least, t, k, which, label))

    def ties_at(self, t, k, own, bid, label=inf):
        if self.ties < 2:
            return self.buys(t - bid, k, 0, label) if own else self.sells(t, k - bid, 0, label)
        buys, sells = self.buys(t - bid, k, 0, label), self.sells(t, k - bid, 1, label)
        return buys or sells if own else buys and sells

    def wins(self, t, k, which, own, bid, label):
        """The label has to fall only where nobody pays."""
        good = bid <= t and (bid == 0 or self.buys(t - bid, k, which)) and (bid >= k or self.sells(t, k - bid - 1, which))
        return good and (bid > k or self.ties_at(t, k, own, bid, inf if bid else label))

    def guards(self, t, k, which, own, guard):
        good = guard <= k and not (guard < t and self.buys(t - guard - 1, k, which))
        good = good and not (guard > 0 and self.sells(t, k - guard, which))
        return good and not (guard <= t and self.ties_at(t, k, own, guard))
