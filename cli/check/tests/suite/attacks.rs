//! Attacks around the checker: names that forge verdicts, folders that hide what is in them, files in another's place, imports that cost time for each
//! importer. None of them makes a false certificate *verified*; they mislead or tire whoever runs the command.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use checker::certificate::{Digest, Form};
use checker::theorem::Side;
use session::files::Files;
use session::judge::{Judge, Source};
use session::notation;

use crate::command::Folder;
use crate::hand::{Halves, WAIT, WALK, WALK_LABELS, plan, wait, walk};

const KINGS: &[u8] = include_bytes!("2x2_Kk.cert");

/// Bare kings with a label that is too large.
fn false_kings() -> Vec<u8> {
    let mut halves = Halves::new("Kk", &[]);
    halves.labels[0][0] = 2;
    halves.bytes()
}

/// A plan with this bound that imports a table. Whether the plan holds is not asked before its imports.
fn importer(bound: u8, import: &[u8]) -> Vec<u8> {
    let bytes = plan(Form::Holds(Side::White), &format!("1/{bound}"), 0);
    let mut head = games::certificate(&bytes).unwrap().head;
    head.imports = vec![Digest::of(import)];
    writer::write(&head, &[vec![0]])
}

#[cfg(unix)]
#[test]
fn no_name_forges_a_verdict() {
    let names = [
        "x: verified: 8x8 KQk\nreal.cert",
        "\u{1b}[2K\rok.cert",
        "\u{202e}trec.x.cert",
        "a: verified: all.cert",
        "\"q\".cert",
        "\u{9b}1m.cert",
    ];
    let mut folder = Folder::new();
    for name in names {
        folder = folder.with(name, false_kings()).with(&format!("{name}.d/x.cert"), importer(2, b"nothing"));
    }
    let texts =
        [folder.run(&["."]), folder.run(&[names[0], "--graph", names[1]]), folder.run(&[names[5], "--at", names[1]])];
    for (status, text, errors) in texts {
        assert_eq!(status, 1, "{text}");
        for line in text.lines().chain(errors.lines()) {
            assert!(!line.contains(|letter: char| letter.is_control() || letter == '\u{202e}'), "{line:?}");
            assert!(!line.contains(".cert") || line.contains("rejected: ") || line.contains("declined: "), "{line:?}");
            assert!(!line.starts_with("a: ") && !line.starts_with("x: "), "{line:?}");
        }
    }
    // An ordinary name in any script stays as it is.
    let (_, text, _) = Folder::new().with("Läufer-馬.cert", KINGS).run(&["Läufer-馬.cert"]);
    assert!(text.starts_with("Läufer-馬.cert: verified: "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_told_apart() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    for name in [&b"a\xfe.cert"[..], b"a\xff.cert", br"a\xFF.cert", "a\u{fffd}.cert".as_bytes(), br#""a\xFF".cert"#] {
        fs::write(folder.0.join(OsStr::from_bytes(name)), KINGS).unwrap();
    }
    for option in [&["."][..], &[".", "--json"]] {
        let (_, text, _) = folder.run(option);
        let paths = text.lines().filter(|line| line.contains(".cert")).map(|line| match option.len() {
            1 => line.split(": ").next().unwrap().to_owned(),
            _ => serde_json::from_str::<serde_json::Value>(line).unwrap()["files"][0]["path"].to_string(),
        });
        let mut paths: Vec<String> = paths.collect();
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), 5, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_hides_nothing() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let kings = || Folder::new().with("in/2x2_Kk.cert", KINGS);
    assert_eq!(kings().run(&["in"]).0, 0);
    let told = |folder: &Folder, path: &str, why: &str| {
        for more in [None, Some("--json")] {
            let (status, text, _) = folder.run(&["in"].into_iter().chain(more).collect::<Vec<_>>());
            let line = text.lines().find(|line| line.contains(path) && line.contains(why));
            assert!(status == 2 && line.is_some_and(|line| line.contains("declined")), "{path}: {text}");
        }
        // What is false is found all the same, and outweighs it.
        fs::write(folder.0.join("in/z.cert"), false_kings()).unwrap();
        assert_eq!(folder.run(&["in"]).0, 1);
    };
    let folder = kings();
    symlink("nowhere", folder.0.join("in/link")).unwrap();
    told(&folder, "in/link", "unreadable: ");
    let folder = kings().with("other/2x2_Kk.cert", KINGS);
    symlink("../other", folder.0.join("in/link")).unwrap();
    told(&folder, "in/link", "found a link to a folder");
    let folder = kings();
    assert!(Command::new("mkfifo").arg(folder.0.join("in/pipe.cert")).status().unwrap().success());
    told(&folder, "in/pipe.cert", "found no regular file");
    let folder = kings();
    let deep = "d=$(printf '%0200d' 0); cd in; while mkdir $d; do cd $d; done 2> /dev/null; true";
    assert!(Command::new("sh").args(["-c", deep]).current_dir(&folder.0).status().unwrap().success());
    told(&folder, "in/000", "File name too long");
    let folder = kings().with("in/closed/2x2_Kk.cert", KINGS);
    let closed = folder.0.join("in/closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o0)).unwrap();
    // Whoever may do everything can list it.
    if fs::read_dir(&closed).is_err() {
        told(&folder, "in/closed", "found a folder that cannot be listed");
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn files_in_another_place_are_declined() {
    let certificate = walk(WALK_LABELS);
    let folder = Folder::new().with("walk.cert", &certificate).with("walk.json", WALK).with("readme.md", "# Läufer\n");
    let folder = folder.with("wait.json", WAIT).with("wait.cert", wait());
    let said = |arguments: &[&str], status: i32, words: &str| {
        let (found, text, _) = folder.run(arguments);
        assert!(found == status && text.contains(words), "{arguments:?}: {text}");
    };
    said(&["walk.json", "--graph", "walk.cert"], 2, "declined: not a certificate; are the two exchanged?");
    said(&["readme.md"], 2, "declined: not a certificate (sha-256 ");
    said(
        &["walk.json"],
        2,
        "declined: not a certificate: this is a game in JSON: `solve graph walk.json` solves it (sha-256 ",
    );
    said(
        &["walk.cert", "--graph", "walk.cert"],
        2,
        "declined: walk.cert: this is a certificate; are the two exchanged?",
    );
    let [walk, wait] = [WALK, WAIT].map(|game| notation::digest(Digest::of(game.as_bytes())));
    let words = |found, required| {
        format!(
            "declined: game: found the file with sha-256 {found}, required the one with sha-256 {required}: the certificate is about another game (sha-256 "
        )
    };
    said(&["walk.cert", "--graph", "wait.json"], 2, &words(&wait, &walk));
    said(&["wait.cert", "--graph", "walk.json"], 2, &words(&walk, &wait));
    // The control: its own game; another one with as many positions.
    said(&["walk.cert", "--graph", "walk.json"], 0, "verified: ");
    let turned = WALK.replace(r#""left": ["2"], "right": ["0"]"#, r#""left": ["4"], "right": ["0"]"#);
    let folder = Folder::new().with("walk.json", turned).with("walk.cert", &certificate);
    assert_eq!(folder.run(&["walk.cert", "--graph", "walk.json"]).0, 2);
}

/// A file of zstd: its header, with a window of a mebibyte, and these blocks, each with its kind (0: as it is, 1: a byte so often) and its size.
fn zstd(blocks: &[(u32, u32, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 10 << 3];
    for (place, (kind, size, content)) in (1..).zip(blocks) {
        let header = u32::from(place == blocks.len()) | kind << 1 | size << 3;
        bytes.extend(&header.to_le_bytes()[..3]);
        bytes.extend(*content);
    }
    bytes
}

/// What is compressed is what is judged, under its own digest, and is found as an import; its size is bounded before it is unpacked.
#[test]
fn reads_what_is_compressed_by_zstd() {
    let packed = |bytes: &[u8]| zstd(&[(0, bytes.len() as u32, bytes)]);
    let (queen, digest) = (Halves::new("KQk", &[KINGS]).bytes(), notation::digest(Digest::of(KINGS)));
    let folder = Folder::new().with("2x2_Kk.cert.zst", packed(KINGS)).with("2x2_KQk.cert.zst", packed(&queen));
    let (status, text, _) = folder.run(&["."]);
    assert_eq!((status, text.lines().count()), (0, 3), "{text}");
    assert!(text.contains("2x2_Kk.cert.zst") && text.contains(&digest), "{text}");
    assert!(text.ends_with("2 certificates: 2 verified, 0 rejected, 0 declined\n"), "{text}");
    let zeros = [(1, 1 << 17, &[0][..]); 513];
    for (bytes, said) in [
        (zstd(&zeros), "bytes of a file"),
        ([packed(KINGS), vec![0]].concat(), "found more behind the end of the frame"),
        (packed(KINGS)[..60].to_vec(), "unreadable: zstd: "),
        (zstd(&[(3, 0, &[])]), "unreadable: zstd: "),
    ] {
        let (status, text, _) = Folder::new().with("x.cert.zst", bytes).run(&["x.cert.zst"]);
        assert!(status == 2 && text.contains("declined: ") && text.contains(said), "{text}");
    }
    // One block less is no more than may be unpacked of any file; what is inside is no certificate.
    let (status, text, _) = Folder::new().with("x.cert.zst", zstd(&zeros[1..])).run(&["x.cert.zst"]);
    assert!(status == 1 && text.contains("rejected: "), "{text}");
}

/// Nothing is opened that nobody may ever write to: this test would not end.
#[cfg(unix)]
#[test]
fn no_pipe_is_opened() {
    let folder = Folder::new().with("walk.cert", walk(WALK_LABELS));
    assert!(Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap().success());
    for arguments in [&["pipe"][..], &["walk.cert", "--graph", "pipe"]] {
        let (status, text, _) = folder.run(arguments);
        assert!(status == 2 && text.contains("unreadable: found no regular file"), "{text}");
    }
}

/// Files in memory, each with the number of times that it was asked for.
#[derive(Default)]
struct Counted(BTreeMap<Digest, Vec<u8>>, Rc<RefCell<BTreeMap<Digest, usize>>>);

impl Source for Counted {
    fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
        *self.1.borrow_mut().entry(digest).or_default() += 1;
        self.0.get(&digest).cloned()
    }
}

#[test]
fn a_false_import_is_verified_once() {
    // False in a position, in its spelling, and because an import of it is false.
    let unread = [&KINGS[..KINGS.len() - 1], &[9]].concat();
    let queen = Halves::new("KQk", &[&false_kings()]).bytes();
    let all = [false_kings(), unread, queen];
    let importers: Vec<Vec<u8>> =
        (2..22).flat_map(|bound| all.iter().map(move |import| importer(bound, import))).collect();
    let run = |order: &mut dyn Iterator<Item = &Vec<u8>>| {
        let source = Counted(all.iter().map(|bytes| (Digest::of(bytes), bytes.clone())).collect(), Rc::default());
        let counts = Rc::clone(&source.1);
        let mut judge = Judge::new(1, source);
        let judged = order.map(|bytes| (Digest::of(bytes), judge.bytes(bytes, None).outcome.unwrap_err()));
        let judged: BTreeMap<Digest, _> = judged.collect();
        (judged, counts.take())
    };
    let (forwards, counts) = run(&mut importers.iter());
    assert!(forwards.len() == 60 && forwards.values().all(|refusal| refusal.condition == Some("imports")));
    // Once to be verified, and once more for the words.
    assert!(counts.len() == 3 && counts.values().all(|count| *count == 2), "{counts:?}");
    // Neither the order nor what was judged before changes a word.
    assert_eq!(run(&mut importers.iter().rev()).0, forwards);
    for (bytes, refusal) in importers.iter().map(|bytes| (bytes, &forwards[&Digest::of(bytes)])) {
        assert_eq!(run(&mut std::iter::once(bytes)).0[&Digest::of(bytes)], *refusal);
    }
}

#[test]
fn a_missing_import_may_be_found_later() {
    struct Later(BTreeMap<Digest, Vec<u8>>, bool);
    impl Source for Later {
        fn find(&mut self, digest: Digest) -> Option<Vec<u8>> {
            let found = self.0.get(&digest).filter(|bytes| self.1 || bytes.len() > KINGS.len());
            found.cloned()
        }
    }
    let queen = Halves::new("KQk", &[KINGS]).bytes();
    let files = [KINGS.to_vec(), queen.clone()].map(|bytes| (Digest::of(&bytes), bytes));
    let mut judge = Judge::new(1, Later(files.into(), false));
    // No move of the plan leads to what it imports: that is said once all is found.
    let plan = importer(2, &queen);
    assert_eq!(judge.bytes(&plan, None).status(), 2);
    judge.source().1 = true;
    let refusal = judge.bytes(&plan, None).outcome.unwrap_err();
    let found = format!(
        "rejected: imports: 2x2_KQk.cert (sha-256 {}): found an import to which no move leads",
        notation::digest(Digest::of(&queen))
    );
    assert!(refusal.message.starts_with(&found), "{}", refusal.message);
}

#[test]
fn what_is_missing_is_looked_for_once() {
    let mut folder = Folder::new();
    for number in 0..40 {
        folder = folder.with(&format!("{number:0100}/x.cert"), importer(2 + number, b"missing"));
    }
    let (status, text, _) = folder.run(&["."]);
    assert_eq!((status, text.lines().count()), (2, 41));
    assert!(text.lines().all(|line| line.len() < 1000) && text.contains(" more folders (sha-256 "), "{text}");
    // No file is read again for a digest that none had: this one would be found.
    let mut files = Files::default();
    let paths: Vec<PathBuf> = (0..40).map(|number| folder.0.join(format!("{number:0100}/x.cert"))).collect();
    files.look_for(&paths, &[]);
    assert!(files.find(Digest::of(KINGS)).is_none());
    fs::write(&paths[20], KINGS).unwrap();
    assert!(files.find(Digest::of(KINGS)).is_none());
    // But what was found is compared again, and of two copies the other one will do.
    let digest = Digest::of(&importer(2, b"missing"));
    fs::write(&paths[1], importer(2, b"missing")).unwrap();
    files.look_for(&paths, &[]);
    assert!(files.open(&paths[1]).is_ok() && files.find(digest).is_some());
    fs::write(&paths[0], "other").unwrap();
    assert_eq!(files.find(digest).map(|file| Digest::of(&file)), Some(digest));
    assert_eq!(files.path(digest), Some(&*paths[1]));
}
