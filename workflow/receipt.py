"""Has `check` judge a certificate, and writes its receipt if that is a verdict on the endgame that was asked for.

A file under the right name may be a true certificate of something else: `check` says what it verified, and this compares it. No receipt is
written for anything else than `verified`; the file's name is in every message.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path


class Refused(Exception):
    """Why there is no receipt, in a line."""


def write_whole(path, text):
    """Writes a file that is complete or not there. What a killed run has left of it unfinished is written over: the name is the same."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".unfinished-{path.name}")
    try:
        with open(unfinished, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def receipt(said, status, cert, endgame, bits):
    """The receipt in what `check --json` said with this exit status.

    Raises Refused unless it is a verdict on all positions of the endgame, in units of one of these bits.
    """
    try:
        found = json.loads(said)
    except json.JSONDecodeError:
        found = {}
    verdict = found.get("verdict")
    if status != 0 or verdict != "verified":
        why = found.get("message") or f"found no verdict, and the exit status {status}; required one"
        raise Refused(f"{cert}: {why}")
    claimed, colon, _ = found["claim"].partition(": ")
    if claimed != endgame or not colon:
        raise Refused(f"{cert}: found a certificate of {claimed}, required one of {endgame}")
    if found["bits"] not in bits:
        name = lambda bits: f"units of 2^-{bits}" if bits else "exact values"
        raise Refused(f"{cert}: found {name(found['bits'])}, required {' or '.join(map(name, bits))}")
    if found["proved"] != found["positions"]:
        raise Refused(f"{cert}: found {found['proved']} positions proved, required all {found['positions']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("check", help="the checker")
    parser.add_argument("cert", help="the certificate")
    parser.add_argument("--endgame", required=True, help="as the checker names it")
    parser.add_argument("--bits", required=True, type=int, nargs="+", help="the bits that the certificate may have")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--out", required=True, help="the receipt")
    given = parser.parse_args()
    command = [given.check, given.cert, "--json", "--threads", given.threads]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        text = receipt(done.stdout, done.returncode, given.cert, given.endgame, given.bits)
        write_whole(given.out, json.dumps(text) + "\n")
    except OSError as error:
        sys.exit(f"{error.filename or given.out}: {error.strerror}")
    except Refused as refused:
        sys.exit(str(refused))


if __name__ == "__main__":
    main()
