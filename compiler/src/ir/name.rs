//! Names of functions and variables. IR writes names beyond letters, digits and a few signs in quotes, with escaped bytes; sources
//! may have such names: `$`, and letters outside of ASCII.

/// The name that a token such as `@name` or `@"na\24me"` stands for.
pub fn plain(token: &str) -> String {
    let name = token.strip_prefix('@').unwrap_or(token);
    match name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'))
    {
        Some(quoted) => String::from_utf8_lossy(&unescaped(quoted)).into_owned(),
        None => name.to_owned(),
    }
}

/// The token of a name, as LLVM prints it.
pub fn global(name: &str) -> String {
    match name.bytes().all(is_simple) {
        true => format!("@{name}"),
        false => format!("@\"{}\"", escaped(name)),
    }
}

/// A name for which assembly needs no quotes, other than that of any other name: each byte beyond letters, digits and `_`
/// becomes `.` and its number.
pub fn for_assembly(name: &str) -> String {
    let byte = |byte: u8| match byte.is_ascii_alphanumeric() || byte == b'_' {
        true => char::from(byte).to_string(),
        false => format!(".{byte:02x}"),
    };
    name.bytes().map(byte).collect()
}

fn is_simple(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.-".contains(&byte)
}

fn escaped(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{byte:02X}"),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

/// The bytes of a quoted text, with escaped ones restored.
pub fn unescaped(quoted: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), quoted.as_bytes());
    while let [first, after @ ..] = rest {
        let escaped = match (first, after) {
            (b'\\', [high, low, ..]) => {
                let digits = [*high, *low];
                let digits = str::from_utf8(&digits).ok();
                digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for (name, token) in [
            ("f.1-2_x", "@f.1-2_x"),
            ("a$b", "@\"a$b\""),
            ("größe", "@\"gr\\C3\\B6\\C3\\9Fe\""),
            ("a \"\\", "@\"a \\22\\5C\""),
        ] {
            assert_eq!(global(name), token);
            assert_eq!(plain(token), name);
        }
    }

    #[test]
    fn assembly_tells_all_names_apart() {
        let names = ["ab", "a$b", "a.24b", "größe", "gr_e"].map(for_assembly);
        assert_eq!(names[1], "a.24b");
        assert_eq!(names[2], "a.2e24b");
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(names.iter().all(|name| name.is_ascii()));
    }
}
