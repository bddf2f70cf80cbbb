//! Tables in Markdown.

use crate::sandbox::{Sandbox, night, stage, tests, without_seed};

const PAGE: &str = "# Page\n\n<!-- stages: plan.toml -->\nold\n<!-- end of stages -->\n\nEnd.\n";
const LEFT: &str = "[[left_out]]\nwhat = 'hmmer'\nreason = 'an hour'\n";

#[test]
fn a_night_has_a_row_per_stage() {
    let machine = "preset = 'tiny'\noverrides = 'core.warps=2'\ncores = 'as shipped'";
    let piped = without_seed(stage("b", "echo did 2 | cat", ""));
    let sandbox = Sandbox::new(&night(&[
        stage("a", "echo did 1", machine),
        piped,
        LEFT.into(),
    ]));
    sandbox.write("page.md", PAGE);
    sandbox.stages("run plan.toml --only a").with(0);
    let refused = sandbox.stages("table plan.toml --into page.md").with(1);
    refused.says("stage b has no result").says("stages run");
    assert_eq!(sandbox.read("page.md"), PAGE);

    let one = "<!-- stages: plan.toml a -->\n<!-- end of stages -->\n";
    sandbox.write("one.md", one);
    sandbox
        .stages("table plan.toml --only a --into one.md")
        .with(0);
    let page = sandbox.read("one.md");
    assert!(
        page.contains("| the stage a |") && !page.contains("hmmer"),
        "{page}"
    );
    let unknown = sandbox.stages("table plan.toml --only c --into one.md");
    unknown
        .with(2)
        .says("no stage \"c\"")
        .says("stages are a, b");

    sandbox.stages("run plan.toml").with(0);
    sandbox.stages("table plan.toml --into page.md").with(0);
    let night = sandbox.json("out/plan/night.json");
    let of = |key: &str| night[key].as_str().unwrap().to_owned();
    let minutes = |key: &str| format!("{:.1}", night[key].as_f64().unwrap() / 60.0);
    let host = format!(
        "{}, {} cores",
        night["host"]["processor"].as_str().unwrap(),
        night["host"]["cores"]
    );
    let commit = sandbox.json("out/plan/a.json")["commit"].as_str().unwrap()[..12].to_owned();
    let expected = format!(
        "# Page

<!-- stages: plan.toml -->
Checks: one night, started {start}, finished {end}, on {host}; resumed 1 time; {wall} wall minutes, \
{processor} processor minutes.

| what | command | preset, overrides | cores | seed | commit | outcome | done | budget | wall minutes | processor minutes |
| --- | --- | --- | --- | --- | --- | --- | --- | ---: | ---: | ---: |
| the stage a | `sh -c echo did 1 sh {seed}` | tiny, core.warps=2 | as shipped | {seed} | {commit} | passed | 1 things | 1 | 0.0 | 0.0 |
| the stage b | `sh -c echo did 2 \\| cat` |  |  |  | {commit} | passed | 2 things | 1 | 0.0 | 0.0 |

Left out:

* hmmer: an hour
<!-- end of stages -->

End.
",
        start = of("started"),
        end = of("finished"),
        seed = night["seed"],
        wall = minutes("wall_seconds"),
        processor = minutes("processor_seconds"),
    );
    assert_eq!(sandbox.read("page.md"), expected);
}

#[test]
fn tests_have_a_column_per_run() {
    let sandbox = Sandbox::new(&tests(&[stage("a", "echo did 7; test ! -e bad", "")]));
    sandbox.write("page.md", PAGE);
    let refused = sandbox.stages("table plan.toml --into page.md").with(1);
    refused.says("Checks has no result");

    sandbox.stages("run plan.toml --note cold").with(0);
    sandbox.write("bad", "");
    sandbox.stages("run plan.toml").with(1);
    sandbox.stages("table plan.toml --into page.md").with(0);
    let page = sandbox.read("page.md");
    assert!(page.contains("* Run 1 (cold): started 2"), "{page}");
    assert!(page.contains("\n* Run 2: started 2"), "{page}");
    let table = "
| stage | done | budget | run 1 | run 2 |
| --- | --- | ---: | ---: | ---: |
| a | 7 things | 1 | 0.0 | 0.0 (failed) |
| total |  | 1 | 0.0 | 0.0 |
<!-- end of stages -->
";
    assert!(page.contains(table), "{page}");
}

#[test]
fn markers_are_needed() {
    let sandbox = Sandbox::new(&tests(&[stage("a", "echo did 1", "")]));
    sandbox.write("page.md", "# Page\n");
    let refused = sandbox.stages("table plan.toml --into page.md").with(2);
    refused.says("no lines `<!-- stages: plan.toml -->` and `<!-- end of stages -->`");
}
