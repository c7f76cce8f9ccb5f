#!/usr/bin/env python3
"""Leaves each condition of the second checker out, and runs the corpus: which lines get through? No condition is named here; none is left out by hand.

    conditions.py [--write]

Every refusal in second/*.py ends in `raise Rejected`. The modules are loaded so that it can be left out, and the verifier goes on behind it. A refusal is
a condition, and the place in the source that asks for it, with what must be true there. Of each line of the corpus that is rejected the first refusal is
left out, wherever it comes again: either the line gets through, so that this alone refuses it, or something else stands in its way. (Of two conditions
that one number can break, such as `white-holds` and `black-forces` of an exact value, each stands in the way of the other.) The first refusal must be
that of the corpus; second.py compares verdict, condition and position of all lines, and the suite in Rust does the same with the first checker.

certs/corpus/conditions.tsv is compared, or written with --write: each refusal of each statement, how many lines it refuses, how many it alone; of these
the first, or what stands in the way. A refusal that no line meets has 0 lines. Exit status 1 if anything differs. It needs Python 3.11 and nothing else.
"""

import argparse
import ast
import builtins
import json
import resource
import signal
import sys
from collections import defaultdict
from hashlib import sha256
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "certs" / "corpus"
TABLE = CORPUS / "conditions.tsv"
# Functions that refuse what others ask for.
HELPERS = {"must", "reject", "same"}
HEAD = "statement", "condition", "where it is asked", "what must be true, or must not", "lines", "alone", "the first of these, or what stands in the way"
SECONDS, BYTES = 20, 2**31
# The first refusal of a line; and all places that ask for something: from line, to line, function, what must be true or must not.
first, places = [], defaultdict(list)


def is_refusal(node):
    return isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and getattr(node.exc.func, "id", None) == "Rejected"


class Refusals(ast.NodeTransformer):
    """Notes all places of a module, and makes each `raise Rejected(…)` a call of `refuse`."""

    def __init__(self, path):
        self.path, self.names, self.asked = path, [], [""]

    def inside(self, node, names=(), asked=()):
        self.names, self.asked = [*self.names, *names], [*self.asked, *asked]
        self.generic_visit(node)
        self.names, self.asked = self.names[: len(self.names) - len(names)], self.asked[: len(self.asked) - len(asked)]
        return node

    def visit_ClassDef(self, node):
        return self.inside(node, names=[node.name])

    visit_FunctionDef = visit_ClassDef

    def visit_If(self, node):
        return self.inside(node, asked=[ast.unparse(node.test)])

    def visit_For(self, node):
        return self.inside(node, asked=[ast.unparse(node.iter)])

    def visit_ExceptHandler(self, node):
        return self.inside(node, asked=["what was asked inside"])

    def visit_BoolOp(self, node):
        return self.inside(node, asked=[ast.unparse(node.values[0])])

    def note(self, node, asked):
        if not HELPERS & {*self.names}:
            places[self.path].append((node.lineno, node.end_lineno, ".".join(self.names), asked))

    def visit_Call(self, node):
        name = getattr(node.func, "attr", getattr(node.func, "id", None))
        if name in HELPERS:
            asked = {"must": node.args[:1], "same": node.args[2:4]}.get(name)
            self.note(node, " == ".join(map(ast.unparse, asked)) if asked else self.asked[-1])
        return self.inside(node)

    def visit_Raise(self, node):
        if not is_refusal(node):
            return self.inside(node)
        self.note(node, self.asked[-1])
        call = ast.Call(ast.Name("refuse", ast.Load()), [self.inside(node).exc], [])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(ast.copy_location(call, node)), node))


class Loader(SourceFileLoader):
    def source_to_code(self, data, path, *, _optimization=-1):
        return compile(Refusals(path).visit(ast.parse(data)), path, "exec")


def refuse(error):
    """Raises what is not the first refusal."""
    frame = sys._getframe(1)
    while frame.f_code.co_name in HELPERS:
        frame = frame.f_back
    path, line = frame.f_code.co_filename, frame.f_lineno
    near = min((place for place in places[path] if place[0] <= line <= place[1]), key=lambda place: place[1] - place[0])
    refusal = error.condition, Path(path).stem, *near[2:]
    if first not in ([], [*refusal]):
        raise error
    first[:] = refusal


def second():
    """The second checker, loaded in this way."""
    finder = FileFinder.path_hook((Loader, [".py"]))

    def only(path):
        if Path(path) != ROOT / "second":
            raise ImportError(path)
        return finder(path)

    sys.dont_write_bytecode, builtins.refuse = True, refuse
    sys.path_hooks.insert(0, only)
    sys.path.insert(0, str(ROOT / "second"))
    import checker

    for file in sorted((ROOT / "second").glob("*.py")):
        __import__(file.stem)
    return checker


class Late(Exception):
    pass


def late(*_):
    raise Late("no end")


def way(checker, line):
    """What stands in the way of a line without its first refusal: a condition, or an error of Python where it should have been refused; None if nothing does."""
    read = lambda name: (CORPUS / name).read_bytes()
    near = {sha256(data).digest(): data for data in map(read, line["imports"])}
    verifier = checker.Verifier(near.get, (lambda: read(line["game"])) if "game" in line else None)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        verifier.verify(read(line["file"]))
        return None
    except checker.Rejected as error:
        return error.condition
    except (Exception, MemoryError) as error:
        return type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write certs/corpus/conditions.tsv")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    signal.signal(signal.SIGVTALRM, late)
    checker, wrong, rows = second(), 0, defaultdict(lambda: ([], [], []))
    for line in map(json.loads, (CORPUS / "corpus.jsonl").read_text(encoding="utf-8").splitlines()):
        if line["verdict"] != "rejected":
            continue
        first.clear()
        other = way(checker, line)
        # Of an import the condition is that of its own refusal.
        if not first or line["condition"] not in (first[0], "imports"):
            wrong += 1
            print(f"{line['file']}: found {first}, required {line['condition']}")
            continue
        # A file that is too short for a head has no statement.
        statement = (CORPUS / line["file"]).read_bytes()[14:15]
        lines, alone, others = rows[str(statement[0]) if statement else "", *first]
        lines.append(line["file"])
        (others if other else alone).append(other or line["file"])
    met = {row[2:] for row in rows}
    never = {(Path(path).stem, *place[2:]) for path in places for place in places[path]} - met
    text = ["\t".join(HEAD)]
    order = lambda row: (int(row[0] or -1), row[1:])
    for (statement, condition, module, function, asked), (lines, alone, others) in sorted(rows.items(), key=lambda row: order(row[0])):
        text.append("\t".join((statement, condition, f"{module}: {function}", asked, str(len(lines)), str(len(alone)), (alone or others)[0])))
    text += ["\t".join(("", "", f"{module}: {function}", asked, "0", "0", "")) for module, function, asked in sorted(never)]
    text = "\n".join(text) + "\n"
    if arguments.write:
        TABLE.write_text(text, encoding="utf-8")
    if not TABLE.exists() or TABLE.read_text(encoding="utf-8") != text:
        wrong += 1
        print("certs/corpus/conditions.tsv is another one: tests/outside/conditions.py --write")
    alone = {(row[0], row[1]) for row, (_, alone, _) in rows.items() if alone}
    print(f"conditions: {sum(len(row[0]) for row in rows.values())} lines, {sum(len(row[1]) for row in rows.values())} get through, {wrong} wrong")
    for statement, condition in sorted({row[:2] for row in rows} - alone):
        print(f"statement {statement}: {condition} refuses nothing alone")
    print(f"{len(never)} refusals that no line meets")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
