//! Comma-separated values, as RFC 4180 has them, but with plain ends of lines.

use ::csv::Writer;

/// A line of fields; in quotes if they have a character that separates fields or lines.
pub fn line<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("memory takes a record");
    let line = writer.into_inner().expect("memory takes a record");
    String::from_utf8(line).expect("fields are text")
}

/// A line with the names of columns, and a line for each row.
pub fn table(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows = rows.into_iter();
    let rows: String = rows
        .map(|row| line(row.iter().map(String::as_str)))
        .collect();
    line(columns.iter().copied()) + &rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_separates_stands_in_quotes() {
        let fields = ["plain", "", "a,b", "say \"x\"", "two\nlines"];
        assert_eq!(
            line(fields.into_iter()),
            "plain,,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\n"
        );
    }

    #[test]
    fn a_table_has_a_line_for_its_columns() {
        let rows = [
            vec!["1".into(), "a, b".into()],
            vec!["2".into(), String::new()],
        ];
        assert_eq!(table(&["x", "y"], rows), "x,y\n1,\"a, b\"\n2,\n");
    }
}
