#!/usr/bin/env python3
"""Compares the second checker, second/checker.py and the modules beside it, with the corpus and with the programs `check` and `solve`.

    second.py --check target/release/check --solve target/release/solve [--short] [--seed S] [--mutants N] [--games N] [--keep FOLDER]

1. Its moves: tests/data/perft.tsv has counts from outside programs, and those up to 50,000 must come out.
2. Its length: 640 lines of code, 200 for all that no verdict rests on, and 160 for each further game and for settled places.
3. What is given by accident or to deceive: names of files and of positions, what is no file, files that are exchanged.
4. Certificates: every line of certs/corpus/corpus.jsonl, the expected rewards of rewards.json, all that are committed, those that `solve` makes for this, of statements drawn by lot among
   them, and mutants of all these, with one fault or up to three; beside them lie imports that are true, false, or lack an import themselves. Both programs
   must give the same verdict, name the same condition at the same place (a position, cell, class, layer, byte, or the number of moves walked), and write
   the same receipt, byte for byte, but for the field `checker`. A line of the corpus must have the verdict, condition and position that are written there,
   and what is committed or made must be verified. Every fourth mutant of a game in a file has another byte or word in the game.
5. Games drawn by lot, whose values are found here by iteration. What `solve` states of them must be verified by both programs; and of mutants, and of
   places that are settled by lot, whatever is verified must be true.

Each program has limits of its own. Where one of the two declines because of a limit, the other may say what it likes, but not that the certificate is
verified. A committed table of an endgame is compared if it has 6,000 bytes at most. --short compares the whole corpus, and a sample of the rest.
It needs Python 3.11 and nothing else. Exit status 1 if anything differs.
"""

import argparse
import base64
import gzip
import io
import json
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

sys.dont_write_bytecode = True
import second_certificates as certificates
from count import code
from second_certificates import CERTS, ROOT, column, number, seal, second
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


def lengths():
    """The files that are longer than the book says."""
    found = {file.stem: len(code(f"second/{file.name}")) for file in (ROOT / "second").glob("*.py")}
    sums = {"checker": found["checker"], "command, receipt, escape": sum(found[name] for name in ("command", "receipt", "escape"))}
    most = dict(zip(sums, (640, 200))) | {module: 160 for module in {*second.FURTHER.values(), "umb", "sharp"}}
    sums |= {module: found[module] for module in sorted(most) if module not in sums}
    print(f"lines of code: {', '.join(f'{name} {lines}' for name, lines in sums.items())}; at most {most['checker']}, {most['command, receipt, escape']}, 160")
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


# --- What is given -----------------------------------------------------------------------------------------------------------------------


FORGED = "x: verified: 3 positions: alpha = beta = x\nreal.cert"
NAMES = '{"bidding-game": 2, "positions": [{"name": "a\u202eb\u2028c\\\\\\"", "left": ["w"], "right": ["w"]}, {"name": "w", "value": "1"}]}'
# It states 1/4 where both players win.
QUARTER = b"\1" + number(32) + sha256(NAMES.encode()).digest() + bytes([0, 0, 0, 0]) + b"\1\4\1\1"
QUARTER = seal(QUARTER, [b"".join(map(column, ([0], [1], [1])))])
# What compressed files begin with.
PACKED = {
    "gzip": b"\x1f\x8b\x08\0",
    "xz": b"\xfd7zXZ\0\0\4",
    "zstd": b"\x28\xb5\x2f\xfd\4",
    "bzip2": b"BZh91AY&SY",
    "lz4": b"\x04\x22\x4d\x18",
    "zip": b"PK\x03\x04\x14\0",
    "7z": b"7z\xbc\xaf\x27\x1c\0",
}
def half():
    """A model with a label whose name is half of a pair of UTF-16: no text."""
    index = (CERTS / "models" / "road.umb").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(index)) as road, io.BytesIO() as written:
        data = json.loads(road.extractfile("index.json").read())
        data["annotations"]["aps"]["half"] = {"alias": "\ud83d"}
        data = json.dumps(data).encode()
        with tarfile.open(fileobj=written, mode="w") as archive:
            entry = tarfile.TarInfo("index.json")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        return written.getvalue()


# The files: a name, and its bytes, or how many bytes of zeros. A FIFO and a folder are beside them.
FILES = {
    FORGED: (CERTS / "3x4_Kk.cert").read_bytes(),
    os.fsdecode(b"\x1b[2J\xff\xc2\x9b.cert"): (CERTS / "3x4_Kk.cert").read_bytes(),
    "--x\nreal.cert:verified": b"",
    "e\u0301\u200b.cert": (CERTS / "corpus" / "bad" / "header-digest.cert").read_bytes(),
    "empty.cert": b"",
    "large.cert": 2**30 + 1,
    "large.json": 2**28 + 1,
    "binary.cert": bytes(range(256)),
    "readme.cert": (ROOT / "README.md").read_bytes(),
    "road.umb": (CERTS / "models" / "road.umb").read_bytes(),
    "road.cert": (CERTS / "models" / "road.cert").read_bytes(),
    "half.umb": half(),
    **{f"{name}.packed": start + bytes(100) for name, start in PACKED.items()},
    "tar.cert": b"index.json".ljust(257, b"\0") + b"ustar\x0000",
    "mark.cert": "\ufeffwords".encode(),
    "names.json": NAMES.encode(),
    "names.cert": QUARTER,
    "walk.cert": (CERTS / "games" / "walk.cert").read_bytes(),
    "walk.json": (CERTS / "games" / "walk.json").read_bytes(),
    "waiting.cert": (CERTS / "games" / "waiting.cert").read_bytes(),
    "waiting.json": (CERTS / "games" / "waiting.json").read_bytes(),
    "star.cert": (CERTS / "chips" / "star.cert").read_bytes(),
    "star.json": (CERTS / "chips" / "star.json").read_bytes(),
    "bare.cert": (CERTS / "payments" / "bare.cert").read_bytes(),
    "bare.json": (CERTS / "payments" / "bare.json").read_bytes(),
}
ANOTHER = lambda name: f"declined: game: required the file with the SHA-256 {sha256(FILES[name]).hexdigest()}: is this the game?"
HEADER = "rejected: header: the file does not begin as a certificate does"
# Arguments, the exit status, what the second checker prints, and whether `check` does the same already.
ROWS = [
    ([FORGED], 0, [r'"x: verified: 3 positions: alpha = beta = x\nreal.cert": verified: 36 positions: alpha = beta = x'], False),
    ([os.fsdecode(b"\x1b[2J\xff\xc2\x9b.cert")], 0, [r'"\u{1b}[2J\xFF\u{9b}.cert": verified: 36 positions: alpha = beta = x'], False),
    (["e\u0301\u200b.cert"], 1, [r'"e\u{301}\u{200b}.cert": rejected: header: the SHA-256 of the head is another one'], False),
    (["--x\nreal.cert:verified"], 2, [], True),
    (["fifo"], 2, ["fifo: declined: unreadable: fifo is not a regular file"], False),
    (["/dev/zero"], 2, ["/dev/zero: declined: unreadable: /dev/zero is not a regular file"], False),
    (["walk.cert", "--graph", "fifo"], 2, ["walk.cert: declined: unreadable: fifo is not a regular file"], False),
    (["folder"], 2, ["folder: declined: unreadable: folder: Is a directory"], True),
    (["none"], 2, ["none: declined: unreadable: none: No such file or directory"], True),
    (["large.cert"], 2, ["large.cert: declined: limit: large.cert has more than 1073741824 bytes"], True),
    (["walk.cert", "--graph", "large.json"], 2, ["walk.cert: declined: limit: large.json has more than 268435456 bytes"], True),
    (["empty.cert", "binary.cert"], 1, [f"empty.cert: {HEADER}", f"binary.cert: {HEADER}"], True),
    (["readme.cert"], 2, ["readme.cert: declined: not a certificate"], False),
    (["walk.json"], 2, ["walk.json: declined: not a certificate"], True),
    (["road.umb"], 2, ["road.umb: declined: not a certificate"], True),
    (["road.cert", "--graph", "half.umb"], 2, ["road.cert: declined: model: index.json: UnicodeEncodeError('utf-8', '\\ud83d', 0, 1, 'surrogates not allowed')"], False),
    *[([f"{name}.packed"], 2, [f"{name}.packed: declined: not a certificate"], True) for name in PACKED],
    (["tar.cert"], 2, ["tar.cert: declined: not a certificate"], True),
    (["mark.cert"], 2, ["mark.cert: declined: not a certificate"], True),
    (["walk.json", "--graph", "walk.cert"], 2, ["walk.json: declined: not a certificate; are the two exchanged?"], False),
    (["walk.cert", "--graph", "waiting.cert"], 2, ["walk.cert: declined: game: this is a certificate; are the two exchanged?"], True),
    (["walk.cert", "--graph", "waiting.json"], 2, [f"walk.cert: {ANOTHER('walk.json')}"], False),
    (["waiting.cert", "--graph", "walk.json"], 2, [f"waiting.cert: {ANOTHER('waiting.json')}"], False),
    (["bare.cert", "--graph", "walk.json"], 2, [f"bare.cert: {ANOTHER('bare.json')}"], False),
    (["star.cert", "--graph", "walk.json"], 2, [f"star.cert: {ANOTHER('star.json')}"], False),
    (
        ["names.cert", "--graph", "names.json"],
        1,
        [r'names.cert: rejected: white-holds: position 0, "a\u{202e}b\u{2028}c\\\"": required 1/4 >= 1, where the first is stated and the second is F(P)'],
        True,
    ),
]


def harmless(text):
    """Whether no letter but the ends of lines is one that a terminal obeys."""
    return all(letter.isprintable() for letter in text.replace("\n", "").replace("\t", ""))


def given(check):
    """How many rows come out otherwise."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, data in FILES.items():
            with open(Path(folder) / name, "wb") as file:
                file.write(data) if isinstance(data, bytes) else file.truncate(data)
        os.mkfifo(Path(folder) / "fifo")
        (Path(folder) / "folder").mkdir()
        for arguments, status, lines, too in ROWS:
            for program in [[sys.executable, ROOT / "second" / "checker.py"], *[[Path(check).resolve()]] * too]:
                try:
                    ended = subprocess.run([*program, *arguments], cwd=folder, capture_output=True, encoding="utf-8", timeout=300, check=False)
                    found = ended.returncode, ended.stdout.splitlines()
                    good = found == (status, lines) if len(program) > 1 else (found[0], len(found[1])) == (status, len(lines))
                    good = good and harmless(ended.stdout + ended.stderr)
                except subprocess.TimeoutExpired:
                    found, good = "no end", False
                if not good:
                    wrong += 1
                    print(f"given: {Path(program[-1]).name} {arguments}: found {found}, required {(status, lines)}")
    print(f"given: {len(ROWS)} rows, {sum(row[3] for row in ROWS)} of them to both, {wrong} differ")
    return wrong


# --- Against `check` -----------------------------------------------------------------------------------------------------------------


def native(check, pairs, folders, folder):
    """What the program says of certificates that have the same game, or none: for each what `--json` prints, in which `version` stands first, and the other keys are in order."""
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
        others = {key: value for key, value in rows[-1].items() if key != "version"}
        written = json.dumps(others, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line == f'{{"version":{rows[-1]["version"]},{written[1:]}', f"not canonical: {line}"
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
                is_limit = required and (ours[0], required[0]) == ("limit", "declined")
                if required not in (None, ours[:3]) and not is_limit:
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

    def mutants(self, what, good, how_many, dice):
        """What is verified of so many mutants; each statement has as many as the others."""
        pool, kinds, verified = certificates.Pool(good, dice), {}, []
        for row in good:
            kinds.setdefault(row[0][14], []).append(row)
        with tempfile.TemporaryDirectory() as folder:
            for digest, data in pool.found.items():
                (Path(folder) / f"{digest.hex()}.cert").write_bytes(data)
            for start in range(0, how_many, 5_000):
                drawn = (dice.choice(kinds[dice.choice([*kinds])]) for _ in range(min(5_000, how_many - start)))
                verified += self.compare([(*certificates.mutant(*row, dice, pool), None) for row in drawn], [folder], pool.found.get)
                # What was verified would stay in memory.
                second.Verifier.table.cache_clear()
        self.tell(f"mutants of {len(good)} certificates of {what}")
        return verified


# --- Games by lot --------------------------------------------------------------------------------------------------------------------


def drawn_game(dice):
    """A game of up to five positions that are not terminal: of each the turn, options and weights."""
    n, ends = dice.randrange(1, 6), ["0", "1", *dice.choices(("0", "1", "1/2", "1/3", "2/3", "3/4"), k=2)]
    names = [f"p{p}" for p in range(n)] * dice.choice((1, 2, 4)) + [f"end{e}" for e in range(len(ends))]
    kinds, rows = dice.choice((("bid",), ("bid", "bid", "left", "right", "chance"), ("left", "right"), ("bid", "chance"))), []
    for p in range(n):
        turn, lists = dice.choice(kinds), [dice.choices(names, k=dice.choice((1, 1, 2, 2, 3))) for _ in range(2)]
        if turn == "chance":
            row = dice.choice({1: [[1]], 2: [[1, 2], [1, 1]], 3: [[1, 1, 2]]}[len(lists[0])])
            rows.append({"chance": [{"to": to, "weight": str(Fraction(weight, sum(row)))} for to, weight in zip(lists[0], row)]})
        else:
            rows.append({side: names for side, names in zip(("left", "right"), lists) if turn in ("bid", side)} | ({"turn": turn} if turn != "bid" else {}))
    rows = [{"name": f"p{p}", **row} for p, row in enumerate(rows)] + [{"name": f"end{e}", "value": value} for e, value in enumerate(ends)]
    return json.dumps({"bidding-game": 2, "positions": rows}).encode()


def limits(game):
    """Alpha and beta of each position that is not terminal: the limits of the iteration from 0 and from 1."""
    rows, found = json.loads(game)["positions"], []
    for start in (0.0, 1.0):
        x, change = {row["name"]: float(Fraction(row["value"])) if "value" in row else start for row in rows}, 1
        while change > 1e-13:
            change = 0
            for row in rows:
                if "chance" in row:
                    new = sum(float(Fraction(option["weight"])) * x[option["to"]] for option in row["chance"])
                elif "value" not in row:
                    terms = [best(x[name] for name in row[side]) for side, best in (("left", max), ("right", min)) if side in row]
                    new = sum(terms) / len(terms)
                else:
                    continue
                change, x[row["name"]] = max(change, abs(new - x[row["name"]])), new
        found.append([x[row["name"]] for row in rows if "value" not in row])
    return list(zip(*found))


def false(c, values):
    """The places of which something is stated that is not true; 1e-6 is allowed for."""
    bad = []
    for p, ((white, black), (alpha, beta)) in enumerate(zip(c.entries, values)):
        l, u, high, low = white[0] / c.unit, white[1] / c.unit, 1 - black[0] / c.unit, 1 - black[1] / c.unit
        exact = c.form in (0, 1) or (c.form in (2, 7) and c.listed[p])
        wrong = l > alpha + 1e-6 or high < beta - 1e-6 or (exact and (u < alpha - 1e-6 or low > beta + 1e-6))
        if wrong or (p in c.settled and alpha < beta - 1e-6):
            bad.append(p)
    return bad


def settled(data, c, dice):
    """The certificate of bounds with form 7, where some places without a gap are settled, with labels by lot."""
    parts, n = certificates.Parts(data, c), len(c.entries)
    open_ = [p for p in range(n) if not c.listed[p] and c.entries[p][0][0] + c.entries[p][1][0] < c.unit]
    chosen = {p: dice.choice((0, 1, 1, 2, 3)) for p in open_ if dice.randrange(3)}
    flags = [sum(1 << p - first for p in chosen if first <= p < first + 8) for first in range(0, n, 8)]
    parts.form, parts.slices = 7, [parts.slices[0] + column(flags) + column([chosen[p] for p in sorted(chosen)])]
    return parts.write()


def by_lot(comparison, solve, how_many, dice, folder):
    """How many certificates are verified of which something is false."""
    values, cases, wrong = {}, [], 0
    for turn in range(how_many):
        game, file, cert = drawn_game(dice), folder / "lot.json", folder / f"lot-{turn}.cert"
        file.write_bytes(game)
        flags = dice.choice(([], ["--precision", dice.choice("2369")], ["--precision", "20"]))
        subprocess.run([solve, "graph", file, *flags, "--out", cert], check=True, capture_output=True)
        values[game] = limits(game)
        cases.append((cert.read_bytes(), game, ("verified", None, None)))
    good = comparison.compare(cases, [], {}.get)
    comparison.tell("games by lot")
    bounds = [row for row in good if row[2].form == 2]
    spoilt = comparison.compare([(settled(data, c, dice), game, None) for data, game, c in bounds for _ in range(6)], [], {}.get)
    comparison.tell("games by lot, with settled places")
    good += spoilt + comparison.mutants("games by lot", good + spoilt, 4 * how_many, dice)
    for data, game, c in good:
        if game in values and c.statement == 1 and c.never is None and (bad := false(c, values[game])):
            comparison.differs(data, game, f"verified, but false at {bad}: {values[game]}")
            wrong += 1
    print(f"games by lot: {len(good)} certificates are verified, {sum(bool(c.settled) for *_, c in good)} of them with settled places; {wrong} are false")


def rewards():
    """Statement 15: certificates about small models, true ones and false ones, whose values were found on paper. What made the files is gone; `stated` says
    what stands in them: x, T, T' of each position, or l, u, T, T' in units, and what the question is beside the goal."""
    table = json.loads((ROOT / "tests" / "outside" / "rewards.json").read_text(encoding="utf-8"))
    models = [gzip.decompress(base64.b64decode(model)) for model in table["models"]]
    for row in table["rows"]:
        found = row["found"] if isinstance(row["found"], list) else (row["found"], None, None)
        yield base64.b64decode(row["certificate"]), models[row["model"]], tuple(found)


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
    comparison.compare(rewards(), [], {}.get)
    comparison.tell("rewards by hand")
    verified = [(data, game, verdict(data, verifier_of(find, game))) for data, game in certificates.small(everything) if len(data) < 3_000]
    seeds = [row for row in good + drawn if len(row[0]) < 3_000] + [(data, game, ours[4]) for data, game, ours in verified if ours[0] == "verified"]
    comparison.mutants("all kinds", seeds, arguments.mutants, dice)
    by_lot(comparison, arguments.solve, arguments.games, dice, folder)
    return comparison.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`", required=True)
    parser.add_argument("--solve", help="the program `solve`", required=True)
    parser.add_argument("--short", action="store_true", help="a sample, in 20 seconds of processor time")
    parser.add_argument("--mutants", type=int, help="how many (100000; a sample: 1200)")
    parser.add_argument("--games", type=int, help="how many games are drawn by lot (3000; a sample: 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="keep certificates of which the two say different things in this folder")
    arguments = parser.parse_args()
    arguments.mutants = arguments.mutants or (1_200 if arguments.short else 100_000)
    arguments.games = arguments.games or (60 if arguments.short else 3_000)
    wrong = perft(5_000 if arguments.short else 50_000) + lengths() + given(arguments.check)
    with tempfile.TemporaryDirectory() as folder:
        wrong += against(arguments, random.Random(arguments.seed), Path(folder))
    used = os.times()
    print(f"{used.user + used.system:.0f} s of processor time, and {used.children_user + used.children_system:.0f} s of other programs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
