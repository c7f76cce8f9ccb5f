"""Tables of the rows that `solve endgame --boards LIST --recorded` and `solve endgame BOARD --men 4 --precision sharp` leave beside certificates; nothing is solved or verified again.

    tables.py boards DIR --boards LIST [--materials LIST]    three men: ranks down, files across
    tables.py census DIR --boards LIST [--men 4|5]           on how many positions α < β, and a table for each board
    tables.py sharp DIR --boards LIST                        what bounds prove to be sharp, and what they leave open

LIST has boards with commas between them; 2x2-8x8 are all from the one to the other.
"""

import argparse
import json
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path

from common import MATERIALS

PIECES = "QRBN"
FIVES = [f"K{a}{b}{c}k" for a, b, c in combinations_with_replacement(PIECES, 3)]
FIVES += [f"K{a}{b}k{c.lower()}" for a, b in combinations_with_replacement(PIECES, 2) for c in PIECES]


def boards_of(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        (files, ranks), (most_files, most_ranks) = (tuple(map(int, board.split("x"))) for board in (first, last or first))
        yield from (f"{f}x{r}" for r in range(ranks, most_ranks + 1) for f in range(files, most_files + 1))


def summary(rows):
    """All rows in a few lines."""
    found = [row for of in rows.values() for row in of]
    made = [row for row in found if "no_certificate" not in row]
    at_least = "at least " * any(row["kind"] == "enclosure" for row in made)
    positions, not_sharp, zugzwangs = (sum(row[name] for row in made) for name in ("positions", "not_sharp", "zugzwangs"))
    text = f"{len(rows)} board{'s' * (len(rows) != 1)}, {len(made)} endgames solved and verified, {positions} positions: "
    text += f"{at_least}{not_sharp} with α < β, {at_least}{zugzwangs} zugzwangs.\n"
    return text + "".join(f"\n`{row['file']}`: no certificate: {row['no_certificate']}.\n" for row in found if "no_certificate" in row)


def cell(row):
    """Digits of the largest denominator; the share of positions whose denominator is no power of 2; zugzwangs."""
    if "no_certificate" in row:
        return "no certificate"
    sharp = f"{row['not_sharp']} α<β, " * (row["not_sharp"] > 0)
    if "values" not in row:
        return f"{sharp}enclosure"
    tenths = row["not_dyadic"] * 1000 // max(row["positions"], 1)
    return f"{sharp}{row['digits']} · {f'{tenths // 10}.{tenths % 10}' if row['not_dyadic'] else 0} · {row['zugzwangs']}"


def boards(rows, materials):
    text = summary(rows)
    for material in materials:
        for double_step, rule in ((None, ""), (False, ", single step"), (True, ", double step")):
            of = {tuple(map(int, board.split("x"))): row for board, all_ in rows.items() for row in all_ if (row["material"], row.get("double_step")) == (material, double_step)}
            if not of:
                continue
            text += f"\n### {material}{rule}\n\n"
            if all(files == ranks for files, ranks in of):
                text += "| board | positions | values | digits · % · zugzwangs |\n|---|---|---|---|\n"
                text += "".join(f"| {f}x{r} | {row.get('positions', '')} | {row.get('values', '')} | {cell(row)} |\n" for (f, r), row in of.items())
                continue
            files, ranks = (sorted({board[place] for board in of}) for place in (0, 1))
            text += f"| ranks \\ files | {' | '.join(map(str, files))} |\n|---|{'---|' * len(files)}\n"
            text += "".join(f"| {r} | {' | '.join(cell(of[f, r]) if (f, r) in of else '' for f in files)} |\n" for r in ranks)
    return text


def short(gap):
    """A fraction below 1, or the first digits of it where it is long; cut off, not rounded."""
    if len(gap) <= 15:
        return gap
    value = Fraction(gap)
    digits = lambda places: str(value.numerator * 10**places // value.denominator)
    places = next(places for places in range(4, 1000) if len(digits(places)) >= 4)
    return f"0.{digits(places):0>{places}}…" if places <= 7 else f"{digits(places)[0]}.{digits(places)[1:]}…·10^-{places - 3}"


def census(rows, materials):
    of = {board: {row["material"]: row for row in all_} for board, all_ in rows.items()}

    def not_sharp(row):
        if row is None or "no_certificate" in row:
            return "" if row is None else "?"
        return str(row["not_sharp"]) if row["kind"] != "enclosure" else f"≥ {row['not_sharp']}" if row["not_sharp"] else "–"

    text = summary(rows) + f"\n### Positions with α < β\n\n| | {' | '.join(rows)} |\n|---|{'---|' * len(rows)}\n"
    text += "".join(f"| {material} | {' | '.join(not_sharp(of[board].get(material)) for board in rows)} |\n" for material in materials)
    for board in rows:
        text += f"\n### {board}\n\n| endgame | positions | kind | α < β | widest gap | at | T, T′ up to | zugzwangs | values | digits | bytes |\n|---|---|---|---|---|---|---|---|---|---|---|\n"
        for material, row in ((material, of[board][material]) for material in materials if material in of[board]):
            if "no_certificate" in row:
                text += f"| {material} | | no certificate: {row['no_certificate']} | | | | | | | | |\n"
                continue
            least = "≥ " * (row["kind"] == "enclosure")
            gap, at = (least + short(row["widest_gap"]), f"`{row['widest_gap_at']}`") if "widest_gap" in row else ("", "")
            labels = ", ".join(map(str, row.get("largest_labels", [])))
            cells = [material, row["positions"], row["kind"], f"{least}{row['not_sharp']}", gap, at, labels, f"{least}{row['zugzwangs']}", row.get("values", ""), row.get("digits", ""), row["bytes"]]
            text += f"| {' | '.join(map(str, cells))} |\n"
    return text


def sharp(rows):
    text = "| board | endgame | positions | sharp | not sharp | not known | widest gap, at least | at |\n|---|---|---|---|---|---|---|---|\n"
    for board, all_ in rows.items():
        others = [row for row in all_ if row["sharp"] != row["positions"]]
        for row in others:
            gap, at = Fraction(row["widest_gap"]), row["widest_gap_at"]
            cells = [board, row["file"].removesuffix(".cert").split("_")[1], *(row[name] for name in ("positions", "sharp", "not_sharp", "open"))]
            cells += [f"0.{gap.numerator * 10**6 // gap.denominator:06}" if gap else "", f"`{at}`" if at else ""]
            text += f"| {' | '.join(map(str, cells))} |\n"
        positions = sum(row["positions"] for row in all_ if row["sharp"] == row["positions"])
        text += f"| {board} | all {len(all_) - len(others)} others | {positions} | {positions} | 0 | 0 | | |\n"
    return text


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("what", choices=("boards", "census", "sharp"))
    flags.add_argument("folder", type=Path)
    flags.add_argument("--boards", required=True)
    flags.add_argument("--materials", default="Kk,KQk,KRk,KBk,KNk,KPk")
    flags.add_argument("--men", type=int, choices=(4, 5), default=4)
    flags = flags.parse_args()
    ending = "_sharp" * (flags.what == "sharp")
    rows = {board: json.loads((flags.folder / f"{board}{ending}.json").read_text(encoding="utf-8")) for board in boards_of(flags.boards)}
    materials = flags.materials.split(",") if flags.what == "boards" else FIVES if flags.men == 5 else [one for one in MATERIALS if len(one) == 4]
    if flags.what != "sharp":
        rows = {board: [row for row in all_ if row["material"] in materials] for board, all_ in rows.items()}
    print({"boards": boards, "census": census, "sharp": lambda rows, _: sharp(rows)}[flags.what](rows, materials), end="")


if __name__ == "__main__":
    main()
