"""Scored games, statement 20: a further game of checker.py, written from the chapter "Scored games" alone.

The game in the file becomes a game as a graph: its terminal values are made of the scores. All else is asked of that.
"""

from fractions import Fraction
from hashlib import sha256
from math import gcd

from aims import reward
from checker import Game, can, must


class Scored(Game):
    field, version, ending = "scored-game", "1", "score"

    @staticmethod
    def worth(text):
        return reward(text, "a terminal position")


def threshold(body):
    """How many points are wanted; None if points are what counts."""
    kind = body.byte()
    body.must(kind < 2, f"aim: found {kind}, required 0 or 1")
    if kind == 0:
        return None
    negative, above, below = body.byte(), body.number(), body.number()
    good = negative < 2 and above < 2**63 and 0 < below < 2**63 and gcd(above, below) == 1 and (above or not negative)
    body.must(good, "score: required lowest terms with parts below 2^63, and no sign at 0")
    return Fraction(-above if negative else above, below)


def values(scores, least):
    """The terminal values from 0 to 1."""
    if least is not None:
        return {name: Fraction(score >= least) for name, score in scores.items()}
    low, high = min(scores.values()), max(scores.values())
    return {name: (score - low) / (high - low) if low < high else Fraction(0) for name, score in scores.items()}


def verify(verifier, c):
    digest, c.inner = c.body.take(32), 1
    least = threshold(c.body)
    c.body.end()
    legal = (0, 1, 2, 7) if c.never is None else (0, 2)
    good = c.form in legal and (c.bits > 0) == (c.form in (2, 7))
    must(good, "canonical", f"bits {c.bits}, form {c.form}: required a form of games in a file, {legal}, with bits for bounds alone")
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    can(verifier.game is not None, "the certificate is about a scored game: give it with --graph")
    data = verifier.game()
    can(sha256(data).digest() == digest, f"game: required the file with the SHA-256 {digest.hex()}: is this the game?")
    c.game = Scored(data)
    c.game.terminal = values(c.game.terminal, least)
    verifier.numbers(c, [])
    what = "points" if least is None else f"who makes sure of {least} points or more"
    c.proved = f"{len(c.entries)} positions: {what}"
    return c
