"""Models of stormpy and of stormvogel, written as UMB: numbers as they are, doubles as doubles. Neither package is imported: an object is asked for what it has."""

from __future__ import annotations

import gzip
import io
import json
import sys
import tarfile
from array import array
from fractions import Fraction
from math import isfinite
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union, cast

BELOW = 2**63
DOUBLES = "built in doubles"
_KINDS = ("DTMC", "MDP", "SMG")
_Choices = Iterable[Iterable[Tuple[int, Any]]]


class _Model(NamedTuple):
    """A model, with what the archive says of it: for each state its choices, each of targets with probabilities; for each part of a reward its amounts."""

    title: str
    kind: str
    comment: str
    states: Iterable[_Choices]
    initial: Sequence[int]
    labels: Dict[str, Iterable[int]]
    rewards: Sequence[Tuple[str, Dict[str, Iterable[Any]]]]
    owners: Optional[List[int]] = None
    players: Sequence[str] = ()


def of_object(model: Any) -> bytes:
    """The archive of a model object. `TypeError` for what is none, `ValueError` for one that is not covered."""
    package = type(model).__module__.partition(".")[0]
    if package == "stormpy":
        return of_stormpy(model, "a model of stormpy", comment="written from stormpy")
    if package == "stormvogel":
        return _archive(_of_stormvogel(model))
    raise TypeError(f"found {type(model).__qualname__}, required PRISM language, a path, the bytes of a model in UMB, or a model of stormpy or stormvogel")


def _kind(model: Any) -> str:
    kind = str(getattr(model, "model_type", type(model).__qualname__)).rpartition(".")[2]
    if kind not in _KINDS:
        raise ValueError(f"found a model of the kind {kind}, required DTMC, MDP or SMG")
    return kind


def of_stormpy(built: Any, title: str, players: Sequence[str] = (), comment: str = DOUBLES) -> bytes:
    """A model that stormpy has built, as an archive of UMB. The same model gives the same bytes."""
    kind, matrix = _kind(built), cast(Any, getattr(built, "transition_matrix", None))
    if not hasattr(matrix, "get_row"):
        raise ValueError("found a symbolic model, required a sparse one: stormpy.build_model")
    count = int(built.nr_states)

    def rows(state: int) -> Iterable[int]:
        return (state,) if kind == "DTMC" else range(matrix.get_row_group_start(state), matrix.get_row_group_end(state))

    owners = None
    if kind == "SMG":
        # A state with one choice may be nobody's; then it does not matter whose it is.
        owners = [owner if 0 <= owner < 2**16 else 0 for owner in map(int, built.get_state_player_indications())]
        players = players or [f"player {number}" for number in range(1, max(owners) + 2)]
    labels = {label: built.labeling.get_states(label) for label in sorted(built.labeling.get_labels())}
    rewards = []
    for name, reward in sorted(built.reward_models.items()):
        amounts: Dict[str, Iterable[Any]] = {}
        if reward.has_state_rewards:
            amounts["states"] = reward.state_rewards
        if reward.has_state_action_rewards:
            amounts["choices"] = reward.state_action_rewards
        if reward.has_transition_rewards:
            amounts["branches"] = _beside(matrix, reward.transition_rewards)
        rewards.append((name, amounts))
    states = (([(entry.column, entry.value) for entry in matrix.get_row(row)] for row in rows(state)) for state in range(count))
    inside: Dict[str, Iterable[int]] = {label: [state for state in range(count) if found.get(state)] for label, found in labels.items()}
    return _archive(_Model(title, kind, comment, states, list(built.initial_states), inside, rewards, owners, players))


def _beside(matrix: Any, rewards: Any) -> Iterable[Any]:
    """The rewards of the branches, one for each: where no reward stands it is 0."""
    for row in range(matrix.nr_rows):
        known = {entry.column: entry.value for entry in rewards.get_row(row)}
        for entry in matrix.get_row(row):
            if _exact(entry.value, "a probability") != 0:
                yield known.get(entry.column, 0)


def _of_stormvogel(model: Any) -> _Model:
    """What a model of stormvogel has. A state without choices stays where it is."""
    kind = _kind(model)
    if not hasattr(model, "state_labels"):
        raise ValueError("found no state_labels, which old versions of stormvogel do not have, required stormvogel 0.13 or later")
    number = {state: place for place, state in enumerate(model.states)}
    of = [list(model.transitions.get(state, ())) for state in model.states]
    rewards = []
    for reward in model.rewards:
        amounts: Dict[str, Iterable[Any]] = {}
        if reward.rewards:
            amounts["states"] = [reward.rewards.get(state, 0) for state in model.states]
        if reward.transition_rewards:
            known = reward.transition_rewards
            amounts["branches"] = [
                known.get((state, action, target), 0) for state, choices in zip(model.states, of) for action, branches in choices for value, target in branches if value != 0
            ]
        rewards.append((reward.name, amounts))
    labels: Dict[str, Iterable[int]] = {label: [number[state] for state in states] for label, states in sorted(model.state_labels.items())}
    states = [[[(number[target], value) for value, target in branches] for _, branches in choices] for choices in of]
    return _Model("a model of stormvogel", kind, "written from stormvogel", states, list(labels.get("init", ())), labels, rewards)


def _exact(value: Any, where: str) -> Union[Fraction, float]:
    """A number: a double as it is, all others as fractions."""
    if isinstance(value, float):
        return value
    try:
        found = value if isinstance(value, (int, Fraction)) else Fraction(str(value))
    except ValueError:
        raise ValueError(f"{where}: found {value}, required a number") from None
    return Fraction(found)


class _Numbers:
    """Numbers, one after the other: doubles if there is one, and no fraction that is none; else fractions."""

    def __init__(self) -> None:
        self.doubles, self.fractions = array("d"), array("q")
        self.has_double = self.has_fraction = False
        self.long = ""

    def add(self, found: Union[Fraction, float], where: str) -> None:
        if isinstance(found, float) and not isfinite(found):
            raise ValueError(f"{where}: found {found}, required a number")
        exact = Fraction(found)
        try:
            double = float(exact)
        except OverflowError:
            double = 0.0
        self.has_double |= isinstance(found, float)
        self.has_fraction |= Fraction(double) != exact
        if max(abs(exact.numerator), exact.denominator) >= BELOW:
            self.long = self.long or f"{where}: found {found}, whose exact value is {exact}, required numbers below 2^63"
            exact = Fraction(0)
        self.fractions.extend((exact.numerator, exact.denominator))
        self.doubles.append(double)

    def written(self) -> Tuple[Dict[str, Any], bytes]:
        """Their type, and their bytes."""
        if self.has_double and not self.has_fraction:
            return {"type": "double", "size": 64}, _little(self.doubles)
        if self.long:
            raise ValueError(self.long)
        return {"type": "rational", "size": 128}, _little(self.fractions)


def _archive(model: _Model) -> bytes:
    """An archive of UMB."""
    choices, branches, targets, chances = array("Q", [0]), array("Q", [0]), array("Q"), _Numbers()
    for state, own in enumerate(model.states):
        for choice, entries in enumerate(own):
            for target, value in entries:
                where = f"state {state}, choice {choice}"
                found = _exact(value, where)
                if found == 0:
                    continue
                if found < 0 or found > 1:
                    raise ValueError(f"{where}: found the probability {value}, required one from 0 to 1")
                chances.add(found, where)
                targets.append(target)
            branches.append(len(targets))
        choices.append(len(branches) - 1)
    states, players = len(choices) - 1, model.players
    kind, probabilities = chances.written()
    files = {
        "state-to-choices.bin": _little(choices),
        "choice-to-branches.bin": _little(branches),
        "branch-to-target.bin": _little(targets),
        "branch-to-probability.bin": probabilities,
        "state-is-initial.bin": _bits(states, model.initial),
    }
    if model.owners is not None:
        files["state-to-player.bin"] = _little(array("I", model.owners))
    annotations, rewards = {}, {}
    for number, (label, inside) in enumerate(model.labels.items()):
        annotations[str(number)] = {"alias": label, "applies-to": ["states"], "type": {"type": "bool"}}
        files[f"annotations/aps/{number}/states/values.bin"] = _bits(states, inside)
    for number, (name, parts) in enumerate(model.rewards):
        amounts = _Numbers()
        counts = {}
        for part, values in parts.items():
            before = len(amounts.doubles)
            for place, value in enumerate(values):
                where = f"reward {name!r}, {part} {place}"
                amounts.add(_exact(value, where), where)
            counts[part] = (before, len(amounts.doubles))
        # A name is not empty: a reward without one is called by its number.
        alias = {"alias": name} if name else {}
        kind_of, data = amounts.written()
        rewards[str(number)] = {**alias, "applies-to": list(parts), "type": kind_of}
        for part, (start, end) in counts.items():
            size = kind_of["size"] // 8
            files[f"annotations/rewards/{number}/{part}/values.bin"] = data[start * size : end * size]
    count = {"DTMC": 0, "MDP": 1}.get(model.kind, len(players))
    system = {
        "time": "discrete",
        "#players": count,
        **({"player-names": list(players)} if count > 1 else {}),
        "#states": states,
        "#initial-states": len(model.initial),
        "#choices": len(branches) - 1,
        "#choice-actions": 0,
        "#branches": len(targets),
        "#branch-actions": 0,
        "#observations": 0,
        "branch-probability-type": kind,
    }
    index = {
        "format-version": 1,
        "format-revision": 0,
        "model-data": {"name": model.title, "comment": model.comment},
        "transition-system": system,
        "annotations": {"aps": annotations, "rewards": rewards} if rewards else {"aps": annotations},
    }
    return _packed({"index.json": json.dumps(index, indent=1).encode(), **files})


def _little(numbers: Any) -> bytes:
    """Numbers, least significant byte first."""
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    found: bytes = numbers.tobytes()
    return found


def _bits(count: int, inside: Iterable[int]) -> bytes:
    """A set, a bit for each of so many, in words of 8 bytes."""
    words = bytearray((count + 63) // 64 * 8)
    for number in inside:
        words[number // 8] |= 1 << number % 8
    return bytes(words)


def _packed(files: Dict[str, bytes]) -> bytes:
    """An archive of these files, without times."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), 6, mtime=0)
