#!/usr/bin/env python3
"""Mutation of the checker's own source, with cargo-mutants: would the tests see it if one operator or one function were another?

    mutation.py plan.rs theorem.rs       mutates these files of checker/src and compares what survives with checker/tests/survivors.txt
    mutation.py chips.rs --minutes 9     the same, but begins nothing new after 9 minutes; the next run goes on from there
    mutation.py plan.rs --survivors      tries those again that survived
    mutation.py --table                  writes docs/src/mutation-table.md from all results

The checker's folder is copied to target/mutation/checker and built there: nothing here is changed, and little is compiled for each mutant. cargo-nextest
runs the tests, because it ends at the first that fails; checker/tests/mutation.toml says which. What the quick tests of a file do not catch is tried
with slow ones and with those of other suites. Results are kept in target/mutation, until the file that they are about changes. Exit status: 0 if exactly the listed mutants survive; 1 if one survives that
is not listed, or a listed one does not; 2 if cargo-mutants fails; 3 if some are left for the next run.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "target/mutation"
TREE = FOLDER / "checker"
SOURCE = ROOT / "checker/src"
LISTED = ROOT / "checker/tests/survivors.txt"
TABLE = ROOT / "docs/src/mutation-table.md"
# What no mutant changes is compiled once, for speed; the checker itself is compiled for each.
PROFILE = """
[lib]
test = false
doctest = false
[workspace]
[profile.mutants]
inherits = "test"
opt-level = 1
debug = false
incremental = true
[profile.mutants.package."*"]
opt-level = 3
"""
# One test after the other, the slow ones last; one that does not end is one that fails.
NEXTEST = """
[profile.default]
test-threads = 1
fail-fast = true
default-filter = '{wanted}'
slow-timeout = {{ period = "{seconds}s", terminate-after = 1, grace-period = "0s" }}
status-level = "fail"
[[profile.default.overrides]]
filter = '{slow}'
priority = -100
"""
# Mutants of one call of cargo-mutants.
PART = 12
# Bytes of address space that a mutant may take.
MEMORY = 6 << 30


def copy(suites, slow, left_out, seconds):
    """Copies what differs, with no other suites of tests than these: so cargo compiles no more than it must. A test may take so many seconds."""
    wanted = {pathlib.Path("Cargo.toml"): (ROOT / "checker/Cargo.toml").read_text().encode() + PROFILE.encode()}
    slow, left_out = (" | ".join(["none()", *(f"test(={name})" for name in names)]) for names in (slow, left_out))
    nextest = NEXTEST.format(wanted=f"not ({left_out})", slow=slow, seconds=seconds)
    wanted[pathlib.Path(".config/nextest.toml")] = nextest.encode()
    if not (TREE / "Cargo.lock").exists():
        # Cargo takes from it what the checker does not use.
        wanted[pathlib.Path("Cargo.lock")] = (ROOT / "Cargo.lock").read_bytes()
    for folder, to in (("checker/src", "src"), ("checker/tests", "tests"), ("certs/corpus", "../certs/corpus")):
        for path in sorted((ROOT / folder).rglob("*")):
            is_other = folder == "checker/tests" and path.suffix == ".rs" and path.parent == ROOT / folder and path.stem not in suites
            if path.is_file() and not is_other:
                wanted[pathlib.Path(to) / path.relative_to(ROOT / folder)] = path.read_bytes()
    for name, data in wanted.items():
        path = TREE / name
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for folder in ("src", "tests"):
        for path in (TREE / folder).rglob("*"):
            if path.is_file() and path.relative_to(TREE) not in wanted:
                path.unlink()


def cargo_mutants(file, *arguments):
    """A call of cargo-mutants."""
    configuration = ROOT / "checker/mutants.toml"
    return ["cargo", "mutants", "--dir", TREE, "--config", configuration, "--colors", "never", "--file", f"src/{file}", *arguments]


def mutants(file):
    """The mutants of a file: their names, in order, each with what names it still if lines move: the change, and the line of code."""
    lines = (SOURCE / file).read_text().splitlines()
    found = json.loads(subprocess.run(cargo_mutants(file, "--list", "--json"), check=True, stdout=subprocess.PIPE).stdout)
    keys = {}
    for mutant in found:
        code = lines[mutant["span"]["start"]["line"] - 1].strip()
        keys[mutant["name"]] = [mutant["name"].split(": ", 1)[1], code]
    return keys


def listed(file):
    """The survivors of a file that have a reason. A record is a head, a line of code, and a reason; between records is a blank line."""
    records = Counter()
    for record in LISTED.read_text().split("\n\n"):
        lines = [line.strip() for line in record.splitlines() if line and not line.startswith("#")]
        if lines and lines[0].startswith(f"{file}: "):
            if len(lines) < 3:
                sys.exit(f"{LISTED}: {lines[0]}: required a line of code and a reason")
            records[lines[0].split(": ", 1)[1], lines[1]] += 1
    return records


def environment():
    """That of cargo: one thing at a time, unless another number is set."""
    return {**os.environ, "CARGO_BUILD_JOBS": os.environ.get("CARGO_BUILD_JOBS", "1")}


def limit():
    """Limits the memory of a process that is about to start."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(file, which):
    """Tries some of the mutants of a file; returns what became of each, and the seconds of processor time."""
    out = FOLDER / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = cargo_mutants(file, "--in-place", "--baseline", "skip", "--timeout", "300", "--output", out, *which)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, env=environment(), preexec_fn=limit).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # 2: some were not caught; 3: some tests ran out of time.
    if status not in (0, 2, 3):
        sys.exit(2)
    outcomes = json.loads((out / "mutants.out/outcomes.json").read_text())["outcomes"]
    found = {outcome["scenario"]["Mutant"]["name"]: outcome["summary"] for outcome in outcomes if outcome["scenario"] != "Baseline"}
    return found, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def passes():
    """Stops the run unless all tests pass while nothing is changed."""
    command = ["cargo", "nextest", "run", "--cargo-profile", "mutants", "--no-default-features", "--features", "report"]
    if subprocess.run(command, cwd=TREE, stdout=subprocess.DEVNULL, env=environment(), preexec_fn=limit).returncode:
        sys.exit("the tests fail while nothing is changed")


def path_of(file):
    """Where the results of a file are kept."""
    return FOLDER / (file.replace("/", "-").removesuffix(".rs") + ".json")


def save(path, result):
    """Writes results whole, or not at all."""
    path.with_suffix(".new").write_text(json.dumps(result, indent=1))
    path.with_suffix(".new").rename(path)


def table():
    """The summary of all results, as the book includes it."""
    kinds = [["CaughtMutant", "Timeout"], ["Unviable"], ["MissedMutant"]]
    rows = []
    for path in sorted(FOLDER.glob("*.json")):
        result = json.loads(path.read_text())
        counts = Counter(result["found"].values())
        rows.append([f"`{result['file']}`", len(result["found"]), *(sum(counts[name] for name in kind) for kind in kinds), round(result["seconds"])])
    rows.append(["all", *map(sum, list(zip(*rows))[1:])])
    head = ["file", "mutants", "caught by a test", "do not compile", "survive", "processor time, s"]
    lines = [head, ["---", *["---:"] * 5], *rows]
    TABLE.write_text("".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines))


def mutate(file, arguments, deadline):
    """Tries the mutants of a file; returns 0, 1 or 3, as the exit status."""
    suites = tomllib.loads((ROOT / "checker/tests/mutation.toml").read_text())
    first, following, slow = suites["first"][file], suites["next"].get(file, suites["core"]), suites["slow"]
    digest = hashlib.sha256((SOURCE / file).read_bytes()).hexdigest()
    result = {"file": file, "sha256": digest, "seconds": 0.0, "parts": [], "found": {}, "tried_again": []}
    if path_of(file).exists():
        kept = json.loads(path_of(file).read_text())
        result = kept if kept["sha256"] == digest else result
    if arguments.survivors:
        result["tried_again"] = []
    copy(first, slow, slow, 8)
    keys = mutants(file)
    count = -(-len(keys) // PART)
    parts = [part for part in range(count) if part not in result["parts"]]
    if parts and time.monotonic() < deadline:
        passes()
    while parts and time.monotonic() < deadline:
        found, seconds = run(file, ["--shard", f"{parts[0]}/{count}"])
        result["found"] |= found
        result["seconds"] += seconds
        result["parts"].append(parts.pop(0))
        save(path_of(file), result)
    missed = [name for name, summary in result["found"].items() if summary == "MissedMutant" and name not in result["tried_again"]]
    if missed and not parts and time.monotonic() < deadline:
        copy([*first, *following], slow, suites["without"].get(file, []), 200)
        passes()
    while missed and not parts and time.monotonic() < deadline:
        names, missed = missed[:PART], missed[PART:]
        found, seconds = run(file, [word for name in names for word in ("--re", f"^{re.escape(name)}$")])
        result["found"] |= found
        result["seconds"] += seconds
        result["tried_again"] += names
        save(path_of(file), result)
    print(f"{file}: {len(result['found'])} of {len(keys)} mutants, {result['seconds']:.0f} s of processor time: {dict(Counter(result['found'].values()))}")
    survivors = Counter(tuple(keys[name]) for name, summary in result["found"].items() if summary == "MissedMutant")
    known = listed(file)
    for (change, code), count in (survivors - known).items():
        print(f"not listed, {count} times: {file}: {change}\n    {code}")
    if parts or missed:
        return 3
    for (change, code), count in (known - survivors).items():
        print(f"listed, but caught, {count} times: {file}: {change}\n    {code}")
    return 0 if survivors == known else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="below checker/src")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no new mutants after so many")
    parser.add_argument("--survivors", action="store_true", help="try those again that survived")
    parser.add_argument("--table", action="store_true", help="write the table of the book")
    arguments = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * arguments.minutes
    for file in arguments.files:
        if not (SOURCE / file).is_file():
            sys.exit(f"checker/src/{file}: required a file")
    status = max((mutate(file, arguments, deadline) for file in arguments.files), default=0)
    if arguments.table:
        table()
    sys.exit(status)


if __name__ == "__main__":
    main()
