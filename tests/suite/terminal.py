"""Commands in a terminal: what is typed stays, progress ends, an interruption ends what runs. The argument is the program `solve`.

The terminal is one of Python's, `pty`. Each test is a function; whatever fails is said, and the exit status is 1.
"""

import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

# A shell that starts this in the background has interruptions ignored; what runs here must not.
signal.signal(signal.SIGINT, signal.default_int_handler)

SOLVE = os.path.abspath(sys.argv[1])
# A line is taken away: what stood there, typed or not, is lost.
CLEARED = re.compile(r"\x1b\[2?K|\r\x1b\[0?K")


class Terminal:
    """A program that has a terminal, and what it wrote there."""

    def __init__(self, words, folder=None):
        self.text = ""
        self.child, self.master = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm-256color", COLUMNS="120", LINES="40")
            if folder:
                os.chdir(folder)
            os.execv(SOLVE, ["solve", *words])

    def read(self, until=None, seconds=60.0):
        """Reads until something is there, or nothing comes any more; gives what came."""
        came, end = "", time.monotonic() + seconds
        while until is None or until not in came:
            ready, _, _ = select.select([self.master], [], [], max(end - time.monotonic(), 0))
            if not ready:
                break
            try:
                data = os.read(self.master, 4096)
            except OSError:
                data = b""
            if not data:
                break
            came += data.decode(errors="replace")
        self.text += came
        assert until is None or until in came, f"{until!r} was not said in {self.text!r}"
        return came

    def type(self, text):
        os.write(self.master, text.encode())

    def end(self):
        """What comes before the end, and the exit status; of a signal its number below 0."""
        came = self.read()
        _, status = os.waitpid(self.child, 0)
        return came, os.waitstatus_to_exitcode(status)


def gone(process):
    """Whether a process has ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"


def the_page_ends_by_an_interruption():
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text("<p>")
    page = Terminal(["explore", "--port", "0", "--site", "site"], folder)
    page.read("Ctrl-C ends it.")
    page.type("\x03")
    _, status = page.end()
    assert status == -signal.SIGINT, status


def positions_are_typed():
    """Each is answered before the next is typed, and nothing is drawn while it is typed."""
    probe = Terminal(["probe", "-", "--value-only", "--certs", "certs"], folder)
    for _ in range(2):
        probe.type("3k/4/")
        time.sleep(0.6)
        probe.type("4/K2N\n")
        came = probe.read("31/48\r\n")
        typed = came.split("\n")[0]
        assert typed.strip() == "3k/4/4/K2N" and not CLEARED.search(typed), came
    probe.type("\x04")
    _, status = probe.end()
    assert status == 0, status


def progress_ends():
    """Whatever draws a line of progress takes it away: what is left on the last line is nothing."""
    for words in [
        ["endgame", "4x4", "KNk", "--anew", "--out", "made"],
        ["endgame", "3x3", "--men", "3", "--out", "made"],
        ["endgame", "--boards", "3x3", "--materials", "Kk,KQk", "--recorded", "--out", "boards"],
        ["endgame", "3x3", "KQk", "--chips", "20", "--out", "made"],
        ["graph", "game.json"],
        ["graph", "game.json", "--pays", "bank"],
        ["graph", "game.json", "--chips", "9"],
        ["graph", "game.json", "--pays", "both", "--chips", "3-3"],
        ["hex", "3x3"],
        ["probe", "3k/4/4/K2N", "--certs", "certs"],
        ["bound", "k2/3/3/K1N", "--out", "bound.cert"],
    ]:
        command = Terminal(words, folder)
        _, status = command.end()
        assert status == 0, (words, status, command.text)
        screen = [""]
        for part in re.split(r"(\n|\r|\x1b\[[0-9;]*[A-Za-z])", command.text):
            if part == "\n":
                screen.append("")
            elif re.fullmatch(r"\x1b\[[02]?K", part):
                screen[-1] = ""
            elif not part.startswith("\x1b") and part != "\r":
                screen[-1] += part
        assert screen[-1].strip() == "", (words, screen[-1])


def an_interruption_ends_the_row():
    """The process that makes a row ends with the one that asked for it."""
    (folder / "certs").mkdir(exist_ok=True)
    manifest = folder / "certs" / "manifest.toml"
    row = '[[row]]\nname = "long/one"\ntier = "fast"\nseconds = 1\ncommand = "endgame 8x8 KQkr --threads 1 --out {out}/long"\n'
    manifest.write_text(row + f'files = {{ "long/8x8_KQkr.cert" = "{"0" * 64}" }}\n')
    for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]:
        parent = subprocess.Popen(
            [SOLVE, "reproduce", str(manifest), "--out", str(folder / "again"), "--anew"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        children = pathlib.Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        end = time.monotonic() + 60
        while not children.read_text().split():
            assert time.monotonic() < end and parent.poll() is None, "no row was begun"
            time.sleep(0.02)
        [child] = map(int, children.read_text().split())
        parent.send_signal(number)
        _, said = parent.communicate(timeout=60)
        assert gone(child), f"signal {number}: the process of the row is still there"
        assert parent.returncode == 128 + number, parent.returncode
        assert b"interrupted: " in said, said


def prepare():
    """A game, and the tables of four ranks."""
    (folder / "certs").mkdir()
    subprocess.run([SOLVE, "endgame", "4x4", "KNk", "--out", str(folder / "certs")], check=True, stdout=subprocess.DEVNULL)
    game = '{"bidding-game": 2, "positions": [{"name": "a", "left": ["b"], "right": ["c"]}, '
    game += '{"name": "b", "value": "1"}, {"name": "c", "value": "0"}]}'
    (folder / "game.json").write_text(game)


failed = 0
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    prepare()
    for test in [
        the_page_ends_by_an_interruption,
        positions_are_typed,
        progress_ends,
        an_interruption_ends_the_row,
    ]:
        try:
            test()
        except AssertionError as error:
            failed = 1
            print(f"{test.__name__}: {error}")
sys.exit(failed)
