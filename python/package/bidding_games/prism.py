"""Models in PRISM language or JANI, made into UMB by Storm, for `solve model` and `check --model`.

Storm reads and explores the model with exact numbers; this module writes the arrays. Nobody has to trust either: what a certificate is about is the
archive. Storm is a program of its own under the GPL; `pip install bidding_games[storm]` brings it.

    bidding-games from-prism coin.prism --const N=4,K=4 --property 'Pmax=? [ F pc1=3 ]' --out coin.umb
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import os
import sys
import tarfile
import tempfile
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any

__all__ = ["from_prism", "main"]

BELOW = 2**63


def from_prism(
    model: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    constants: dict[str, str] | None = None,
    properties: tuple[str, ...] = (),
    labels: dict[str, str] | None = None,
) -> list[str]:
    """Writes a model as UMB, with rational probabilities, the players of a game, and all rewards.

    `constants` gives values to constants that the model leaves open. The states of the expressions in `properties` get labels: that of `s=3` is `(s = 3)`.
    `labels` gives names to more expressions; those of a model in JANI may also speak of its labels, as `"finished" & !"agree"` does.
    Returns the labels. Raises ImportError if Storm is not there, ValueError if the model is none, or is of a kind that is not covered.
    """
    storm, deeper = storm_module("stormpy"), storm_module("stormpy.developer")
    path, more = Path(model), dict[str, Any]()
    try:
        if path.suffix == ".jani":
            symbolic, formulas = storm.parse_jani_model(str(path))
            formulas = list(formulas.values()) if isinstance(formulas, dict) else list(formulas)
        else:
            symbolic, formulas = prism_program(storm, path, labels or {}), []
        values = ",".join(f"{name}={value}" for name, value in (constants or {}).items())
        defined = deeper.parse_constant_definition_string(symbolic.expression_manager, values)
        symbolic = symbolic.define_undefined_constants(defined).substitute_constants()
        if symbolic.has_undefined_constants:
            raise ValueError(f"{path}: some constants have no value; give them with --const")
        formulas += [formula for text in properties for formula in storm.parse_properties(text, symbolic)]
        if path.suffix == ".jani":
            more = {name: storm.parse_properties(f"P=? [ F ({text}) ]", symbolic)[0] for name, text in (labels or {}).items()}
        options = storm.BuilderOptions([formula.get_raw_formula() for formula in [*formulas, *more.values()]])
        options.set_build_all_labels()
        options.set_build_all_reward_models()
        built = storm.build_model[storm.Rational](symbolic, options=options)
        for name, formula in more.items():
            inside = storm.model_checking(built, formula.get_raw_formula().subformula.subformula, only_initial_states=False).get_truth_values_vector()
            built.labeling.add_label(name)
            for state in filter(inside.get, range(built.nr_states)):
                built.labeling.add_label_to_state(name, state)
    except RuntimeError as error:
        raise ValueError(f"{path}: Storm: {error}") from None
    kind = str(built.model_type).rpartition(".")[2]
    if kind not in ("DTMC", "MDP", "SMG"):
        raise ValueError(f"{path}: found a model of the kind {kind}, required DTMC, MDP or SMG")
    data = archive(built, path.name, kind)
    temporary = Path(f"{os.fspath(out)}.{os.getpid()}.part")
    temporary.write_bytes(data)
    temporary.replace(out)
    return sorted(built.labeling.get_labels())


def prism_program(storm: Any, path: Path, labels: dict[str, str]) -> Any:
    """A model in PRISM language, with more labels."""
    if not labels:
        return storm.parse_prism_program(str(path))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        lines = [f'label "{name}" = {expression};' for name, expression in labels.items()]
        copy.write_text("\n".join([path.read_text(encoding="utf-8"), *lines, ""]), encoding="utf-8")
        return storm.parse_prism_program(str(copy))


def storm_module(name: str) -> Any:
    """Storm's own module for Python."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError("stormpy 2.0 or later is not installed: pip install bidding_games[storm]") from error


def archive(built: Any, title: str, kind: str) -> bytes:
    """A model that Storm has built, as an archive of UMB. The same model gives the same bytes. Storm does not tell the names of players: they have numbers."""
    matrix, states = built.transition_matrix, int(built.nr_states)
    choices, branches, targets, chances = array("Q", [0]), array("Q", [0]), array("Q"), array("Q")
    is_chain = kind == "DTMC"
    for state in range(states):
        rows = (state,) if is_chain else range(matrix.get_row_group_start(state), matrix.get_row_group_end(state))
        for row in rows:
            for entry in matrix.get_row(row):
                numerator, denominator = int(str(entry.value.numerator)), int(str(entry.value.denominator))
                if numerator == 0:
                    continue
                if not 0 < numerator <= denominator < BELOW:
                    raise ValueError(f"state {state}: found the probability {entry.value}, required numbers below 2^63")
                targets.append(entry.column)
                chances.extend((numerator, denominator))
            branches.append(len(targets))
        choices.append(len(branches) - 1)
    owners: list[int] | None = None
    count = 0 if is_chain else 1
    if kind == "SMG":
        # A state with one choice may be nobody's; then it does not matter whose it is.
        owners = [owner if 0 <= owner < 2**16 else 0 for owner in map(int, built.get_state_player_indications())]
        count = max(owners) + 1
    labels = sorted(built.labeling.get_labels())
    files = {
        "state-to-choices.bin": little(choices),
        "choice-to-branches.bin": little(branches),
        "branch-to-target.bin": little(targets),
        "branch-to-probability.bin": little(chances),
        "state-is-initial.bin": bits(states, built.initial_states),
    }
    if owners is not None:
        files["state-to-player.bin"] = little(array("I", owners))
    annotations = {}
    for number, label in enumerate(labels):
        annotations[str(number)] = {"alias": label, "applies-to": ["states"], "type": {"type": "bool"}}
        inside = built.labeling.get_states(label)
        files[f"annotations/aps/{number}/states/values.bin"] = bits(states, (state for state in range(states) if inside.get(state)))
    rewards = {}
    for number, (name, reward) in enumerate(sorted(built.reward_models.items())):
        amounts = {}
        if reward.has_state_rewards:
            amounts["states"] = fractions(reward.state_rewards)
        if reward.has_state_action_rewards:
            amounts["choices"] = fractions(reward.state_action_rewards)
        if reward.has_transition_rewards:
            amounts["branches"] = fractions(beside(matrix, reward.transition_rewards))
        rewards[str(number)] = {"alias": name, "applies-to": list(amounts), "type": {"type": "rational", "size": 128}}
        for part, data in amounts.items():
            files[f"annotations/rewards/{number}/{part}/values.bin"] = data
    system = {
        "time": "discrete",
        "#players": count,
        "#states": states,
        "#initial-states": len(built.initial_states),
        "#choices": len(branches) - 1,
        "#choice-actions": 0,
        "#branches": len(targets),
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": {"type": "rational", "size": 128},
    }
    index = {
        "format-version": 1,
        "format-revision": 0,
        "model-data": {"name": title},
        "transition-system": system,
        "annotations": {"aps": annotations, "rewards": rewards} if rewards else {"aps": annotations},
    }
    return packed({"index.json": json.dumps(index, indent=1).encode(), **files})


def fractions(amounts: Any) -> bytes:
    """Amounts of a reward, as numerators and denominators."""
    found = array("Q")
    for amount in amounts:
        numerator, denominator = int(str(amount.numerator)), int(str(amount.denominator))
        if not (0 <= numerator < BELOW and denominator < BELOW):
            raise ValueError(f"found the reward {amount}, required one from 0 with numbers below 2^63")
        found.extend((numerator, denominator))
    return little(found)


def beside(matrix: Any, rewards: Any) -> Any:
    """The rewards of the branches, one for each: where no reward stands it is 0."""
    for row in range(matrix.nr_rows):
        known = {entry.column: entry.value for entry in rewards.get_row(row)}
        for entry in matrix.get_row(row):
            if int(str(entry.value.numerator)) > 0:
                yield known[entry.column] if entry.column in known else entry.value - entry.value


def little(numbers: array[int]) -> bytes:
    """Numbers, least significant byte first."""
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def bits(count: int, inside: Any) -> bytes:
    """A set, a bit for each of so many, in words of 8 bytes."""
    words = bytearray((count + 63) // 64 * 8)
    for number in inside:
        words[number // 8] |= 1 << number % 8
    return bytes(words)


def packed(files: dict[str, bytes]) -> bytes:
    """An archive of these files, without times."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), 6, mtime=0)


def pairs(texts: list[str]) -> dict[str, str]:
    """What stands before and behind the first `=` of each text."""
    parts = [text.partition("=") for text in texts if text]
    return {name.strip(): value.strip() for name, _, value in parts}


def main(arguments: list[str] | None = None) -> int:
    """The command `bidding-games`; its exit status."""
    parser = argparse.ArgumentParser(prog="bidding-games", description="What Python alone can do: bring models of others here.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    storm = commands.add_parser("from-prism", help="write a model in PRISM language or JANI as UMB, by way of Storm")
    storm.add_argument("model", metavar="MODEL", help="the model, *.prism or *.jani")
    storm.add_argument("--const", default="", metavar="N=4,K=2", help="values of constants that the model leaves open")
    storm.add_argument("--property", action="append", default=[], metavar="TEXT", help="a property, whose expressions get labels")
    storm.add_argument("--label", action="append", default=[], metavar="NAME=EXPRESSION", help="a label for an expression")
    storm.add_argument("--out", required=True, metavar="MODEL.umb")
    storm.set_defaults(run=run)
    asked = parser.parse_args(arguments)
    return int(asked.run(asked))


def run(asked: argparse.Namespace) -> int:
    """The exit status of `from-prism`."""
    constants, named = pairs(asked.const.split(",")), pairs(asked.label)
    try:
        labels = from_prism(asked.model, asked.out, constants=constants, properties=tuple(asked.property), labels=named)
    except (ImportError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{asked.out}: labels " + ", ".join(json.dumps(label, ensure_ascii=False) for label in labels))
    return 0


if __name__ == "__main__":
    sys.exit(main())
