#!/usr/bin/env python3
"""The referee's table: models of others, with certified values beside what other tools said.

    models.py [--folder REPOSITORIES] [--from recipes-qvbs] [--only PATTERN] [--write] [--solve PROGRAM] [--check PROGRAM]
    models.py --table > certs/models/table.md

certs/models/recipes*.toml list the models: repository, commit and file, constants, labels, the questions, and what was published. Nothing is fetched here: each
repository is expected below the folder, under its name after the slash, at that commit. No model is kept. For each row: Storm (stormpy) builds the model with
exact numbers, `solve model` answers, `check --model` verifies. What stands before the first model of a file is said of each; `seconds` is a limit of processor
time, for the build and for `solve`, `memory` one of gigabytes (8 if it is not said), and what exceeds them is a row with the reason. If the exact solution is what
fails, `--precision 1e-6` is tried. `appended` is text that is put behind the model; `initial = 'largest'` asks for the largest value of all initial states.

With --write the rows go to certs/models/referee*.jsonl, which the book prints; without it they must be as there, but for times. --table prints the rows, and
those of Condon's games in condon.jsonl, which were solved and verified once, as the book has them.
"""

import argparse
import fnmatch
import gzip
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import tomllib
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "certs/models"
CONDON = MODELS / "condon.jsonl"
SOURCES = {
    "referee": "QComp 2023, named games",
    "referee-random": "QComp 2023, random games",
    "referee-qvbs": "QVBS, one player",
    "referee-large": "QVBS, two large models",
    "referee-prism-games": "tests of PRISM-games",
    "referee-rewards": "QVBS, expected rewards",
    "referee-rewards-games": "tests of PRISM-games, rewards",
}
MEASURED = {"build", "solve", "check", "megabytes"}
BOUNDS = ["--precision", "1e-6"]
# `from-prism` without the compiled part of the package, which Storm's environment need not have.
BUILDER = """
import sys, types
package = sys.modules["bidding_games"] = types.ModuleType("bidding_games")
package.__path__ = [sys.argv.pop(1)]
from bidding_games import prism
sys.exit(prism.main())
"""
DOUBLE = Fraction(1, 2**50)
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def table_of(recipes):
    """Where the rows of a file of recipes are."""
    return MODELS / f"{recipes.replace('recipes', 'referee')}.jsonl"


def rows_of(name):
    return [json.loads(line) for line in (MODELS / name).read_text().splitlines()]


def recipes_of(name, folder):
    """The recipes of a file, one for each question, and for each model that a pattern of `files` fits."""
    shared = tomllib.loads((MODELS / f"{name}.toml").read_text())
    for model in shared.pop("model"):
        model = {**shared, **model}
        for question in model.pop("question", [{}]):
            named = " ".join(part["name"] for part in (model, question) if "name" in part)
            if "files" not in model:
                yield {**model, **question, "name": named}
                continue
            repository = folder / model["repository"].split("/")[1]
            for path in sorted(repository.glob(model["files"]), key=lambda path: (len(path.name), path.name)):
                yield {**model, **question, "name": f"{named} {path.name.partition('.prism')[0]}", "file": str(path.relative_to(repository))}


def run(words, seconds=None, gigabytes=8):
    """Its output; seconds of processor time, and the most memory that it had, in megabytes."""

    def limits():
        resource.setrlimit(resource.RLIMIT_DATA, (gigabytes << 30, gigabytes << 30))
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(list(map(str, words)), stdout=out, stderr=err, preexec_fn=limits)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        said, complained = out.read(), err.read().strip()
    if child.returncode == -signal.SIGXCPU or "ended by SIGXCPU" in complained:
        raise RuntimeError(f"more than {seconds} s")
    if child.returncode and re.search(r"MemoryError|bad_alloc|allocate memory|memory allocation", complained):
        raise RuntimeError(f"more than {gigabytes} GB")
    if child.returncode:
        raise RuntimeError(complained[-500:] or f"status {child.returncode}")
    return said, round(used.ru_utime + used.ru_stime, 2), used.ru_maxrss // 1024


def limits_of(recipe):
    """Seconds of processor time and gigabytes of memory."""
    return recipe.get("seconds"), recipe.get("memory", 8)


def commit_of(folder):
    return subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()


def built(recipe, arguments, model):
    """Writes the model of a recipe, unpacked first if it is compressed; seconds of processor time."""
    repository = arguments.folder / recipe["repository"].split("/")[1]
    found = commit_of(repository)
    if found != recipe["commit"]:
        sys.exit(f"{repository}: found the commit {found}, required {recipe['commit']}")
    source = repository / recipe["file"]
    if source.suffix == ".gz":
        plain = model.with_name(source.stem)
        plain.write_bytes(gzip.decompress(source.read_bytes()))
        source = plain
    if "appended" in recipe:
        more = model.with_name(source.name)
        more.write_text(f"{source.read_text(encoding='utf-8')}\n{recipe['appended']}\n", encoding="utf-8")
        source = more
    build = [sys.executable, "-c", BUILDER, ROOT / "python/package/bidding_games", "from-prism", source, "--out", model]
    build += ["--const", ",".join(f"{name}={value}" for name, value in recipe.get("constants", {}).items())]
    for name, expression in recipe.get("labels", {}).items():
        build += ["--label", f"{name}={expression}"]
    return run(build, *limits_of(recipe))[1]


def solved(recipe, arguments, model, cert, options):
    """What `check` says of the certificate, and what is measured."""
    _, solving, megabytes = run([arguments.solve, "model", model, recipe["property"], *options, "--out", cert], *limits_of(recipe))
    said, checking, _ = run([arguments.check, cert, "--model", model, "--threads", "1", "--json"])
    said = json.loads(said)
    assert said["verdict"] == "verified", said
    low, high = said["initial"][0]["low"], said["initial"][0]["high"]
    if recipe.get("initial") == "largest":
        low, high = largest(arguments, model, cert)
    return {
        "property": said["property"],
        "states": said["states"],
        "positions": said["proved"],
        "low": low,
        "high": high,
        "published": recipe.get("published", {}),
        "model": said["model"],
        "certificate": sha256(cert.read_bytes()).hexdigest(),
        "bytes": cert.stat().st_size,
        "solve": solving,
        "check": checking,
        "megabytes": megabytes,
    }


def largest(arguments, model, cert):
    """The largest lower and the largest upper value of all positions of a chain in which all states are initial."""
    lines = [line.split("\t") for line in run([arguments.check, cert, "--model", model, "--dump"])[0].splitlines()[1:]]
    return [max((line[column] for line in lines), key=exact) for column in (2, 3)]


def made(recipe, arguments, model, building):
    """The row of a recipe. If the model was not built, the reason stands for the seconds of building."""
    row = {"name": recipe["name"]}
    failed = {"property": recipe["property"], "published": recipe.get("published", {})}
    if isinstance(building, str):
        return {**row, **failed, "failed": building}
    row["build"] = building
    cert, tried, reasons = model.with_suffix(".cert"), [recipe["options"]] if "options" in recipe else [[], BOUNDS], []
    for options in tried:
        try:
            row |= solved(recipe, arguments, model, cert, options)
        except RuntimeError as error:
            reasons.append(" ".join(["solve", *options]) + f": {error}".replace(f"{model}: ", ""))
        else:
            return {**row, "options": options} if reasons else row
    return {**row, **failed, "failed": "; ".join(reasons)}


def exact(text):
    """A value as a number, perhaps infinite."""
    return math.inf if text.lower().startswith("infinit") else Fraction(text)


def decimals(text, places=12, longest=19):
    """A fraction with its first decimals, cut off; itself where it is short."""
    value, power = exact(text), 0
    if value == math.inf or len(text) <= longest or value.denominator == 1 and len(text) < 40:
        return text
    if len(text) > 39 and value.denominator == 1:
        power = len(text) - 1
        return decimals_of(value / 10**power, places) + f"·10{str(power).translate(RAISED)}"
    while 0 < value < (1 if power else Fraction(1, 1000)):
        value, power = value * 10, power + 1
    if power:
        return decimals_of(value, places) + f"·10⁻{str(power).translate(RAISED)}"
    return decimals_of(value, places)


def decimals_of(value, places):
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


def table_of_games():
    print("| model | states | certified | no answer | farthest answer | certificate | build, solve, check |")
    print("|---|---|---|---|---|---|---|")
    for row in rows_of("referee.jsonl"):
        none, (distance, tool), wrong = outcomes(row)
        far = f"{wrong[0]}: **false**" if wrong else f"{tool}, by {float(distance):.0e}" if distance else "–"
        print(f"| {row['name']} | {row['states']:,} | {certified(row)} | {none} of {len(row['published'])} | {far} | {kilobytes(row)} | {seconds(row)} |")


def certified(row):
    value = decimals(row["low"])
    if row["low"] != row["high"]:
        value = decimals(row["low"], longest=0) + f" within {float(Fraction(row['high']) - Fraction(row['low'])):.0e}"
    return value


def kilobytes(row):
    return f"{row['bytes'] / 1000:,.0f} kB" if row["bytes"] >= 9950 else f"{row['bytes'] / 1000:.1f} kB"


def seconds(row):
    return f"{row['build']:.2f}, {row['solve']:.2f}, {row['check']:.2f} s"


def reference(row, tool):
    """How the certified value or bounds are to what was published."""
    said = row["published"].get(tool)
    if said is None:
        return "none"
    low, high, value = exact(row["low"]), exact(row["high"]), exact({"true": "1"}.get(said, said))
    if low <= value <= high:
        return "equal" if low == high else "between"
    if "/" not in said and math.inf not in (low, high, value):
        places = -Decimal(said).as_tuple().exponent
        if value - Fraction(1, 10**places) < high and low < value + Fraction(1, 10**places):
            return f"equal to {places} decimals"
    off = max(low - value, value - high)
    return "equal as doubles" if off <= DOUBLE else f"**off** by {float(off):.0e}"


def table_of_references(name, tool):
    print("| model, question | states | certified | reference | certificate | memory | build, solve, check |")
    print("|---|---|---|---|---|---|---|")
    for row in rows_of(name):
        if "failed" in row:
            print(f"| {row['name']} | | {row['failed']} | | | | |")
            continue
        print(f"| {row['name']} | {row['states']:,} | {certified(row)} | {reference(row, tool)} | {kilobytes(row)} | {memory(row)} | {seconds(row)} |")


def memory(row):
    """Less than what the Python that starts it has cannot be told."""
    return f"{row['megabytes']} MB" if row["megabytes"] > 30 else "small"


def table_of_tests(name):
    print("| game, question | certified | expected there | |")
    print("|---|---|---|---|")
    for row in rows_of(name):
        game, _, question = row["name"].partition(" ")
        print(f"| {game} `{question}` | {decimals(row['low'], longest=40)} | {row['published']['prism-games']} | {reference(row, 'prism-games')} |")


def table_of_condon():
    print("| games of about | games | nodes | different values | longest denominator, median, bits | certificates | solve, check |")
    print("|---|---|---|---|---|---|---|")
    for row in rows_of("condon.jsonl"):
        size = int(row["folder"].split("_")[1])
        bits = f"{row['bits']}, {row['median_bits']}"
        print(f"| {size} nodes | {row['games']} | {row['nodes']:,} | {row['values']:,} | {bits} | {row['bytes'] / 1000:,.0f} kB | {row['solve']:.1f}, {row['check']:.1f} s |")


def overview():
    print("| source | questions | exact | with bounds | not reached | states, in all | solve, check |")
    print("|---|---|---|---|---|---|---|")
    for name, title in SOURCES.items():
        rows = rows_of(f"{name}.jsonl")
        reached = [row for row in rows if "failed" not in row]
        exact = sum(row["low"] == row["high"] for row in reached)
        spent = ", ".join(f"{sum(row[part] for row in reached):,.0f}" for part in ("solve", "check"))
        print(f"| {title} | {len(rows)} | {exact} | {len(reached) - exact} | {len(rows) - len(reached)} | {sum(row['states'] for row in reached):,} | {spent} s |")


def table():
    tables = {
        "overview": overview,
        "games": table_of_games,
        "condon": table_of_condon,
        "qvbs": lambda: table_of_references("referee-qvbs.jsonl", "qvbs"),
        "large": lambda: table_of_references("referee-large.jsonl", "qvbs"),
        "random": lambda: table_of_references("referee-random.jsonl", ""),
        "prism-games": lambda: table_of_tests("referee-prism-games.jsonl"),
        "rewards": lambda: table_of_references("referee-rewards.jsonl", "qvbs"),
        "rewards-games": lambda: table_of_tests("referee-rewards-games.jsonl"),
    }
    for anchor, rows in tables.items():
        print(f"<!-- ANCHOR: {anchor} -->")
        rows()
        print(f"<!-- ANCHOR_END: {anchor} -->")


def key(recipe):
    """What the model of a recipe depends on."""
    return json.dumps([recipe.get(part) for part in ("repository", "commit", "file", "constants", "labels", "appended")], sort_keys=True)


def fixed(row):
    """What is the same each time."""
    return {name: value for name, value in row.items() if name not in MEASURED}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path.cwd())
    parser.add_argument("--from", dest="recipes", default="recipes")
    parser.add_argument("--only", default="*")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--solve", default=ROOT / "target/release/solve")
    parser.add_argument("--check", default=ROOT / "target/release/check")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    sys.set_int_max_str_digits(0)
    if arguments.table:
        return table()
    recipes, place = list(recipes_of(arguments.recipes, arguments.folder)), table_of(arguments.recipes)
    known = {row["name"]: row for row in rows_of(place.name)} if place.exists() else {}
    names, differing, last = [recipe["name"] for recipe in recipes], 0, None
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.umb"
        for recipe in recipes:
            if not fnmatch.fnmatch(recipe["name"], arguments.only):
                continue
            if key(recipe) != last:
                last = key(recipe)
                try:
                    building = built(recipe, arguments, model)
                except RuntimeError as error:
                    building = f"build: {error}".replace(f"{arguments.folder}/", "")
            row = made(recipe, arguments, model, building)
            old = known.get(row["name"])
            if not arguments.write and (old is None or fixed(old) != fixed(row)):
                print(f"{row['name']}: differs from {place.name}")
                differing += 1
            known[row["name"]] = row
            print(json.dumps({name: value[:40] if isinstance(value, str) and name != "failed" else value for name, value in row.items()}), flush=True)
            if arguments.write:
                part = place.with_suffix(".part")
                part.write_text("".join(json.dumps(known[name]) + "\n" for name in names if name in known))
                os.replace(part, place)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
