#!/usr/bin/env python3
"""Recipes for the models of the Quantitative Verification Benchmark Set: its Markov chains and decision processes with questions of probability, or of rewards.

    git clone https://github.com/ahartmanns/qcomp
    qvbs.py --folder qcomp [--states 500000] > certs/models/recipes-qvbs.toml
    qvbs.py --folder qcomp --rewards --states 100000 > certs/models/recipes-rewards.toml

Reads index.json of each family, and has Storm (stormpy) say the properties of each JANI file. Taken are models of which the index counts no more states than
that, and questions to reach, with or without something to avoid or a number of steps; not those with a bound on a reward. What is published there is the reference.

With --rewards the questions are those of an expected reward, or number of steps, until a goal. They are read from the properties in PRISM's language, and the
model is the PRISM file where there is one, else the JANI file. Where steps are counted, a reward of 1 for each is appended to the model.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import stormpy

HEAD = """# Models of the Quantitative Verification Benchmark Set (https://qcomp.org/benchmarks, CC-BY 4.0), written by tests/outside/qvbs.py: recipes alone, no model.
# `published` is the reference there, of Storm's exact engine.

repository = "ahartmanns/qcomp"
commit = "{commit}"
seconds = 120
"""
REWARD_HEAD = """# Expected rewards of the Quantitative Verification Benchmark Set (https://qcomp.org/benchmarks, CC-BY 4.0), written by tests/outside/qvbs.py --rewards:
# recipes alone, no model. `published` is the reference there.

repository = "ahartmanns/qcomp"
commit = "{commit}"
seconds = 80
memory = 6
"""
STEPS = 'rewards "steps" true : 1; endrewards'
LABEL = re.compile(r'\(?(!?"\w+")\)?')
PATH = re.compile(r"(P(?:min|max))(?:=\?|>=1) \[(?:F (?P<reach>.+)|true Usteps<=(?P<steps>\w+) (?P<within>.+)|(?P<stay>[^U]+) U (?P<goal>[^U]+))\]")

REWARD = re.compile(r'"(?P<name>\w+)": (?P<largest>filter\(max, )?(?:R(?:{"(?P<reward>\w+)"})?|(?P<steps>T))(?P<best>min|max)?=\? ?\[ ?F (?P<goal>[^\]]+?) ?\]')


def quoted(value):
    """As TOML has a string: with single quotation marks, if there is none inside."""
    return f"'{value}'" if "'" not in value else json.dumps(value)


def inline(values, spell=quoted):
    return "{ " + ", ".join(f"{name} = {spell(value)}" for name, value in values.items()) + " }"


def reference(value):
    """The published value as a text."""
    if isinstance(value, dict):
        return f"{value['num']}/{value['den']}" if "num" in value else repr(value["approx"])
    return "infinity" if value == "∞" else json.dumps(value)


def question(name, formula, constants, alone):
    """The labels and the property of a formula of Storm; None if it is of another kind."""
    found = PATH.fullmatch(formula)
    if found is None:
        return None
    for constant, value in constants.items():
        formula = re.sub(rf"\b{constant}\b", value, formula)
    found = PATH.fullmatch(formula)
    labels = {}

    def label(what, expression):
        plain = LABEL.fullmatch(expression)
        if plain:
            return plain[1]
        labels[what if alone else f"{what}_{name}"] = expression
        return f'"{what}"' if alone else f'"{what}_{name}"'

    goal = label("goal", found["reach"] or found["within"] or found["goal"])
    path = f"{label('stay', found['stay'])} U {goal}" if found["stay"] else f"F<={found['steps']} {goal}" if found["steps"] else f"F {goal}"
    return labels, f"{found[1]}=? [ {path} ]"


def family(folder, most):
    """Prints the recipes of a family."""
    index = json.loads((folder / "index.json").read_text())
    kinds = {"prob-reach", "prob-reach-step-bounded"}
    asked = [property["name"] for property in index["properties"] if property["type"] in kinds]
    if index["type"] not in ("dtmc", "mdp") or not asked:
        return
    for file in index["files"]:
        path = folder / file["file"]
        for instance in file.get("open-parameter-values", [{}]):
            counts = [count["number"] for count in instance.get("states", [])]
            if not counts or min(counts) > most:
                continue
            values = {value["name"]: json.dumps(value["value"]) for value in instance.get("values", [])}
            if not path.exists():
                print(f"{path}: not there", file=sys.stderr)
                continue
            _, properties = stormpy.parse_jani_model(str(path))
            formulas = {property.get_name(): str(property.get_raw_formula()) for property in properties}
            results = {result["property"]: reference(result["value"]) for result in instance.get("results", []) if "value" in result}
            questions = {name: question(name, formulas[name], values, len(asked) == 1) for name in asked}
            labels = {label: text for found in questions.values() if found for label, text in found[0].items()}
            name = path.name.removesuffix(".jani")
            name = "-".join([name, *values.values()]) if "." in name else ".".join([name, "-".join(values.values())]).rstrip(".")
            print(f"\n[[model]]\nname = {quoted(name)}\nfile = {quoted(str(path.relative_to(folder.parents[2])))}")
            if values:
                print(f"constants = {inline(values)}")
            if labels:
                print(f"labels = {inline(labels)}")
            for asking, found in questions.items():
                if found is None:
                    print(f"{path}: {asking}: not read: {formulas[asking]}", file=sys.stderr)
                    continue
                print(f"\n[[model.question]]\nname = {quoted(asking)}\nproperty = {quoted(found[1])}")
                if asking in results:
                    print(f"published = {inline({'qvbs': results[asking]})}")


def rewards_of(folder, most):
    """Prints the recipes of a family: expected rewards."""
    index = json.loads((folder / "index.json").read_text())
    asked = [property["name"] for property in index["properties"] if property["type"] in ("exp-reward", "exp-steps")]
    for name in (property["name"] for property in index["properties"] if property["type"].startswith("exp-reward-")):
        print(f"{folder}: {name}: bounded by a number of steps", file=sys.stderr)
    for file in index["files"] if asked else []:
        originals = [file["original-file"]] if isinstance(file.get("original-file"), str) else file.get("original-file", [])
        path = next((folder / name for name in originals if name.endswith((".prism", ".pm")) and (folder / name).exists()), folder / file["file"])
        texts = [folder / name for name in originals if name.endswith((".props", ".prctl"))]
        for instance in file.get("open-parameter-values", [{}]):
            counts = [count["number"] for count in instance.get("states", [])]
            if not counts or min(counts) > most:
                continue
            if not path.exists():
                print(f"{path}: not there", file=sys.stderr)
                continue
            found = {match["name"]: match for text in texts for match in REWARD.finditer(text.read_text())}
            values = {value["name"]: json.dumps(value["value"]) for value in instance.get("values", [])}
            is_jani, source = path.suffix == ".jani", path.read_text(encoding="utf-8-sig")
            known = {name: value for name, value in values.items() if is_jani or re.search(rf"^const \w+ {name}\s*;", source, re.M)}
            results = {result["property"]: reference(result["value"]) for result in instance.get("results", []) if "value" in result}
            name = file["file"].removesuffix(".jani")
            name = "-".join([name, *values.values()]) if "." in name else ".".join([name, "-".join(values.values())]).rstrip(".")
            print(f"\n[[model]]\nname = {quoted(name)}\nfile = {quoted(str(path.relative_to(folder.parents[2])))}")
            if known:
                print(f"constants = {inline(known)}")
            goals = {found[name]["goal"] for name in asked if name in found}
            named = {goal: goal if LABEL.fullmatch(goal) else f'"{goal}"' if f'label "{goal}"' in source else '"goal"' for goal in goals}
            assert list(named.values()).count('"goal"') <= 1, named
            labels = {"goal": goal for goal, label in named.items() if label == '"goal"'}
            if labels:
                print(f"labels = {inline(labels)}")
            if any(found[name]["steps"] for name in asked if name in found):
                print(f"appended = {quoted(STEPS)}")
            for asking in asked:
                if asking not in found:
                    print(f"{path}: {asking}: not read", file=sys.stderr)
                    continue
                match = found[asking]
                reward = "steps" if match["steps"] else match["reward"] or re.search(r'^rewards\s+"(\w+)"', source, re.M)[1]
                asks = f'R{{"{reward}"}}{match["best"] or ""}=? [ F {named[match["goal"]]} ]'
                print(f"\n[[model.question]]\nname = {quoted(asking)}\nproperty = {quoted(asks)}")
                if match["largest"]:
                    print("initial = 'largest'")
                if asking in results:
                    print(f"published = {inline({'qvbs': results[asking]})}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--states", type=int, default=500_000)
    parser.add_argument("--rewards", action="store_true")
    arguments = parser.parse_args()
    sys.set_int_max_str_digits(0)
    commit = subprocess.run(["git", "-C", arguments.folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    print((REWARD_HEAD if arguments.rewards else HEAD).format(commit=commit), end="")
    for kind in ("dtmc", "mdp"):
        for index in sorted((arguments.folder / "benchmarks" / kind).glob("*/index.json")):
            (rewards_of if arguments.rewards else family)(index.parent, arguments.states)


if __name__ == "__main__":
    main()
