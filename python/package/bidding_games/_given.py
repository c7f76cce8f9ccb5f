"""Files that are given: a path, or bytes."""

from __future__ import annotations

import os
from typing import Union

_Path = Union[str, "os.PathLike[str]"]
_Bytes = Union[bytes, bytearray, memoryview]


def _given(found: Union[_Path, _Bytes]) -> Union[_Path, bytes]:
    return bytes(found) if isinstance(found, (bytearray, memoryview)) else found
