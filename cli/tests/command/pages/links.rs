//! Every link between pages leads to a file, and to a heading of it.

use super::text::pages;
use crate::repository::ROOT;
use regex::Regex;
use std::path::{Path, PathBuf};

/// The anchors of a page: its headings as GitHub and mdBook name them, and those that it sets itself.
fn anchors(text: &str) -> Vec<String> {
    let set = Regex::new(r#"<a id="([^"]+)">"#).unwrap();
    let set = set.captures_iter(text).map(|anchor| anchor[1].to_owned());
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let names = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let kept = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    let headings = names.map(|name| {
        let kept: String = name.chars().filter(|c| kept(*c)).collect();
        kept.replace(' ', "-")
    });
    headings.chain(set).collect()
}

/// What is wrong with a link in the page of this path.
fn fault(page: &Path, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match file.is_empty() {
        true => page.to_owned(),
        false => page.parent().unwrap().join(file),
    };
    if !target.exists() {
        return Some(format!("{link}: no such file"));
    }
    let text = match anchor.is_empty() {
        true => return None,
        false => std::fs::read_to_string(&target).unwrap(),
    };
    (!anchors(&text).iter().any(|name| name == anchor)).then(|| format!("{link}: no such heading"))
}

#[test]
fn every_link_leads_somewhere() {
    let link = Regex::new(r#"(?:\]\(|src(?:set)?=")([^)\s"]+)(?: "[^"]*")?[)"]"#).unwrap();
    let mut found = Vec::new();
    let mut links = 0;
    for page in pages() {
        let path = PathBuf::from(ROOT).join(&page.name);
        for target in link
            .captures_iter(&page.text)
            .map(|link| link[1].to_owned())
        {
            links += 1;
            let outside = target.contains("://");
            let fault = (!outside).then(|| fault(&path, &target)).flatten();
            found.extend(fault.map(|fault| format!("{}: {fault}", page.name)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(links > 200, "{links} links");
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let page = PathBuf::from(ROOT).join("docs/tests.md");
    assert_eq!(fault(&page, "tests.md#times"), None);
    assert_eq!(fault(&page, "../README.md"), None);
    assert!(fault(&page, "nothing.md").is_some());
    assert!(fault(&page, "tests.md#nothing").is_some());
}
