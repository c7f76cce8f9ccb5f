#!/usr/bin/env python3
"""The largest files that the checker's limits admit and that are made in minutes: what `check` takes for each.

    largest.py --check target/release/check --solve target/release/solve [--long] [--only WORD] FOLDER

Where a true statement is small, the file is made here: bounds from 0 to 1 are true of every position, and fill as many bytes as they are given. A file
that is rejected costs its memory all the same. So the shortest file with the most positions is among them, and it is false.

It prints a table: bytes of the file with its imports and its game, positions, processor time and peak memory of the process, memory for each byte, and the
bound, 200 MB and 12 for each byte (for Hex 420 MB). Exit status 1 if a verdict is not the one that is required, 3 if the bound is broken and nothing else is wrong. It needs
Python 3.11 on Linux; up to 4 GB of memory and, with --long, 6 GB; and 1 GB on the disk for one file at a time.
"""

import argparse
import io
import json
import os
import random
import subprocess
import sys
import tarfile
from hashlib import sha256
from math import comb
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
from second_certificates import number, second
import umb

FIXED, EACH = 200_000_000, 12
# A board of Hex, whatever its certificate has.
HEX = 420_000_000
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


# --- Making ------------------------------------------------------------------------------------------------------------------------


def text(part):
    return number(len(part)) + part


def head_of(statement, body, bits, form, imports=(), never=b"\0"):
    """A head without its slices and without values."""
    return bytes([statement]) + text(body) + never + bytes([bits, form]) + number(len(imports)) + b"".join(sorted(imports)) + b"\0\0"


def write(path, head, slices):
    """A certificate; the slices come twice, because the head has their digests. Its digest."""
    table, count = b"", 0
    for data in slices():
        table, count = table + number(len(data)) + sha256(data).digest(), count + 1
    head += number(count) + table
    front = b"bidcert\n\3\0" + len(head).to_bytes(4, "little") + head
    whole = sha256()
    with open(path, "wb") as file:
        for part in (front, sha256(front).digest()):
            file.write(part)
            whole.update(part)
        for data in slices():
            file.write(data)
            whole.update(data)
    return whole.digest()


def column(count, width, value):
    """A column with the same value at all places."""
    return bytes([width]) + b"".join(bytes([value >> 8 * plane & 255]) * count for plane in range(width))


def bounds(count, width, value):
    """A slice of form 2: l is 0, and u' is this value, at all positions."""
    return b"\0" + column(count, width, value) + bytes(6)


def places(board, men, kings):
    """How many places with these squares of the kings there are; each colour has one pawn at most."""
    files, ranks, rule = board
    free = [square for square in range(files * ranks) if square not in kings]
    pawns = [square for square in free if 0 < square // files < ranks - 1]
    total, left = 1, len(free)
    for number, man in enumerate(man for man in men[2:] if man in second.PAWNS):
        total, left = total * (len(pawns) - number), left - 1
    for man in sorted({man for man in men[2:] if man not in second.PAWNS}):
        total, left = total * comb(left, men.count(man)), left - men.count(man)
    if rule < 2 or not second.PAWNS <= set(men):
        return total
    assert len(men) == 4
    beside = [(white, white + side) for white in pawns for side in (-1, 1) if (white + side) // files == white // files and white + side in pawns]
    both = [((0, 1, 6, 11), (*kings, *pair)) for pair in beside]
    return total + sum(len(second.rights(board, [256 * man + square for man, square in zip(*placement)])) for placement in both)


def slice_lengths(board, men):
    """How many places each slice of an endgame has: of each pair of king squares that no symmetry carries to a lesser one."""
    maps, lengths, squares = second.symmetries(board, men), [], range(board[0] * board[1])
    for white in squares:
        for black in squares:
            if white != black and all((m[white], m[black]) >= (white, black) for m in maps):
                if not lengths or lengths[-1] >= 4096:
                    lengths.append(0)
                lengths[-1] += places(board, men, (white, black))
    return lengths


def endgame(folder, board, men, bits, widths, value=None, name="large"):
    """A table of an endgame with the same bounds at all positions, 0 and `value` units, after its imports. `widths` gives the width for a slice."""
    if not second.PAWNS & set(men):
        board = (*board[:2], 0)
    imports = [endgame(folder, board, fewer, 1, lambda _: 1, name="-".join(map(str, fewer))) for fewer in second.import_men(men)]
    lengths, value = slice_lengths(board, men), 1 << bits if value is None else value
    head = head_of(0, bytes([*board, len(men), *men]), bits, 2, imports)
    return write(folder / f"{name}.cert", head, lambda: (bounds(n, widths(i), value) for i, n in enumerate(lengths)))


def men_of(text):
    return tuple(sorted(map(second.MEN.index, text)))


def name_of(index):
    text = LETTERS[index % 62]
    while index := index // 62:
        text = LETTERS[index % 62] + text
    return text


def game(folder, positions, options):
    """A game in a file, in which each player has so many options everywhere; and a table of it with the bounds 0 and 1."""
    chance, short = random.Random(1), 62**3
    with open(folder / "large.json", "w", encoding="ascii") as file:
        file.write('{"bidding-game":2,"positions":[')
        for index in range(positions):
            names = [name_of(chance.randrange(min(short, positions))) for _ in range(2 * options)]
            left, right = '","'.join(names[:options]), '","'.join(names[options:])
            file.write(f'{{"name":"{name_of(index)}","left":["{left}"],"right":["{right}"]}},\n')
        file.write('{"name":"the end","value":"1"}]}')
    lengths = [min(4096, positions - start) for start in range(0, positions, 4096)]
    digest = sha256((folder / "large.json").read_bytes()).digest()
    write(folder / "large.cert", head_of(1, digest, 1, 2), lambda: (bounds(n, 1, 2) for n in lengths))


def members(folder, count, pieces):
    """A list of so many members, of so many pieces each: two kings, and queens of both colours. The bound is 1."""
    chance, found = random.Random(1), set()
    white = (pieces - 2) // 2
    while len(found) < count:
        squares = chance.sample(range(64), pieces)
        queens = sorted(squares[2 : 2 + white]), sorted(squares[2 + white :])
        men = [(0, squares[0]), (1, squares[1]), *((2, s) for s in queens[0]), *((7, s) for s in queens[1])]
        found.add(b"".join(map(bytes, men)))
    body = b"".join(number(pieces) + member + b"\0" for member in sorted(found))
    lengths = [min(4096, count - start) for start in range(0, count, 4096)]
    body = bytes([8, 8, 0, 0]) + number(count) + body
    write(folder / "large.cert", head_of(2, body, 1, 3), lambda: (column(n, 1, 2) for n in lengths))


def hex_board(folder, files, ranks):
    """An empty board of Hex, with the count 0 everywhere."""
    body = bytes([files, ranks]) + bytes(files * ranks)
    write(folder / "large.cert", head_of(8, body, 0, 0), lambda: [bytes(1 + files * ranks)])


def steps(folder, branches, layers):
    """A model of one state, which one choice leaves for itself in so many branches; a label that it has not is never reached, in so many steps."""
    system = {"time": "discrete", "#players": 0, "#states": 1, "#choices": 1, "#branches": branches, "branch-probability-type": {"type": "rational"}}
    index = {"format-version": 1, "transition-system": system, "annotations": {"aps": {"g": {"applies-to": ["states"], "type": {"type": "bool"}}}}}
    longs = lambda numbers: b"".join(n.to_bytes(8, "little") for n in numbers)
    files = {"index.json": json.dumps(index).encode(), "state-to-choices.bin": longs([0, 1]), "choice-to-branches.bin": longs([0, branches])}
    files |= {"branch-to-target.bin": bytes(8 * branches), "branch-to-probability.bin": longs([1, branches] * branches), "annotations/aps/g/states/values.bin": bytes(8)}
    with tarfile.open(folder / "large.umb", "w:gz") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    body = umb.Model(files).digest + bytes([0, 0, 0, 0, 1, 1]) + b"g" + bytes([0, 1]) + number(layers)
    # One value, 0.
    head = bytes([14]) + text(body) + bytes([1, 0, 1, 0, 0, 0, 1, 1, 1, 0])
    write(folder / "large.cert", head, lambda: (bytes(3) for _ in range(0, layers, 4096)))


# A file, how it is made, and the exit status of `check`. Made by the solver: the arguments, where GAME and OUT stand for files; or copied.
CASES = [
    ("exact values: 10x10 KNk", "solve endgame 10x10 KNk --out OUT", 0),
    ("bounds: 8x8 KRkb, 8 bytes for a position", lambda f: endgame(f, (8, 8, 0), men_of("KRkb"), 56, lambda _: 8), 0),
    ("bounds: 7x6 KQQkq, 2 bytes for a position", lambda f: endgame(f, (7, 6, 0), men_of("KQQkq"), 8, lambda _: 2), 0),
    ("false: 3x13 KQQkq, 1 byte, in units of 2^-40", lambda f: endgame(f, (3, 13, 0), men_of("KQQkq"), 40, lambda i: 2 if i < 40 else 1, 257), 1),
    ("false: 6x8 KQQQk, 1 byte, in units of 2^-40", lambda f: endgame(f, (6, 8, 0), men_of("KQQQk"), 40, lambda i: 2 if i < 40 else 1, 257), 1),
    ("false: 6x9 KQQQk, 2 bytes, in units of 2^-40", lambda f: endgame(f, (6, 9, 0), men_of("KQQQk"), 40, lambda i: 3 if i < 40 else 2, 65793), 1),
    ("bounds: 8x8 KPkp, 1 byte for a position, imports too", lambda f: endgame(f, (8, 8, 2), men_of("KPkp"), 1, lambda _: 1), 0),
    ("game of 2^22 positions", lambda f: game(f, (1 << 22) - 1, 1), 0),
    ("game of 2^25 options", lambda f: game(f, 1 << 20, 16), 0),
    ("list of 2^17 members, 45 pieces each", lambda f: members(f, 1 << 17, 45), 0),
    ("list of 2^17 members, 12 pieces each", lambda f: members(f, 1 << 17, 12), 0),
    ("exact values: a random game of 30,000 positions", "make random any 30000; solve graph GAME --out OUT", 0),
    ("chips: 8x8 KRkb", "solve endgame 8x8 KRkb --chips 9 --out OUT", 0),
    ("chips: a random game of 1,000,000 positions", "make random any 1000000; solve graph GAME --chips 9 --out OUT", 0),
    ("steps of a model: 2^22 positions beyond its bytes", lambda f: steps(f, 1, (1 << 22) + 30_000), 0),
    ("steps of a model: 2^24 choices and branches", lambda f: steps(f, 1023, 1 << 14), 0),
    ("pays the bank: a random game of 20,000 positions", "make random any 20000; solve graph GAME --pays bank --out OUT", 0),
    ("Losing Chess, by turns: KQvRN", "solve losing table KQvRN --out OUT", 0),
    ("Losing Chess, a proof: 1.f4", ROOT / "certs" / "losing" / "1.f4.cert", 0),
    ("partitions: all up to 40 cells, Queen", "solve partitions sizes Queen 40 --out OUT", 0),
    ("partitions: Queen on 40^40", "solve partitions board Queen 40^40 --out OUT", 0),
]
# These take minutes of processor time each.
LONG = [
    ("exact values: 11x11 KNk", "solve endgame 11x11 KNk --out OUT", 0),
    ("Hex: 13x13", "solve hex 13x13 --out OUT", 0),
    ("false: Hex, 13x13", lambda f: hex_board(f, 13, 13), 1),
    ("declined: Hex, 16x13", lambda f: hex_board(f, 16, 13), 2),
    ("bounds: 8x8 KRNkb, 8 bytes for a position", lambda f: endgame(f, (8, 8, 0), men_of("KRNkb"), 56, lambda _: 8), 0),
]


def make(how, folder, solve):
    if callable(how):
        how(folder)
    elif isinstance(how, Path):
        (folder / "large.cert").write_bytes(how.read_bytes())
    else:
        for line in how.split("; "):
            endgames = line.startswith(("solve endgame", "solve losing"))
            out = {"OUT": str(folder if endgames else folder / "large.cert"), "GAME": str(folder / "large.json")}
            words = [out.get(word, word) for word in line.split()[1:]]
            if line.startswith("make "):
                made = subprocess.run([sys.executable, ROOT / "certs/games/make.py", *words], check=True, stdout=subprocess.PIPE)
                Path(out["GAME"]).write_bytes(made.stdout)
                continue
            subprocess.run([solve, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# --- Measuring ---------------------------------------------------------------------------------------------------------------------


def measure(check, folder):
    """The exit status, what was said, processor seconds, and the peak of memory in bytes. The certificate is the last that was written."""
    certificate = max(folder.glob("*.cert"), key=lambda file: file.stat().st_mtime_ns)
    games = [game for game in (folder / "large.json", folder / "large.umb") if game.exists()]
    command = [check, str(certificate), *(word for game in games for word in ("--graph", str(game)))]
    child = subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    said = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, json.loads(said) if said else {}, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", required=True, help="the program `check`")
    parser.add_argument("--solve", required=True, help="the program `solve`")
    parser.add_argument("--long", action="store_true", help="those, too, that take minutes each")
    parser.add_argument("--only", default="", metavar="WORD", help="only what has this word in its name")
    parser.add_argument("--make", type=int, help=argparse.SUPPRESS)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    cases = CASES + LONG
    if arguments.make is not None:
        make(cases[arguments.make][1], arguments.folder, arguments.solve)
        return 0
    wrong = broken = tried = 0
    print("| file | bytes | positions | verdict | processor time | memory | bytes of memory for each | of the bound |\n|---|---|---|---|---|---|---|---|")
    for index, (name, _, required) in enumerate(cases):
        if arguments.only not in name or (index >= len(CASES) and not arguments.long):
            continue
        tried += 1
        folder = arguments.folder / str(index)
        subprocess.run(["rm", "-rf", folder], check=True)
        folder.mkdir(parents=True)
        # In a process of its own, because the memory of the process that starts another one is counted to that.
        flags = ["--check", arguments.check, "--solve", arguments.solve, "--make", str(index)]
        subprocess.run([sys.executable, __file__, *flags, folder], check=True)
        size = sum(file.stat().st_size for file in folder.iterdir() if file.suffix in (".cert", ".json", ".umb"))
        code, said, seconds, memory = measure(arguments.check, folder)
        receipt = said.get("receipt", {})
        bound = (HEX if "Hex" in name else FIXED) + EACH * size
        wrong, broken = wrong + (code != required), broken + (memory > bound)
        positions = f"{receipt['positions']:,}" if "positions" in receipt else ""
        part = f"{memory / bound:.2f}" if memory <= bound else f"**{memory / bound:.2f}**"
        row = f"{size:,} | {positions} | {receipt.get('verdict')} | {seconds:.1f} s | {memory / 1e6:,.0f} MB | {memory / size:.1f} | {part}"
        print(f"| {name} | {row} |", flush=True)
        if code != required:
            print(f"{name}: exit status {code}, required {required}: {said}", file=sys.stderr)
        subprocess.run(["rm", "-rf", folder], check=True)
    return 1 if wrong or not tried else 3 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
