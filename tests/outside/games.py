#!/usr/bin/env python3
"""Compares the values of games that are given as graphs with those that Storm computes from the same files.

    cargo build --release
    python3 -m venv venv && venv/bin/pip install stormpy==2.0.0
    venv/bin/python tests/outside/games.py target/release/solve GAME.json...
    venv/bin/python tests/outside/games.py target/release/solve --random 200 --positions 30 --options 3
    venv/bin/python tests/outside/games.py target/release/solve --random 200 --kind turns
    git clone https://github.com/IsaacRudich/SimpleStochasticGamesBenchmark
    venv/bin/python tests/outside/games.py target/release/solve SimpleStochasticGamesBenchmark/instances/benchmark/balanced_32/*.ssg

The method is that of values.py: strategy iteration around Storm's exact solution of Markov decision processes. The file is read here by Python's own
JSON library. For each game: positions, those whose lower and upper value differ, differences, and the processor time of both. Exits with 1 at any difference.

The last are Condon's simple stochastic games of Rudich, Rudich and Rue (arXiv:2402.02571), which have no licence: they are read where they are, and never kept.
A maximizer is Left's turn, a minimizer Right's, an average a move of chance. They stop, so that nothing may be other than sharp.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

import stormpy

import values


def read(path):
    """What can be done at the positions that are not terminal, and the values of the others; names by node. Of each position the options of Left, those of
    Right, and whose turn it is; at a player's turn, and where chance moves, who has nothing to choose has one option."""
    with open(path, encoding="utf-8") as file:
        game = json.load(file)
    positions = game["positions"]
    inner = [position for position in positions if "value" not in position]
    ends = [position for position in positions if "value" in position]
    nodes = {position["name"]: node for node, position in enumerate(inner + ends)}
    rows = [[], []]
    turns = []
    for position in inner:
        turn = position.get("turn", "both")
        if "chance" in position:
            turn = {}
            for draw in position["chance"]:
                node = nodes[draw["to"]]
                turn[node] = turn.get(node, 0) + Fraction(draw["weight"])
        for row, side in zip(rows, ("left", "right")):
            own = position.get(side) or [position["name"]]
            row.append(sorted({nodes[name] for name in own}))
        turns.append(turn)
    return list(nodes), rows, turns, [Fraction(end["value"]) for end in ends]


SHORT = {"max": "maximizer", "min": "minimizer", "avg": "average", "t0": "terminal0", "t1": "terminal1"}


def condon(path):
    """Condon's game as a graph."""
    positions = []
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and line[0] not in "#N"]
    for node, first, second, kind in lines:
        options = sorted({first, second}, key=int)
        what = {
            "maximizer": {"turn": "left", "left": options},
            "minimizer": {"turn": "right", "right": options},
            "average": {"chance": [{"to": to, "weight": str(Fraction(1, len(options)))} for to in options]},
            "terminal0": {"value": "0"},
            "terminal1": {"value": "1"},
        }[SHORT.get(kind, kind)]
        positions.append({"name": node, **what})
    return {"bidding-game": 2, "positions": positions}


def both(rows, turns, ends):
    """The lower and the upper values of all nodes."""

    def step(first, second):
        """What follows on the choices of the player who is Storm's White and of the other."""

        def after(position, white, black):
            turn = turns[position]
            if isinstance(turn, dict):
                return turn
            if turn == "both":
                return values.coin(position, white, black)
            return {{first: white, second: black}[turn]: Fraction(1)}

        return after

    left, right = rows
    copy = lambda lists: [list(options) for options in lists]
    lower = values.solve(copy(left), copy(right), list(ends), step("left", "right"))
    turned = values.solve(copy(right), copy(left), [1 - end for end in ends], step("right", "left"))
    upper = [1 - value for value in turned]
    return lower + ends, upper + ends


def compare(program, path):
    """The number of differences; prints a line."""
    names, rows, turns, ends = read(path)
    start = time.process_time()
    lower, upper = both(rows, turns, ends)
    theirs = time.process_time() - start
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([program, "graph", path, "--json"], text=True, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        sys.exit(run.stderr)
    ours = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = {position["name"]: position for position in json.loads(run.stdout)["positions"]}
    differences = 0
    for name, low, high in zip(names, lower, upper):
        known = Fraction(found[name]["lower"]), Fraction(found[name]["upper"])
        if known != (low, high):
            differences += 1
            print(f"{path}: {name}: {known}, Storm has {low}, {high}")
    gaps = sum(low != high for low, high in zip(lower, upper))
    print(
        f"{os.path.basename(path)}: {len(names)} positions, {gaps} not sharp, {differences} differences; "
        f"processor time {theirs:.3f} s with Storm, {ours:.3f} s here: {theirs / max(ours, 1e-3):.0f} times",
        flush=True,
    )
    return differences, gaps, theirs, ours


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--options", type=int, default=3)
    parser.add_argument("--kind", default="any", help="as in certs/games/make.py random KIND")
    arguments = parser.parse_args()
    stormpy.developer.set_log_level(stormpy.developer.LogLevel.ERR)
    with tempfile.TemporaryDirectory() as folder:
        games = [path for path in arguments.games if not path.endswith(".ssg")]
        for path in set(arguments.games) - set(games):
            games.append(f"{folder}/{path.replace('/', '-')}.json")
            with open(games[-1], "w", encoding="utf-8") as file:
                json.dump(condon(path), file)
        for seed in range(arguments.random):
            path = f"{folder}/random-{arguments.kind}-{arguments.positions}-{seed}.json"
            options = [arguments.kind, str(arguments.positions), str(arguments.options), str(seed)]
            with open(path, "wb") as file:
                subprocess.run([sys.executable, "certs/games/make.py", "random", *options], check=True, stdout=file)
            games.append(path)
        results = [compare(arguments.program, path) for path in games]
    differences, gaps, theirs, ours = map(sum, zip(*results))
    print(f"{len(games)} games, {gaps} positions not sharp, {differences} differences; {theirs:.1f} s with Storm, {ours:.1f} s here")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
