#!/usr/bin/env python3
"""Mutation of the checker's own source, with cargo-mutants: would the tests see it if one operator or one function were another?

    mutation.py plan.rs chips.rs         mutates these files of checker/src, or else of games/src, and compares what survives with tests/survivors.txt there
    mutation.py games/src/lib.rs         the same of a file whose name both folders have
    mutation.py chips.rs --minutes 9     the same, but begins nothing new after 9 minutes; the next run goes on from there
    mutation.py plan.rs --survivors      tries those again that survived

cargo-mutants says which mutants there are. All mutants of a file are compiled into one program, each as a copy of its function, and a variable of the
environment says which copy runs; what is no change of a function's body is left to cargo-mutants alone. cargo-nextest runs the tests, because it ends
at the first that fails; tests/mutation.toml beside the file's folder says which. What the quick tests of a file do not catch is tried with slow ones and with those of
other suites. The folders are copied to target/mutation and built there: nothing here is changed. Results are kept in target/mutation,
until the file that they are about changes. Exit status: 0 if exactly the listed mutants survive; 1 if one survives that is not listed, or a listed one
does not; 2 if something else fails; 3 if some are left for the next run.
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
# What no mutant changes is compiled once, for speed; the checker itself is compiled for each.
PROFILE = """
[workspace]
[profile.mutants]
inherits = "test"
opt-level = 1
debug = false
incremental = true
[profile.mutants.package."*"]
opt-level = 3
"""
# One test after the other, the slow ones last; one that does not end is one that fails. Processor time ends it, so that the load of a machine catches
# no mutant; this much longer time only ends one that waits.
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
# Says which mutant runs, by its number among those of the file; 0 is none.
SWITCH = """
pub(crate) fn mutant() -> usize {
    static MUTANT: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *MUTANT.get_or_init(|| std::env::var("MUTANT").map_or(0, |number| number.parse().expect("a number")))
}
"""
# How the tests are run.
NEXTEST_RUN = ["cargo", "nextest", "run", "--cargo-profile", "mutants", "--test", "suite"]
# Bytes of address space that a mutant may take.
MEMORY = 6 << 30


class File:
    """A file that is mutated: its package, its path below `src`, and where both are."""

    def __init__(self, name):
        package, source, path = name.partition("/src/")
        found = [package] if source else [one for one in ("checker", "games") if (ROOT / one / "src" / name).is_file()]
        self.path = path or name
        if not found or not (ROOT / found[0] / "src" / self.path).is_file():
            sys.exit(f"{name}: required a file of checker/src or games/src")
        self.package = found[0]
        self.home, self.tree = ROOT / self.package, FOLDER / self.package
        self.source = self.home / "src" / self.path
        self.name = self.path if self.package == "checker" or self.path != "lib.rs" else "games/src/lib.rs"


def copy(file, suites, slow, left_out, seconds):
    """Copies what differs, with no other suites of tests than these: so cargo compiles no more than it must. A test may take so many seconds of processor time."""
    slow, left_out = (" | ".join(["none()", *(f"test(/(^|::){name}$/)" for name in names)]) for names in (slow, left_out))
    nextest = NEXTEST.format(wanted=f"not ({left_out})", slow=slow, seconds=100 * seconds)
    wanted = {pathlib.Path(file.package) / ".config/nextest.toml": nextest.encode()}
    if not (file.tree / "Cargo.lock").exists():
        # Cargo takes from it what the checker does not use.
        wanted[pathlib.Path(file.package) / "Cargo.lock"] = (ROOT / "Cargo.lock").read_bytes()
    # The kernel alone; the further games with the kernel beside them.
    for package in {"checker", file.package}:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and path.relative_to(ROOT / package).parts[0] in ("Cargo.toml", "src", "tests", "write"):
                wanted[path.relative_to(ROOT)] = path.read_bytes()
        wanted[pathlib.Path(package) / "Cargo.toml"] += (PROFILE if package == file.package else "\n[workspace]\n").encode()
    # The corpus lies beside both.
    for path in sorted((ROOT / "certs/corpus").rglob("*")):
        if path.is_file():
            wanted[path.relative_to(ROOT)] = path.read_bytes()
    main = pathlib.Path(file.package) / "tests/suite/main.rs"

    def is_wanted(line):
        name = re.fullmatch("mod (.+);", line)
        path = name and main.with_name(f"{name[1]}.rs")
        return not name or name[1] in suites or path not in wanted or b"#[test]" not in wanted[path]

    wanted[main] = "\n".join(filter(is_wanted, wanted[main].decode().splitlines())).encode()
    for name, data in wanted.items():
        path = FOLDER / name
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for folder in ("src", "tests"):
        for path in (file.tree / folder).rglob("*"):
            if path.is_file() and path.relative_to(FOLDER) not in wanted:
                path.unlink()


def cargo_mutants(file, *arguments):
    """A call of cargo-mutants."""
    configuration = ROOT / "checker/mutants.toml"
    return ["cargo", "mutants", "--dir", file.tree, "--config", configuration, "--colors", "never", "--file", f"src/{file.path}", *arguments]


def mutants(file):
    """The mutants of a file in their order, as cargo-mutants describes them."""
    return json.loads(subprocess.run(cargo_mutants(file, "--list", "--json"), check=True, stdout=subprocess.PIPE).stdout)


def key(file, mutant):
    """What names a mutant still if lines move: the change, and the line of code."""
    lines = file.source.read_text().splitlines()
    return mutant["name"].split(": ", 1)[1], lines[mutant["span"]["start"]["line"] - 1].strip()


def is_switched(mutant):
    """Whether a mutant can be a copy of its function. If the type that a function returns has no name, copies differ in type."""
    return mutant["function"] is not None and "impl " not in mutant["function"]["return_type"]


def switched(text, chosen):
    """The text of a file with these mutants in it, by number; and for each line of it the number of the mutant, or 0."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(at):
        return starts[at["line"] - 1] + at["column"] - 1

    functions = {}
    for number, mutant in chosen.items():
        span = mutant["function"]["span"]
        functions.setdefault((place(span["start"]), place(span["end"])), []).append(number)
    parts, owners, done = [], [], 0

    def add(part, owner):
        part = part.rstrip("\n") + "\n"
        parts.append(part)
        owners.extend([owner] * part.count("\n"))

    for (start, end), numbers in sorted(functions.items()):
        assert start >= done, "a function in another one"
        # The brace that opens the body: it is in no parentheses.
        body = next(at for at in range(start, end) if text[at] == "{" and text.count("(", start, at) == text.count(")", start, at))
        add(text[done:body] + "{ match crate::mutant() {", 0)
        for number in numbers:
            first, last = (place(chosen[number]["span"][name]) for name in ("start", "end"))
            add(f"{number} => {text[body:first]}{chosen[number]['replacement']} {text[last:end]}", number)
        add(f"_ => {text[body:end]} }} }}", 0)
        done = end
    add(text[done:], 0)
    return "".join(parts), owners


def listed(file):
    """The survivors of a file that have a reason. A record is a head, a line of code, and a reason; between records is a blank line."""
    records = Counter()
    survivors = file.home / "tests/survivors.txt"
    for record in survivors.read_text().split("\n\n"):
        lines = [line.strip() for line in record.splitlines() if line and not line.startswith("#")]
        if lines and lines[0].startswith(f"{file.path}: "):
            if len(lines) < 3:
                sys.exit(f"{survivors}: {lines[0]}: required a line of code and a reason")
            records[lines[0].split(": ", 1)[1], lines[1]] += 1
    return records


def environment():
    """That of cargo: one thing at a time, unless another number is set; without warnings, for what the suites left out would have used is not used."""
    return {**os.environ, "CARGO_BUILD_JOBS": os.environ.get("CARGO_BUILD_JOBS", "1"), "RUSTFLAGS": "-Awarnings"}


def limit(seconds=resource.RLIM_INFINITY):
    """Limits the memory of a process that is about to start, and the processor time of each that it starts."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def outermost(span):
    """Where the compiler says that something is: if it is in a macro, such as `vec!`, where the macro is called."""
    while span["expansion"]:
        span = span["expansion"]["span"]
    return span


def build(file, numbered):
    """Builds the program with all these mutants in it. Returns those that do not compile: they are left out."""
    unviable = set()
    while True:
        chosen = {number: mutant for number, mutant in numbered.items() if number not in unviable}
        # What is always inlined would be there with all its mutants wherever it is called. The places in the text stay as they are.
        source = file.source.read_text().replace("#[inline(always)]", "#[inline(never)] ")
        text, owners = switched(source, chosen)
        library = text if file.path == "lib.rs" else (file.home / "src/lib.rs").read_text()
        (file.tree / "src" / file.path).write_text(text)
        (file.tree / "src/lib.rs").write_text(library + SWITCH)
        command = ["cargo", "build", "--lib", "--profile", "mutants", "--message-format", "json"]
        told = subprocess.run(command, cwd=file.tree, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(), text=True)
        if not told.returncode:
            return unviable
        messages = [json.loads(line).get("message") for line in told.stdout.splitlines()]
        errors = [message for message in messages if isinstance(message, dict) and message["level"] == "error"]
        spans = [outermost(span) for error in errors for span in error["spans"] if span["is_primary"]]
        spans = [span for span in spans if span["file_name"] == f"src/{file.path}"]
        new = {owners[span["line_start"] - 1] for span in spans} - {0}
        if not new:
            sys.exit(f"{file.name} does not compile with mutants in it: {[error['rendered'] for error in errors]}")
        unviable |= new


def run(file, number, seconds):
    """Runs the tests with a mutant, each for so many seconds of processor time."""
    # What is tried with slow tests is tried with all of each.
    variables = {**environment(), "MUTANT": str(number), "NIGHTLY": str(int(seconds > 10))}
    done = subprocess.run(NEXTEST_RUN, cwd=file.tree, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=variables, preexec_fn=lambda: limit(seconds), text=True)
    # 100: a test has failed.
    if done.returncode not in (0, 100):
        sys.exit(f"cargo nextest fails: {done.stderr}")
    return "CaughtMutant" if done.returncode else "MissedMutant"


def run_alone(file, names):
    """Runs the tests with mutants that cargo-mutants makes, one after the other; returns what became of each."""
    out = FOLDER / "out"
    shutil.rmtree(out, ignore_errors=True)
    which = [word for name in names for word in ("--re", f"^{re.escape(name)}$")]
    command = cargo_mutants(file, "--in-place", "--baseline", "skip", "--timeout", "300", "--output", out, *which)
    # 2: some were not caught; 3: some tests ran out of time.
    if subprocess.run(command, env=environment(), preexec_fn=limit).returncode not in (0, 2, 3):
        sys.exit(2)
    outcomes = json.loads((out / "mutants.out/outcomes.json").read_text())["outcomes"]
    return {outcome["scenario"]["Mutant"]["name"]: outcome["summary"] for outcome in outcomes if outcome["scenario"] != "Baseline"}


def used():
    """Seconds of processor time that commands took until now."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def passes(file):
    """Stops the run unless all tests pass while nothing is changed."""
    if subprocess.run(NEXTEST_RUN, cwd=file.tree, stdout=subprocess.DEVNULL, env=environment(), preexec_fn=limit).returncode:
        sys.exit("the tests fail while nothing is changed")


def path_of(file):
    """Where the results of a file are kept."""
    return FOLDER / (file.name.replace("/", "-").removesuffix(".rs") + ".json")


def save(path, result):
    """Writes results whole, or not at all."""
    path.with_suffix(".new").write_text(json.dumps(result, indent=1))
    path.with_suffix(".new").rename(path)


def attempt(file, numbered, names, result, deadline, seconds):
    """Tries these mutants of a file, with the tests that have been copied, each for so many seconds; tells the names of those that were tried."""
    several = {number: mutant for number, mutant in numbered.items() if mutant["name"] in names and is_switched(mutant)}
    alone = [mutant["name"] for mutant in numbered.values() if mutant["name"] in names and not is_switched(mutant)]
    before = used()

    def keep(outcomes):
        nonlocal before
        result["found"] |= outcomes
        result["seconds"] += used() - before
        before = used()
        save(path_of(file), result)
        return outcomes

    if several and time.monotonic() < deadline:
        unviable = build(file, several)
        passes(file)
        yield from keep({several[number]["name"]: "Unviable" for number in unviable})
        for number, mutant in several.items():
            if number not in unviable and time.monotonic() < deadline:
                yield from keep({mutant["name"]: run(file, number, seconds)})
        for name in ("lib.rs", file.path):
            (file.tree / "src" / name).write_text((file.home / "src" / name).read_text())
    if alone and time.monotonic() < deadline:
        passes(file)
    while alone and time.monotonic() < deadline:
        yield from keep(run_alone(file, alone[:8]))
        alone = alone[8:]


def mutate(file, arguments, deadline):
    """Tries the mutants of a file; returns 0, 1 or 3, as the exit status."""
    suites = tomllib.loads((file.home / "tests/mutation.toml").read_text())
    first, following, slow = suites["first"][file.path], suites["next"].get(file.path, suites["core"]), suites["slow"]
    digest = hashlib.sha256(file.source.read_bytes()).hexdigest()
    result = {"file": file.name, "sha256": digest, "seconds": 0.0, "found": {}, "tried_again": []}
    if path_of(file).exists():
        kept = json.loads(path_of(file).read_text())
        result = kept if kept["sha256"] == digest else result
    if arguments.survivors:
        result["tried_again"] = []
    copy(file, first, slow, slow, 10)
    numbered = dict(enumerate(mutants(file), start=1))
    left = [mutant["name"] for mutant in numbered.values() if mutant["name"] not in result["found"]]
    if left and time.monotonic() < deadline:
        for name in attempt(file, numbered, list(left), result, deadline, 10):
            # A pattern may fit another mutant, too.
            if name in left:
                left.remove(name)
    missed = [name for name, summary in result["found"].items() if summary == "MissedMutant" and name not in result["tried_again"]]
    if missed and not left and time.monotonic() < deadline:
        copy(file, [*first, *following], slow, [*suites["never"], *suites.get("without", {}).get(file.path, [])], 60)
        for name in attempt(file, numbered, list(missed), result, deadline, 60):
            missed.remove(name)
            result["tried_again"].append(name)
        save(path_of(file), result)
    print(f"{file.name}: {len(result['found'])} of {len(numbered)} mutants, {result['seconds']:.0f} s of processor time: {dict(Counter(result['found'].values()))}")
    survivors = Counter(key(file, mutant) for mutant in numbered.values() if result["found"].get(mutant["name"]) == "MissedMutant")
    known = listed(file)
    for (change, code), count in (survivors - known).items():
        print(f"not listed, {count} times: {file.name}: {change}\n    {code}")
    if left or missed:
        return 3
    for (change, code), count in (known - survivors).items():
        print(f"listed, but caught, {count} times: {file.name}: {change}\n    {code}")
    return 0 if survivors == known else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="below checker/src or games/src")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no new mutants after so many")
    parser.add_argument("--survivors", action="store_true", help="try those again that survived")
    arguments = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * arguments.minutes
    status = max((mutate(File(name), arguments, deadline) for name in arguments.files), default=0)
    sys.exit(status)


if __name__ == "__main__":
    main()
