#!/usr/bin/env python3
"""Compares verified values with those that Storm computes, in rational arithmetic and from a graph made here.

    cargo build --release
    target/release/solve endgame 4x4 KNk --out DIR
    python3 -m venv venv && venv/bin/pip install stormpy==2.0.0
    venv/bin/python tests/outside/values.py target/release/values DIR 4x4 KNk

The lower value is the probability that White wins when a fair coin decides who moves. White's policy is fixed, Black's best answer
to it is the solution of a Markov decision process, which Storm finds exactly; White's policy is improved until no switch is
strictly better. The upper value is that of the game with the colours exchanged. White's first policy comes from value iteration
in floating point, so that it makes for the end of the game. Exits with 1 at any difference. Only for `Kk` and a white man
beside the kings.
"""
import itertools
import subprocess
import sys
from fractions import Fraction

import stormpy
import stormpy.models as models
from stormpy import Rational
from stormpy.datastructures import SparseMatrixBuilder

LINES = {
    "R": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
}
LINES["Q"] = LINES["R"] + LINES["B"]
LEAPS = {
    "K": LINES["Q"],
    "N": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)],
}


def graph(files, ranks, man):
    """Positions as (white king, man or None, black king); the options of each, by colour. Not reduced by symmetry."""
    squares = list(itertools.product(range(files), range(ranks)))
    board = set(squares)
    positions = [(w, None, b) for w in squares for b in squares if w != b]
    if man:
        positions += [p for p in itertools.product(squares, repeat=3) if len(set(p)) == 3]

    def reach(letter, start, men):
        for x, y in LEAPS.get(letter, LINES.get(letter)):
            to = (start[0] + x, start[1] + y)
            while to in board:
                yield to
                if letter in LEAPS or to in men:
                    break
                to = (to[0] + x, to[1] + y)

    white, black = [], []
    for w, m, b in positions:
        own = [("won" if to == b else (to, m, b)) for to in reach("K", w, ()) if to != m]
        if m:
            own += [("won" if to == b else (w, to, b)) for to in reach(man, m, {w, b}) if to != w]
        white.append(own)
        black.append([("lost" if to == w else (w, None if to == m else m, to)) for to in reach("K", b, ())])
    return positions, white, black


def lower_values(white, black, won):
    """The values of the game in which White wants to reach the node `won`; options are lists of node numbers."""
    count = len(white)
    values = [Fraction(node == won) for node in range(count + 2)]
    floats = [float(value) for value in values]
    policy = [0] * count
    best = [-1.0] * count
    for _ in range(300):
        for p in range(count):
            top = max(floats[o] for o in white[p])
            if top > best[p] + 1e-12:
                best[p], policy[p] = top, max(white[p], key=lambda o: floats[o])
            floats[p] = (top + min(floats[o] for o in black[p])) / 2
    while True:
        values = answer(policy, black, won)
        better = 0
        for p in range(count):
            option = max(white[p], key=lambda o: values[o])
            if values[option] > values[policy[p]]:
                policy[p] = option
                better += 1
        if not better:
            return values


def answer(policy, black, won):
    """The values of Black's best answer to a policy of White: the smallest probability of reaching `won`."""
    count = len(policy)
    half, one = Rational("1/2"), Rational("1")
    builder = SparseMatrixBuilder[Rational](
        rows=0, columns=0, entries=0, force_dimensions=False, has_custom_row_grouping=True, row_groups=0
    )
    row = 0
    for p in range(count):
        builder.new_row_group(row)
        for option in black[p]:
            if option == policy[p]:
                builder.add_next_value(row, option, one)
            else:
                for target in sorted((option, policy[p])):
                    builder.add_next_value(row, target, half)
            row += 1
    for terminal in (count, count + 1):
        builder.new_row_group(row)
        builder.add_next_value(row, terminal, one)
        row += 1
    labels = models.StateLabeling(count + 2)
    for label, node in (("init", 0), ("won", won)):
        labels.add_label(label)
        labels.add_label_to_state(label, node)
    parts = models.SparseModelComponents[Rational](transition_matrix=builder.build(), state_labeling=labels)
    environment = stormpy.environments.exact()
    solver = environment.solver() if callable(environment.solver) else environment.solver
    minmax = solver.min_max() if callable(solver.min_max) else solver.min_max
    minmax.method = stormpy.environments.MinMaxMethod.POLICY_ITERATION
    question = stormpy.parse_properties('Pmin=? [F "won"]')[0]
    result = stormpy.model_checking(models.SparseMdp[Rational](parts), question, environment=environment)
    return [Fraction(str(result.get_value(node))) for node in range(count + 2)]


def field(position, files, ranks, man):
    men = {position[0]: "K", position[2]: "k"}
    if position[1]:
        men[position[1]] = man
    rows = []
    for rank in reversed(range(ranks)):
        row, empty = "", 0
        for file in range(files):
            letter = men.get((file, rank))
            if letter:
                row += (str(empty) if empty else "") + letter
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: values.py VALUES DIR BOARD MATERIAL")
    program, folder, board, material = sys.argv[1:]
    files, ranks = map(int, board.split("x"))
    man = material[1:-1]
    stormpy.developer.set_log_level(stormpy.developer.LogLevel.ERR)
    positions, white, black = graph(files, ranks, man)
    number = {position: index for index, position in enumerate(positions)}
    number["lost"], number["won"] = len(positions), len(positions) + 1
    white = [[number[option] for option in options] for options in white]
    black = [[number[option] for option in options] for options in black]
    lower = lower_values(white, black, number["won"])
    upper = [1 - value for value in lower_values(black, white, number["lost"])]
    compared = differences = 0
    for signature, has_man in ((material, True), ("Kk", False)):
        asked = [p for p in positions if bool(p[1]) == has_man and (has_man or not man)]
        if not asked:
            continue
        fens = [field(p, files, ranks, man) for p in asked]
        command = [program, f"{folder}/{board}_{signature}.cert"]
        lines = subprocess.run(command, input="\n".join(fens) + "\n", text=True, capture_output=True, check=True).stdout
        for p, line in zip(asked, lines.splitlines(), strict=True):
            fen, *ours = line.split("\t")
            theirs = [lower[number[p]], upper[number[p]]]
            compared += 1
            if [Fraction(value) for value in ours] != theirs:
                differences += 1
                print(f"{fen}: {ours}, Storm has {theirs}")
    print(f"{board} {material}: {compared} placements, {differences} differences")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
