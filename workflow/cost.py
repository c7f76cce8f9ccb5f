"""What endgames without pawns would cost on 8x8: the table of README.md, on standard output.

Extrapolates one measured endgame of five pieces by moves. The mean number of moves is exact: over all placements of the men, each equally likely.
"""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

SIDE = 8
# 8x8 KRNkb, from README.md: seconds to solve, sweeps of four bounds, seconds to check, bytes of the certificate.
SOLVE, SWEEPS, CHECK, BYTES = 261, 53 + 47 + 84 + 85, 203, 727_000_000
# Bytes of memory a position, about what it took.
MEMORY = 28

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
# Steps of each man, and how many of one kind it takes at most.
REACH = {"K": (STRAIGHT + DIAGONAL, 1), "N": (LEAPS, 1), "R": (STRAIGHT, 99), "B": (DIAGONAL, 99), "Q": (STRAIGHT + DIAGONAL, 99)}


def targets(role, side):
    """How many squares lie so many steps away, over all squares of the board, as a list from one step on."""
    steps, most = REACH[role]
    counts = [0] * (side - 1)
    for x in range(side):
        for y in range(side):
            for dx, dy in steps:
                for distance in range(1, min(most, side - 1) + 1):
                    counts[distance - 1] += 0 <= x + dx * distance < side and 0 <= y + dy * distance < side
    return counts


def moves(material, side=SIDE):
    """The mean number of moves of both players, captures included. A square is reached if those before it are empty and it holds no own man."""
    squares, men = side * side, len(material)
    total = Fraction(0)
    for man in material:
        own = sum(man.isupper() == other.isupper() for other in material) - 1
        for between, count in enumerate(targets(man.upper(), side)):
            empty = Fraction(comb(squares - 1 - between, men - 1), comb(squares - 1, men - 1))
            total += Fraction(count, squares) * empty * (1 - Fraction(own, squares - 1 - between))
    return total


def positions(material, squares=SIDE * SIDE):
    """Placements up to the eight symmetries, equal men exchanged or not; a little less than the positions."""
    equal = prod(factorial(material.count(man)) for man in set(material))
    return Fraction(prod(range(squares - len(material) + 1, squares + 1)), 8 * equal)


def materials(men):
    """All without pawns, the side with more or better men White."""
    roles = "QRBN"
    sides = lambda count: combinations_with_replacement(range(4), count)
    spell = lambda side: "".join(roles[role] for role in side)
    for black in range((men - 2) // 2 + 1):
        for one in sides(men - 2 - black):
            yield from (f"K{spell(one)}k{spell(other).lower()}" for other in sides(black) if len(one) > black or one <= other)


def short(number, unit=""):
    """Two digits of a number, rounded."""
    rounded = float(f"{float(number):.2g}")
    return f"{rounded:,.{0 if rounded >= 10 else 1 if rounded >= 1 else 2}f}{unit}"


def table():
    """The lines of the table."""
    measured = positions("KRNkb") * moves("KRNkb")
    sweep_rate, check_rate = SOLVE / (measured * SWEEPS), CHECK / measured
    rows = {}

    def row(name, cell):
        rows.setdefault(name, []).append(cell)

    for men in (5, 6, 7):
        all_ = list(materials(men))
        mean = sum(map(moves, all_)) / len(all_)
        # A slice has a place for each man on each square, so equal men save nothing while it is solved.
        places = Fraction(prod(range(65 - men, 65)), 8)
        sweep, check = places * mean * sweep_rate, places * mean * check_rate
        a_position = BYTES / positions("KRNkb")
        row("materials", str(len(all_)))
        row("positions of one, men all different", f"{float(places):.2e}".replace("e+0", "·10^").replace("e+", "·10^"))
        row("moves a position, mean over all materials", short(mean))
        row("a sweep", short(sweep / 3600, " h") if sweep > 3600 else short(sweep, " s"))
        row("solve one, with gaps", short(sweep * SWEEPS / 3600, " h"))
        row("check one", short(check / 3600, " h"))
        row("solve all", short(sweep * SWEEPS * len(all_) / 3600, " h"))
        row("memory, as the solver is", short(places * MEMORY / 10**9, " GB"))
        row("certificate of one", short(places * a_position / 10**9, " GB"))
        row("certificates of all, equal men counted once", short(sum(map(positions, all_)) * a_position / 10**9, " GB"))
    yield "| | five | six | seven |"
    yield "|---|---|---|---|"
    yield from (f"| {name} | {' | '.join(cells)} |" for name, cells in rows.items())


if __name__ == "__main__":
    print("\n".join(table()))
