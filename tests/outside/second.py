#!/usr/bin/env python3
"""Compares the second checker, docs/src/second_checker.py, with the corpus and with the program `check`.

    second.py [--check target/release/check] [--mutants N] [--seed S] [--games FOLDER] [--keep FOLDER]

1. Every line of certs/corpus/corpus.jsonl: verdict, condition and position must be those written there.
2. Its moves: tests/data/perft.tsv has counts from outside programs, and those up to 50,000 must come out.
3. With --check: N mutants of committed certificates. In each one number or one byte is another, and all digests are right again. Both
   programs must give the same verdict, and name the same condition. Of games every fourth mutant has another byte or word in the game.
   Mutants that one of the two declines because of a limit are counted apart: the other may say what it likes, but not that they are
   verified. Games that are not committed are looked for in --games.

It needs Python 3.11 and nothing else. Exit status 1 if anything differs.
"""

import argparse
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
sys.path.insert(0, str(ROOT / "docs" / "src"))
sys.dont_write_bytecode = True
import second_checker as second


def verifier_of(find, game):
    return second.Verifier(find, None if game is None else lambda: game)


def verdict(data, verifier):
    """The verdict of the second checker, the condition and the position. Beyond a limit the verdict is "limit"."""
    try:
        verifier.verify(data)
        return "verified", None, None
    except second.Rejected as error:
        return "rejected", error.condition, error.position
    except second.Declined as error:
        return "limit" if "limit: " in str(error) else "declined", None, None


def corpus():
    """The lines where the second checker finds something else than what is written."""
    folder, wrong = ROOT / "certs" / "corpus", 0
    lines = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    for line in lines:
        near = {sha256((folder / file).read_bytes()).digest(): (folder / file).read_bytes() for file in line["imports"]}
        game = (folder / line["game"]).read_bytes() if "game" in line else None
        found = verdict((folder / line["file"]).read_bytes(), verifier_of(near.get, game))
        required = line["verdict"], line.get("condition"), line.get("position")
        if found != required:
            wrong += 1
            print(f"corpus: {line['file']}: found {found}, required {required}: {line['why']}")
    print(f"corpus: {len(lines)} lines, {wrong} differ")
    return wrong if lines else 1


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


def mutant(data, entries, dice):
    head, slices = take_apart(data)
    certificate = second.Certificate(data)
    way, which = dice.randrange(10), dice.randrange(len(slices)) if slices else None
    if way < 3 or which is None:
        return seal(another_byte(head, dice), slices)
    if way == 3:
        return another_byte(data, dice)
    if way == 4 and len(certificate.imports) > 1:
        a, b = dice.sample(certificate.imports, 2)
        return seal(head.replace(a, b), slices)
    if way == 5 or len(slices) > 1:
        part = another_byte(slices[which], dice)
    else:
        n = entries
        counts = {0: [n] * (5 if certificate.statement == 0 else 3), 1: [n] * 4, 2: [n, n, (n + 7) // 8], 3: [n], 4: [n], 5: [n, n], 6: [n, n]}
        part = another_number(slices[which], counts[certificate.form], dice)
    return seal(head, slices[:which] + [part] + slices[which + 1 :])


def seeds(folder):
    """Pairs of a certificate that is verified and its game, or None; and what gives the bytes for a digest."""
    certs = ROOT / "certs"
    files = sorted((certs / "corpus" / "good").glob("*.cert"))
    files += [file for board in ("2x2", "2x3", "3x2", "2x4", "3x3", "4x2") for file in sorted((certs / "boards").glob(f"{board}_*.cert"))]
    files += [certs / "four" / "2x3_KNNk.cert", certs / "3x4_KNk.cert", *sorted((certs / "bounds").glob("*.cert"))]
    near = {}
    for file in [*certs.glob("*.cert"), *certs.glob("*/*.cert"), *files]:
        near.setdefault(sha256(file.read_bytes()).digest(), file.read_bytes())
    found = [(file.read_bytes(), None) for file in files]
    for line in (certs / "corpus" / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(line)
        if "game" in line and line["verdict"] == "verified":
            found.append(((certs / "corpus" / line["file"]).read_bytes(), (certs / "corpus" / line["game"]).read_bytes()))
    for games in {certs / "games", folder}:
        for file in sorted(games.glob("*.json")):
            of = {"random-any": ["random-any", "random-any-enclosure"]}.get(file.stem, [file.stem])
            of = [certs / "games" / f"{name}.cert" for name in of]
            found += [(certificate.read_bytes(), file.read_bytes()) for certificate in of if certificate.exists()]
    return found, near.get


def native(check, mutants, folder):
    """What the program says of certificates that have the same game, or none."""
    flags = ["--imports", str(ROOT / "certs"), "--json"]
    for place in ("corpus/good", "boards", "four", "bounds"):
        flags += ["--imports", str(ROOT / "certs" / place)]
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
    return [(row["verdict"], row.get("condition"), row.get("message")) for row in rows]


def compare(check, how_many, seed, games, keep):
    dice, wrong, limited, seen = random.Random(seed), 0, 0, Counter()
    certificates, find = seeds(games)
    good, verifiers = [], {}
    for data, game in certificates:
        try:
            c = verifiers.setdefault(game, verifier_of(find, game)).verify(data)
            good.append((data, game, len(c.entries)))
        except second.Declined:
            pass  # A game of the corpus that is not given here.
    groups, originals = {}, {game for _, game, _ in good}
    for turn in range(how_many):
        data, game, entries = good[turn % len(good)]
        if game is not None and turn // len(good) % 4 == 3:
            # The certificate stays, and a byte of its game is another.
            new, game = data, another_text(game, dice)
            verifiers[game] = verifier_of(find, game)
        else:
            new = mutant(data, entries, dice)
        if new != data or game not in originals:
            groups.setdefault(game, []).append((new, game))
    for mutants in groups.values():
        with tempfile.TemporaryDirectory() as folder:
            answers = native(check, mutants, Path(folder))
        for (data, game), (*theirs, message) in zip(mutants, answers):
            ours = list(verdict(data, verifiers[game])[:2])
            theirs = ["limit", None] if "limit: " in (message or "") else theirs
            seen[tuple(theirs)] += 1
            # Each has limits of its own, and may state them before or after it finds something wrong.
            if "limit" in (ours[0], theirs[0]):
                limited += "verified" not in (ours[0], theirs[0])
                wrong += "verified" in (ours[0], theirs[0])
            elif ours != theirs:
                wrong += 1
                print(f"mutant {sha256(data).hexdigest()[:16]}: the second checker says {ours}, check says {message}")
                if keep:
                    keep.mkdir(exist_ok=True)
                    (keep / f"{sha256(data).hexdigest()[:16]}.cert").write_bytes(data)
                    (keep / f"{sha256(data).hexdigest()[:16]}.json").write_bytes(game or b"")
    for (name, condition), times in sorted(seen.items(), key=str):
        print(f"  {times:6} {name} {condition or ''}")
    print(f"mutants: {sum(seen.values())} of {len(good)} certificates, {wrong} differ, {limited} beyond a limit of one of the two")
    return wrong if seen else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`")
    parser.add_argument("--mutants", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=Path, default=ROOT / "certs" / "games")
    parser.add_argument("--keep", type=Path, help="keep mutants of which the two say different things in this folder")
    arguments = parser.parse_args()
    wrong = corpus() + perft(50_000)
    if arguments.check:
        wrong += compare(arguments.check, arguments.mutants, arguments.seed, arguments.games, arguments.keep)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
