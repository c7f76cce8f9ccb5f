"""The rows of matrix.py for all-pay auctions (statement 16) and for endless games (17 to 19), from the chapters "All-pay auctions" and "Endless
objectives" alone.

Nothing is solved here. The games are small ones whose numbers are worked out by hand; one of 65 positions takes two slices. Auctions and games of
parity are written for Left, and their mirror images are games, too.
"""

import json
from fractions import Fraction
from hashlib import sha256
from math import floor

from matrix_bytes import FINE, certificate, exact, put
from second_certificates import column, number

SIDES = ("white", "black")
NAMES = ("Left", "Right")
THIRDS = (Fraction(1, 3), Fraction(2, 3))


def written(version, positions):
    text = lambda value: str(value) if isinstance(value, Fraction) else value
    rows = [json.dumps({field: text(value) for field, value in position.items()}) for position in positions]
    return (f'{{"{version}": {2 if version == "bidding-game" else 1}, "positions": [\n' + ",\n".join(rows) + "\n]}\n").encode()


def bid(left, right):
    return {"left": left.split(), "right": right.split()}


def turn(side, options):
    return {"turn": side, side: options.split()}


def chance(third, other):
    """The first option has the weight 1/3."""
    return {"chance": [{"to": to, "weight": str(weight)} for to, weight in zip((third, other), THIRDS)]}


def mirror(position):
    """The players exchanged."""
    swap = {"left": "right", "right": "left"}
    new = {swap.get(field, field): value for field, value in position.items()}
    new |= {"turn": swap[position["turn"]]} if "turn" in position else {}
    new |= {"value": 1 - position["value"]} if "value" in position else {}
    # By parity: the next number is of the other player.
    return new | ({"priority": position["priority"] + 1} if "priority" in position else {})


def five(three_times, between):
    """Three positions of one sort, and two between them."""
    return [{"name": name, **(three_times, between)[place % 2]} for place, name in enumerate("pwqvr")]


PLACES = (0, 2, 4)


# --- All-pay auctions ------------------------------------------------------------------------------------------------------------------

# Bounds are in units of 2^-40, and so are weights.
BITS = 40
ONE = 2**BITS
TIES = ("a coin decides ties", "{L} moves after equal bids", "{R} moves after equal bids")
FIRST, SECOND, BOTH = {0: ONE}, {1: ONE}, {0: ONE // 2, 1: ONE // 2}
ENDS = [{"name": name, "value": value} for name, value in zip(("third", "two thirds", "zero", "one"), (*THIRDS, Fraction(0), Fraction(1)))]
# Rounded down.
THIRD, TWO_THIRDS = (floor(value * ONE) for value in THIRDS)
# An upper bound that is not sharp.
LOOSE = 3 * ONE // 4


def all_pay_certificate(game, ties, chips, states):
    """A state is the lower bound, the upper one, and the mixes of both, none of them where nobody bids."""
    slices = []
    for at in range(0, len(states), 4096):
        part = states[at : at + 4096]
        mixes = [[state[side] for state in part] for side in (2, 3)]
        lists = [[state[0] for state in part], [state[1] - state[0] for state in part]]
        lists += [[sum(1 << one for one in mix) for mix in own] for own in mixes]
        # The last bid has the rest.
        lists += [[mix[one] for mix in own for one in sorted(mix)[:-1]] for own in mixes]
        slices.append(b"".join(map(column, lists)))
    return certificate(16, bytes([ties, *chips, BITS, BITS]) + sha256(game).digest(), slices)


class Auction:
    """A game with states, and its mirror image."""

    def __init__(self, matrix, positions, ties, chips, states):
        self.matrix, self.positions, self.ties, self.chips, self.states = matrix, positions, ties, chips, states

    def number(self, place, left, right):
        return (place * (self.chips[0] + 1) + left) * (self.chips[1] + 1) + right

    def mirrored(self, states):
        splits = [(a, b) for b in range(self.chips[1] + 1) for a in range(self.chips[0] + 1)]
        found = [states[self.number(place, *held)] for place in range(len(states) // len(splits)) for held in splits]
        return [(ONE - u, ONE - l, right, left) for l, u, left, right in found]

    def turned(self):
        return Auction(self.matrix, list(map(mirror, self.positions)), (0, 2, 1)[self.ties], self.chips[::-1], self.mirrored(self.states))

    def written(self, states):
        return all_pay_certificate(written("bidding-game", self.positions), self.ties, self.chips, states)

    def add(self, where, what, at, new, side=0):
        """The state at a place and with chips becomes another one; in the mirror image, too."""
        spoilt = put(self.states, self.number(*at), new)
        other = self.turned()
        pairs = (self, spoilt, self.number(*at)), (other, self.mirrored(spoilt), other.number(at[0], at[2], at[1]))
        for turned, (auction, states, place) in enumerate(pairs):
            own = side ^ turned
            names = {"L": NAMES[turned], "R": NAMES[1 - turned], "own": NAMES[own], "bound": ("lower", "upper")[own], "change": ("more", "less")[own]}
            texts, game = (where.format(**names), what.format(**names)), written("bidding-game", auction.positions)
            self.matrix.add("all-pay", f"{SIDES[own]}-mix", *texts, place, auction.written(auction.states), auction.written(states), game=game)

    def add_more(self, where, places):
        for at in places:
            self.add(where, MORE, at, more(self.states[self.number(*at)]))


# The first state, two middle ones and the last one, of five positions and a chip each.
CORNERS = ((0, 0, 0), (2, 0, 1), (2, 1, 0), (4, 1, 1))
MORE = "the {bound} bound is a unit {change}"


def more(state, change=1):
    """One number is another: both bounds are so much more."""
    return (state[0] + change, state[1] + change, *state[2:])


def all_pay(matrix):
    for ties, name in enumerate(TIES):
        ends(matrix, ties, name)
        answers(matrix, ties, name)
    slices(matrix)
    without_bids(matrix)
    for ties in (0, 2):
        mixes(matrix, ties, TIES[ties])


def ends(matrix, ties, name):
    """Who moves ends the game: Left with two thirds, Right with a third. With a chip each."""
    both = ((TWO_THIRDS + THIRD) // 2, TWO_THIRDS, THIRD)[ties]
    lower, mix = (both, THIRD, TWO_THIRDS, both), (FIRST, FIRST, SECOND, SECOND)
    sort = {"left": ["two thirds"], "right": ["third"]}
    auction = Auction(matrix, five(sort, sort) + ENDS, ties, (1, 1), [(l, LOOSE, own, FIRST) for l, own in zip(lower, mix)] * 5)
    auction.add_more(f"two ends, {name}", CORNERS)
    # To keep the chip is not enough, because the other player moves.
    chips, where = ((1, 1), "; a chip each") if ties == 1 else ((1, 0), "; {own} has a chip")
    for place in PLACES:
        bound = auction.states[auction.number(place, *chips)][0]
        auction.add(f"two ends, {name}{where}", "{own} bids 0 and not 1", (place, *chips), (bound, LOOSE, FIRST, FIRST))


def without_bids(matrix):
    either = ["third", "two thirds"]
    cases = {
        "{L}'s turn": ({"turn": "left", "left": either}, TWO_THIRDS),
        "{R}'s turn": ({"turn": "right", "right": either}, THIRD),
        "chance moves": (chance("two thirds", "zero"), TWO_THIRDS // 3),
    }
    for where, (sort, lower) in cases.items():
        auction = Auction(matrix, five(sort, sort) + ENDS, 0, (1, 1), [(lower, LOOSE, {}, {})] * 20)
        auction.add_more(where, CORNERS)


def mixes(matrix, ties, name):
    """The example of the chapter: Left needs one more move, Right needs two. If Right owns ties, it is worth a half to have a chip each."""
    half, quarter = ONE // 2, ONE // 4
    even = [(0, 0, FIRST, FIRST), (0, 0, FIRST, SECOND), (ONE, ONE, SECOND, FIRST), (0, 0, SECOND, SECOND)]
    ahead = [(0, 0, FIRST, FIRST), (0, 0, FIRST, FIRST), (ONE, ONE, FIRST, FIRST), (half, half, BOTH, BOTH)]
    if ties == 0:
        even[0], even[3] = (half, half, FIRST, FIRST), (half, half, SECOND, SECOND)
        ahead = [(l, l, *state[2:]) for l, state in zip((half + quarter, half, ONE, ONE - ONE // 8), ahead)]
    auction = Auction(matrix, five(bid("one", "w"), bid("one", "zero")) + ENDS, ties, (1, 1), ahead + even + ahead + even + ahead)
    where = f"{{L}} needs one move, {{R}} two; {name}"
    for place in PLACES:
        l, u, left, right = ahead[3]
        auction.add(where, MORE, (place, 1, 1), more(ahead[3]))
        auction.add(where, MORE, (place, 1, 1), more(ahead[3], -1), 1)
        for change, text in ((1, "more"), (-1, "less")):
            mix = {0: half + change, 1: half - change}
            what = f"the weight of {{own}}'s bid 0 is 2^-40 {text}"
            auction.add(where, what, (place, 1, 1), (l, u, mix, right))
            auction.add(where, what, (place, 1, 1), (l, u, left, mix), 1)


def answers(matrix, ties, name):
    """With two chips each Left bids one, and one answer of Right's alone leaves no more than what is stated. At w and v both move to the same end, and
    less is stated than could be."""
    half, free = ONE // 2, 7 * ONE // 8
    end = [{"name": "end", "value": Fraction(7, 8)}]
    for answer in range(3):
        stated = {(place, a, b): LOOSE for place in (1, 3) for a in range(3) for b in range(3)}
        # Left moves to w, and Right to v.
        if answer == 1:
            stated[1, 1, 1], stated[3, 1, 1] = ((ONE // 4, LOOSE), (half, LOOSE), (LOOSE, half))[ties]
        else:
            stated[(1, 1, 2) if answer == 0 else (3, 1, 0)] = half
        stated |= {(place, 2, 2): half for place in PLACES}
        every = [(place, a, b) for place in range(5) for a in range(3) for b in range(3)]
        states = [(stated.get(at, 0), free, SECOND if at in [(place, 2, 2) for place in PLACES] else FIRST, FIRST) for at in every]
        auction = Auction(matrix, five(bid("w", "v"), bid("end", "end")) + end, ties, (2, 2), states)
        where = f"{{own}} bids 1 of 2, and only the answer {answer} leaves no more; {name}"
        auction.add_more(where, [(place, 2, 2) for place in PLACES])


def slices(matrix):
    """So many states that they take two slices: at the ends of both."""
    sort = {"left": ["two thirds"], "right": ["third"]}
    states = [((TWO_THIRDS + THIRD) // 2, LOOSE, FIRST, FIRST)] + [(TWO_THIRDS, LOOSE, SECOND, FIRST)] * 63
    auction = Auction(matrix, [{"name": f"p{p}", **sort} for p in range(65)] + ENDS, 0, (63, 0), states * 65)
    auction.add_more("4,160 states in two slices, {L} has 63 chips", ((0, 0, 0), (63, 63, 0), (64, 0, 0), (64, 63, 0)))


# --- Endless games ---------------------------------------------------------------------------------------------------------------------

# The scale of potentials: they are 2^4 times what is stated.
SCALE = 4


def share(value):
    return number(value.numerator) + number(value.denominator)


def endless(rows):
    return written("endless-game", rows)


def stays(name, **fields):
    """Both pass."""
    return {"name": name, **fields}


def copies(sort, others, **fields):
    """Three positions of one sort: the first, a middle and the last one; others between them; and their places."""
    middle = len(others) // 2
    three = [{"name": name, **sort, **fields} for name in "pqr"]
    return [three[0], *others[:middle], three[1], *others[middle:], three[2]], (0, middle + 1, len(others) + 2)


def stated_of(places, rows, given, own):
    """The numbers of all positions: those that are given by name, and those of the three."""
    return [own if p in places else given[row["name"]] for p, row in enumerate(rows)]


# The bank's share and Left's, what this is called, and the probability of the coin.
BANKS = (
    (Fraction(0), Fraction(0), "no bank", Fraction(1, 2)),
    (Fraction(1, 2), Fraction(1, 4), "the bank takes half, Left has 1/4", Fraction(5, 12)),
    (Fraction(1), Fraction(1, 3), "the bank takes all, Left has 1/3", Fraction(1, 3)),
)
# Positions that stay, with the mean payoff and a potential.
MEANS = {"low": (-1, 5), "high": (3, 1), "higher": (3, 2)}


def mean_certificate(game, bank, left, g, h):
    body = sha256(game).digest() + number(SCALE) + share(bank) + share(left)
    return exact(17, body, [[(Fraction(x) - MEANS["low"][0]) / 2**SCALE for x in g], [Fraction(x) / 2**SCALE for x in h]], [])


def mean(matrix):
    """Both parts of what is stated are equal to what is required, so that a change either way is refused by one condition."""
    others = [stays(name, reward=str(g)) for name, (g, _) in MEANS.items()]
    bids = {
        "Left's option is greater": (bid("low high higher", "higher high low"), "higher", "low"),
        "Right's option is greater": (bid("low", "high higher"), "high", "low"),
    }
    cases = []
    for bank, left, name, p in BANKS:
        for where, (sort, y, z) in bids.items():
            cases.append((f"{where}; {name}", bank, left, sort, [p * a + (1 - p) * b for a, b in zip(MEANS[y], MEANS[z])]))
    bank, left, name, _ = BANKS[1]
    third = [(a + 2 * b) / Fraction(3) for a, b in zip(MEANS["high"], MEANS["low"])]
    cases += [
        (f"Left's turn; {name}", bank, left, turn("left", "low high higher"), MEANS["higher"]),
        (f"Right's turn; {name}", bank, left, turn("right", "higher high"), MEANS["high"]),
        (f"chance moves; {name}", bank, left, chance("high", "low"), third),
    ]
    # Whoever passes stays: g is that of the option, and h + g - r is the mean of h and of the option's.
    cases += [("Left passes; no bank", *BANKS[0][:2], bid("", "high"), None), ("Right passes; no bank", *BANKS[0][:2], bid("high", ""), None)]
    for where, bank, left, sort, found in cases:
        rows, places = copies(sort, others, reward="4")
        own = (found[0], found[1] + 4 - found[0]) if found else (3, MEANS["high"][1] + 2 * (4 - 3))
        lists = [stated_of(places, rows, {name: pair[part] for name, pair in MEANS.items()}, own[part]) for part in (0, 1)]
        game = endless(rows)
        control = mean_certificate(game, bank, left, *lists)
        for part, letter in enumerate("gh"):
            for side, change in enumerate((FINE, -FINE)):
                for place in places:
                    spoilt = put(lists, part, put(lists[part], place, lists[part][place] + change * 2**SCALE))
                    what = f"{letter} is 2^-40 of the scale {('more', 'less')[side]}"
                    matrix.add("endless", f"{SIDES[side]}-mean", where, what, place, control, mean_certificate(game, bank, left, *spoilt), game=game)
    shares(matrix)


def beside(value, change):
    """The fraction next to another one, above or below, of those with parts below 2^16: the greatest denominator makes it the nearest."""
    d = next(d for d in range(2**16 - 1, 0, -1) if (value.numerator * d + change) % value.denominator == 0)
    return Fraction((value.numerator * d + change) // value.denominator, d)


def shares(matrix):
    """The shares of the bank and of Left decide what the coin is, at the only position that is bid for."""
    for place in PLACES:
        rows = [stays(name, reward=("3", "-1")[p % 2]) for p, name in enumerate("vwxyz")]
        # Left moves to a position with the reward 3, and Right to one with -1.
        rows[place] |= {"left": [rows[2 if place == 0 else 0]["name"]], "right": [rows[3]["name"]]}
        game = endless(rows)
        for bank, left, name, p in BANKS[1:]:
            g = [Fraction(row["reward"]) for row in rows]
            h = [Fraction(1)] * 5
            g[place] = p * 3 + (1 - p) * -1
            h[place] = 1 + 3 - g[place]
            # White needs that Left's coin is what it is, or better. The more the bank takes the worse it is, as Left has less than half of the money.
            changes = [("Left's share", bank, beside(left, change), change > 0) for change in (1, -1)]
            changes += [("the bank's share", beside(bank, change), left, change < 0) for change in (1, -1) if (bank, change) != (1, 1)]
            control = mean_certificate(game, bank, left, g, h)
            for whose, *new, better in changes:
                what = f"{whose} becomes {new[whose.startswith('L')]}"
                mutant = mean_certificate(game, *new, g, h)
                matrix.add("endless", f"{SIDES[better]}-mean", f"one position is bid for; {name}", what, place, control, mutant, game=game)


# Positions that stay, with the reward 1 and the average 1, so that each may state what it likes: a probability and a potential.
AVERAGES = {"low": (Fraction(1, 4), 9), "some": (Fraction(1, 2), 3), "other": (Fraction(1, 2), 1), "high": (Fraction(3, 4), 0)}


def secures_certificate(game, average, l, h, u, k):
    average = Fraction(average)
    body = sha256(game).digest() + number(SCALE) + bytes([average < 0]) + share(abs(average))
    scaled = lambda numbers: [Fraction(x) / 2**SCALE for x in numbers]
    return exact(18, body, [l, scaled(h), u, scaled(k)], [])


def secures(matrix):
    others = [stays(name, reward="1") for name in AVERAGES]
    half = Fraction(1, 2)
    # What l is, and h of those that count; the reward is 2, so that h is 1 more than that. If somebody passes, it is 2 more.
    bounds = {
        "Left's option is greater": (bid("low high", "high low"), half, 0),
        "Right's option is greater": (bid("low", "high"), half, 0),
        "Left's turn": (turn("left", "low some high"), Fraction(3, 4), 1),
        "Right's turn": (turn("right", "high low some"), Fraction(1, 4), 10),
        "chance moves": (chance("high", "low"), Fraction(5, 12), 0),
        "Left passes": (bid("", "other"), half, 3),
        "Right passes": (bid("other", ""), half, 3),
    }
    steps = {
        "bid for": (bid("low other some", "high some other"), half, 3),
        "Left's turn": (turn("left", "low other some"), half, 4),
        "Right's turn": (turn("right", "high some other"), half, 2),
        "chance moves": (chance("some", "other"), half, 1 + Fraction(5, 3)),
        "Left passes": (bid("", "high other"), half, 3),
        "Right passes": (bid("low other", ""), half, 3),
    }
    of_all = lambda places, rows, own: 2 * [stated_of(places, rows, {name: pair[n] for name, pair in AVERAGES.items()}, own[n]) for n in (0, 1)]
    for part, cases in enumerate((bounds, steps)):
        texts = ("l is 2^-40 more", "u is 2^-40 less") if part == 0 else ("h is 2^-40 of the scale more", "k is 2^-40 of the scale less")
        for where, (sort, *own) in cases.items():
            rows, places = copies(sort, others, reward="2")
            spoil(matrix, part, where, rows, of_all(places, rows, own), places, part, texts)
    # Who stays where too little is collected has no such probability.
    for side, reward in enumerate(("0", "2")):
        rows, places = copies({}, others, reward=reward)
        texts = ("l is 2^-40 and not 0", "u is 1 - 2^-40 and not 1")
        spoil(matrix, 1, f"both pass, the reward is {reward}", rows, of_all(places, rows, (side, 0)), places, 0, texts, [side])
    averages(matrix)


def spoil(matrix, part, where, rows, lists, places, which, texts, sides=(0, 1)):
    """For each side its number, of l, h or of u, k, is a little more or less."""
    game = endless(rows)
    control = secures_certificate(game, 1, *lists)
    for side in sides:
        n = 2 * side + which
        change = (FINE, -FINE)[side] * (2**SCALE if which else 1)
        for place in places:
            mutant = secures_certificate(game, 1, *put(lists, n, put(lists[n], place, lists[n][place] + change)))
            condition = f"{SIDES[side]}-secures"
            alone = (("`{}`, the bound", "`{}`, the step")[part].format(condition),)
            matrix.add("endless", condition, where, texts[side], place, control, mutant, alone, game)


def averages(matrix):
    """The average itself: at one position that stays it is collected and no more."""
    for average in (Fraction(1), Fraction(0), Fraction(-1)):
        for side, change in enumerate((1, -1)):
            for place in PLACES:
                rows = [stays(name, reward=str(average + change * (p != place))) for p, name in enumerate("vwxyz")]
                game = endless(rows)
                # The other side says nothing.
                write = lambda c, game=game, nothing=1 - side: secures_certificate(game, c, [nothing] * 5, [0] * 5, [nothing] * 5, [0] * 5)
                new = average + change * (Fraction(1, 2**63 - 1) if average == 0 else Fraction(1, 2**62))
                what = f"c is not {average} but " + (f"2^-62 {('more', 'less')[side]}" if average else f"{'-' * side}1/(2^63 - 1)")
                condition = f"{SIDES[side]}-secures"
                matrix.add("endless", condition, "both pass", what, place, write(average), write(new), (f"`{condition}`, the step",), game)


def parity_certificate(game, x, labels):
    """Labels by their index, from the greatest odd one down, then from the greatest even one."""
    order = sorted(labels, key=lambda k: (k % 2 == 0, -k))
    return exact(19, sha256(game).digest(), [x], [labels[k] for k in order])


class Parities:
    """A game with values and labels, and its mirror image, in which priorities are one more."""

    def __init__(self, matrix, rows, x, labels):
        self.matrix, self.rows, self.x, self.labels = matrix, rows, [Fraction(value) for value in x], labels

    def add(self, where, what, place, labels):
        """With other labels neither Left's condition is true nor, in the mirror image, Right's."""
        for turned in (0, 1):
            game = endless([mirror(row) if turned else row for row in self.rows])
            control, mutant = (self.written(game, turned, self.x, numbers) for numbers in (self.labels, labels))
            names = {"L": NAMES[turned], "R": NAMES[1 - turned]} | {f"n{n}": n + turned for n in range(4)}
            self.matrix.add("endless", f"{SIDES[turned]}-parity", where.format(**names), what.format(**names), place, control, mutant, game=game)

    @staticmethod
    def written(game, turned, x, labels):
        if turned:
            x, labels = [1 - value for value in x], {0: [0] * len(x)} | {k + 1: numbers for k, numbers in labels.items()}
        return parity_certificate(game, x, labels)


def equations(matrix):
    # Left has won at w, Right at v, and m is even. Where no bid decides, p leads to m: Left is safe, and Right is lucky by a label.
    others = [stays("w", priority=0), {"name": "m", **bid("w", "v"), "priority": 0}, stays("v", priority=1)]
    values = {"w": 1, "m": Fraction(1, 2), "v": 0}
    half = Fraction(1, 2)
    cases = {
        "Left's option is greater": (bid("v w", "w v"), half),
        "Right's option is greater": (bid("v", "w"), half),
        "Left's turn": (turn("left", "v m"), half),
        "Right's turn": (turn("right", "w m"), half),
        "chance moves": (chance("w", "v"), Fraction(1, 3)),
        "Left passes": (bid("", "m"), half),
        "Right passes": (bid("m", ""), half),
    }
    for where, (sort, own) in cases.items():
        rows, places = copies(sort, others, priority=0)
        x = [Fraction(value) for value in stated_of(places, rows, values, own)]
        game, labels = endless(rows), {1: [0] * len(rows), 0: [int(p in places) for p in range(len(rows))]}
        control = parity_certificate(game, x, labels)
        for place in places:
            for change, text in ((FINE, "more"), (-FINE, "less")):
                mutant = parity_certificate(game, put(x, place, x[place] + change), labels)
                matrix.add("endless", "equation", where, f"x is 2^-40 {text}", place, control, mutant, game=game)


# How it is verified, who moves, the priority, and the labels (t3, t1) of p and of its options a and b. Then the changes: of whom, which label, what it
# becomes. Left wins everywhere but at one position, of priority 3, to which nothing leads.
LABELS = (
    ("safe", bid("a", "b"), 2, ((1, 0), (1, 5), (1, 5)), (("p", 3, 0), ("a", 3, 2), ("b", 3, 2))),
    ("safe", bid("a", "b"), 0, ((1, 1), (1, 1), (1, 1)), (("p", 1, 0), ("p", 3, 0), ("a", 1, 2), ("a", 3, 2), ("b", 1, 2), ("b", 3, 2))),
    ("safe", turn("left", "a b"), 0, ((1, 1), (1, 1), (2, 0)), (("p", 1, 0), ("a", 1, 2))),
    ("safe", turn("right", "a b"), 0, ((1, 1), (0, 9), (1, 1)), (("p", 1, 0), ("b", 1, 2))),
    ("safe", chance("a", "b"), 0, ((1, 1), (1, 1), (1, 1)), (("p", 1, 0), ("a", 1, 2), ("b", 1, 2))),
    ("lucky", bid("a", "b"), 1, ((1, 1), (1, 0), (1, 5)), (("p", 1, 0), ("a", 1, 1), ("b", 3, 2))),
    ("lucky", bid("b", "a"), 1, ((1, 1), (1, 0), (1, 5)), (("p", 1, 0), ("a", 1, 1), ("b", 3, 2))),
    ("lucky", bid("a", "b"), 0, ((1, 1), (1, 0), (1, 5)), (("p", 1, 0), ("a", 1, 1), ("b", 3, 2))),
    ("lucky", bid("a", "b"), 3, ((1, 9), (0, 0), (0, 0)), (("p", 3, 0),)),
    ("lucky", bid("a", "b"), 3, ((1, 9), (0, 20), (7, 0)), (("p", 3, 0), ("a", 3, 1))),
    ("lucky", bid("a", "b"), 1, ((1, 0), (0, 9), (7, 9)), (("p", 3, 0), ("a", 3, 1))),
    ("lucky", turn("left", "a b"), 1, ((1, 1), (1, 0), (3, 0)), (("p", 1, 0), ("a", 1, 1))),
    ("lucky", turn("right", "a b"), 1, ((1, 1), (0, 9), (1, 0)), (("p", 1, 0), ("b", 1, 1))),
    ("lucky", chance("a", "b"), 1, ((1, 1), (1, 0), (1, 5)), (("p", 1, 0), ("a", 1, 1), ("b", 3, 2))),
)


def parity(matrix):
    equations(matrix)
    for how, sort, priority, labels, changes in LABELS:
        # Each of the three has options of its own: p a b, a q b and the other one, a b r.
        rows, at = [], {}
        for copy, order in enumerate(("pab", "apb", "abp")):
            names = {one: f"{one}{copy}" for one in order}
            for one in order:
                at[copy, one] = len(rows)
                rows.append({"name": names[one], "priority": priority, **renamed(sort, names)} if one == "p" else stays(names[one], priority=0))
            if copy == 1:
                rows.append(stays("lost", priority=3))
        stated = {3: [0] * 10, 2: [0] * 10, 1: [0] * 10, 0: [0] * 10}
        for (copy, one), place in at.items():
            stated[3][place], stated[1][place] = labels["pab".index(one)]
        found = Parities(matrix, rows, [int(row["name"] != "lost") for row in rows], stated)
        for one, k, new in changes:
            old = labels["pab".index(one)][k == 1]
            for copy in range(3):
                found.add(
                    f"{how}; {mover(sort)}, priority {{n{priority}}}, (t_{{n3}}, t_{{n1}}) of p, a, b: {shown(labels)}",
                    f"t_{{n{k}}} of {one} is not {old} but {new}",
                    at[copy, "p"],
                    stated | {k: put(stated[k], at[copy, one], new)},
                )
    counting(matrix)


def renamed(sort, names):
    if "chance" in sort:
        return {"chance": [option | {"to": names[option["to"]]} for option in sort["chance"]]}
    return {field: value if field == "turn" else [names[one] for one in value] for field, value in sort.items()}


def mover(sort):
    if "chance" in sort:
        return "chance moves"
    if "turn" in sort:
        return f"{{{sort['turn'][0].upper()}}}'s turn"
    return f"{{L}} moves to {sort['left'][0]}, {{R}} to {sort['right'][0]}"


def shown(labels):
    return " ".join(f"({a}, {b})" for a, b in labels)


def counting(matrix):
    """The play is even at p and at its option m; Left may also lose it, and Right, too. Those options do not count, whatever their labels are."""
    others = [stays("w", priority=0), {"name": "m", **bid("w", "v"), "priority": 0}, stays("v", priority=1)]
    half = Fraction(1, 2)
    for how, priority, own in (("safe", 0, (1, 1)), ("lucky", 1, (2, 0))):
        rows, places = copies(bid("m v", "m w"), others, priority=priority)
        x = stated_of(places, rows, {"w": 1, "m": half, "v": 0}, half)
        labels = {1: stated_of(places, rows, {"w": 9, "m": 1, "v": 0}, own[0]), 0: stated_of(places, rows, {"w": 0, "m": 0, "v": 0}, own[1])}
        found = Parities(matrix, rows, x, labels)
        for place in places:
            what = f"t_{{n1}} of p is not {own[0]} but {own[0] - 1}"
            found.add(f"{how}; options that do not count, priority {{n{priority}}}", what, place, labels | {1: put(labels[1], place, own[0] - 1)})
