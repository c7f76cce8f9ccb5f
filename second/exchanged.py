"""Files that are given in another's place are declined: nothing is wrong with them. Without this module checker.py would reject them.

A text is no certificate. And a certificate of a game in a file names no game; but its slices tell how many positions the game has.
"""

from codecs import getincrementaldecoder

from checker import MAGIC, Reader, Rejected, can

SLICE, FRONT = 4096, 4096


def is_text(data):
    """Whether a file begins as JSON does, or with text: UTF-8 without a zero."""
    front = data[:FRONT]
    if data[: len(MAGIC)] == MAGIC or not front:
        return False
    try:
        getincrementaldecoder("utf-8")().decode(front, len(data) <= FRONT)
        text = b"\0" not in front
    except UnicodeDecodeError:
        text = False
    return text or front.lstrip(b" \t\r\n")[:1] in (b"{", b"[")


def ask(c):
    """Declines if the slices are those of another number of positions than the game has."""
    positions, full = len(c.game.nodes), SLICE * (len(c.slices) - 1)
    if c.slices and not fit(c, positions) and all(ends(c, data, SLICE) for data in c.slices[:-1]):
        for others in range(full + 1, full + SLICE + 1):
            fits = ends(c, c.slices[-1], others - full, others)
            can(not fits, f"the slices are those of {others} positions, and the game has {positions}: is this the game?")


def fit(c, positions):
    """Whether the slices can be those of so many positions."""
    sizes = [min(SLICE, positions - start) for start in range(0, positions, SLICE)]
    return len(sizes) == len(c.slices) and all(ends(c, data, n) for data, n in zip(c.slices, sizes))


def ends(c, data, n, positions=None):
    """Whether the columns of n positions end where the slice ends. If `positions` is given, exact labels must be possible for so many positions:
    none is greater than their number, and all are 0 only where the numbers beside them are worth nothing: 0 for White, 1 for Black."""
    reader, columns, form = Reader(data, "slice"), [], c.form
    try:
        for _ in range(16 if c.statement == 6 else 2 if form == 2 else 3 + form):
            columns.append(reader.planes(n))
        if form == 2:
            flags = int.from_bytes(reader.column((n + 7) // 8, 256), "little")
            if flags >> n:
                return False
            for _ in range(2):
                reader.planes(flags.bit_count())
        reader.end()
    except Rejected:
        return False
    if positions is None or c.statement == 6 or c.bits > 0:
        return True
    most = (positions.bit_length() + 7) // 8 * n
    worthless = [repeated(c.values.index(value), n) if value in c.values else None for value in ((0, 0, 1), (1, 0, 1))]
    stated = columns[0], columns[form]
    return all(len(labels) <= most and (labels or beside == rows) for labels, beside, rows in zip(columns[-2:], stated, worthless))


def repeated(number, n):
    """The bytes of a column that has the same number at all places."""
    return b"".join(bytes([number >> 8 * plane & 255]) * n for plane in range((number.bit_length() + 7) // 8))
