//! The user's own templates, and the messages about wrong ones.

use crate::constraints::tools::generate;
use std::path::Path;

/// Exit code, and standard error as one line without frames and breaks.
fn gen_with(options: &[&str], out: &Path) -> (i32, String) {
    let output = crate::program::heddle()
        .args(["gen", "--unit", "unified_arbiter", "--preset", "tiny"])
        .args(options)
        .arg("--out")
        .arg(out)
        .env("NO_COLOR", "1")
        .output()
        .expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr).replace('│', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    (output.status.code().expect("it exits"), words.join(" "))
}

/// Loops within loops: 10^16 times nothing.
const NESTED: &str = "{% for a in range(10000) %}{% for b in range(10000) %}\
    {% for c in range(10000) %}{% for d in range(10000) %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}";

/// A gigabyte of text.
const LONG: &str = "{% set line = 'set_false_path ' * 1000 %}\
    {% for a in range(10000) %}{% for b in range(10) %}{{ line }}{% endfor %}{% endfor %}";

#[test]
fn templates_of_a_folder_replace_our_own() {
    let [templates, out] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let text =
        "{{ module }}:{% for port in outputs %} {{ port.name }}/{{ port.width }}{% endfor %}.\n";
    std::fs::write(templates.path().join("ports.txt"), text).unwrap();
    let folder = templates.path().to_str().unwrap();
    generate(out.path(), &[], &["--constraints", folder]);
    let filled = std::fs::read_to_string(out.path().join("unified_arbiter.txt")).unwrap();
    assert_eq!(
        filled,
        "unified_arbiter: any_o/1 target_o/28 match_lanes_o/4.\n"
    );
    assert!(!out.path().join("unified_arbiter.sdc").exists());
}

#[test]
fn wrong_templates_are_named_and_nothing_is_written() {
    for (files, expected) in [
        (
            &[("a.sdc", "\n{{ perod_ns }}")][..],
            "a.sdc:2: `perod_ns` is undefined",
        ),
        (&[("a.sdc", "{% for port %}")], "a.sdc:1: unexpected"),
        (&[("a.sdc", ""), ("b.sdc", "")], "b.sdc: "),
        (
            &[("noextension", "")],
            "noextension: a template needs an extension",
        ),
        (
            &[("a.sdc", NESTED)],
            "a.sdc: more than 4000000 steps: its loops do not end",
        ),
        (
            &[("a.sdc", LONG)],
            "a.sdc: more than 16 MiB: its loops do not end",
        ),
        (&[], "no template there"),
    ] {
        let [templates, above] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(templates.path().join(name), text).unwrap();
        }
        let out = above.path().join("out");
        let options = ["--constraints", templates.path().to_str().unwrap()];
        let (code, text) = gen_with(&options, &out);
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(expected), "{text}");
        assert!(!out.exists(), "{text}");
    }
}

#[test]
fn wrong_timing_is_named() {
    for (options, expected) in [
        (
            ["--period", "nan"],
            "--period NaN: not a positive time in ns",
        ),
        (
            ["--io-delay", "1"],
            "--io-delay 1: not a part of the clock period",
        ),
        (["--constraints", "no/such"], "no/such: cannot be read"),
    ] {
        let above = tempfile::tempdir().unwrap();
        let (code, text) = gen_with(&options, &above.path().join("out"));
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(expected), "{text}");
    }
}
