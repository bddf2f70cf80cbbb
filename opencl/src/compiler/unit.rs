//! A source with its options and headers.

use super::Failure;
use heddle_opencl_c::Request;
use heddle_system::DraftFolder;
use std::io;
use std::path::{Component, Path, PathBuf};

/// A source with its options and the headers that the host program gives by name.
#[derive(Debug)]
pub struct Unit {
    /// OpenCL C.
    pub source: Vec<u8>,
    /// Options of the compiler.
    pub options: Vec<String>,
    /// The headers: the name that `#include` uses, and the text.
    pub headers: Vec<(String, Vec<u8>)>,
    /// Whether the device has `double`.
    pub has_double: bool,
    /// Whether the result notes source lines, whatever the options say.
    pub notes_lines: bool,
}

/// The name of a source in messages and in what is noted of lines.
pub const SOURCE: &str = "program.cl";

impl Unit {
    /// Writes the headers into a temporary folder. `None` if the unit has no headers; the current folder then takes its place.
    pub(super) fn folder(&self) -> Result<Option<DraftFolder>, Failure> {
        if self.headers.is_empty() {
            return Ok(None);
        }
        self.write_headers().map(Some).map_err(|error| {
            let what = format!("headers: {error}\nTMPDIR must be a folder with space left\n");
            Failure::Rejected(what)
        })
    }

    fn write_headers(&self) -> io::Result<DraftFolder> {
        let folder = DraftFolder::temporary()?;
        for (name, text) in &self.headers {
            let file = folder.path().join(inside(name)?);
            std::fs::create_dir_all(file.parent().unwrap_or(folder.path()))?;
            std::fs::write(file, text)?;
        }
        Ok(folder)
    }

    /// The request to the compiler. Headers of the host program are in their own folder, which is searched first.
    pub(super) fn request(&self, headers: &Option<DraftFolder>) -> Request {
        let (mut options, folder) = match headers {
            None => (self.options.clone(), PathBuf::new()),
            Some(headers) => (from_here(&self.options), headers.path().into()),
        };
        if self.notes_lines {
            options.push("-g".into());
        }
        Request {
            name: SOURCE.into(),
            source: self.source.clone(),
            options,
            folder,
            without_double: !self.has_double,
        }
    }
}

/// The options with the folders of `-I` made absolute, so that they mean the same from another folder as from the current one.
fn from_here(options: &[String]) -> Vec<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let mut moved = Vec::new();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let folder = match option.strip_prefix("-I") {
            Some("") => options.next().map(String::as_str),
            folder => folder,
        };
        match folder {
            Some(folder) => moved.push(format!("-I{}", here.join(folder).display())),
            None => moved.push(option.clone()),
        }
    }
    moved.push(format!("-I{}", here.display()));
    moved
}

/// The name of a header as a path; refuses one that leads out of the folder of headers.
fn inside(name: &str) -> io::Result<&Path> {
    let path = Path::new(name);
    let mut parts = path.components();
    match parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        true => Ok(path),
        false => Err(io::Error::other(format!(
            "`{name}` is outside of the folder of headers"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, from_here};

    fn unit(header: &str) -> Unit {
        Unit {
            source: Vec::new(),
            options: Vec::new(),
            has_double: true,
            notes_lines: false,
            headers: vec![(header.into(), b"text".into())],
        }
    }

    #[test]
    fn headers_lie_where_their_names_say() {
        let folder = unit("a/b.h").folder().expect("a folder").expect("headers");
        let text = std::fs::read(folder.path().join("a/b.h")).expect("a header");
        assert_eq!(text, b"text");
    }

    #[test]
    fn folders_of_options_are_those_of_the_current_one() {
        let here = std::env::current_dir().expect("a folder");
        let options = ["-DN=1", "-I", "a", "-I/b", "-Ic"].map(String::from);
        let include = |folder: &str| format!("-I{}", here.join(folder).display());
        let here = format!("-I{}", here.display());
        let expected = [
            "-DN=1".into(),
            include("a"),
            include("/b"),
            include("c"),
            here,
        ];
        assert_eq!(from_here(&options), expected);
    }

    #[test]
    fn headers_stay_in_their_folder() {
        for name in ["../b.h", "/tmp/b.h"] {
            let failure = unit(name).folder().expect_err(name);
            assert!(failure.log().contains(name));
        }
    }
}
