"""Expected rewards of models, statement 15: a further game of checker.py, written from the chapters "The format: expected rewards" and "The format:
models" and the specification of UMB alone.

`number` at a position is what is stated there of one side: White's is l with the label T, Black's is u with T'. All numbers are fractions, or infinite.
"""

from fractions import Fraction
from math import gcd, inf
from typing import NamedTuple

from checker import Rejected, can, must
from escape import quoted
from models import MOST_NODES, flag, labelled, literal, steps_of
from umb import Model, unpack

WHITE, BLACK, CHANCE = 0, 1, "chance"
# The end as an option, in the place of the number of a position: rows of numbers and labels have it as their last one.
END = -1
NAMES = "white", "black"


class Question:
    """The body of the statement."""

    def __init__(self, body, signed=False):
        self.signed = signed
        self.model = body.take(32)
        self.simplest = flag(body)
        self.maximisers = body.list(body.number)
        try:
            self.reward = body.bytes().decode("utf-8")
        except UnicodeDecodeError:
            body.must(False, "the name of the reward is no UTF-8")
        self.goal = literal(body) if flag(body) else None
        self.discount = (body.number(), body.number()) if flag(body) else None
        self.scale = body.number()
        body.end()
        rising = all(a < b for a, b in zip(self.maximisers, self.maximisers[1:]))
        body.must(rising and all(player < 2**32 for player in self.maximisers), "coalition: the players are not increasing")
        if self.discount is not None:
            a, b = self.discount
            body.must(self.goal is None and 0 < a < b and gcd(a, b) == 1, f"discount: found {a}/{b}, required lowest terms between 0 and 1, and no goal")
        can(self.scale < 1024, f"limit: scale: found {self.scale}, required at most 1023")


class Position(NamedTuple):
    """Options are pairs of a position and a weight."""

    turn: object
    reward: Fraction
    options: list


class Asked:
    """All that is asked of a game in a file, and `positions`."""

    def __init__(self, model, question):
        labelled(model, question.goal)
        must(question.reward in model.rewards, "canonical", f"reward: found {quoted(question.reward)}, which the model has not")
        must(all(player < model.players for player in question.maximisers), "canonical", "coalition: a player whom the model has not")
        self.terminal, self.goal = {"end": Fraction(0)}, question.goal is not None
        amount = lambda part, place: model.amount(question.reward, part, place, question.simplest, question.signed)
        draws = [model.draw(choice, question.simplest) for choice in range(len(model.branches))]
        inside = lambda state: self.goal and (state in model.labels[question.goal[0]]) != question.goal[1]
        inner = [state for state in range(model.states) if not inside(state)]
        turns = [state for state in inner if len(model.choices[state]) > 1]
        step = steps_of(model, turns)
        can(len(inner) + len(step) <= MOST_NODES, f"limit: more than {MOST_NODES} positions")
        self.names = [str(state) for state in inner] + list(step.values())
        self.index = {name: number for number, name in enumerate(self.names)}
        self.positions = []

        def chance(place, reward, draw):
            """A position of chance; the draw is one of states with weights."""
            a, b = question.discount or (1, 1)
            options = [(self.index.get(str(target), END), a * weight) for target, weight in draw]
            rest = (b - a) * sum(weight for _, weight in draw)
            options += [(END, rest)] if rest else []
            can(sum(weight for _, weight in options) < 2**64, f"model: {place}: the sum of the weights is 2^64 or more")
            self.add(CHANCE, place, reward, options)

        def drawn(choice):
            """The reward of a choice, with the mean of those of its branches."""
            mean = sum(amount("branches", branch) * model.probability(branch, question.simplest) for branch in model.branches[choice])
            return amount("choices", choice) + mean

        for state in inner:
            own, reward = model.choices[state], amount("states", state)
            if len(own) > 1:
                turn = WHITE if model.owners[state] in question.maximisers else BLACK
                self.add(turn, f"state {state}", reward, [(self.index[step[choice]], 1) for choice in own])
            elif own:
                chance(f"state {state}", reward + drawn(own[0]), draws[own[0]])
            else:
                chance(f"state {state}", reward, [(state, 1)])
        for choice in step:
            chance(f"choice {choice}", drawn(choice), draws[choice])
        self.nodes = [(turn,) for turn, _, _ in self.positions]

    def add(self, turn, place, reward, options):
        can(abs(reward.numerator) < 2**64 and reward.denominator < 2**64, f"model: {place}: the reward has a numerator or denominator of 2^64 or more")
        self.positions.append(Position(turn, reward, options))


def short(number):
    return str(number) if number == inf or number.denominator < 2**200 else f"about {float(number):.17g}"


# --- The conditions ------------------------------------------------------------------------------------------------------------------


def total(position, numbers):
    """F."""
    found = [numbers[option] for option, _ in position.options]
    if position.turn == CHANCE and inf not in found:
        weights = [weight for _, weight in position.options]
        return position.reward + sum(number * weight for number, weight in zip(found, weights)) / sum(weights)
    best = min(found) if position.turn == BLACK else max(found)
    return best if best == inf else position.reward + best


def needs_evidence(goal, side, p, position, numbers):
    """Whether evidence is needed where a number is equal to F."""
    own = numbers[p]
    excepted = own == inf or position.reward > 0 or goal != (side == BLACK) or (side == WHITE and own == 0)
    return not excepted and (position.turn != CHANCE or all(numbers[option] == own for option, _ in position.options))


def evidence(side, p, position, numbers, labels):
    """The least evidence: some greedy option of the side, all of the opponent's that are worth as much as the position, or some option of chance."""
    options = [option for option, _ in position.options]
    if position.turn == CHANCE:
        return min(labels[option] for option in options)
    if position.turn == side:
        best = (max, min)[side](numbers[option] for option in options)
        return min(labels[option] for option in options if numbers[option] == best)
    return max(labels[option] for option in options if numbers[option] == numbers[p])


def fault(goal, exact, p, position, sides):
    """The first condition that fails at a position, and why. `sides` has for each side its numbers and labels."""
    found = []
    for side, (numbers, labels) in enumerate(sides):
        own, mean = numbers[p], total(position, numbers)
        if (own > mean, own < mean)[side]:
            text = f"required {short(own)} {('<=', '>=')[side]} {short(mean)}, where the first is stated and the second is F(P)"
            return f"{NAMES[side]}-forces", text
        needed = own == mean and needs_evidence(goal, side, p, position, numbers)
        least = evidence(side, p, position, numbers, labels) if needed else None
        if needed and least >= labels[p]:
            return f"{NAMES[side]}-forces", f"{short(own)} = F(P): required a label above {least}, found {labels[p]}"
        found.append(least + 1 if needed else 0)
    for side, (numbers, labels) in enumerate(sides):
        if exact and numbers[p] < inf and labels[p] != found[side]:
            return f"{NAMES[side]}-label", f"stated {labels[p]}, required {found[side]}"
    return None


def grows(goal, p, position, low, levels, distances):
    """The condition `infinite`, where the lower bound is infinite."""
    own, lower, stays, counts = (levels[p], distances[p]), [], [], []
    for option, _ in position.options:
        endless = low[option] == inf
        lower.append(endless and levels[option] < own[0])
        stays.append(endless and levels[option] <= own[0])
        nearer = endless and (levels[option], distances[option]) < own
        counts.append(nearer or (stays[-1] and (goal or position.reward > 0)))
    if position.turn == CHANCE:
        return any(lower) or (all(stays) and any(counts))
    return (any, all)[position.turn](counts)


def first_fault(goal, exact, positions, sides):
    """The first condition that fails, where, and why; or None. The rows of `sides` have the end as their last entry."""
    for p, position in enumerate(positions):
        found = fault(goal, exact, p, position, sides)
        if found is not None:
            return found[0], p, found[1]
    (low, distances), (_, levels) = sides
    for p, position in enumerate(positions):
        if low[p] == inf and not grows(goal, p, position, low, levels, distances):
            return "infinite", p, f"the level {levels[p]} and the distance {distances[p]} are not enough"
    return None


# --- A certificate -------------------------------------------------------------------------------------------------------------------


def rows(c, scale, signed):
    """The numbers and labels of both sides, as rewards."""
    natural = lambda number: inf if number == c.unit else Fraction(number << scale, c.unit)
    amount = (lambda number: Fraction((2 * number - c.unit) << scale, c.unit)) if signed else natural
    low, high = ([amount(white[0]) for white, _ in c.entries], [amount(c.unit - black[0]) for _, black in c.entries])
    labels = ([entry[side][2] for entry in c.entries] for side in (WHITE, BLACK))
    return [(numbers + [Fraction(0)], own + [0]) for numbers, own in zip((low, high), labels)]


def verify(verifier, c, signed_fault=None):
    """Amounts may have any sign where it is given what finds the first fault then."""
    question = Question(c.body, signed_fault is not None)
    worth = Fraction(1, 2) if question.signed else Fraction(0 if question.goal is None else 1)
    good = c.never == worth and ((c.form == 0 and c.bits == 0) or (c.form == 2 and c.bits > 0))
    must(good, "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required exact values in form 0 or units in form 2, and {worth}")
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    can(verifier.game is not None, "the certificate is about a model: give it with --graph")
    model = Model(unpack(verifier.game()))
    can(model.digest == question.model, f"model: required the one with the SHA-256 {question.model.hex()}: is this the model?")
    c.inner, c.game, c.digest = 1, Asked(model, question), model.digest
    verifier.read_numbers(c, [])
    sides = rows(c, question.scale, question.signed)
    positions = c.game.positions
    found = signed_fault(c.game.goal, positions, sides) if signed_fault else first_fault(c.game.goal, c.form == 0, positions, sides)
    if found is not None:
        raise Rejected(found[0], f"position {found[1]}, {c.game.names[found[1]]}: {found[2]}", found[1])
    tests = ("forces", "label")[: 1 + (c.form == 0 or question.signed)]
    c.conditions = {f"{side}-{test}": len(c.entries) for side in ("white", "black") for test in tests}
    c.conditions |= {} if question.signed else {"infinite": sides[0][0][:-1].count(inf)}
    c.proved = f"{len(c.entries)} states and choices of a model: {c.game.goal and 'rewards up to a goal' or 'rewards'}"
    return c
