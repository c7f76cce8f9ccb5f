//! `solve explore`: what its server gives, and what it refuses. That an interruption ends it, `terminal.py` shows.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::console::SOLVE;

fn explore(site: &Path, port: &str) -> Command {
    let mut command = Command::new(&*SOLVE);
    command.args(["explore", "--port", port, "--site"]).arg(site).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server, and its port. It ends with the test, however that ends.
struct Server(Child, u16);

impl Server {
    fn new(site: &Path) -> Self {
        let mut child = explore(site, "0").spawn().expect("a process");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("standard output")).read_line(&mut line).expect("an address");
        let port = line.strip_prefix("http://127.0.0.1:").and_then(|rest| rest.split_once('/')).expect("an address").0;
        Self(child, port.parse().expect("a port"))
    }

    /// What is answered to these bytes, in which PORT stands for the port: the head, and the body.
    fn ask(&self, bytes: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.1)).expect("a connection");
        stream.write_all(bytes.replace("PORT", &self.1.to_string()).as_bytes()).expect("a question");
        stream.shutdown(Shutdown::Write).expect("a question");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n").expect("a head") + 4;
        (String::from_utf8(answer[..end].to_vec()).expect("text"), answer[end..].to_vec())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("an end");
    }
}

/// A folder with a site, and beside it what nobody is to see.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    fs::create_dir_all(folder.path().join("site/certs/deep")).expect("a folder");
    fs::create_dir_all(folder.path().join("site/book")).expect("a folder");
    for (name, bytes) in [
        ("secret", &b"secret"[..]),
        ("site/index.html", b"<p>page"),
        ("site/main.js", b"code"),
        ("site/checker.wasm", b"\0asm"),
        ("site/certs/deep/a b.cert", b"\0\xff\r\n\r\n"),
        ("site/book/index.html", b"<p>book"),
    ] {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    #[cfg(unix)]
    for (to, name) in [("../secret", "site/link"), ("..", "site/up")] {
        std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
    }
    folder
}

#[test]
fn gives_the_files_of_the_folder() {
    let folder = site();
    let server = Server::new(&folder.path().join("site"));
    for (path, kind, bytes) in [
        ("/", "text/html; charset=utf-8", &b"<p>page"[..]),
        ("/index.html?a=/../b", "text/html; charset=utf-8", b"<p>page"),
        ("/book/", "text/html; charset=utf-8", b"<p>book"),
        ("/main.js", "text/javascript; charset=utf-8", b"code"),
        ("/checker.wasm", "application/wasm", b"\0asm"),
        ("/certs/deep/a%20b.cert", "application/octet-stream", b"\0\xff\r\n\r\n"),
    ] {
        for (method, body) in [("GET", bytes), ("HEAD", b"")] {
            for host in ["127.0.0.1:PORT", "LocalHost:PORT"] {
                let (head, found) = server.ask(&format!("{method} {path} HTTP/1.1\r\nhost: {host}\r\nA: b\r\n\r\n"));
                assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{method} {path}: {head}");
                for line in [format!("Content-Type: {kind}"), format!("Content-Length: {}", bytes.len())] {
                    assert!(head.lines().any(|found| found == line), "{method} {path}: {line}: {head}");
                }
                assert_eq!(found, body, "{method} {path}");
            }
        }
    }
}

#[test]
fn gives_nothing_else_and_to_nobody_else() {
    let folder = site();
    let server = Server::new(&folder.path().join("site"));
    let secret = folder.path().join("secret");
    let mut asked: Vec<(&str, String)> = [
        "/missing",
        "/book",
        "/certs/",
        "/certs/deep",
        "/../secret",
        "/book/../../secret",
        "/%2e%2e/secret",
        "/..%2Fsecret",
        "/..\\secret",
        "/link",
        "/up/secret",
        "//index.html",
        "/%00",
        "/%",
        "/%ff",
        "index.html",
        "*",
    ]
    .map(|path| ("404 ", format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n")))
    .into();
    asked.push(("404 ", format!("GET {} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", secret.display())));
    for host in [
        "",
        "Host: example.org\r\n",
        "Host: example.org:PORT\r\n",
        "Host: 127.0.0.1\r\n",
        "Host: 127.0.0.1:PORT.example.org\r\n",
        "Host: 127.0.0.1:PORT\r\nHost: example.org\r\n",
        "X-Host: 127.0.0.1:PORT\r\n",
    ] {
        asked.push(("421 ", format!("GET / HTTP/1.1\r\n{host}\r\n")));
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "get"] {
        asked.push(("405 ", format!("{method} / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 4\r\n\r\nbody")));
    }
    for wrong in ["GET /\r\n\r\n", "\0\0\0\0", "GET / HTTP/3.9\r\nHost: 127.0.0.1:PORT\r\n\r\n"] {
        asked.push(("400 ", wrong.to_owned()));
    }
    // A head of 16,384 bytes with 100 headers is the largest one.
    let long = |more: usize| {
        let head = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nA: \r\n\r\n", server.1);
        head.replace("A: ", &format!("A: {}", "a".repeat((1 << 14) + more - head.len())))
    };
    let many = |count: usize| format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n{}\r\n", "A: b\r\n".repeat(count - 1));
    asked.extend([("200 ", long(0)), ("431 ", long(1)), ("200 ", many(100)), ("431 ", many(101))]);
    for (status, bytes) in asked {
        let (head, body) = server.ask(&bytes);
        let shown: String = bytes.chars().take(100).collect();
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{shown:?}: {head}");
        assert_eq!(head.contains("Allow: GET, HEAD\r\n"), status == "405 ", "{shown:?}: {head}");
        assert!(!body.windows(6).any(|part| part == b"secret"), "{shown:?}");
    }
    // Who says nothing gets nothing, and who comes next gets an answer.
    let silent: Vec<TcpStream> =
        (0..8).map(|_| TcpStream::connect(("127.0.0.1", server.1)).expect("a connection")).collect();
    assert!(server.ask("GET / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n").0.starts_with("HTTP/1.1 200 "));
    drop(silent);
}

#[test]
fn says_what_is_missing() {
    let folder = site();
    let says = |output: Output, status: i32, parts: &[&str]| {
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(status), "{said}");
        parts.iter().for_each(|part| assert!(said.contains(part), "{part}: {said}"));
    };
    let empty = folder.path().join("site/certs");
    let output = explore(&empty, "0").output().expect("a process");
    says(output, 2, &["found no page in", "just site", "--site DIR"]);
    let server = Server::new(&folder.path().join("site"));
    let output = explore(&folder.path().join("site"), &server.1.to_string()).output().expect("a process");
    says(output, 1, &["in use by another program", "--port 0"]);
    // The program finds the page beside it, and beside its folder.
    for place in ["bin/solve", "solve"] {
        let program = folder.path().join(place);
        fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
        fs::hard_link(&*SOLVE, &program).expect("a program");
        let mut child =
            Command::new(&program).args(["explore", "--port", "0"]).stdout(Stdio::piped()).spawn().expect("a process");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("standard output")).read_line(&mut line).expect("an address");
        child.kill().expect("it runs");
        child.wait().expect("an end");
        assert!(line.contains("site") && line.contains("http://127.0.0.1:"), "{line}");
    }
}
