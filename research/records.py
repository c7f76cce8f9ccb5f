"""The records of all endgames of three men on a board: records.py DIR... --boards LIST. All are sharp and exact; of equal records the first counts."""

import argparse
from fractions import Fraction

import bidding_games
from common import chips, files


def records(table):
    """The records of a table: what it is, its size, its words, its position."""
    frame = table.to_frame()
    if not table.sharp:
        raise SystemExit(f"{table.path}: found a table that is not sharp, required a sharp one")
    values, bids = frame["lower"].map(Fraction), frame["bid_lower"].map(Fraction)
    labels = {side: frame[f"{side}_label"].replace("infinite", "0").astype(int) for side in ("white", "black")}
    is_quiet = (labels["white"] != 1) & (labels["black"] != 1)
    share = lambda size: f"{size} ({chips((size, size), 2)} chips of 100)" if len(str(size)) <= 15 else f"{chips((size, size), 2)} chips of 100"
    counted = lambda word: lambda count: f"{count} {word}{'s' * (count != 1)}"
    for name, column, words in [
        ("costliest zugzwang", -bids, share),
        ("highest bid", bids.where(is_quiet, Fraction(0)), share),
        ("longest T", labels["white"], counted("move")),
        ("longest T′", labels["black"], counted("move")),
        ("longest denominator", values.map(lambda value: value.denominator), lambda size: counted("digit")(len(str(size)))),
    ]:
        # Integers of any size: pandas would make floats of them.
        column = list(column)
        size = max(column)
        if size > 0:
            yield name, size, words(size), f"`{frame['position'][column.index(size)]}`"
    yield "most values", len(set(values)), counted("value")(len(set(values))), ""


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("folders", nargs="+")
    flags.add_argument("--boards", required=True)
    flags = flags.parse_args()
    parts = []
    for board in flags.boards.split(","):
        best = {}
        for material, path in files(flags.folders, board, [3]).items():
            for name, size, words, position in records(bidding_games.verify(path)):
                if name not in best or size > best[name][0]:
                    best[name] = size, f"| {name} | {words} | {material} | {position} |\n"
        names = ["costliest zugzwang", "highest bid", "longest T", "longest T′", "longest denominator", "most values"]
        parts.append(f"### {board}, three men\n\n| record | | endgame | position |\n|---|---|---|---|\n" + "".join(best[name][1] for name in names if name in best))
    print("\n".join(parts), end="")


if __name__ == "__main__":
    main()
