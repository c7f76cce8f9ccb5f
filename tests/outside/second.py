#!/usr/bin/env python3
"""Compares the second checker, second/checker.py and the modules beside it, with the corpus and with the program `check`.

    second.py [--check target/release/check] [--mutants N] [--further N] [--seed S] [--games FOLDER] [--more FOLDER] [--long] [--keep FOLDER]

1. Every line of certs/corpus/corpus.jsonl: verdict, condition and position must be those written there.
2. Its moves: tests/data/perft.tsv has counts from outside programs, and those up to 50,000 must come out.
3. Its length: 540 lines of code, and 150 for each module of a further game.
4. With --check: all committed certificates of the further games that it has modules for. Both programs must verify them, and find as many
   positions in proofs. Those that take long wait for --long.
5. With --check: N mutants of committed certificates. In each one number or one byte is another, and all digests are right again. Both
   programs must give the same verdict, and name the same condition at the same place. Of games every fourth mutant has another byte or word in
   the game. Mutants that one of the two declines because of a limit are counted apart: the other may say what it likes, but not that they are
   verified. Games that are not committed are looked for in --games. --further says how many mutants further games have, and --more names a
   folder with more certificates of theirs to start from.

It needs Python 3.11 and nothing else. Exit status 1 if anything differs.
"""

import argparse
import ast
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "second"))
sys.dont_write_bytecode = True
import checker as second


def verifier_of(find, game):
    return second.Verifier(find, None if game is None else lambda: game)


def verdict(data, verifier):
    """The verdict of the second checker, the condition, the position, and its text. Beyond a limit the verdict is "limit"."""
    try:
        return "verified", None, None, verifier.verify(data).proved or ""
    except second.Rejected as error:
        return "rejected", error.condition, error.position, str(error)
    except second.Declined as error:
        return "limit" if "limit: " in str(error) else "declined", None, None, str(error)


def corpus():
    """The lines where the second checker finds something else than what is written."""
    folder, wrong = ROOT / "certs" / "corpus", 0
    lines = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    for line in lines:
        near = {sha256((folder / file).read_bytes()).digest(): (folder / file).read_bytes() for file in line["imports"]}
        game = (folder / line["game"]).read_bytes() if "game" in line else None
        found = verdict((folder / line["file"]).read_bytes(), verifier_of(near.get, game))[:3]
        required = line["verdict"], line.get("condition"), line.get("position")
        if found != required:
            wrong += 1
            print(f"corpus: {line['file']}: found {found}, required {required}: {line['why']}")
    print(f"corpus: {len(lines)} lines, {wrong} differ")
    return wrong if lines else 1


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
    wrong, modules = 0, sorted(set(second.FURTHER.values()))
    for name, most in [("checker", 500), ("command", 50), *((module, 150) for module in modules)]:
        found = lines_of_code((ROOT / "second" / f"{name}.py").read_text(encoding="utf-8"))
        wrong += found > most
        print(f"lines of code: {name}.py: found {found}, required at most {most}")
    return wrong


# --- Moves -------------------------------------------------------------------------------------------------------------------------


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


# --- Mutants -------------------------------------------------------------------------------------------------------------------------


def number(value):
    """A number of the format."""
    digits = []
    while value > 127:
        digits.append(128 + value % 128)
        value //= 128
    return bytes(digits + [value])


def column(values):
    width = max(((value.bit_length() + 7) // 8 for value in values), default=0)
    return bytes([width]) + b"".join(bytes(value >> 8 * plane & 255 for value in values) for plane in range(width))


def take_apart(data):
    """The head without its slices, and the slices."""
    length = int.from_bytes(data[10:14], "little")
    head = data[14 : 14 + length]
    slices = second.Certificate(data).slices
    entries = number(len(slices)) + b"".join(number(len(part)) + sha256(part).digest() for part in slices)
    assert head.endswith(entries)
    return head[: len(head) - len(entries)], slices


def seal(head, slices):
    """A certificate with right lengths and digests."""
    head += number(len(slices)) + b"".join(number(len(part)) + sha256(part).digest() for part in slices)
    front = b"bidcert\n\2\0" + len(head).to_bytes(4, "little") + head
    return front + sha256(front).digest() + b"".join(slices)


def columns(part, counts):
    """The columns of a slice, if it has `counts` numbers in them; those of a slice with listed positions come without the last two."""
    reader, found = second.Reader(part, "slice"), []
    for count in counts:
        found.append(reader.column(count, 2**64))
    return found, part[reader.at :]


def another_number(part, counts, dice):
    """The slice with one number another, or two neighbours exchanged, or the number of another position."""
    found, rest = columns(part, counts)
    chosen = dice.choice([values for values in found if values])
    p = dice.randrange(len(chosen))
    way = dice.randrange(5)
    if way == 0:
        chosen[p] = dice.choice(chosen)
    elif way == 1:
        q = (p + 1) % len(chosen)
        chosen[p], chosen[q] = chosen[q], chosen[p]
    else:
        chosen[p] = max(0, chosen[p] + dice.choice((-1, 1) if way < 4 else (-5, 5, 256, 65536, 2**32)))
    return b"".join(column(values) for values in found) + rest


def another_byte(data, dice):
    if not data:
        return bytes([dice.randrange(3)])
    p = dice.randrange(len(data))
    way = dice.randrange(6)
    if way == 0:
        return data[:p] + data[p + 1 :]
    if way == 1:
        return data[:p] + bytes([dice.choice((0, 1, 128, 255))]) + data[p:]
    new = (data[p] + dice.choice((-1, 1))) % 256 if way < 4 else dice.randrange(256) if way == 4 else data[p] ^ 128
    return data[:p] + bytes([new]) + data[p + 1 :]


def another_text(game, dice):
    """The text of a game with a byte another, or a word where it means nothing."""
    if dice.randrange(2):
        return another_byte(game, dice)
    words = [b"1/2", b"0", b'"', b",", b"{", b"]", b'"turn": "left",', b'"value": "1",', b'"left": [],', b" "]
    words += [b"\xef\xbb\xbf", b"\\u0000", b"\\ud800", b"null", b"1e0"]
    p = dice.randrange(len(game))
    places = [i for i, byte in enumerate(game) if byte in b'"{[,:0123456789'] or [p]
    p = dice.choice(places)
    return game[:p] + dice.choice(words) + game[p + dice.randrange(2) :]


def another_body(head, body, dice):
    """The head with another byte in the body of a further game."""
    front = bytes([head[0]]) + number(len(body))
    assert head.startswith(front + body)
    new = another_byte(body, dice)
    return bytes([head[0]]) + number(len(new)) + new + head[len(front) + len(body) :]


def layout(certificate, n):
    """How many numbers the columns of the only slice have; nothing if it has no columns."""
    if certificate.statement == 6:
        return [n] * 16
    if certificate.statement in (0, 1, 2, 3, 7):
        exact = [n] * (5 if certificate.statement in (0, 3) else 3)
        return {0: exact, 1: [n] * 4, 2: [n, n, (n + 7) // 8], 3: [n], 4: [n], 5: [n, n], 6: [n, n]}[certificate.form]
    return []


def mutant(data, entries, dice):
    head, slices = take_apart(data)
    certificate = second.Certificate(data)
    way, which = dice.randrange(10), dice.randrange(len(slices)) if slices else None
    if certificate.body is not None and way in (0, 2):
        return seal(another_body(head, certificate.body.data, dice), slices)
    if way < 3 or which is None:
        return seal(another_byte(head, dice), slices)
    if way == 3:
        return another_byte(data, dice)
    if way == 4 and len(certificate.imports) > 1:
        a, b = dice.sample(certificate.imports, 2)
        return seal(head.replace(a, b), slices)
    counts = layout(certificate, entries)
    if way == 5 or len(slices) > 1 or not any(counts):
        part = another_byte(slices[which], dice)
    else:
        part = another_number(slices[which], counts, dice)
    return seal(head, slices[:which] + [part] + slices[which + 1 :])


# The folders where both programs look for imports.
FOLDERS = ("", "corpus/good", "boards", "four", "bounds", "chips", "payments")


class Seeds:
    """Pairs of a certificate that is verified and its game, or None; what gives the bytes for a digest; the folders of imports."""

    def __init__(self, more=None):
        certs = ROOT / "certs"
        self.pairs, self.folders, near = [], [certs / folder for folder in FOLDERS], {}
        if more:
            self.folders += sorted({file.parent for file in more.rglob("*.cert")})
        for folder in self.folders:
            for file in folder.glob("*.cert"):
                near.setdefault(sha256(file.read_bytes()).digest(), file.read_bytes())
        self.find = near.get

    def add(self, files, game=None):
        self.pairs += [(file.read_bytes(), game and game.read_bytes()) for file in files]

    def corpus(self, of):
        """The lines that are verified and have these statements."""
        folder = ROOT / "certs" / "corpus"
        for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
            line = json.loads(line)
            if line["verdict"] == "verified" and (folder / line["file"]).read_bytes()[14] in of:
                self.add([folder / line["file"]], folder / line["game"] if "game" in line else None)


def seeds(folder):
    """Of chess, games and lists."""
    found, certs = Seeds(), ROOT / "certs"
    found.corpus(of=(0, 1, 2))
    for board in ("2x2", "2x3", "3x2", "2x4", "3x3", "4x2"):
        found.add(sorted((certs / "boards").glob(f"{board}_*.cert")))
    found.add([certs / "four" / "2x3_KNNk.cert", certs / "3x4_KNk.cert", *sorted((certs / "bounds").glob("*.cert"))])
    for games in {certs / "games", folder}:
        for file in sorted(games.glob("*.json")):
            of = {"random-any": ["random-any", "random-any-enclosure"]}.get(file.stem, [file.stem])
            found.add([place for place in (certs / "games" / f"{name}.cert" for name in of) if place.exists()], file)
    return found


def committed_further(folder):
    """Triples of a committed certificate of a further game, its game, and whether it takes long."""
    certs, found = ROOT / "certs", []
    games = {"hex-1": "hex", "hex-5": "hex"}
    for file in [file for name in ("chips", "payments", "losing") for file in sorted((certs / name).glob("*.cert"))]:
        game = [place for place in (file.parent, folder) for place in [place / f"{games.get(file.stem, file.stem)}.json"] if place.exists()]
        if game or file.parent.name == "losing" or re.match("[0-9]+x[0-9]+_", file.name):
            found.append((file, game[0] if game else None, file.parent.name == "losing" and file.stat().st_size > 50_000))
    return found


def further_seeds(folder, more):
    """Of further games, but for those of second_games.py: those that do not take long."""
    found = Seeds(more)
    found.corpus(of=range(3, 8))
    for file, game, _ in committed_further(folder):
        if file.stat().st_size < 10_000:
            found.add([file], game)
    if more:
        found.add(sorted(file for file in more.rglob("*.cert") if file.stat().st_size < 10_000))
    return found


def native(check, mutants, folders, folder):
    """What the program says of certificates that have the same game, or none."""
    flags = ["--json"]
    for place in folders:
        flags += ["--imports", str(place)]
    game = mutants[0][1]
    if game is not None:
        (folder / "game.json").write_bytes(game)
        flags += ["--graph", str(folder / "game.json")]
    paths = []
    for number, (data, _) in enumerate(mutants):
        paths.append(folder / f"{number}.cert")
        paths[-1].write_bytes(data)
    ended = subprocess.run([check, *flags, *map(str, paths)], capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [row["files"][0]["path"] for row in rows] == list(map(str, paths)), ended.stderr
    return rows


def another_place(ours, theirs):
    """What the texts of both say of the place, if it is not the same: a position, a byte of a stream, or how many moves were walked."""
    theirs = theirs.split(": ", 2)[-1]
    if at := re.match(r"(\S+): position \d+, (.*)", ours, re.DOTALL):
        if theirs.startswith('"'):
            # A name whose spelling needs an escape is passed over.
            name = theirs[1:].split('":', 1)[0]
            return None if "\\" in name or at[2].startswith(f"{name}: ") else (at[2], theirs)
        words = 2 if at[1] == "label" else 1
        first, second = (re.split("[ ,:]+", text)[:words] for text in (at[2], theirs))
        return None if first == second else (first, second)
    if at := re.match(r"index: .*byte (\d+)", ours):
        return None if f"in byte {at[1]} of the stream" in theirs else (ours, theirs)
    if at := re.match(r"(?:leaf|cycle): after (\d+) moves", ours):
        walked = theirs.split(": ", 1)[0].split()
        return None if int(at[1]) == (len(walked) - 1 if walked[0] == "after" else 0) else (ours, theirs)
    return None


def differ(ours, row):
    """What the second checker and a row of the first say that is not the same: a text, or None; "limit" if that is one of a limit."""
    message = row.get("message") or ""
    theirs = "limit" if "limit: " in message else row["verdict"], row.get("condition")
    if "limit" in (ours[0], theirs[0]):
        # Each has limits of its own, and may state them before or after it finds something wrong.
        return f"found {ours} and {message}" if "verified" in (ours[0], theirs[0]) else "limit"
    if ours[:2] != theirs:
        return f"the second checker says {ours}, check says {message}"
    if ours[0] == "rejected" and (places := another_place(ours[3], message)):
        return f"another place: {places}"
    size, theirs = re.search(r"wins: (\d+) positions", ours[3]), re.search(r"proof of ([0-9,]+) positions", row.get("claim") or "")
    if ours[0] == "verified" and (size and size[1]) != (theirs and theirs[1].replace(",", "")):
        return f"another number of positions: {size}, {theirs}"
    return None


def committed(check, folder, long):
    """The committed certificates of further games of which one of the two says that they are not verified."""
    near, wrong, tried = Seeds(), 0, Counter()
    for file, game, takes_long in committed_further(folder):
        if not takes_long or long:
            pair = file.read_bytes(), game and game.read_bytes()
            with tempfile.TemporaryDirectory() as place:
                row = native(check, [pair], near.folders, Path(place))[0]
            ours = verdict(pair[0], verifier_of(near.find, pair[1]))
            found = differ(ours, row) or (None if ours[0] == "verified" else f"found {ours}, required that it is verified")
            tried[file.parent.name] += 1
            if found:
                wrong += 1
                print(f"{file.name}: {found}")
    print(f"committed: {dict(tried)} certificates of further games, {wrong} differ")
    return wrong if tried else 1


def compare(check, seeds, what, how_many, seed, keep):
    dice, wrong, limited, seen = random.Random(seed), 0, 0, Counter()
    good, verifiers = [], {}
    for data, game in seeds.pairs:
        try:
            c = verifiers.setdefault(game, verifier_of(seeds.find, game)).verify(data)
            good.append((data, game, len(getattr(c, "entries", ()))))
        except second.Declined:
            pass  # A game of the corpus that is not given here.
    groups, originals = {}, {game for _, game, _ in good}
    for turn in range(how_many):
        data, game, entries = good[turn % len(good)]
        if game is not None and turn // len(good) % 4 == 3:
            # The certificate stays, and a byte of its game is another.
            new, game = data, another_text(game, dice)
            verifiers[game] = verifier_of(seeds.find, game)
        else:
            new = mutant(data, entries, dice)
        # A statement that the second checker has no module for is the first one's alone.
        if (new != data or game not in originals) and not (new[14:15] in map(bytes, zip(range(3, 13))) and new[14] not in second.FURTHER):
            groups.setdefault(game, []).append((new, game))
    for mutants in groups.values():
        with tempfile.TemporaryDirectory() as folder:
            rows = native(check, mutants, seeds.folders, Path(folder))
        for (data, game), row in zip(mutants, rows):
            found = differ(verdict(data, verifiers[game]), row)
            seen[row["verdict"], row.get("condition")] += 1
            limited += found == "limit"
            if found not in (None, "limit"):
                wrong += 1
                print(f"mutant {sha256(data).hexdigest()[:16]}: {found}")
                if keep:
                    keep.mkdir(exist_ok=True)
                    (keep / f"{sha256(data).hexdigest()[:16]}.cert").write_bytes(data)
                    (keep / f"{sha256(data).hexdigest()[:16]}.json").write_bytes(game or b"")
    for (name, condition), times in sorted(seen.items(), key=str):
        print(f"  {times:6} {name} {condition or ''}")
    print(f"mutants of {what}: {sum(seen.values())} of {len(good)} certificates, {wrong} differ, {limited} beyond a limit of one of the two")
    return wrong if seen else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`")
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--further", type=int, default=1500, help="mutants of further games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=Path, default=ROOT / "certs" / "games")
    parser.add_argument("--more", type=Path, help="a folder with more certificates of further games that are verified")
    parser.add_argument("--long", action="store_true", help="verify those committed certificates, too, that take long")
    parser.add_argument("--keep", type=Path, help="keep mutants of which the two say different things in this folder")
    arguments = parser.parse_args()
    wrong = corpus() + perft(50_000) + lengths()
    if check := arguments.check:
        wrong += committed(check, arguments.games, arguments.long)
        wrong += compare(check, seeds(arguments.games), "chess, games and lists", arguments.mutants, arguments.seed, arguments.keep)
        further = further_seeds(arguments.games, arguments.more)
        wrong += compare(check, further, "further games", arguments.further, arguments.seed, arguments.keep)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
