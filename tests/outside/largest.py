#!/usr/bin/env python3
"""The largest files that the solver makes in minutes and the checker's limits admit: what `check` takes for each.

    largest.py --check target/release/check --solve target/release/solve [--long] [--only WORD] FOLDER

It prints a table: bytes of the file with its imports and its game, positions, processor time and peak memory of the process, memory for each byte, and the
bound, 200 MB and 12 for each byte (for Hex 420 MB). Exit status 1 if one is not verified, 3 if the bound is broken and nothing else is wrong. It needs
Python 3.11 on Linux; up to 4 GB of memory and, with --long, 6 GB; and 1 GB on the disk for one file at a time.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXED, EACH = 200_000_000, 12
# A board of Hex, whatever its certificate has.
HEX = 420_000_000

# A file, and how it is made by the solver, where GAME and OUT stand for files; or copied.
CASES = [
    ("exact values: 10x10 KNk", "solve endgame 10x10 KNk --out OUT"),
    ("bounds: 8x8 KRkb", "solve endgame 8x8 KRkb --enclosure 56 --out OUT"),
    ("exact values: a random game of 30,000 positions", "solve game random --positions 30000 --out GAME; solve graph GAME --out OUT"),
    ("chips: 8x8 KRkb", "solve endgame 8x8 KRkb --chips 9 --out OUT"),
    ("chips: a random game of 1,000,000 positions", "solve game random --positions 1000000 --out GAME; solve graph GAME --chips 9 --out OUT"),
    ("pays the bank: a random game of 20,000 positions", "solve game random --positions 20000 --out GAME; solve graph GAME --pays bank --out OUT"),
    ("Losing Chess, by turns: KQvRN", "solve losing table KQvRN --out OUT"),
    ("Losing Chess, a proof: 1.f4", ROOT / "certs" / "losing" / "1.f4.cert"),
    ("partitions: all up to 40 cells, Queen", "solve partitions sizes Queen 40 --out OUT"),
    ("partitions: Queen on 40^40", "solve partitions board Queen 40^40 --out OUT"),
]
# These take minutes of processor time each.
LONG = [("exact values: 11x11 KNk", "solve endgame 11x11 KNk --out OUT"), ("Hex: 13x13", "solve hex 13x13 --out OUT")]


def make(how, folder, solve):
    if isinstance(how, Path):
        (folder / "large.cert").write_bytes(how.read_bytes())
    else:
        for line in how.split("; "):
            endgames = line.startswith(("solve endgame", "solve losing"))
            out = {"OUT": str(folder if endgames else folder / "large.cert"), "GAME": str(folder / "large.json")}
            words = [out.get(word, word) for word in line.split()[1:]]
            subprocess.run([solve, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# --- Measuring ---------------------------------------------------------------------------------------------------------------------


def measure(check, folder):
    """The exit status, what was said, processor seconds, and the peak of memory in bytes. The certificate is the last that was written."""
    certificate = max(folder.glob("*.cert"), key=lambda file: file.stat().st_mtime_ns)
    game = folder / "large.json"
    command = [check, str(certificate), *(["--graph", str(game)] if game.exists() else [])]
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
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    cases = CASES + LONG
    wrong = broken = tried = 0
    print("| file | bytes | positions | verdict | processor time | memory | bytes of memory for each | of the bound |\n|---|---|---|---|---|---|---|---|")
    for index, (name, how) in enumerate(cases):
        if arguments.only not in name or (index >= len(CASES) and not arguments.long):
            continue
        tried += 1
        folder = arguments.folder / str(index)
        subprocess.run(["rm", "-rf", folder], check=True)
        folder.mkdir(parents=True)
        make(how, folder, arguments.solve)
        size = sum(file.stat().st_size for file in folder.iterdir() if file.suffix in (".cert", ".json"))
        code, said, seconds, memory = measure(arguments.check, folder)
        receipt = said.get("receipt", {})
        bound = (HEX if "Hex" in name else FIXED) + EACH * size
        wrong, broken = wrong + (code != 0), broken + (memory > bound)
        positions = f"{receipt['positions']:,}" if "positions" in receipt else ""
        part = f"{memory / bound:.2f}" if memory <= bound else f"**{memory / bound:.2f}**"
        row = f"{size:,} | {positions} | {receipt.get('verdict')} | {seconds:.1f} s | {memory / 1e6:,.0f} MB | {memory / size:.1f} | {part}"
        print(f"| {name} | {row} |", flush=True)
        if code != 0:
            print(f"{name}: exit status {code}: {said}", file=sys.stderr)
        subprocess.run(["rm", "-rf", folder], check=True)
    return 1 if wrong or not tried else 3 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
