"""Models of others in UMB, statement 14: a further game of checker.py, written from the chapter "The format: models" and the specification of UMB alone.

The archive is unpacked by Python's own modules. Which they are is no part of what is verified: that is the digest of the arrays.
"""

import gzip
import io
import json
import lzma
import struct
import tarfile
import zlib
from fractions import Fraction
from hashlib import sha256
from math import lcm

from checker import Declined, can, must

MOST_BYTES, MOST_NODES = 2**28, 2**20
UNTIL, WEAK, NEXT = range(3)


class Question:
    """The body of the statement."""

    def __init__(self, body):
        self.model = body.take(32)
        self.simplest = flag(body)
        self.maximisers = body.list(body.number)
        self.path = body.number()
        body.must(self.path < 3, f"path: found {self.path}, required 0, 1 or 2")
        self.stay = literal(body) if flag(body) else None
        self.goal = literal(body) if flag(body) else None
        self.steps = body.number() if flag(body) else None
        body.end()
        one = {
            UNTIL: self.goal is not None,
            WEAK: self.stay is not None,
            NEXT: self.goal is not None and self.stay is None and self.steps is None,
        }[self.path]
        body.must(one and self.steps != 0, "path: these sets of states and steps mean nothing for it")
        rising = all(a < b for a, b in zip(self.maximisers, self.maximisers[1:]))
        body.must(rising and all(player < 2**32 for player in self.maximisers), "coalition: the players are not increasing")
        body.must(self.steps is None or self.steps < 2**32, "steps: found 2^32 or more")
        self.layers = 1 if self.path == NEXT else self.steps


def flag(body):
    found = body.byte()
    body.must(found < 2, f"found {found}, required 0 or 1")
    return found == 1


def literal(body):
    label = body.bytes()
    try:
        return label.decode("utf-8"), flag(body)
    except UnicodeDecodeError:
        body.must(False, "a label is no UTF-8")


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
                can(member.isfile() or member.isdir(), f"model: {member.name!r} is no file")
                if member.isfile():
                    name = member.name.removeprefix("./").removeprefix("/")
                    can(name not in files, f"model: {name!r} is twice in the archive")
                    files[name] = archive.extractfile(member).read()
        return files
    except (OSError, EOFError, tarfile.TarError, lzma.LZMAError, zlib.error) as error:
        raise Declined(f"model: no archive of UMB: {error}") from None


class Model:
    """The arrays."""

    def __init__(self, files):
        can("index.json" in files, "model: found no index.json")
        try:
            index = json.loads(files["index.json"].decode("utf-8"))
            system = index["transition-system"]
            self.players, self.states = system["#players"], system["#states"]
            choices, branches = system["#choices"], system["#branches"]
            kind, aps = system.get("branch-probability-type"), (index.get("annotations") or {}).get("aps") or {}
            can(index["format-version"] == 1 and system["time"] == "discrete", "model: required version 1 and discrete time")
            can(not system.get("#observations"), "model: required no observations")
            name, size = (kind["type"], kind.get("size")) if kind else ("none", None)
            labels = sorted((label.get("alias") or key, f"annotations/aps/{key}/states/values.bin") for key, label in aps.items())
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Declined(f"model: index.json: {error!r}") from None
        can(all(isinstance(n, int) and n >= 0 for n in (self.players, self.states, choices, branches)), "model: counts are no numbers")
        can(name in ("none", "double", "rational") and size in (None, {"double": 64, "rational": 128}.get(name)), "model: this type is not covered")
        can(len(dict(labels)) == len(labels), "model: a label occurs twice")
        self.text = f"players {self.players}\nstates {self.states}\nchoices {choices}\nbranches {branches}\nprobabilities {name}\n"
        self.text += "".join(f"label {json.dumps(label, ensure_ascii=False)} {file}\n" for label, file in labels)
        used = {file for _, file in labels}
        for file, data in sorted(files.items()):
            if ("/" not in file and file.endswith(".bin")) or file in used:
                self.text += f"{sha256(data).hexdigest()}  {file}\n"
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
        sort = {"none": None, "double": "Q", "rational": "qQ"}[name]
        self.kind, self.numbers = name, sort and array("branch-to-probability.bin", sort, branches)
        can(sort is None or self.numbers is not None, "model: found no probabilities")
        self.labels = {label: bits(file) for label, file in labels}

    def probability(self, branch, simplest):
        if self.kind == "none":
            return Fraction(1)
        if self.kind == "rational":
            numerator, denominator = self.numbers[branch]
            can(0 <= numerator <= denominator and denominator > 0, f"model: branch {branch}: found no probability")
            return Fraction(numerator, denominator)
        double = struct.unpack("<d", struct.pack("<Q", self.numbers[branch]))[0]
        can(0 <= double <= 1, f"model: branch {branch}: found no probability")
        exact = Fraction(double)
        if simplest and 0 < exact < 1:
            exact = between(exact * (1 - Fraction(1, 2**50)), exact * (1 + Fraction(1, 2**50)))
        can(exact.denominator < 2**64, f"model: branch {branch}: the denominator is 2^64 or more")
        return exact

    def draw(self, choice, simplest):
        """The targets of a choice with their weights, which are above 0."""
        chances = [(self.targets[branch], self.probability(branch, simplest)) for branch in self.branches[choice]]
        can(sum(chance for _, chance in chances) == 1, f"model: choice {choice}: the sum of the probabilities is not 1")
        common = lcm(*(chance.denominator for _, chance in chances))
        can(common < 2**64, f"model: choice {choice}: the common denominator is 2^64 or more")
        return [(target, int(chance * common)) for target, chance in chances if chance > 0]


def between(low, high):
    """The fraction of least denominator from a positive number to another one, by the tree of Stern and Brocot."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / between(1 / (high - below), 1 / (low - below))


class Asked:
    """All that is asked of a game in a file. Numbers are names."""

    def __init__(self, model, question):
        for wanted in (question.stay, question.goal):
            must(wanted is None or wanted[0] in model.labels, "canonical", f"label: found one that the model has not: {wanted}")
        must(all(player < model.players for player in question.maximisers), "canonical", "coalition: a player whom the model has not")
        inside = lambda wanted, state: (state in model.labels[wanted[0]]) != wanted[1]
        self.terminal = {"won": Fraction(1), "lost": Fraction(0)}
        draws = [model.draw(choice, question.simplest) for choice in range(len(model.branches))]

        def decided(state):
            if question.path == NEXT:
                return None
            if question.goal is not None and inside(question.goal, state):
                return "won"
            return None if question.stay is None or inside(question.stay, state) else "lost"

        def at_the_end(state):
            counts = question.path == WEAK or (question.path == NEXT and inside(question.goal, state))
            return decided(state) or ("won" if counts else "lost")

        inner = [state for state in range(model.states) if decided(state) is None]
        drawn = [choice for state in inner if len(model.choices[state]) > 1 for choice in model.choices[state] if len(draws[choice]) > 1]
        layers = range(1, (question.layers or 1) + 1)
        can((len(inner) + len(drawn)) * len(layers) <= MOST_NODES, f"limit: more than {MOST_NODES} positions")
        self.names, self.nodes = [], []
        for layer in layers:

            def enter(state, layer=layer):
                if question.layers is None:
                    return decided(state) or ("state", state, 1)
                return decided(state) or (("state", state, layer - 1) if layer > 1 else at_the_end(state))

            chance = lambda targets: [(enter(target), weight) for target, weight in targets]
            for state in inner:
                own = model.choices[state]
                self.names.append(("state", state, layer))
                if len(own) > 1:
                    options = [("choice", choice, layer) if len(draws[choice]) > 1 else enter(draws[choice][0][0]) for choice in own]
                    options = [(option, 1) for option in options]
                    turn = 0 if model.owners[state] in question.maximisers else 1
                    self.nodes.append((turn, options, options))
                else:
                    options = chance(draws[own[0]] if own else [(state, 1)])
                    self.nodes.append(("chance", options, options))
            for choice in drawn:
                self.names.append(("choice", choice, layer))
                self.nodes.append(("chance", chance(draws[choice]), chance(draws[choice])))
        self.index = {name: number for number, name in enumerate(self.names)}


def verify(verifier, c):
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    question = Question(c.body)
    worth = Fraction(1 if question.path == WEAK else 0)
    good = c.never == worth and ((c.form == 0 and c.bits == 0) or (c.form == 2 and c.bits > 0))
    must(good, "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required exact values in form 0 or units in form 2, and {worth}")
    can(verifier.game is not None, "the certificate is about a model: give it with --graph")
    model = Model(unpack(verifier.game()))
    can(model.digest == question.model, f"model: required the one with the SHA-256 {question.model.hex()}: is this the model?")
    c.inner, c.game, c.digest = 1, Asked(model, question), model.digest
    verifier.numbers(c, [])
    c.proved = f"{len(c.entries)} states and choices of a model"
    return c
