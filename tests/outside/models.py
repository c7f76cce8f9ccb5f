#!/usr/bin/env python3
"""The referee's table: models of others, with certified values beside what other tools said.

    models.py [--folder REPOSITORIES] [--only PATTERN] [--write] [--solve PROGRAM] [--check PROGRAM]
    models.py --table > docs/src/record/referee-table.md

certs/models/recipes.toml lists the models: repository, commit and file, constants, labels, the question, and what was published. Nothing is fetched here: each
repository is expected below the folder, under its name after the slash, at that commit. No model is kept. For each row: Storm (stormpy) builds the model with
exact numbers, `solve model` answers, `check --model` verifies. With --write the rows go to certs/models/referee.jsonl, which the book prints; without it they
must be as there, but for times. --table prints the rows, and those of condon.py, as the book has them.
"""

import argparse
import fnmatch
import json
import os
import resource
import subprocess
import sys
import tempfile
import tomllib
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECIPES, TABLE = ROOT / "certs/models/recipes.toml", ROOT / "certs/models/referee.jsonl"
CONDON = ROOT / "certs/models/condon.jsonl"
MEASURED = {"build", "solve", "check", "megabytes"}


def run(words):
    """Its output; seconds of processor time, and the most memory of any child so far, in megabytes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip()[-500:]}")
    return done.stdout, round(seconds, 2)


def commit_of(folder):
    return subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()


def made(recipe, arguments, folder):
    """The row of a recipe."""
    repository = arguments.folder / recipe["repository"].split("/")[1]
    found = commit_of(repository)
    if found != recipe["commit"]:
        raise RuntimeError(f"{repository}: found the commit {found}, required {recipe['commit']}")
    model, cert = folder / "model.umb", folder / "model.cert"
    build = [sys.executable, ROOT / "python/package/bidding_games/prism.py", "from-prism", repository / recipe["file"], "--out", model]
    build += ["--const", ",".join(f"{name}={value}" for name, value in recipe.get("constants", {}).items())]
    for name, expression in recipe.get("labels", {}).items():
        build += ["--label", f"{name}={expression}"]
    _, building = run(build)
    more = recipe.get("options", [])
    _, solving = run([arguments.solve, "model", model, recipe["property"], *more, "--out", cert])
    said, checking = run([arguments.check, cert, "--model", model, "--threads", "1", "--json"])
    said = json.loads(said)
    assert said["verdict"] == "verified", said
    return {
        "name": recipe["name"],
        "property": said["property"],
        "states": said["states"],
        "positions": said["proved"],
        "low": said["initial"][0]["low"],
        "high": said["initial"][0]["high"],
        "published": recipe.get("published", {}),
        "model": said["model"],
        "certificate": sha256(cert.read_bytes()).hexdigest(),
        "bytes": cert.stat().st_size,
        "build": building,
        "solve": solving,
        "check": checking,
        "megabytes": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    }


def decimals(text, places=12):
    """A fraction with its first decimals, cut off; itself where it is short."""
    value = Fraction(text)
    if len(text) < 20:
        return text
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}…"


def outcomes(row):
    """How many tools gave no number; how far the farthest number is from the bounds, and whose that is; who answered with the wrong word."""
    none, wrong, far = 0, [], (Fraction(0), "")
    for tool, said in row["published"].items():
        low, high = Fraction(row["low"]), Fraction(row["high"])
        if said in ("timeout", "error"):
            none += 1
        elif said.lower() in ("true", "false"):
            if (low == 1) != (said.lower() == "true"):
                wrong.append(tool)
        else:
            far = max(far, (max(low - Fraction(said), Fraction(said) - high, Fraction(0)), tool))
    return none, far, wrong


def table():
    print("| model | states | certified | no answer | farthest answer | certificate | build, solve, check |")
    print("|---|---|---|---|---|---|---|")
    for row in map(json.loads, TABLE.read_text().splitlines()):
        none, (distance, tool), wrong = outcomes(row)
        value = decimals(row["low"])
        if row["low"] != row["high"]:
            value += f" within {float(Fraction(row['high']) - Fraction(row['low'])):.0e}"
        far = f"{wrong[0]}: **false**" if wrong else f"{tool}, by {float(distance):.0e}" if distance else "–"
        kilobytes = f"{row['bytes'] / 1000:,.0f} kB"
        print(f"| {row['name']} | {row['states']:,} | {value} | {none} of {len(row['published'])} | {far} | {kilobytes} | {row['build']:.2f}, {row['solve']:.2f}, {row['check']:.2f} s |")
    print()
    print("| games of about | games | nodes | different values | longest denominator, median, bits | certificates | solve, check |")
    print("|---|---|---|---|---|---|---|")
    for row in map(json.loads, CONDON.read_text().splitlines()):
        size = int(row["folder"].split("_")[1])
        bits = f"{row['bits']}, {row['median_bits']}"
        print(f"| {size} nodes | {row['games']} | {row['nodes']:,} | {row['values']:,} | {bits} | {row['bytes'] / 1000:,.0f} kB | {row['solve']:.1f}, {row['check']:.1f} s |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path.cwd())
    parser.add_argument("--only", default="*")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--solve", default=ROOT / "target/release/solve")
    parser.add_argument("--check", default=ROOT / "target/release/check")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    if arguments.table:
        return table()
    recipes = tomllib.loads(RECIPES.read_text())["model"]
    known = {row["name"]: row for row in map(json.loads, TABLE.read_text().splitlines())} if TABLE.exists() else {}
    wrong = 0
    for recipe in recipes:
        if not fnmatch.fnmatch(recipe["name"], arguments.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                row = made(recipe, arguments, Path(folder))
            except RuntimeError as error:
                print(f"{recipe['name']}: not made: {error}", flush=True)
                wrong += 1
                continue
        fixed = lambda row: {name: value for name, value in row.items() if name not in MEASURED}
        old = known.get(row["name"])
        if not arguments.write and old is not None and fixed(old) != fixed(row):
            print(f"{row['name']}: differs from {TABLE.name}")
            wrong += 1
        known[row["name"]] = row
        print(json.dumps({name: value[:40] if isinstance(value, str) else value for name, value in row.items()}), flush=True)
    if arguments.write:
        names = [recipe["name"] for recipe in recipes]
        rows = sorted((row for name, row in known.items() if name in names), key=lambda row: names.index(row["name"]))
        part = TABLE.with_suffix(".part")
        part.write_text("".join(json.dumps(row) + "\n" for row in rows))
        os.replace(part, TABLE)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
