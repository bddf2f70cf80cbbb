//! Tables for other programs: comma-separated values as RFC 4180 has them, but with plain ends of lines.

/// A table with a heading. A cell with a comma, a quote or an end of line is quoted.
pub fn csv(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",") + "\n"
    };
    let heading = heading.iter().map(|cell| (*cell).to_owned()).collect();
    let rows = rows.into_iter().map(line);
    line(heading) + &rows.collect::<String>()
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::csv;

    #[test]
    fn cells_that_would_end_early_are_quoted() {
        let rows = [
            vec!["1".into(), "a, b".into()],
            vec!["say \"no\"".into(), "two\nlines".into()],
        ];
        assert_eq!(
            csv(&["x", "y"], rows),
            "x,y\n1,\"a, b\"\n\"say \"\"no\"\"\",\"two\nlines\"\n"
        );
    }
}
