#!/usr/bin/env python3
"""Compares the receipts of the second checker with those of the program `check`: byte for byte, without the field `checker`.

    second_receipts.py --check target/release/check [--games FOLDER] [--more FOLDER] [--most BYTES] [--long]

1. Each committed certificate up to so many bytes that both have a statement for, with its game.
2. Each line of certs/corpus: what is rejected or declined has a receipt, too.
3. The length of receipt.py.

It needs Python 3.11 and nothing else. Exit status 1 if anything differs.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

sys.dont_write_bytecode = True
import second as outside
from second import ROOT, second
import receipt as second_receipt

CHECKER = re.compile(r'"checker":\{[^{}]*\},')


def without_checker(text):
    """The receipt without its field `checker`, and that field."""
    found = CHECKER.search(text)
    return text[: found.start()] + text[found.end() :], json.loads("{" + found[0].rstrip(",") + "}")["checker"]


def of_check(check, certificates, game, folders):
    """The bytes of the field `receipt` of each line that `check --json` prints, which must be canonical."""
    with tempfile.TemporaryDirectory() as name:
        folder, flags = Path(name), ["--json"]
        for place in folders:
            flags += ["--imports", str(place)]
        if game is not None:
            (folder / "game.json").write_bytes(game)
            flags += ["--graph", str(folder / "game.json")]
        paths = []
        for number, data in enumerate(certificates):
            paths.append(folder / f"{number}.cert")
            paths[-1].write_bytes(data)
        lines = subprocess.run([check, *flags, *map(str, paths)], capture_output=True, text=True, encoding="utf-8", check=False).stdout.splitlines()
    assert len(lines) == len(certificates)
    for line in lines:
        again = json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line == again, f"not canonical: {line}"
        start = line.index('"receipt":{') + len('"receipt":')
        _, end = json.JSONDecoder().raw_decode(line, start)
        yield line[start:end]


def compare(check, pairs, folders, find):
    """How many receipts differ, and the statements and verdicts that were met."""
    wrong, seen, groups = 0, Counter(), {}
    for data, game in pairs:
        groups.setdefault(game, []).append(data)
    for game, certificates in groups.items():
        verifier = outside.verifier_of(find, game)
        for data, theirs in zip(certificates, of_check(check, certificates, game, folders)):
            (theirs, one), (ours, other) = without_checker(theirs), without_checker(second_receipt.receipt(verifier, data))
            assert set(one) == set(other) == {"commit", "name", "version"} and one["name"] == "check" and other["name"] == "second/checker.py"
            receipt = json.loads(theirs)
            seen[data[14] if receipt["verdict"] == "verified" else receipt["verdict"]] += 1
            if ours != theirs:
                wrong += 1
                print(f"{sha256(data).hexdigest()[:16]}:\n  check  {theirs}\n  second {ours}")
    return wrong, seen


def committed(folder, more, most, long):
    """The certificates with their games; the folders of their imports; what gives the bytes for a digest."""
    certs, near = ROOT / "certs", {}
    seeds = outside.seeds(folder)
    games = {file: game for file, game, _ in outside.committed_further(folder)}
    known, found = {data for data, _ in seeds.pairs}, list(seeds.pairs)
    files = sorted(certs.rglob("*.cert")) + sorted(more.rglob("*.cert") if more else [])
    for file in files if long else [file for file in files if file.name != "11x11.cert"]:
        data = file.read_bytes()
        near.setdefault(sha256(data).digest(), data)
        small = len(data) <= most and data not in known and "corpus" not in file.parts
        # Games are those of the pairs above, and those that further games are played on.
        if small and data[:10] == b"bidcert\n\2\0" and data[14] in (0, 2, *second.FURTHER) and (file in games or data[14] not in (6, 7)):
            found.append((data, games.get(file) and games[file].read_bytes()))
    return found, sorted({file.parent for file in files}), near.get


def corpus():
    folder = ROOT / "certs" / "corpus"
    for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(line)
        near = {sha256((folder / file).read_bytes()).digest(): (folder / file).read_bytes() for file in line["imports"]}
        game = (folder / line["game"]).read_bytes() if "game" in line else None
        yield (folder / line["file"]).read_bytes(), game, near


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", help="the program `check`", required=True)
    parser.add_argument("--long", action="store_true", help="those certificates, too, that take long")
    parser.add_argument("--games", type=Path, default=ROOT / "certs" / "games")
    parser.add_argument("--more", type=Path, help="a folder with more certificates")
    parser.add_argument("--most", type=int, default=6_000, help="the length in bytes of the longest certificate")
    arguments = parser.parse_args()
    pairs, folders, find = committed(arguments.games, arguments.more, arguments.most, arguments.long)
    wrong, seen = compare(arguments.check, pairs, folders, find)
    print(f"committed: {sum(seen.values())} receipts, {wrong} differ; by statement or verdict: {dict(sorted(seen.items(), key=str))}")
    lines, more = 0, Counter()
    for data, game, near in corpus():
        with tempfile.TemporaryDirectory() as folder:
            # What the line does not offer must not be found.
            for digest, content in near.items():
                (Path(folder) / f"{digest.hex()}.cert").write_bytes(content)
            bad, verdicts = compare(arguments.check, [(data, game)], [folder], near.get)
        wrong, lines, more = wrong + bad, lines + 1, more + verdicts
    print(f"corpus: {lines} receipts; by statement or verdict: {dict(sorted(more.items(), key=str))}; in all {wrong} differ")
    length = outside.lines_of_code((ROOT / "second" / "receipt.py").read_text(encoding="utf-8"))
    print(f"lines of code: receipt.py: found {length}, required at most 100")
    return 1 if wrong or length > 100 or not pairs or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
