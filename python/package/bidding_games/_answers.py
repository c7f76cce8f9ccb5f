"""Answers of certificates that state no values of positions: each kind in words of its own, with the fields that `check --at` and `solve probe` have."""

from __future__ import annotations

import json as _json
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, Type, Union

if TYPE_CHECKING:
    from ._native import Verified

_Reads = Dict[str, Callable[[Any], Any]]


def _whole(found: Any) -> Optional[int]:
    return None if found is None else int(found)


def _share(found: Any) -> Optional[Fraction]:
    return None if found is None else Fraction(found)


def _amount(found: str) -> Union[Fraction, float]:
    """A reward: a fraction, or `math.inf`."""
    return math.inf if found == "infinity" else Fraction(found)


def _value(found: str) -> Optional[Fraction]:
    """The value of a cell; None where a sentence stands for it."""
    return Fraction(found) if found.replace("/", "").isdigit() else None


def _words(found: str) -> Tuple[str, ...]:
    return tuple(found.split())


class Answer:
    """What is verified of one position, cell, partition or state, in the words of its kind.

    The fields of `json()` are attributes; `dir` lists them. Numbers are exact: `int` or `fractions.Fraction`. Two answers are equal if the same is said by the same
    certificate. `verified` is the certificate, `notes` what was passed over in the question.
    """

    _reads: _Reads = {}
    __slots__ = ("_verified", "_question", "_holds", "_fields")
    _verified: Verified
    _question: Union[str, int]
    _holds: Optional[str]
    _fields: Dict[str, Any]

    def __init__(self, verified: Verified, question: Union[str, int], holds: Optional[str], fields: Dict[str, Any]) -> None:
        for name, found in (("_verified", verified), ("_question", question), ("_holds", holds), ("_fields", fields)):
            object.__setattr__(self, name, found)

    def __setattr__(self, name: str, found: object) -> None:
        raise AttributeError(f"{name}: an answer cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name}: an answer cannot be changed")

    @property
    def verified(self) -> Verified:
        """The certificate that says so."""
        return self._verified

    @property
    def kind(self) -> str:
        """The kind of the certificate: ``"hex"``, ``"partition"``, ``"chips"``, ``"rewards"``."""
        return self._verified.kind

    @property
    def name(self) -> str:
        """What the answer is about: a cell, a partition, a position, a state."""
        fields = self._fields
        if "at" in fields or "position" in fields:
            return str(fields.get("at", fields.get("position")))
        return " ".join(str(fields[name]) for name in ("layer", "row", "column") if name in fields)

    def text(self, *, full: bool = False) -> str:
        """The words of `check --at`; long fractions are cut unless `full`."""
        return self._verified._text(self._question, self._holds, full)

    def json(self) -> Dict[str, Any]:
        """The fields of `check --json --at`."""
        copy: Dict[str, Any] = _json.loads(_json.dumps(self._fields))
        return copy

    def row(self) -> Dict[str, str]:
        """The row of `solve export`: each column with its text."""
        [row] = self._verified._rows(self._question, self._holds)
        return dict(zip(self._verified._columns_of_rows, row))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._fields:
            have = ", ".join(sorted(self._fields))
            raise AttributeError(f"found no {name!r} in an answer about {self.kind!r}, required one of {have}")
        found = self._fields[name]
        return self._reads[name](found) if name in self._reads else found

    def __dir__(self) -> List[str]:
        return sorted({*(name for name in super().__dir__() if not name.startswith("_")), *self._fields})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self._verified == other._verified and self._fields == other._fields

    def __hash__(self) -> int:
        return hash((self._verified, self.name))

    def __copy__(self) -> Answer:
        return self

    def __deepcopy__(self, memo: object) -> Answer:
        return self

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        from ._pickled import asked

        return asked, (self._verified, self._question, self._holds)

    def __repr__(self) -> str:
        shown = {name: found for name, found in self._fields.items() if name not in ("at", "position", "cells", "options")}
        fields = ", ".join(f"{name}={found}" for name, found in shown.items() if not isinstance(found, (list, dict)))
        return f"<{type(self).__name__} {self.name}: {fields}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from . import _html

        return _html.answer(self)


class HexCell(Answer):
    """A cell of a board of Hex: in how many fillings of the board Left wins, and how likely it is that the cell decides."""

    __slots__ = ()
    _reads = {"left_wins_with_left": _whole, "left_wins_with_right": _whole, "pivotal": _share}

    if TYPE_CHECKING:
        at: str
        stone: Optional[str]
        left_wins_with_left: Optional[int]
        left_wins_with_right: Optional[int]
        pivotal: Optional[Fraction]


class PartitionValue(Answer):
    """A partition, or a cell of a board: its normal and misère values, its outcome, or the value of a race."""

    __slots__ = ()
    _reads = {"normal": _whole, "misere": _whole, "value": _value, "winning_normal": _words, "winning_misere": _words}
    _reads.update(dict.fromkeys(("layer", "row", "column"), _whole))


class ChipsState(Answer):
    """A position in an auction with whole chips: with how many each player wins. With `holds`, what to bid and where to move."""

    __slots__ = ()

    if TYPE_CHECKING:
        position: str
        drawn_here: int


class StateReward(Answer):
    """A state of a model, or a choice: how much is collected from here, and which choice is best."""

    __slots__ = ()
    _reads = {"low": _amount, "high": _amount}

    @property
    def value(self) -> Union[Fraction, float, None]:
        """The reward, if it is known exactly; `math.inf` if it is infinite."""
        low, high = (_amount(self._fields[end]) for end in ("low", "high"))
        return low if low == high else None

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if name == "options":
            return tuple({**option, "low": _amount(option["low"]), "high": _amount(option["high"])} for option in found)
        return found


_KINDS: Dict[str, Type[Answer]] = {"hex": HexCell, "partition": PartitionValue, "chips": ChipsState, "rewards": StateReward}


def made(verified: Verified, question: Union[str, int], holds: Optional[str], fields: str) -> Answer:
    """An answer of a kind from its fields in JSON. The native part calls it."""
    return _KINDS.get(verified.kind, Answer)(verified, question, holds, _json.loads(fields))
