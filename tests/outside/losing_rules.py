#!/usr/bin/env python3
"""Compares tables of Losing Chess, under each of the three rules about a side without a move, with outcomes found here by brute force.

    cargo build --release --bin solve --bin check
    python3 tests/outside/losing_rules.py --solve target/release/solve --check target/release/check
    python3 tests/outside/losing_rules.py --solve ... --check ... --long
    python3 -m venv venv && venv/bin/pip install chess==1.11.2
    venv/bin/python tests/outside/losing_rules.py --moves 20000

The first comparison takes, for each rule, all materials of two men on 8x8 by turns: who wins each position, and in how many plies, is found backwards
from the end of the game, with no symmetry of the board. And some endgames of two and three men on 4x4 under an auction: the two values of each position are
approached from below and from above, in floating point, and each exact value must lie between, and close to both. `--long` takes all materials of three
men there. `--moves` compares the moves below, and who has won without a move, with python-chess on random positions: giveaway has the International
rule, suicide that of FICS.

This file shares nothing with the programs, nor with `second/`. Exits with 1 at any difference.
"""

import argparse
import itertools
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

RULES = ("international", "fics", "draw")
ROLES = "KQRBNP"
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
OBLIQUE = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
JUMPS = [(a * s, b * t) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)]
LINES = {"K": (STRAIGHT + OBLIQUE, 1), "Q": (STRAIGHT + OBLIQUE, 16), "R": (STRAIGHT, 16), "B": (OBLIQUE, 16), "N": (JUMPS, 1)}
DRAW = None


# --- The rules -----------------------------------------------------------------------------------------------------------------------
# Men are a sorted tuple of (letter, file, rank), capitals for White; `passed` is the square that a pawn has passed, if one can be captured there.


def moves(size, men, white, passed=None):
    """What the moves of a colour lead to: men, and the passed square."""
    files, ranks = size
    at = {(x, y): letter for letter, x, y in men}
    captures, others = [], []

    def add(man, to, taken=None, passed=None):
        letter, _, y = man
        last = ranks - 1 if white else 0
        becomes = "QRBNK" if letter in "Pp" and to[1] == last else letter
        for new in becomes:
            new = new if white else new.lower()
            left = [other for other in men if other != man and other[1:] != taken]
            result = tuple(sorted([*left, (new, *to)])), passed
            (others if taken is None else captures).append(result)

    for man in men:
        letter, x, y = man
        if letter.isupper() != white:
            continue
        if letter in "Pp":
            up = 1 if white else -1
            if (x, y + up) not in at:
                add(man, (x, y + up))
                two, beside = (x, y + 2 * up), [(x + side, y + 2 * up) for side in (1, -1)]
                if ranks >= 8 and y == (1 if white else ranks - 2) and two not in at:
                    taker = "p" if white else "P"
                    add(man, two, None, (x, y + up) if any(at.get(square) == taker for square in beside) else None)
            for to in ((x - 1, y + up), (x + 1, y + up)):
                if to in at and at[to].isupper() != white:
                    add(man, to, to)
                elif to == passed and at.get((to[0], y), letter).isupper() != white:
                    add(man, to, (to[0], y))
            continue
        lines, far = LINES[letter.upper()]
        for dx, dy in lines:
            for n in range(1, far + 1):
                to = x + n * dx, y + n * dy
                if not (0 <= to[0] < files and 0 <= to[1] < ranks):
                    break
                if to not in at:
                    add(man, to)
                    continue
                if at[to].isupper() != white:
                    add(man, to, to)
                break
    return captures or others


def winner(rule, men, white):
    """Whether White has won, if a colour has to move and has no move; none at a draw."""
    own = sum(letter.isupper() == white for letter, _, _ in men)
    other = len(men) - own
    if own == 0 or rule == "international":
        return white
    return DRAW if rule == "draw" or own == other else white == (own < other)


def flipped(size, men):
    return tuple(sorted((letter.swapcase(), x, size[1] - 1 - y) for letter, x, y in men))


def placements(size, letters):
    """All ways to put these men on the board."""
    squares = [(x, y) for y in range(size[1]) for x in range(size[0])]
    for chosen in itertools.permutations(squares, len(letters)):
        men = [(letter, *square) for letter, square in zip(letters, chosen)]
        if all(a[0] != b[0] or a < b for a, b in zip(men, men[1:])) and all(letter not in "Pp" or 0 < y < size[1] - 1 for letter, _, y in men):
            yield tuple(sorted(men))


def materials(count):
    """Of each material and the one with the colours exchanged one, those that promotions and captures lead to first."""
    pairs, seen, found = range(1, count), set(), []
    for white in reversed(pairs):
        for own in itertools.combinations_with_replacement(ROLES, white):
            for other in itertools.combinations_with_replacement(ROLES, count - white):
                name = "".join(own) + "".join(other).lower()
                turned = "".join(other) + "".join(own).lower()
                if turned not in seen:
                    seen.add(name)
                    found.append(name)
    return sorted(found, key=lambda name: name.upper().count("P"))


def used(size, men, known):
    """The material of a placement as it is solved, the placement there, and whether the colours are exchanged."""
    name = named(men)
    return (name, men, False) if name in known else (named(flipped(size, men)), flipped(size, men), True)


def named(men):
    letters = sorted((letter for letter, _, _ in men), key=lambda letter: (letter.islower(), ROLES.index(letter.upper())))
    return "".join(letters)


# --- By turns ------------------------------------------------------------------------------------------------------------------------


def solve(size, rule, name, graph, known):
    """The labels of a material: how many plies until the end, even if the side to move wins. Who loses without a move gives up in a ply."""
    nodes, after = graph
    labels, left, before = {}, {}, defaultdict(list)
    waiting = defaultdict(list)
    for node in nodes:
        men, white, _ = node
        left[node] = len(after[node])
        if not after[node]:
            won = winner(rule, men, white)
            if won is not DRAW:
                waiting[0 if won == white else 1].append((node, None))
        for to in after[node]:
            if to in left or to in nodes:
                before[to].append(node)
            else:
                label = outside(size, to, known)
                if label is not DRAW:
                    waiting[label].append((None, node))
    step = 0
    while any(key >= step for key in waiting):
        for node, told in waiting.pop(step, []):
            if node is not None:
                if node in labels:
                    continue
                labels[node] = step
            for previous in [told] if node is None else before[node]:
                left[previous] -= step % 2 == 0
                if previous not in labels and (step % 2 == 1 or left[previous] == 0):
                    waiting[step + 1].append((previous, None))
        step += 1
    known[name] = {node: labels.get(node, DRAW) for node in nodes}


def outside(size, to, known):
    """The label of a position of another material."""
    men, white, passed = to
    if not any(letter.isupper() == white for letter, _, _ in men):
        return 0
    name, men, is_flipped = used(size, men, known)
    return known[name][men, white != is_flipped, passed]


def graph_of(size, name):
    """All positions of a material with a side to move, and what the moves lead to."""
    nodes, after = {}, {}
    open_ = [(men, white, None) for men in placements(size, name) for white in (True, False)]
    for node in open_:
        nodes[node] = None
    while open_:
        node = open_.pop()
        men, white, passed = node
        after[node] = [(new, not white, right) for new, right in moves(size, men, white, passed)]
        for to in after[node]:
            if to[2] is not None and to not in nodes:
                nodes[to] = None
                open_.append(to)
    return nodes, after


def read(fen):
    """The men and the side to move of a FEN; digits that follow each other are one number."""
    fields, men = fen.split(), []
    rows = fields[0].split("/")
    for row, text in enumerate(rows):
        x, run = 0, ""
        for letter in text + "/":
            if letter.isdigit():
                run += letter
                continue
            x, run = x + int(run or 0), ""
            if letter != "/":
                men.append((letter, x, len(rows) - 1 - row))
                x += 1
    return tuple(sorted(men)), fields[1:2] == ["w"]


def dumped(check, file):
    """The rows of a verified certificate: position, lower value, upper value, and both labels."""
    done = subprocess.run([check, file, "--dump"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{file}: {done.stderr}")
    for line in done.stdout.splitlines()[1:]:
        fields = line.split("\t")
        yield fields[1], Fraction(fields[2]), Fraction(fields[3]), fields[6:8]


def by_turns(solve_program, check, folder):
    size, all_materials, graphs, labels_of = (8, 8), materials(2), {}, {}
    counts = []
    for rule in RULES:
        subprocess.run([solve_program, "losing", "tables", "--men", "2", "--rule", rule, "--out", folder / rule], check=True, capture_output=True)
        known, compared = {}, 0
        for name in all_materials:
            graphs[name] = graphs.get(name) or graph_of(size, name)
            solve(size, rule, name, graphs[name], known)
        for file in sorted((folder / rule).glob("*.cert")):
            for fen, low, high, labels in dumped(check, file):
                men, white = read(fen)
                label = outside(size, (men, white, None), known)
                won = None if label is DRAW else white == (label % 2 == 0)
                stated = {(1, 1): True, (0, 0): False, (0, 1): None}[low, high]
                plies = int(labels[0 if stated else 1]) if stated is not None else DRAW
                if (won, label) != (stated, plies):
                    sys.exit(f"{file}: {fen}: stated {stated} in {plies} plies, found {won} in {label}")
                compared += 1
        labels_of[rule] = known
        counts.append(compared)
    differ = [sum(labels_of[rule][name][node] != label for name, all_ in labels_of[RULES[0]].items() for node, label in all_.items()) for rule in RULES]
    print(f"by turns, two men on 8x8: {' + '.join(map(str, counts))} positions agree under {', '.join(RULES)}; of the placements with a side to move the labels of {differ[1]} and {differ[2]} differ from those of the first")
    if not (differ[0] == 0 < differ[1] <= differ[2] and min(counts) > 30_000):
        sys.exit("too few positions, or no difference between the rules")


# --- Under an auction ----------------------------------------------------------------------------------------------------------------


def bounds(size, rule, name, known, sweeps):
    """Lower bounds on the lower value, and upper bounds on the upper one, of all placements of a material."""
    nodes = list(placements(size, name))
    own, options = {men: [0.0, 1.0] for men in nodes}, []

    def end(men, to):
        if len({letter.isupper() for letter, _, _ in to}) == 1:
            return [0.0, 0.0] if to[0][0].isupper() else [1.0, 1.0]
        if to in own:
            return own[to]
        other, to, is_flipped = used(size, to, known)
        low, high = known[other][to]
        return [1 - high, 1 - low] if is_flipped else [low, high]

    for men in nodes:
        lists = []
        for white in (True, False):
            found = [end(men, to) for to, _ in moves(size, men, white)]
            lists.append(found or [{True: [1.0, 1.0], False: [0.0, 0.0], DRAW: [0.0, 1.0]}[winner(rule, men, white)]])
        options.append((own[men], *lists))
    for _ in range(sweeps):
        change = 0.0
        for place, white, black in options:
            for k in (0, 1):
                new = (max(to[k] for to in white) + min(to[k] for to in black)) / 2
                change, place[k] = max(change, abs(new - place[k])), new
        if change < 1e-12:
            break
    known[name] = own


def by_auction(solve_program, check, folder, names):
    size, compared, most = (4, 4), 0, 0.0
    order = materials(2) + materials(3)
    needed = set()

    def need(name):
        if name not in needed:
            needed.add(name)
            for white in (True, False):
                for men in itertools.islice(placements(size, name), 0, None, 7):
                    for to, _ in moves(size, men, white):
                        if len({letter.isupper() for letter, _, _ in to}) == 2:
                            need(used(size, to, order)[0])

    for name in names:
        need(name)
    for rule in RULES:
        known = {}
        for name in sorted(needed, key=lambda name: (len(name), order.index(name))):
            bounds(size, rule, name, known, 4000)
        for name in names:
            white = sum(letter.isupper() for letter in name)
            material = f"{name[:white]}v{name[white:].upper()}"
            arguments = [solve_program, "losing", "auction", "4x4", material, "--rule", rule, "--out", folder / f"auction-{rule}"]
            subprocess.run(arguments, check=True, capture_output=True)
        for file in sorted((folder / f"auction-{rule}").glob("*.cert")):
            for fen, low, high, _ in dumped(check, file):
                men, _ = read(fen)
                other, men, is_flipped = used(size, men, known)
                below, above = known[other][men]
                below, above = (1 - above, 1 - below) if is_flipped else (below, above)
                off = max(abs(low - below), abs(high - above))
                if below > low + 1e-9 or above < high - 1e-9 or off > 1e-4:
                    sys.exit(f"{file}: {fen}: stated {float(low)} and {float(high)}, found at least {below} and at most {above}")
                compared, most = compared + 1, max(most, off)
    print(f"under an auction, two and three men on 4x4: {compared} positions agree, to within {float(most):.1e}")


# --- Another program's moves ---------------------------------------------------------------------------------------------------------


def compare_moves(count, seed):
    import chess
    import chess.variant

    chance, stuck = random.Random(seed), 0
    for _ in range(count):
        letters = [chance.choice("KQRBNPPP") for _ in range(chance.randint(1, 3))] + [chance.choice("kqrbnppp") for _ in range(chance.randint(1, 3))]
        squares = chance.sample([(x, y) for x in range(8) for y in range(8)], len(letters))
        men = tuple(sorted((letter, *square) for letter, square in zip(letters, squares) if letter not in "Pp" or 0 < square[1] < 7))
        if len({letter.isupper() for letter, _, _ in men}) < 2:
            continue
        white = chance.random() < 0.5
        for rule, kind in (("international", chess.variant.GiveawayBoard), ("fics", chess.variant.SuicideBoard)):
            board = kind(None)
            board.turn = white
            for letter, x, y in men:
                board.set_piece_at(chess.square(x, y), chess.Piece.from_symbol(letter))
            found = set()
            for move in board.legal_moves:
                board.push(move)
                found.add(tuple(sorted((piece.symbol(), chess.square_file(at), chess.square_rank(at)) for at, piece in board.piece_map().items())))
                board.pop()
            own = {to for to, _ in moves((8, 8), men, white)}
            if own != found:
                sys.exit(f"{board.fen()}: found {own ^ found}")
            if not own:
                stuck += 1
                theirs = white if board.is_variant_win() else not white if board.is_variant_loss() else None
                if winner(rule, men, white) != theirs:
                    sys.exit(f"{board.fen()}: {rule}: found {winner(rule, men, white)}, python-chess has {theirs}")
    print(f"{count} random positions, {stuck} times a side without a move: moves and winners are those of python-chess {chess.__version__}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solve", type=Path)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--long", action="store_true", help="all materials of three men under an auction")
    parser.add_argument("--moves", type=int, default=0, help="compare moves on so many random positions")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.moves:
        return compare_moves(options.moves, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        by_turns(options.solve.resolve(), options.check.resolve(), Path(folder))
        names = materials(3) if options.long else ["NNb", "BNn", "KNb", "Pp"]
        by_auction(options.solve.resolve(), options.check.resolve(), Path(folder), names)


if __name__ == "__main__":
    main()
