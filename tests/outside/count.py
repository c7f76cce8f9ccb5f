#!/usr/bin/env python3
"""Counts lines: of code by room; of what each page of the record asks to read; of what a new kind of game touches.

Lines of code are those without comments, blanks and tests. `count.py` prints them by room, `count.py FOLDER...` by file. `--check` compares the table of
CONTRIBUTING.md and `docs/lines.md`, from which the pages of the record include what they prove, with the tree; `--write` writes both again. There numbers
are rounded up to a multiple of 50.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNEL, OTHERS = "checker/src/*.rs", "tests/outside/*.py"
# For each game: what its own paths have in them, and what a reference to it looks like in code.
GAMES = {
    "hex": (r"hex", r"\bhex::|::hex\b|\bmod hex\b|\bHexBoard\b|\bWrongCount\b|\bimport hex\b"),
    "chips": (r"chip", r"\bchips::|::chips\b|\bmod (all)?chips\b|\bChips\b|\bChipAuction\b|\bWrongLine\b|\bimport chips\b"),
    "payments": (r"payment|pays", r"\b(payments|pays)::|::(payments|pays)\b|\bmod (payments|pays)\b|\bPaid\b|\bPayment\b|\bimport payments\b"),
    "partitions": (r"partition|staircase", r"\bpartitions?::|::partitions?\b|\bmod partitions?\b|\bimport partitions\b"),
    "losing": (r"losing|antichess|walk", r"\blosing::|::losing\b|\bmod losing\b|\bantichess\b|\bLosing[A-Z]\w*|\bWrong(Label|Step)\b|\bimport losing\b"),
    "all-pay": (r"all.pay", r"\ball_pay::|::all_pay\b|\bmod all_pay\b|\bAllPay\w*|\bimport all_pay\b"),
    "aims": (r"(?<!cl)aims", r"\baims::|::aims\b|\bmod aims\b|\bimport aims\b"),
    "poorman": (r"poorman", r"\bpoorman::|::poorman\b|\bmod poorman\b|\bPoorman\b|\bimport poorman\b"),
    "scores": (r"scores", r"\bscores::|::scores\b|\bmod scores\b|\bScored\b|\bScoreTable\b|\bimport scores\b"),
}
# The table of CONTRIBUTING.md: what a new kind needs, where a game's own files of it are, how they are named, and what else gets a line.
NEEDS = [
    ("what a verdict needs: the statement's bytes, rules, positions, conditions", "games/src/", "games/src/NAME.rs", "`games/src/lib.rs`: the table of statements"),
    ("words: what is proved, one position, the columns of an export, the name of a position where a condition fails; how a file of its own is known", "session/src/", "session/src/claims/NAME.rs", "`session/src/claims/mod.rs`: the tables of kinds and `GIVEN`"),
    ("how it is solved, and how its certificates are written", "solver/src/", "solver/src/games/NAME/", "`solver/src/games/mod.rs`"),
    ("its command", "cli/solve/src/", "cli/solve/src/NAME.rs", "`cli/solve/src/main.rs`"),
    ("the second checker", "second/", "second/NAME.py", "`second/checker.py`: the table `FURTHER`; `tests/outside/second.py`: the statements in `against`"),
    ("the proof that its conditions suffice; none if they are the theorem's", "proof/", "proof/NAME.v", "`proof/_CoqProject`"),
    ("the page: rules, bytes, positions and their order, the order of checks, the proof in words; at most 1,600 words", None, "docs/src/record/NAME.md", "`docs/src/record/SUMMARY.md`; the number in `docs/src/record/format.md`, twice; `docs/src/record/second-checker.md`; `PAGES` in `tests/outside/count.py`"),
    ("certificates", None, "certs/NAME/", "`certs/manifest.toml`: a row for each; `certs/README.md`; `just check`"),
    ("tests: expected values that the game's own code does not make, and its limits", "games/tests/suite/", "games/tests/suite/NAME.rs", "`games/tests/suite/main.rs`; `games/tests/mutation.toml`, which tests run first"),
    ("lines of the corpus: true ones, and refusals for each condition ([how they are made](certs/corpus/README.md#how-it-is-made))", None, "certs/corpus/good/, certs/corpus/bad/", "`certs/corpus/corpus.jsonl`; `just conditions --write`"),
    ("a certificate that is asked every question", None, None, "`tests/suite/kinds.rs`, `python/tests/test_kinds.py`, `web/test/unit.test.mjs`; `web/src/protocol.ts`, and a row in `web/src/kinds.ts` that says which page shows it"),
    ("a place in the page's second module, if the first one would pass 272 kB", None, None, "a feature in `games/Cargo.toml`, `session/Cargo.toml`, `web/glue/Cargo.toml`"),
]
# For each page of the record: what it proves or says, which files to read to check that, and the command that does it again.
PAGES = {
    "checker": ("the checker asks what the theorem asks", [KERNEL], "just alone"),
    "proof": ("the theorem, its bounds, and that exact tables exist", ["proof/Game.v", "proof/Colours.v", "proof/Ranks.v", "proof/Limits.v", "proof/Never.v", "proof/Certificates.v", "proof/Labels.v", "proof/Values.v"], "just proof"),
    "proof-sharp": ("α = β at positions whose value nobody knows", ["proof/Sharp.v"], "just proof"),
    "proof-chess": ("values of bidding chess, from its rules", [f"proof/{name}.v" for name in ("Chess", "Tables", "Symmetry", "Money", "Fen", "Endgames", "Boards", "Figures")], "just proof-chess"),
    "proof-checker": ("a checker for games in files accepts only what is true", ["proof/Checker.v"], "just proof-program"),
    "proof-further": ("the conditions of other games suffice", [f"proof/{name}.v" for name in ("Chips", "Payments", "BankChips", "RobinHood", "Rewards", "Collect", "Partitions", "Classes", "Staircases", "Filling", "Hex")], "just proof"),
    "proof-aims": ("the conditions of statements 17 to 19 suffice", ["proof/Aims.v", "proof/Averages.v"], "just proof"),
    "proof-bank": ("those of statement 17 suffice if the bank takes a part", ["proof/Bank.v"], "just proof"),
    "second-checker": ("another program gives the same verdicts", ["second/*.py"], "just second"),
    "receipt": ("two checkers write the same bytes about a file", ["second/receipt.py"], "just second"),
    "conditions": ("each condition refuses something that no other refuses", ["tests/outside/conditions.py"], "just conditions"),
    "attacked": ("what was done to deceive the checker, and what is still believed", ["tests/memory/*.rs"], "just mutants"),
    "outside": ("programs of others find the same", [f"tests/outside/{name}.py" for name in ("compare", "losing_rules", "values", "games", "five", "models")], "just five-outside"),
    "claims": ("which printed statements are right", ["solver/src/audit/*.rs"], "just audit"),
    "computed": ("what verified tables say of bidding chess", [KERNEL], "just reproduce"),
    "all-boards": ("values on boards of every size, by proofs on this page", [], "solve audit conjectures"),
    "other-aims": ("which statement covers which aim", ["games/src/aims/*.rs"], "solve reproduce --only aims"),
    "losing": ("wins, and tables of Losing Chess", ["games/src/losing/*.rs"], "solve reproduce --only losing"),
    "hex": ("which first move of Hex is best", ["games/src/hex.rs"], "solve reproduce --only hex"),
    "partitions": ("the King's values on all staircases and thick hooks", ["games/src/partitions.rs", "solver/src/games/partitions/local.rs"], "solve reproduce --only partitions"),
    "solver": ("nothing: the checker verifies what the solver writes", [], "just bench"),
    "format": ("what each byte of a certificate says", [KERNEL], "just corpus"),
    "format-sharp": ("what form 7 says", ["checker/src/sharp.rs"], "solve reproduce --only sharp"),
    "game-format": ("what a game in a file is", ["checker/src/graph.rs"], "solve reproduce --only games"),
    "format-losing": ("statements 3 to 5", ["games/src/losing/*.rs"], "solve reproduce --only losing"),
    "format-chips": ("statement 6", ["games/src/chips.rs"], "solve reproduce --only chips"),
    "format-payments-hex": ("statements 7 and 8", ["games/src/payments.rs", "games/src/hex.rs"], "solve reproduce --only payments"),
    "format-models": ("statement 14", ["games/src/models/*.rs"], "solve reproduce --only models"),
    "format-rewards": ("statement 15, with the proof that the conditions suffice", ["games/src/models/question.rs", "games/src/models/rewards.rs", "games/src/measure.rs"], "solve reproduce --only models"),
    "format-signed": ("statement 24", ["games/src/models/question.rs", "games/src/models/rewards.rs"], "solve reproduce --only models"),
    "format-aims": ("statements 17 to 19", ["games/src/aims/*.rs", "games/src/condition.rs", "games/src/measure.rs"], "solve reproduce --only aims"),
    "all-pay": ("statement 16, with the proof that its conditions suffice", ["games/src/all_pay.rs"], "solve reproduce --only all-pay"),
    "scores": ("statement 20, with the proof that its conditions suffice", ["games/src/scores.rs"], "solve reproduce --only scores"),
    "poorman": ("statement 21, with the proof that its conditions suffice", ["games/src/poorman.rs"], "solve reproduce --only poorman"),
    "endless-chips": ("statement 22, with the proof that its conditions suffice", ["games/src/aims/chips.rs", "games/src/chips.rs"], "solve reproduce --only aims"),
    "robin-hood": ("statement 23; its conditions suffice by `proof/RobinHood.v`", ["games/src/robin_hood.rs"], "solve reproduce --only robin-hood"),
    "format-partitions": ("statements 9 to 12", ["games/src/partitions.rs"], "solve reproduce --only partitions"),
    "write-a-checker": ("four small certificates, byte by byte", ["docs/bytes.md"], "just corpus"),
}


def code(name, with_tests=False):
    """The lines of a file without comments, blanks and, in Rust, what only tests compile. What Python says of a module, a class or a function is a comment."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".py"):
        said = [node.body[0] for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)]
        said = {number for node in said for number in range(node.lineno, node.end_lineno + 1)}
        text = "\n".join("" if number in said else line for number, line in enumerate(text.split("\n"), 1))
    elif name.endswith(".rs"):
        text = re.sub(r"(?s)/\*.*?\*/", "", text)
    elif name.endswith(".v"):
        text = re.sub(r"(?s)\(\*.*?\*\)", "", text)
    mark = {".rs": "//", ".ts": "//", ".mjs": "//", ".py": "#"}.get(Path(name).suffix, "\0")
    lines, depth, is_test, has_block = [], 0, False, False
    for line in text.split("\n"):
        if line.strip() == "#[cfg(test)]" and name.endswith(".rs") and not with_tests:
            depth, is_test, has_block = 0, True, False
        elif is_test:
            depth += line.count("{") - line.count("}")
            has_block |= "{" in line
            is_test = depth > 0 if has_block else not line.rstrip().endswith(";")
        elif line.strip() and not line.strip().startswith(mark):
            lines.append(line)
    return lines


def about(number):
    """Rounded up, so that a line more does not change a table."""
    return f"{-(-number // 50) * 50:,}"


def rooms(names):
    """Lines of code by room, and what is tests; words of the two books."""
    sums = {}
    for name in names:
        suffix = Path(name).suffix
        if suffix in (".rs", ".py", ".ts", ".mjs", ".v"):
            is_test = re.match(r"tests/|docs/", name) or re.search(r"/tests?/", name)
            parts = {("tests" if is_test else name.split("/")[0], suffix): len(code(name))}
            if suffix == ".rs" and not is_test:
                parts["sum", suffix] = len(code(name))
                parts["tests", suffix] = len(code(name, True)) - len(code(name))
            elif re.match(r"tests/outside/", name):
                parts["tests/outside", suffix] = len(code(name))
            for place, lines in parts.items():
                sums[place] = sums.get(place, 0) + lines
    for book in ("docs/src", "docs/src/record"):
        sums["words of", book] = sum(len(path.read_text().split()) for path in (ROOT / book).glob("*.md"))
    return "\n".join(f"{lines:7,} {' '.join(place)}" for place, lines in sorted(sums.items()))


def touches(names):
    """The table of what a new kind of game touches."""
    texts = {name: re.sub(r'"(?:\\.|[^"\\\n])*"', '""', "\n".join(code(name))) for name in names if name.endswith((".rs", ".py", ".ts", ".mjs"))}
    rows = ["| what | where | lines today | and one line in |", "|---|---|---|---|"]
    for what, room, where, also in NEEDS:
        lines = ""
        if room:
            own = [sum(len(code(name)) for name in names if re.match(room, name) and name.endswith(Path(where).suffix or ".rs") and re.search(game, name.lower())) for game, _ in GAMES.values()]
            own = sorted(lines for lines in own if lines)
            lines = f"at most {about(own[-1])}, median {about(own[len(own) // 2])}"
        rows.append(f"| {what} | {f'`{where}`' if where else ''} | {lines} | {also} |")
    told = {name for *_, also in NEEDS for name in re.findall(r"`([\w./-]+/[\w./-]+)`", also)}
    lost = [name for name in told if not (ROOT / name).exists()]
    assert not lost, f"the table names what is not there: {lost}"
    known = {}
    for game, (own, reference) in GAMES.items():
        for name, text in texts.items():
            if name not in told and name != "tests/outside/count.py" and not re.search(own, name) and re.search(reference, text):
                known.setdefault(name, []).append(game)
    known = sorted(name for name, games in known.items() if len(games) * 2 >= len(GAMES))
    rows.append(f"| what the table does not ask for, and at least half of the games have today | | | {', '.join(f'`{name}`' for name in known)} |")
    return "\n".join(rows)


def pages(names):
    """What each page of the record includes below its title."""
    made = re.findall(r"(?m)^([a-z-]+)(?: .*)?:(?: .*)?$", (ROOT / "justfile").read_text())
    rows = re.findall(r'(?m)^name = "(.*)"', (ROOT / "certs/manifest.toml").read_text())
    audits = [path.stem for path in (ROOT / "docs/claims").glob("*.toml")]
    parts = []
    for page, (proves, patterns, command) in PAGES.items():
        *tool, row = command.split(" ")
        assert {"just": row in made, "solve audit": row in audits}.get(" ".join(tool), any(f"{name}/".startswith(f"{row}/") for name in rows)), command
        read = [name for name in names for pattern in patterns if Path(name).match(pattern)]
        assert all(any(Path(name).match(pattern) for name in names) for pattern in patterns), page
        lines = f" To check it, read {about(sum(len(code(name)) for name in read))} lines: {', '.join(f'`{pattern}`' for pattern in patterns)}." if read else ""
        parts.append(f"<!-- ANCHOR: {page} -->\n*Here:* {proves}.{lines} *Again:* `{command}`.\n<!-- ANCHOR_END: {page} -->\n")
        assert f"lines.md:{page}}}}}" in (ROOT / f"docs/src/record/{page}.md").read_text(), f"{page}.md includes no line of docs/lines.md"
    lost = {path.stem for path in (ROOT / "docs/src/record").glob("*.md")} - set(PAGES) - {"SUMMARY", "contents", "references", "authors"}
    assert not lost, f"pages of the record that PAGES does not have: {lost}"
    return "\n".join(parts)


def main():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    names = [name for name in names if (ROOT / name).is_file()]
    if not set(sys.argv[1:]) & {"--check", "--write"}:
        listed = [name for folder in sys.argv[1:] for name in names if name.startswith(folder) and name.endswith((".rs", ".py", ".v"))]
        print("\n".join(f"{len(code(name)):7,} {name}" for name in listed) if listed else rooms(names))
        return 0
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    before, _, after = re.split(r"(?s)(?<=<!-- count.py -->\n)(.*?)(?=\n<!-- count.py end -->)", contributing)
    status = 0
    for name, text in (("CONTRIBUTING.md", before + touches(names) + after), ("docs/lines.md", pages(names))):
        path = ROOT / name
        if "--write" in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{name} differs from what is counted: `just size --write` writes it again", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
