"""`bidding-games explore`: what its server gives, and what it refuses; the same as `solve explore`."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bidding_games import _explore, prism


@pytest.fixture
def site(tmp_path):
    """A folder with a page, and beside it what nobody is to see."""
    for name, data in [("secret", b"secret"), ("site/index.html", b"<p>"), ("site/a b.js", b"1"), ("site/book/x.wasm", b"\0asm"), ("site/k.cert", b"\xff\n")]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    (tmp_path / "site/link").symlink_to(tmp_path / "secret")
    (tmp_path / "site/up").symlink_to(tmp_path)
    return tmp_path / "site"


@pytest.fixture
def port(site):
    with _explore.server(site, 0) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield serving.server_address[1]
        serving.shutdown()
        thread.join()


def ask(port, method, path, host="127.0.0.1:{}"):
    """Status, type and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest(method, path, skip_host=True)
    for one in [host] if isinstance(host, str) else host:
        connection.putheader("Host", one.format(port))
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Content-Type"), answer.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("path", "kind", "data"),
    [
        ("/", "text/html; charset=utf-8", b"<p>"),
        ("/index.html?a=/../b", "text/html; charset=utf-8", b"<p>"),
        ("/a%20b.js", None, b"1"),
        ("/book/x.wasm", "application/wasm", b"\0asm"),
        ("/k.cert", "application/octet-stream", b"\xff\n"),
    ],
)
def test_gives_the_files_of_the_folder(port, path, kind, data):
    for host in ["127.0.0.1:{}", "LocalHost:{}"]:
        found = ask(port, "GET", path, host)
        # JavaScript has two names, by the version of Python.
        assert found[0] == 200 and found[2] == data and (found[1] == kind if kind else "javascript" in found[1]), found
        assert ask(port, "HEAD", path, host) == (*found[:2], b"")


def test_gives_nothing_else_and_to_nobody_else(port, site):
    for path in ["/missing", "/book", "/book/", "/../secret", "/book/../../secret", "/%2e%2e/secret", "/..%2Fsecret", "/link", "/up/secret", "/%00", f"{site.parent}/secret"]:
        status, _, data = ask(port, "GET", path)
        assert status == 404 and b"secret" not in data, path
    for host in [[], "example.org", "example.org:{}", "127.0.0.1", "127.0.0.1:{}.example.org", ["127.0.0.1:{}", "example.org"]]:
        assert ask(port, "GET", "/", host)[0] == 421, host
    for method in ["POST", "PUT", "DELETE", "get"]:
        assert ask(port, method, "/")[0] == 501, method


def test_says_what_is_missing(site, port, capsys):
    assert prism.main(["explore", "--site", str(site / "book")]) == 2
    said = capsys.readouterr().err
    assert "found no page" in said and "-site.tar.gz" in said and "just site" in said
    if not Path(_explore.__file__).with_name("site").exists():
        assert prism.main(["explore"]) == 2
    for taken in [port, 65536]:
        assert prism.main(["explore", "--site", str(site), "--port", str(taken)]) == 1
        assert f"--port {taken}: " in capsys.readouterr().err


def test_ends_by_an_interruption(site):
    command = [sys.executable, "-m", "bidding_games.prism", "explore", "--port", "0", "--site", str(site)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)) as process:
        line = process.stdout.readline()
        port = int(line.split("/")[2].split(":")[1])
        with socket.create_connection(("127.0.0.1", port)):
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130, line
