//! A page that links source, lanes, time and mechanisms: recordings with a program that shows them, in one file.

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use serde_json::Value;
use std::io::{self, Write};

/// The most instructions that a page shows, of all its recordings together: more would not stay quick in a browser.
pub const MOST_ISSUES: u64 = 1_000_000;

const PAGE: &str = include_str!("page.html");
const STYLE: [&str; 2] = [include_str!("style.css"), include_str!("mismatch.css")];
/// The parts of the program, in the order in which they need each other.
const SCRIPT: [&str; 26] = [
    include_str!("script/format.js"),
    include_str!("script/merge.js"),
    include_str!("script/columns.js"),
    include_str!("script/recording.js"),
    include_str!("script/elements.js"),
    include_str!("script/lines.js"),
    include_str!("script/functions.js"),
    include_str!("script/colours.js"),
    include_str!("script/page.js"),
    include_str!("script/times.js"),
    include_str!("script/paint.js"),
    include_str!("script/memory.js"),
    include_str!("script/strips.js"),
    include_str!("script/tracks.js"),
    include_str!("script/overlay.js"),
    include_str!("script/pointer.js"),
    include_str!("script/cursor.js"),
    include_str!("script/words.js"),
    include_str!("script/tables.js"),
    include_str!("script/moment.js"),
    include_str!("script/source.js"),
    include_str!("script/lists.js"),
    include_str!("script/ports.js"),
    include_str!("script/mismatch.js"),
    include_str!("script/keys.js"),
    include_str!("script/main.js"),
];

/// Writes a page that shows recordings, which are those that [`Recording`](crate::recording::Recording) reads.
///
/// # Errors
/// Those of `out`.
pub fn write(recordings: &[Vec<u8>], title: &str, out: &mut dyn Write) -> io::Result<()> {
    write_with(recordings, None, title, out)
}

/// As [`write()`], with a panel about a mismatch of RTL, whose data `heddle-cosim` makes; such a page may have no recordings.
///
/// # Errors
/// Those of `out`.
pub fn write_with(
    recordings: &[Vec<u8>],
    mismatch: Option<&Value>,
    title: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    for part in PAGE.split_inclusive('\n') {
        match part.trim() {
            "{{title}}" => writeln!(out, "{}", escaped(title))?,
            "{{style}}" => STYLE
                .iter()
                .try_for_each(|part| out.write_all(part.as_bytes()))?,
            "{{script}}" => SCRIPT
                .iter()
                .try_for_each(|part| out.write_all(part.as_bytes()))?,
            "{{mismatch}}" => mismatch.map_or(Ok(()), |data| embed_data(data, out))?,
            "{{recordings}}" => recordings
                .iter()
                .try_for_each(|recording| embed(recording, out))?,
            _ => out.write_all(part.as_bytes())?,
        }
    }
    Ok(())
}

fn embed(recording: &[u8], out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "<script type=\"application/octet-stream\" class=\"recording\">"
    )?;
    let mut encoder = EncoderWriter::new(&mut *out, &STANDARD);
    encoder.write_all(recording)?;
    encoder.finish()?;
    drop(encoder);
    writeln!(out, "</script>")
}

/// Data of the page. No text in it can end the element.
fn embed_data(data: &Value, out: &mut dyn Write) -> io::Result<()> {
    let json = data.to_string().replace('<', "\\u003c");
    writeln!(
        out,
        "<script type=\"application/json\" id=\"mismatch-data\">{json}</script>"
    )
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn page(recordings: &[Vec<u8>], title: &str) -> String {
        let mut page = Vec::new();
        write(recordings, title, &mut page).expect("memory");
        String::from_utf8(page).expect("text")
    }

    #[test]
    fn every_part_is_in_its_place() {
        let page = page(&[vec![1, 2, 3], vec![4]], "a < b & c");
        assert!(!page.contains("{{"), "a place is not filled");
        assert!(page.contains("a &lt; b &amp; c"));
        let recording = |text| {
            format!("<script type=\"application/octet-stream\" class=\"recording\">{text}</script>")
        };
        let first = page.find(&recording("AQID")).expect("the first one");
        let second = page.find(&recording("BA==")).expect("the second one");
        assert!(first < second);
        let open = page.matches("<script").count();
        assert_eq!((open, page.matches("</script>").count()), (3, 3));
    }

    #[test]
    fn no_text_ends_the_element_of_the_data() {
        let data = serde_json::json!({ "what": "</script><!--<script>" });
        let mut page = Vec::new();
        write_with(&[], Some(&data), "mismatch", &mut page).expect("memory");
        let page = String::from_utf8(page).expect("text");
        let (_, rest) = page.split_once("id=\"mismatch-data\">").expect("data");
        let (json, _) = rest.split_once("</script>").expect("an end");
        assert!(!json.contains('<'));
        let read: Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(read, data);
    }

    #[test]
    fn every_part_of_the_program_is_there_once() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page/script");
        let mut files: Vec<String> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("text"))
            .collect();
        let mut parts: Vec<String> = SCRIPT.map(String::from).into();
        files.sort();
        parts.sort();
        assert_eq!(files, parts);
    }

    #[test]
    fn the_page_asks_for_nothing() {
        let page = page(&[], "empty");
        for words in [
            "http:",
            "https:",
            "src=",
            "@import",
            "fetch(",
            "XMLHttpRequest",
        ] {
            assert!(!page.contains(words), "{words}");
        }
    }
}
