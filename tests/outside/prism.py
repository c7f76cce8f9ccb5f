#!/usr/bin/env python3
"""The reader of PRISM language against others: QVBS with its published answers, PRISM's own tests with their RESULT lines, and Storm's builds.

    prism.py --folder REPOSITORIES [--solve PROGRAM] [--states N] [--seconds N] [--storm] [--only PATTERN] qvbs|prism

Nothing is fetched here and no model is kept: ahartmanns/qcomp and prismmodelchecker/prism are expected below the folder, under the names after the slash.
`qvbs` takes the two smallest instances of each file in PRISM language, up to so many states: it compares the number of states, choices and branches with
Storm's exact build (with --storm, where stormpy is installed), and each answer with the published one. `prism` answers each file of properties below
prism-tests/functionality/verify of a dtmc or mdp, and compares the RESULT lines. A line for each, and the counts; the status is 1 if an answer differs.
"""

import argparse
import fnmatch
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, Iterator

sys.set_int_max_str_digits(0)
# Storm makes a loop of a state without a choice.
STORM = """
import json, sys
from importlib import import_module
import stormpy as storm
program = storm.parse_prism_program(sys.argv[1])
given = import_module("stormpy.developer").parse_constant_definition_string(program.expression_manager, sys.argv[2])
program = program.define_undefined_constants(given).substitute_constants()
options = storm.BuilderOptions([])
options.set_build_all_labels()
options.set_build_all_reward_models()
built = storm.build_model[storm.Rational](program, options=options)
stuck = built.labeling.get_states("deadlock").get_number_of_set_bits()
choices = getattr(built, "nr_choices", built.nr_states)
print(json.dumps([built.nr_states, choices - stuck, built.nr_transitions - stuck]))
"""


def run(command: list[str], seconds: int) -> tuple[int, str]:
    """The status of a program, and what it said; 124 if it took too long."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return 124, f"more than {seconds} s"
    return ended.returncode, ended.stdout + ended.stderr


def instances(folder: Path, most: int) -> Iterator[tuple[Path, str, Path | None, dict[str, Any]]]:
    """The two smallest instances of each file: the file, the constants, the properties, the published answers."""
    for index in sorted(folder.glob("qcomp/benchmarks/*/*/index.json")):
        for entry in json.loads(index.read_text())["files"]:
            originals = entry.get("original-file") or []
            originals = [originals] if isinstance(originals, str) else originals
            models = [index.parent / name for name in originals if name.endswith(".prism")]
            properties = [index.parent / name for name in originals if name.endswith(".props")]
            if not models:
                continue
            found = dict[str, tuple[int, dict[str, Any]]]()
            for instance in entry.get("open-parameter-values") or [{}]:
                value = lambda value: str(value).lower() if isinstance(value, bool) else str(value)
                constants = ",".join(f"{each['name']}={value(each['value'])}" for each in instance.get("values", []))
                sizes = [each["number"] for each in instance.get("states", []) if isinstance(each.get("number"), int)]
                answers = {each["property"]: each["value"] for each in instance.get("results", [])}
                found.setdefault(constants, (min(sizes, default=most + 1), answers))
            for constants, (size, answers) in sorted(found.items(), key=lambda item: (item[1][0], item[0]))[:2]:
                if size <= most:
                    yield models[0], constants, properties[0] if properties else None, answers


def agrees(found: str, published: Any) -> bool:
    """Whether an answer is the published one; a decimal number stands for those within a millionth part."""
    found = re.split(r", as the file|: the file", found)[0].strip()
    if isinstance(published, bool) or published == "∞":
        return found == {"True": "true", "False": "false"}.get(str(published), "infinite")
    exact = isinstance(published, dict) and "num" in published
    decimal = published["approx"] if isinstance(published, dict) and not exact else published
    wanted = Fraction(published["num"], published["den"]) if exact else Fraction(str(decimal))
    numbers = [Fraction(text) for text in re.findall(r"[\d.]+(?:/\d+)?", found)]
    return any(number == wanted or abs(number - wanted) <= wanted * Fraction(1, 10**6) for number in numbers)


def qvbs(asked: argparse.Namespace) -> int:
    """Compares QVBS; how many differ."""
    counts = dict.fromkeys(["read", "built equal", "built differently", "answers equal", "answers that differ", "answers left"], 0)
    for model, constants, properties, answers in instances(asked.folder, asked.states):
        name = f"{model.relative_to(asked.folder)} {constants}"
        if asked.only and not fnmatch.fnmatch(name, asked.only):
            continue
        command = [asked.solve, "model", str(model), *(["--const", constants] if constants else [])]
        status, said = run([*command, "--states", "/dev/null"], asked.seconds)
        print(f"{name}: {said.strip().rpartition(': ')[2]}")
        built = [int(number) for number in re.findall(r"(\d+) (?:states|choices|branches)", said)]
        if status:
            continue
        counts["read"] += 1
        if asked.storm:
            status, storm = run([sys.executable, "-c", STORM, str(model), constants], asked.seconds)
            if status == 0:
                equal = json.loads(storm.splitlines()[-1]) == built
                counts["built equal" if equal else "built differently"] += 1
                print(f"    Storm: {storm.strip()}" if not equal else "    Storm: equal")
        if properties is None:
            continue
        status, said = run([*command, "--properties", str(properties)], asked.seconds)
        for key, published in answers.items():
            line = re.search(rf'(?m)^line \d+: "{re.escape(key)}": .*?[\])]: (.*)$', said)
            left = line is None or line[1].startswith("no answer")
            result = "answers left" if left else "answers equal" if agrees(line[1], published) else "answers that differ"
            counts[result] += 1
            print(f"    {key}: {result}: {line[1][:120] if line else said.strip()[-120:]}")
    print(counts)
    return counts["built differently"] + counts["answers that differ"]


def prism(asked: argparse.Namespace) -> int:
    """Compares PRISM's own tests; how many differ."""
    counts = dict.fromkeys(["files", "as the file says", "differ", "no answer"], 0)
    for properties in sorted((asked.folder / "prism/prism-tests/functionality").rglob("*.props")):
        model = properties.with_suffix("")
        while not model.is_file() and model.suffix:
            model = model.with_suffix("")
        if not model.is_file() or asked.only and not fnmatch.fnmatch(str(properties), asked.only):
            continue
        given = Path(f"{properties}.args")
        lines = given.read_text().splitlines() if given.is_file() else []
        constants = next((found[1] for line in lines if (found := re.search(r"-const (\S+)", line)) and ":" not in found[1]), "")
        command = [asked.solve, "model", str(model), "--properties", str(properties), *(["--const", constants] if constants else [])]
        _, said = run(command, asked.seconds)
        counts["files"] += 1
        found = {key: len(re.findall(pattern, said)) for key, pattern in [("as the file says", ", as the file says"), ("differ", r": the file says (?!.*not compared)"), ("no answer", ": no answer")]}
        for key, number in found.items():
            counts[key] += number
        print(f"{properties.relative_to(asked.folder)} {constants}: {found if any(found.values()) else said.strip()[-160:]}")
        for line in re.findall(r"(?m)^.*: the file says (?!.*not compared).*$", said):
            print(f"    {line}")
    print(counts)
    return counts["differ"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["qvbs", "prism"])
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--solve", default="target/release/solve")
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--storm", action="store_true")
    parser.add_argument("--only")
    asked = parser.parse_args()
    return int({"qvbs": qvbs, "prism": prism}[asked.what](asked) > 0)


if __name__ == "__main__":
    sys.exit(main())
