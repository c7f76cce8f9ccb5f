#!/usr/bin/env python3
"""Counts, for each further game, the files outside its own that refer to its modules, types, functions or statement number.

A game's own files have its name in their path: a file, or a folder. Comments, texts in quotes and prose do not count: a word of a sentence is no reference.
Nor does a type's name that another game has, too: whoever refers to a type of another module writes the path of that module.
Tests are told apart: they compare games with each other, and a file `main.rs` of tests lists those of all games.
With `--most N` the exit status is 1 if some game has more than N in code that is no test; `--list` names the files.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# For each game: what its own paths have in them, and what a reference to it looks like in code.
GAMES = {
    "hex": (r"hex", r"\bhex::|::hex\b|\bmod hex\b|\bHexBoard\b|\bWrongCount\b|\bsecond_hex\b|\bimport hex\b"),
    "chips": (r"chip", r"\bchips::|::chips\b|\bmod (all)?chips\b|\bChips\b|\bChipAuction\b|\bWrongLine\b|\bimport chips\b"),
    "payments": (r"payment|pays", r"\bpayments::|::payments\b|\bpays::|::pays\b|\bmod (payments|pays)\b|\bPaid\b|\bPayment\b|\bimport payments\b"),
    "partitions": (r"partition|staircase", r"\bpartitions?::|::partitions?\b|\bmod partitions?\b|\bimport partitions\b"),
    "losing": (r"losing|antichess|walk", r"\blosing::|::losing\b|\bmod losing\b|\bantichess\b|\bLosing[A-Z]\w*|\bWrongLabel\b|\bWrongStep\b|\bimport losing\b"),
    "all-pay": (r"all.pay", r"\ball_pay::|::all_pay\b|\bmod all_pay\b|\bAllPay\w*|\bimport all_pay\b"),
    "aims": (r"(?<!cl)aims", r"\baims::|::aims\b|\bmod aims\b|\bimport aims\b"),
    "scores": (r"scores", r"\bscores::|::scores\b|\bmod scores\b|\bScored\b|\bScoreTable\b|\bimport scores\b"),
}
# The files of tests, and of programs that are run for tests alone.
IS_TEST = re.compile(r"(^|/)tests/")
SUFFIXES = (".rs", ".py", ".ts", ".mjs")


def code(path):
    """The text of a file without comments and without what stands in quotes."""
    text = path.read_text()
    if path.suffix == ".py":
        text = re.sub(r'""".*?"""', "", text, flags=re.S)
        text = re.sub(r"(?m)#.*$", "", text)
    else:
        text = re.sub(r"(?m)//.*$", "", text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--most", type=int, help="fail if a game has more files than this")
    flags.add_argument("--list", action="store_true", help="name the files")
    flags = flags.parse_args()
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    files = {name: code(ROOT / name) for name in names if name.endswith(SUFFIXES) and (ROOT / name).is_file()}
    files.pop("tests/outside/seams.py", None)
    status = 0
    for game, (own, reference) in GAMES.items():
        others = [name for name, text in files.items() if not re.search(own, name) and re.search(reference, text)]
        tests = [name for name in others if IS_TEST.search(name)]
        others = [name for name in others if name not in tests]
        own = sum(1 for name in files if re.search(own, name))
        print(f"{game}: {own} files of its own, {len(others)} others in code that know it, {len(tests)} in tests")
        if flags.list:
            print("".join(f"    {name}\n" for name in others + tests), end="")
        if flags.most is not None and len(others) > flags.most:
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
