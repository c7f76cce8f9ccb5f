//! What has to be trusted beside this crate: a short list, which nobody can make longer without changing this test.

#[test]
fn depends_on_the_agreed_crates_only() {
    let manifest = include_str!("../Cargo.toml");
    let sections: Vec<&str> = manifest.lines().filter(|line| line.contains("dependencies")).collect();
    assert_eq!(sections, ["[dependencies]"], "no dependencies for tests, builds or single targets");
    let listed = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let listed = listed.take_while(|line| !line.starts_with('['));
    let names: Vec<&str> = listed.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    let numbers = ["num-bigint", "num-integer", "num-rational", "num-traits"];
    let agreed = [&numbers[..], &["postcard", "serde", "serde_json", "sha2", "clap"]].concat();
    assert_eq!(names, agreed);
    assert!(!manifest.contains("path = \"..") && !manifest.contains("git ="));
    // The library alone does not even need the command line's.
    let clap = manifest.lines().find(|line| line.starts_with("clap"));
    assert!(clap.is_some_and(|line| line.contains("optional = true")));
}
