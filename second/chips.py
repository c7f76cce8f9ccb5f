"""Chips, statement 6: a further game of checker.py, written from the chapters "The format: chips" and "Chips" alone.

A VIEW of a side is (T0, T1, e0, e1): what this side needs without the star and with it, in half units, and the labels. An ENTRY is the pair of
both views, White's first. A colour flip exchanges them.
"""

from math import inf

from checker import PAWNS, can, import_men, must, step_7

MOST_CHIPS = 2**40


def read_inner(c, front):
    """The inner statement, the last part of a body. Its name and `front`, the bytes before it, are kept for the imports."""
    c.inner, c.front = c.body.byte(), front
    c.body.must(c.inner < 2, f"inner statement: found {c.inner}, required 0 or 1")
    if c.inner == 0:
        c.board = c.body.byte(), c.body.byte(), c.body.byte()
        c.men = tuple(c.body.list(c.body.byte))
    c.body.end()


def imports(verifier, c):
    """Step 5. A body has one spelling, so the body of an import must be these bytes."""
    required = import_men(c.men) if c.inner == 0 else []
    must(len(c.imports) == len(required), "imports", f"required {len(required)} imports, found {len(c.imports)}")

    def load(digest, men):
        board = c.board if PAWNS & set(men) else (*c.board[:2], 0)
        body = c.front + bytes([0, *board, len(men), *men])
        right = lambda head: must(head.statement == c.statement and head.body.data == body, "statement", "the import is about something else")
        return verifier.imported(digest, right)

    return [load(digest, men) for digest, men in zip(c.imports, required)]


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
    must((c.bits, c.form, c.values) == (0, 0, []), "canonical", "the head is not bare: required bits 0, form 0, no values")
    # Step 7.
    rows = []
    with step_7(c):
        for number, (data, n) in enumerate(zip(c.slices, verifier.cover(c))):
            must(len(data) >= n, "coverage", f"slice {number}: fewer bytes than positions")
            rows += read_slice(c, data, number, n, chips)
    side = lambda lines: tuple(2 * line[0] + p for p, line in enumerate(lines)) + tuple(line[1] for line in lines)
    c.entries = [(side(lines[:2]), side(lines[2:])) for lines in rows]
    # Step 8. The border has the labels 0.
    won, lost = (0, 1, 0, 0), (2 * chips + 2, 2 * chips + 3, 0, 0)
    c.won, c.lost = (won, lost), (lost, won)
    c.tables = {t.men: (t.index, [(w[:2] + (0, 0), b[:2] + (0, 0)) for w, b in t.entries]) for t in tables}
    if c.inner == 1:
        c.named = {name: c.won if value == 1 else c.lost for name, value in c.game.terminal.items()}
        c.named |= {name: c.entries[p] for name, p in c.game.index.items()}
    for p, lines in enumerate(rows):
        lists = verifier.options(c, p)[1]
        for player in (0, 1):
            outcomes = Outcomes([e[player] for _, e in lists[player]], [e[player] for _, e in lists[1 - player]], rule)
            for star in (0, 1):
                needed, label, bid, guard = lines[2 * player + star]
                if needed <= chips and not wins(outcomes, chips, 2 * needed + star, label, bid):
                    verifier.reject(c, p, player, "wins", f"{needed} chips{' and the star' * star}, label {label}, and the bid {bid} do not win")
                if needed > 0 and not guards(outcomes, chips, 2 * needed + star - 2, guard):
                    verifier.reject(c, p, player, "guard", f"{needed - 1} chips{' and the star' * star} win against the guard {guard}")
    counts = [[line for row in rows for line in row[start : start + 2]] for start in (0, 2)]
    asked = {"wins": lambda line: line[0] <= chips, "guard": lambda line: line[0] > 0}
    c.conditions = {f"{side}-{test}": sum(map(of, lines)) for side, lines in zip(("white", "black"), counts) for test, of in asked.items()}
    c.labels = [max((line[1] for line in lines), default=0) for lines in counts]
    c.proved = f"{len(rows)} positions: what each player needs of {chips} chips"
    return c


def read_slice(c, data, number, n, chips):
    """For each position four lines of needed chips, label, bid, guard: White's without the star and with it, then Black's."""
    reader, lines = type(c.body)(data, f"slice {number}"), []
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
