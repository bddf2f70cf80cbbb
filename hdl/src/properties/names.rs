//! Names of properties.

/// A valid Verilog name, made from a text for people.
pub(super) fn slug(text: &str) -> String {
    let letters = text.replace('\'', "").to_lowercase();
    let words = letters.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn words_are_joined() {
        let name = slug("a group's PC, or its \"CNT\"; 2 of them");
        assert_eq!(name, "a_groups_pc_or_its_cnt_2_of_them");
    }
}
