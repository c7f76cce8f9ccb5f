"""What an endless play decides: endless.py DIR... --boards LIST. Beside α and β, which a game has if an endless play is a draw, stands the one value v if the richer player wins it.

Of bounds only what they show is counted: where v is not the number from α to β that is nearest to d = 1/2.
"""

import argparse
import sys
from fractions import Fraction

import bidding_games
from common import files

D = Fraction(1, 2)


def compared(both, one):
    """Positions that are not sharp: their count, how many have α above d, β below d, another v than the nearest number, none of the three; where v is farthest, by how much."""
    if both.never is not None or one.never != D:
        raise SystemExit(f"{one.path}: found other tables, required one of α and β, and one of v for d = {D}")
    a, b = both.numbers(), one.numbers()
    columns = a.lower_low, a.lower_high, a.upper_low, a.upper_high
    found, farthest, at = [0] * 5, Fraction(0), ""
    for place in range(len(both)):
        if columns[1][place] >= columns[2][place]:
            continue
        alpha_low, alpha_high, beta_low, beta_high = (a.fraction(column[place]) for column in columns)
        low, high = (b.fraction(column[place]) for column in (b.v_low, b.v_high))
        nearest = [min(max(alpha, D), beta) for alpha, beta in ((alpha_low, beta_low), (alpha_high, beta_high))]
        by = max(low - nearest[1], nearest[0] - high)
        is_between = by > 0 and alpha_high < low and high < beta_low and not low <= D <= high
        for count, is_so in enumerate((True, alpha_low > D, beta_high < D, by > 0, is_between)):
            found[count] += is_so
        if by > farthest:
            farthest, at = by, f"`{both.name(place)}`"
    return found, f"0.{farthest.numerator * 10**6 // farthest.denominator:06}" if at else "", at


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("folders", nargs="+")
    flags.add_argument("--boards", required=True)
    flags = flags.parse_args()
    print("| board | endgame | not sharp | α above | β below | v is not the nearest | neither α, β nor d | farthest, at least | at |\n|---|---|---|---|---|---|---|---|---|")
    for board in flags.boards.split(","):
        sharp, others = 0, files(flags.folders, board, suffix="_never-1-2")
        for material, path in files(flags.folders, board).items():
            if material not in others:
                print(f"{board} {material}: left out, because there is no table of the one value", file=sys.stderr)
                continue
            counts, by, at = compared(bidding_games.verify(path), bidding_games.verify(others[material]))
            sharp += counts[0] == 0
            if counts[0]:
                print("|", " | ".join([board, material, *map(str, counts), by, at]), "|")
        if sharp:
            print(f"| {board} | all {sharp} others | 0 | | | | | | |")


if __name__ == "__main__":
    main()
