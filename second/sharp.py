"""Settled places of form 7, of which a certificate in units proves that alpha = beta. A part of checker.py, written from the section "Settled places" of
the chapter "The format" and from the proof of the theorem behind it.

Both sides are treated alike: the BRACKET of an option for a side holds all that it can be worth to the side. It is (l, u') for White and (1 - u', 1 - l) for
Black. A side's best option is worth to it what is in the bracket of its TERM: from the greatest lower end to the greatest upper end of its options.
"""

from math import inf
from typing import NamedTuple

from checker import RIGHT, Rejected, fen, flip, moves, quoted, used


class Option(NamedTuple):
    """Its brackets for White and for Black, and its label, which is infinite if it is not known to be sharp."""

    brackets: tuple
    label: float


def read(c, reader, n, rows):
    """The last columns of a slice: sets the labels of its settled places, by the numbers of the places."""
    flags, start = reader.column((n + 7) // 8, 256), len(c.entries)
    marked = [p for p in range(8 * len(flags)) if flags[p // 8] >> p % 8 & 1]
    reader.must(all(p < n for p in marked), "a flag behind the last place is set")
    labels = reader.column(len(marked), 2**32 - 1)
    reader.must(all(rows[p][0] < rows[p][3] for p in marked), "l = u' at a settled place")
    reader.must(not any(c.listed[start + p] for p in marked), "a gap is listed at a settled place")
    c.settled |= zip((start + p for p in marked), labels)


def brackets(entry, one):
    white, black = entry[0][0], entry[1][0]
    return (white, one - black), (black, one - white)


def label_of(c, n):
    """The label of a place of a certificate, if it is known to be sharp: where l = u' it is 0."""
    low, high = brackets(c.entries[n], c.unit)[0]
    return 0 if low == high else c.settled.get(n, inf)


def options_of_a_game(c, names):
    """Options by their names: of those that are the same only one is left."""
    label = lambda name: label_of(c, c.game.index[name]) if name in c.game.index else 0
    return {name: Option(brackets(c.named[name], c.unit), label(name)) for name in names}


def options_of_an_endgame(c, imports, p, white):
    """Options by the endgame, whether it is met with exchanged colours, and the number of the place there; the capture of the king by None."""
    found = {}
    for _, new in moves(c.board, c.places[p], white):
        if new is None:
            found[None] = Option(brackets(c.won if white else c.lost, c.unit), 0)
            continue
        men = tuple(piece >> 8 for piece in new if piece < RIGHT)
        endgame = used(men)
        turned = endgame != men
        index, entries = c.tables[endgame]
        number = index.number(flip(c.board, new) if turned else new)
        entry = entries[number][::-1] if turned else entries[number]
        label = label_of(c, number) if endgame == c.men else 0 if label_of(imports[endgame], number) < inf else inf
        found[endgame, turned, number] = Option(brackets(entry, c.unit), label)
    return found


def options(c, imports, p):
    """The turn, and the options of White and of Black, without repetition. Those of chance stand in the first list."""
    if c.inner == 1:
        turn, *lists = c.game.nodes[p]
        found = [options_of_a_game(c, [name for name, _ in names]) for names in lists]
    else:
        turn, found = "bid", [options_of_an_endgame(c, imports, p, white) for white in (True, False)]
    return turn, [list(side.values()) for side in found]


def term(side, options):
    """The bracket of a side's term."""
    own = [option.brackets[side] for option in options]
    return max(low for low, _ in own), max(high for _, high in own)


def leaves(side, options):
    """Whether an option that may be the side's best one leads to where nothing is known."""
    best, _ = term(side, options)
    return any(option.label == inf and option.brackets[side][1] >= best for option in options)


def evidence(side, options, lowest):
    """The label of a side's evidence at a place that is worth `lowest` to it, or more."""
    return max((option.label for option in options if option.brackets[side][1] > lowest), default=0)


def faults(c, p, turn, lists):
    """The conditions that fail at a settled place, and why."""
    own, one = brackets(c.entries[p], c.unit), c.unit
    movers = [side for side in (0, 1) if turn in ("bid", side)]
    if turn == "chance" and any(option.label == inf for option in lists[0]):
        yield "white-leaves", "an option of chance leads to a place that is not known to be sharp"
    for side in movers:
        if leaves(side, lists[side]):
            name = ("white", "black")[side]
            yield f"{name}-leaves", "an option that may be the best one leads to a place that is not known to be sharp"
    # What the place and its terms are worth to White.
    all_brackets = [own[0]] + [option.brackets[0] for option in lists[0] if turn == "chance"]
    for side in movers:
        low, high = term(side, lists[side])
        all_brackets.append((one - high, one - low) if side else (low, high))
    low, high = max(low for low, _ in all_brackets), min(high for _, high in all_brackets)
    found = [option.label for option in lists[0] if turn == "chance"]
    found += [evidence(side, lists[side], one - high if side else low) for side in movers]
    if low < high and min(found) >= c.settled[p]:
        yield "sharp", f"not apart, from {low} to {high} units; required a label above {min(found)}, found {c.settled[p]}"


def settle(c, tables):
    """The last conditions of form 7: of each settled place in turn."""
    imports = {table.men: table for table in tables}
    for p in sorted(c.settled):
        for condition, text in faults(c, p, *options(c, imports, p)):
            name = quoted(c.game.names[p]) if c.inner == 1 else fen(c.board, c.places[p])
            raise Rejected(condition, f"position {p}, {name}: {text}", p)
