"""All numbers of a table as columns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

if TYPE_CHECKING:
    from ._native import Columns, Verified

_COLUMNS = ("lower_low", "lower_high", "upper_low", "upper_high")
# Where an endless play is worth something, and there is one value.
_COLUMNS_OF_ONE = ("v_low", "v_high")


class Numbers:
    """The numbers of all positions of a table, each once, in the order of the table, as columns.

    A number stands for a share of the money: 0 for 0, `one` for 1, and a greater number for a greater share. In exact tables numbers are ranks among all
    values that occur; in bounded ones they are multiples of 2^-bits. `fraction` says which share a number is. Columns are read-only memoryviews:
    numpy, pandas and others read them without a copy (``numpy.asarray(numbers.lower)``), and `numpy` does so.
    """

    def __init__(self, table: Verified) -> None:
        self._table = table
        self._columns: Columns = table._columns()
        self._names = _COLUMNS if table.never is None else _COLUMNS_OF_ONE
        self._exact = table.bits == 0
        self._count = len(table)

    @property
    def one(self) -> int:
        """The number of the share 1."""
        return self._columns.one

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        return Numbers, (self._table,)

    def __len__(self) -> int:
        """How many positions there are."""
        return self._count

    def __repr__(self) -> str:
        return f"<Numbers of {self._count} positions>"

    def _ends(self, name: str) -> memoryview[int]:
        if name not in self._names:
            raise ValueError(f"{name}: found a table without this column, required one of {', '.join(self._names)}")
        return memoryview(self._columns.ends(self._names.index(name))).cast("Q")

    def _labels(self, side: int) -> Optional[memoryview[int]]:
        labels = self._columns.labels(side)
        return None if labels is None else memoryview(labels).cast("I")

    @property
    def lower(self) -> memoryview[int]:
        """The lower values as unsigned 64-bit numbers. ValueError if the table has bounds: then `lower_low` and `lower_high` say where they lie."""
        return self._value("lower")

    @property
    def upper(self) -> memoryview[int]:
        """The upper values as unsigned 64-bit numbers. ValueError if the table has bounds."""
        return self._value("upper")

    @property
    def v(self) -> memoryview[int]:
        """The values v, if an endless play is worth something, as unsigned 64-bit numbers. ValueError if the table has bounds, or both values."""
        return self._value("v")

    def _value(self, name: str) -> memoryview[int]:
        low, high = (self._ends(f"{name}_{end}") for end in ("low", "high"))
        if not self._exact:
            raise ValueError(f"{name}: found bounds, required exact values; {name}_low and {name}_high are the bounds")
        if low != high:
            raise ValueError(f"{name}: found a plan, required a table; {name}_low and {name}_high are the bounds")
        return low

    @property
    def lower_low(self) -> memoryview[int]:
        """The lower ends of the lower values."""
        return self._ends("lower_low")

    @property
    def lower_high(self) -> memoryview[int]:
        """The upper ends of the lower values."""
        return self._ends("lower_high")

    @property
    def upper_low(self) -> memoryview[int]:
        """The lower ends of the upper values."""
        return self._ends("upper_low")

    @property
    def upper_high(self) -> memoryview[int]:
        """The upper ends of the upper values."""
        return self._ends("upper_high")

    @property
    def v_low(self) -> memoryview[int]:
        """The lower ends of the values v."""
        return self._ends("v_low")

    @property
    def v_high(self) -> memoryview[int]:
        """The upper ends of the values v."""
        return self._ends("v_high")

    @property
    def white_labels(self) -> Optional[memoryview[int]]:
        """T as unsigned 32-bit numbers, 4294967295 for infinite; None if the certificate proves none."""
        return self._labels(0)

    @property
    def black_labels(self) -> Optional[memoryview[int]]:
        """T′ as unsigned 32-bit numbers, 4294967295 for infinite; None if the certificate proves none."""
        return self._labels(1)

    def fraction(self, number: int) -> Fraction:
        """The share of the money that a number stands for. ValueError if it is no number of this table."""
        return self._columns.fraction(number)

    def floats(self, column: Optional[str] = None) -> memoryview[float]:
        """One of the columns as shares from 0 to 1: each the float that is nearest to the exact share. For pictures; nothing is proved by floats.

        `column` is ``"lower_low"`` (the default), ``"lower_high"``, ``"upper_low"`` or ``"upper_high"``; where an endless play is worth something
        ``"v_low"`` (the default) or ``"v_high"``.
        """
        column = self._names[0] if column is None else column
        if column not in self._names:
            raise ValueError(f"column: found {column!r}, required one of {', '.join(self._names)}")
        return memoryview(self._columns.floats(self._names.index(column))).cast("d")

    def numpy(self) -> Dict[str, Any]:
        """All columns as numpy arrays that share their memory, by their names. ImportError if numpy is not installed."""
        import numpy

        columns: Dict[str, Any] = {name: numpy.asarray(self._ends(name)) for name in self._names}
        for side, name in enumerate(("white_labels", "black_labels")):
            labels = self._labels(side)
            if labels is not None:
                columns[name] = numpy.asarray(labels)
        return columns

    def to_frame(self) -> Any:
        """All columns as a pandas `DataFrame`, and each column of values as floats beside it. ImportError if pandas is not installed."""
        from . import _frames

        return _frames.numbers(self)
