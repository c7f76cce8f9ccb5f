#!/usr/bin/env python3
"""Compares the second checker, second/checker.py and the modules beside it, with the corpus and with the programs `check` and `solve`.

    second.py --check target/release/check --solve target/release/solve [--short] [--seed S] [--mutants N] [--keep FOLDER]

1. Its moves: tests/data/perft.tsv has counts from outside programs, and those up to 50,000 must come out.
2. Its length: 625 lines of code, 200 for all that no verdict rests on, and 155 for each further game and for settled places.
3. What is given by accident or to deceive: names of files and of positions, what is no file, files that are exchanged (second_given.py).
4. By itself: places, games and endgames whose values are found here, and heads (second_alone.py).
5. Settled places: brute force (second_sharp.py).
6. Certificates: every line of certs/corpus/corpus.jsonl, all that are committed, those that `solve` makes for this, of statements drawn by lot among
   them, and mutants of all these. Both programs must give the same verdict, name the same condition at the same place (a position, cell, class, layer,
   byte, or the number of moves walked), and write the same receipt, byte for byte, but for the field `checker`. A line of the corpus must have the
   verdict, condition and position that are written there, and what is committed or made must be verified. Every fourth mutant of a game in a file has
   another byte or word in the game. Others of all kinds have one to three faults each.

Each program has limits of its own. Where one of the two declines because of a limit, the other may say what it likes, but not that the certificate is
verified. A committed table of an endgame is compared if it has 6,000 bytes at most. --short compares the whole corpus, and a sample of the rest.
It needs Python 3.11 and nothing else. Exit status 1 if anything differs.
"""

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

sys.dont_write_bytecode = True
import second_certificates as certificates
import second_alone
import second_given
import second_sharp
from second_certificates import ROOT, second
import receipt

# Conditions that have no place.
WHOLE = None, "header", "imports", "canonical", "coverage"


def verifier_of(find, game):
    return second.Verifier(find, None if game is None else lambda: game)


def verdict(data, verifier):
    """The verdict of the second checker, the condition, the position, its text, and the certificate or the exception. Beyond a limit the verdict is "limit"."""
    try:
        c = verifier.verify(data)
        return "verified", None, None, c.proved or "", c
    except second.Rejected as error:
        return "rejected", error.condition, error.position, str(error), error
    except second.Declined as error:
        return "limit" if "limit: " in str(error) else "declined", None, None, str(error), error


# --- Alone ---------------------------------------------------------------------------------------------------------------------------


def lines_of_code(text):
    """How many lines are left without comments, blank lines and texts that say what a module, a class or a function does."""
    said = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            said |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    lines = enumerate(map(str.strip, text.splitlines()), 1)
    return sum(line != "" and not line.startswith("#") and number not in said for number, line in lines)


def lengths():
    """The files that are longer than the book says."""
    found = {file.stem: lines_of_code(file.read_text(encoding="utf-8")) for file in (ROOT / "second").glob("*.py")}
    sums = {"checker": found["checker"], "command, receipt, escape": sum(found[name] for name in ("command", "receipt", "escape"))}
    most = dict(zip(sums, (625, 200))) | {module: 155 for module in {*second.FURTHER.values(), "umb", "sharp"}}
    sums |= {module: found[module] for module in sorted(most) if module not in sums}
    print(f"lines of code: {', '.join(f'{name} {lines}' for name, lines in sums.items())}; at most {most['checker']}, {most['command, receipt, escape']}, 155")
    return sum(lines > most[name] for name, lines in sums.items())


def read_fen(text, double):
    """The board and the place of a FEN."""
    rows = [re.sub("[0-9]+", lambda empty: "." * int(empty[0]), row) for row in text.split()[0].split("/")]
    files, ranks = len(rows[0]), len(rows)
    men = [(man, (ranks - 1 - j) * files + i) for j, row in enumerate(rows) for i, man in enumerate(row) if man != "."]
    place = tuple(sorted(256 * second.MEN.index(man) + square for man, square in men))
    rule = 0 if not {"P", "p"} & {man for man, _ in men} else 2 if double else 1
    passed = text.split()[3]
    right = () if passed == "-" else (second.RIGHT + (int(passed[1:]) - 1) * files + ord(passed[0]) - 97,)
    return (files, ranks, rule), place + right


def lines_of_play(board, place, colours, plies):
    """How many lines of so many moves there are; the capture of a king ends a line, and a pass is none."""
    count = 0
    for white in colours[0]:
        for number, new in second.moves(board, place, white):
            if number != 0 and plies == 1:
                count += 1
            elif number != 0 and new is not None:
                count += lines_of_play(board, new, colours[1:] + colours[:1], plies - 1)
    return count


def perft(most):
    """The counts of tests/data/perft.tsv up to so many, from outside programs, that are not those of the second checker's moves."""
    wrong = tried = 0
    for row in (ROOT / "tests" / "data" / "perft.tsv").read_text(encoding="utf-8").splitlines():
        if row.startswith("#"):
            continue
        game, text, options, counts = row.split("\t")[:4]
        board, place = read_fen(text, "double" in options.split())
        colours = [(True,), (False,)] if game == "kingcapture-alt" else [(True, False)]
        for plies, required in enumerate(map(int, counts.split()), 1):
            if required <= most:
                tried += 1
                found = lines_of_play(board, place, colours, plies)
                if found != required:
                    wrong += 1
                    print(f"moves: {game} {text}, {plies} moves: found {found} lines, required {required}")
    print(f"moves: {tried} counts, {wrong} differ")
    return wrong if tried else 1


# --- Against `check` -----------------------------------------------------------------------------------------------------------------


def native(check, pairs, folders, folder):
    """What the program says of certificates that have the same game, or none: for each what `--json` prints, in which the keys are in order."""
    flags = ["--json"]
    for place in folders:
        flags += ["--imports", str(place)]
    game = pairs[0][1]
    if game is not None:
        (folder / "game.json").write_bytes(game)
        flags += ["--graph", str(folder / "game.json")]
    paths = []
    for number, (data, _) in enumerate(pairs):
        paths.append(folder / f"{number}.cert")
        paths[-1].write_bytes(data)
    ended = subprocess.run([check, *flags, *map(str, paths)], capture_output=True, text=True, encoding="utf-8", check=False)
    rows = []
    for line in ended.stdout.splitlines():
        rows.append(json.loads(line))
        assert line == json.dumps(rows[-1], sort_keys=True, separators=(",", ":"), ensure_ascii=False), f"not canonical: {line}"
        start = line.index('"receipt":{') + len('"receipt":')
        rows[-1]["receipt bytes"] = line[start : json.JSONDecoder().raw_decode(line, start)[1]]
    assert [row["files"][0]["path"] for row in rows] == list(map(str, paths)), ended.stderr
    return rows


def name(text):
    """The name of a position at the beginning of a text, as it is printed."""
    found = re.match(r'"(?:[^"\\]|\\.)*"…?', text)
    return found and found[0]


def place_of_games(statement, text):
    """What a text of either program says of the place of a failure in Hex or partitions, in the same words for both."""
    text = text.split(": ")[0]
    if statement == 8:
        return re.match("[a-p][0-9]+|", text)[0]
    if text.removeprefix("class ") in ("domestic", "tame", "pet", "miserable", "returnable", "forced"):
        return text.removeprefix("class ")
    # "position 5, 3:28", "(3, 28) loses", "cell 3:28", "layer 3, cell 0:0", "5,3^2,1" for the rows 5, 3, 3, 1
    text = re.sub("(position|state) [0-9]+, ", "", text)
    numbers = [[int(one)] * int(many or 1) for one, many in re.findall(r"(\d+)(?:\^(\d+))?", text)]
    return [one for many in numbers for one in many]


def another_place(statement, ours, theirs):
    """What the texts of both say of the place, if it is not the same: a position, a byte of a stream, or how many moves were walked."""
    theirs = theirs.split(": ", 2)[-1]
    if 7 < statement < 17:
        first, other = place_of_games(statement, ours.split(": ", 1)[1]), place_of_games(statement, theirs)
        return None if first == other is not None else (ours, theirs)
    if at := re.match(r"(\S+): position \d+, (.*)", ours, re.DOTALL):
        if theirs.startswith('"'):
            return None if name(at[2]) == name(theirs) is not None else (at[2], theirs)
        words = 2 if at[1] == "label" else 1
        first, other = (re.split("[ ,:]+", text)[:words] for text in (at[2], theirs))
        return None if first == other else (first, other)
    if at := re.match(r"index: .*byte (\d+)", ours):
        return None if f"in byte {at[1]} of the stream" in theirs else (ours, theirs)
    if at := re.match(r"(?:leaf|cycle): after (\d+) moves", ours):
        walked = theirs.split(": ", 1)[0].split()
        return None if int(at[1]) == (len(walked) - 1 if walked[0] == "after" else 0) else (ours, theirs)
    return ours, theirs


def another_receipt(ours, theirs):
    """The receipts without their field `checker`, if they differ."""
    texts, checkers = [], []
    for text in (ours, theirs):
        found = re.search(r'"checker":\{[^{}]*\},', text)
        texts.append(text[: found.start()] + text[found.end() :])
        checkers.append(json.loads("{" + found[0].rstrip(",") + "}")["checker"])
    assert all(set(checker) == {"commit", "name", "version"} for checker in checkers)
    assert [checker["name"] for checker in checkers] == ["second/checker.py", "check"]
    return None if texts[0] == texts[1] else f"another receipt:\n  second {texts[0]}\n  check  {texts[1]}"


def differ(data, ours, row, verifier=None):
    """What the second checker and a row of the first say that is not the same: a text, or None; "limit" if that is one of a limit."""
    message = row.get("message") or ""
    theirs = "limit" if "limit: " in message else row["verdict"], row.get("condition")
    if "limit" in (ours[0], theirs[0]):
        # Each has limits of its own, and may state them before or after it finds something wrong.
        return f"found {ours[:4]} and {message}" if "verified" in (ours[0], theirs[0]) else "limit"
    if ours[:2] != theirs:
        return f"the second checker says {ours[:4]}, check says {message}"
    if ours[1] not in WHOLE and (places := another_place(data[14], ours[3], message)):
        return f"another place: {places}"
    size, theirs = re.search(r"wins: (\d+) positions", ours[3]), re.search(r"proof of ([0-9,]+) positions", row.get("claim") or "")
    if ours[0] == "verified" and (size and size[1]) != (theirs and theirs[1].replace(",", "")):
        return f"another number of positions: {size}, {theirs}"
    return verifier and another_receipt(receipt.receipt(verifier, data, ours[0], ours[4]), row["receipt bytes"])


class Comparison:
    """Compares both programs on cases: certificates, their games or None, and what must be found, or None: verdict, condition, position."""

    def __init__(self, check, keep=None):
        self.check, self.keep, self.wrong, self.told, self.seen = check, keep, 0, 0, Counter()

    def compare(self, cases, folders, find):
        """Gives what is verified: a certificate, its game, and what the second checker has made of it."""
        groups, good = {}, []
        for data, game, required in cases:
            groups.setdefault(game, []).append((data, required))
        for game, group in groups.items():
            verifier = verifier_of(find, game)
            with tempfile.TemporaryDirectory() as folder:
                rows = native(self.check, [(data, game) for data, _ in group], folders, Path(folder))
            for (data, required), row in zip(group, rows):
                ours = verdict(data, verifier)
                found = differ(data, ours, row, verifier)
                self.seen["beyond a limit of one of the two" if found == "limit" else row.get("condition") or row["verdict"]] += 1
                if required not in (None, ours[:3]):
                    found = f"found {ours[:4]}, required {required}"
                if found not in (None, "limit"):
                    self.differs(data, game, found)
                if ours[0] == "verified":
                    good.append((data, game, ours[4]))
        return good

    def tell(self, what):
        """What came out since it was told before. To compare nothing is a fault."""
        verdicts = ", ".join(f"{name} {times}" for name, times in sorted(self.seen.items()))
        print(f"{what}: {sum(self.seen.values())} certificates, {self.wrong - self.told} differ: {verdicts}")
        self.wrong += not self.seen
        self.told, self.seen = self.wrong, Counter()

    def differs(self, data, game, found):
        self.wrong += 1
        digest = sha256(data).hexdigest()[:16]
        print(f"{digest}: {found}")
        if self.keep:
            self.keep.mkdir(exist_ok=True)
            (self.keep / f"{digest}.cert").write_bytes(data)
            (self.keep / f"{digest}.json").write_bytes(game or b"")

    def corpus(self):
        """Lines that offer no imports, and name none, are compared together; all others one by one, so that what a line does not offer is not found."""
        together, good = [], []
        for line, data, game, near in certificates.corpus():
            case = data, game, (line["verdict"], line.get("condition"), line.get("position"))
            if not near and not certificates.imports_of(data):
                together.append(case)
                continue
            with tempfile.TemporaryDirectory() as folder:
                for digest, content in near.items():
                    (Path(folder) / f"{digest.hex()}.cert").write_bytes(content)
                good += self.compare([case], [folder], near.get)
        good += self.compare(together, [], {}.get)
        self.tell("corpus")
        return good

    def mutants(self, what, good, how_many, dice, folders, find):
        made, slices = [], [data for data, _, _ in good]
        for turn in range(how_many):
            data, game, c = good[turn % len(good)]
            if game is not None and turn // len(good) % 4 == 3:
                # The certificate stays, and a byte of its game is another.
                made.append((data, certificates.another_text(game, dice), None))
            elif 7 < c.statement < 14:
                made.append((certificates.mutant_of_games(slices, data, c, dice), game, None))
            else:
                made.append((certificates.mutant(data, c, dice), game, None))
        originals = {(data, game, None) for data, game, _ in good}
        self.compare([case for case in made if case not in originals], folders, find)
        self.tell(f"mutants of {len(good)} certificates of {what}")


    def several(self, good, how_many, dice):
        """Certificates of all kinds with one to three faults each; beside them lie imports that are true, false, or lack an import themselves."""
        found, pool = certificates.pool_of(good, dice)
        with tempfile.TemporaryDirectory() as folder:
            for digest, data in found.items():
                (Path(folder) / f"{digest.hex()}.cert").write_bytes(data)
            for start in range(0, how_many, 5_000):
                drawn = (good[dice.randrange(len(good))] for _ in range(min(5_000, how_many - start)))
                self.compare([(certificates.several(data, c, dice, pool), game, None) for data, game, c in drawn], [folder], found.get)
                # What was verified would stay in memory.
                second.Verifier.table.cache_clear()
        self.tell(f"one to three faults each, of {len(good)} certificates of all kinds")


def against(arguments, dice, folder):
    """How often the two differ."""
    comparison, short = Comparison(arguments.check, arguments.keep), arguments.short
    good = comparison.corpus()
    certificates.solve(arguments.solve, short, folder)
    everything = list(certificates.committed(folder))
    folders, find = certificates.imports(folder)
    # A sample has one in eight of those that do not take long.
    chosen = [case for case in everything if certificates.takes_seconds(*case) < 1][dice.randrange(8) :: 8] if short else everything
    chosen = [(data, game) for file, data, game in chosen if data[14] > 0 or len(data) <= 6_000]
    comparison.compare([(data, game, ("verified", None, None)) for data, game in chosen], folders, find)
    comparison.tell("committed, and made for this")
    drawn = certificates.drawn(arguments.solve, 15 if short else 100, dice, folder)
    drawn = comparison.compare([(file.read_bytes(), None, ("verified", None, None)) for file in drawn], folders, find)
    comparison.tell("drawn")
    shares = [("chess, games and lists", range(3), 5), ("further games", range(3, 8), 15), ("Hex, partitions and Nim", range(8, 14), 8)]
    for what, of, share in [*shares, ("all-pay auctions", range(16, 17), 2), ("endless games", range(17, 20), 8), ("scored games", range(20, 21), 3)]:
        seeds = [row for row in good if row[0][14] in of]
        seeds += [(data, game, verifier_of(find, game).verify(data)) for data, game in certificates.small(everything) if data[14] in of]
        seeds += [row for row in drawn if row[0][14] in of and len(row[0]) < 700]
        comparison.mutants(what, seeds, share * arguments.mutants // 30, dice, folders, find)
    short = [(data, game, verifier_of(find, game)) for data, game in certificates.small(everything) if len(data) < 3_000]
    found = [(data, game, verdict(data, verifier)) for data, game, verifier in short]
    seeds = [(data, game, ours[4]) for data, game, ours in found if ours[0] == "verified"]
    comparison.several([row for row in good if len(row[0]) < 3_000] + seeds, arguments.several, dice)
    return comparison.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`", required=True)
    parser.add_argument("--solve", help="the program `solve`", required=True)
    parser.add_argument("--short", action="store_true", help="a sample, in 20 seconds of processor time")
    parser.add_argument("--mutants", type=int, help="how many (12000; a sample: 700)")
    parser.add_argument("--several", type=int, help="how many with one to three faults each (100000; a sample: 500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="keep certificates of which the two say different things in this folder")
    arguments = parser.parse_args()
    arguments.mutants = arguments.mutants or (700 if arguments.short else 12_000)
    arguments.several = arguments.several or (500 if arguments.short else 100_000)
    wrong = perft(5_000 if arguments.short else 50_000) + lengths() + second_given.compare(arguments.check) + second_alone.compare(arguments.seed, 40 if arguments.short else 400)
    games, every = (2_000, 100) if arguments.short else (100_000, 500)
    wrong += second_sharp.run(games, arguments.seed, arguments.check, every, arguments.keep)
    with tempfile.TemporaryDirectory() as folder:
        wrong += against(arguments, random.Random(arguments.seed), Path(folder))
    used = os.times()
    print(f"{used.user + used.system:.0f} s of processor time, and {used.children_user + used.children_system:.0f} s of other programs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
