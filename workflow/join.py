"""Joins receipts into a table, a file of rows and a list of digests.

Every certificate is hashed again: a row is written only for the very bytes that were verified, and only if all rows rest on the same certificates
of smaller endgames. If anything differs, nothing is written.
"""

import argparse
import hashlib
import json
import sys
from fractions import Fraction
from pathlib import Path, PurePath

from receipt import Refused, write_whole

HEAD = "| endgame | positions | form | width | α < β | widest gap | at | bytes | SHA-256 |\n|---|---|---|---|---|---|---|---|---|\n"


def digest(path):
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read(receipts, name):
    """A receipt that `receipt.py` has left."""
    path = Path(receipts) / f"{name}.json"
    try:
        found = json.loads(path.read_text())
        complete = found["verdict"] == "verified" and found["files"] and found["claim"]
    except (json.JSONDecodeError, KeyError, TypeError):
        complete = False
    if not complete:
        raise Refused(f"{path}: found no receipt of a verified certificate, required one")
    return path, found


def row(certs, receipts, name):
    """The row of an endgame, and the digests of the certificates that its verdict rests on, by name."""
    path, found = read(receipts, name)
    files = {PurePath(file["path"]).name: file["sha256"] for file in found["files"]}
    cert = Path(certs) / f"{name}.cert"
    if cert.name not in files:
        raise Refused(f"{path}: found a receipt of {', '.join(files)}, required one of {cert.name}")
    now = digest(cert)
    if now != files[cert.name]:
        raise Refused(f"{cert}: found a file with SHA-256 {now}, required {files[cert.name]}, which was verified ({path})")
    made = {
        "file": cert.name,
        "endgame": found["claim"].partition(": ")[0],
        "positions": found["positions"],
        "form": found["form"],
        "bits": found["bits"],
        "width": found["width"],
        "not_sharp": found["not_sharp"],
        "widest_gap": found["widest_gap"],
        "widest_gap_at": found["widest_gap_at"],
        "bytes": cert.stat().st_size,
        "sha256": now,
    }
    return made, files


def rows(certs, receipts, names):
    """All rows, in the order of the names."""
    made, seen = [], {}
    for name in names:
        one, files = row(certs, receipts, name)
        made.append(one)
        for file, sha256 in files.items():
            if seen.setdefault(file, sha256) != sha256:
                needed = f"required {sha256}, on which {certs}/{name}.cert rests: remove the one or the other, and its receipt"
                raise Refused(f"{certs}/{file}: found a file with SHA-256 {seen[file]}, {needed}")
    return made


def line(row):
    """A row of the table. A bound on a number is told as one."""
    exact = row["width"] is None
    at_least = "" if exact else "≥ "
    width = "" if exact else f"{Fraction(row['width']) * 2 ** row['bits']}/2^{row['bits']}"
    gap, at = "", ""
    if row["widest_gap_at"] is not None:
        # Cut off, not rounded: so it stays a lower bound.
        millionths = Fraction(row["widest_gap"]) * 10**6
        gap = f"{at_least}0.{int(millionths):06}{'' if millionths.denominator == 1 else '…'}"
        at = f"`{row['widest_gap_at']}`"
    count = f"{at_least}{row['not_sharp']}" if exact or row["not_sharp"] else "none shown"
    cells = [row["endgame"], row["positions"], row["form"], width, count, gap, at, row["bytes"], f"`{row['sha256']}`"]
    return f"| {' | '.join(map(str, cells))} |\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--certs", required=True)
    parser.add_argument("--receipts", required=True)
    parser.add_argument("--out", required=True, help="the folder for table.md, rows.json and SHA256SUMS")
    parser.add_argument("names", nargs="+", help="the endgames, in the order of the table")
    given = parser.parse_args()
    try:
        made = rows(given.certs, given.receipts, given.names)
        out = Path(given.out)
        write_whole(out / "table.md", HEAD + "".join(map(line, made)))
        write_whole(out / "rows.json", json.dumps(made, indent=2, ensure_ascii=False) + "\n")
        write_whole(out / "SHA256SUMS", "".join(f"{row['sha256']}  {row['file']}\n" for row in made))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
    except Refused as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main()
