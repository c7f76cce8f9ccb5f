#!/usr/bin/env python3
"""Processor time of `solve model` and of Storm on the same models, one after the other on the same machine.

    versus_storm.py --folder REPOSITORIES [--only PATTERN] > certs/models/versus-storm.md

The models are rows of certs/models/recipes-qvbs.toml; Storm (stormpy) reads the same archive. Of Storm only `model_checking` is timed, on a model that is in memory,
for the initial state: with exact numbers; with doubles and Storm's own choice of a sound method; and with sound value iteration, both to 1e-6, relative. Of ours the whole program is timed:
reading and unpacking the archive, solving exactly or `--within 1e-6`, and writing the certificate; `check` is beside it. Each has 120 s. The exact values must be
equal, and ours must lie between Storm's bounds; if they do not, the table says by how much.
"""

import argparse
import fnmatch
import json
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import models

SECONDS = 120
NAMES = [
    "brp.64-5 p1",
    "crowds.5-10 positive",
    "egl.5-8 unfairA",
    "haddad-monmege.20-0.7 target",
    "leader_sync.5-4 eventually_elected",
    "nand.20-3 reliable",
    "beb.3-4-3 GaveUp",
    "consensus.4-4 disagree",
    "consensus.4-4 c2",
    "csma.3-2 all_before_max",
    "echoring.2 MaxOffline1",
    "firewire_dl.3-800 deadline",
    "tireworld.25 goal",
    "zeroconf.20-8-true correct_max",
    "zeroconf.1000-2-false correct_max",
    "zeroconf_dl.1000-1-false-30 deadline_min",
    "haddad-monmege.100-0.7 target",
]


def storm(archive, property, how):
    """Prints Storm's seconds of processor time, and its value or its bounds for the initial state."""
    import stormpy
    from stormpy import environments
    from stormpy.core._building import storage

    options = storage.UmbImportOptions()
    options.build_state_valuations = False
    options.value_type = storage.UmbImportValueType.RATIONAL if how == "exact" else storage.UmbImportValueType.DOUBLE
    model = stormpy.build_model_from_umb(archive, options=options)
    formula = stormpy.parse_properties(property)[0].get_raw_formula()
    environment = environments.exact() if how == "exact" else environments.sound()
    if how == "iteration":
        solver = environment.solver()
        solver.min_max().method = environments.MinMaxMethod.SOUND_VALUE_ITERATION
        solver.set_linear_equation_solver_type(environments.EquationSolverType.NATIVE)
        solver.native().method = environments.NativeLinearEquationSolverMethod.SOUND_VALUE_ITERATION
    before = time.process_time()
    result = stormpy.model_checking(model, formula, environment=environment)
    seconds = time.process_time() - before
    found = result[model.initial_states[0]]
    print(json.dumps([seconds, str(found.lower), str(found.upper)]))


def attempt(words):
    """What a program prints, and its seconds; or why there is neither."""
    try:
        return models.run(words, SECONDS), ""
    except RuntimeError as error:
        return None, str(error).splitlines()[-1].rpartition(".umb: ")[2]


def compared(recipe, arguments, folder):
    """A row of the table."""
    model, cert = folder / "model.umb", folder / "model.cert"
    models.built(recipe, arguments, model)
    ours, lows, highs, states, notes = [], [], [], 0, []
    for options in ([], models.BOUNDS):
        done, reason = attempt([arguments.solve, "model", model, recipe["property"], *options, "--out", cert])
        if done is None:
            notes.append(f"{'within' if options else 'exact'}: {reason}")
            ours += [None, None]
            continue
        said, checking, _ = models.run([arguments.check, cert, "--model", model, "--threads", "1", "--json"])
        said = json.loads(said)
        assert said["verdict"] == "verified", said
        states = said["states"]
        lows.append(Fraction(said["initial"][0]["low"]))
        highs.append(Fraction(said["initial"][0]["high"]))
        ours += [done[1], checking]
    theirs = []
    for how in ("exact", "sound", "iteration"):
        done, reason = attempt([sys.executable, __file__, "--storm", model, recipe["property"], how])
        if done is None:
            notes.append(f"Storm {how}: {reason}")
            theirs.append(None)
            continue
        seconds, low, high = json.loads(done[0].splitlines()[-1])
        theirs.append(seconds)
        if lows and (Fraction(low) > min(highs) or Fraction(high) < max(lows)):
            gap = max(Fraction(low) - min(highs), max(lows) - Fraction(high))
            notes.append(f"{how} {float(gap):.0e}")
    shown = [f"{value:.2f}" if value is not None else "–" for value in (ours[0], ours[1], theirs[0], ours[2], ours[3], theirs[1], theirs[2])]
    ratio = f"{theirs[0] / ours[0]:.2g}" if ours[0] and theirs[0] and max(ours[0], theirs[0]) >= 0.05 else "–"
    print("| " + " | ".join([recipe["name"], f"{states:,}", *shown[:3], ratio, *shown[3:], "; ".join(notes) or "–"]) + " |", flush=True)


def main():
    if sys.argv[1:2] == ["--storm"]:
        return storm(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path.cwd())
    parser.add_argument("--only", default="*")
    parser.add_argument("--solve", default=models.ROOT / "target/release/solve")
    parser.add_argument("--check", default=models.ROOT / "target/release/check")
    arguments = parser.parse_args()
    recipes = {recipe["name"]: recipe for recipe in models.recipes_of("recipes-qvbs", arguments.folder)}
    print("| model | states | exact | check | Storm, exact | Storm by ours | within 10⁻⁶ | check | Storm, sound | Storm, sound iteration | beyond Storm's bounds |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name in fnmatch.filter(NAMES, arguments.only):
        with tempfile.TemporaryDirectory() as folder:
            compared({**recipes[name], "seconds": SECONDS}, arguments, Path(folder))


if __name__ == "__main__":
    main()
