"""Rewards of any sign, where every play ends, statement 24: a further game of checker.py, written from the chapter "Rewards of any sign" alone."""

import rewards
from rewards import BLACK, CHANCE, NAMES, WHITE, short, total


def longest(goal, position, labels):
    """What T is at least, where every play ends."""
    found = [labels[option] for option, _ in position.options]
    if position.reward == 0 and not goal and not any(found):
        return 0
    weights = [weight for _, weight in position.options]
    mean = -(-sum(label * weight for label, weight in zip(found, weights)) // sum(weights))
    return 1 + (mean if position.turn == CHANCE else max(found))


def signed_fault(goal, positions, sides):
    """The first condition that fails, where, and why; or None, where amounts have any sign."""
    for p, position in enumerate(positions):
        least, label = longest(goal, position, sides[WHITE][1]), sides[WHITE][1][p]
        for side, (numbers, _) in enumerate(sides):
            own, mean = numbers[p], 0 if least == label == 0 else total(position, numbers)
            if (own > mean, own < mean)[side]:
                return f"{NAMES[side]}-forces", p, f"required {short(own)} {('<=', '>=')[side]} {short(mean)}"
        if label < least:
            return "white-label", p, f"stated {label}, required at least {least}"
        if sides[BLACK][1][p] > 0:
            return "black-label", p, f"stated {sides[BLACK][1][p]}, required 0"
    return None


def verify(verifier, c):
    return rewards.verify(verifier, c, signed_fault)
