"""Questions about models of others: in PRISM language, in UMB, or as objects of stormpy and stormvogel."""

from __future__ import annotations

import math
import os
from fractions import Fraction
from typing import Any, Dict, Mapping, Optional, Tuple, Union, cast

from . import _native
from ._answers import StateReward
from ._game import _write_whole
from ._native import Position, Verified
from ._umb import of_object

_Number = Union[Fraction, float]


def model(
    model: Any,
    question: str,
    *,
    constants: Optional[Mapping[str, Any]] = None,
    simplest: bool = False,
    discount: Union[str, Fraction, None] = None,
    bits: Optional[int] = None,
    threads: Optional[int] = None,
) -> ModelSolution:
    """Answers a question in PRISM's words about a model, and has the checker verify the answer against the model before it is given back.

    `model` is a path of a model in PRISM language or in UMB; PRISM language itself, a text with ``endmodule`` in it; the bytes of an archive of UMB; or a model of stormpy
    (sparse) or stormvogel (0.13 or later), chain, decision process or game. `constants` has values for constants that PRISM language leaves open, such as ``{"N": 4, "p": Fraction(1, 3)}``.

    Values are exact, or bounds if they are too large, or in units of 2^-bits if that is asked for. Doubles, of an archive or of an object, count as the numbers that they are:
    0.1 is 3602879701896397/36028797018963968, and a choice whose doubles have not exactly the sum 1 is refused. `simplest` reads each as the simplest fraction that it stands
    for. `discount`, between 0 and 1, is for questions about all that is collected.

    Raises `ValueError` for what is no model, or no question about this one, with the place; `OSError` if a file cannot be read; `TypeError` for another object.

    >>> coin = "dtmc const double p; module m s:[0..2]; [] s=0 -> p:(s'=1) + 1-p:(s'=2); [] s>0 -> true; endmodule"
    >>> model(coin, "P=? [ F s=1 ]", constants={"p": Fraction(1, 3)}).value
    Fraction(1, 3)
    >>> model("certs/models/two.umb", '<<one>> Pmax=? [ F "goal" ]').value
    Fraction(4, 5)
    """
    if isinstance(model, str):
        given: Any = model.encode() if "endmodule" in model else model
    elif isinstance(model, (bytes, bytearray, memoryview)):
        given = bytes(model)
    elif isinstance(model, os.PathLike):
        given = model
    elif constants:
        raise ValueError(f"constants: found {type(model).__qualname__}, required PRISM language")
    else:
        given = of_object(model)
    factor = None if discount is None else str(discount)
    values = {name: _constant(name, value) for name, value in (constants or {}).items()}
    verified, archive, asked = _native.solve_model(given, values, question, simplest, factor, bits, threads)
    return ModelSolution(verified, archive, asked)


def _constant(name: str, value: Any) -> str:
    """A constant as PRISM writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        raise TypeError(f"constants: {name}: found the float {value!r}, required an exact number: a text such as \"0.1\", or a Fraction")
    return str(value)


class ModelSolution:
    """What is verified of a question about a model: values, a strategy, the certificate, and the model as it was judged."""

    def __init__(self, verified: Verified, archive: bytes, question: str) -> None:
        self._verified, self._archive, self._question = verified, archive, question

    @property
    def verified(self) -> Verified:
        """What was verified: claim, digest, receipt, and each state and choice that is not decided."""
        return self._verified

    @property
    def certificate(self) -> bytes:
        """The certificate: with `archive` everything that the command `check` needs."""
        return self._verified.certificate

    @property
    def archive(self) -> bytes:
        """The model in UMB. That it is what the text or the object means is not proved."""
        return self._archive

    @property
    def question(self) -> str:
        """The question as it is asked of the archive: of labels."""
        return self._question

    def probe(self, state: Union[int, str]) -> Union[Position, StateReward]:
        """What is verified of a state, or of ``"12:0"``, the first choice of state 12; with a maximum of steps also ``"12@3"``, with three steps left."""
        return cast(Union[Position, StateReward], self._verified.probe(str(state)))

    @property
    def values(self) -> Dict[int, Tuple[_Number, _Number]]:
        """Of each initial state, three at most, where its number lies, both ends included; `math.inf` for infinite."""
        initial = self._verified.receipt()["initial"]
        return {one["state"]: (_number(one["low"]), _number(one["high"])) for one in initial}

    @property
    def value(self) -> Optional[_Number]:
        """The number of the initial state; None if only bounds of it are known. `ValueError` if there is not exactly one initial state."""
        values = self.values
        if len(values) != 1:
            raise ValueError(f"found {len(values)} initial states, required one: ask values, or probe(state)")
        [(low, high)] = values.values()
        return low if low == high else None

    @property
    def strategy(self) -> Dict[str, int]:
        """For each state of a player at which choices are compared, the number of a best one from 0, which brings its player on. Bounds need not tell one; then it is left out.

        The keys are the names that `probe` takes: with a maximum of steps a choice depends on those that are left.
        """
        rows = self._verified._rows()
        return {state: int(choice) for state, _, _, choice in rows if choice}

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the certificate to `path`, which ends with ``.cert``, and the model beside it, with ``.umb``.

        Then ``check FILE.cert --model FILE.umb`` says the same. `ValueError` for another ending, `OSError` if a file cannot be written; a file is whole or is not there.
        """
        target = os.fspath(path)
        stem, ending = os.path.splitext(target)
        if ending != ".cert":
            raise ValueError(f"{target}: required a path that ends with .cert")
        _write_whole(stem + ".umb", self._archive)
        _write_whole(target, self.certificate)

    def __repr__(self) -> str:
        return f"<ModelSolution: {self._verified.claim}>"

    def __eq__(self, other: object) -> bool:
        return self._verified == other._verified if isinstance(other, ModelSolution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._verified)


def _number(text: str) -> _Number:
    return math.inf if text == "infinity" else Fraction(text)
