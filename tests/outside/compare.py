#!/usr/bin/env python3
"""Compares the move generators of this project with programs of other people, as separate processes.

    cargo build --release -p pipeline-tests --bin moves
    python3 -m venv venv && venv/bin/pip install pyffish==0.0.90 open_spiel==2.0.2
    venv/bin/python tests/outside/compare.py moves target/release/moves

`moves` compares, on random placements, the moves of both colours that `moves` prints (it asks both
generators, and stops where they differ) with those of pyffish on all boards of 2 to 8 files and ranks, without and with the
pawn's double step, and with those of OpenSpiel on 4x4 (without pawns) and 8x8 (with the double step). The rights to capture
en passant are those that pyffish or OpenSpiel has after a double step; where it has none, `moves` must refuse one.

Exits with 1 at any difference.
"""
import argparse
import itertools
import random
import subprocess
import sys

import pyffish
import pyspiel

MEN = "QRBNqrbn"
PAWNS = "PPpp"
MATERIALS = ["Kk", "KQk", "KRk", "KBk", "KNk", "KPk"]

# The piece with the king's letter is no royal king but a man with the king's moves, whose loss ends the game.
VARIANT = """[{name}:chess]
maxFile = {files}
maxRank = {ranks}
king = -
commoner = k
castling = false
checking = false
promotionPieceTypes = nbrq
promotionRank = {ranks}
promotionRegionWhite = *{ranks}
promotionRegionBlack = *1
doubleStep = {double}
doubleStepRegionWhite = *2
doubleStepRegionBlack = *{last_but_one}
enPassantRegion = {passed}
extinctionValue = loss
extinctionPieceTypes = k
nMoveRule = 0
nFoldRule = 0
startFen = {fen}
"""


# Placements: a dictionary from (file, rank) to a letter, and the placement field of a FEN. A right to capture en passant follows
# it after a space, as the square that has been passed.


def field(men, files, ranks):
    rows = []
    for rank in reversed(range(ranks)):
        row, empty = "", 0
        for file in range(files):
            if (file, rank) in men:
                row += (str(empty) if empty else "") + men[file, rank]
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def read(text):
    men, rows = {}, text.split()[0].split("/")
    for rank, row in enumerate(reversed(rows)):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                men[file, rank] = letter
                file += 1
    return men, file, len(rows)


def number(name):
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def square_name(square):
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def right_of(fen):
    """Who may capture en passant: the colour and the square, or nothing."""
    men, _, _ = read(fen)
    for passed in fen.split()[1:]:
        file, rank = number(passed)
        return ("b" if men.get((file, rank + 1)) == "P" else "w"), passed
    return None, "-"


def fen_for(fen, colour):
    """All fields of a FEN in which that colour is on move."""
    capturer, passed = right_of(fen)
    return f"{fen.split()[0]} {colour} - {passed if capturer == colour else '-'} 0 1"


def short(fen):
    """The placement field and the right, of all fields."""
    placement, _, _, passed = fen.split()[:4]
    return placement + f" {passed}" * (passed != "-")


def is_capture_en_passant(men, move):
    start, to = number(move[:2]), number(move[2:4])
    return men[start] in "Pp" and start[0] != to[0] and to not in men


def after(men, move):
    """The men after a move such as a1b2 or a7a8q."""
    left = dict(men)
    start, to = number(move[:2]), number(move[2:4])
    if is_capture_en_passant(men, move):
        del left[to[0], start[1]]
    man = left.pop(start)
    if len(move) > 4:
        man = move[4].upper() if man.isupper() else move[4]
    left[to] = man
    return left


def is_placement(men, ranks):
    """Whether no pawn stands on the first or the last rank."""
    return all(letter not in "Pp" or 0 < rank < ranks - 1 for (_, rank), letter in men.items())


def random_placements(count, boards, seed, letters=MEN):
    """Placements of 2 to 8 men, the boards in turn."""
    source = random.Random(seed)
    for files, ranks in itertools.islice(itertools.cycle(boards), count):
        squares = list(itertools.product(range(files), range(ranks)))
        while True:
            men = min(source.randint(2, 8), len(squares))
            chosen = ["K", "k"] + source.choices(letters, k=men - 2)
            placement = dict(zip(source.sample(squares, men), chosen))
            if is_placement(placement, ranks):
                break
        yield field(placement, files, ranks)


def endgame_placements(count, files, ranks, seed):
    """Placements of each of the materials on one board."""
    source = random.Random(seed)
    squares = list(itertools.product(range(files), range(ranks)))
    for material in MATERIALS:
        left = count
        while left:
            placement = dict(zip(source.sample(squares, len(material)), material))
            if is_placement(placement, ranks):
                left -= 1
                yield field(placement, files, ranks)


def before_double_steps(count, boards, seed):
    """Placements and a double step of a colour there, beside whose end a pawn of the other may stand."""
    source = random.Random(seed)
    for files, ranks in itertools.islice(itertools.cycle(boards), count):
        squares = list(itertools.product(range(files), range(ranks)))
        colour, file = source.choice("wb"), source.randrange(files)
        pawn, other = "Pp" if colour == "w" else "pP"
        start, passed, to = (1, 2, 3) if colour == "w" else (ranks - 2, ranks - 3, ranks - 4)
        while True:
            men = dict.fromkeys([(file, passed), (file, to)], "") | {(file, start): pawn}
            beside = [(side, to) for side in (file - 1, file + 1) if 0 <= side < files]
            if source.random() < 0.8 and 0 < to < ranks - 1:
                men[source.choice(beside)] = other
            free = [square for square in squares if square not in men]
            chosen = ["K", "k"] + source.choices(MEN + PAWNS, k=source.randint(0, min(5, len(free) - 2)))
            men |= dict(zip(source.sample(free, len(chosen)), chosen))
            placement = {square: man for square, man in men.items() if man}
            if is_placement(placement, ranks):
                break
        start, passed, to = (square_name((file, rank)) for rank in (start, passed, to))
        yield field(placement, files, ranks), colour, start + to, passed


# The programs.


def ours(program, fens, double):
    """What `moves` prints: for each FEN the moves of White and of Black."""
    command = [program] + ["double"] * double
    run = subprocess.run(command, input="\n".join(fens) + "\n", text=True, capture_output=True, check=False)
    if run.returncode:
        sys.exit(f"{program}: {run.stderr}")
    lines = [line.split("\t") for line in run.stdout.splitlines()]
    if [line[0] for line in lines] != fens:
        sys.exit(f"{program} did not answer each line")
    return [{"w": white.split(), "b": black.split()} for _, white, black in lines]


def refuses(program, fen):
    """Whether `moves` refuses the right that stands in this FEN."""
    run = subprocess.run([program, "double"], input=fen + "\n", text=True, capture_output=True, check=False)
    return run.returncode != 0 and "for en passant" in run.stderr


def variant(name, files, ranks, double, fen):
    passed = f"*{ranks - 2} *3" if double and ranks > 4 else "-"
    double = "true" if double else "false"
    return VARIANT.format(
        name=name, files=files, ranks=ranks, double=double, last_but_one=ranks - 1, passed=passed, fen=fen
    )


def pyffish_variant(files, ranks, double, known={}):
    name = f"capture{files}x{ranks}{'d' if double else ''}"
    if name not in known:
        start = field({(0, 0): "K", (files - 1, ranks - 1): "k"}, files, ranks) + " w - - 0 1"
        pyffish.load_variant_config(variant(name, files, ranks, double, start))
        if name not in pyffish.variants():
            sys.exit(f"pyffish has no boards of {files}x{ranks}")
        known[name] = name
    return known[name]


def pyffish_moves(fen, colour, double):
    _, files, ranks = read(fen)
    return pyffish.legal_moves(pyffish_variant(files, ranks, double), fen_for(fen, colour), [])


def pyffish_after(fen, colour, move, double):
    """The placement after a move, with the right that there is then."""
    _, files, ranks = read(fen)
    return short(pyffish.get_fen(pyffish_variant(files, ranks, double), fen_for(fen, colour), [move]))


def openspiel_state(fen, colour):
    size = fen.count("/") + 1
    return pyspiel.load_game("dark_chess", {"board_size": size, "fen": fen_for(fen, colour)}).new_initial_state()


def openspiel_after(fen, colour):
    """The placements after each move: OpenSpiel names moves in a notation that is hard to read back."""
    state = openspiel_state(fen, colour)
    actions = [] if state.is_terminal() else state.legal_actions()
    return sorted(str(state.child(action)).split()[0] for action in actions)


def openspiel_rights(fen, colour):
    """The placements with a right after a move."""
    state = openspiel_state(fen, colour)
    found = [short(str(state.child(action))) for action in state.legal_actions()]
    return [fen for fen in found if " " in fen]


def compare_moves(program, seed):
    boards = list(itertools.product(range(2, 9), range(2, 9)))
    pyffish_fens = list(random_placements(49 * 200, boards, seed)) + list(endgame_placements(200, 8, 8, seed))
    openspiel_fens = list(random_placements(10_000, [(4, 4), (8, 8)], seed + 1))
    openspiel_fens += list(endgame_placements(500, 8, 8, seed + 1))
    differences = 0

    def report(name, fens, double, theirs_and_ours):
        nonlocal differences
        moves = promotions = passing = different = 0
        for fen, mine in zip(fens, ours(program, fens, double)):
            for colour in "wb":
                theirs, own = theirs_and_ours(fen, colour, mine[colour])
                moves += len(own)
                promotions += sum(len(move) > 4 for move in mine[colour])
                men, _, _ = read(fen)
                passing += sum(is_capture_en_passant(men, move) for move in mine[colour])
                if theirs != own:
                    different += 1
                    print(f"{name} differs: {fen} {colour}: theirs {theirs}, ours {own}")
        distinct = len(set(fens))
        sizes = len({read(fen)[1:] for fen in fens})
        print(f"{name}: {sizes} boards, {len(fens)} placements ({distinct} distinct), {moves} moves, "
              f"{promotions} promotions, {passing} captures en passant, {different} differences", flush=True)
        differences += different

    def with_pyffish(double):
        return lambda fen, colour, mine: (sorted(pyffish_moves(fen, colour, double)), sorted(mine))

    def with_openspiel(fen, colour, mine):
        men, files, ranks = read(fen)
        return openspiel_after(fen, colour), sorted(field(after(men, move), files, ranks) for move in mine)

    # On 4 ranks a double step promotes here, which a variant of Fairy-Stockfish cannot be told; on 3 there is none.
    tall = [board for board in boards if board[1] > 4]
    pawns = [board for board in boards if board[1] > 2]
    single = list(random_placements(len(pawns) * 200, pawns, seed + 2, MEN + PAWNS))
    double = list(random_placements(len(tall) * 200, tall, seed + 3, MEN + PAWNS))
    report("pyffish, without pawns and KPk", pyffish_fens, False, with_pyffish(False))
    report("pyffish, pawns, single step", single, False, with_pyffish(False))
    report("pyffish, pawns, double step", double, True, with_pyffish(True))
    report("OpenSpiel", openspiel_fens, True, with_openspiel)
    eight = list(random_placements(5_000, [(8, 8)], seed + 4, MEN + PAWNS))
    report("OpenSpiel, pawns, double step", eight, True, with_openspiel)

    # Double steps, and the rights after them. Where there is none, `moves` is started for each: so only for some.
    for program_name, count, places in [("pyffish", 28 * 200, tall), ("OpenSpiel", 5_000, [(8, 8)])]:
        with_right, without = [], []
        for fen, colour, move, passed in before_double_steps(count, places, seed + 5):
            if program_name == "pyffish":
                reached = pyffish_after(fen, colour, move, True)
            else:
                men, files, ranks = read(fen)
                placement = field(after(men, move), files, ranks)
                found = [right for right in openspiel_rights(fen, colour) if right.split() == [placement, passed]]
                reached = found[0] if found else placement
            if " " in reached:
                with_right.append(reached)
            else:
                without.append(f"{reached} {passed}")
        report(f"{program_name}, en passant", with_right, True,
               with_pyffish(True) if program_name == "pyffish" else with_openspiel)
        asked = without[:500]
        accepted = [fen for fen in asked if not refuses(program, fen)]
        for fen in accepted:
            print(f"{program_name} differs: it sees no right in {fen}")
        whites = sum(right_of(fen)[0] == "b" for fen in with_right)
        print(f"{program_name}: {len(with_right)} rights after double steps, {whites} of these White's; "
              f"{len(without)} double steps without, {len(asked)} of these asked; {len(accepted)} differences", flush=True)
        differences += len(accepted)
    return differences


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["moves"])
    parser.add_argument("path", help="the program `moves`")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    sys.exit(1 if compare_moves(chosen.path, chosen.seed) else 0)
