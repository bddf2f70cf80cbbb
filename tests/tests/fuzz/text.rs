//! Launch files and machines.

use crate::config;
use crate::edits::{rewritten, text_edits};
use crate::memory::Watched;
use heddle_contract::Config;
use heddle_contract::config::{PRESETS, Source};
use heddle_isa::Program;
use heddle_sim::launch::LaunchFile;
use proptest::prelude::*;
use std::fs;
use std::sync::{Arc, LazyLock};
use tempfile::TempDir;

const LAUNCH: &str = include_str!("../../../kernels/matmul/matmul.toml");
const SECOND: &str = "\n[[launch]]\nkernel = \"matmul\"\nshared_bytes = 64\n\
    args = [{local = 16}, {f32 = 1.5}, {i32 = -2}, {u64 = 5}]\n[[launch]]\n\
    [[loop]]\nuntil_zero = {buffer = \"a\", offset = 4}\nbefore = [{buffer = \"a\", u32 = 0}]\n\
    [[loop.launch]]\nargs = [{round = 1}, {part = {buffer = \"a\", offset = 4}}]\n";

static PROGRAM: LazyLock<Arc<Program>> = LazyLock::new(|| {
    let elf = heddle_kernels::by_name("matmul").unwrap().elf();
    Arc::new(Program::parse("matmul.elf", elf).unwrap())
});

/// Enough for texts of a few kilobytes.
const MOST: u64 = 64 << 20;

/// Checks that a message names the file, and that its place is in the text.
fn check(message: &str, excerpt: Option<&heddle_contract::Excerpt>, text: &str) {
    assert!(
        message.contains("fuzz.toml") || message.contains("--set"),
        "{message}"
    );
    if let Some(excerpt) = excerpt.filter(|excerpt| *excerpt.text == *text) {
        assert!(text.get(excerpt.span.clone()).is_some(), "{message}");
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn launch_files_are_read_or_refused(edits in text_edits()) {
        let text = rewritten(&[LAUNCH, SECOND].concat(), &edits);
        let folder = TempDir::new().unwrap();
        for name in ["a.bin", "b.bin"] {
            fs::write(folder.path().join(name), [0; 4096]).unwrap();
        }
        let path = folder.path().join("fuzz.toml");
        fs::write(&path, &text).unwrap();
        let watched = Watched::begin();
        match LaunchFile::read(&path, PROGRAM.clone(), None) {
            Ok(file) => assert!(!file.job.launches.is_empty()),
            Err(error) => {
                check(&error.to_string(), error.excerpt.as_deref(), &text);
                assert!(!error.reason.remedy().is_empty());
            }
        }
        watched.assert_at_most(MOST);
    }

    #[test]
    fn machines_are_read_or_refused(preset in 0..PRESETS.len(), edits in text_edits(), whole: bool) {
        let start = format!("preset = \"{}\"\n", PRESETS[preset].0);
        let text = match whole {
            true => PRESETS[preset].1.to_owned(),
            false => start + "cores = 2\n[core]\nwarps = 8\n[memory]\nline_bytes = 32\n",
        };
        let text = rewritten(&text, &edits);
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("fuzz.toml");
        fs::write(&path, &text).unwrap();
        match Config::load(&Source::File(path), &[]) {
            Ok(config) => config.validate().unwrap(),
            Err(error) => {
                check(&error.to_string(), error.excerpt.as_deref(), &text);
                assert!(!error.reason.remedy().is_empty());
            }
        }
    }

    #[test]
    fn overrides_are_taken_or_refused(key in "[a-z_.= ]{0,12}|core.warps|core|cores|memory.line_bytes",
                                      value in "\\PC{0,12}|-?[0-9]{1,20}|\\[\\[a\\]\\]|1\nb = 2") {
        let set = format!("{key}={value}");
        match Config::load(&Source::Preset("tiny".into()), std::slice::from_ref(&set)) {
            Ok(config) => config.validate().unwrap(),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
