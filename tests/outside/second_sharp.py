#!/usr/bin/env python3
"""Tests of settled places (form 7) that need no other program: brute force on games that are drawn by lot. It runs alone or from second.py:

    second_sharp.py [--games N] [--seed S] [--check PROGRAM] [--every K] [--keep FOLDER]

1. Games of one to five positions, with bids, turns and chance, many of them with draws. Alpha and beta are found by iteration from 0 and from 1, apart
   from both checkers. Bounds in units are made from them, widened by lot, and repaired until each inequality is true or has labels.
2. Places are settled in three ways: by lot, with labels by lot; as many as a plain reading of the chapter can settle, with the least labels; and these
   with one thing another. Whatever the second checker verifies must have alpha = beta at all settled places. What the plain reading says of each
   certificate, the condition and the place, must be what the checker says.
3. Each condition is made weaker in turn. Then something false must be verified: else the games would be no test of it.
4. Endgames on 2x3 over exact imports, among them one that is not sharp everywhere.

With --check the program must say the same of the certificates of one game in K, and write the same receipts. Exit status 1 if anything is wrong.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import NamedTuple

from second_alone import File, column, flags, second, verdict
import sharp

# Differences between alpha and beta that count: those of drawn games are fractions with small denominators.
LEAST_GAP = 1e-6


class Border(NamedTuple):
    """What is no place of the certificate: bounds in units, whether it is known to be sharp, and the true values."""

    l: int
    high: int
    known: bool
    alpha: float
    beta: float


class Net:
    """Positions with the numbers 0 to n - 1, and the border behind them. A node is a turn, the options of White, those of Black, and weights."""

    def __init__(self, nodes, border, one):
        self.nodes, self.border, self.one, self.n = nodes, border, one, len(nodes)

    def mirrored(self):
        turns = {"left": "right", "right": "left"}
        nodes = [(turns.get(turn, turn), right, left, weights) for turn, left, right, weights in self.nodes]
        border = [Border(self.one - b.high, self.one - b.l, b.known, 1 - b.beta, 1 - b.alpha) for b in self.border]
        return Net(nodes, border, self.one)

    def total(self, p, x):
        """F(x)(P) as a sum, and a number by which to divide it."""
        turn, left, right, weights = self.nodes[p]
        if turn == "chance":
            return sum(weight * x[o] for o, weight in zip(left, weights)), sum(weights)
        terms = [max(x[o] for o in left)] if turn != "right" else []
        terms += [min(x[o] for o in right)] if turn != "left" else []
        return sum(terms), len(terms)

    def limit(self, start, ends):
        """The limit of the iteration from `start`."""
        x, change = [start] * self.n + ends, 1
        while change > 1e-13:
            change = 0
            for p in range(self.n):
                total, parts = self.total(p, x)
                change, x[p] = max(change, abs(total / parts - x[p])), total / parts
        return x[: self.n]

    def values(self):
        return self.limit(0.0, [b.alpha for b in self.border]), self.limit(1.0, [b.beta for b in self.border])

    def labels(self, l):
        """The least labels T with which White forces l, infinite where nothing helps."""
        x, asked = l + [b.l for b in self.border], []
        for p, (turn, left, right, _) in enumerate(self.nodes):
            total, parts = self.total(p, x)
            counting = left if turn in ("left", "chance") else right if turn == "right" else left + right
            best = max(x[o] for o in left) if turn in ("bid", "left") else x[p]
            quiet = all(x[o] == x[p] for o in left) if turn == "chance" else best == x[p]
            if parts * x[p] > total:
                asked.append((p, []))
            elif x[p] > 0 and parts * x[p] == total and quiet:
                asked.append((p, counting))
        labels = [0] * (self.n + len(self.border))
        for p, _ in asked:
            labels[p] = inf
        changed = True
        while changed:
            changed = False
            for p, counting in asked:
                turn, left, right, _ = self.nodes[p]
                if not counting or labels[p] < inf:
                    continue
                own = [labels[o] for o in left if x[o] == x[p]] if turn != "right" else []
                others = max(labels[o] for o in right if x[o] == x[p]) if turn in ("bid", "right") else inf
                found = 1 + min([*own, others])
                changed |= found < labels[p]
                labels[p] = min(labels[p], found)
        return labels[: self.n]

    def forced(self, l):
        """Numbers up to l that White can be shown to force, and the labels: what is not forced is lowered, at first a unit at a time."""
        l, far, turn = list(l), [b.l for b in self.border], 0
        while True:
            turn += 1
            while lower := {p: total // parts for p in range(self.n) for total, parts in [self.total(p, l + far)] if parts * l[p] > total}:
                l = [lower.get(p, x) for p, x in enumerate(l)]
            labels = self.labels(l)
            wrong = [p for p in range(self.n) if labels[p] == inf]
            if not wrong:
                return l, labels
            for p in wrong:
                l[p] = max(0, l[p] - (1 << turn // 16))


class Bounds(NamedTuple):
    l: list
    high: list
    T: list
    S: list
    gaps: dict


def bounds(net, alpha, beta, dice, how_wide):
    """Bounds that can be verified, with labels, and some gaps that are listed."""
    one = net.one
    wider = lambda: dice.choice((0, 0, 1, 2, how_wide)) if how_wide else 0
    floor = lambda value: max(0, int(value * one + 1e-7) - wider())
    l, T = net.forced([floor(x) for x in alpha])
    far, S = net.mirrored().forced([floor(1 - x) for x in beta])
    high = [one - x for x in far]
    gaps = {}
    if dice.randrange(3) == 0:
        gaps = {p: (-int(-(alpha[p] * one - 1e-7) // 1), int(beta[p] * one + 1e-7)) for p in range(net.n)}
        gaps = {p: (u, low) for p, (u, low) in gaps.items() if l[p] <= u < low <= high[p]}
        while gaps:
            u = [gaps[p][0] if p in gaps else high[p] for p in range(net.n)] + [b.high for b in net.border]
            low = [gaps[p][1] if p in gaps else l[p] for p in range(net.n)] + [b.l for b in net.border]
            above = lambda p: net.total(p, u)[1] * u[p] < net.total(p, u)[0]
            below = lambda p: net.total(p, low)[1] * low[p] > net.total(p, low)[0]
            wrong = [p for p in gaps if above(p) or below(p)]
            if not wrong:
                break
            gaps = {p: gap for p, gap in gaps.items() if p not in wrong}
    return Bounds(l, high, T, S, gaps)


# --- Settled places, read plainly ------------------------------------------------------------------------------------------------------


class Plain:
    """The three conditions as the chapter has them. `labels` has a label for each option, infinite if it is not known to be sharp."""

    def __init__(self, net, bounds):
        self.net, self.l, self.high = net, bounds.l + [b.l for b in net.border], bounds.high + [b.high for b in net.border]

    def labels(self, settled):
        own = [0 if self.l[p] == self.high[p] else settled.get(p, inf) for p in range(self.net.n)]
        return own + [0 if b.known else inf for b in self.net.border]

    def options(self, p):
        turn, left, right, _ = self.net.nodes[p]
        return turn, sorted(set(left)) if turn != "right" else [], sorted(set(right)) if turn in ("bid", "right") else []

    def leaves(self, p, labels):
        """The name of the condition that fails, or None."""
        turn, white, black = self.options(p)
        if turn == "chance":
            return "white-leaves" if any(labels[o] == inf for o in white) else None
        if white and not all(labels[w] < inf or self.high[w] < max(self.l[v] for v in white) for w in white):
            return "white-leaves"
        if black and not all(labels[b] < inf or self.l[b] > min(self.high[v] for v in black) for b in black):
            return "black-leaves"
        return None

    def needed(self, p, labels):
        """-1 if P is apart, else the least label of evidence."""
        turn, white, black = self.options(p)
        l, high = self.l, self.high
        if turn == "chance":
            lo, hi = max(l[o] for o in [p, *white]), min(high[o] for o in [p, *white])
            return -1 if lo >= hi else min(labels[o] for o in white)
        lo, hi = l[p], high[p]
        if white:
            lo, hi = max(lo, max(l[w] for w in white)), min(hi, max(high[w] for w in white))
        if black:
            lo, hi = max(lo, min(l[b] for b in black)), min(hi, min(high[b] for b in black))
        if lo >= hi:
            return -1
        found = []
        if white:
            found.append(max((labels[w] for w in white if high[w] > lo), default=0))
            found += [labels[w] for w in white if all(l[w] >= high[v] for v in white if v != w)]
        if black:
            found.append(max((labels[b] for b in black if l[b] < hi), default=0))
            found += [labels[b] for b in black if all(high[b] <= l[v] for v in black if v != b)]
        return min(found)

    def judge(self, settled):
        labels = self.labels(settled)
        for p in sorted(settled):
            if failed := self.leaves(p, labels):
                return failed, p
            if self.needed(p, labels) >= settled[p]:
                return "sharp", p
        return None

    def most(self, places):
        """As many of these places as can be settled, with the least labels."""
        settled = dict.fromkeys(places, 0)
        while True:
            out = [p for p in settled if self.leaves(p, self.labels(settled))]
            if not out:
                labels = self.labels(dict.fromkeys(settled, inf))
                changed = True
                while changed:
                    changed = False
                    for p in settled:
                        found = 1 + self.needed(p, labels)
                        changed |= found < labels[p]
                        labels[p] = min(labels[p], found)
                out = [p for p in settled if labels[p] == inf]
                if not out:
                    return {p: labels[p] for p in settled}
            settled = {p: 0 for p in settled if p not in out}


# --- Certificates ----------------------------------------------------------------------------------------------------------------------


def slice_of(bounds, settled, first, last):
    rows = range(first, last)
    listed = [p for p in rows if p in bounds.gaps]
    marked = [p for p in rows if bounds.T[p] or bounds.S[p]]
    upper = [bounds.gaps[p][0] if p in bounds.gaps else bounds.high[p] for p in rows]
    columns = [[bounds.l[p] for p in rows], [u - bounds.l[p] for p, u in zip(rows, upper)], flags([p in bounds.gaps for p in rows])]
    columns += [[bounds.gaps[p][1] - bounds.gaps[p][0] for p in listed], [bounds.high[p] - bounds.gaps[p][1] for p in listed]]
    columns += [flags([p in marked for p in rows]), [bounds.T[p] for p in marked], [bounds.S[p] for p in marked]]
    columns += [flags([p in settled for p in rows]), [settled[p] for p in rows if p in settled]]
    return b"".join(map(column, columns))


def certificate(statement, body, bits, bounds, settled, imports=(), lengths=None):
    slices, first = [], 0
    for length in lengths or [len(bounds.l)]:
        slices.append(slice_of(bounds, settled, first, first + length))
        first += length
    return File(statement, body, None, bits, 7, imports, (), slices).write()


def another(settled, places, dice):
    """The same settled places but for one, or one label."""
    new = dict(settled)
    way = dice.randrange(4)
    if new and way < 2:
        p = dice.choice(list(new))
        new[p] = dice.choice((max(new[p] - 1, 0), max(new[p] - 1, 0), new[p] + 1, 0, 9, 2**32 - 2))
    elif new and way == 2:
        del new[dice.choice(list(new))]
    else:
        rest = [p for p in places if p not in new]
        new |= {dice.choice(rest): dice.choice((1, 1, 2, 7))} if rest else {}
    return new


def choices(plain, places, dice):
    """Some ways to settle some of the places; the first one settles the most."""
    most = plain.most(places)
    label = lambda: dice.choice((0, 1, 1, 2, 3))
    by_lot = {p: label() for p in places if dice.randrange(2)}
    # All that are open are settled at labels that grow: a trap for a checker that does not look where options lead.
    order = dice.sample(places, len(places))
    growing = {p: 1 + order.index(p) for p in places}
    alone = {p: 1 for p in dice.sample(places, min(1, len(places)))}
    return [most, by_lot, growing, alone, another(most, places, dice), another(most, places, dice)]


# --- Games -----------------------------------------------------------------------------------------------------------------------------


def draw(dice):
    """A game: its nodes and the values of its ends. Two ends may have the same value."""
    n = dice.randrange(1, 6)
    ends = [Fraction(0), Fraction(1)] + [Fraction(dice.choice(("0", "1", "1/2", "1/3", "2/3", "3/4"))) for _ in range(dice.randrange(3))]
    far = dice.choice((1, 2, 4))
    option = lambda: dice.choice([*range(n)] * far + [n + e for e in range(len(ends))])
    kinds = dice.choice((("bid",), ("bid", "bid", "left", "right", "chance"), ("left", "right"), ("bid", "chance")))
    nodes = []
    for p in range(n):
        turn = dice.choice(kinds)
        left, right = ([option() for _ in range(dice.choice((1, 1, 2, 2, 3)))] for _ in range(2))
        if turn == "chance":
            nodes.append((turn, left, left, {1: [1], 2: dice.choice(([1, 2], [1, 1])), 3: [1, 1, 2]}[len(left)]))
        else:
            nodes.append((turn, left if turn != "right" else [p], right if turn != "left" else [p], None))
    return nodes, ends


def game_file(nodes, ends):
    name = lambda o: f"p{o}" if o < len(nodes) else f"end{o - len(nodes)}"
    rows = []
    for p, (turn, left, right, weights) in enumerate(nodes):
        row = {"name": f"p{p}"}
        if turn == "chance":
            row["chance"] = [{"to": name(o), "weight": str(Fraction(w, sum(weights)))} for o, w in zip(left, weights)]
        else:
            row |= {"turn": turn} if turn != "bid" else {}
            row |= {"left": list(map(name, left))} if turn != "right" else {}
            row |= {"right": list(map(name, right))} if turn != "left" else {}
        rows.append(row)
    rows += [{"name": f"end{e}", "value": str(value)} for e, value in enumerate(ends)]
    return json.dumps({"bidding-game": 2, "positions": rows}).encode()


def net_of(nodes, ends, one):
    end = lambda v: Border(int(v * one // 1), int(-(-v * one // 1)), True, float(v), float(v))
    return Net(nodes, [end(value) for value in ends], one)


class Case(NamedTuple):
    """A certificate, its game, what the plain reading says, whether it is true, and its settled places with the bounds."""

    data: bytes
    game: bytes
    required: object
    true: bool
    most: bool
    settled: dict
    plain: Plain
    all_sharp: bool


def cases_of_games(how_many, dice):
    """For each game its cases."""
    for _ in range(how_many):
        nodes, ends = draw(dice)
        game, bits = game_file(nodes, ends), dice.choice((1, 2, 3, 4, 6, 9, 20))
        net = net_of(nodes, ends, 1 << bits)
        alpha, beta = net.values()
        sharp_at = [b - a < LEAST_GAP for a, b in zip(alpha, beta)]
        made = bounds(net, alpha, beta, dice, dice.choice((0, 0, 0, 1, 4, 1 << bits)))
        plain = Plain(net, made)
        places, cases = [p for p in range(net.n) if made.l[p] < made.high[p] and p not in made.gaps], []
        for number, settled in enumerate(choices(plain, places, dice)):
            data = certificate(1, sha256(game).digest(), bits, made, settled)
            cases.append(Case(data, game, plain.judge(settled), all(sharp_at[p] for p in settled), number == 0, settled, plain, all(sharp_at)))
        yield cases


def compare(tally, cases, find={}.get):
    """What the second checker says of the cases of a game."""
    for case in cases:
        found = verdict(case.data, find, case.game)
        tally["certificates"] += 1
        if found != case.required:
            tally["wrong"] += 1
            print(f"found {found}, required {case.required}: {case.settled} {case.data.hex()} {case.game}")
        if found is None and not case.true:
            tally["wrong"] += 1
            tally["false ones that are verified"] += 1
            print(f"verified, and not true: {case.settled} {case.data.hex()} {case.game}")
        tally["false ones"] += not case.true
        if found is not None:
            tally[f"refused, {found[0]}"] += 1
        elif case.settled:
            tally["verified, with settled places"] += 1
            tally["and with evidence"] += any(case.plain.needed(p, case.plain.labels(case.settled)) >= 0 for p in case.settled)
            tally["and not sharp elsewhere"] += not case.all_sharp
        if case.most and case.all_sharp:
            tally["games that are sharp"] += 1
            known = case.plain.labels(case.settled)[: case.plain.net.n]
            tally["of these not proved to be"] += any(label == inf for label in known)


# --- Endgames --------------------------------------------------------------------------------------------------------------------------

CORPUS = Path(__file__).resolve().parents[2] / "certs" / "corpus" / "good"


class Endgame:
    """An endgame on 2x3, with the true values of its places, and what certificates of it state: by their bytes the bounds as fractions, and what is sharp."""

    def __init__(self, text, before):
        self.board, self.men = (2, 3, 0), tuple(sorted(map(second.MEN.index, text)))
        self.index = second.Places(self.board, self.men, 2)
        self.imports = {men: before[men] for men in second.import_men(self.men)}
        self.stated, keys, self.nodes = {}, {}, []
        n = len(self.index.list)
        for place in self.index.list:
            sides = []
            for white in (True, False):
                reached = [self.reach(new, white) for _, new in second.moves(self.board, place, white)]
                sides.append([o if isinstance(o, int) else n + keys.setdefault(o, len(keys)) for o in reached])
            self.nodes.append(("bid", *sides, None))
        self.keys = list(keys)
        bare = Net(self.nodes, [Border(0, 0, True, *self.true_values(key)) for key in self.keys], 1)
        self.alpha, self.beta = bare.values()

    def reach(self, new, white):
        """A place of its own, or the winner, or an import with the number of the place there and whether it is turned."""
        if new is None:
            return (white,)
        men = tuple(p >> 8 for p in new)
        used = second.used(men)
        if used == self.men:
            return self.index.number(new)
        return used, self.imports[used].index.number(new if used == men else second.flip(self.board, new)), used != men

    def true_values(self, key):
        if len(key) == 1:
            return (float(key[0]),) * 2
        men, number, turned = key
        alpha, beta = self.imports[men].alpha[number], self.imports[men].beta[number]
        return (1 - beta, 1 - alpha) if turned else (alpha, beta)

    def net(self, imports, one):
        """With these certificates as imports: pairs of men and bytes."""
        border = []
        for key in self.keys:
            alpha, beta = self.true_values(key)
            l, high, known = (int(alpha), int(beta), True) if len(key) == 1 else self.imports[key[0]].stated[imports[key[0]]][key[1]]
            l, high = (1 - high, 1 - l) if len(key) == 3 and key[2] else (l, high)
            border.append(Border(int(l * one // 1), int(-(-high * one // 1)), known, alpha, beta))
        return Net(self.nodes, border, one)

    def committed(self, path, find):
        """States what an exact certificate of the corpus says."""
        data = path.read_bytes()
        table = second.Verifier(find, None).verify(data)
        values = [(Fraction(white[0], table.unit), 1 - Fraction(black[0], table.unit)) for white, black in table.entries]
        assert all(abs(x - a) < 1e-9 and abs(y - b) < 1e-9 for (x, y), a, b in zip(values, self.alpha, self.beta)), path
        self.stated[data] = [(x, y, x == y) for x, y in values]
        return data


def compare_endgames(tally, how_many, dice):
    """Cases of endgames, each with what finds its imports."""
    before, files, cases = {}, {}, []
    find = lambda digest: files.get(digest)
    texts = "Kk", "KNk", "KNNk", "KNkn", "KNNkn"
    for text in texts:
        endgame = Endgame(text, before)
        before[endgame.men] = endgame
        if (CORPUS / f"2x3_{text}.cert").exists():
            data = endgame.committed(CORPUS / f"2x3_{text}.cert", find)
            files[sha256(data).digest()] = data
    for _ in range(how_many):
        for endgame in before.values():
            imports = {men: dice.choice([*other.stated][:1] + [*other.stated][-2:]) for men, other in endgame.imports.items()}
            digests, bits = [sha256(data).digest() for data in imports.values()], dice.choice((2, 5, 12, 30))
            net = endgame.net(imports, 1 << bits)
            made = bounds(net, endgame.alpha, endgame.beta, dice, dice.choice((0, 0, 1, 4, 1 << bits)))
            plain, one = Plain(net, made), 1 << bits
            places = [p for p in range(net.n) if made.l[p] < made.high[p] and p not in made.gaps]
            sharp_at = [b - a < LEAST_GAP for a, b in zip(endgame.alpha, endgame.beta)]
            body = bytes([*endgame.board, len(endgame.men), *endgame.men])
            for number, settled in enumerate(choices(plain, places, dice)):
                data = certificate(0, body, bits, made, settled, digests)
                case = Case(data, None, plain.judge(settled), all(sharp_at[p] for p in settled), number == 0, settled, plain, all(sharp_at))
                compare(tally, [case], find)
                cases.append(data)
                if number == 0 and case.required is None:
                    files[sha256(data).digest()] = data
                    known = plain.labels(settled)
                    endgame.stated[data] = [(Fraction(made.l[p], one), Fraction(made.high[p], one), known[p] < inf) for p in range(net.n)]
    return cases, files


# --- Weaker conditions -------------------------------------------------------------------------------------------------------------------


def weaker():
    """Each condition made weaker: pairs of what is weaker, and the function of the module in its place."""
    sound = sharp.faults
    infinite = lambda o: o._replace(label=0)

    def everything_known(c, p, turn, lists):
        return sound(c, p, turn, [list(map(infinite, side)) for side in lists])

    def without(name):
        return lambda *given: (found for found in sound(*given) if found[0] != name)

    def one_more(c, p, turn, lists):
        # Evidence with the label of the place itself.
        lower = [[o._replace(label=o.label - 1) for o in side] for side in lists]
        return sound(c, p, turn, lower)

    leaves, evidence, term = sharp.leaves, sharp.evidence, sharp.term

    def some_option(side, options, lowest):
        return min([evidence(side, options, lowest), *(o.label for o in options if o.brackets[side][1] > lowest)])

    def own_low(side, options, lowest):
        best = term(side, options)[0]
        return min([evidence(side, options, lowest), *(o.label for o in options if o.brackets[side][0] == best)])

    def chosen(side, options):
        # The options whose own low is greatest are known; nothing is asked of the others.
        best = term(side, options)[0]
        return any(o.label == inf and o.brackets[side][0] == best for o in options)

    return [
        ("white-leaves is not asked", "faults", without("white-leaves")),
        ("black-leaves is not asked", "faults", without("black-leaves")),
        ("sharp is not asked", "faults", without("sharp")),
        ("a place that is not known to be sharp has the label 0", "faults", everything_known),
        ("evidence may have the label of the place", "faults", one_more),
        ("some option with u' > lo is evidence", "evidence", some_option),
        ("an option of the greatest l is evidence", "evidence", own_low),
        ("nothing is asked of options of less than the greatest l", "leaves", chosen),
    ]


def compare_weaker(games):
    """How many of them verify nothing false. `games` are lists of cases."""
    wrong, false = 0, [case for cases in games for case in cases if not case.true]
    for what, name, function in weaker():
        sound = getattr(sharp, name)
        setattr(sharp, name, function)
        tried = found = 0
        for case in false:
            if found < 10:
                tried, found = tried + 1, found + (verdict(case.data, {}.get, case.game) is None)
        setattr(sharp, name, sound)
        wrong += not found
        print(f"if {what}: {found} of {tried} false certificates are verified" + ", required some" * (not found))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", help="the program `check`")
    parser.add_argument("--every", type=int, default=20, help="the program is asked of one game in so many (20)")
    parser.add_argument("--keep", type=Path, help="keep certificates of which the two say different things in this folder")
    arguments = parser.parse_args()
    return 1 if run(arguments.games, arguments.seed, arguments.check, arguments.every, arguments.keep) else 0


def run(games, seed, check=None, every=20, keep=None):
    """How much is wrong."""
    dice, tally, sample, asked = random.Random(seed), Counter(), [], []
    for number, cases in enumerate(cases_of_games(games, dice)):
        compare(tally, cases)
        # What is verified is kept, which is too much here.
        second.Verifier.table.cache_clear()
        if number < 3000:
            sample.append(cases)
        if number % every == 0:
            asked.append(cases)
    print(f"settled places: {games} games, {', '.join(f'{name} {n}' for name, n in sorted(tally.items()))}")
    of_endgames = Counter()
    endgames, files = compare_endgames(of_endgames, 3 if games < 10_000 else 20, dice)
    print(f"settled places of endgames: {', '.join(f'{name} {n}' for name, n in sorted(of_endgames.items()))}")
    wrong = tally["wrong"] + of_endgames["wrong"] + compare_weaker(sample)
    if check:
        import second as outside

        comparison = outside.Comparison(check, keep)
        for cases in asked:
            comparison.compare([(case.data, case.game, None) for case in cases], [], {}.get)
        with tempfile.TemporaryDirectory() as folder:
            for digest, data in files.items():
                (Path(folder) / f"{digest.hex()}.cert").write_bytes(data)
            comparison.compare([(data, None, None) for data in endgames], [folder], files.get)
        comparison.tell("settled places, both checkers")
        wrong += comparison.wrong
    return wrong


if __name__ == "__main__":
    sys.exit(main())
