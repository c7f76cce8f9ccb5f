"""How matrix.py and matrix_aims.py write certificates: heads, values and columns, from docs/src/record/format.md."""

from fractions import Fraction
from math import lcm

from second_certificates import column, number, seal

# The least margin of a value that is a fraction.
FINE = Fraction(1, 2**40)


def fractions(values):
    """The values of a head, which increase: their common denominator, and the numerators, each as wide as that."""
    denominator = lcm(*(value.denominator for value in values)) if values else 0
    width = (denominator.bit_length() + 7) // 8
    numerators = b"".join(int(value * denominator).to_bytes(width, "little") for value in values)
    return number(width) + denominator.to_bytes(width, "little") + number(len(numerators)) + numerators


def certificate(statement, body, slices, bits=0, form=0, values=(), imports=()):
    """`slices` is one slice, or a list of them."""
    # About both values: nothing is said of an endless play.
    head = bytes([statement]) + number(len(body)) + body + bytes([0, bits, form]) + number(len(imports)) + b"".join(sorted(imports))
    return seal(head + fractions(() if bits else values), [slices] if isinstance(slices, bytes) else slices)


def exact(statement, body, stated, labels, form=0, imports=(), moves=()):
    """Columns of fractions, then of stated moves and labels."""
    values = sorted({value for numbers in stated for value in numbers})
    lists = [[values.index(value) for value in numbers] for numbers in stated] + [*moves, *labels]
    return certificate(statement, body, b"".join(map(column, lists)), 0, form, values, imports)


def put(numbers, place, value):
    return [value if at == place else old for at, old in enumerate(numbers)]
