//! The process that a draft belongs to, as a part of the draft's name.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process;

/// The beginning of every draft's name; the owner follows.
const PREFIX: &str = ".heddle-";

/// A process. Its number alone could belong to a later process, or to one of another container that shares the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    process: u32,
    /// When it started, in ticks since the computer did.
    started: u64,
    /// The namespace in which its number counts.
    namespace: u64,
}

impl Owner {
    /// This process; read anew each time, because a forked child is another one.
    pub fn this() -> Self {
        let process = process::id();
        Self {
            process,
            started: started(process).unwrap_or_default(),
            namespace: namespace(),
        }
    }

    /// The owner of a draft.
    pub fn of(draft: &Path) -> Option<Self> {
        let name = draft.file_name()?.to_str()?;
        Self::parse(name.strip_prefix(PREFIX)?)
    }

    /// The beginning of the names of this owner's drafts.
    pub fn prefix(self) -> String {
        format!("{PREFIX}{}", self.name())
    }

    /// The part of a name: three numbers, each with a minus sign behind it.
    fn name(self) -> String {
        let Self {
            process,
            started,
            namespace,
        } = self;
        format!("{process}-{started}-{namespace}-")
    }

    /// The owner in a name, and what follows it.
    fn parse(name: &str) -> Option<Self> {
        let mut parts = name.splitn(4, '-');
        let owner = Self {
            process: parts.next()?.parse().ok()?,
            started: parts.next()?.parse().ok()?,
            namespace: parts.next()?.parse().ok()?,
        };
        parts.next().map(|_| owner)
    }

    /// Whether the process has ended. Of a process in another namespace nothing is known, so it counts as running.
    pub fn is_gone(self) -> bool {
        self.started != 0
            && self.namespace == namespace()
            && started(self.process) != Some(self.started)
    }
}

/// When a process started; `None` if there is no such process, or it has ended and nobody has waited for it yet.
fn started(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, behind_name) = stat.rsplit_once(')')?;
    let mut fields = behind_name.split_whitespace();
    let runs = fields.next()? != "Z";
    fields.nth(18)?.parse().ok().filter(|_| runs)
}

fn namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |there| there.ino())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::thread;

    #[test]
    fn a_process_is_there_until_it_has_ended() {
        let this = Owner::this();
        assert_eq!(Owner::parse(&format!("{}abc", this.name())), Some(this));
        assert!(!this.is_gone());
        let later = Owner {
            started: this.started + 1,
            ..this
        };
        assert!(later.is_gone());
        let elsewhere = Owner {
            namespace: this.namespace + 1,
            ..later
        };
        assert!(!elsewhere.is_gone());
    }

    #[test]
    fn a_process_that_ended_is_gone() {
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep");
        let owner = Owner {
            process: child.id(),
            started: started(child.id()).expect("it runs"),
            namespace: namespace(),
        };
        assert!(!owner.is_gone());
        child.kill().expect("it runs");
        // It is gone before anybody waits for it.
        while !owner.is_gone() {
            thread::yield_now();
        }
        child.wait().expect("it ends");
        assert!(owner.is_gone());
    }

    #[test]
    fn other_names_have_no_owner() {
        for name in ["", "1-2-3", "1-2-x-abc", "-1-2-3-abc", "draft"] {
            assert_eq!(Owner::parse(name), None, "{name}");
        }
    }
}
