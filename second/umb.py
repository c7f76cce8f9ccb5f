"""The arrays of a model in UMB, for models.py and rewards.py: written from the specification of UMB, and from the chapters "The format: models" and
"The format: expected rewards".
"""

import gzip
import io
import json
import lzma
import struct
import tarfile
import zlib
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from unicodedata import category
from math import inf, lcm

from checker import Declined, can
from escape import quoted

MOST_BYTES = 2**28
# The types of probabilities and rewards: their bits, and how one is read.
SIZES, SORTS = {"double": 64, "rational": 128}, {"none": None, "double": "Q", "rational": "qQ"}
PARTS, COUNTS = ("states", "choices", "branches"), ("#players", "#states", "#choices", "#branches")


def unpack(data):
    """The files of an archive, by name."""
    try:
        if data[:2] == b"\x1f\x8b":
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(MOST_BYTES + 1)
        elif data[:6] == b"\xfd7zXZ\0":
            data = lzma.LZMAFile(io.BytesIO(data)).read(MOST_BYTES + 1)
        can(len(data) <= MOST_BYTES, f"limit: the model has more than {MOST_BYTES} bytes")
        files = {}
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for member in archive:
                can(member.isfile() or member.isdir(), f"model: {quoted(member.name)} is no file")
                if member.isfile():
                    name = member.name.removeprefix("./").removeprefix("/")
                    can(name not in files, f"model: {quoted(name)} is twice in the archive")
                    files[name] = archive.extractfile(member).read()
        return files
    except (OSError, EOFError, tarfile.TarError, lzma.LZMAError, zlib.error) as error:
        raise Declined(f"model: no archive of UMB: {error}") from None


# What is not read of the index does not matter.


def once(pairs):
    """An object of the index; a field that occurs twice has a value that is none of JSON, and is declined where it is read."""
    times = Counter(name for name, _ in pairs)
    return {name: value if times[name] == 1 else ... for name, value in pairs}


def natural(number):
    return type(number) is int and 0 <= number < 2**64


def plain(text):
    """Whether a name cannot be taken for more lines."""
    return all(category(letter) != "Cc" for letter in text)


def text(found):
    """A text of whole characters; half of a pair is none that can be encoded, and fails."""
    return can(type(found) is str and found.encode() is not None, "model: index.json: found something else, required a text") or found


def texts(found):
    return can(type(found) is list, "model: index.json: found something else, required a list") or [text(one) for one in found]


def typed(kind):
    """A type, and its size."""
    size = kind.get("size")
    return can(size is None or natural(size), "model: index.json: a size is no number") or (text(kind["type"]), size)


def named(notes, group):
    """The annotations of a group, each with its name, which is the alias if it has one, and its identifier; by name."""
    given = {} if notes is None else notes.get(group)
    found = [(text(key if note.get("alias") is None else note["alias"]), text(key), note) for key, note in ({} if given is None else given).items()]
    can(all(name and key and plain(key) for name, key, _ in found), "model: index.json: a name is empty, or has a letter that cannot be seen")
    return sorted(found, key=lambda row: row[:2])


def of_states(note):
    parts, (kind, size) = note.get("applies-to"), ("bool", None) if note.get("type") is None else typed(note["type"])
    return (parts is None or texts(parts) == ["states"]) and kind == "bool" and size in (None, 1)


class Model:
    """The arrays."""

    def __init__(self, files):
        can("index.json" in files, "model: found no index.json")
        try:
            index = json.loads(files["index.json"].decode("utf-8"), object_pairs_hook=once)
            system, notes, version = index["transition-system"], index.get("annotations"), index["format-version"]
            self.players, self.states, choices, branches = counts = [system[name] for name in COUNTS]
            names, seen, kind = system.get("player-names"), system.get("#observations", 0), system.get("branch-probability-type")
            aps, amounts = (named(notes, group) for group in ("aps", "rewards"))
            can(natural(version) and version == 1 and system["time"] == "discrete", "model: required version 1 and discrete time")
            can(seen is None or (natural(seen) and seen == 0), "model: required no observations")
            can(all(map(natural, counts)), "model: counts are no numbers")
            good = self.players < 2 if names is None else len(texts(names)) == len(set(names)) == self.players and "" not in names
            can(good, "model: player-names: required one for each player, each another one and not empty")
            can(all(of_states(note) for _, _, note in aps), "model: a label is not of states alone, or not of the type bool")
            can(all(part in PARTS for _, _, note in amounts for part in texts(note["applies-to"])), "model: a reward of something else")
            name, size = ("none", None) if kind is None else typed(kind)
            labels = [(label, f"annotations/aps/{key}/states/values.bin") for label, key, _ in aps]
            about = lambda key, note: {part: f"annotations/rewards/{key}/{part}/values.bin" for part in PARTS if part in note["applies-to"]}
            rewards = [(reward, about(key, note), *typed(note["type"])) for reward, key, note in amounts]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Declined(f"model: index.json: {error!r}") from None
        covered = lambda name, size: name in SIZES and size in (None, SIZES[name])
        can(name == "none" or covered(name, size), "model: this type is not covered")
        can(len(dict(labels)) == len(labels), "model: a label occurs twice")
        can(len({row[0] for row in rewards}) == len(rewards), "model: a reward occurs twice")
        can(all(covered(*row[2:]) for row in rewards), "model: the type of a reward is not covered")
        self.text = f"players {self.players}\nstates {self.states}\nchoices {choices}\nbranches {branches}\nprobabilities {name}\n"
        self.text += "".join(f"label {json.dumps(label, ensure_ascii=False)} {file}\n" for label, file in labels)
        self.text += "".join(f"reward {json.dumps(row[0], ensure_ascii=False)} {row[2]} {file}\n" for row in rewards for file in row[1].values())
        used = {file for _, file in labels} | {file for row in rewards for file in row[1].values()}
        counting = sorted(used | {file for file in files if "/" not in file and file.endswith(".bin")})
        read = [file for file in files if file.startswith(("annotations/aps/", "annotations/rewards/"))]
        can(all(map(plain, counting + read)), "model: a name has a letter that cannot be seen")
        self.text += "".join(f"{sha256(files[file]).hexdigest()}  {file}\n" for file in counting if file in files)
        self.digest = sha256(self.text.encode()).digest()

        def array(file, sort, count):
            if file not in files:
                return None
            can(len(files[file]) == count * struct.calcsize("<" + sort), f"model: {file}: found {len(files[file])} bytes")
            return [row[0] if len(row) == 1 else row for row in struct.iter_unpack("<" + sort, files[file])]

        def parts(file, count, all_parts):
            starts = array(file, "Q", count + 1)
            can(starts is not None or count == all_parts, f"model: found no {file}")
            starts = starts or list(range(count + 1))
            rising = starts[0] == 0 and starts[-1] == all_parts and all(a <= b for a, b in zip(starts, starts[1:]))
            can(rising, f"model: {file}: found no numbers from 0 to {all_parts} that do not fall")
            return [range(a, b) for a, b in zip(starts, starts[1:])]

        def bits(file):
            words = array(file, "Q", -(-self.states // 64)) or []
            return {state for state in range(self.states) if state // 64 < len(words) and words[state // 64] >> state % 64 & 1}

        self.choices = parts("state-to-choices.bin", self.states, choices)
        self.branches = parts("choice-to-branches.bin", choices, branches)
        self.targets = array("branch-to-target.bin", "Q", branches)
        can(self.targets is not None and all(target < self.states for target in self.targets), "model: a target is no state")
        self.owners = array("state-to-player.bin", "I", self.states)
        can(self.owners is None or all(owner < self.players for owner in self.owners), "model: an owner is no player")
        self.owners = self.owners or [0] * self.states
        can(self.players > 0 or all(len(own) < 2 for own in self.choices), "model: a choice of nobody")
        sort = SORTS[name]
        self.kind, self.numbers = name, sort and array("branch-to-probability.bin", sort, branches)
        can(sort is None or self.numbers is not None, "model: found no probabilities")
        self.labels = {label: bits(file) for label, file in labels}
        counts = dict(zip(PARTS, (self.states, choices, branches)))
        arrays = lambda names, kind: {part: part in names and array(names[part], SORTS[kind], count) for part, count in counts.items()}
        self.rewards = {reward: (kind, arrays(names, kind)) for reward, names, kind, _ in rewards}

    def probability(self, branch, simplest):
        if self.kind == "none":
            return Fraction(1)
        exact = number(self.kind, self.numbers[branch], simplest, f"branch {branch}")
        can(exact <= 1, f"model: branch {branch}: found no probability")
        return exact

    def amount(self, reward, part, place, simplest, signed=False):
        """What a reward gives at a state, a choice or a branch."""
        kind, arrays = self.rewards[reward]
        exact = number(kind, arrays[part][place], simplest, f"{part} {place}", signed) if arrays[part] else Fraction(0)
        return can(abs(exact.numerator) < 2**64, f"model: {part} {place}: the amount is 2^64 or more") or exact

    def draw(self, choice, simplest):
        """The targets of a choice with their weights, which are above 0."""
        chances = [(self.targets[branch], self.probability(branch, simplest)) for branch in self.branches[choice]]
        can(sum(chance for _, chance in chances) == 1, f"model: choice {choice}: the sum of the probabilities is not 1")
        common = lcm(*(chance.denominator for _, chance in chances))
        can(common < 2**64, f"model: choice {choice}: the common denominator is 2^64 or more")
        return [(target, int(chance * common)) for target, chance in chances if chance > 0]


def number(kind, row, simplest, place, signed=False):
    """A number, from 0 on unless it may have a sign, as its type says."""
    if kind == "rational":
        can(row[1] > 0, f"model: {place}: found no number")
        exact = Fraction(*row)
    else:
        double = struct.unpack("<d", struct.pack("<Q", row))[0]
        can(-inf < double < inf, f"model: {place}: found no number")
        exact = Fraction(double)
        if simplest and exact.denominator > 1:
            size = between(*(abs(exact) * (1 + Fraction(sign, 2**50)) for sign in (-1, 1)))
            exact = size if exact > 0 else -size
    can(signed or exact >= 0, f"model: {place}: found a number below 0")
    return can(exact.denominator < 2**64, f"model: {place}: the denominator is 2^64 or more") or exact


def between(low, high):
    """The fraction of least denominator from a positive number to another one, by the tree of Stern and Brocot."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / between(1 / (high - below), 1 / (low - below))
