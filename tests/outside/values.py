#!/usr/bin/env python3
"""Compares verified values with those that Storm computes, in rational arithmetic and from a graph that is made here, with the rules of the second checker.

    cargo build --release --workspace
    target/release/solve endgame 4x4 KNk --out DIR
    python3 -m venv venv && venv/bin/pip install stormpy==2.0.0
    venv/bin/python tests/outside/values.py target/release/values DIR 4x4 KNk

For endgames with at most two men beside the kings, of either colour: those that are named, one after the other, or all with
exactly two if none is (30; on 2 ranks 20). The smaller endgames that captures and promotions lead to are solved here, too;
nothing of them is taken from certificates. All placements of the endgames are compared, with each right to capture en passant.
The word `double` at the end gives pawns the double step. Exits with 1 at any difference.

The lower value is the probability that White wins when a fair coin decides who moves. White's policy is fixed, Black's best
answer to it is the solution of a Markov decision process, which Storm finds exactly; White's policy is improved until no switch is
strictly better. White's first policy comes from value iteration in floating point, so that it makes for the end of the game. The
upper value is that of the game with the colours exchanged. In the end the values are put into the equations of the game.

Placements that symmetries of the board carry into each other are solved as one, unless the word `unreduced` stands at the end.
"""
import itertools
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import stormpy
import stormpy.models as models
from stormpy import Rational
from stormpy.datastructures import SparseMatrixBuilder

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "second"))
sys.dont_write_bytecode = True
import checker as second

WHITE, BLACK = True, False
WON, LOST = "won", "lost"


def men_of(place):
    return tuple(piece >> 8 for piece in place if piece < second.RIGHT)


class Values:
    """The values on one board, each endgame solved when it is asked for. Men and placements are those of the second checker."""

    def __init__(self, files, ranks, double=False, reduced=True):
        self.board, self.reduced, self.solved, self.maps = (files, ranks, 2 if double else 1), reduced, {}, {}

    def placements(self, men):
        """All positions of an endgame."""
        for place in second.placements(self.board, men):
            yield place
            for passed in second.rights(self.board, place):
                yield *place, second.RIGHT + passed

    def options(self, place, colour):
        """The positions to which a colour can move, or `WON` or `LOST`."""
        return [new or (WON if colour == WHITE else LOST) for _, new in second.moves(self.board, place, colour)]

    def images(self, place):
        """What symmetries make of a position."""
        men = men_of(place)
        if men not in self.maps:
            self.maps[men] = second.symmetries(self.board, men)[: None if self.reduced else 1]
        return {tuple(sorted(piece - (piece & 255) + image[piece & 255] for piece in place)) for image in self.maps[men]}

    def representative(self, place):
        return min(self.images(place))

    def field(self, place):
        """The placement field of a FEN, and the square of a right behind it."""
        return second.fen(self.board, place).replace(", passed ", " ")

    def lower(self, place):
        men = men_of(place)
        if men not in self.solved:
            self.solved[men] = self.solve(men)
        return self.solved[men][self.representative(place)]

    def upper(self, place):
        return 1 - self.lower(second.flip(self.board, place))

    def solve(self, men):
        """The lower values of all positions of an endgame."""
        positions = sorted({self.representative(place) for place in self.placements(men)})
        numbers = {position: number for number, position in enumerate(positions)}
        settled = {}  # The nodes for the values that are known: of the end of the game, and of smaller endgames.

        def node(option):
            if option in (WON, LOST):
                value = Fraction(option == WON)
            elif men_of(option) == men:
                return numbers[self.representative(option)]
            else:
                value = self.lower(option)
            return settled.setdefault(value, len(positions) + len(settled))

        white, black = ([sorted({node(option) for option in self.options(place, colour)}) for place in positions] for colour in (WHITE, BLACK))
        return dict(zip(positions, solve(white, black, list(settled))))


def coin(_, white, black):
    """A fair coin decides whose choice is played: the probability of each node that can follow."""
    return {white: Fraction(1)} if white == black else {white: Fraction(1, 2), black: Fraction(1, 2)}


def solve(white, black, settled, step=coin):
    """The lower values. Options are lists of nodes, one for each of the first nodes; the nodes after these have
    the values in the list `settled`. `step` says what follows on White's and Black's choice at a node."""
    count = len(white)
    policy = first_policy(white, black, settled, step)
    while True:
        values = answer(policy, black, settled, step)
        better = 0
        for p in range(count):
            option = max(white[p], key=lambda o: values[o])
            if values[option] > values[policy[p]]:
                policy[p] = option
                better += 1
        if not better:
            break
    for p in range(count):
        after = step(p, max(white[p], key=values.__getitem__), min(black[p], key=values.__getitem__))
        if values[p] != sum(share * values[node] for node, share in after.items()):
            sys.exit("Storm's values do not solve the equations")
    return values[:count]


def first_policy(white, black, settled, step):
    """White's options that are the first to attain the largest value, in value iteration from below. Black's options are put in
    order, the best first, for Storm to begin with."""
    count = len(white)
    floats = [0.0] * count + [float(value) for value in settled]
    policy = [options[0] for options in white]
    best = [0.0] * count
    for _ in range(300):
        change = 0.0
        for p in range(count):
            top = max([floats[o] for o in white[p]])
            if top > best[p] + 1e-12:
                best[p], policy[p] = top, max(white[p], key=floats.__getitem__)
            after = step(p, max(white[p], key=floats.__getitem__), min(black[p], key=floats.__getitem__))
            value = sum(float(share) * floats[node] for node, share in after.items())
            change = max(change, value - floats[p])
            floats[p] = value
        if change < 1e-13:
            break
    for options in black:
        options.sort(key=floats.__getitem__)
    return policy


def answer(policy, options, settled, step, best="min", precision=None):
    """The probability of winning if one player keeps to a policy and the other answers for the best: exactly, or by interval iteration in floating point, with
    an error of no more than the precision."""
    count, exact = len(policy), precision is None
    won, lost = count + len(settled), count + len(settled) + 1
    part = lambda share: Rational(str(share)) if exact else float(share)
    sort = lambda kind: kind[Rational] if exact else kind
    builder = sort(SparseMatrixBuilder)(rows=0, columns=0, entries=0, force_dimensions=False, has_custom_row_grouping=True, row_groups=0)
    row = 0
    for p in range(count):
        builder.new_row_group(row)
        for option in options[p]:
            for target, share in sorted(step(p, policy[p], option).items()):
                builder.add_next_value(row, target, part(share))
            row += 1
    for node, value in enumerate(settled + [Fraction(1), Fraction(0)], count):
        builder.new_row_group(row)
        shares = ((node, Fraction(1)),) if node in (won, lost) else ((won, value), (lost, 1 - value))
        for target, share in shares:
            if share:
                builder.add_next_value(row, target, part(share))
        row += 1
    labels = models.StateLabeling(lost + 1)
    for label, node in (("init", 0), ("won", won)):
        labels.add_label(label)
        labels.add_label_to_state(label, node)
    parts = sort(models.SparseModelComponents)(transition_matrix=builder.build(), state_labeling=labels)
    environment = stormpy.environments.exact() if exact else stormpy.environments.sound()
    solver = environment.solver() if callable(environment.solver) else environment.solver
    minmax = solver.min_max() if callable(solver.min_max) else solver.min_max
    methods = stormpy.environments.MinMaxMethod
    minmax.method = methods.POLICY_ITERATION if exact else methods.INTERVAL_ITERATION
    if not exact:
        minmax.precision = Rational(str(Fraction(precision)))
        minmax.relative_termination_criterion = False
    question = stormpy.parse_properties(f'P{best}=? [F "won"]')[0]
    result = stormpy.model_checking(sort(models.SparseMdp)(parts), question, environment=environment)
    return [Fraction(str(result.get_value(node))) if exact else result.get_value(node) for node in range(won)]


# The comparison.


def verified(program, path, fens):
    """What the program `values` says of these positions, by a certificate."""
    run = subprocess.run([program, path], input="\n".join(fens) + "\n", text=True, capture_output=True, check=False)
    if run.returncode:
        sys.exit(f"{program} {path}: {run.stderr}")
    for fen, line in zip(fens, run.stdout.splitlines(), strict=True):
        answered, *ours = line.split("\t")
        assert answered == fen, (fen, line)
        yield ours


def four_men(ranks):
    """The endgames with two men beside the kings; of two that differ by the colours, the one that certificates have."""
    men = "QRBNP" if ranks > 2 else "QRBN"
    pairs = list(itertools.combinations_with_replacement(men, 2))
    return [f"K{one}{other}k" for one, other in pairs] + [f"K{one}k{other.lower()}" for one, other in pairs]


def main():
    words = sys.argv[1:]
    switches = [word for word in words if word in ("double", "unreduced")]
    words = [word for word in words if word not in switches]
    if len(words) < 3:
        sys.exit("usage: values.py VALUES DIR BOARD [MATERIAL...] [double] [unreduced]")
    program, folder, board, *materials = words
    files, ranks = map(int, board.split("x"))
    double = "double" in switches
    stormpy.developer.set_log_level(stormpy.developer.LogLevel.ERR)
    values = Values(files, ranks, double, "unreduced" not in switches)
    total = 0
    for material in materials or four_men(ranks):
        start = time.monotonic()
        positions = list(values.placements(tuple(sorted(map(second.MEN.index, material)))))
        theirs = [(values.lower(position), values.upper(position)) for position in positions]
        pawns = "P" in material.upper()
        unusual = pawns and double == (ranks < 8)
        path = f"{folder}/{board}_{material}{('_single', '_double')[double] * unusual}.cert"
        fens = [values.field(position) for position in positions]
        differences = 0
        for fen, found, ours in zip(fens, theirs, verified(program, path, fens), strict=True):
            if tuple(map(Fraction, ours)) != found:
                differences += 1
                print(f"{fen}: {ours}, Storm has {[str(value) for value in found]}")
        gap = [values.representative(p) for p, (lower, upper) in zip(positions, theirs) if lower != upper]
        rights = sum(position[-1] >= second.RIGHT for position in positions)
        print(
            f"{board} {material}{' double' * (pawns and double)}: {len(positions)} placements, "
            f"{rights} with a right to capture en passant; "
            f"lower and upper value differ at {len(gap)}, {len(set(gap))} up to symmetry; "
            f"{differences} differences; {time.monotonic() - start:.1f} s",
            flush=True,
        )
        total += differences
    sys.exit(total > 0)


if __name__ == "__main__":
    main()
