"""Receipts of the second checker, for `checker.py --json` (command.py prints them), written from the chapter "The receipt".

A receipt has one spelling: an object on a line, without spaces, its keys in their order.
"""

import json
from fractions import Fraction
from hashlib import sha256
from math import gcd, inf
from pathlib import Path

from checker import Certificate

SIDES = "white", "black"


def number(value):
    return bytes([value]) if value < 128 else bytes([128 + value % 128]) + number(value // 128)


def statement(c):
    """The bytes of the statement; of a list the root alone."""
    body = c.body.data
    if c.statement == 2:
        pieces, passed = c.members[c.root]
        body = bytes([*c.board, 0, 1]) + number(len(pieces)) + b"".join(p.to_bytes(2, "big") for p in pieces) + number(passed)
    return bytes([c.statement]) + number(len(body)) + body


def bound(c):
    """What a list proves of its root."""
    if c.statement != 2:
        return None
    # Forms 3 and 4 state White's and Black's far, forms 5 and 6 their near.
    side, column = (c.form - 3) % 2, 1 if c.form < 5 else 0
    stated = Fraction(c.entries[c.root][side][column], c.unit)
    return str(1 - stated if side else stated)


def conditions(c):
    if hasattr(c, "conditions"):
        return c.conditions
    size, exact, wide = sum(c.firsts()), c.form == 0 or (c.form == 1 and c.bits == 0), c.never is None
    found = {}
    for side, name in enumerate(SIDES):
        tests = {"holds": wide and (exact or c.form in (2, 7, 3 + side)), "forces": c.form in (0, 1, 2, 7, 5 + side), "label": exact, "greedy": c.moves[side]}
        found |= {f"{name}-{test}": sum(map(min, c.listed, c.firsts())) if test == "holds" and c.form in (2, 7) else size for test, asked in tests.items() if asked}
    if c.form == 7:
        found |= dict.fromkeys(("white-leaves", "black-leaves", "sharp"), sum(c.firsts()[p] for p in c.settled))
    return found


def labels(c):
    if hasattr(c, "labels"):
        return dict(zip(SIDES, c.labels))
    stated = [hasattr(c, "unit") and c.form in (0, 1, 5 + side) for side in (0, 1)]
    finite = lambda side: max((entry[side][2] for entry in c.entries if entry[side][2] != inf), default=0)
    return {name: finite(side) if stated[side] else None for side, name in enumerate(SIDES)}


def bits(c):
    """The length of the longest number."""
    if not hasattr(c, "unit"):
        return getattr(c, "longest", None)
    return c.bits + 1 if c.bits else max(((c.unit // gcd(value, c.unit)).bit_length() for value in c.values), default=0)


def imports(verifier, c):
    found = {digest.hex() for digest in c.imports}
    return found.union(*(imports(verifier, Certificate(verifier.find(digest))) for digest in c.imports))


def identity():
    """The version is the SHA-256 of all its files."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return {"commit": None, "name": "second/checker.py", "version": sha256(b"".join(file.read_bytes() for file in files)).hexdigest()}


def receipt(verifier, data, verdict, result):
    """The receipt of a certificate, as text. `data` is None if the file could not be read; `result` is the certificate, or an exception."""
    found = {"checker": identity(), "condition": getattr(result, "condition", None), "receipt": 1, "verdict": verdict}
    found["certificate"] = None if data is None else sha256(data).hexdigest()
    if verdict == "verified":
        c = result
        size = c.positions if hasattr(c, "positions") else sum(c.firsts())
        found |= {"bits": bits(c), "conditions": conditions(c), "imports": sorted(imports(verifier, c)), "labels": labels(c), "positions": size}
        found["claim"] = {"bits": c.bits, "bound": bound(c), "form": c.form, "never": None if c.never is None else str(c.never), "statement": statement(c).hex()}
        found |= {"game": sha256(verifier.game()).hexdigest() if c.game else None}
        del found["condition"]
    return json.dumps(found, sort_keys=True, separators=(",", ":"))
