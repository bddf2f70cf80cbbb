//! Files of units, and the errors of requests that cannot be met.

use heddle_gen::{Choices, Error, Generated, Units, generate};
use heddle_machines::shipped;
use std::fs;

const UNIT: &str = "partner_sync_table";

fn of_unit(choices: &Choices) -> Result<Generated, Error> {
    generate(&shipped("tiny"), Units::Named(&[UNIT.into()]), choices)
}

fn names(generated: &Generated) -> Vec<&str> {
    let files = generated.files.iter();
    files.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn each_choice_adds_its_files() {
    let plain = of_unit(&Choices::default()).unwrap();
    let expected = ["v", "core", "sdc", "xdc", "lpf", "pcf"].map(|end| format!("{UNIT}.{end}"));
    for name in expected.iter().map(String::as_str) {
        assert!(names(&plain).contains(&name), "{name}");
    }
    let more = of_unit(&Choices {
        checkers: true,
        testbench_cycles: Some(20),
        rust_hdl: true,
        ..Choices::default()
    });
    let more = more.unwrap();
    for name in [
        format!("checker/{UNIT}_bind.sv"),
        format!("testbench/{UNIT}_tb.v"),
        format!("{UNIT}.rs"),
    ] {
        assert!(!names(&plain).contains(&name.as_str()), "{name}");
        assert!(names(&more).contains(&name.as_str()), "{name}");
    }
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let choices = Choices {
        testbench_cycles: Some(50),
        ..Choices::default()
    };
    let [one, other] = [0, 1].map(|_| of_unit(&choices).unwrap().files);
    assert_eq!(one, other);
    let another_seed = Choices { seed: 2, ..choices };
    assert_ne!(one, of_unit(&another_seed).unwrap().files);
}

#[test]
fn wrong_numbers_are_refused() {
    for period_ns in [0.0, -1.0, f64::NAN, 1e9] {
        let error = of_unit(&Choices {
            period_ns,
            ..Choices::default()
        });
        assert!(matches!(error, Err(Error::Period(_))), "{period_ns}");
    }
    let error = of_unit(&Choices {
        io_delay: 1.0,
        ..Choices::default()
    });
    assert!(matches!(error, Err(Error::IoDelay(_))));
}

/// A template: its file name, its text, and what is said about it.
const TEMPLATES: [(&str, &str, &str); 4] = [
    ("timing", "", "timing: a template needs an extension"),
    (
        "timing.sdc",
        "ok\n{{ speed }}",
        "timing.sdc:2: `speed` is undefined",
    ),
    (
        "timing.sdc",
        "{% for",
        "timing.sdc:1: unexpected end of input, expected identifier",
    ),
    (
        "timing.v",
        "",
        "it would replace the generated partner_sync_table.v",
    ),
];

#[test]
fn wrong_templates_are_named_with_their_fault() {
    for (name, text, expected) in TEMPLATES {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), text).unwrap();
        let choices = Choices {
            templates: Some(folder.path().into()),
            ..Choices::default()
        };
        let error = of_unit(&choices).expect_err(name);
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!error.remedy().is_empty());
    }
}

#[test]
fn a_folder_without_templates_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |path| Choices {
        templates: Some(path),
        ..Choices::default()
    };
    let empty = of_unit(&in_folder(folder.path().into()));
    assert!(matches!(empty, Err(Error::NoTemplate(_))));
    let missing = of_unit(&in_folder(folder.path().join("missing")));
    assert!(matches!(missing, Err(Error::NoFolder { .. })));
}

#[test]
fn an_unknown_unit_is_named() {
    let unknown = ["no_such_unit".to_owned()];
    let error = generate(
        &shipped("tiny"),
        Units::Named(&unknown),
        &Choices::default(),
    );
    let error = error.expect_err("no unit");
    assert!(
        error
            .to_string()
            .starts_with("no unit is called `no_such_unit`"),
        "{error}"
    );
}
