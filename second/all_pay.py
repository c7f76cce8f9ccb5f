"""All-pay auctions, statement 16: a further game of checker.py, written from the chapter "All-pay auctions" alone.

A state is a position with the chips that both players have left. For each side there is a GRID, a dictionary from pairs of chips to numbers:
what this side reaches if it moves from a position when so much is left, and what the other side leaves it. Right sees 1 - x for every x.
"""

from math import ceil, floor

from checker import Rejected, can, must, must_be_bare
from escape import quoted

MOST_CHIPS, MOST_STATES, MOST_WORK, SLICE = 63, 2**20, 2**28, 4096


def verify(verifier, c):
    # Step 4.
    ties, left, right, bits, weight = c.body.take(5)
    c.digest = c.body.take(32)
    c.body.end()
    good = ties < 3 and 1 <= bits <= 62 and weight <= 62
    c.body.must(good, f"ties {ties}, bits {bits}, weight {weight}: required 0 to 2, 1 to 62, 0 to 62")
    can(max(left, right) <= MOST_CHIPS, f"found {left} and {right} chips, required at most {MOST_CHIPS} each")
    # Steps 5 and 6.
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    verifier.ask(c)
    can(ends(c.game), "all-pay: a position can come again, where both could bid nothing for ever")
    splits = [(a, b) for a in range(left + 1) for b in range(right + 1)]
    states = [(p, held) for p in range(len(c.game.nodes)) for held in splits]
    work = len(c.game.nodes) * sum((a + 1) * (b + 1) for a, b in splits)
    can(len(states) <= MOST_STATES and work <= MOST_WORK, f"limit: found {len(states)} states")
    must_be_bare(c)
    # Step 7.
    required = -(-len(states) // SLICE)
    must(len(c.slices) == required, "coverage", f"required {required} slices, found {len(c.slices)}")
    bounds, mixes = [], ([], [])
    for number in range(required):
        read_slice(c, c.part(number), states[SLICE * number :][:SLICE], bits, weight, bounds, mixes)
    # Step 8.
    index = {state: number for number, state in enumerate(states)}
    for p, node in enumerate(c.game.nodes):
        grids = [grid(c, node, splits, index, bounds, bits, side) for side in (0, 1)]
        for held in splits:
            for side in (0, 1):
                number = index[p, held]
                stated = bounds[number][0] if side == 0 else 2**bits - bounds[number][1]
                if not proves(stated, node[0], grids[side], held, mixes[side][number], side, ties, weight):
                    what = f"state {number}, {quoted(c.game.names[p])} with {held[0]} against {held[1]} chips"
                    raise Rejected(("white-mix", "black-mix")[side], f"{what}: the bids do not prove the bound", number)
    c.conditions, c.positions, c.longest = dict.fromkeys(("white-mix", "black-mix"), len(states)), len(states), bits + 1
    c.proved = f"{len(states)} states of an all-pay auction: bounds, and bids that prove them"
    return c


def ends(game):
    """Whether no position comes twice: those whose options are all done are taken away, until none is left."""
    # At a turn the list of the other side stands for a pass that nobody makes.
    lists_of = lambda turn, *lists: [lists[turn]] if turn in (0, 1) else lists
    open_options = [{game.index[name] for options in lists_of(*node) for name, _ in options if name in game.index} for node in game.nodes]
    leading_to = {p: [] for p in range(len(game.nodes))}
    for p, options in enumerate(open_options):
        for option in options:
            leading_to[option].append(p)
    done = [p for p, options in enumerate(open_options) if not options]
    for p in done:
        for before in leading_to[p]:
            open_options[before].discard(p)
            if not open_options[before]:
                done.append(before)
    return len(done) == len(game.nodes)


def read_slice(c, reader, states, bits, weight, bounds, mixes):
    """Adds the bounds of the states of a slice, and the mixes of both sides as dictionaries: how heavy each bid is."""
    lower, more = (reader.column(len(states), 2**bits + 1) for _ in range(2))
    reader.must(all(a + b <= 2**bits for a, b in zip(lower, more)), "an upper bound is greater than 1")
    bounds += [(a, a + b) for a, b in zip(lower, more)]
    masks = [reader.column(len(states), 2**64) for _ in range(2)]
    for side in (0, 1):
        bids = [[bid for bid in range(64) if mask >> bid & 1] for mask in masks[side]]
        for (p, held), own in zip(states, bids):
            reader.must((c.game.nodes[p][0] == "bid") == bool(own), "bids where nobody bids, or none where both do")
            reader.must(not own or own[-1] <= held[side], "a bid of more chips than there are")
        numbers = iter(reader.column(sum(max(len(own) - 1, 0) for own in bids), 2**64))
        for own in bids:
            heavy = {bid: next(numbers) for bid in own[:-1]}
            rest = 2**weight - sum(heavy.values())
            reader.must(rest > 0 and all(heavy.values()), "weights are not above 0, or too great")
            mixes[side].append(heavy | {bid: rest for bid in own[-1:]})
    reader.end()


def grid(c, node, splits, index, bounds, bits, side):
    """For each split what the side has if it moves, and if the other side does; at chance the sum of all options twice, and their weights."""
    turn, *lists = node

    def seen(name, held):
        """The bound that the side may count on."""
        if name in c.game.index:
            low, high = bounds[index[c.game.index[name], held]]
        else:
            value = c.game.terminal[name] * 2**bits
            low, high = floor(value), ceil(value)
        return low if side == 0 else 2**bits - high

    if turn == "chance":
        total = sum(weight for _, weight in lists[0])
        sums = {held: sum(weight * seen(name, held) for name, weight in lists[0]) for held in splits}
        return {held: (found, found, total) for held, found in sums.items()}
    # Where a side does not come to move its list is empty, or stands for a pass that nobody makes.
    own = lists[side] if turn in ("bid", side) else None
    other = lists[1 - side] if turn in ("bid", 1 - side) else None
    best = lambda of, options, held: of(seen(name, held) for name, _ in options) if options else None
    return {held: (best(max, own, held), best(min, other, held), 1) for held in splits}


def proves(stated, turn, view, held, mix, side, ties, weight):
    """Whether the side is sure of what is stated, whatever the other one bids."""
    if turn != "bid":
        own, other, total = view[held]
        return stated * total <= (other if turn == 1 - side else own)

    def twice(bid, answer):
        left = (held[0] - bid, held[1] - answer) if side == 0 else (held[0] - answer, held[1] - bid)
        own, other, _ = view[left]
        if bid == answer and ties == 0:
            return own + other
        return 2 * own if bid > answer or (bid == answer and ties == 1 + side) else 2 * other

    reached = (sum(heavy * twice(bid, answer) for bid, heavy in mix.items()) for answer in range(held[1 - side] + 1))
    return all(found >= 2 * 2**weight * stated for found in reached)
