"""The workflow on a small board: run, killed, resumed, and with everything that can go wrong between two tasks.

The digests come from `certs/manifest.toml` and the figures from `certs/five/4x4.json`, which another way of solving has left there. The programs
are those of the folder PROGRAMS, or else of `target/release`.
"""

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

# A run takes some seconds, most of them of Snakemake: of what goes wrong in several ways, one is tried by day, and all at night.
NIGHTLY = os.environ.get("NIGHTLY") == "1"
ROOM = Path(__file__).resolve().parents[1]
CERTS = ROOM.parent / "certs"
PROGRAMS = Path(os.environ.get("PROGRAMS", ROOM.parent / "target" / "release")).resolve()
MATERIALS = "KBNkn,KBNkb,KBBNk"
NAME = "4x4_KBNkn"


def command(folder, *more, programs=PROGRAMS, materials=MATERIALS, board="4x4"):
    return [
        *[sys.executable, "-m", "snakemake", *more, "--snakefile", ROOM / "Snakefile", "--profile", ROOM / "profiles" / "local"],
        *["--cores", "2", "--directory", folder, "--quiet", "progress"],
        *["--config", f"board={board}", f"materials={materials}", "threads=1", f"programs={programs}"],
    ]


def run(folder, *more, **how):
    """Runs the workflow to its end; its status, and all that it said."""
    done = subprocess.run(command(folder, *more, **how), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    return done.returncode, done.stdout


def sums(path):
    return {file: sha256 for sha256, file in map(str.split, path.read_text().splitlines())}


ROWS = tomllib.loads((CERTS / "manifest.toml").read_text(encoding="utf-8"))["row"]
COMMITTED = {Path(file).name: sha256 for row in ROWS for file, sha256 in row["files"].items() if file.startswith("certs/five/")}
RESULTS = ["table.md", "rows.json", "SHA256SUMS"]


def assert_whole(folder):
    """All certificates of a run are the committed ones, and nothing unfinished is left."""
    found = sums(folder / "SHA256SUMS")
    assert len(found) == 11
    assert found == {file: COMMITTED[file] for file in found}
    assert subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "../SHA256SUMS"], cwd=folder / "certs").returncode == 0
    left = [path.name for path in folder.rglob(".unfinished-*")]
    assert left == []


def assert_no_table(folder):
    assert [name for name in RESULTS if (folder / name).exists()] == []


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A run that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    status, said = run(folder)
    assert status == 0, said
    return folder


@pytest.fixture
def copied(whole, tmp_path):
    """A copy of it without the table, to be spoilt."""
    folder = tmp_path / "copied"
    shutil.copytree(whole, folder)
    for name in RESULTS:
        (folder / name).unlink()
    return folder


def wrapped(folder, text):
    """Programs among which `solve` is a script, in which $REAL is the true one."""
    folder.mkdir()
    (folder / "check").symlink_to(PROGRAMS / "check")
    (folder / "solve").write_text(f"#!/usr/bin/env bash\nREAL={PROGRAMS / 'solve'}\n{text}\n")
    (folder / "solve").chmod(0o755)
    return folder


def test_a_run_gives_the_committed_certificates_and_figures(whole):
    assert_whole(whole)
    rows = {row["file"]: row for row in json.loads((whole / "rows.json").read_text())}
    compared = 0
    for known in json.loads((CERTS / "five" / "4x4.json").read_text()):
        row = rows.get(known["file"])
        if row is None:
            continue
        compared += 1
        for field in ["bytes", "sha256", "positions", "not_sharp"]:
            assert row[field] == known[field], (known["file"], field)
        assert row["widest_gap_at"] == known.get("widest_gap_at")
        assert row["widest_gap"] == known.get("widest_gap", "0")
    assert compared == 3
    table = (whole / "table.md").read_text()
    assert all(row["sha256"] in table and f"| {row['endgame']} |" in table for row in rows.values())
    assert len(table.splitlines()) == 2 + len(rows)


def test_a_second_run_has_nothing_to_do(whole):
    before = {path: path.stat().st_mtime_ns for path in whole.glob("*/*.*")}
    status, said = run(whole)
    assert status == 0 and "Nothing to be done" in said, said
    assert before == {path: path.stat().st_mtime_ns for path in whole.glob("*/*.*")}


def test_killed_in_the_middle_and_resumed_gives_the_same_bytes(whole, tmp_path):
    folder = tmp_path / "killed"
    with subprocess.Popen(command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.monotonic() + 120
        while len(list(folder.glob("receipts/[!.]*.json"))) < 5:
            assert process.poll() is None and time.monotonic() < deadline, "it ended before it was killed"
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("receipts/[!.]*.json")}
    assert 5 <= len(kept) < 11
    assert_no_table(folder)
    # As if the next receipt had been half written.
    (folder / "receipts" / f".unfinished-{min(name.removesuffix('.cert') for name in sums(whole / 'SHA256SUMS') if Path(name).stem not in {path.stem for path in kept})}.json").write_text("{")
    # It was killed and could not take its lock away.
    status, said = run(folder)
    assert status != 0 and "Directory cannot be locked" in said, said
    status, said = run(folder, "--unlock")
    assert status == 0, said
    status, said = run(folder)
    assert status == 0, said
    assert_whole(folder)
    for name in RESULTS:
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name
    # What was done was not done again, but for the tasks that were under way or whose end was not noted yet.
    again = [path for path, time_ in kept.items() if path.stat().st_mtime_ns != time_]
    assert len(again) <= 2, again


KILLS_ITSELF_ONCE = """
case "$*" in
"endgame 4x4 KBNkn "*) if mkdir "{marker}" 2> /dev/null; then "$REAL" "$@" & sleep 0.05; kill -9 $!; wait $!; exit $?; fi;;
esac
exec "$REAL" "$@"
"""


def test_a_killed_worker_leaves_nothing_and_is_replaced(tmp_path):
    folder, marker = tmp_path / "run", tmp_path / "marker"
    programs = wrapped(tmp_path / "programs", KILLS_ITSELF_ONCE.format(marker=marker))
    status, said = run(folder, programs=programs)
    assert status != 0 and marker.exists(), said
    assert f"certs/{NAME}.cert" in said and f"logs/solve/{NAME}.txt" in said, said
    assert not (folder / f"certs/{NAME}.cert").exists() and not (folder / f"receipts/{NAME}.json").exists()
    assert_no_table(folder)
    status, said = run(folder, programs=programs)
    assert status == 0, said
    assert_whole(folder)


def test_a_killed_worker_is_replaced_in_the_same_run_if_that_is_allowed(tmp_path):
    folder, marker = tmp_path / "run", tmp_path / "marker"
    programs = wrapped(tmp_path / "programs", KILLS_ITSELF_ONCE.format(marker=marker))
    status, said = run(folder, "--retries", "1", programs=programs)
    assert status == 0 and marker.exists(), said
    assert_whole(folder)


def test_a_second_run_in_the_folder_is_refused_while_the_first_goes_on(tmp_path):
    folder, gate = tmp_path / "run", tmp_path / "gate"
    programs = wrapped(tmp_path / "programs", f'[ "$2" = --dry-run ] || until [ -e {gate} ]; do sleep 0.05; done\nexec "$REAL" "$@"')
    with subprocess.Popen(command(folder, programs=programs), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        try:
            deadline = time.monotonic() + 60
            while not list(folder.glob(".snakemake/locks/*")):
                assert first.poll() is None and time.monotonic() < deadline
                time.sleep(0.02)
            status, said = run(folder)
        finally:
            # Whatever went wrong, the first run ends.
            gate.touch()
        assert status != 0 and "Directory cannot be locked" in said, said
    assert first.returncode == 0
    assert_whole(folder)


def test_two_solves_of_the_same_endgame_at_a_time_give_one_certificate(whole, tmp_path):
    certs = tmp_path / "certs"
    shutil.copytree(whole / "certs", certs)
    (certs / f"{NAME}.cert").unlink()
    words = [PROGRAMS / "solve", "endgame", "4x4", "KBNkn", "--alone", "--threads", "1", "--out", certs]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE) for _ in range(2)]
    assert [one.wait(120) for one in both if one.communicate()] == [0, 0]
    assert sorted(path.name for path in certs.iterdir()) == sorted(path.name for path in (whole / "certs").iterdir())
    assert (certs / f"{NAME}.cert").read_bytes() == (whole / f"certs/{NAME}.cert").read_bytes()


def cut(cert, _):
    cert.write_bytes(cert.read_bytes()[:-1000])


def swapped(cert, _):
    """A true certificate, but of another endgame with as many men."""
    cert.write_bytes((cert.parent / "4x4_KBNkb.cert").read_bytes())


def of_another_unit(cert, folder):
    shutil.copytree(cert.parent, folder / "other")
    words = [PROGRAMS / "solve", "endgame", "4x4", "KBNkn", "--precision", "20", "--out", folder / "other"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    cert.write_bytes((folder / "other" / cert.name).read_bytes())


SPOILT = [
    (cut, "rejected"),
    (swapped, "found a certificate of 4x4 KBNkb, required one of 4x4 KBNkn"),
    (of_another_unit, "found units of 2^-20, required units of 2^-30"),
]


@pytest.mark.parametrize(("spoil", "why"), SPOILT if NIGHTLY else SPOILT[1:2])
def test_a_wrong_file_between_solve_and_check_stops_the_workflow(copied, tmp_path, spoil, why):
    cert = copied / f"certs/{NAME}.cert"
    (copied / f"receipts/{NAME}.json").unlink()
    spoil(cert, tmp_path)
    spoilt = cert.read_bytes()
    status, said = run(copied)
    assert status != 0, said
    message = next((line for line in said.splitlines() if line.startswith(f"certs/{NAME}.cert: ")), said)
    assert why in message, said
    assert not (copied / f"receipts/{NAME}.json").exists()
    assert_no_table(copied)
    assert cert.read_bytes() == spoilt, "nothing repairs a file without a word"
    # The file away, the run goes on.
    cert.unlink()
    status, said = run(copied)
    assert status == 0, said
    assert_whole(copied)


def with_its_time(path, spoil, folder):
    """Spoils a file that looks as old as it was, so that nothing is checked again for its age."""
    about = path.stat()
    spoil(path, folder)
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


@pytest.mark.parametrize("spoil", [cut, swapped] if NIGHTLY else [cut])
def test_a_wrong_file_between_check_and_join_gets_no_row(copied, tmp_path, spoil):
    with_its_time(copied / f"certs/{NAME}.cert", spoil, tmp_path)
    status, said = run(copied)
    assert status != 0, said
    assert f"certs/{NAME}.cert: found a file with SHA-256 " in said and f"required {COMMITTED[f'{NAME}.cert']}" in said, said
    assert_no_table(copied)


def test_a_smaller_endgame_that_was_spoilt_is_not_built_upon(copied, tmp_path):
    (copied / f"certs/{NAME}.cert").unlink()
    (copied / f"receipts/{NAME}.json").unlink()
    with_its_time(copied / "certs/4x4_KBkn.cert", cut, tmp_path)
    status, said = run(copied)
    assert status != 0, said
    assert "certs/4x4_KBkn.cert: found another file, required a whole certificate of 4x4 KBkn" in said, said
    assert not (copied / f"certs/{NAME}.cert").exists()
    assert_no_table(copied)


def test_a_smaller_endgame_that_was_solved_again_with_the_same_bytes_changes_nothing_above(copied):
    before = (copied / f"certs/{NAME}.cert").stat().st_mtime_ns
    (copied / "certs/4x4_KBkn.cert").unlink()
    (copied / "receipts/4x4_KBkn.json").unlink()
    for targets in [["receipts/4x4_KBkn.json"], []]:
        status, said = run(copied, *targets)
        assert status == 0, said
    assert_whole(copied)
    assert (copied / f"certs/{NAME}.cert").stat().st_mtime_ns == before


def test_a_smaller_endgame_that_has_become_another_file_gets_no_table(copied, tmp_path):
    """A true certificate of the same endgame, as an enclosure: what rests on the exact one does not belong to it."""
    words = [PROGRAMS / "solve", "endgame", "4x4", "KBkn", "--precision", "56", "--out", copied / "certs"]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    status, said = run(copied)
    assert status != 0, said
    assert "certs/4x4_KBkn.cert: found a file with SHA-256 " in said and COMMITTED["4x4_KBkn.cert"] in said, said
    assert_no_table(copied)


def on_a_small_disk(certs, below):
    """A solve into a folder that is full soon: its command, and what the system says then.

    The folder is a file system of its own where that is allowed; else no file may have more than 64 kB.
    """
    solve = f'"{PROGRAMS}/solve" endgame 4x4 KBNkn --alone --threads 1 --out "{certs}"; echo "status $?"; ls -A "{certs}"'
    unshare = ["unshare", "--user", "--map-root-user", "--mount"]
    if subprocess.run([*unshare, "mount", "-t", "tmpfs", "none", certs], capture_output=True).returncode == 0:
        words = f'mount -t tmpfs -o size=400k none "{certs}" && cp "{below}"/*.cert "{certs}" && {solve}'
        return [*unshare, "bash", "-c", words], "No space left on device"
    return ["bash", "-c", f'cp "{below}"/*.cert "{certs}"; trap "" XFSZ; ulimit -f 64; {solve}'], "File too large"


def test_a_full_disk_leaves_no_file_under_the_final_name(whole, tmp_path):
    certs, below = tmp_path / "certs", tmp_path / "below"
    certs.mkdir()
    below.mkdir()
    names = [f"4x4_{material}.cert" for material in ["KBNk", "KBk", "KBkn", "KNk", "KNkn", "Kk"]]
    for name in names:
        shutil.copy2(whole / "certs" / name, below / name)
    words, why = on_a_small_disk(certs, below)
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert f"certs/{NAME}.cert: {why}" in done.stderr, done
    *_, left = done.stdout.partition("status 1\n")
    assert sorted(left.split()) == sorted(names), done


def test_a_full_disk_stops_the_workflow_and_room_lets_it_go_on(tmp_path):
    folder, room = tmp_path / "run", tmp_path / "room"
    limited = f'[ "$2" = --dry-run ] || [ -e {room} ] || {{ trap "" XFSZ; ulimit -f 128; }}\nexec "$REAL" "$@"'
    programs = wrapped(tmp_path / "programs", limited)
    status, said = run(folder, programs=programs)
    assert status != 0 and "File too large" in said and ".cert: " in said, said
    assert all(COMMITTED[path.name] for path in folder.glob("certs/*.cert"))
    assert list(folder.rglob(".unfinished-*")) == []
    assert_no_table(folder)
    room.touch()
    status, said = run(folder, programs=programs)
    assert status == 0, said
    assert_whole(folder)


def test_costs_are_extrapolated_as_the_table_has_them():
    made = subprocess.run([sys.executable, ROOM / "cost.py"], capture_output=True, text=True, check=True).stdout
    printed = ROOM / "measured.md"
    assert made == printed.read_text()
    sys.path.insert(0, str(ROOM))
    cost = importlib.import_module("cost")
    # All positions of 8x8 KRNkb and their moves, counted by a prototype in another language; it counts those on the diagonal twice.
    assert abs(float(cost.moves("KRNkb")) - 4_431_547_830 / 117_544_560) < 0.01
    # Bare kings, by hand: on 3x3 the centre has 8 neighbours, a corner 3, an edge 5; 40 moves of 9 squares for each king, none of them onto an own man.
    assert cost.moves("Kk", 3) == cost.Fraction(80, 9)


def test_a_wrong_order_is_refused_before_anything_is_done(tmp_path):
    for how, why in [
        ({"materials": "KBXkn"}, "found the letter 'X'"),
        ({"board": "4by4"}, '"4by4"'),
        ({"board": "2x2"}, "five men are enclosed"),
        ({"programs": tmp_path / "nowhere"}, "nowhere/solve: No such file or directory; required: the solver"),
    ]:
        status, said = run(tmp_path / "run", **how)
        assert status != 0 and why in said and "Traceback" not in said, said
    assert list(tmp_path.glob("run/certs")) == []


def test_the_profile_for_slurm_asks_for_what_each_task_needs():
    """The numbers that a scheduler is told for 8x8 KRNkb: more than was measured, 3.3 GB to solve and 3.2 GB to check, and not twice as much."""
    words = command("/nonexistent", "--dry-run", "--printshellcmds", materials="KRNkb", board="8x8")
    words[words.index("--directory") + 1] = str(ROOM)
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    block = (done.stdout + done.stderr).partition("output: certs/8x8_KRNkb.cert")[2]
    resources = next(line for line in block.splitlines() if "resources:" in line)
    asked = dict(part.strip().split("=") for part in resources.partition(":")[2].split(",") if "=" in part)
    assert 3_300 < int(asked["mem_mb"]) < 6_600
    assert int(asked["disk_mb"]) > 727
    # 261 s and 244 s of processor time were measured.
    assert 261 / 60 < int(asked["runtime"]) < 24 * 60
