"""The explorer's page for the browsers of this machine, as `solve explore` serves it.

The files are listed once, at the start, without following links; a request is looked up in that list, so no path of a request reaches the file system.
"""

from __future__ import annotations

import mimetypes
import os
import sys
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

__all__ = ["explore", "server"]

MISSING = "{}: found no page, required its folder: the archive bidding-games-{}-site.tar.gz of a release has it, `just site` writes it in a checkout, and --site DIR names it"
# Those of Python, and none of the machine.
TYPES = mimetypes.MimeTypes()


def listed(site: Path) -> dict[str, Path]:
    """The files of a folder by their paths in addresses; an index stands for its folder, too."""
    files = {}
    for folder, _, names in os.walk(site):
        address = "/" + "".join(f"{part}/" for part in Path(folder).relative_to(site).parts)
        for path in (Path(folder, name) for name in names):
            if path.is_file() and not path.is_symlink():
                files[address + path.name] = path
                if path.name == "index.html":
                    files[address] = path
    return files


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD; Python refuses what is longer than 65,536 bytes in a line or 100 headers."""

    timeout = 10

    def __init__(self, files: dict[str, Path], *arguments: Any) -> None:
        self.files = files
        super().__init__(*arguments)

    def do_GET(self) -> None:
        """A file, to whoever asks this server by its own name: the page of others may have a name that leads here."""
        port = self.connection.getsockname()[1]
        hosts = [host.lower() for host in self.headers.get_all("Host", [])]
        # Browsers leave port 80 out.
        own = [f"{name}{end}" for name in ("127.0.0.1", "localhost") for end in (f":{port}", *[""] * (port == 80))]
        if len(hosts) != 1 or hosts[0] not in own:
            return self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
        path = self.files.get(unquote(self.path.partition("?")[0]))
        try:
            data = path.read_bytes() if path else None
        except OSError:
            data = None
        if path is None or data is None:
            return self.send_error(HTTPStatus.NOT_FOUND)
        self.send_response(HTTPStatus.OK)
        kind = TYPES.guess_type(path.name)[0] or "application/octet-stream"
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_HEAD = do_GET

    def log_message(self, *_: Any) -> None:
        """Nothing is said of requests."""


def server(site: Path, port: int) -> ThreadingHTTPServer:
    """A server of that folder on this machine alone; 0 for any port that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, listed(site)))


def explore(port: int = 8000, site: Path | None = None) -> int:
    """Serves the page until it is interrupted: the folder, or `site` beside the files of this package. The exit status."""
    from bidding_games import __version__

    site = (site or Path(__file__).with_name("site")).resolve()
    if not (site / "index.html").is_file():
        print(f"error: {MISSING.format(site, __version__)}", file=sys.stderr)
        return 2
    try:
        serving = server(site, port)
    except (OSError, OverflowError) as error:
        print(f"error: --port {port}: {error}; --port 0 takes any that is free", file=sys.stderr)
        return 1
    with serving:
        try:
            print(f"http://127.0.0.1:{serving.server_address[1]}/ shows {site}. Ctrl-C ends it.", flush=True)
            serving.serve_forever()
        except KeyboardInterrupt:
            return 130
    return 0
