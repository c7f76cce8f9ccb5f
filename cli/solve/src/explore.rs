//! `solve explore`: serves the explorer's page to the browsers of this machine.
//!
//! Responsible for finding the folder, and for an HTTP server that gives its files and nothing else. The files are listed once, at the start, without
//! following links; a request is looked up in that list, so no path of a request ever reaches the file system. Each connection has one answer.
//! What a request is, `httparse` decides.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use percent_encoding::percent_decode_str;
use session::escape;

use crate::output::Failed;

/// Where the page is, and where it is to be seen.
#[derive(clap::Args)]
pub struct Arguments {
    /// The port on this machine; 0 for any that is free. A browser keeps what you saved for one port apart from another one
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The folder of the page, if it is not the folder `site` beside the program or beside the folder that the program is in
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

/// The page that an address of a folder stands for.
const INDEX: &str = "index.html";
/// The longest head of a request, in bytes, and the most headers. Browsers send less than 2,000 bytes, and cookies of other servers on this machine with it.
const MOST_BYTES: usize = 1 << 14;
const MOST_HEADERS: usize = 100;
/// So long a request may take to come, and so long an answer may wait for whoever reads it.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many connections are answered at a time. A browser opens six, and one or two that it may never use.
const CONNECTIONS: usize = 16;

const NOT_FOUND: &str = "404 Not Found";
const NOT_ALLOWED: &str = "405 Method Not Allowed";

/// Types of files, by what their names end with. What is not here is bytes.
const TYPES: [(&str, &str); 12] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    ("pdf", "application/pdf"),
];

/// Serves the page until the program is ended.
pub fn explore(arguments: &Arguments) -> Result<String, Failed> {
    let folder = folder(arguments.site.as_deref())?;
    let failed = |error: io::Error| Failed::new(format!("{}: {error}", escape::path(&folder)));
    let mut site = Site { hosts: Vec::new(), files: BTreeMap::new() };
    site.list(&folder, "/").map_err(failed)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port)).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => Failed::new(format!(
            "--port: found {0} in use by another program, required a free port: --port {1}, or --port 0 for any",
            arguments.port,
            arguments.port.checked_add(1).unwrap_or(8000)
        )),
        _ => Failed::new(format!("--port {}: {error}", arguments.port)),
    })?;
    let port = listener.local_addr().map_err(failed)?.port();
    for name in ["127.0.0.1", "localhost"] {
        site.hosts.push(format!("{name}:{port}"));
        // Browsers leave this port out.
        site.hosts.extend((port == 80).then(|| name.to_owned()));
    }
    crate::output::say(&format!("http://127.0.0.1:{port}/ shows {}. Ctrl-C ends it.\n", escape::path(&folder)))?;
    thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                // What goes wrong with one connection, whoever opened it sees.
                listener.incoming().flatten().for_each(|mut stream| drop(site.answer(&mut stream)));
            });
        }
    });
    Ok(String::new())
}

/// Finds the folder of the page. An archive of a release has it beside the folder of its programs, and so has a checkout: `target/site`.
fn folder(said: Option<&Path>) -> Result<PathBuf, Failed> {
    let program = std::env::current_exe().and_then(fs::canonicalize).map_err(Failed::new)?;
    let beside = program.ancestors().skip(1).take(2).map(|folder| folder.join("site"));
    let candidates: Vec<PathBuf> = said.map_or_else(|| beside.collect(), |folder| vec![folder.to_owned()]);
    if let Some(found) = candidates.iter().find(|folder| folder.join(INDEX).is_file()) {
        return fs::canonicalize(found).map_err(Failed::new);
    }
    let searched: Vec<String> = candidates.iter().map(|folder| escape::path(folder).to_string()).collect();
    Err(Failed::usage(format!(
        "found no page in {}, required its folder `site`: the archive of a release has it beside `bin`, `just site` writes it in a checkout, \
         and --site DIR names one that is elsewhere",
        searched.join(" or ")
    )))
}

/// The files, by their paths in addresses, and the names by which this server may be asked: a page of others that has its own name lead here is refused.
struct Site {
    hosts: Vec<String>,
    files: BTreeMap<String, PathBuf>,
}

impl Site {
    /// Takes the files of a folder, and of those in it. Links are passed over, and names that are no text.
    fn list(&mut self, folder: &Path, address: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, name) = (entry.file_type()?, entry.file_name());
            let Some(name) = name.to_str() else { continue };
            if kind.is_dir() {
                self.list(&entry.path(), &format!("{address}{name}/"))?;
            } else if kind.is_file() {
                self.files.insert(format!("{address}{name}"), entry.path());
                if name == INDEX {
                    self.files.insert(address.to_owned(), entry.path());
                }
            }
        }
        Ok(())
    }

    /// Answers the one request of a connection.
    fn answer(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let (mut head, start) = (Vec::new(), Instant::now());
        let answer = loop {
            if let Some(answer) = self.decide(&head) {
                break answer;
            }
            let mut part = [0; 2048];
            let room = part.len().min(MOST_BYTES - head.len());
            match stream.read(&mut part[..room])? {
                0 => return Ok(()),
                _ if start.elapsed() > PATIENCE => return Ok(()),
                read => head.extend_from_slice(&part[..read]),
            }
        };
        let (status, path) = answer;
        let file = path.and_then(|path| Some((kind(path), File::open(path).ok()?)));
        let (status, kind, length, mut body): (_, _, _, Box<dyn io::Read>) = match file {
            Some((kind, file)) => {
                let length = file.metadata()?.len();
                (status, kind, length, Box::new(file.take(length)))
            }
            None => {
                let status = if path.is_some() { NOT_FOUND } else { status };
                (status, "text/plain; charset=utf-8", status.len() as u64, Box::new(status.as_bytes()))
            }
        };
        let allow = if status == NOT_ALLOWED { "Allow: GET, HEAD\r\n" } else { "" };
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{allow}Cache-Control: no-cache\r\n\
             X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n"
        )?;
        if !head.starts_with(b"HEAD ") {
            io::copy(&mut body, stream)?;
        }
        // Where something has not been read yet, to close would take back what was written.
        stream.shutdown(Shutdown::Write)?;
        io::copy(&mut stream.take(MOST_BYTES as u64), &mut io::sink())?;
        Ok(())
    }

    /// What is answered to these bytes: a status, and a file if there is one. Nothing as long as more bytes are needed.
    fn decide(&self, head: &[u8]) -> Option<(&'static str, Option<&Path>)> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(head) {
            Ok(httparse::Status::Partial) if head.len() < MOST_BYTES => None,
            Ok(httparse::Status::Complete(_)) => Some(match self.find(&request) {
                Ok(file) => ("200 OK", Some(file)),
                Err(status) => (status, None),
            }),
            Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                Some(("431 Request Header Fields Too Large", None))
            }
            Err(_) => Some(("400 Bad Request", None)),
        }
    }

    /// The file that a request asks for, or the status that refuses it.
    fn find(&self, request: &httparse::Request) -> Result<&Path, &'static str> {
        let mut hosts = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host"));
        let host = hosts.next().filter(|_| hosts.next().is_none());
        if !host.is_some_and(|host| self.hosts.iter().any(|own| own.as_bytes().eq_ignore_ascii_case(host.value))) {
            return Err("421 Misdirected Request");
        }
        if !matches!(request.method, Some("GET" | "HEAD")) {
            return Err(NOT_ALLOWED);
        }
        let path = request.path.unwrap_or_default().split('?').next().unwrap_or_default();
        self.files.get(&*percent_decode_str(path).decode_utf8_lossy()).map(PathBuf::as_path).ok_or(NOT_FOUND)
    }
}

/// The type of a file.
fn kind(path: &Path) -> &'static str {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    TYPES.iter().find(|(known, _)| *known == end).map_or("application/octet-stream", |(_, kind)| kind)
}
