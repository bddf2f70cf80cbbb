//! Manual pages.

use crate::program::heddle;
use std::fs;
use std::process::Output;

fn man(arguments: &[&str]) -> Output {
    heddle().arg("man").args(arguments).output().unwrap()
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man1");
    let output = man(&["--out", out.to_str().unwrap(), "--json"]);
    assert!(output.status.success(), "{output:?}");
    let names: Vec<String> = serde_json::from_slice(&output.stdout).unwrap();
    let mut written: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(sorted, written);
    assert_eq!(names[0], "heddle.1");
    let main = fs::read_to_string(out.join("heddle.1")).unwrap();
    assert!(main.contains(".TH heddle 1"), "{main}");
    assert_eq!(names.len(), 1 + crate::help::COMMANDS.len());
    for command in crate::help::COMMANDS {
        let page = fs::read_to_string(out.join(format!("heddle-{command}.1"))).unwrap();
        assert!(page.contains(&format!("heddle\\-{command} \\- ")), "{page}");
        assert!(
            main.contains(&format!("heddle\\-{command}(1)")),
            "{command}"
        );
    }
}

#[test]
fn pages_need_a_folder() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = man(&["--out", file.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
}
