//! A source with what it is compiled with.

use super::Failure;
use heddle_opencl_c::Request;
use std::io;
use std::path::{Component, Path};
use tempfile::TempDir;

/// A source with its options and the headers that the program gives by name.
#[derive(Debug)]
pub struct Unit {
    /// OpenCL C.
    pub source: Vec<u8>,
    /// Options of the compiler.
    pub options: Vec<String>,
    /// Names, as `#include` has them, with their text.
    pub headers: Vec<(String, Vec<u8>)>,
}

impl Unit {
    /// A folder that holds the headers; none if there are none, and the current folder takes its place.
    pub(super) fn folder(&self) -> Result<Option<TempDir>, Failure> {
        if self.headers.is_empty() {
            return Ok(None);
        }
        self.write_headers().map(Some).map_err(|error| {
            let what = format!("headers: {error}\nTMPDIR must be a folder with space left\n");
            Failure::Rejected(what)
        })
    }

    fn write_headers(&self) -> io::Result<TempDir> {
        let folder = tempfile::tempdir()?;
        for (name, text) in &self.headers {
            let file = folder.path().join(inside(name)?);
            std::fs::create_dir_all(file.parent().unwrap_or(folder.path()))?;
            std::fs::write(file, text)?;
        }
        Ok(folder)
    }

    /// What the compiler is asked for.
    pub(super) fn request(&self, folder: &Option<TempDir>) -> Request {
        let folder = folder.as_ref().map(|folder| folder.path().into());
        Request {
            name: "program.cl".into(),
            source: self.source.clone(),
            options: self.options.clone(),
            folder: folder.unwrap_or_default(),
        }
    }
}

/// The name of a header, which must not lead out of its folder.
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
    use super::Unit;

    fn unit(header: &str) -> Unit {
        Unit {
            source: Vec::new(),
            options: Vec::new(),
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
    fn headers_stay_in_their_folder() {
        for name in ["../b.h", "/tmp/b.h"] {
            let failure = unit(name).folder().expect_err(name);
            assert!(failure.log().contains(name));
        }
    }
}
