"""Tables as data frames of pandas, where that is installed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Verified
    from ._numbers import Numbers


def _pandas() -> Any:
    try:
        return import_module("pandas")
    except ImportError:
        raise ImportError("to_frame() needs pandas, which is not a part of this package: pip install pandas", name="pandas") from None


def verified(table: Verified) -> Any:
    """All positions, a row each, as texts: exact fractions stay exact."""
    pandas = _pandas()
    return pandas.DataFrame(table._rows(), columns=table._columns_of_rows)


def numbers(found: Numbers) -> Any:
    """The columns as numbers, and each column of values as floats beside it."""
    pandas = _pandas()
    columns = found.numpy()
    for name in found._names:
        columns[f"{name}_float"] = memoryview(found.floats(name))
    return pandas.DataFrame(columns)
