"""What is given to a checker by accident or to deceive: names of files and positions that would forge a verdict, what is no file, files that are too large,
and files that are exchanged. The second checker must print exactly what stands here, and `check`, where it does so already, must end with the same status and
print as many lines, with no letter in them that a terminal obeys.
"""

import os
import subprocess
import sys
import tempfile
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from second_alone import Row, write
from second_certificates import CERTS, ROOT

FORGED = "x: verified: 3 positions: alpha = beta = x\nreal.cert"
NAMES = '{"bidding-game": 2, "positions": [{"name": "a\u202eb\u2028c\\\\\\"", "left": ["w"], "right": ["w"]}, {"name": "w", "value": "1"}]}'
# It states 1/4 where both players win.
QUARTER = write(1, sha256(NAMES.encode()).digest(), [("bid",)], [Row(*[Fraction(1, 4)] * 4, 1, 1)], 0, None, 0).write()
# What compressed files begin with.
PACKED = {
    "gzip": b"\x1f\x8b\x08\0",
    "xz": b"\xfd7zXZ\0\0\4",
    "zstd": b"\x28\xb5\x2f\xfd\4",
    "bzip2": b"BZh91AY&SY",
    "lz4": b"\x04\x22\x4d\x18",
    "zip": b"PK\x03\x04\x14\0",
    "7z": b"7z\xbc\xaf\x27\x1c\0",
}
# The files: a name, and its bytes, or how many bytes of zeros. A FIFO and a folder are beside them.
FILES = {
    FORGED: (CERTS / "3x4_Kk.cert").read_bytes(),
    os.fsdecode(b"\x1b[2J\xff\xc2\x9b.cert"): (CERTS / "3x4_Kk.cert").read_bytes(),
    "--x\nreal.cert:verified": b"",
    "e\u0301\u200b.cert": (CERTS / "corpus" / "bad" / "header-digest.cert").read_bytes(),
    "empty.cert": b"",
    "large.cert": 2**30 + 1,
    "large.json": 2**28 + 1,
    "binary.cert": bytes(range(256)),
    "readme.cert": (ROOT / "README.md").read_bytes(),
    "road.umb": (CERTS / "models" / "road.umb").read_bytes(),
    **{f"{name}.packed": start + bytes(100) for name, start in PACKED.items()},
    "tar.cert": b"index.json".ljust(257, b"\0") + b"ustar\x0000",
    "mark.cert": "\ufeffwords".encode(),
    "names.json": NAMES.encode(),
    "names.cert": QUARTER,
    "walk.cert": (CERTS / "games" / "walk.cert").read_bytes(),
    "walk.json": (CERTS / "games" / "walk.json").read_bytes(),
    "waiting.cert": (CERTS / "games" / "waiting.cert").read_bytes(),
    "waiting.json": (CERTS / "games" / "waiting.json").read_bytes(),
    "star.cert": (CERTS / "chips" / "star.cert").read_bytes(),
    "star.json": (CERTS / "chips" / "star.json").read_bytes(),
    "bare.cert": (CERTS / "payments" / "bare.cert").read_bytes(),
    "bare.json": (CERTS / "payments" / "bare.json").read_bytes(),
}
ANOTHER = lambda name: f"declined: game: required the file with the SHA-256 {sha256(FILES[name]).hexdigest()}: is this the game?"
HEADER = "rejected: header: the file does not begin as a certificate does"
# Arguments, the exit status, what the second checker prints, and whether `check` does the same already.
ROWS = [
    ([FORGED], 0, [r'"x: verified: 3 positions: alpha = beta = x\nreal.cert": verified: 36 positions: alpha = beta = x'], False),
    ([os.fsdecode(b"\x1b[2J\xff\xc2\x9b.cert")], 0, [r'"\u{1b}[2J\xFF\u{9b}.cert": verified: 36 positions: alpha = beta = x'], False),
    (["e\u0301\u200b.cert"], 1, [r'"e\u{301}\u{200b}.cert": rejected: header: the SHA-256 of the head is another one'], False),
    (["--x\nreal.cert:verified"], 2, [], True),
    (["fifo"], 2, ["fifo: declined: unreadable: fifo is not a regular file"], False),
    (["/dev/zero"], 2, ["/dev/zero: declined: unreadable: /dev/zero is not a regular file"], False),
    (["walk.cert", "--graph", "fifo"], 2, ["walk.cert: declined: unreadable: fifo is not a regular file"], False),
    (["folder"], 2, ["folder: declined: unreadable: folder: Is a directory"], True),
    (["none"], 2, ["none: declined: unreadable: none: No such file or directory"], True),
    (["large.cert"], 2, ["large.cert: declined: limit: large.cert has more than 1073741824 bytes"], True),
    (["walk.cert", "--graph", "large.json"], 2, ["walk.cert: declined: limit: large.json has more than 268435456 bytes"], True),
    (["empty.cert", "binary.cert"], 1, [f"empty.cert: {HEADER}", f"binary.cert: {HEADER}"], True),
    (["readme.cert"], 2, ["readme.cert: declined: not a certificate"], False),
    (["walk.json"], 2, ["walk.json: declined: not a certificate"], True),
    (["road.umb"], 2, ["road.umb: declined: not a certificate"], True),
    *[([f"{name}.packed"], 2, [f"{name}.packed: declined: not a certificate"], True) for name in PACKED],
    (["tar.cert"], 2, ["tar.cert: declined: not a certificate"], True),
    (["mark.cert"], 2, ["mark.cert: declined: not a certificate"], True),
    (["walk.json", "--graph", "walk.cert"], 2, ["walk.json: declined: not a certificate; are the two exchanged?"], False),
    (["walk.cert", "--graph", "waiting.cert"], 2, ["walk.cert: declined: game: this is a certificate; are the two exchanged?"], True),
    (["walk.cert", "--graph", "waiting.json"], 2, [f"walk.cert: {ANOTHER('walk.json')}"], False),
    (["waiting.cert", "--graph", "walk.json"], 2, [f"waiting.cert: {ANOTHER('waiting.json')}"], False),
    (["bare.cert", "--graph", "walk.json"], 2, [f"bare.cert: {ANOTHER('bare.json')}"], False),
    (["star.cert", "--graph", "walk.json"], 2, [f"star.cert: {ANOTHER('star.json')}"], False),
    (
        ["names.cert", "--graph", "names.json"],
        1,
        [r'names.cert: rejected: white-holds: position 0, "a\u{202e}b\u{2028}c\\\"": required 1/4 >= 1, where the first is stated and the second is F(P)'],
        True,
    ),
]


def harmless(text):
    """Whether no letter but the ends of lines is one that a terminal obeys."""
    return all(letter.isprintable() for letter in text.replace("\n", "").replace("\t", ""))


def compare(check):
    """How many rows come out otherwise."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, data in FILES.items():
            with open(Path(folder) / name, "wb") as file:
                file.write(data) if isinstance(data, bytes) else file.truncate(data)
        os.mkfifo(Path(folder) / "fifo")
        (Path(folder) / "folder").mkdir()
        for arguments, status, lines, too in ROWS:
            for program in [[sys.executable, ROOT / "second" / "checker.py"], *[[Path(check).resolve()]] * too]:
                try:
                    ended = subprocess.run([*program, *arguments], cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=False)
                    found = ended.returncode, ended.stdout.splitlines()
                    good = found == (status, lines) if len(program) > 1 else (found[0], len(found[1])) == (status, len(lines))
                    good = good and harmless(ended.stdout + ended.stderr)
                except subprocess.TimeoutExpired:
                    found, good = "no end", False
                if not good:
                    wrong += 1
                    print(f"given: {Path(program[-1]).name} {arguments}: found {found}, required {(status, lines)}")
    print(f"given: {len(ROWS)} rows, {sum(row[3] for row in ROWS)} of them to both, {wrong} differ")
    return wrong
