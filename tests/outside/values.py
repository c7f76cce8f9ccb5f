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
beside the kings. For a pawn `double` as a fifth argument gives it the double step; the positions after its promotion are solved
with the others, and only those with the pawn are compared.
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


def graph(files, ranks, man, double):
    """Positions as (white king, man or None, black king), a man as (letter, square); the options of each, by colour. Not
    reduced by symmetry."""
    squares = list(itertools.product(range(files), range(ranks)))
    board = set(squares)
    positions = [(w, None, b) for w in squares for b in squares if w != b]
    for letter in "PQRBN" if man == "P" else man:
        for w, m, b in itertools.product(squares, repeat=3):
            if len({w, m, b}) == 3 and (letter != "P" or 0 < m[1] < ranks - 1):
                positions.append((w, (letter, m), b))

    def reach(letter, start, men):
        for x, y in LEAPS.get(letter, LINES.get(letter)):
            to = (start[0] + x, start[1] + y)
            while to in board:
                yield to
                if letter in LEAPS or to in men:
                    break
                to = (to[0] + x, to[1] + y)

    def pawn(start, men, king):
        ahead = [(start[0], start[1] + 1)]
        if double and start[1] == 1 and ahead[0] not in men:
            ahead.append((start[0], 3))
        sides = {(start[0] - 1, start[1] + 1), (start[0] + 1, start[1] + 1)}
        return [to for to in ahead if to in board and to not in men] + [to for to in sides if to == king]

    white, black = [], []
    for w, m, b in positions:
        letter, square = m or (None, None)
        own = [("won" if to == b else (to, m, b)) for to in reach("K", w, ()) if to != square]
        if letter == "P":
            for to in pawn(square, {w, b}, b):
                becomes = "QRBN" if to[1] == ranks - 1 else "P"
                own += ["won" if to == b else (w, (role, to), b) for role in becomes]
        elif letter:
            own += [("won" if to == b else (w, (letter, to), b)) for to in reach(letter, square, {w, b}) if to != w]
        white.append(own)
        black.append([("lost" if to == w else (w, None if to == square else m, to)) for to in reach("K", b, ())])
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


def field(position, files, ranks):
    men = {position[0]: "K", position[2]: "k"}
    if position[1]:
        men[position[1][1]] = position[1][0]
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
    if len(sys.argv) not in (5, 6) or sys.argv[5:] not in ([], ["double"]):
        sys.exit("usage: values.py VALUES DIR BOARD MATERIAL [double]")
    program, folder, board, material, *rule = sys.argv[1:]
    files, ranks = map(int, board.split("x"))
    man = material[1:-1]
    stormpy.developer.set_log_level(stormpy.developer.LogLevel.ERR)
    positions, white, black = graph(files, ranks, man, bool(rule))
    number = {position: index for index, position in enumerate(positions)}
    number["lost"], number["won"] = len(positions), len(positions) + 1
    white = [[number[option] for option in options] for options in white]
    black = [[number[option] for option in options] for options in black]
    lower = lower_values(white, black, number["won"])
    upper = [1 - value for value in lower_values(black, white, number["lost"])]
    compared = differences = 0
    for signature, has_man in ((material, True), ("Kk", False)):
        asked = [p for p in positions if (p[1] or ("",))[0] == man and has_man == bool(man)]
        if not asked:
            continue
        fens = [field(p, files, ranks) for p in asked]
        name = f"{board}_{signature}" + "_double" * (bool(rule) and ranks < 8)
        command = [program, f"{folder}/{name}.cert"]
        lines = subprocess.run(command, input="\n".join(fens) + "\n", text=True, capture_output=True, check=True).stdout
        for p, line in zip(asked, lines.splitlines(), strict=True):
            fen, *ours = line.split("\t")
            theirs = [lower[number[p]], upper[number[p]]]
            compared += 1
            if [Fraction(value) for value in ours] != theirs:
                differences += 1
                print(f"{fen}: {ours}, Storm has {theirs}")
    print(f"{board} {material}{' double' * bool(rule)}: {compared} placements, {differences} differences")
    sys.exit(differences > 0)


if __name__ == "__main__":
    main()
