#!/usr/bin/env python3
"""The rejection matrix of further games: for each condition, and at a first, a middle and a last place, a certificate that this condition alone
refuses, by the least margin. Beside each stands its control, which differs in one number.

    matrix.py --check target/release/check --solve target/release/solve [--write]

Of each pair the control must be verified, and the changed one rejected, with the condition and at the place that are written here: by the program
`check` and by the second checker. Without the condition the second checker must verify the changed one, too. Where a number stands for two bounds,
two conditions refuse the same change: then both are left out, and neither may be enough alone.

checker/tests/suite/matrix.rs does this for chess, games and lists, games/tests/suite/matrix.rs for chips, Hex and some losing cells. This is for
payments, Losing Chess (auctions, tables, proofs), partitions (values, losing cells, staircases, races), all-pay auctions and endless games (both in
matrix_aims.py). The tables of the book, docs/src/record/rejection-matrix-*.md, are compared, or written with --write.

The auctions are solved by `solve`; everything else is worked out here, by plain search. It needs Python 3.11 and nothing else. Exit status 1 if
anything differs.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from math import inf
from pathlib import Path
from unittest.mock import patch

sys.dont_write_bytecode = True
import second as outside
from matrix_bytes import FINE, certificate, exact, put
from second_certificates import ROOT, column, columns, number, second
import aims as second_aims
import all_pay as second_all_pay
import losing as second_losing
import partitions as second_partitions
import proof as second_proof
import matrix_aims

FILES = {}


def judged(data, game=None, names=()):
    """The verdict of the second checker, its condition and its place, with these conditions left out. (A verifier keeps what it has verified, so that
    each is asked once.)"""
    with without(names):
        return outside.verdict(data, outside.verifier_of(FILES.get, game))


# --- One condition left out ----------------------------------------------------------------------------------------------------------


def step_of(c, place, white):
    """Which of the four steps says what the label of a position by turns is."""
    after = [second_losing.label(c, new, not white) for _, new in second_losing.moves(c.board, place, white)]
    if not after:
        return "`label`, step 1"
    if any(v % 2 and v != second_losing.DRAW for v in after):
        return "`label`, step 2"
    return "`label`, step 3" if second_losing.DRAW in after else "`label`, step 4"


def parts_without(check, names):
    """The conditions of an endless game at a position. Of two with the same name the first one is about a bound, and the second one about a step."""

    def found(*given):
        asked = []
        for good, condition, text in check(*given):
            part = PARTS[condition in asked].format(condition)
            asked.append(condition)
            yield good or condition in names or part in names, condition, text

    return found


@contextmanager
def without(names):
    """The second checker, where these conditions are always true."""
    numbers, proof, same, equation = second.Verifier.reject, second_proof.Proof.reject, second_partitions.same, second_losing.equation
    proves = second_all_pay.proves

    def reject(self, c, p, side, test, text):
        if f"{('white', 'black')[side]}-{test}" not in names:
            numbers(self, c, p, side, test, text)

    def reject_node(self, test, node, walked):
        if test not in names:
            proof(self, test, node, walked)
        if test == "index":
            # An index that is too large is read as that of the last move.
            last = len(second_losing.moves(self.c.board, *node)) - 1
            self.stream = self.stream[: self.at] + bytes([last]) + self.stream[self.at + 1 :]

    def same_number(condition, *rest):
        if condition not in names:
            same(condition, *rest)

    def equation_without(c, place, white):
        stated = place in c.places and step_of(c, place, white) in names
        return c.entries[c.places.index(place)][not white] if stated else equation(c, place, white)

    def proves_without(*given):
        return f"{SIDES[given[5]]}-mix" in names or proves(*given)

    with (
        patch.object(second_all_pay, "proves", proves_without),
        patch.dict(second_aims.CHECKS, {n: (parts_without(check, names), *rest) for n, (check, *rest) in second_aims.CHECKS.items()}),
        patch.object(second.Verifier, "reject", reject),
        patch.object(second_proof.Proof, "reject", reject_node),
        patch.object(second_partitions, "same", same_number),
        patch.object(second_losing, "equation", equation_without),
    ):
        yield


SIDES = ("white", "black")
PARTS = ("`{}`, the bound", "`{}`, the step")
STEPS = {
    "`label`, step 1": "no move",
    "`label`, step 2": "a move to a lost position",
    "`label`, step 3": "a move to a draw, none to a lost position",
    "`label`, step 4": "all moves lead to won positions",
}
# The tables, and what must be left out somewhere in each: the conditions of the chapters.
REQUIRED = {
    "payments": {f"{side}-{test}" for side in SIDES for test in ("holds", "forces", "label")},
    "losing-auctions": {f"{side}-{test}" for side in SIDES for test in ("holds", "forces", "label", "greedy")},
    "losing-tables": set(STEPS),
    "losing-proofs": {"cycle", "leaf", "index"},
    "partition-values": {"mex", "misere-mex", "class"},
    "partition-cells": {"quiet", "answered"},
    "partition-staircases": {"mex", "return"},
    "partition-races": {f"{side}-{test}" for side in SIDES for test in ("holds", "forces", "label")},
    "all-pay": {f"{side}-mix" for side in SIDES},
    "endless": {"equation"}
    | {f"{side}-{test}" for side in SIDES for test in ("mean", "parity")}
    | {part.format(f"{side}-secures") for side in SIDES for part in PARTS},
}


# --- Cells ---------------------------------------------------------------------------------------------------------------------------


class Matrix:
    """All pairs. A row of the book is a table, a condition, where it is, and what is changed; it has places."""

    def __init__(self):
        self.cells, self.rows, self.left_out = [], defaultdict(list), defaultdict(set)

    def add(self, table, condition, where, what, place, control, mutant, alone=None, game=None, note=""):
        """`alone` names what is left out, if it is not the condition that is found broken; `note` is for messages."""
        names = alone or (condition,)
        self.cells.append((condition, place, names, control, mutant, game, f"{table}: {condition}: {where}: {what}: {place} {note}"))
        self.left_out[table].update(names)
        self.rows[table, " and ".join(name if " " in name else f"`{name}`" for name in names), where, what].append(place)

    def wrong(self, check):
        """How many cells are not as they should be."""
        wrong, groups = 0, defaultdict(list)
        for cell in self.cells:
            groups[cell[5]].append(cell)
        for game, cells in groups.items():
            files = [data for cell in cells for data in cell[3:5]]
            with tempfile.TemporaryDirectory() as folder:
                imports = Path(folder) / "imports"
                imports.mkdir()
                for digest, data in FILES.items():
                    (imports / f"{digest.hex()}.cert").write_bytes(data)
                rows = outside.native(check, [(data, game) for data in files], [imports], Path(folder))
            for turn, cell in enumerate(cells):
                for problem in self.problems(cell, rows[2 * turn : 2 * turn + 2]):
                    wrong += 1
                    print(f"{cell[6]}: {problem}")
        return wrong

    @staticmethod
    def problems(cell, rows):
        condition, place, names, control, mutant, game, _ = cell
        if (found := judged(control, game))[0] != "verified" or rows[0]["verdict"] != "verified":
            yield f"the control: {found}, {rows[0].get('message')}"
        if (found := judged(mutant, game))[:3] != ("rejected", condition, place):
            yield f"found {found}, required {condition} at {place}"
        differ = outside.differ(mutant, found, rows[1])
        if differ or rows[1]["verdict"] != "rejected":
            yield f"check: {differ} {rows[1]}"
        if (found := judged(mutant, game, names))[0] != "verified":
            yield f"without {names}: {found}"
        for name in names if len(names) > 1 else ():
            if (found := judged(mutant, game, (name,)))[0] != "rejected":
                yield f"{name} is enough: {found}"

    def tables(self, write):
        """How many tables of the book are not these."""
        wrong, texts = int(self.left_out != REQUIRED), defaultdict(lambda: "| what is left out | where | what it alone refuses | at the places |\n|---|---|---|---|\n")
        if wrong:
            print(f"left out: found {dict(self.left_out)}, required {REQUIRED}")
        for (table, condition, where, what), places in sorted(self.rows.items()):
            if len(set(places)) < 3:
                wrong += 1
                print(f"{table}: {condition}: {where}: {what}: found the places {places}, required three")
            texts[table] += f"| {condition} | {where} | {what} | {', '.join(map(str, sorted(set(places))))} |\n"
        for table, text in texts.items():
            file = ROOT / "docs" / "src" / "record" / f"rejection-matrix-{table}.md"
            if write:
                file.write_text(text, encoding="utf-8")
            if not file.exists() or file.read_text(encoding="utf-8") != text:
                wrong += 1
                print(f"{file.name} is another one: matrix.py --write")
        return wrong


def three(places):
    """The first, a middle and the last one."""
    return sorted({places[0], places[len(places) // 2], places[-1]}) if places else []


def is_alone(mutant, condition, place, names=None):
    """Whether the condition is what refuses a certificate, and the only one that does."""
    return judged(mutant)[:3] == ("rejected", condition, place) and judged(mutant, None, names or (condition,))[0] == "verified"


# --- Payments ------------------------------------------------------------------------------------------------------------------------

# Bank, of, rule.
AUCTIONS = {"the bank takes all": (1, 1, 0), "half": (1, 2, 0), "half, White owns ties": (1, 2, 1), "nothing, Black owns ties": (0, 1, 2)}
PLACES = (0, 2, 4)
UNITS = 16


def paid_mean(auction, y, z):
    """The mean of the chapter, of what White's options reach and Black's."""
    bank, of, rule = auction
    if y < z and rule:
        return z if rule == 1 else y
    share, high, low = Fraction(bank, of), max(y, z), min(y, z)
    return (high + (1 - share) * low) / ((2 - share) + share * (high - low))


def game_of(rows):
    rows = [*rows, '{"name": "half", "value": "1/2"}', '{"name": "one", "value": "1"}', '{"name": "zero", "value": "0"}']
    return ('{"bidding-game": 2, "positions": [\n' + ",\n".join(rows) + "\n]}\n").encode()


def five(three_times, between):
    """A game of five positions: three of one sort, to which no move leads, and two between them."""
    names = iter("pwqvr")
    return game_of(f'{{"name": "{name}", {(three_times, between)[turn % 2].replace("SELF", name)}}}' for turn, name in enumerate(names))


def pays(game, auction, slice_, bits=0, form=0, values=()):
    bank, of, rule = auction
    body = b"".join(n.to_bytes(2, "little") for n in (bank, of)) + bytes([rule, 1]) + sha256(game).digest()
    return certificate(7, body, slice_, bits, form, values)


def listed(game, auction, rows):
    """Form 2: the four numbers of each position; all that can be are listed."""
    gaps = [(l, u, m, v) for l, u, m, v in rows if u < m]
    flags = sum(1 << place for place, (_, u, m, _) in enumerate(rows) if u < m)
    width = lambda l, u, m, v: u - l if u < m else v - l
    lists = [row[0] for row in rows], [width(*row) for row in rows], [flags], [m - u for _, u, m, _ in gaps], [v - m for *_, m, v in gaps]
    # No labels are listed.
    return pays(game, auction, b"".join(map(column, (*lists, [0], [], []))), 4, 2)


def payments(matrix):
    for name, auction in AUCTIONS.items():
        # Nobody can force anything at w, and from p White goes to w, Black to 1/2; so at p nothing is sharp.
        game = five('"left": ["w"], "right": ["half"]', '"left": ["SELF"], "right": ["SELF"]')
        low, high = (paid_mean(auction, Fraction(end), Fraction(1, 2)) * UNITS for end in (0, 1))
        # Bounds that hold may be equal to the mean. Those that are forced may be equal if the winner decides, because the two players reach
        # different numbers.
        less = lambda mean, rule=auction[2]: int(mean) if rule == 0 or mean.denominator > 1 else max(0, int(mean) - 1)
        free, tight = (0, 0, UNITS, UNITS), (less(low), -int(-low // 1), int(high), UNITS - less(UNITS - high))
        rows = [tight, free, tight, free, tight]
        for number_, condition, change in ((0, "white-forces", 1), (1, "white-holds", -1), (2, "black-holds", 1), (3, "black-forces", -1)):
            old = tight[number_]
            for place in PLACES:
                spoilt = put(rows, place, tuple(put(tight, number_, old + change)))
                if not 0 <= spoilt[place][0] <= spoilt[place][1] < spoilt[place][2] <= spoilt[place][3] <= UNITS:
                    # Where u is 0 already, nothing is less, and l may not be above it.
                    continue
                what = f"{old} units become {old + change}"
                matrix.add("payments", condition, f"{name}; form 2", what, place, listed(game, auction, rows), listed(game, auction, spoilt), game=game)
        # Exactly: one number for both bounds, so that two conditions ask the same of it.
        game = five('"left": ["one"], "right": ["zero"]', '"left": ["half"], "right": ["half"]')
        mean = paid_mean(auction, Fraction(1), Fraction(0))
        x, ones = [mean, Fraction(1, 2), mean, Fraction(1, 2), mean], [1] * 5
        write = lambda x, white=ones, black=ones, auction=auction: exact_payment(game, auction, x, white, black)
        for place in PLACES:
            for condition, other, change in (("white-holds", "black-forces", -FINE), ("white-forces", "black-holds", FINE)):
                what = f"{mean} becomes {mean + change}".replace(str(2**40), "2^40")
                new = write(put(x, place, mean + change))
                matrix.add("payments", condition, f"{name}; form 0", what, place, write(x), new, (condition, other), game)
            for label in (0, 2):
                what = f"the label 1 becomes {label}"
                matrix.add("payments", "white-label", f"{name}; form 0", what, place, write(x), write(x, put(ones, place, label)), game=game)
                matrix.add("payments", "black-label", f"{name}; form 0", what, place, write(x), write(x, ones, put(ones, place, label)), game=game)
    auction = (1, 1, 0)
    for turn, side in (("left", "white"), ("right", "black")):
        # At a turn a label that is too small breaks `forces`, too.
        game = five(f'"turn": "{turn}", "{turn}": ["half"]', '"left": ["half"], "right": ["half"]')
        halves, ones = [Fraction(1, 2)] * 5, [1] * 5
        control = exact_payment(game, auction, halves, ones, ones)
        for place in PLACES:
            for label, names in ((0, (f"{side}-forces", f"{side}-label")), (2, (f"{side}-label",))):
                labels = [put(ones, place, label), ones]
                new = exact_payment(game, auction, halves, *(labels if side == "white" else labels[::-1]))
                where, what = f"the bank takes all; form 0, {turn.capitalize()}'s turn", f"the label 1 becomes {label}"
                matrix.add("payments", names[0], where, what, place, control, new, names, game)
    # Both options reach the same number: then a bound that is equal to its mean needs evidence, in form 2, which has no labels, it may not be equal.
    game = five('"left": ["half"], "right": ["half"]', '"left": ["SELF"], "right": ["SELF"]')
    free, tight = (0, 0, UNITS, UNITS), (7, 9, 9, 9)
    rows = [tight, free, tight, free, tight]
    for place in PLACES:
        for condition, new, what in (("white-forces", (8, 9, 9, 9), "7 units become 8"), ("black-forces", (7, 8, 8, 8), "9 units become 8")):
            spoilt = put(rows, place, new)
            where = "the bank takes all; form 2, both reach the same"
            matrix.add("payments", condition, where, what, place, listed(game, auction, rows), listed(game, auction, spoilt), game=game)
    # With labels: the option has the label 1.
    game = five('"left": ["w"], "right": ["w"]', '"left": ["half"], "right": ["half"]')
    same, labels = [8] * 5, [2, 1, 2, 1, 2]
    write = lambda *lists: pays(game, auction, b"".join(map(column, lists)), 4, 1)
    control = write(same, same, labels, labels)
    for place in PLACES:
        spoilt, where = put(labels, place, 1), "the bank takes all; form 1, both reach the same"
        matrix.add("payments", "white-forces", where, "the label 2 becomes 1", place, control, write(same, same, spoilt, labels), game=game)
        matrix.add("payments", "black-forces", where, "the label 2 becomes 1", place, control, write(same, same, labels, spoilt), game=game)


def exact_payment(game, auction, x, white, black):
    values = sorted(set(x))
    return pays(game, auction, b"".join(map(column, ([values.index(value) for value in x], white, black))), values=values)


# --- Losing Chess ----------------------------------------------------------------------------------------------------------------------


def solved(solve, arguments, name):
    """The certificate that `solve` writes; what it imports is kept."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([solve, "losing", "auction", *arguments, "--out", folder], check=True, capture_output=True)
        for file in Path(folder).rglob("*.cert"):
            FILES[sha256(file.read_bytes()).digest()] = file.read_bytes()
        return (Path(folder) / name).read_bytes()


def opened(data, columns_of):
    """What the second checker has verified, and its columns; those of values as fractions."""
    c = second.Verifier(FILES.get).verify(data)
    head = second.Certificate(data)
    values = [Fraction(n, head.denominator) for n in head.values]
    lists = columns(c.slices[0], [len(c.entries)] * columns_of)[0]
    stated = 2 if c.form == 1 else 1
    return c, [[values[index] for index in numbers] for numbers in lists[:stated]], lists[stated:]


def auctions(matrix, solve):
    # Not sharp: two values. Which places are alone is found by trying; at others a number is part of another position's condition, too.
    data = solved(solve, ["2x4", "PvP"], "2x4_PvP_auction.cert")
    c, stated, labels = opened(data, 4)
    write = lambda stated, labels: exact(3, c.body.data, stated, labels, 1, c.imports)
    assert write(stated, labels) == data
    for condition, which, change in (
        ("white-holds", 0, -FINE),
        ("white-forces", 0, FINE),
        ("black-holds", 1, FINE),
        ("black-forces", 1, -FINE),
        ("white-label", 2, 1),
        ("black-label", 3, 1),
    ):
        spoil = lambda lists, at: [put(numbers, at[1], numbers[at[1]] + change) if at[0] == n else numbers for n, numbers in enumerate(lists)]
        mutants = {p: write(spoil(stated, (which, p)), spoil(labels, (which - 2, p))) for p in range(len(c.entries))}
        what = ("a label is one more" if which > 1 else f"a value is 2^-40 {'more' if change > 0 else 'less'}")
        for p in three([p for p, mutant in mutants.items() if is_alone(mutant, condition, p)]):
            matrix.add("losing-auctions", condition, "2x4 PvP, form 1", what, p, data, mutants[p])
    data = solved(solve, ["2x2", "KQvK"], "2x2_KQvK_auction.cert")
    c, stated, rest = opened(data, 5)
    write = lambda moves: exact(3, c.body.data, stated, rest[2:], 0, c.imports, moves)
    assert write(rest[:2]) == data
    for side, condition in enumerate(("white-greedy", "black-greedy")):
        for p, place in enumerate(c.places):
            old = rest[side][p]
            others = [move for move, _ in second_losing.moves(c.board, place, side == 0) if move != old]
            new = min(others, key=lambda move: abs(move - old))
            mutant = write([put(rest[0], p, new), rest[1]] if side == 0 else [rest[0], put(rest[1], p, new)])
            matrix.add("losing-auctions", condition, "2x2 KQvK, form 0", "another move that can be made", p, data, mutant)
    bounds(matrix, solved(solve, ["2x4", "NvP", "--enclosure", "10"], "2x4_NvP_auction.cert"))


def bounds(matrix, data):
    """An enclosure: one unit, where a gap is listed."""
    c = second.Verifier(FILES.get).verify(data)
    n, flags = len(c.entries), ((len(c.entries) + 7) // 8, 2)
    found, behind = columns(c.slices[0], [n, n, flags, flags])
    # The place among those with a gap, of each that has one.
    listed = {p: at for at, p in enumerate(p for p in range(n) if found[2][p // 8] >> p % 8 & 1)}
    body, imports = c.body.data, c.imports
    assert not behind

    def write(changes, p):
        lists = [[*numbers] for numbers in found]
        for which, change in changes:
            lists[which][listed[p] if which > 1 else p] += change
        return None if min(map(min, filter(None, lists))) < 0 else certificate(3, body, b"".join(map(column, lists)), 10, 2, (), imports)

    assert write((), 0) == data
    for condition, what, changes in (
        ("white-forces", "l is a unit more", ((0, 1), (1, -1))),
        ("white-holds", "u is a unit less", ((1, -1), (3, 1))),
        ("black-holds", "l′ is a unit more", ((3, 1), (4, -1))),
        ("black-forces", "u′ is a unit less", ((4, -1),)),
    ):
        mutants = {p: mutant for p in listed if (mutant := write(changes, p))}
        for p in three([p for p, mutant in mutants.items() if is_alone(mutant, condition, p)]):
            matrix.add("losing-auctions", condition, "2x4 NvP, form 2", what, p, data, mutants[p])


def tables_by_turns(board, men, known):
    """The table of these men, and before it those that it needs: the labels are found by playing from the end."""
    rule = 1 if second.PAWNS & set(men) else 0
    if (board, men) in known:
        return known[board, men]
    needed = [tables_by_turns(board, other, known) for other in second_losing.import_men(men)]
    c = second.Certificate.__new__(second.Certificate)
    c.rule, c.board, c.men = 0, (*board, rule), men
    c.index, c.used = second.Places(c.board, men, c.anchors), set()
    c.places = c.index.list
    c.entries, c.tables = [(second_losing.DRAW,) * 2 for _ in c.places], {t.men: t for t in needed}
    c.tables[men] = c
    while (found := [tuple(second_losing.equation(c, place, white) for white in (True, False)) for place in c.places]) != c.entries:
        c.entries = found
    c.imports = [sha256(t.data).digest() for t in needed]
    c.data = by_turns(c, c.entries)
    FILES[sha256(c.data).digest()] = c.data
    known[board, men] = c
    return c


def by_turns(c, entries):
    body = bytes([0, *c.board, len(c.men), *c.men])
    return certificate(4, body, bytes(white for white, _ in entries) + bytes(black for _, black in entries), imports=c.imports)


def tables(matrix):
    """For each step of the label the first table of two men where it alone refuses three labels."""
    known, open_, nearest = {}, set(STEPS), {0: (1, 2), 253: (251,)}
    for board in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5)):
        for men in sorted({second_losing.used((a, b)) for a in (0, 2, 3, 4, 5, 6) for b in (1, 7, 8, 9, 10, 11)}):
            if second.PAWNS & set(men) and board[1] < 3:
                continue
            c = tables_by_turns(board, men, known)
            name = f"{board[0]}x{board[1]} {second.MEN[men[0]]}v{second.MEN[men[1]].upper()}"
            found = defaultdict(list)
            for p, place in enumerate(c.places):
                for side in (0, 1):
                    step, old = step_of(c, place, side == 0), c.entries[p][side]
                    if step in open_:
                        for new in nearest.get(old, (old - 1, old + 1, old + 2)):
                            mutant = by_turns(c, put(c.entries, p, tuple(put(c.entries[p], side, new))))
                            if new >= 0 and is_alone(mutant, "label", 2 * p + side, (step,)):
                                found[step, old, new].append((2 * p + side, mutant))
            for (step, old, new), mutants in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
                if step in open_ and len(mutants) > 2:
                    open_.remove(step)
                    for place, mutant in three(mutants):
                        what = f"the label {old} becomes {new}"
                        matrix.add("losing-tables", "label", f"{STEPS[step]}; {name}", what, place, c.data, mutant, (step,))
        if not open_:
            return


# --- Proofs --------------------------------------------------------------------------------------------------------------------------


class Proven:
    """A proof from a root, by the quickest ways to win, found by playing from the end. A node is a place and whether White is to move.

    Nodes of these tables are leaves."""

    def __init__(self, board, pieces, mover, winner, tables=()):
        self.board, self.pieces, self.mover, self.winner = board, pieces, mover, winner
        self.tables, self.used, self.imports = {t.men: t for t in tables}, set(), [sha256(t.data).digest() for t in tables]
        self.root, self.nexts, self.wins = (pieces, mover == 0), {}, {}
        open_ = [self.root]
        while open_ and len(self.nexts) < 2000:
            node = open_.pop()
            if node not in self.nexts:
                self.nexts[node] = self.moves(*node)
                open_ += self.nexts[node]
        self.is_small = not open_
        while self.is_small and (found := {node: n for node in self.nexts if (n := self.plies(node)) is not None}) != self.wins:
            self.wins = found

    def moves(self, place, white):
        """The order of the chapter: the square left, the square reached, then knight, bishop, rook, queen, king."""
        if self.is_known(place):
            return []
        rank = lambda move: (move[0] & 65535, (0, 4, 3, 2, 1, 5)[move[0] >> 16])
        return [(new, not white) for _, new in sorted(second_losing.moves(self.board, place, white), key=rank)]

    def is_known(self, place):
        return second.used([piece >> 8 for piece in place]) in self.tables

    def plies(self, node):
        """In how many plies the winner wins, as far as it is known."""
        own = node[1] == (self.winner == 0)
        if self.is_known(node[0]):
            label = second_losing.label(self, *node)
            return label if label != second_losing.DRAW and (label % 2 == 0) == own else None
        if not self.nexts[node]:
            return 0 if own else None
        known = [self.wins.get(to) for to in self.nexts[node]]
        wins = [n for n in known if n is not None]
        return 1 + (min if own else max)(wins) if wins and (own or len(wins) == len(known)) else None

    def stream(self):
        """The index of each move of the winner's, and how many moves there are."""
        finished, read, stack = set(), [], [self.root]
        while stack:
            node = stack.pop()
            if node not in finished:
                finished.add(node)
                nexts = self.nexts[node]
                if nexts and node[1] == (self.winner == 0):
                    best = min(range(len(nexts)), key=lambda index: self.wins.get(nexts[index], inf))
                    read.append((best, len(nexts)))
                    nexts = [nexts[best]]
                stack += nexts[::-1]
        return read

    def certificate(self, stream):
        pieces = b"".join(bytes([piece >> 8, piece & 255]) for piece in self.pieces)
        body = bytes([0, *self.board, self.winner, self.mover, len(self.pieces)]) + pieces + b"\0"
        return certificate(5, body, bytes(stream), imports=self.imports)


# Board, pieces, mover, winner, an imported table: proofs where three bytes or more are refused by one condition alone, found by trying.
PROOFS = {
    "index": ((2, 3, 0), ((0, 0), (1, 4), (1, 5)), 1, 0, None),
    "cycle": ((4, 3, 0), ((5, 5), (10, 1)), 1, 0, None),
    "leaf": ((3, 3, 0), ((0, 4), (10, 0), (10, 8)), 1, 0, (0, 10)),
}


def proofs(matrix):
    """A byte is 1 more or less. An index fails before its byte is read, a leaf or a cycle after the last byte that leads there."""
    for condition, (board, men, mover, winner, table) in PROOFS.items():
        pieces = tuple(256 * man + square for man, square in men)
        proof = Proven(board, pieces, mover, winner, [tables_by_turns(board[:2], table, {})] if table else ())
        read, found = proof.stream(), {}
        stream = [index for index, _ in read]
        for at, (index, count) in enumerate(read):
            for new in (index + 1, index - 1):
                mutant = proof.certificate(put(stream, at, max(0, new)))
                place = at + (condition != "index")
                if (new == count) == (condition == "index") and is_alone(mutant, condition, place):
                    found.setdefault(place, mutant)
        where = f"{second.fen(board, pieces)} {'wb'[mover]}, {('White', 'Black')[winner]} wins; {len(read)} bytes"
        for place, mutant in three(sorted(found.items())):
            what = "an index is the number of moves" if condition == "index" else "an index is one more or less"
            matrix.add("losing-proofs", condition, where, what, place, proof.certificate(stream), mutant)


# --- Partitions ------------------------------------------------------------------------------------------------------------------------

# Those of the chapter, and some that are named as `solve` names them: rows and columns of each step; a ride has a star.
PIECES = {
    "King": ([(0, 1), (1, 0), (1, 1)], []),
    "Rook": ([], [(0, 1), (1, 0)]),
    "Knight": ([(1, 2), (2, 1)], []),
    "Pawn": ([(0, 1), (1, 1)], []),
    "0:2": ([(0, 2)], []),
    "0:3": ([(0, 3)], []),
    "a piece without moves": ([], []),
    "0:1,0:2,1:0,1:3": ([(0, 1), (0, 2), (1, 0), (1, 3)], []),
    "0:1*,1:0,2:0,2:3": ([(1, 0), (2, 0), (2, 3)], [(0, 1)]),
}


def moves_of(piece):
    return b"".join(number(len(pairs)) + b"".join(map(bytes, pairs)) for pairs in piece)


def runs_of(rows):
    lengths = sorted(set(rows), reverse=True)
    return number(len(lengths)) + b"".join(number(length) + number(rows.count(length)) for length in lengths)


def is_board(rows):
    return lambda row, column: row < len(rows) and column < rows[row]


def options_of(piece, is_cell, cell):
    """The cells that a piece reaches."""
    found = [(cell[0] + x, cell[1] + y) for x, y in piece[0] if is_cell(cell[0] + x, cell[1] + y)]
    for x, y in piece[1]:
        n = 1
        while is_cell(cell[0] + n * x, cell[1] + n * y):
            found.append((cell[0] + n * x, cell[1] + n * y))
            n += 1
    return found


def least(values):
    return min(set(range(len(values) + 1)) - set(values))


def cells_of(rows):
    return [(row, column) for row, length in enumerate(rows) for column in range(length)]


def pairs_of(piece, rows):
    """Normal and misère values of all cells; every option comes later."""
    pairs = {}
    for cell in reversed(cells_of(rows)):
        seen = [pairs[option] for option in options_of(piece, is_board(rows), cell)]
        pairs[cell] = least([g for g, _ in seen]), least([m for _, m in seen]) if seen else 1
    return [pairs[cell] for cell in cells_of(rows)]


def classes_of(piece, rows, pairs):
    """The first cell against each class, by the words of the chapter."""
    at, found = dict(zip(cells_of(rows), pairs)), [0] * 6
    swaps = (0, 1), (1, 0)
    for place, cell in enumerate(cells_of(rows)):
        (g, m), options = at[cell], options_of(piece, is_board(rows), cell)
        swap, seen = (g, m) in swaps, [at[option] for option in options]
        further = {option: [at[last] for last in options_of(piece, is_board(rows), option)] for option in options}
        against = (
            min(g, m) == 0 and max(g, m) > 1,
            not swap and g != m,
            not swap and (g != m or (g < 2 and m < 2)),
            not swap and (swaps[0] in seen) != (swaps[1] in seen),
            swap and any(pairs and (g, m) not in pairs for pairs in further.values()),
            swap and any(pair not in swaps for pair in seen),
        )
        found = [first or (place + 1 if is_against else 0) for first, is_against in zip(found, against)]
    return found


def values_of(piece, rows, first, pairs):
    slice_ = b"".join(map(number, first)) + column([g for g, _ in pairs]) + column([g ^ m for g, m in pairs])
    return certificate(9, moves_of(piece) + b"\0" + runs_of(rows), slice_)


# Boards where three cells or more are refused by one condition alone, found by trying.
VALUES = (
    ("mex", 1, "0:1,0:2,1:0,1:3", (5, 5, 3, 3, 1)),
    ("mex", -1, "King", (5, 5, 5, 2)),
    ("misere-mex", 1, "0:1*,1:0,2:0,2:3", (4, 4, 4)),
    ("misere-mex", -1, "0:1,0:2,1:0,1:3", (5, 5, 3, 3, 1)),
    ("misere-mex", -1, "Rook", (4, 4, 4, 1)),
)


def values(matrix):
    """A value is one more or less. Its own condition is alone only where no other cell and no class rests on it."""
    for condition, change, name, rows in VALUES:
        piece = PIECES[name]
        pairs = pairs_of(piece, rows)
        first = classes_of(piece, rows, pairs)
        new = {p: (g + change, m) if condition == "mex" else (g, m + change) for p, (g, m) in enumerate(pairs)}
        new = {p: pair for p, pair in new.items() if 0 <= min(pair) and max(pair) < len(rows) + rows[0]}
        mutants = {p: values_of(piece, rows, first, put(pairs, p, pair)) for p, pair in new.items()}
        what = f"{'the normal' if condition == 'mex' else 'the misère'} value is one {'more' if change > 0 else 'less'}"
        for p in three([p for p, mutant in mutants.items() if is_alone(mutant, condition, p)]):
            where = f"{name} on {','.join(map(str, rows))}"
            matrix.add("partition-values", condition, where, what, p, values_of(piece, rows, first, pairs), mutants[p])
    rows, piece = (6, 6, 4, 4, 4), PIECES["King"]
    pairs = pairs_of(piece, rows)
    first = classes_of(piece, rows, pairs)
    for number_ in range(6):
        for change in (-1, 1):
            mutant = values_of(piece, rows, put(first, number_, first[number_] + change), pairs)
            what = f"the first position against a class is stated one {'later' if change > 0 else 'earlier'}"
            matrix.add("partition-values", "class", "King on 6,6,4,4,4", what, number_, values_of(piece, rows, first, pairs), mutant)


def losing_of(piece, misere, rows, losing):
    places = sorted(losing)
    gaps = [place - before - 1 for before, place in zip([-1, *places], places)]
    return certificate(10, moves_of(piece) + bytes([misere]) + runs_of(rows), number(len(gaps)) + b"".join(map(number, gaps)))


CELLS = (
    (0, "answered", "a piece without moves", (2, 2, 2)),
    (0, "answered", "Knight", (4, 4, 4)),
    (0, "quiet", "King", (4, 4, 4)),
    (1, "answered", "King", (6,)),
    (1, "quiet", "a piece without moves", (2, 2, 2)),
    (1, "quiet", "King", (4, 4, 4)),
)


def losing_cells(matrix):
    """A losing cell more or less."""
    for misere, condition, name, rows in CELLS:
        piece = PIECES[name]
        losing = {place for place, pair in enumerate(pairs_of(piece, rows)) if pair[misere] == 0}
        wanted = [p for p in range(sum(rows)) if (p in losing) == (condition == "answered")]
        mutants = {p: losing_of(piece, misere, rows, losing ^ {p}) for p in wanted}
        # It may fail at a cell that leads to the changed one: the place is that cell's.
        found = {p: judged(mutant)[1:3] for p, mutant in mutants.items()}
        for p in three([p for p in wanted if found[p][0] == condition and is_alone(mutants[p], *found[p])]):
            where, what = f"{name} on {','.join(map(str, rows))}", f"a losing cell {'less' if condition == 'answered' else 'more'}"
            play = f"{('normal', 'misère')[misere]} play"
            matrix.add("partition-cells", condition, f"{where}, {play}", what, found[p][1], losing_of(piece, misere, rows, losing), mutants[p])


def stairs_of(piece, block, returns, values):
    body = moves_of(piece) + b"\0" + b"".join(map(number, block))
    return certificate(11, body, b"".join(map(number, returns)) + column(values))


def layers_of(piece, block, layers):
    """The values of so many layers: those of the corner of each staircase, and of its first block."""
    (a, b), found = block, []
    for layer in range(layers):
        rows = [a * steps for steps in range(layer + 1, 0, -1) for _ in range(b)]
        pairs = dict(zip(cells_of(rows), pairs_of(piece, rows)))
        found += [pairs[row, column][0] for row in range(b) for column in range(a)]
    return found


# Pieces, blocks, and from, period and growth, worked out by hand: see games/tests/suite/cases/partitions.rs.
STAIRS = (
    ("Rook", (1, 1), (1, 1, 1)),
    ("Rook", (2, 1), (1, 1, 2)),
    ("King", (1, 1), (2, 3, 0)),
    ("0:2", (2, 1), (1, 2, 0)),
    ("0:2", (1, 2), (2, 4, 0)),
)


VALUES_OF_STAIRS = (
    ("a piece without moves", (3, 1), (0, 1, 0), 1),
    ("King", (2, 2), (3, 2, 0), -1),
    ("King", (3, 1), (2, 7, 0), 1),
    ("Pawn", (1, 3), (2, 7, 0), -1),
    ("0:3", (1, 2), (3, 6, 0), 1),
)


def staircases(matrix):
    for name, block, (start, period, growth) in STAIRS:
        piece, size = PIECES[name], block[0] * block[1]
        where, last = f"{name}, blocks {block[1]}x{block[0]}", start + period
        of = lambda layers: layers_of(piece, block, layers)
        control = stairs_of(piece, block, (start, period, growth), of(last))
        # What is stated recurs later than at first, from a later layer or in two periods; or it does not recur.
        changes = [((start + 1, period, growth), last, "from one layer later"), ((start, 2 * period, 2 * growth), last, "two periods")]
        if start > 0:
            changes.append(((start - 1, period, growth), last - 1, "from one layer earlier"))
        if period > 1:
            changes.append(((start, period - 1, growth), last - 1, "the period is one less"))
        changes += [((start, period, growth + change), last, "the growth is one more or less") for change in (-1, 1) if growth + change >= 0]
        changes.append(((last, 0, growth), last, "the period is 0"))
        for returns, place, what in changes:
            mutant = stairs_of(piece, block, returns, of(returns[0] + returns[1]))
            matrix.add("partition-staircases", "return", "three pieces", what, place, control, mutant, note=where)
    # A value is one more or less, where nothing that is stated elsewhere rests on it.
    for name, block, (start, period, growth), change in VALUES_OF_STAIRS:
        piece = PIECES[name]
        stated = layers_of(piece, block, start + period)
        write = lambda stated: stairs_of(piece, block, (start, period, growth), stated)
        mutants = {p: write(put(stated, p, value + change)) for p, value in enumerate(stated) if value + change >= 0}
        where = f"{name}, blocks {block[1]}x{block[0]}"
        for p in three([p for p, mutant in mutants.items() if is_alone(mutant, "mex", p)]):
            matrix.add("partition-staircases", "mex", where, f"a value is one {'more' if change > 0 else 'less'}", p, write(stated), mutants[p])


# --- Races -------------------------------------------------------------------------------------------------------------------------------


def races(matrix):
    """Both players move one column to the right: three rows, each a game of its own, of two cells or of three."""
    right = moves_of(([(0, 1)], []))
    for misere, play in enumerate(("normal", "misère")):
        for columns_, depth in ((2, 1), (3, 2)):
            body = 2 * right + bytes([misere]) + runs_of((columns_,) * 3)
            # From the cell before the last one both can move to the end; from the one before both go there. All are worth 1/2.
            halves, labels = [Fraction(1, 2)] * (3 * depth), [2, 1] * 3 if depth == 2 else [1] * 3
            write = lambda x, white, black: exact(12, body, [x], [white, black])
            control = write(halves, labels, labels)
            add = lambda condition, what, p, mutant, names=None: matrix.add(
                "partition-races", condition, f"3 rows of {columns_}, {play} play", what, p, control, mutant, names
            )
            for p in range(0, 3 * depth, depth):
                if depth == 2:
                    add("white-forces", "the label 2 becomes 1", p, write(halves, put(labels, p, 1), labels), ("white-forces", "white-label"))
                    add("black-forces", "the label 2 becomes 1", p, write(halves, labels, put(labels, p, 1)), ("black-forces", "black-label"))
                    continue
                for label in (0, 2):
                    add("white-label", f"the label 1 becomes {label}", p, write(halves, put(labels, p, label), labels))
                    add("black-label", f"the label 1 becomes {label}", p, write(halves, labels, put(labels, p, label)))
                for condition, other, change in (("white-holds", "black-forces", -FINE), ("white-forces", "black-holds", FINE)):
                    what = f"1/2 becomes {halves[p] + change}".replace(str(2**40), "2^40")
                    add(condition, what, p, write(put(halves, p, halves[p] + change), labels, labels), (condition, other))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`", required=True)
    parser.add_argument("--solve", help="the program `solve`", required=True)
    parser.add_argument("--write", action="store_true", help="write the tables of the book")
    arguments = parser.parse_args()
    matrix = Matrix()
    payments(matrix)
    auctions(matrix, arguments.solve)
    tables(matrix)
    proofs(matrix)
    values(matrix)
    losing_cells(matrix)
    staircases(matrix)
    races(matrix)
    matrix_aims.all_pay(matrix)
    matrix_aims.mean(matrix)
    matrix_aims.secures(matrix)
    matrix_aims.parity(matrix)
    wrong = matrix.wrong(arguments.check) + matrix.tables(arguments.write)
    print(f"matrix: {len(matrix.cells)} certificates in {len(matrix.rows)} rows, each beside its control, {wrong} wrong")
    return 1 if wrong or not matrix.cells else 0


if __name__ == "__main__":
    sys.exit(main())
