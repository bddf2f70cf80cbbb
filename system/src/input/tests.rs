use super::*;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const SMALL: Limit = limit("small files", 1 << 20);

fn written(bytes: &[u8]) -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("file");
    fs::write(&path, bytes).expect("written");
    (folder, path)
}

#[test]
fn a_file_of_the_limit_is_read_and_one_byte_more_is_refused() {
    let (_folder, path) = written(&vec![b'a'; 1 << 20]);
    assert_eq!(read(&path, SMALL).expect("it fits").len(), 1 << 20);
    check(&path, SMALL).expect("it fits");
    fs::write(&path, vec![b'a'; (1 << 20) + 1]).expect("written");
    for error in [read(&path, SMALL).map(drop), check(&path, SMALL)] {
        let error = error.expect_err("too large");
        assert_eq!(
            error.to_string(),
            "more than 1 MiB, the limit for small files"
        );
        assert!(remedy(&error).contains("right file"));
    }
    let more = read_at_most(&path, 100).expect("it is there");
    assert_eq!(more, Err((1 << 20) + 1));
}

#[test]
fn devices_and_pipes_without_end_are_refused() {
    let zero = Path::new("/dev/zero");
    let error = read_text(zero, SMALL).expect_err("without end");
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    let error = check(zero, SMALL).expect_err("a device");
    assert!(remedy(&error).contains("a device or a pipe"));
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("coreutils").success());
    check(&pipe, SMALL).expect_err("a pipe");
    std::thread::scope(|scope| {
        let endless = || io::copy(&mut File::open(zero)?, &mut File::create(&pipe)?);
        let writer = scope.spawn(endless);
        read(&pipe, SMALL).expect_err("without end");
        writer.join().expect("it ends").expect_err("nobody reads");
    });
}

#[test]
fn other_errors_are_those_of_the_system() {
    let missing = read(Path::new("no such file"), SMALL).expect_err("missing");
    assert!(remedy(&missing).contains("permissions"));
    let (folder, path) = written(b"\xff");
    let error = read_text(&path, SMALL).expect_err("no text");
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    read(folder.path(), SMALL).expect_err("a folder");
    check(folder.path(), SMALL).expect_err("a folder");
}
