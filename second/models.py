"""Models of others in UMB, statement 14: a further game of checker.py, written from the chapter "The format: models" and the specification of UMB alone.

The archive is unpacked by Python's own modules. Which they are is no part of what is verified: that is the digest of the arrays.
"""

from fractions import Fraction

from checker import can, must
from escape import quoted
from umb import Model, unpack

MOST_NODES, MOST_BRANCHES = 2**20, 2**21
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


def labelled(model, *literals):
    """Requires that the model has these labels, as far as there are any."""
    for label, _ in filter(None, literals):
        must(label in model.labels, "canonical", f"label: found {quoted(label)}, which the model has not")


def steps_of(model, states):
    """The choices of these states, each with the name of its step, such as 12:0 for choice 0 of state 12."""
    return {choice: f"{state}:{number}" for state in states for number, choice in enumerate(model.choices[state])}


class Asked:
    """All that is asked of a game in a file. Names are those of the chapter."""

    def __init__(self, model, question):
        labelled(model, question.stay, question.goal)
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
        branches = sum(len(model.branches[choice]) for state in inner for choice in model.choices[state])
        can(question.steps is None or branches * len(layers) <= MOST_BRANCHES, f"limit: more than {MOST_BRANCHES} branches for all steps")
        self.names, self.nodes, step = [], [], steps_of(model, inner)
        for layer in layers:
            here, below = ("", "") if question.layers is None else (f"@{layer}", f"@{layer - 1}")

            def enter(state, layer=layer, below=below):
                goes_on = question.layers is None or layer > 1
                return decided(state) or (f"{state}{below}" if goes_on else at_the_end(state))

            chance = lambda targets: [(enter(target), weight) for target, weight in targets]
            for state in inner:
                own = model.choices[state]
                self.names.append(f"{state}{here}")
                if len(own) > 1:
                    options = [step[choice] + here if len(draws[choice]) > 1 else enter(draws[choice][0][0]) for choice in own]
                    options = [(option, 1) for option in options]
                    turn = 0 if model.owners[state] in question.maximisers else 1
                    self.nodes.append((turn, options, options))
                else:
                    options = chance(draws[own[0]] if own else [(state, 1)])
                    self.nodes.append(("chance", options, options))
            for choice in drawn:
                self.names.append(step[choice] + here)
                self.nodes.append(("chance", chance(draws[choice]), chance(draws[choice])))
        self.index = {name: number for number, name in enumerate(self.names)}


def verify(verifier, c):
    question = Question(c.body)
    worth = Fraction(1 if question.path == WEAK else 0)
    good = c.never == worth and ((c.form == 0 and c.bits == 0) or (c.form == 2 and c.bits > 0))
    must(good, "canonical", f"bits {c.bits}, form {c.form}, never {c.never}: required exact values in form 0 or units in form 2, and {worth}")
    must(not c.imports, "imports", f"found {len(c.imports)} imports, required none")
    can(verifier.game is not None, "the certificate is about a model: give it with --graph")
    model = Model(unpack(verifier.game()))
    can(model.digest == question.model, f"model: required the one with the SHA-256 {question.model.hex()}: is this the model?")
    c.inner, c.game, c.digest = 1, Asked(model, question), model.digest
    verifier.numbers(c, [])
    c.proved = f"{len(c.entries)} states and choices of a model"
    return c
