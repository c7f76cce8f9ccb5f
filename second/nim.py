"""Nim under an auction, statement 13: a further game of checker.py, written from the chapter "Nim under an auction" alone.

A position is a tuple of heaps, none greater than the one before it.
"""

from fractions import Fraction

from checker import can, must

MOST_POSITIONS, MOST_OBJECTS, MOST_WORK = 2**20, 2**10, 2**26


class Nim:
    """All that is asked of a game in a file. Who has won is a terminal position."""

    def __init__(self, body):
        play, heaps = body.byte(), tuple(body.list(body.number))
        good = heaps and all(a >= b for a, b in zip(heaps, heaps[1:])) and heaps[-1] > 0
        body.must(play < 2 and good, f"play {play}, heaps {heaps}: required 0 or 1, and heaps of 1 or more that do not increase")
        body.end()
        can(sum(heaps) <= MOST_OBJECTS, f"limit: found {sum(heaps)} objects, required at most {MOST_OBJECTS}")
        # From the start on: what can be reached, and what from there.
        options, waiting = {}, [heaps]
        while waiting:
            position = waiting.pop()
            if position and position not in options:
                options[position] = {after(position, heap, left) for heap in {*position} for left in range(heap)}
                waiting.extend(options[position] - options.keys())
                work = len(options) * sum(heaps)
                can(len(options) <= MOST_POSITIONS and work <= MOST_WORK, "limit: too many positions")
        # Tuples are compared as the chapter compares lists.
        order = sorted(options)
        self.names = ["+".join(map(str, position)) for position in order]
        self.index = {name: number for number, name in enumerate(self.names)}
        self.terminal = {"Left has won": Fraction(1), "Right has won": Fraction(0)}
        self.nodes = [("bid", *([(self.name(option, side ^ play), 1) for option in options[position]] for side in (0, 1))) for position in order]

    @staticmethod
    def name(position, winner):
        return "+".join(map(str, position)) or ("Left has won", "Right has won")[winner]


def after(position, heap, left):
    """What is left when one heap of a size is brought down to another size."""
    place = position.index(heap)
    rest = position[:place] + position[place + 1 :] + (left,) * (left > 0)
    return tuple(sorted(rest, reverse=True))


def verify(verifier, c):
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    must((c.bits, c.form, c.never) == (0, 0, None), "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required 0, 0, none")
    c.inner, c.game = 1, Nim(c.body)
    verifier.numbers(c, [])
    c.proved, c.game = f"{len(c.entries)} positions: the values of Nim", None
    return c
