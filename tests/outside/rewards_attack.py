#!/usr/bin/env python3
"""Attacks the conditions of statement 15, expected rewards of models, as the second checker has them: tries to have something false accepted.

    rewards_attack.py [--games N] [--positions N] [--seed S]

Games of few positions are drawn by lot. Their values are found by trying all pairs of strategies that do not depend on the past; chains are solved with
fractions, and what is best against the best answer must be the same from both sides. Then, for each game:

1. Every row of numbers from a grid (small fractions, infinity, and the true values) that is too great somewhere is put as a lower bound, and every one
   that is too small as an upper bound. Those that satisfy the inequalities get all labels from 0 to the number of positions, levels and distances from 0
   on; more would not be different, because only their order counts. None may be accepted.
2. Rows that solve the equations, but are not the values, as exact ones, with all labels. None may be accepted.
3. Solutions of the equations by iteration from large numbers, and the values of all pairs of strategies, as bounds with the labels that are made as
   best can be: for these larger games are drawn.
4. The values with the labels that are made must be accepted, as exact ones and as bounds; and as exact ones with no other labels of finite numbers.

Exit status 1 if one of these fails.
"""

import argparse
import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from math import inf
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "second"))
sys.dont_write_bytecode = True
import rewards
from rewards import BLACK, CHANCE, END, WHITE, Position

GRID = [Fraction(n, 2) for n in (0, 1, 2, 3, 4, 6)] + [inf]

# --- Values --------------------------------------------------------------------------------------------------------------------------


def reached(moves):
    """For each position those that a play can come to from it, and itself."""
    found = []
    for start in range(len(moves)):
        seen, open_ = {start}, [start]
        while open_:
            here = open_.pop()
            for target, _ in moves[here] if here != END else ():
                if target not in seen:
                    seen.add(target)
                    open_.append(target)
        found.append(seen)
    return found


def solve(unknown, rewards_of, moves, known):
    """The mean of what is collected from the unknown positions on, where that of the others is known."""
    index = {p: n for n, p in enumerate(unknown)}
    rows = []
    for p in unknown:
        row = [Fraction(0)] * len(unknown) + [Fraction(rewards_of[p])]
        row[index[p]] += 1
        for target, chance in moves[p]:
            if target in index:
                row[index[target]] -= chance
            else:
                row[-1] += chance * known[target]
        rows.append(row)
    for n in range(len(rows)):
        pivot = next(m for m in range(n, len(rows)) if rows[m][n])
        rows[n], rows[pivot] = rows[pivot], rows[n]
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for m in range(len(rows)):
            if m != n and rows[m][n]:
                rows[m] = [a - rows[m][n] * b for a, b in zip(rows[m], rows[n])]
    return {p: rows[n][-1] for n, p in enumerate(unknown)}


def chain(goal, rewards_of, moves):
    """What a Markov chain collects: with a goal, up to the end, and infinitely much if it may not come there; else for ever."""
    near, known = reached(moves), {END: Fraction(0)}
    for p, seen in enumerate(near):
        if goal:
            endless = any(q != END and END not in near[q] for q in seen)
        else:
            stays = lambda q: q != END and all(r != END and q in near[r] for r in near[q])
            endless = any(q != END and rewards_of[q] > 0 and stays(q) for q in seen)
            if not any(q != END and rewards_of[q] > 0 for q in seen):
                known[p] = Fraction(0)
        if endless:
            known[p] = inf
    known |= solve([p for p in range(len(moves)) if p not in known], rewards_of, moves, known)
    return [known[p] for p in range(len(moves))]


def pairs(goal, positions):
    """The rows of values of all pairs of strategies: for each of White's a list, one for each of Black's."""
    turns = [[p for p, position in enumerate(positions) if position.turn == side] for side in (WHITE, BLACK)]
    strategies = [[dict(zip(own, chosen)) for chosen in product(*([option for option, _ in positions[p].options] for p in own))] for own in turns]
    rewards_of = [position.reward for position in positions]

    def moves(p, chosen):
        whole = sum(weight for _, weight in positions[p].options)
        return [(chosen[p], 1)] if p in chosen else [(option, Fraction(weight, whole)) for option, weight in positions[p].options]

    return [[chain(goal, rewards_of, [moves(p, white | black) for p in range(len(positions))]) for black in strategies[1]] for white in strategies[0]]


def values(table):
    """The best that White can make sure of. Black's is the same."""
    columns = range(len(table[0][0]))
    low = [max(min(row[p] for row in rows) for rows in table) for p in columns]
    high = [min(max(rows[n][p] for rows in table) for n in range(len(table[0]))) for p in columns]
    assert low == high, (low, high)
    return low


# --- Labels --------------------------------------------------------------------------------------------------------------------------


def made(goal, side, positions, numbers):
    """The least labels with which no evidence is missing, if there are any; without end where there are none."""
    labels = [inf] * len(positions) + [0]
    needed = []
    for p, position in enumerate(positions):
        if numbers[p] == rewards.total(position, numbers) and rewards.needs_evidence(goal, side, p, position, numbers):
            needed.append(p)
        else:
            labels[p] = 0
    for _ in positions:
        for p in needed:
            labels[p] = rewards.evidence(side, p, positions[p], numbers, labels) + 1
    return labels


def grown(goal, positions, low):
    """Levels and distances of infinite positions, if there are any; without end where there are none."""
    levels, distances, below, level = [inf] * len(positions) + [0], [inf] * len(positions) + [0], set(), 0
    endless = {p for p in range(len(positions)) if low[p] == inf}
    while below != endless:
        inside = endless - below
        while True:
            # Those of which play can be kept inside or below, and comes nearer to what counts.
            near, order = {}, 0
            while True:
                new = [p for p in inside - set(near) if counts(goal, positions[p], inside | below, below, near)]
                if not new:
                    break
                near |= dict.fromkeys(new, order)
                order += 1
            if set(near) == inside:
                break
            inside = set(near)
        if not inside:
            break
        for p in inside:
            levels[p], distances[p] = level, near[p]
        below, level = below | inside, level + 1
    return levels, distances


def counts(goal, position, stay, below, near):
    options = {option for option, _ in position.options}
    good = {option for option in options if option in below or option in near or (option in stay and (goal or position.reward > 0))}
    if position.turn == CHANCE:
        return bool(options & below) or (options <= stay and bool(good))
    return bool(good) if position.turn == WHITE else good == options


def as_low(goal, positions, numbers, labels=None, levels=None, distances=None):
    """Whether these numbers are accepted as lower bounds, with the best labels if none are given."""
    if labels is None:
        labels = made(goal, WHITE, positions, numbers)
        levels, distances = grown(goal, positions, numbers)
    labels = [distances[p] if numbers[p] == inf else labels[p] for p in range(len(positions))] + [0]
    high = [inf] * len(positions) + [Fraction(0)], list(levels)
    return rewards.first_fault(goal, False, positions, [(numbers, labels), high]) is None


def as_high(goal, positions, numbers, labels=None):
    labels = made(goal, BLACK, positions, numbers) if labels is None else labels
    low = [Fraction(0)] * (len(positions) + 1), [0] * (len(positions) + 1)
    return rewards.first_fault(goal, False, positions, [low, (numbers, labels)]) is None


# --- Games ---------------------------------------------------------------------------------------------------------------------------


def drawn(dice, most, goal, end):
    """A game of the theorem: turns have one option or more, chance has them with small weights."""
    size = dice.randrange(1, most + 1)
    others = list(range(size)) + ([END] if end else [])
    positions = []
    for _ in range(size):
        turn = dice.choice((WHITE, BLACK, CHANCE))
        options = [(dice.choice(others), 1) for _ in range(dice.choice((1, 2, 2, 3) if turn == CHANCE else (1, 2, 2)))]
        positions.append(Position(turn, Fraction(dice.choice((0, 0, 1))), options))
    return positions


def loose(positions, numbers, side):
    """Whether the inequality is true everywhere."""
    means = [rewards.total(position, numbers) for position in positions]
    return all((own <= mean, own >= mean)[side] for own, mean in zip(numbers, means))


class Attack:
    def __init__(self):
        self.seen, self.wrong = Counter(), 0

    def fails(self, what, goal, positions, *more):
        self.wrong += 1
        print(f"{what}: goal {goal}, {positions}, {more}")

    def whole(self, goal, positions, true):
        """Parts 1 and 2."""
        size = len(positions)
        grid = sorted({*GRID, *true})
        for row in product(grid, repeat=size):
            numbers = [*row, Fraction(0)]
            low, high = loose(positions, numbers, WHITE), loose(positions, numbers, BLACK)
            false_low, false_high = (any(a > b for a, b in zip(row, true)), any(a < b for a, b in zip(row, true)))
            self.seen["rows of numbers"] += 1
            endless = [p for p in range(size) if row[p] == inf]
            finite = [p for p in range(size) if row[p] != inf]
            labels = lambda places, below: ({**dict(zip(places, chosen))} for chosen in product(range(below), repeat=len(places)))
            spread = lambda chosen: [chosen.get(p, 0) for p in range(size)] + [0]
            if low and false_low:
                self.seen["false lower bounds with true inequalities"] += 1
                plain = as_low(goal, positions, numbers)
                found = False
                for chosen, levels, distances in product(labels(finite, size + 1), labels(endless, len(endless)), labels(endless, len(endless))):
                    self.seen["labels tried"] += 1
                    found |= as_low(goal, positions, numbers, spread(chosen), spread(levels), spread(distances))
                if found or plain:
                    self.fails("a false lower bound", goal, positions, numbers, true, plain)
            if high and false_high:
                self.seen["false upper bounds with true inequalities"] += 1
                plain = as_high(goal, positions, numbers)
                found = False
                for chosen in labels(finite, size + 1):
                    self.seen["labels tried"] += 1
                    found |= as_high(goal, positions, numbers, spread(chosen))
                if found or plain:
                    self.fails("a false upper bound", goal, positions, numbers, true, plain)
            if low and high and list(row) != true and size < 4:
                self.seen["false exact rows with true equations"] += 1
                for first, second in product(labels(range(size), size + 1), repeat=2):
                    self.seen["labels tried"] += 1
                    if rewards.first_fault(goal, True, positions, [(numbers, spread(first)), (numbers, spread(second))]) is None:
                        self.fails("a false exact row", goal, positions, numbers, true)

    def solutions(self, goal, positions, table, true):
        """Part 3."""
        rows = {tuple(row) for rows in table for row in rows}
        rows |= {tuple(map(max, *pair)) for pair in product(rows, repeat=2)} | {tuple(map(min, *pair)) for pair in product(rows, repeat=2)}
        for start in (*rows, *((Fraction(n),) * len(positions) for n in (1, 3, 7)), (inf,) * len(positions)):
            for more in (0, 1):
                numbers = [number + more for number in start] + [Fraction(0)]
                for _ in range(12):
                    for name, judge, false in (("lower", as_low, any(a > b for a, b in zip(numbers, true))), ("upper", as_high, any(a < b for a, b in zip(numbers, true)))):
                        self.seen[f"{'false' if false else 'true'} {name} bounds by iteration"] += 1
                        accepted = judge(goal, positions, numbers)
                        self.seen[f"true {name} bounds by iteration, accepted"] += accepted and not false
                        if accepted and false:
                            self.fails(f"a false {name} bound", goal, positions, numbers, true)
                    new = [rewards.total(position, numbers) for position in positions] + [Fraction(0)]
                    if new == numbers:
                        break
                    numbers = new

    def true(self, goal, positions, true, others):
        """Part 4."""
        numbers, size = [*true, Fraction(0)], len(positions)
        levels, distances = grown(goal, positions, numbers)
        white, black = (made(goal, side, positions, numbers) for side in (WHITE, BLACK))
        endless = [p for p in range(size) if true[p] == inf]
        for p in endless:
            white[p], black[p] = distances[p], levels[p]
        found = rewards.first_fault(goal, True, positions, [(numbers, white), (numbers, black)])
        good = as_low(goal, positions, numbers) and as_high(goal, positions, numbers)
        self.seen["games with true values"] += 1
        self.seen["infinite values"] += len(endless)
        self.seen["finite values above 0"] += sum(0 < x < inf for x in true)
        self.seen["labels above 0"] += sum(label > 0 for label in white[:-1] + black[:-1])
        self.seen["levels above 0"] += sum(levels[p] > 0 for p in endless)
        self.seen["distances above 0"] += sum(distances[p] > 0 for p in endless)
        if found is not None or not good:
            self.fails("true values are not accepted", goal, positions, true, white, black, found)
        for side, labels in enumerate((white, black)) if others else ():
            finite = [p for p in range(size) if true[p] < inf]
            for chosen in product(range(size + 1), repeat=len(finite)):
                changed = list(labels)
                for p, label in zip(finite, chosen):
                    changed[p] = label
                both = [(numbers, white), (numbers, black)]
                both[side] = numbers, changed
                self.seen["other labels of true values"] += changed != labels
                if changed != labels and rewards.first_fault(goal, True, positions, both) is None:
                    self.fails("another certificate of true values", goal, positions, true, changed, labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="how many games")
    parser.add_argument("--positions", type=int, default=3, help="how many positions they have at most where all rows are tried; two more in part 3")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice, attack = random.Random(arguments.seed), Attack()
    for number in range(arguments.games):
        for most, whole in ((arguments.positions, True), (arguments.positions + 2, False)):
            goal = bool(dice.randrange(2))
            positions = drawn(dice, most, goal, goal or bool(dice.randrange(2)))
            table = pairs(goal, positions)
            true = values(table)
            attack.true(goal, positions, true, whole)
            attack.solutions(goal, positions, table, true)
            if whole:
                attack.whole(goal, positions, true)
    for name, times in attack.seen.items():
        print(f"{times:12,} {name}")
    print(f"rewards attacked: {arguments.games} games twice, {attack.wrong} wrong")
    return 1 if attack.wrong or not arguments.games else 0


if __name__ == "__main__":
    sys.exit(main())
