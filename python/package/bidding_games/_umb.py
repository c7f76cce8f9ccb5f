"""Models in UMB, read for `storm_certificates`: the arrays of one player at most, with exact numbers. Source: version 1 of the specification of UMB.

No verdict of the project rests on this file: the checker reads archives by itself.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import re
import struct
import tarfile
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any, Optional

__all__ = ["Model", "NotRead", "read"]

# So many bytes are unpacked at most.
MOST_BYTES = 2**31
COUNTS = ("#players", "#states", "#choices", "#branches")


class NotRead(ValueError):
    """A file that is not as it has to be: which one, what was found, and what is required."""


class Model:
    """A Markov chain or a Markov decision process."""

    def __init__(self, files: dict[str, bytes], simplest: bool) -> None:
        try:
            index = json.loads(files["index.json"])
            system = index["transition-system"]
            players, self.states, choices, branches = (system[name] for name in COUNTS)
            kind = system.get("branch-probability-type")
            sort = (kind["type"], kind.get("size")) if kind else ("none", None)
            aps = (index.get("annotations") or {}).get("aps") or {}
            labels = {label.get("alias") or name: name for name, label in aps.items()}
            good = all(label.get("applies-to", ["states"]) == ["states"] and (label.get("type") or {"type": "bool"})["type"] == "bool" for label in aps.values())
            time, version, seen = system["time"], index["format-version"], system.get("#observations")
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise NotRead(f"index.json: {error!r}, required the fields of the specification of UMB") from None
        if not good or len(labels) < len(aps):
            raise NotRead("index.json: required labels of states alone, of the type bool, each with a name of its own")
        counts = (players, self.states, choices, branches)
        if not all(type(count) is int and 0 <= count < 2**31 for count in counts):
            raise NotRead(f"index.json: found the counts {counts}, required numbers below 2^31")
        if version != 1 or time != "discrete" or seen:
            raise NotRead("index.json: required version 1, discrete time and no observations")
        if players > 1:
            raise NotRead(f"found {players} players, required one at most: the certificates of Storm are about chains and decision processes")
        self.is_chain = players == 0
        self.files = files

        self.choices = self.parts("state-to-choices.bin", self.states, choices)
        self.branches = self.parts("choice-to-branches.bin", choices, branches)
        targets = self.array("branch-to-target.bin", "Q", branches)
        if targets is None or any(target >= self.states for target in targets):
            raise NotRead("branch-to-target.bin: required a state for each branch")
        self.targets = targets
        self.chances = self.probabilities(sort, branches, simplest)
        for choice, own in enumerate(self.branches):
            total = sum(self.chances[branch] for branch in own)
            if total != 1:
                meant = "" if simplest or sort[0] != "double" else "; --simplest reads each double as the simplest fraction that it stands for"
                raise NotRead(f"choice {choice}: found probabilities with the sum {total}, required 1{meant}")
        self.initial = sorted(self.bits("state-is-initial.bin"))
        self.labels = {label: self.bits(f"annotations/aps/{name}/states/values.bin") for label, name in labels.items()}

    def array(self, name: str, sort: str, count: int) -> Optional[list[int]]:
        """The numbers of a file, if it is there."""
        data, size = self.files.get(name), struct.calcsize(sort) * count
        if data is None:
            return None
        if len(data) != size:
            raise NotRead(f"{name}: found {len(data)} bytes, required {size}")
        return list(struct.unpack(f"<{count}{sort}", data))

    def parts(self, name: str, count: int, whole: int) -> list[range]:
        """The parts of each of so many things."""
        starts = self.array(name, "Q", count + 1)
        if starts is None:
            if count != whole:
                raise NotRead(f"{name}: found no such file, required one")
            return [range(number, number + 1) for number in range(count)]
        if starts[0] != 0 or starts[-1] != whole or any(a > b for a, b in zip(starts, starts[1:])):
            raise NotRead(f"{name}: required numbers from 0 to {whole} that do not fall")
        return [range(a, b) for a, b in zip(starts, starts[1:])]

    def bits(self, name: str) -> frozenset[int]:
        """A set of states; the empty one if there is no file."""
        words = self.array(name, "Q", -(-self.states // 64)) or []
        return frozenset(64 * place + bit for place, word in enumerate(words) if word for bit in range(64) if word >> bit & 1 and 64 * place + bit < self.states)

    def probabilities(self, sort: tuple[Any, Any], count: int, simplest: bool) -> list[Fraction]:
        """The probability of each branch."""
        name, one = "branch-to-probability.bin", Fraction(1)
        if sort[0] == "none":
            return [one] * count
        if sort in (("rational", None), ("rational", 128)):
            pairs = self.array(name, "Q", 2 * count)
            if pairs is None or not all(pairs[1::2]):
                raise NotRead(f"{name}: required fractions with a denominator")
            found = [Fraction(top, bottom) for top, bottom in zip(pairs[::2], pairs[1::2])]
        elif sort in (("double", None), ("double", 64)):
            bits = self.array(name, "Q", count)
            if bits is None:
                raise NotRead(f"{name}: found no such file, required one")
            numbers = struct.unpack(f"<{count}d", struct.pack(f"<{count}Q", *bits))
            if not all(0 <= number <= 1 for number in numbers):
                raise NotRead(f"{name}: required numbers from 0 to 1")
            found = [meant(Fraction(number)) if simplest else Fraction(number) for number in numbers]
        else:
            raise NotRead(f"index.json: found probabilities of the type {sort[0]}, required doubles or rational numbers of 128 bits")
        if not all(0 <= number <= 1 for number in found):
            raise NotRead(f"{name}: required numbers from 0 to 1")
        return found

    def row(self, choice: int) -> list[tuple[Fraction, int]]:
        """The branches of a choice with a probability above 0."""
        return [(self.chances[branch], self.targets[branch]) for branch in self.branches[choice] if self.chances[branch]]

    def rows(self, state: int) -> list[list[tuple[Fraction, int]]]:
        """The choices of a state. Without one the play stays."""
        return [self.row(choice) for choice in self.choices[state]] or [[(Fraction(1), state)]]


def meant(number: Fraction) -> Fraction:
    """The fraction of least denominator that is no further from it than 2^-50 of it."""
    if number in (0, 1):
        return number
    return between(number - number / 2**50, number + number / 2**50)


def between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator between these, which are above 0."""
    terms = []
    while True:
        whole = -(-low.numerator // low.denominator)
        if whole <= high:
            break
        terms.append(whole - 1)
        low, high = 1 / (high - (whole - 1)), 1 / (low - (whole - 1))
    found = Fraction(whole)
    for term in reversed(terms):
        found = term + 1 / found
    return found


def read(path: str | os.PathLike[str], *, simplest: bool = False) -> Model:
    """Reads an archive. Raises NotRead, or OSError."""
    try:
        return Model(unpack(Path(path).read_bytes()), simplest)
    except NotRead as error:
        raise NotRead(f"{os.fspath(path)}: {error}") from None


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive."""
    try:
        if data[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as unpacked:
                data = unpacked.read(MOST_BYTES + 1)
        elif data[:6] == b"\xfd7zXZ\0":
            with lzma.LZMAFile(io.BytesIO(data)) as unpacked:
                data = unpacked.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise NotRead(f"found more than {MOST_BYTES} bytes, required at most so many")
        files: dict[str, bytes] = {}
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for member in archive:
                if member.isdir():
                    continue
                name = re.sub(r"^(\./)*/*", "", member.name)
                content = archive.extractfile(member) if member.isfile() else None
                if content is None or name in files:
                    raise NotRead(f"{name!r} in the archive: found it twice, or no file, required each file once")
                files[name] = content.read()
        return files
    except (OSError, EOFError, tarfile.TarError, lzma.LZMAError, zlib.error) as error:
        raise NotRead(f"found no archive of UMB (tar, plain or compressed by gzip or xz): {error}") from None
