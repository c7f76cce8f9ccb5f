"""Runs the notebooks. As a program it stores what they show: `python python/tests/notebooks.py`, after a change of them."""

from __future__ import annotations

import copy
from pathlib import Path

import nbclient
import nbformat

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NAMES = ("models.ipynb", "values.ipynb")


def read(name):
    """A notebook as it is committed."""
    return nbformat.read(FOLDER / name, as_version=4)


def run(notebook):
    """The same notebook with the outputs of this run, and with nothing in it that differs from run to run."""
    ran = copy.deepcopy(notebook)
    resources = {"metadata": {"path": str(FOLDER)}}
    nbclient.NotebookClient(ran, timeout=300, resources=resources, record_timing=False).execute()
    ran.metadata = notebook.metadata
    return ran


def shown(notebook):
    """What each cell of code shows: texts as they are, of pictures that there is one."""

    def text(output):
        data = output.get("data", {})
        return (output.get("text", ""), data.get("text/html", data.get("text/plain", "")), "image/png" in data)

    return [[text(output) for output in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"]


if __name__ == "__main__":
    for name in NAMES:
        nbformat.write(run(read(name)), FOLDER / name)
