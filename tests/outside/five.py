#!/usr/bin/env python3
"""Compares verified enclosures of five men with what Storm says of the same endgames, on a graph made here.

    cargo build --release --workspace
    target/release/solve endgame --boards 4x4 --men 5 --recorded --out DIR
    python3 -m venv venv && venv/bin/pip install stormpy==2.0.0
    venv/bin/python tests/outside/five.py target/release/values DIR 4x4 KBNkn KRNkb

Without a material: all sixty endgames without pawns.

Exact values of five men have too many digits, so Storm brackets each value in floating point. The rules are those of values.py, which also
finds the values of the endgames of up to four men, with Storm and exactly; nothing of them is taken from certificates.

The lower value is the probability that White wins when a fair coin decides who moves. Value iteration proposes a policy for each player. Once White's
is fixed, Black's best answer is a Markov decision process; once Black's is fixed, White's best answer is another one. Storm solves both by interval
iteration, which bounds the error by the precision it is given. So the true value lies between the first result minus the precision and the second
plus the precision, whatever the two policies are. The upper value is that of the game with the players exchanged.

All placements are compared. Each bracket has to meet the verified enclosure, and may be no wider than a unit of it: so Storm's value lies in the
enclosure up to Storm's precision. Exits with 1 at any difference.
"""
import itertools
import sys
import time
from fractions import Fraction

import stormpy

import values

# What Storm is asked for; doubles have about 1e-16.
PRECISION = 1e-12
# A bracket that is wider than a unit of the certificates says too little, and is counted as a difference.
WIDEST = Fraction(1, 2**30)


class Endgame:
    """The positions of an endgame up to symmetry, and where the options lead. The nodes after the positions have values that are known, in `settled`."""

    def __init__(self, known, men):
        self.numbers, positions, settled = {}, [], {}
        for place in known.placements(men):
            if place not in self.numbers:
                self.numbers |= dict.fromkeys(known.images(place), len(positions))
                positions.append(place)

        def node(option):
            if option in (values.WON, values.LOST):
                pair = (Fraction(option == values.WON),) * 2
            elif option in self.numbers:
                return self.numbers[option]
            else:
                pair = known.lower(option), known.upper(option)
            return settled.setdefault(pair, len(positions) + len(settled))

        self.white, self.black = (
            [sorted({node(option) for option in known.options(place, colour)}) for place in positions]
            for colour in (values.WHITE, values.BLACK)
        )
        self.settled = list(settled)


def brackets(own, other, settled):
    """Between which numbers the values lie: the probability that the player with the options `own` wins. The nodes after these have the
    values `settled`."""
    first, second, rounds = policies(own, other, settled)
    # An answer to the first policy minimises, an answer to the second maximises.
    low = values.answer(first, other, settled, values.coin, "min", PRECISION)
    high = values.answer(second, own, settled, values.coin, "max", PRECISION)
    slack = Fraction(PRECISION)
    return [Fraction(value) - slack for value in low], [Fraction(value) + slack for value in high], rounds


def policies(own, other, settled):
    """By value iteration from below: of the player the first option to attain the largest value, of the opponent the best option in the end."""
    numbers = [0.0] * len(own) + [float(value) for value in settled]
    policy = [options[0] for options in own]
    best = [0.0] * len(own)
    rounds = 0
    change = 1.0
    while change > 0 and rounds < 2000:
        change = 0.0
        rounds += 1
        for place, options in enumerate(own):
            option = max(options, key=numbers.__getitem__)
            top = numbers[option]
            if top > best[place]:
                best[place], policy[place] = top, option
            value = (top + min([numbers[option] for option in other[place]])) / 2
            change = max(change, value - numbers[place])
            numbers[place] = value
        if change < 1e-15:
            break
    return policy, [min(options, key=numbers.__getitem__) for options in other], rounds


def five_men():
    """The endgames with three men beside the kings, as certificates name them."""
    several = lambda count: ["".join(men) for men in itertools.combinations_with_replacement("QRBN", count)]
    bare = [f"K{men}k" for men in several(3)]
    return bare + [f"K{men}k{other.lower()}" for men in several(2) for other in "QRBN"]


def interval(text):
    """A value or bounds, as the program `values` prints them."""
    ends = [Fraction(end) for end in text.split("..")]
    return ends[0], ends[-1]


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: five.py VALUES DIR BOARD [MATERIAL...]")
    program, folder, board, *materials = sys.argv[1:]
    materials = materials or five_men()
    files, ranks = map(int, board.split("x"))
    stormpy.developer.set_log_level(stormpy.developer.LogLevel.ERR)
    known = values.Values(files, ranks)
    totals = [0, 0]
    for material in materials:
        start = time.process_time()
        endgame = Endgame(known, tuple(sorted(map(values.second.MEN.index, material))))
        settled = [lower for lower, _ in endgame.settled]
        turned = [1 - upper for _, upper in endgame.settled]
        *alpha, rounds = brackets(endgame.white, endgame.black, settled)
        *beta, more = brackets(endgame.black, endgame.white, turned)
        beta = [[1 - value for value in ends] for ends in reversed(beta)]
        placements = list(endgame.numbers)
        fens = [known.field(place) for place in placements]
        path = f"{folder}/{board}_{material}.cert"
        differences, widest, width, gaps, listed = 0, Fraction(0), Fraction(0), 0, 0
        for fen, position, ours in zip(fens, placements, values.verified(program, path, fens), strict=True):
            place = endgame.numbers[position]
            theirs = [(low[place], high[place]) for low, high in (alpha, beta)]
            ours = [interval(text) for text in ours]
            meet = all(low <= high_ and low_ <= high for (low, high), (low_, high_) in zip(theirs, ours))
            widest = max([widest] + [high - low for low, high in theirs])
            width = max([width] + [high - low for low, high in ours])
            gaps += theirs[0][1] < theirs[1][0]
            listed += ours[0][1] < ours[1][0]
            narrow = all(high - low <= WIDEST for low, high in theirs)
            if not meet or not narrow:
                differences += 1
                if differences <= 10:
                    print(f"{fen}: {ours}, Storm has {[[float(end) for end in pair] for pair in theirs]}")
        print(
            f"{board} {material}: {len(placements)} placements, lower and upper value of each; {differences} differences; "
            f"Storm's brackets are at most {float(widest):.1e} wide, the enclosures {float(width):.1e}; "
            f"Storm shows a gap at {gaps}, the certificate at {listed}; {rounds} + {more} sweeps, "
            f"{time.process_time() - start:.0f} s of processor time",
            flush=True,
        )
        totals = [totals[0] + len(placements), totals[1] + differences]
    print(f"{len(materials)} endgames, {totals[0]} placements, {totals[1]} differences")
    sys.exit(totals[1] > 0)


if __name__ == "__main__":
    main()
