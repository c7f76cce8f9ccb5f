#!/usr/bin/env python3
"""Compares verified values with those that Storm computes, in rational arithmetic and from a graph made here.

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
MEN = "QRBNP"
WHITE, BLACK = True, False
WON, LOST = "won", "lost"


# The rules. A square is (file, rank). A position is a sorted tuple of (letter, square), and the square that a pawn has just
# passed or (). Endgames are named here by their letters in that order.


class Game:
    """The rules on one board."""

    def __init__(self, files, ranks, double, reduced):
        self.files, self.ranks, self.double, self.reduced = files, ranks, double, reduced
        self.squares = list(itertools.product(range(files), range(ranks)))
        self.board = set(self.squares)

    def steps(self, letter, start, at, passed):
        """The squares that a man reaches, each with the square on which it captures; those of its own men are not left out."""
        if letter in "Pp":
            ahead = 1 if letter == "P" else -1
            second = 1 if letter == "P" else self.ranks - 2
            file, rank = start
            to = (file, rank + ahead)
            if to not in at:
                yield to, to
                to = (file, rank + 2 * ahead)
                if self.double and rank == second and to in self.board and to not in at:
                    yield to, to
            for side in (file - 1, file + 1):
                to = (side, rank + ahead)
                if to in at:
                    yield to, to
                elif to == passed and (side, rank) in at and at[side, rank] == ("p" if letter == "P" else "P"):
                    yield to, (side, rank)
            return
        role = letter.upper()
        for x, y in LEAPS.get(role) or LINES[role]:
            to = (start[0] + x, start[1] + y)
            while to in self.board:
                yield to, to
                if role in LEAPS or to in at:
                    break
                to = (to[0] + x, to[1] + y)

    def options(self, position, colour):
        """The positions to which a colour can move, or `WON` or `LOST`."""
        men, passed = position
        at = {square: letter for letter, square in men}
        found = []
        for letter, start in men:
            if letter.isupper() != colour:
                continue
            for to, captures in self.steps(letter, start, at, passed):
                captured = at.get(captures, "")
                if captured and captured.isupper() == colour:
                    continue
                if captured in ("K", "k"):
                    found.append(WON if colour == WHITE else LOST)
                    continue
                others = [man for man in men if man[1] not in (start, captures)]
                if letter in "Pp" and to[1] in (0, self.ranks - 1):
                    roles = "QRBN" if colour == WHITE else "qrbn"
                    found += [(tuple(sorted(others + [(role, to)])), ()) for role in roles]
                    continue
                after = tuple(sorted(others + [(letter, to)]))
                between = ()
                if letter in "Pp" and abs(to[1] - start[1]) == 2:
                    between = (to[0], (to[1] + start[1]) // 2)
                    enemy = (letter.swapcase(), to[1])
                    if not any((man, square[1]) == enemy and abs(square[0] - to[0]) == 1 for man, square in others):
                        between = ()
                found.append((after, between))
        return found or [(men, ())]

    def rights(self, men):
        """The squares that a pawn may just have passed."""
        at = {square: letter for letter, square in men}
        for letter, (file, rank) in men:
            ahead, second = (1, 1) if letter == "P" else (-1, self.ranks - 2)
            if not self.double or letter not in "Pp" or rank != second + 2 * ahead:
                continue
            beside = [at.get((file - 1, rank)), at.get((file + 1, rank))]
            behind = [(file, rank - ahead), (file, rank - 2 * ahead)]
            if letter.swapcase() in beside and not any(square in at for square in behind):
                yield behind[0]

    def placements(self, endgame):
        """All positions of an endgame."""
        found = {}
        for squares in itertools.permutations(self.squares, len(endgame)):
            if any(letter in "Pp" and rank in (0, self.ranks - 1) for letter, (_, rank) in zip(endgame, squares)):
                continue
            men = tuple(sorted(zip(endgame, squares)))
            found[men, ()] = True
            for passed in self.rights(men):
                found[men, passed] = True
        return list(found)

    def symmetries(self, endgame):
        """The maps of the board that carry the rules for these men into themselves."""
        across, up = self.files - 1, self.ranks - 1
        maps = [lambda s: s]
        if self.reduced:
            maps.append(lambda s: (across - s[0], s[1]))
            if not set("Pp") & set(endgame):
                maps += [lambda s: (s[0], up - s[1]), lambda s: (across - s[0], up - s[1])]
                if across == up:
                    maps += [lambda s, m=m: m((s[1], s[0])) for m in maps]
        return [{square: m(square) for square in self.squares} for m in maps]

    def flipped(self, position):
        """The position with the colours exchanged and the board upside down."""
        turned = {square: (square[0], self.ranks - 1 - square[1]) for square in self.squares}
        men, passed = position
        return tuple(sorted((letter.swapcase(), turned[square]) for letter, square in men)), turned.get(passed, ())


def name_of(men):
    return "".join(letter for letter, _ in men)


# The values.


class Values:
    """The values of one game, each endgame solved when it is asked for."""

    def __init__(self, game):
        self.game = game
        self.solved = {}
        self.maps = {}

    def representative(self, position):
        men, passed = position
        name = name_of(men)
        if name not in self.maps:
            self.maps[name] = self.game.symmetries(name)
        if len(self.maps[name]) == 1:
            return position
        return min(
            (tuple(sorted((letter, m[square]) for letter, square in men)), m.get(passed, ())) for m in self.maps[name]
        )

    def lower(self, position):
        name = name_of(position[0])
        if name not in self.solved:
            self.solved[name] = self.solve(name)
        return self.solved[name][self.representative(position)]

    def upper(self, position):
        return 1 - self.lower(self.game.flipped(position))

    def solve(self, name):
        """The lower values of all positions of an endgame."""
        game = self.game
        positions = sorted({self.representative(p) for p in game.placements(name)})
        numbers = {position: number for number, position in enumerate(positions)}
        settled = {}  # The nodes for the values that are known: of the end of the game, and of smaller endgames.

        def node(option):
            if option == WON:
                value = Fraction(1)
            elif option == LOST:
                value = Fraction(0)
            elif name_of(option[0]) == name:
                return numbers[self.representative(option)]
            else:
                value = self.lower(option)
            return settled.setdefault(value, len(positions) + len(settled))

        def options(colour):
            return [sorted({node(option) for option in game.options(position, colour)}) for position in positions]

        white, black = options(WHITE), options(BLACK)
        values = solve(white, black, list(settled))
        return dict(zip(positions, values))


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


def field(position, files, ranks):
    men, passed = position
    at = {square: letter for letter, square in men}
    rows = []
    for rank in reversed(range(ranks)):
        row, empty = "", 0
        for file in range(files):
            letter = at.get((file, rank))
            if letter:
                row += (str(empty) if empty else "") + letter
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows) + (f" {'abcdefghijklmnop'[passed[0]]}{passed[1] + 1}" if passed else "")


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
    men = MEN if ranks > 2 else MEN.replace("P", "")
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
    game = Game(files, ranks, double, "unreduced" not in switches)
    values = Values(game)
    total = 0
    for material in materials or four_men(ranks):
        start = time.monotonic()
        positions = game.placements("".join(sorted(material)))
        theirs = [(values.lower(position), values.upper(position)) for position in positions]
        pawns = "P" in material.upper()
        unusual = pawns and double == (ranks < 8)
        path = f"{folder}/{board}_{material}{('_single', '_double')[double] * unusual}.cert"
        fens = [field(position, files, ranks) for position in positions]
        differences = 0
        for fen, found, ours in zip(fens, theirs, verified(program, path, fens), strict=True):
            if tuple(map(Fraction, ours)) != found:
                differences += 1
                print(f"{fen}: {ours}, Storm has {[str(value) for value in found]}")
        gap = [values.representative(p) for p, (lower, upper) in zip(positions, theirs) if lower != upper]
        rights = sum(passed != () for _, passed in positions)
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
