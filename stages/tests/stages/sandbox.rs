//! A repository with a plan, and the command run in it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long to wait for an event that has to happen.
const PATIENCE: Duration = Duration::from_secs(30);

/// A repository that disappears when dropped.
pub struct Sandbox(TempDir);

impl Sandbox {
    /// A repository with `plan.toml` and a file `input`, committed.
    pub fn new(plan: &str) -> Self {
        let sandbox = Self(TempDir::new().unwrap());
        sandbox.git(&["init", "--quiet"]);
        sandbox.write(".gitignore", "out/\n");
        sandbox.write("input", "one\n");
        sandbox.commit(plan);
        sandbox
    }

    /// Writes the plan and commits everything.
    pub fn commit(&self, plan: &str) {
        self.write("plan.toml", plan);
        self.commit_all();
    }

    pub fn commit_all(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "--quiet", "--message", "A change"]);
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    fn git(&self, args: &[&str]) {
        let status = Command::new("git")
            .args([
                "-c",
                "user.name=Nobody",
                "-c",
                "user.email=nobody@example.org",
            ])
            .args(args)
            .current_dir(self.0.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .status();
        assert!(status.unwrap().success());
    }

    fn command(&self, args: &str) -> Command {
        // Tests may run under `nohup`, which would make `stages` ignore SIGHUP.
        let mut command = Command::new("env");
        command
            .args(["--default-signal=HUP", env!("CARGO_BIN_EXE_stages")])
            .args(args.split(' '))
            .current_dir(self.0.path());
        command
    }

    /// Runs `stages` with arguments, which must not contain blanks.
    pub fn stages(&self, args: &str) -> Ended {
        Ended::from(self.command(args).output().unwrap())
    }

    /// Starts `stages run plan.toml`, and waits until its stage runs a process with this argument.
    pub fn start(&self, argument: &str) -> Child {
        let child = self
            .command("run plan.toml")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        wait_until("the stage runs", || runs(argument));
        child.unwrap()
    }
}

/// How `stages` ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ended {
    /// Checks the exit code.
    pub fn with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    /// Checks that `stages` printed a text, on either output; line breaks do not matter.
    pub fn says(self, text: &str) -> Self {
        let said = format!("{} {}", self.out, self.err.replace('│', " "));
        let said: Vec<&str> = said.split_whitespace().collect();
        assert!(said.join(" ").contains(text), "no `{text}` in {self:#?}");
        self
    }
}

/// A plan that keeps results, of these stages.
pub fn night(stages: &[String]) -> String {
    plan(true, stages)
}

/// A plan that keeps nothing, of these stages.
pub fn tests(stages: &[String]) -> String {
    plan(false, stages)
}

fn plan(keep: bool, stages: &[String]) -> String {
    let stages = stages.concat();
    format!("title = 'Checks'\nminutes = 1\nkeep = {keep}\n{stages}")
}

/// A stage that runs a shell command, with extra keys.
pub fn stage(name: &str, shell: &str, keys: &str) -> String {
    format!(
        r#"
[[stage]]
name = "{name}"
what = "the stage {name}"
command = ["sh", "-c", '''{shell}''', "sh", "{{seed}}"]
minutes = 1
inputs = ["input"]
counts = 'did (\d+)'
noun = "things"
{keys}
"#
    )
}

/// The same stage with a command that does not use the seed.
pub fn without_seed(stage: String) -> String {
    stage.replace(", \"sh\", \"{seed}\"", "")
}

/// A sleeping time in seconds that no other process uses.
pub fn nap() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("600.{}{n}", std::process::id())
}

/// Whether a process is running that sleeps for this time.
pub fn runs(nap: &str) -> bool {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let mut commands = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let sleep = format!("sleep\0{nap}\0");
    commands.any(|command| command == sleep.as_bytes())
}

pub fn wait_until(what: &str, happens: impl Fn() -> bool) {
    let start = Instant::now();
    while !happens() {
        assert!(start.elapsed() < PATIENCE, "{what}: not in time");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal to a process.
pub fn kill(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-s", signal, &id]).status();
    assert!(status.unwrap().success());
}

pub fn exists(path: impl AsRef<Path>) -> bool {
    path.as_ref().exists()
}
