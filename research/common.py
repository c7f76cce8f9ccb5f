"""What the scripts of this folder share: materials, the files of a board, images of a placement, numbers in words."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import floor
from pathlib import Path

ORDER = "QRBNP"
PAIRS = list(combinations_with_replacement(ORDER, 2))
# Three men, then four; all with White ahead.
MATERIALS = [f"K{a}k" for a in ORDER] + [f"K{a}{b}k" for a, b in PAIRS] + [f"K{a}k{b.lower()}" for a, b in PAIRS]


def files(folders, board, men=(3, 4), suffix=""):
    """The certificates of a board with the usual rule for pawns, by material; the first folder that has one counts."""
    found = {}
    for material in MATERIALS:
        paths = [Path(folder, f"{board}_{material}{suffix}.cert") for folder in folders]
        path = next((path for path in paths if path.is_file()), None)
        if path and len(material) in men:
            found[material] = path
    return found


def images(fen):
    """How many placements the symmetries of the board make of one: all of the board, or left and right alone where there is a pawn."""
    rows = fen.split("/")[::-1]
    men, files = set(), 0
    for rank, row in enumerate(rows):
        file, number = 0, ""
        for sign in row + "/":
            if sign.isdigit():
                number += sign
                continue
            file, number = file + int(number or 0), ""
            if sign != "/":
                men.add((sign, file, rank))
                file += 1
        files = file
    ranks = len(rows)
    has_pawns = any(man in "Pp" for man, _, _ in men)
    mirrored = [lambda f, r, x=x, y=y: (files - 1 - f if x else f, ranks - 1 - r if y else r) for x in (0, 1) for y in ((0,) if has_pawns else (0, 1))]
    maps = mirrored + ([lambda f, r, one=one: one(f, r)[::-1] for one in mirrored] if files == ranks and not has_pawns else [])
    return len(maps) // sum(all((man, *one(f, r)) in men for man, f, r in men) for one in maps)


def rounded(share, digits):
    """A share as chips of 100, rounded to the nearest."""
    scaled = share * 100 * 10**digits
    size = floor(abs(scaled) + Fraction(1, 2))
    sign = "-" if scaled < 0 and size > 0 else ""
    return f"{sign}{size // 10**digits}.{size % 10**digits:0{digits}}" if digits else f"{sign}{size}"


def chips(bounds, digits):
    low, high = (rounded(bound, digits) for bound in bounds)
    return low if low == high else f"{low} to {high}"
