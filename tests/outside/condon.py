#!/usr/bin/env python3
"""Condon's simple stochastic games, solved exactly and verified: the 6,400 stopping games of Rudich, Rudich and Rue (arXiv:2402.02571).

    git clone https://github.com/IsaacRudich/SimpleStochasticGamesBenchmark
    condon.py --folder SimpleStochasticGamesBenchmark/instances/benchmark [--only balanced_32] [--second N] [--write]

The games have no licence: they are read where they are, and never kept. Each is written as a graph (maximizer: Left's turn, minimizer: Right's, average: a move
of chance, the two terminals 0 and 1), `solve graph` solves it, `check --graph` verifies it. A stopping game has one value at each node, so that all must be
sharp. With --second N, the first N of each size are also solved by strategy iteration around Storm's exact equations (games.py; needs stormpy), and must be
equal. The sums go to certs/models/condon.jsonl with --write; without it they must be as there, but for times.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "certs/models/condon.jsonl"
MEASURED = {"solve", "check", "second"}
SHORT = {"max": "maximizer", "min": "minimizer", "avg": "average", "t0": "terminal0", "t1": "terminal1"}


def read(path):
    """The game as a graph; raises ValueError where the file is not as its Readme says."""
    lines = [line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    announced = {words[0].upper().rstrip(":"): int(words[1]) for words in lines if words[0][0] == "N"}
    positions, count = [], dict.fromkeys(SHORT.values(), 0)
    for node, first, second, kind in (words for words in lines if words[0][0] != "N"):
        kind = SHORT.get(kind, kind)
        count[kind] += 1
        options = sorted({first, second}, key=int)
        what = {
            "maximizer": lambda: {"turn": "left", "left": options},
            "minimizer": lambda: {"turn": "right", "right": options},
            "average": lambda: {"chance": [{"to": to, "weight": str(Fraction(1, len(options)))} for to in options]},
            "terminal0": lambda: {"value": "0"},
            "terminal1": lambda: {"value": "1"},
        }[kind]()
        positions.append({"name": node, **what})
    found = {"NMAX": count["maximizer"], "NMIN": count["minimizer"], "NAVG": count["average"]}
    if announced != found or count["terminal0"] != 1 or count["terminal1"] != 1:
        raise ValueError(f"{path}: announced {announced}, found {count}")
    return {"bidding-game": 2, "title": path.stem, "positions": positions}


def run(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one_size(folder, arguments, scratch):
    """The row of all games in a folder."""
    row = {"folder": folder.name, "games": 0, "nodes": 0, "values": 0, "bits": 0, "median_bits": 0, "bytes": 0, "certificates": "", "solve": 0.0, "check": 0.0, "second": 0}
    digest, bits = sha256(), []
    for path in sorted(folder.glob("*.ssg")):
        game, cert = scratch / "game.json", scratch / "game.cert"
        game.write_text(json.dumps(read(path)))
        said, solving = run([arguments.solve, "graph", game, "--json", "--out", cert])
        values = {}
        for position in json.loads(said)["positions"]:
            assert position["lower"] == position["upper"], f"{path}: {position['name']} is not sharp"
            values[position["name"]] = Fraction(position["lower"])
        said, checking = run([arguments.check, cert, "--graph", game, "--threads", "1", "--json"])
        assert json.loads(said)["verdict"] == "verified", said
        if row["second"] < arguments.second:
            import games

            names, rows, turns, ends = games.read(game)
            lower, upper = games.both(rows, turns, ends)
            assert [values[name] for name in names] == lower == upper, f"{path}: Storm has other values"
            row["second"] += 1
        row["games"] += 1
        row["nodes"] += len(values)
        row["values"] += len(set(values.values()))
        bits.append(max(value.denominator.bit_length() for value in values.values()))
        row["bytes"] += cert.stat().st_size
        digest.update(cert.read_bytes())
        row["solve"] += solving
        row["check"] += checking
    row["bits"], row["median_bits"] = max(bits), sorted(bits)[len(bits) // 2]
    row["certificates"] = digest.hexdigest()
    return {name: round(value, 2) if isinstance(value, float) else value for name, value in row.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--only", default="balanced_*")
    parser.add_argument("--second", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--solve", default=ROOT / "target/release/solve")
    parser.add_argument("--check", default=ROOT / "target/release/check")
    arguments = parser.parse_args()
    known = {row["folder"]: row for row in map(json.loads, TABLE.read_text().splitlines())} if TABLE.exists() else {}
    size = lambda name: int(name.split("_")[1])
    folders = sorted((folder for folder in arguments.folder.glob(arguments.only) if folder.is_dir()), key=lambda folder: size(folder.name))
    if not folders:
        sys.exit(f"{arguments.folder}: no folder {arguments.only}")
    wrong = 0
    fixed = lambda row: {name: value for name, value in row.items() if name not in MEASURED}
    for folder in folders:
        with tempfile.TemporaryDirectory() as scratch:
            row = one_size(folder, arguments, Path(scratch))
        print(json.dumps(row), flush=True)
        if not arguments.write and folder.name in known and fixed(known[folder.name]) != fixed(row):
            print(f"{folder.name}: differs from {TABLE.name}")
            wrong += 1
        known[folder.name] = row
    if arguments.write:
        part = TABLE.with_suffix(".part")
        part.write_text("".join(json.dumps(known[name]) + "\n" for name in sorted(known, key=size)))
        os.replace(part, TABLE)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
