//! Commands that are killed, that have no room, that meet links and odd files. What people read is in `transcripts.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::console::{CHECK, SOLVE, Session, WAITING, committed};
use solver::graph_games::generate;

/// A disk that is full after 4096 bytes of a file: what is whole stays, nothing half-written is left, and it goes on from there.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_nothing_that_is_done() {
    let session = Session::new();
    let full = |folder: &str, words: &str| {
        // Files may have so many blocks of 512 bytes.
        let script = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {words}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .arg(&*SOLVE)
            .current_dir(session.path(""))
            .output()
            .expect("a shell");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{words}: {error}");
        assert!(error.contains("File too large") && error.lines().count() <= 2, "{error}");
        let left = fs::read_dir(session.path(folder)).expect("the folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<String> = left.map(|entry| entry.file_name().into_string().expect("text")).collect();
        names.sort();
        (names, error)
    };
    let (names, error) = full("certs", "endgame 4x4 --men 3 --out certs");
    assert_eq!(names, ["4x4_KBk.cert", "4x4_KNk.cert", "4x4_KQk.cert", "4x4_KRk.cert", "4x4_Kk.cert"]);
    assert!(error.contains("certs/4x4_KPk.cert: "), "{error}");
    let (names, _) = full("survey", "endgame --boards 5x5 --materials KNk --recorded --out survey");
    assert_eq!(names, ["5x5_Kk.cert"]);
    let (names, _) = full("gaps", "endgame 3x4 KPkp --precision 56 --out gaps");
    assert!(names.iter().all(|name| !name.starts_with('.')) && !names.contains(&"3x4_KPkp.cert".to_owned()));
    // With room again, the five are kept and the last one is made.
    let output = Command::new(&*SOLVE)
        .args(["endgame", "4x4", "--men", "3", "--out"])
        .arg(session.path("certs"))
        .output()
        .expect("a process");
    assert!(output.status.success());
    for name in ["4x4_KBk.cert", "4x4_KNk.cert", "4x4_KPk.cert", "4x4_KQk.cert", "4x4_KRk.cert", "4x4_Kk.cert"] {
        let made = fs::read(session.path("certs").join(name)).expect("a certificate");
        let kept = if name == "4x4_KNk.cert" { committed(name) } else { committed(&format!("boards/{name}")) };
        assert!(made == kept, "{name}");
    }
}

/// Starts a solve, kills it after so many milliseconds, and says whether it was over before.
fn interrupted(folder: &Path, words: &[&str], milliseconds: u64) -> bool {
    let mut child = Command::new(&*SOLVE)
        .args(words)
        .arg("--out")
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process");
    sleep(Duration::from_millis(milliseconds));
    let over = child.try_wait().expect("a status").is_some();
    child.kill().expect("an end");
    child.wait().expect("a status");
    over
}

/// The certificates in a folder, which need not be there.
fn certificates(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "cert")).collect()
}

#[test]
fn a_long_solve_that_is_interrupted_leaves_no_certificate_of_it() {
    let session = Session::new();
    for milliseconds in [50, 400, 1_500] {
        let folder = session.path(&milliseconds.to_string());
        let over = interrupted(&folder, &["endgame", "10x10", "KNk"], milliseconds);
        assert!(!over, "it must be interrupted before its end");
        for path in certificates(&folder) {
            // What it needs may be done; each file is whole.
            assert!(path.ends_with("10x10_Kk.cert"), "{}", path.display());
            let _ = pipeline_tests::verified(&fs::read(&path).expect("a file"), &[]);
        }
    }
}

/// Short solves, killed at every moment of their writing too: a certificate is whole or not there.
#[test]
fn a_short_solve_that_is_interrupted_leaves_whole_certificates_only() {
    let session = Session::new();
    for milliseconds in 0..40 {
        let folder = session.path(&milliseconds.to_string());
        interrupted(&folder, &["endgame", "4x4", "KNk"], milliseconds);
        for path in certificates(&folder) {
            let name = path.file_name().expect("a name").to_str().expect("text");
            assert!(fs::read(&path).expect("a file") == committed(name), "{name}");
        }
    }
}

/// `solve` for five men on 4×4, with what it has reached kept after every sweep.
fn five_men(folder: &Path, material: &str, more: &[&str]) -> Command {
    let mut command = Command::new(&*SOLVE);
    command.args(["endgame", "4x4", material, "--keep-every", "0"]).args(more).arg("--out").arg(folder);
    command
}

/// Solves five men, and is killed as soon as the state with an ending is there; the state's file.
fn killed(folder: &Path, material: &str, more: &[&str], ending: &str) -> PathBuf {
    let state = folder.join(format!("4x4_{material}.{ending}.state"));
    let mut run = five_men(folder, material, more);
    let mut child = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a process");
    while !state.exists() && child.try_wait().expect("a status").is_none() {
        sleep(Duration::from_micros(200));
    }
    child.kill().expect("an end");
    child.wait().expect("a status");
    assert!(state.exists(), "{}: it was killed before its end", state.display());
    state
}

/// Runs it to its end: nothing but certificates is left, and the last one is what is committed. What it says on standard error.
fn ended(folder: &Path, material: &str) -> String {
    let output = five_men(folder, material, &[]).output().expect("a process");
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{error}");
    assert_eq!(fs::read_dir(folder).expect("the folder").count(), certificates(folder).len());
    let name = format!("4x4_{material}.cert");
    assert!(fs::read(folder.join(&name)).expect("a certificate") == committed(&format!("five/{name}")), "{name}");
    error
}

#[test]
fn five_men_go_on_where_they_were_killed() {
    let session = Session::new();
    for ending in ["l", "u1", "u", "l1"] {
        let folder = session.path(ending);
        let state = killed(&folder, "KBNkn", &[], ending);
        assert!(!folder.join("4x4_KBNkn.cert").exists());
        let said = ended(&folder, "KBNkn");
        assert!(said.contains(&format!("{}: ", state.display())) && said.contains(" goes on after "), "{said}");
    }
}

/// Cut, altered, of another bound, of another endgame, of another unit: it is told, and the run begins again.
#[test]
fn a_state_that_does_not_fit_is_told_and_not_used() {
    let session = Session::new();
    let (folder, other, coarse) = (session.path("folder"), session.path("other"), session.path("coarse"));
    let state = killed(&folder, "KBNkn", &[], "u1");
    let bytes = fs::read(&state).expect("a state");
    let mut altered = bytes.clone();
    *altered.last_mut().expect("a digest") ^= 1;
    let mut number = bytes.clone();
    let middle = number.len() / 2;
    number[middle / 4 * 4] ^= 1;
    let wrong = [
        ("found its end, required", bytes[..bytes.len() / 2].to_vec()),
        ("found its end, required", bytes[..20].to_vec()),
        ("found another digest", bytes[..bytes.len() - 1].to_vec()),
        ("found another digest", [&bytes[..], b"x"].concat()),
        ("found another digest", altered),
        ("", number),
        ("bound 0, ", fs::read(killed(&session.path("swapped"), "KBNkn", &[], "l")).expect("a state")),
        ("4x4 KNNkb in units", fs::read(killed(&other, "KNNkb", &[], "u1")).expect("a state")),
        ("2^-29", fs::read(killed(&coarse, "KBNkn", &["--precision", "29"], "u1")).expect("a state")),
        ("required \"bidding slices", b"something else\n".to_vec()),
        ("found its end, required", Vec::new()),
    ];
    for (reason, wrong) in wrong {
        fs::write(&state, wrong).expect("a file");
        let said = ended(&folder, "KBNkn");
        assert!(said.contains("4x4_KBNkn.u1.state: found ") && said.contains(reason), "{reason}: {said}");
        assert!(said.contains("it is not used, u′ begins again"), "{said}");
        fs::remove_file(folder.join("4x4_KBNkn.cert")).expect("a certificate");
    }
}

#[test]
fn two_runs_of_the_same_five_men_do_each_other_no_harm() {
    let session = Session::new();
    let folder = session.path("folder");
    for _ in 0..3 {
        let runs =
            [(); 2].map(|()| five_men(&folder, "KNNkb", &[]).stderr(Stdio::null()).stdout(Stdio::null()).spawn());
        for run in runs {
            assert!(run.expect("a process").wait().expect("a status").success());
        }
        assert!(ended(&folder, "KNNkb").is_empty());
        fs::remove_dir_all(&folder).expect("a folder");
    }
}

/// Room for the certificate and not for a state; then for neither.
#[cfg(unix)]
#[test]
fn five_men_on_a_full_disk() {
    let session = Session::new();
    let run = |blocks: u32| {
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" endgame 4x4 KBNkn --keep-every 0 --out {blocks}");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &script]).arg(&*SOLVE).current_dir(session.path("")).output().expect("a shell");
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    // Blocks of 512 bytes: the certificate has 347,564 bytes, a state 512 KiB and more.
    let (status, said) = run(800);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the state is not kept") && said.lines().count() == 1, "{said}");
    assert!(ended(&session.path("800"), "KBNkn").is_empty());
    let (status, said) = run(400);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("4x4_KBNkn.cert: File too large"), "{said}");
    let folder = session.path("400");
    assert!(!folder.join("4x4_KBNkn.cert").exists());
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), certificates(&folder).len());
    assert!(ended(&folder, "KBNkn").is_empty());
}

/// What the chapter shows of the commands is what they say.
#[test]
fn the_chapter_on_games_shows_what_is_said() {
    let mut session = Session::new();
    let book = include_str!("../../docs/src/games.md");
    session.committed("walk.json", "games/walk.json");
    session.write("path.json", generate::path(5).write().as_bytes());
    for line in ["solve graph walk.json", "solve graph path.json --out path.cert", "check path.cert --graph path.json"]
    {
        session.transcript.clear();
        session.run(0, line);
        let (_, said) = session.transcript.split_once('\n').expect("the command");
        let (said, _) = said.split_once("\n[status").expect("its end");
        assert!(book.contains(said), "{said}");
    }
}

/// Two long fractions, of which a library for divisors once ran out of memory of its own; digits without end; bytes that are no text.
#[test]
fn games_with_long_fractions_are_solved_and_texts_without_end_refused() {
    let mut session = Session::new();
    session.write("waiting.json", WAITING.as_bytes());
    session.run(0, "solve graph waiting.json --out waiting.cert");
    let digits = |first: u32, last: u32| format!("{first}{}{last}", "0".repeat(1_248));
    let (x, y) = (format!("{}/1{}", digits(1, 1), digits(0, 7)), format!("{}/1{}", digits(3, 7), digits(0, 9)));
    let game = WAITING.replace("1/4", &x).replace("3/4", &y).replace("\"wait\", \"out", "\"out");
    session.write("fractions.json", game.as_bytes());
    session.run(0, "solve graph fractions.json --out fractions.cert");
    session.run(0, "check fractions.cert --graph fractions.json");
    session.write("long.json", WAITING.replace("1/4", &"9".repeat(100_000)).as_bytes());
    session.write("latin.json", b"{ \"bidding-game\": 2,\n\"positions\": [{ \"name\": \"\xe4\", \"value\": \"1\" }] }");
    for name in ["long", "latin"] {
        session.run(1, &format!("solve graph {name}.json"));
        session.run(2, &format!("check waiting.cert --graph {name}.json"));
    }
}

/// A link stays a link, and what is written is what it leads to; into a device it is written.
#[cfg(unix)]
#[test]
fn outputs_go_where_links_lead() {
    let mut session = Session::new();
    session.write("waiting.json", WAITING.as_bytes());
    session.write("real/old.cert", b"old");
    std::os::unix::fs::symlink("real/old.cert", session.path("link.cert")).expect("a link");
    session.run(0, "solve graph waiting.json --out link.cert");
    assert!(fs::symlink_metadata(session.path("link.cert")).expect("a link").is_symlink());
    session.run(0, "check real/old.cert --graph waiting.json");
    let names = fs::read_dir(session.path("real")).expect("a folder").count();
    assert_eq!(names, 1, "nothing else was left");
    let mut run = Command::new(&*SOLVE);
    run.args(["graph", "waiting.json", "--out", "/dev/stdout"]).current_dir(session.path(""));
    assert!(
        run.output().expect("an output").stdout.starts_with(&fs::read(session.path("real/old.cert")).expect("bytes"))
    );
}

/// `solve stats` tells of what cannot be read as `check` does: a link that leads nowhere, a link to a folder.
#[cfg(unix)]
#[test]
fn list_tells_of_what_cannot_be_read() {
    let session = Session::new();
    for name in ["lost.cert", "loop"] {
        let target = if name == "loop" { "." } else { "nowhere" };
        std::os::unix::fs::symlink(target, session.path(name)).expect("a link");
    }
    let said = |program: &Path, words: &[&str]| {
        let output = Command::new(program).args(words).arg(session.path("")).output().expect("a process");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (status, listed) = said(&SOLVE, &["stats"]);
    let (checked, lines) = said(&CHECK, &[]);
    assert_eq!((status, checked), (Some(2), Some(2)));
    assert!(listed.ends_with("0 certificates, 0 bytes; not verified: --verify does that\n"), "{listed}");
    let told: Vec<&str> = listed.lines().take(2).collect();
    assert!(told.iter().all(|line| line.contains(": declined: unreadable: ")), "{listed}");
    assert_eq!(told, lines.lines().take(2).collect::<Vec<_>>());
}
