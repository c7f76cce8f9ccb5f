#!/usr/bin/env python3
"""Large models of our own in UMB: games of two players with chance, of as many states as asked for. The same seed gives the same bytes.

    scale.py layered 1000000 layered.umb [--layers 1000] [--seed 1]
    scale.py components 1000000 components.umb [--size 100000] [--seed 1]

Each state has one choice or two, and each choice one branch or two: 2.25 branches a state, as many as models that are used have. Layered: branches lead to the
next layer, so that there is no cycle. Components: each block of states is a cycle with chords, so that it is strongly connected; one branch of eight leaves
it, for the goal, for the trap or for the next block. With --measure, `solve` and `check` are put to the model, and what they need is told, as JSON.
"""

import argparse
import io
import json
import os
import random
import sys
import tarfile
import tempfile
from array import array
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHUNK = 1 << 16


def words(seed):
    """Words of 32 random bits, without an end."""
    source = random.Random(seed)
    while True:
        block = array("I", source.randbytes(4 * CHUNK))
        if sys.byteorder == "big":
            block.byteswap()
        yield from block


def layered(states, layers):
    """Where branches of a state of a layer lead: its own cycle (none), and any."""
    width = max(1, states // layers)
    last = (states - 1) // width * width
    return (lambda state: state >= last), (lambda state, word: min(states - 1, state // width * width + width + word % width))


def components(states, size):
    """The same of components; the last two states are the goal and the trap."""

    def target(state, word):
        start = state // size * size
        end = min(start + size, states - 2)
        if word & 7:
            return start + (word >> 3) % (end - start)
        if word & 8 or end == states - 2:
            return states - 2 + (word >> 4 & 1)
        return end + (word >> 4) % (min(end + size, states - 2) - end)

    return (lambda state: state >= states - 2), target


def model(kind, states, size, seed):
    """The arrays of a model, by the names of their files."""
    ends, target = (layered if kind == "layered" else components)(states, size)
    next_word = words(seed).__next__
    choices, branches, targets, weights, players = array("Q", [0]), array("Q", [0]), array("Q"), array("Q"), array("I")
    goal = bytearray((states + 63) // 64 * 8)
    for state in range(states):
        word = next_word()
        players.append(word & 1)
        if ends(state):
            if word & 2 if kind == "layered" else state == states - 2:
                goal[state >> 3] |= 1 << (state & 7)
            targets.append(state)
            weights.extend((1, 1))
            branches.append(len(targets))
        else:
            around = None
            if kind == "components":
                start = state // size * size
                around = state + 1 if state + 1 < min(start + size, states - 2) else start
            for choice in range(1 + (word >> 1 & 1)):
                first = around if choice == 0 and around is not None else target(state, next_word())
                targets.append(first)
                second = target(state, next_word()) if word >> 2 + choice & 1 else first
                if second == first:
                    weights.extend((1, 1))
                else:
                    denominator = 2 + (word >> 8 + 8 * choice & 7)
                    part = 1 + (word >> 11 + 8 * choice) % (denominator - 1)
                    targets.append(second)
                    weights.extend((part, denominator, denominator - part, denominator))
                branches.append(len(targets))
        choices.append(len(branches) - 1)
    initial = bytearray(len(goal))
    initial[0] = 1
    index = {
        "format-version": 1,
        "format-revision": 0,
        "model-data": {"name": f"{kind}, {states} states, seed {seed}"},
        "transition-system": {
            "time": "discrete", "#players": 2, "#states": states, "#initial-states": 1, "#choices": len(branches) - 1, "#choice-actions": 0,
            "#branches": len(targets), "#branch-actions": 0, "#observations": 0, "branch-probability-type": {"type": "rational"},
            "player-names": ["one", "two"],
        },
        "annotations": {"aps": {"goal": {"applies-to": ["states"], "type": {"type": "bool"}}}},
    }
    if sys.byteorder == "big":
        for numbers in (choices, branches, targets, weights, players):
            numbers.byteswap()
    return {
        "index.json": json.dumps(index, indent=2).encode(),
        "state-to-choices.bin": choices,
        "state-to-player.bin": players,
        "state-is-initial.bin": initial,
        "choice-to-branches.bin": branches,
        "branch-to-target.bin": targets,
        "branch-to-probability.bin": weights,
        "annotations/aps/goal/states/values.bin": goal,
    }


def write(files, path):
    """An archive without dates."""
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            view = memoryview(content).cast("B")
            entry.size = len(view)
            archive.addfile(entry, io.BytesIO(view))


def run(command):
    """What a command says, its processor time in seconds and its largest memory in bytes."""
    print("$", " ".join(map(str, command)), file=sys.stderr)
    with tempfile.TemporaryFile("w+") as said:
        child = os.posix_spawn(command[0], list(map(str, command)), os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, said.fileno(), 1)])
        _, status, used = os.wait4(child, 0)
        said.seek(0)
        text = said.read()
    if status:
        sys.exit(f"{command[0]} failed: {text}")
    return text, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def measure(path, states, ways):
    """Solves and checks; for each way a line of JSON."""
    programs = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    solve, check = str(programs / "solve"), str(programs / "check")
    for way in ways:
        with tempfile.NamedTemporaryFile(suffix=".cert", dir=path.parent) as cert:
            command = [solve, "model", path, "--reach", "goal", "--max", "one", *way.split(), "--threads", "1", "--out", cert.name]
            said, solving, held = run(command)
            size = os.path.getsize(cert.name)
            verdict, checking, kept = run([check, cert.name, "--model", path, "--threads", "1"])
        print(json.dumps({
            "model": path.name, "way": way, "answer": said.strip().splitlines()[-1], "verified": ": verified: " in verdict,
            "solve": {"seconds": round(solving, 1), "bytes_a_state": round(held / states)},
            "check": {"seconds": round(checking, 1), "bytes_a_state": round(kept / states), "states_a_second": round(states / checking)},
            "certificate_bytes_a_state": round(size / states, 2), "archive_bytes_a_state": round(path.stat().st_size / states, 2),
        }), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["layered", "components"])
    parser.add_argument("states", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--layers", type=int, default=1000)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", nargs="*", metavar="WAY", help="such as '--enclosure 56' and '--within 1e-6', which are both")
    asked = parser.parse_args()
    if not asked.out.exists():
        write(model(asked.kind, asked.states, asked.layers if asked.kind == "layered" else asked.size, asked.seed), asked.out)
    if asked.measure is not None:
        measure(asked.out, asked.states, asked.measure or ["--enclosure 56", "--within 1e-6"])


if __name__ == "__main__":
    main()
