"""Fixed point certificates of Storm: text, for reachability in Markov chains and decision processes. Written from ours, and checked.

The fork of Storm of the paper "Fixed point certificates for reachability and expected rewards in MDPs" (Chatterjee, Quatmann, Schäffeler, Weininger, Winkler and
Zilken, TACAS 2025) writes them. What stands here of the format and of its conditions was read off that program (tquatmann/storm-certificates, commit f3a530e37:
`exportToStream` and `checkValidity` of ReachabilityProbabilityCertificate.cpp); no line of it is copied. The page "Certificates of Storm" of the record tells of it.

    bidding-games to-storm goal.cert --model MODEL.umb --out goal.storm
    bidding-games check-storm goal.storm --model MODEL.umb
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Optional

from . import _umb
from ._errors import CertificateError
from ._umb import Model, NotRead

__all__ = ["Certificate", "Fails", "check", "from_certificate", "parse", "write"]

MOST_BYTES = 2**31
NUMBER = re.compile(r"-?\d+(/\d+|(\.\d+)?([eE][-+]?\d{1,4})?)", re.ASCII)
LITERAL = r'(?P<{0}>!?"[^"]*")'
PROPERTY = re.compile(r"P(?P<sort>max|min|)=\? \[ (?:F |" + LITERAL.format("stay") + " U )" + LITERAL.format("goal") + r" \]")


@dataclass(frozen=True)
class Certificate:
    """What such a file says. A missing bound is None; so is the rank "inf"."""

    maximises: bool
    targets: frozenset[int]
    stay: Optional[frozenset[int]]
    lower: Optional[list[Fraction]]
    ranks: Optional[list[Optional[int]]]
    upper: Optional[list[Fraction]]
    title: str = ""


class Fails(ValueError):
    """A condition that does not hold: where, what was found, and what is required."""


def parse(text: str) -> Certificate:
    """Reads the text. Raises NotRead."""
    title = next((line[1:].strip() for line in text.splitlines() if line.startswith("#")), "")
    lines = enumerate(text.splitlines(), 1)
    content = ((number, line) for number, line in lines if not line.startswith("#"))

    def line(required: str) -> tuple[int, list[str]]:
        for number, found in content:
            return number, found.split()
        raise NotRead(f"found the end, required {required}")

    number, head = line("reach or until, and min or max")
    if head[:1] == ["reachrew"]:
        raise NotRead(f"line {number}: found a certificate of a reward, required one of a probability: reach or until")
    if len(head) != 2 or head[0] not in ("reach", "until") or head[1] not in ("min", "max"):
        raise NotRead(f"line {number}: found {shown(head)}, required reach or until, and min or max")
    number, found = line("the number of states")
    states = natural(number, found[0] if len(found) == 1 else shown(found), 2**31)
    sets = []
    for what in ("targets", "states to stay in")[: 1 if head[0] == "reach" else 2]:
        number, found = line(f"the numbers of the {what}")
        sets.append(frozenset(natural(number, state, states) for state in found))
    number, found = line("vectors")
    if found != ["vectors"]:
        raise NotRead(f"line {number}: found {shown(found)}, required the word vectors")
    columns: list[tuple[int, list[str]]] = []
    width = 0
    for state in range(states):
        number, found = line(f"the numbers of state {state}")
        width = width or len(found)
        if len(found) != width or width not in (2, 3, 4) or found[0] != str(state):
            raise NotRead(f"line {number}: found {shown(found)}, required {state}, and then a lower bound with its rank, or an upper bound, or both, as in all lines")
        columns.append((number, found[1:]))
    if any(rest.split() for _, rest in content):
        raise NotRead("found more lines than there are states, required the end")

    def values(place: int) -> list[Fraction]:
        return [rational(number, row[place]) for number, row in columns]

    return Certificate(
        maximises=head[1] == "max",
        targets=sets[0],
        stay=sets[1] if len(sets) > 1 else None,
        lower=values(0) if width > 2 else None,
        ranks=[None if row[1] == "inf" else natural(number, row[1], 2**64) for number, row in columns] if width > 2 else None,
        upper=values(width - 2) if width != 3 else None,
        title=title,
    )


def shown(found: Iterable[str]) -> str:
    """What stands in a line, not more than can be read."""
    text = " ".join(found)
    return json.dumps(text if len(text) <= 60 else text[:60] + "…", ensure_ascii=True)


def natural(line: int, text: str, below: int) -> int:
    """A natural number below another."""
    if not re.fullmatch(r"\d{1,20}", text, re.ASCII) or int(text) >= below:
        raise NotRead(f"line {line}: found {shown([text])}, required a number below {below}")
    return int(text)


def rational(line: int, text: str) -> Fraction:
    """A fraction, or a decimal number as it stands there."""
    try:
        if not NUMBER.fullmatch(text):
            raise ValueError
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise NotRead(f"line {line}: found {shown([text])}, required a fraction such as 3/4 or a decimal number") from None


def check(certificate: Certificate, model: Model) -> None:
    """Verifies the conditions in exact fractions. Raises Fails at the first state at which one does not hold.

    Upper bounds u are not negative, and at least 1 at targets; elsewhere u is at least what the best choice makes of it. Lower bounds l are at most 1 at targets;
    elsewhere l is at most what the best choice makes of it; and where l is above 0 there is a rank, above that of a successor: of one choice that makes at
    least l, for a maximiser, and of every choice, for a minimiser. So the theorem says that l is no more and u no less than the probability.
    """
    if certificate.upper is None and certificate.lower is None:
        raise Fails("found no bounds, required some")
    size = len(certificate.upper if certificate.upper is not None else certificate.lower or [])
    if size != model.states:
        raise Fails(f"found {size} states, required {model.states}, as the model has: is this the model?")
    for state in range(model.states):
        if certificate.upper is not None:
            upper_bound(certificate, certificate.upper, model, state)
        if certificate.lower is not None and certificate.ranks is not None:
            lower_bound(certificate, certificate.lower, certificate.ranks, model, state)


def expected(row: list[tuple[Fraction, int]], values: list[Fraction]) -> Fraction:
    """What a choice makes of values."""
    return sum((chance * values[target] for chance, target in row), Fraction(0))


def is_left(certificate: Certificate, state: int) -> bool:
    """Whether a play is lost there: it may not stay."""
    return certificate.stay is not None and state not in certificate.stay


def upper_bound(certificate: Certificate, upper: list[Fraction], model: Model, state: int) -> None:
    """The conditions of an upper bound."""
    least = Fraction(0)
    if state in certificate.targets:
        least = Fraction(1)
    elif not is_left(certificate, state):
        best = max if certificate.maximises else min
        least = max(least, best(expected(row, upper) for row in model.rows(state)))
    if upper[state] < least:
        raise Fails(f"state {state}: found the upper bound {upper[state]}, required at least {least}")


def lower_bound(certificate: Certificate, lower: list[Fraction], ranks: list[Optional[int]], model: Model, state: int) -> None:
    """The conditions of a lower bound and of its rank."""
    most, own = Fraction(1), lower[state]
    if state in certificate.targets or is_left(certificate, state):
        most = Fraction(state in certificate.targets)
        if own > most:
            raise Fails(f"state {state}: found the lower bound {own}, required at most {most}")
        if state not in certificate.targets and ranks[state] is not None:
            raise Fails(f"state {state}: found the rank {ranks[state]}, required inf, because a play may not stay there")
        return
    rows = model.rows(state)
    worth = [expected(row, lower) for row in rows]
    most = max(worth) if certificate.maximises else min(worth)
    if own > most:
        raise Fails(f"state {state}: found the lower bound {own}, required at most {most}")
    rank = ranks[state]
    if rank is None:
        if own > 0:
            raise Fails(f"state {state}: found the lower bound {own} with the rank inf, required a number for its rank, or a lower bound of 0")
        return
    falls = [any(below(ranks[target], rank) for _, target in row) for row in rows]
    if certificate.maximises:
        if not any(fall and value >= own for fall, value in zip(falls, worth)):
            raise Fails(f"state {state}: found the rank {rank}, required one above that of a successor of a choice that is worth {own} or more")
    elif not all(falls):
        raise Fails(f"state {state}: found the rank {rank}, required one above that of a successor of choice {falls.index(False)}")


def below(rank: Optional[int], other: int) -> bool:
    """Whether a rank is below a number."""
    return rank is not None and rank < other


def write(certificate: Certificate) -> Iterator[str]:
    """The text, line by line."""
    yield f"# {certificate.title}\n"
    yield ("reach " if certificate.stay is None else "until ") + ("max" if certificate.maximises else "min") + "\n"
    size = len(certificate.upper if certificate.upper is not None else certificate.lower or [])
    yield f"{size}\n"
    for inside in (certificate.targets, certificate.stay):
        if inside is not None:
            yield "".join(f" {state}" for state in sorted(inside)) + "\n"
    yield "vectors\n"
    for state in range(size):
        line = f"{state} "
        if certificate.lower is not None and certificate.ranks is not None:
            rank = certificate.ranks[state]
            line += f"{certificate.lower[state]} {'inf' if rank is None else rank} "
        if certificate.upper is not None:
            line += f"{certificate.upper[state]} "
        yield line + "\n"


def rank(certificate: Certificate, model: Model) -> list[Optional[int]]:
    """The least ranks of lower bounds: 0 at targets, else one more than a successor has, as `lower_bound` says."""
    lower = certificate.lower or []
    ranks: list[Optional[int]] = [None] * model.states
    before: dict[int, list[tuple[int, int]]] = {}
    missing = [0] * model.states
    for state in range(model.states):
        if state in certificate.targets or is_left(certificate, state):
            continue
        rows = model.rows(state)
        if certificate.maximises:
            rows = [row for row in rows if expected(row, lower) >= lower[state]]
        missing[state] = 1 if certificate.maximises else len(rows)
        for place, row in enumerate(rows):
            for _, target in row:
                before.setdefault(target, []).append((state, place))
    reached = sorted(certificate.targets)
    for state in reached:
        ranks[state] = 0
    seen: set[tuple[int, int]] = set()
    level = 0
    while reached:
        level, last, reached = level + 1, reached, []
        for target in last:
            for state, place in before.get(target, ()):
                if (state, place) in seen or ranks[state] is not None:
                    continue
                seen.add((state, place))
                missing[state] -= 1
                if missing[state] == 0:
                    ranks[state] = level
                    reached.append(state)
    return ranks


def from_certificate(path: str | os.PathLike[str], model: str | os.PathLike[str], *, simplest: bool = False) -> Certificate:
    """The bounds, or the exact values, that one of our certificates proves, with ranks. It is verified first, and what is made of it is checked.

    Raises Rejected or Declined, NotRead, or Fails.
    """
    from . import verify

    verified = verify(path, graph=model)
    if verified.kind != "model":
        raise NotRead(f"{os.fspath(path)}: found a certificate of a {verified.kind}, required one of a model")
    question = str(verified.receipt()["property"])
    found, arrays = PROPERTY.fullmatch(question), _umb.read(model, simplest=simplest)
    if found is None:
        raise NotRead(f"{os.fspath(path)}: {question}: required F or U without a number of steps, of one player: Storm has certificates for these alone")

    def states(literal: str) -> frozenset[int]:
        label = literal.lstrip("!")[1:-1]
        if label not in arrays.labels:
            raise NotRead(f"{os.fspath(path)}: found no label {literal}; a label with unusual characters is not covered here")
        inside = arrays.labels[label]
        return inside if not literal.startswith("!") else frozenset(range(arrays.states)) - inside

    bounds = [verified.probe(str(state)).lower_bounds for state in range(arrays.states)]
    goal, stay, maximises = found["goal"], found["stay"], found["sort"] == "max"
    sort = "max" if maximises else "min"
    title = f"Certificate for 'P{sort}=? [" + (f"({stay}) U ({goal})]'" if stay else f"F ({goal})]'")
    lower, upper = [low for low, _ in bounds], [high for _, high in bounds]
    bare = Certificate(maximises, states(goal), states(stay) if stay else None, lower, None, upper, title)
    whole = Certificate(**{**vars(bare), "ranks": rank(bare, arrays)})
    check(whole, arrays)
    return whole


def summary(certificate: Certificate, model: Model) -> str:
    """What is proved, in a few lines."""
    everywhere = frozenset(range(model.states))

    def named(inside: frozenset[int]) -> str:
        for label, own in sorted(model.labels.items()):
            for sign, states in (("", own), ("!", everywhere - own)):
                if states == inside:
                    return f"{sign}{json.dumps(label, ensure_ascii=False)}"
        return f"{len(inside)} states that are those of no label"

    path = f"F {named(certificate.targets)}" if certificate.stay is None else f"{named(certificate.stay)} U {named(certificate.targets)}"
    sort = "" if model.is_chain else "max" if certificate.maximises else "min"
    text = f"P{sort}=? [ {path} ]: all conditions hold at {model.states} states\n"
    for state in model.initial:
        low = "0" if certificate.lower is None else str(max(certificate.lower[state], Fraction(0)))
        high = "1" if certificate.upper is None else str(min(certificate.upper[state], Fraction(1)))
        text += f"initial state {state}: " + (low if low == high else f"from {low} to {high}") + "\n"
    return text


def add_commands(commands: Any) -> None:
    """The commands of `bidding-games`."""
    to = commands.add_parser("to-storm", help="write what a certificate of a model proves as a fixed point certificate of Storm")
    to.add_argument("certificate", metavar="CERT", help="ours, of a chain or a decision process")
    to.add_argument("--out", required=True, metavar="FILE")
    to.set_defaults(run=run_to)
    of = commands.add_parser("check-storm", help="check a fixed point certificate of Storm in exact fractions")
    of.add_argument("certificate", metavar="FILE", help="Storm's, in text")
    of.set_defaults(run=run_check)
    for command in (to, of):
        command.add_argument("--model", required=True, metavar="MODEL.umb")
        command.add_argument("--simplest", action="store_true", help="read each double as the simplest fraction that it stands for")


def run_to(asked: argparse.Namespace) -> int:
    """The exit status of `to-storm`."""
    try:
        found = from_certificate(asked.certificate, asked.model, simplest=asked.simplest)
        temporary = Path(f"{asked.out}.{os.getpid()}.part")
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(write(found))
        temporary.replace(asked.out)
    except (CertificateError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{asked.out}: {found.title}; `bidding-games check-storm {asked.out} --model {asked.model}` checks it")
    return 0


def run_check(asked: argparse.Namespace) -> int:
    """The exit status of `check-storm`: 0 if all conditions hold, 1 if one does not, 2 if a file is not read."""
    try:
        path = Path(asked.certificate)
        if path.stat().st_size > MOST_BYTES:
            raise NotRead(f"found more than {MOST_BYTES} bytes, required at most so many")
        certificate, model = parse(path.read_text(encoding="utf-8")), _umb.read(asked.model, simplest=asked.simplest)
        check(certificate, model)
    except Fails as error:
        print(f"{asked.certificate}: rejected: {error}")
        return 1
    except (OSError, ValueError) as error:
        name = "" if str(error).startswith(f"{asked.model}:") else f"{asked.certificate}: "
        print(f"error: {name}{error}", file=sys.stderr)
        return 2
    print(f"{asked.certificate}: {summary(certificate, model)}", end="")
    return 0
