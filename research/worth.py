"""What a piece is worth: the mean of the verified values over all placements of an endgame, minus 1/2.

worth.py DIR... --boards LIST --men 3|4 [--svg FILE.svg]. A placement says which man stands where; each counts once, those with touching kings, too. Placements with a right to capture en
passant are left out.
"""

import argparse
from collections import Counter
from fractions import Fraction
from math import lcm
from pathlib import Path

import bidding_games
from common import chips, files, images

PIECES = {"Q": "queen", "R": "rook", "N": "knight", "B": "bishop", "P": "pawn"}


def mean(numbers, counts, is_exact):
    """The mean of numbers of a table."""
    if not is_exact:
        return Fraction(sum(number * count for number, count in counts.items()), numbers.one * counts.total())
    values = {number: numbers.fraction(number) for number in counts}
    common = lcm(*(value.denominator for value in values.values()))
    return Fraction(sum(values[number].numerator * (common // values[number].denominator) * count for number, count in counts.items()), common * counts.total())


def ahead(path):
    """How many placements there are, and by how much White is ahead: the middle between α and β, minus 1/2; of bounds the least and the most."""
    table = bidding_games.verify(path)
    numbers = table.numbers()
    columns = numbers.lower_low, numbers.lower_high, numbers.upper_low, numbers.upper_high
    counts = [Counter() for _ in columns]
    for place in range(len(table)):
        name = table.name(place)
        if " " not in name:
            weight = images(name)
            for count, column in zip(counts, columns):
                count[column[place]] += weight
    low, high, least, most = (mean(numbers, count, table.bits == 0) for count in counts)
    return counts[0].total(), ((low + least - 1) / 2, (high + most - 1) / 2)


def of(found, own, other):
    """By how much the side with these pieces is ahead of one with those; none if there is no table."""
    for material, (_, (low, high)) in found.items():
        white, _, black = material[1:].partition("k")
        sides = sorted(white), sorted(black.upper())
        if sides == (sorted(own), sorted(other)):
            return low, high
        if sides == (sorted(other), sorted(own)):
            return -high, -low
    return None


def minus(a, b):
    return a and b and (a[0] - b[1], a[1] - b[0])


def table(corner, heads, rows):
    lines = [f"| {corner} | {' | '.join(heads)} |", "|---|" + "---|" * len(heads)]
    return "\n".join(lines + [f"| {name} | {' | '.join(chips(cell, 1) if cell else '?' for cell in cells)} |" for name, cells in rows]) + "\n"


def three(boards):
    yield "### One piece against the bare king\n\n" + table("board", PIECES.values(), [(board, [of(found, piece, "") for piece in PIECES]) for board, found in boards.items()])
    text = "### The same, exactly\n\n| board | piece | placements | share of the money |\n|---|---|---|---|\n"
    for board, found in boards.items():
        for material, (placements, (low, high)) in found.items():
            if len(material) == 3:
                shown = [chips((bound, bound), 7) for bound in (low, high)]
                share = f"{shown[0]} chips of 100, enclosed" if shown[0] == shown[1] else f"{shown[0]} to {shown[1]} chips of 100"
                if low == high:
                    share = str(low) if len(str(low)) <= 48 else f"{bidding_games.decimal(low)}, a denominator of {len(str(low.denominator))} digits"
                text += f"| {board} | {PIECES[material[1]]} | {placements} | {share} |\n"
    yield text


def four(board, found):
    names = PIECES.values()
    alone = {piece: of(found, piece, "") for piece in PIECES}
    both = lambda a, b: a and b and (a[0] + b[0], a[1] + b[1])
    for title, corner, word, cell in [
        ("a piece against a piece", "ahead by", "against", lambda a, b: of(found, a, b)),
        ("what a piece adds when the other side has one", "adds", "against", lambda a, b: minus(of(found, a, b), of(found, "", b))),
        ("two pieces against the bare king", "together", "and", lambda a, b: of(found, a + b, "")),
        ("two pieces together, minus the two alone", "more than apart", "and", lambda a, b: minus(of(found, a + b, ""), both(alone[a], alone[b]))),
    ]:
        yield f"### {board}: {title}\n\n" + table(corner, [f"{word} {name}" for name in names], [(PIECES[a], [cell(a, b) for b in PIECES]) for a in PIECES])


def picture(boards, path):
    import matplotlib.pyplot as plot

    figure, axes = plot.subplots(figsize=(8, 4.4))
    for piece, name in PIECES.items():
        points = [(int(board.partition("x")[0]), 100 * float(of(found, piece, "")[0])) for board, found in boards.items() if of(found, piece, "")]
        axes.plot(*zip(*points), marker="o", label=name)
    axes.set(title="What a piece is worth against the bare king, in chips of 100", xlabel="size of the board")
    axes.legend()
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("folders", nargs="+")
    flags.add_argument("--boards", required=True)
    flags.add_argument("--men", type=int, choices=(3, 4), required=True)
    flags.add_argument("--svg")
    flags = flags.parse_args()
    # Four men are compared with three.
    named = {board: files(flags.folders, board, range(3, flags.men + 1)) for board in flags.boards.split(",")}
    boards = {board: {material: ahead(path) for material, path in found.items()} for board, found in named.items()}
    if flags.svg:
        picture(boards, flags.svg)
    print("\n".join(three(boards) if flags.men == 3 else [part for board, found in boards.items() for part in four(board, found)]), end="")


if __name__ == "__main__":
    main()
