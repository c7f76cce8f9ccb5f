"""Hex, statement 8: a further game of checker.py, written from the chapters "The format: payments, and Hex" and "Hex" alone.

The cells are filled in their order. After each cell a BORDER is what matters of the filling: the last filled cell on each file, with 0 for a
stone of Right, 1 for a stone of Left that is joined to the first rank, and a greater number for each other chain of Left's. Below the first rank
lies a rank of Left's stones, so that nothing else has to be said about that edge. Forwards, it is counted in how many ways each border
arises; backwards, in how many ways Left wins from it. A board with more files than ranks is turned: files become ranks, Left becomes Right.
"""

from checker import Rejected, can, must, must_be_bare

MOST_BORDERS = 2**16


def joined(border, file):
    """The border after a stone of Left on this file: its neighbours are the files before and after it, and the rank before."""
    touched = sorted({*border[max(0, file - 1) : file + 2]} - {0})
    cells = bytearray(border)
    cells[file] = touched[0] if touched else 255
    for label in touched[1:]:
        cells = cells.replace(bytes([label]), bytes(touched[:1]))
    return named(cells)


def named(cells):
    """The border with its chains numbered in the order in which they come, or None if none is joined to the first rank."""
    if 1 not in cells:
        return None
    names = {0: 0, 1: 1}
    return bytes([names.setdefault(cell, len(names)) for cell in cells])


def counts(files, stones):
    """How many fillings Left wins; and for each cell, how many of these have a stone of Left there."""
    layers, steps = [{b"\1" * files: 1}], []
    for cell, stone in enumerate(stones):
        file, old, new, step = cell % files, layers[-1], {}, []
        for border, ways in old.items():
            left = joined(border, file) if stone != 2 else None
            right = named(border[:file] + b"\0" + border[file + 1 :]) if stone != 1 else None
            step.append((left, right))
            for after in (left, right):
                if after is not None:
                    new[after] = new.get(after, 0) + ways
        can(len(new) <= MOST_BORDERS, f"limit: found more than {MOST_BORDERS} borders after cell {cell}")
        # Only the last layer is needed by name: from now on a border is its number.
        numbers = {after: number for number, after in enumerate(new)}
        steps.append([(numbers.get(left, -1), numbers.get(right, -1)) for left, right in step])
        layers[-1] = list(old.values())
        layers.append(new)
    # The number -1 is the last one of a list: no way to win.
    wins, found = [1] * len(layers[-1]) + [0], []
    for ways, step in zip(reversed(layers[:-1]), reversed(steps)):
        found.append(sum(n * wins[left] for n, (left, _) in zip(ways, step) if left >= 0))
        wins = [wins[left] + wins[right] for left, right in step] + [0]
    return wins[0], found[::-1]


def left_wins(files, ranks, stones):
    """The numbers of `counts`, by way of the shorter side."""
    if files <= ranks:
        return counts(files, stones)
    turned = [(0, 2, 1)[stones[j * files + i]] for i in range(files) for j in range(ranks)]
    lost, with_right = counts(ranks, turned)
    free = stones.count(0)
    # With Left's stone on a free cell there are 2^(free - 1) fillings; Right wins those that he does not win with his own stone there.
    with_left = [(1 << max(0, free - 1)) - (lost - with_right[i * ranks + j]) for j in range(ranks) for i in range(files)]
    return (1 << free) - lost, with_left


def verify(verifier, c):
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    board = c.body
    files, ranks = board.byte(), board.byte()
    board.must(1 <= files <= 16 and 1 <= ranks <= 16, f"found {files}x{ranks}, required 1 to 16 of each")
    stones = list(board.take(files * ranks))
    board.must(max(stones) <= 2, "a stone is 0, 1 or 2")
    board.end()
    must_be_bare(c)
    must(len(c.slices) == 1, "coverage", f"found {len(c.slices)} slices, required 1")
    free = [cell for cell, stone in enumerate(stones) if stone == 0]
    reader = c.part(0)
    stated = [reader.natural() for _ in range(1 + len(free))]
    reader.end()
    wins, with_left = left_wins(files, ranks, stones)
    # The place of a cell is 1 more than its number.
    rows = [("all", wins, 0)] + [(f"{chr(97 + cell % files)}{cell // files + 1}, with Left's stone there", with_left[cell], 1 + cell) for cell in free]
    for found, (name, right, place) in zip(stated, rows):
        if found != right:
            raise Rejected("count", f"{name}: found {found}, required {right}", place)
    c.conditions, c.positions, c.longest = {"count": len(rows)}, 1, max(number.bit_length() for number in stated)
    c.proved = f"Left wins {wins} of the 2^{len(free)} fillings; the counts of all free cells"
    return c
