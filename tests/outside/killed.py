"""Kills the solver at random moments, and lets it run out of space; then lets it finish.

No file under its final name differs from what an undisturbed run writes, and the run that goes on writes the same bytes. A disk that is full is
played by a limit on the size of files: a write beyond it fails, as on a full disk.
"""

import argparse
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

# Tables of one endgame after another, an enclosure in slices that keeps its state after every sweep, tables by turns.
COMMANDS = {
    "endgame": ["endgame", "4x4", "KPk"],
    "slices": ["endgame", "4x4", "KBNkn", "--keep-every", "0"],
    "losing tables": ["losing", "tables", "--men", "2"],
}


def files(folder):
    """The certificates in a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.cert"))}


def start(solve, words, folder, most=None):
    """Starts the solver; none of its files may have more than so many bytes."""

    def limit():
        if most is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return subprocess.Popen([solve, *words, "--out", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solve")
    parser.add_argument("check")
    parser.add_argument("--moments", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    numbers = random.Random(arguments.seed)
    for name, words in COMMANDS.items():
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            begin = time.monotonic()
            if start(arguments.solve, words, scratch / "whole").wait() != 0:
                sys.exit(f"{name}: the solver fails undisturbed")
            takes = time.monotonic() - begin
            truth = files(scratch / "whole")
            if not truth:
                sys.exit(f"{name}: no certificate was written")
            verdict = subprocess.run([arguments.check, str(scratch / "whole")], stdout=subprocess.DEVNULL)
            if verdict.returncode != 0:
                sys.exit(f"{name}: what was written is not verified")
            killed = finished = filled = kept = 0

            def compare(folder, when):
                found = files(folder)
                for file, content in found.items():
                    if truth.get(file) != content:
                        sys.exit(f"{name}: {when}: {file} has other bytes")
                return found

            # In some folders a run is killed again and again before it is let finish.
            folder, left = scratch / "0", 1
            for moment in range(arguments.moments):
                child = start(arguments.solve, words, folder)
                time.sleep(numbers.random() * takes)
                if child.poll() is None:
                    killed += 1
                else:
                    finished += 1
                child.kill()
                child.wait()
                kept += len(compare(folder, f"killed, {moment}"))
                left -= 1
                if left == 0:
                    if start(arguments.solve, words, folder).wait() != 0 or compare(folder, "went on") != truth:
                        sys.exit(f"{name}: {moment}: it does not go on to the same files")
                    folder, left = scratch / str(moment + 1), numbers.randint(1, 4)
            largest = max(len(content) for content in truth.values())
            for space in range(max(arguments.moments // 10, 2)):
                folder = scratch / f"full-{space}"
                folder.mkdir()
                status = start(arguments.solve, words, folder, numbers.randrange(largest)).wait()
                if status == 0:
                    sys.exit(f"{name}: the solver says that all is well on a full disk")
                filled += 1
                compare(folder, "full disk")
                if start(arguments.solve, words, folder).wait() != 0 or compare(folder, "space again") != truth:
                    sys.exit(f"{name}: with space again it does not go on to the same files")
            print(
                f"{name}: killed {killed} times, over before {finished} times, full disk {filled} times; "
                f"{kept} whole files were met, {len(truth)} in the end, always the same bytes"
            )


if __name__ == "__main__":
    main()
