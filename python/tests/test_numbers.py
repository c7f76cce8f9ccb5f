"""Columns of numbers: with numpy and without."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest
from conftest import CERTS, ROOT, run

import bidding_games
from bidding_games import Numbers


def test_numbers_stand_for_the_values_of_the_dump():
    """The oracle is `check --dump`: values and labels of all 426 positions."""
    file = CERTS / "4x4_KNk.cert"
    numbers = bidding_games.verify(file).numbers()
    assert isinstance(numbers, Numbers) and len(numbers) == 426
    lines = run("check", file, "--dump").stdout.splitlines()[1:]
    for place, line in enumerate(lines):
        _, _, lower, upper, _, _, white, black = line.split("\t")
        assert numbers.fraction(numbers.lower[place]) == Fraction(lower)
        assert numbers.fraction(numbers.upper[place]) == Fraction(upper)
        assert (numbers.white_labels[place], numbers.black_labels[place]) == (int(white), int(black))


def test_order_of_numbers_is_the_order_of_values(knight):
    numbers = knight.numbers()
    found = sorted(set(numbers.lower))
    values = [numbers.fraction(number) for number in found]
    # As many values as the index of the committed certificates says: those of the border count, too.
    assert 20_000 < len(values) <= 20_734
    assert all(one < other for one, other in zip(values, values[1:]))
    assert (numbers.fraction(0), numbers.fraction(numbers.one)) == (0, 1)
    for wrong in (numbers.one + 1, 2**63):
        with pytest.raises(ValueError, match="required a number of this table"):
            numbers.fraction(wrong)


def test_floats_are_the_nearest(knight):
    numbers = knight.numbers()
    floats = numbers.floats()
    for place in range(0, len(knight), 501):
        assert floats[place] == float(numbers.fraction(numbers.lower[place]))
    with pytest.raises(ValueError, match="required one of lower_low"):
        numbers.floats("lower")


def test_bounds_are_units():
    table = bidding_games.verify(CERTS / "five/4x4_KBBNk.cert")
    numbers = table.numbers()
    assert numbers.one == 2**30 and numbers.white_labels is None and numbers.black_labels is None
    position = table[777]
    ends = [column[777] for column in (numbers.lower_low, numbers.lower_high, numbers.upper_low, numbers.upper_high)]
    assert [Fraction(end, 2**30) for end in ends] == [*position.lower_bounds, *position.upper_bounds]
    assert numbers.fraction(ends[0]) == position.lower_bounds[0]
    assert numbers.floats("upper_high")[777] == ends[3] / 2**30
    with pytest.raises(ValueError, match="found bounds, required exact values"):
        numbers.lower  # noqa: B018


def test_values_that_differ_have_two_columns():
    table = bidding_games.verify(CERTS / "four/4x4_KBkn.cert")
    numbers = table.numbers()
    differing = [place for place in range(len(table)) if numbers.lower[place] != numbers.upper[place]]
    assert len(differing) == table.not_sharp == 83
    for place in differing[::10]:
        assert (numbers.fraction(numbers.lower[place]), numbers.fraction(numbers.upper[place])) == (
            table[place].lower,
            table[place].upper,
        )


def test_plans_have_bounds():
    numbers = bidding_games.verify(CERTS / "plans/figure-10-alpha.cert").numbers()
    assert set(numbers.lower_low) == {0} and set(numbers.upper_high) == {numbers.one}
    assert Fraction(1, 4) in {numbers.fraction(number) for number in set(numbers.lower_high)}
    with pytest.raises(ValueError, match="found a plan"):
        numbers.lower  # noqa: B018


def test_columns_cannot_be_written():
    numbers = bidding_games.verify(CERTS / "4x4_KNk.cert").numbers()
    assert numbers.lower.readonly and numbers.lower.format == "Q" and numbers.white_labels.format == "I"
    with pytest.raises(TypeError):
        numbers.lower[0] = 1


def test_numpy_reads_columns_without_a_copy(knight):
    numpy = pytest.importorskip("numpy")
    numbers = knight.numbers()
    columns = numbers.numpy()
    assert sorted(columns) == sorted(
        ["lower_low", "lower_high", "upper_low", "upper_high", "white_labels", "black_labels"]
    )
    assert columns["lower_low"].dtype == numpy.uint64 and columns["white_labels"].dtype == numpy.uint32
    assert columns["lower_low"].base is not None and not columns["lower_low"].flags.writeable
    assert columns["lower_low"].tolist() == list(numbers.lower)
    receipt = json.loads(run("check", CERTS / "8x8_KNk.cert", "--json").stdout)
    assert columns["white_labels"].max() == receipt["max_white_label"]
    assert columns["black_labels"].max() == receipt["max_black_label"]
    floats = numpy.asarray(numbers.floats())
    order = numpy.argsort(columns["lower_low"], kind="stable")
    assert (numpy.diff(floats[order]) >= 0).all()


def test_works_without_numpy():
    """Nothing but `numpy()` needs numpy, and networkx is not needed at all."""
    code = (
        "import sys\n"
        "for name in ('numpy', 'networkx', 'chess'): sys.modules[name] = None\n"
        "import bidding_games as b\n"
        "n = b.verify('certs/4x4_KNk.cert').numbers()\n"
        "print(n.fraction(n.lower[7]), n.floats()[7] > 0)\n"
        "b.Game({'a': (['w'], ['l']), 'w': 1, 'l': 0}).solve()\n"
        "try: n.numpy()\n"
        "except ImportError: print('no numpy')\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    value = bidding_games.verify(CERTS / "4x4_KNk.cert")[7].lower
    assert ended.stdout == f"{value} True\nno numpy\n"
