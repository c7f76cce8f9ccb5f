"""The notebook about models runs, without Jupyter: its cells one after the other, in its folder."""

from __future__ import annotations

import contextlib
import io
import json

import pytest
from conftest import ROOT, program

NOTEBOOK = ROOT / "python/notebooks/models.ipynb"


def ran(cells):
    """What each cell prints."""
    names, printed = {}, []
    for cell in cells:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), names)
        printed.append(output.getvalue())
    return printed


def test_the_notebook_about_models_says_what_it_shows(monkeypatch):
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    monkeypatch.chdir(NOTEBOOK.parent)
    monkeypatch.setenv("PATH", str(program("solve").parent))
    _, claim, declined, states, strategy, broken, own = ran(cells)
    assert '<<one>> Pmax=? [ F "goal" ]: 4/5 = 0.8 at the initial state 0' in claim
    assert "give it with" in declined
    assert "0: 4/5 = 0.8, turn: white\n1: 0 = 0, turn: black\n" in states and "0:1: 4/5 = 0.8, turn: chance\n" in states
    assert "state 0: choice 1: 4/5 best\n" in strategy and "state 1: choice 1: 0 best\n" in strategy
    condition, sentence = broken.splitlines()
    assert condition == "white-forces" and "1: stated" in sentence and "required" in sentence
    assert '<<two>> Pmax=? [ F "lost" ]' in own


@pytest.mark.parametrize("name", ["models.ipynb", "values.ipynb"])
def test_notebooks_are_json_with_cells(name):
    notebook = json.loads((ROOT / "python/notebooks" / name).read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4 and len(notebook["cells"]) > 5
