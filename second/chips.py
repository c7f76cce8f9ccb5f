"""Chips, statement 6: a further game of checker.py, written from the chapters "The format: chips" and "Chips" alone.

A VIEW of a side is (T0, T1, e0, e1): what this side needs without the star and with it, in half units, and the labels. An ENTRY is the pair of
both views, White's first. A colour flip exchanges them.
"""

from math import inf

from checker import bodies, can, import_men, must, must_be_bare

MOST_CHIPS = 2**40


def read_inner(c, front):
    """The inner statement, the last part of a body. `front`, the bytes before it, is kept for the imports."""
    inner, c.front = c.body.byte(), front
    c.body.must(inner < 2, f"inner statement: found {inner}, required 0 or 1")
    c.read_body(inner)
    c.body.end()


def imports(verifier, c):
    """Step 5."""
    wanted = bodies(c.front + b"\0", c.board, import_men(c.men)) if c.inner == 0 else ()
    must(c.statement == 7 or len(c.imports) == len(wanted), "imports", f"found {len(c.imports)} imports, required {len(wanted)}")
    return verifier.load(c, c.statement, wanted)


def verify(verifier, c):
    # Step 4.
    rule, chips = c.body.byte(), c.body.number()
    c.body.must(rule < 2, f"rule: found {rule}, required 0 or 1")
    can(chips <= MOST_CHIPS, f"limit: found {chips} chips, required at most {MOST_CHIPS}")
    read_inner(c, c.body.data[: c.body.at])
    if c.inner == 0:
        c.check_men()
    # Steps 5 and 6.
    tables = imports(verifier, c)
    if c.inner == 1:
        verifier.ask(c)
        can(all(value in (0, 1) for value in c.game.terminal.values()), "chips: a terminal value is neither 0 nor 1")
        can(all(turn == "bid" for turn, *_ in c.game.nodes), "chips: a position is not bid for")
    must_be_bare(c)
    # Step 7.
    rows = []
    for number, n in enumerate(verifier.cover(c)):
        rows += read_slice(c.part(number), n, chips)
    side = lambda lines: tuple(2 * line[0] + p for p, line in enumerate(lines)) + tuple(line[1] for line in lines)
    c.entries = [(side(lines[:2]), side(lines[2:])) for lines in rows]
    # Step 8. The border has the labels 0.
    won, lost = (0, 1, 0, 0), (2 * chips + 2, 2 * chips + 3, 0, 0)
    c.won, c.lost = (won, lost), (lost, won)
    verifier.gather(c, tables, lambda _, view: view[:2] + (0, 0))
    if c.inner == 1:
        c.named = {name: c.won if value == 1 else c.lost for name, value in c.game.terminal.items()}
        c.named |= {name: c.entries[p] for name, p in c.game.index.items()}
    for p, lines in enumerate(rows):
        lists = verifier.options_at(c, p)[1]
        for player in (0, 1):
            outcomes = Outcomes([e[player] for _, e in lists[player]], [e[player] for _, e in lists[1 - player]], rule)
            for star in (0, 1):
                needed, label, bid, guard = lines[2 * player + star]
                if needed <= chips and not wins(outcomes, chips, 2 * needed + star, label, bid):
                    verifier.reject(c, p, player, "wins", f"{needed} chips{' and the star' * star}, label {label}, and the bid {bid} do not win")
                if needed > 0 and not guards(outcomes, chips, 2 * needed + star - 2, guard):
                    verifier.reject(c, p, player, "guard", f"{needed - 1} chips{' and the star' * star} win against the guard {guard}")
    verifier.use(c, tables)
    both = lambda rows: [[line for row in rows for line in row[start : start + 2]] for start in (0, 2)]
    c.labels = [max((line[1] for line in lines), default=0) for lines in both(rows)]
    rows = [row for row, first in zip(rows, c.firsts()) if first]
    counts = both(rows)
    asked = {"wins": lambda line: line[0] <= chips, "guard": lambda line: line[0] > 0}
    c.conditions = {f"{side}-{test}": sum(map(of, lines)) for side, lines in zip(("white", "black"), counts) for test, of in asked.items()}
    c.proved = f"{len(rows)} positions: what each player needs of {chips} chips"
    return c


def read_slice(reader, n, chips):
    """For each position four lines of needed chips, label, bid, guard: White's without the star and with it, then Black's."""
    lines = []
    for _ in range(4):
        columns = reader.column(n, chips + 2), reader.column(n, 2**32), reader.column(n, 2**64), reader.column(n, 2**64)
        for needed, label, bid, guard in zip(*columns):
            reader.must(needed <= chips or label == bid == 0, "what never wins has the label 0 and the bid 0")
            reader.must(needed > 0 or guard == 0, "what always wins has the guard 0")
        lines.append(list(zip(*columns)))
    reader.end()
    return list(zip(*lines))


class Outcomes:
    """What the options of a position ask of a player: of the player's own the least, of the opponent's the most, for both parities."""

    def __init__(self, own, other, rule):
        self.least = [min((view[s], view[2 + s]) for view in own) for s in (0, 1)]
        self.most = [max((view[s], view[2 + s]) for view in other) for s in (0, 1)]
        self.decides = rule == 1

    def buys(self, t, label):
        """L(t): the player has bought, and has t half units left."""
        return self.least[t % 2] < (t, label) or (self.decides and self.most[t % 2] < (t, label))

    def sells(self, t, label):
        """R(t)."""
        return self.most[t % 2] < (t, label) and (not self.decides or self.least[t % 2] < (t, label))

    def ties(self, t, bid, label):
        """E(t, bid): either may happen that the holder of the star chooses; the player does where the star is the player's."""
        if t % 2:
            return self.buys(t - 2 * bid - 1, label) or self.sells(t + 2 * bid, label)
        return self.buys(t - 2 * bid, label) and self.sells(t + 2 * bid + 1, label)


def wins(outcomes, chips, t, label, bid):
    rest = chips - t // 2
    good = bid <= t // 2 and (bid == 0 or outcomes.buys(t - 2 * bid, label))
    good = good and (bid + 1 > rest or outcomes.sells(t + 2 * bid + 2, label))
    return good and (bid > rest or outcomes.ties(t, bid, label))


def guards(outcomes, chips, t, guard):
    own = t // 2
    good = guard <= chips - own and not (guard + 1 <= own and outcomes.buys(t - 2 * guard - 2, inf))
    good = good and not (guard >= 1 and outcomes.sells(t + 2 * guard, inf))
    return good and not (guard <= own and outcomes.ties(t, guard, inf))
