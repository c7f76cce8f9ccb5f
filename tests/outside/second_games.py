#!/usr/bin/env python3
"""Compares the second checker with the program `check` on Hex and partitions, statements 8 to 12.

    second_games.py --check target/release/check --solve target/release/solve [--statements N] [--mutants N] [--seed S] [--long] [--keep FOLDER]

1. The committed certificates, those of the corpus among them: both programs must verify them. Those that take more than 5 seconds only with --long.
2. N statements that `solve` was asked for: boards of Hex with stones, pieces of all sorts on boards, sizes, staircases, races. Both must
   verify its certificates.
3. N mutants of all these that are small. A number, a label, a byte or a layer is another one, or comes from another certificate, and all
   digests are right again. Both must give the same verdict, name the same condition, and the same place: the position, cell, class or layer.

Each program has limits of its own. Where one of the two declines because of a limit, the other must not say "verified".
It needs Python 3.11 and nothing else. Exit status 1 if anything differs.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

sys.dont_write_bytecode = True
import second as outside
from second import ROOT, another_body, another_byte, column, number, seal, second, take_apart

PIECES = "Downright", "Pawn", "Knight", "Bishop", "King", "Rook", "Queen"
# Here the values of layers recur before what its rides reach does.
RETURN = ["partitions", "staircases", "0:1*,1:1*,2:0,2:1*", "1", "3"]
VERIFIER = second.Verifier(lambda digest: None)


# --- Places --------------------------------------------------------------------------------------------------------------------------


def place(statement, text):
    """What a text of either program says of the place of a failure, in the same words for both."""
    text = text.split(": ")[0]
    if statement == 8:
        return re.match("[a-p][0-9]+|", text)[0]
    if text.removeprefix("class ") in ("domestic", "tame", "pet", "miserable", "returnable", "forced"):
        return text.removeprefix("class ")
    # "position 5, 3:28", "(3, 28) loses", "cell 3:28", "layer 3, cell 0:0", "5,3^2,1" for the rows 5, 3, 3, 1
    text = re.sub("position [0-9]+, ", "", text)
    numbers = [[int(one)] * int(many or 1) for one, many in re.findall(r"(\d+)(?:\^(\d+))?", text)]
    return [one for many in numbers for one in many]


def differ(data, row):
    """What the two programs say that is not the same: a text, or None; "limit" if a limit of one explains it."""
    ours, message = outside.verdict(data, VERIFIER), row.get("message") or ""
    theirs = "limit" if "limit: " in message else row["verdict"], row.get("condition")
    if "limit" in (ours[0], theirs[0]):
        return f"found {ours} and {message}" if "verified" in (ours[0], theirs[0]) else "limit"
    if ours[:2] != theirs:
        return f"the second checker says {ours}, check says {row['verdict']}: {message}"
    if ours[1] not in (None, "header", "imports", "canonical", "coverage"):
        texts = ours[3].split(": ", 1)[1], message.split(": ", 2)[2]
        first, other = (place(data[14], text) for text in texts)
        if first != other or first is None:
            return f"another place: {texts}"
    return None


def ask(check, certificates):
    with tempfile.TemporaryDirectory() as folder:
        return outside.native(check, [(data, None) for data in certificates], [], Path(folder))


def both_verify(check, files):
    wrong = 0
    for file in files:
        data = file.read_bytes()
        row = ask(check, [data])[0]
        found = differ(data, row) or (None if row["verdict"] == "verified" else f"found {row['verdict']}, required verified")
        if found:
            wrong += 1
            print(f"{file.name}: {found}")
    return wrong


# --- Statements ----------------------------------------------------------------------------------------------------------------------


def piece(dice):
    """A piece of the seven, or one of its own."""
    if dice.randrange(2):
        return dice.choice(PIECES)
    moves = {f"{dice.randrange(3)}:{dice.randrange(3)}{'*' * dice.randrange(2)}" for _ in range(dice.randrange(1, 4))}
    return ",".join(sorted(move for move in moves if not move.startswith("0:0"))) or "0:1"


def statement(dice, folder):
    """What `solve` is asked for."""
    rows = sorted((dice.randrange(1, 9) for _ in range(dice.randrange(1, 7))), reverse=True)
    board = dice.choice((",".join(map(str, rows)), f"S({dice.randrange(1, 5)},{dice.randrange(1, 4)},{dice.randrange(1, 4)})"))
    misere = ["--misere"] * dice.randrange(2)
    match dice.randrange(6):
        case 0:
            files, ranks = dice.randrange(1, 6), dice.randrange(1, 6)
            stones = folder / "stones"
            stones.write_text("".join("".join(dice.choice("...LR") for _ in range(files)) + "\n" for _ in range(ranks)), encoding="ascii")
            return ["hex", f"{files}x{ranks}", "--stones", str(stones)]
        case 1:
            return ["partitions", "board", piece(dice), board]
        case 2:
            return ["partitions", "sizes", piece(dice), str(dice.randrange(1, 10))]
        case 3:
            return ["partitions", "losing", piece(dice), board, *misere]
        case 4:
            return ["partitions", "staircases", piece(dice), str(dice.randrange(1, 4)), str(dice.randrange(1, 4))]
    return ["partitions", "race", piece(dice), piece(dice), board, *misere]


def solved(solve, how_many, dice, folder):
    """The certificates of so many statements. Some statements have none: a piece that is wrong, a race without a move, no return."""
    files, refused = [], 0
    for turn in range(how_many):
        file = folder / f"{turn}.cert"
        asked = statement(dice, folder) if turn > 0 else RETURN
        subprocess.run([solve, *asked, "--out", str(file)], capture_output=True, check=False)
        if file.exists():
            files.append(file)
        else:
            refused += 1
    print(f"statements: {how_many}, {refused} of them without a certificate")
    return files


# --- Mutants -------------------------------------------------------------------------------------------------------------------------


def natural(value):
    data = value.to_bytes((value.bit_length() + 7) // 8, "little")
    return number(len(data)) + data


class Fields:
    """The numbers of a slice, in lists, and how they are written."""

    def __init__(self, c):
        reader, self.c = second.Reader(c.slices[0], "slice"), c
        n = len(c.entries) if c.statement == 12 else c.conditions.get("mex")
        if c.statement == 8:
            self.lists = [[reader.natural() for _ in range(c.conditions["count"])]]
        elif c.statement == 10:
            self.lists = [reader.list(reader.number)]
        else:
            self.first = {9: 6, 11: 3, 12: 0}[c.statement]
            self.lists = [[reader.number() for _ in range(self.first)]]
            self.lists += [reader.column(n, 2**64) for _ in range({9: 2, 11: 1, 12: 3}[c.statement])]

    def write(self):
        if self.c.statement == 8:
            return b"".join(map(natural, self.lists[0]))
        if self.c.statement == 10:
            return number(len(self.lists[0])) + b"".join(map(number, self.lists[0]))
        return b"".join(map(number, self.lists[0])) + b"".join(map(column, self.lists[1:]))

    def another_number(self, dice):
        chosen = dice.choice([numbers for numbers in self.lists if numbers] or [[0]])
        p, way = dice.randrange(len(chosen)), dice.randrange(6)
        if way == 0:
            chosen[p] = dice.choice(chosen)
        elif way == 1:
            q = dice.randrange(len(chosen))
            chosen[p], chosen[q] = chosen[q], chosen[p]
        elif way == 5 and self.c.statement in (8, 10):
            # One more, or one less: of fillings everywhere, or in the list of losing cells.
            dice.choice((lambda: chosen.pop(p), lambda: chosen.insert(p, chosen[p])))()
        else:
            chosen[p] = max(0, chosen[p] + dice.choice((-1, 1) if way < 5 else (-5, 5, 256, 65536)))

    def another_return(self, dice):
        """A list of layers that is longer, shorter, or begins to repeat elsewhere."""
        start, period, growth = self.lists[0]
        size = len(self.lists[1]) // (start + period)
        if dice.randrange(2):
            # One more layer, as it goes on: a return that is not the first one.
            new = self.lists[1][(start) * size : (start + 1) * size]
            self.lists[1] += [value + growth for value in new]
            self.lists[0] = [start + 1, period, growth] if dice.randrange(2) else [start, period + 1, growth]
        else:
            change = dice.choice(((1, -1), (-1, 1), (0, -1), (-1, 0), (0, -period), (period, -period), (-start, start)))
            self.lists[0] = [max(0, start + change[0]), max(0, period + change[1]), dice.choice((growth, growth, growth + 1, 0))]
            self.lists[1] = self.lists[1][: sum(self.lists[0][:2]) * size]


def another_statement(c, head, dice):
    """The head with another stone, or with one more move of the first piece, often one that a ride makes already."""
    body = c.body.data
    if c.statement == 8:
        p = dice.randrange(2, len(body))
        new = body[:p] + bytes([dice.randrange(4)]) + body[p + 1 :]
    else:
        reader = second.Reader(body, "body")
        steps, rides = ([(reader.byte(), reader.byte()) for _ in range(reader.number())] for _ in range(2))
        x, y = dice.choice(steps + rides or [(0, 1)])
        times = dice.randrange(1, 4)
        dice.choice((steps, rides)).append((times * x % 256, times * y % 256) if dice.randrange(2) else (dice.randrange(4), dice.randrange(4)))
        lists = (number(len(moves)) + b"".join(map(bytes, sorted(moves))) for moves in (steps, rides))
        new = b"".join(lists) + body[reader.at :]
    front = bytes([c.statement]) + number(len(body)) + body
    assert head.startswith(front)
    return front[:1] + number(len(new)) + new + head[len(front) :]


def mutant(good, data, dice):
    head, slices = take_apart(data)
    c, way = VERIFIER.verify(data), dice.randrange(20)
    if way == 0:
        return another_byte(data, dice)
    if way == 1:
        return seal(another_byte(head, dice), slices)
    if way == 2:
        return seal(another_statement(c, head, dice), slices)
    if way == 3:
        return seal(another_body(head, c.body.data, dice), slices)
    if way == 4:
        return seal(head, [another_byte(slices[0], dice)])
    if way == 5:
        # The slice of another certificate with the same statement.
        other = dice.choice([other for other in good if other[14] == data[14]])
        return seal(head, take_apart(other)[1])
    if way == 6:
        return seal(head, dice.choice(([], slices * 2, [b""], [slices[0] + b"\0"])))
    fields = Fields(c)
    if c.statement == 11 and way < 13:
        fields.another_return(dice)
    else:
        fields.another_number(dice)
    return seal(head, [fields.write()])


def compare(check, good, how_many, dice, keep):
    wrong, limited, seen = 0, 0, Counter()
    mutants = [mutant(good, good[turn % len(good)], dice) for turn in range(how_many)]
    mutants = [data for data in mutants if data not in good]
    for data, row in zip(mutants, ask(check, mutants)):
        found = differ(data, row)
        seen[data[14], row["verdict"], row.get("condition") or ""] += 1
        limited += found == "limit"
        if found not in (None, "limit"):
            wrong += 1
            name = sha256(data).hexdigest()[:16]
            print(f"mutant {name}: {found}")
            if keep:
                keep.mkdir(exist_ok=True)
                (keep / f"{name}.cert").write_bytes(data)
    for (of, verdict, condition), times in sorted(seen.items()):
        print(f"  {times:6} statement {of:2} {verdict} {condition}")
    print(f"mutants: {len(mutants)} of {len(good)} certificates, {wrong} differ, {limited} beyond a limit of one of the two")
    return wrong if mutants else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`", required=True)
    parser.add_argument("--solve", help="the program `solve`", required=True)
    parser.add_argument("--statements", type=int, default=60)
    parser.add_argument("--mutants", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", action="store_true", help="verify those committed certificates, too, that take long")
    parser.add_argument("--keep", type=Path, help="keep mutants of which the two say different things in this folder")
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    files = [file for name in ("hex", "partitions") for file in sorted((ROOT / "certs" / name).glob("*.cert"))]
    files = [file for file in files if arguments.long or file.name != "11x11.cert"]
    files += [file for file in sorted((ROOT / "certs" / "corpus" / "good").glob("*.cert")) if file.read_bytes()[14] in range(8, 13)]
    wrong = both_verify(arguments.check, files)
    print(f"committed: {len(files)} certificates of Hex and partitions, {wrong} differ")
    with tempfile.TemporaryDirectory() as folder:
        made = solved(arguments.solve, arguments.statements, dice, Path(folder))
        differ_made = both_verify(arguments.check, made)
        print(f"made: {len(made)} certificates, {differ_made} differ")
        good = sorted({file.read_bytes() for file in files + made if file.stat().st_size < 700})
    wrong += differ_made + compare(arguments.check, good, arguments.mutants, dice, arguments.keep)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
