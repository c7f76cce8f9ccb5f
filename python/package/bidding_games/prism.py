"""Models in PRISM language or JANI, made into UMB by Storm, for `solve model` and `check --model`.

Storm reads and explores the model, and `_storm` writes the arrays. A certificate is about the archive, and says nothing of how it was made: "built in doubles".
Storm is a program of its own under the GPL; `pip install bidding_games[storm]` brings it.

    bidding-games from-prism coin.prism --const N=4,K=4 --property 'Pmax=? [ F pc1=3 ]' --out coin.umb
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ._explore import explore

__all__ = ["from_prism", "main"]

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
    `labels` gives names to more expressions; they may speak of labels, as `"finished" & !"agree"` does.
    Returns the labels. Raises ImportError if Storm is not there, ValueError if the model is none, or is of a kind that is not covered.
    """
    return list(written(model, out, constants or {}, properties, labels or {})["labels"])


def written(model: str | os.PathLike[str], out: str | os.PathLike[str], constants: dict[str, str], properties: tuple[str, ...], labels: dict[str, str]) -> Any:
    """Writes a model as UMB; what is known of it. Storm is another process, which may be killed: by a division by zero it is."""
    path = Path(model)
    data = path.read_bytes()
    if find_spec("stormpy") is None:
        raise ImportError("stormpy 2.0 or later is not installed: pip install bidding_games[storm]")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: found no text, required PRISM language or JANI; unpack a compressed file first") from None
    other = re.search(r"^\s*(ctmc|stochastic|pta|popta|pomdp|csg|tsg|ma)\b", text, re.M)
    if other and path.suffix != ".jani":
        raise ValueError(f"{path}: found a model of the kind {other[1]}, required dtmc, mdp or smg")
    nested, lines = labels, text.count("\n") + 1
    if path.suffix != ".jani":
        # What speaks of labels is a property for Storm; else a label of the model.
        nested = {name: expression for name, expression in labels.items() if '"' in expression}
        text += "".join(f'\nlabel "{name}" = {labels[name]};' for name in labels if name not in nested) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / f"model{path.suffix}", Path(folder) / "model.umb"
        source.write_text(text, encoding="utf-8")
        request = {"source": str(source), "out": str(made), "title": path.name, "constants": constants, "properties": properties, "labels": nested}
        command = [sys.executable, "-m", "bidding_games._storm"]
        ended = subprocess.run(command, input=json.dumps(request), capture_output=True, encoding="utf-8", errors="replace", check=False)
        said = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
        if ended.returncode:
            own = [name for name in labels if name not in nested]
            raise ValueError(f"{path}: {reason(ended, said, dict(enumerate(own, lines + 1)))}")
        data = made.read_bytes()
    temporary = Path(f"{os.fspath(out)}.{os.getpid()}.part")
    temporary.write_bytes(data)
    temporary.replace(out)
    return said[-1]


def reason(ended: subprocess.CompletedProcess[str], said: list[Any], labels: dict[int, str]) -> str:
    """Why Storm built no model, in a sentence; `labels` tells which labels stand in which lines behind the model."""
    if ended.returncode < 0:
        name = signal.Signals(-ended.returncode).name
        places = " or ".join(said[-1]["divisions"]) if said else ""
        return f"Storm was ended by {name}" + (f": found a division by zero, required none: look at {places or 'its divisions'}" if name == "SIGFPE" else "")
    if not said or "error" not in said[-1]:
        return f"Storm: {ended.stderr[-500:]}"
    error = " ".join(str(said[-1]["error"]).partition(", here:")[0].split())
    meant = re.search(r"Parsing error in [^:]*: (.*)", ended.stdout + ended.stderr)
    error = re.sub(r"\w+Exception: ", "", error).rstrip(".") + (f" ({meant[1].rstrip('.')})" if meant else "")
    return re.sub(r"at (\d+):\d+", lambda found: f"in --label {labels[int(found[1])]}" if int(found[1]) in labels else found[0], error)


def pairs(texts: list[str]) -> dict[str, str]:
    """What stands before and behind the first `=` of each text."""
    parts = [text.partition("=") for text in texts if text]
    for name, sign, value in parts:
        if not (name.strip() and value.strip()):
            raise ValueError(f"{name + sign}: found a name or a value alone, required NAME=VALUE")
    return {name.strip(): value.strip() for name, _, value in parts}


def main(arguments: list[str] | None = None) -> int:
    """The command `bidding-games`; its exit status."""
    parser = argparse.ArgumentParser(prog="bidding-games", description="Serves the explorer; brings models of others here.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    storm = commands.add_parser("from-prism", help="write a model in PRISM language or JANI as UMB, by way of Storm")
    storm.add_argument("model", metavar="MODEL", help="the model, *.prism or *.jani")
    storm.add_argument("--const", default="", metavar="N=4,K=2", help="values of constants that the model leaves open")
    storm.add_argument("--property", action="append", default=[], metavar="TEXT", help="a property, whose expressions get labels")
    storm.add_argument("--label", action="append", default=[], metavar="NAME=EXPRESSION", help="a label for an expression")
    storm.add_argument("--out", required=True, metavar="MODEL.umb")
    storm.set_defaults(run=run)
    page = commands.add_parser("explore", help="serve the explorer for your browser")
    page.add_argument("--port", type=int, default=8000, metavar="N", help="the port on this machine; 0 for any that is free")
    page.add_argument("--site", type=Path, metavar="DIR", help="the folder of the page, if it is not the folder `site` in this package")
    page.set_defaults(run=lambda asked: explore(asked.port, asked.site))
    asked = parser.parse_args(arguments)
    return int(asked.run(asked))


def run(asked: argparse.Namespace) -> int:
    """The exit status of `from-prism`."""
    try:
        constants, named = pairs(asked.const.split(",")), pairs(asked.label)
        known = written(asked.model, asked.out, constants, tuple(asked.property), named)
    except (ImportError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{asked.out}: labels " + ", ".join(json.dumps(label, ensure_ascii=False) for label in known["labels"]))
    if known["players"]:
        print("players: " + ", ".join(f"{number} {name}" for number, name in enumerate(known["players"], 1)))
    if known["deadlocks"]:
        print(f'states without an enabled command: {known["deadlocks"]}; a play stays there, and their label is "deadlock"')
    print(known["comment"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
