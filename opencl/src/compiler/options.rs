//! Parsing of the options that the host program gives as one text.

/// The words of a text. Spaces separate words; spaces within quotes do not, and a backslash escapes the next character.
pub fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            space if space.is_whitespace() && !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

/// Options of linking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkOptions {
    /// Whether the result is a library to be linked again, not an executable.
    pub library: bool,
}

/// Options that permit less exact arithmetic. They are accepted and have no effect: arithmetic is always exact.
const INEXACT: [&str; 5] = [
    "-cl-denorms-are-zero",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
];

impl LinkOptions {
    /// The options in a text.
    ///
    /// # Errors
    /// The option that is unknown to the linker.
    pub fn read(text: &str) -> Result<LinkOptions, String> {
        let words = words(text);
        let library = words.iter().any(|word| word == "-create-library");
        let known = |word: &str| match word {
            "-create-library" => true,
            "-enable-link-options" => library,
            _ => INEXACT.contains(&word),
        };
        match words.iter().find(|word| !known(word)) {
            Some(word) => Err(word.clone()),
            None => Ok(LinkOptions { library }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LinkOptions, words};

    #[test]
    fn quotes_keep_spaces() {
        let text = r#" -D A="b c"  -I dir\ ectory -DB=\"x\" """#;
        let expected = ["-D", "A=b c", "-I", "dir ectory", "-DB=\"x\"", ""];
        assert_eq!(words(text), expected);
        assert!(words(" ").is_empty());
    }

    #[test]
    fn options_of_linking_are_known() {
        let library = LinkOptions::read("-create-library -enable-link-options");
        assert_eq!(library, Ok(LinkOptions { library: true }));
        assert!(!LinkOptions::read("-cl-fast-relaxed-math").unwrap().library);
        assert_eq!(LinkOptions::read("-DX"), Err("-DX".into()));
        let alone = "-enable-link-options";
        assert_eq!(LinkOptions::read(alone), Err(alone.into()));
    }
}
