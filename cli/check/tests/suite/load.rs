//! Under load: two checks at once, and files that change while they are read.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::hand::Halves;
use checker::certificate::Digest;
use session::notation;

/// A new folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("check-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The status of `check --json` and what it prints.
fn run(path: &PathBuf) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_check")).arg("--json").arg(path).output().unwrap();
    (output.status.code().expect("no signal"), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn verdict_is_about_the_bytes_that_were_read_while_the_file_changes() {
    let folder = folder("changes");
    let path = folder.join("2x2_Kk.cert");
    let truth = Halves::new("Kk", &[]).bytes();
    let mut other = truth.clone();
    // The last label. With the digest of its slice made right this would be rejected at a position; here it is rejected at the digest.
    *other.last_mut().unwrap() = 2;
    fs::write(&path, &truth).unwrap();
    let stop = AtomicBool::new(false);
    let [true_digest, other_digest] = [&truth, &other].map(|bytes| notation::digest(Digest::of(bytes)));
    let (mut met, mut wrong) = ([0, 0, 0], None);
    thread::scope(|scope| {
        scope.spawn(|| {
            let beside = folder.join("beside");
            for number in 0_u32.. {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let bytes = if number % 2 == 0 { &other } else { &truth };
                match number % 3 {
                    // Replaced; overwritten in place; cut, then written again.
                    0 => {
                        fs::write(&beside, bytes).unwrap();
                        fs::rename(&beside, &path).unwrap();
                    }
                    1 => fs::write(&path, bytes).unwrap(),
                    _ => {
                        fs::write(&path, &bytes[..40]).unwrap();
                        fs::write(&path, bytes).unwrap();
                    }
                }
            }
        });
        // On a busy machine one of the two may not be met for long.
        for runs in 0..5_000 {
            if runs >= 150 && met[0] > 0 && met[1] > 0 {
                break;
            }
            let (status, text) = run(&path);
            let is_right = match (text.contains(&true_digest), text.contains(&other_digest)) {
                (true, false) => {
                    met[0] += 1;
                    status == 0 && text.contains(r#""verdict":"verified""#)
                }
                (false, true) => {
                    met[1] += 1;
                    status == 1 && text.contains(r#""verdict":"rejected""#)
                }
                (false, false) => {
                    met[2] += 1;
                    status > 0 && !text.contains("verified")
                }
                (true, true) => false,
            };
            if !is_right {
                wrong = Some(text);
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(wrong, None);
    assert!(met[0] > 0 && met[1] > 0, "both files were met: {met:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn two_checks_at_once_say_the_same() {
    let folder = folder("two");
    let kings = Halves::new("Kk", &[]).bytes();
    fs::write(folder.join("2x2_Kk.cert"), &kings).unwrap();
    let path = folder.join("2x2_KQk.cert");
    fs::write(&path, Halves::new("KQk", &[&kings]).bytes()).unwrap();
    let expected = run(&path);
    assert_eq!(expected.0, 0);
    let all: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = (0..8).map(|_| scope.spawn(|| run(&path))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(all.iter().all(|found| *found == expected));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_file_is_declined() {
    let folder = folder("nothing");
    let link = folder.join("link.cert");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    for (path, why) in [
        (link, "Too many levels of symbolic links"),
        (PathBuf::from("/dev/zero"), "found no regular file"),
        (PathBuf::from("/dev/null"), "found no regular file"),
        (folder.clone(), "unreadable: "),
        (folder.join("nowhere"), "No such file"),
    ] {
        let (status, text) = run(&path);
        assert!(status == 2 && text.contains(r#""verdict":"declined""#) && text.contains(why), "{path:?}: {text}");
    }
    fs::remove_dir_all(folder).unwrap();
}
