//! Lines that an addition inserts into existing files.

/// Lines to insert before a line.
#[derive(Clone, Copy)]
pub struct Edit {
    /// File in the workspace.
    pub file: &'static str,
    /// Start of the line before which they are inserted.
    pub before: &'static str,
    /// The lines.
    pub lines: &'static str,
}

impl Edit {
    /// The text of a file with the lines inserted before the one line that starts as the edit says.
    ///
    /// # Errors
    /// How many lines start this way, if not exactly one.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        let starts = |line: &&str| line.starts_with(self.before);
        let found = text.lines().filter(starts).count();
        if found != 1 {
            return Err(format!(
                "{}: {found} lines begin `{}`",
                self.file, self.before
            ));
        }
        let lines = text.lines().flat_map(|line| {
            let new = starts(&line).then_some(self.lines);
            new.into_iter().chain([line])
        });
        Ok(lines.map(|line| format!("{line}\n")).collect())
    }
}

/// The edit of a file.
pub const fn edit(file: &'static str, before: &'static str, lines: &'static str) -> Edit {
    Edit {
        file,
        before,
        lines,
    }
}
