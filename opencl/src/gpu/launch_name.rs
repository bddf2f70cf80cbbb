//! Names of files and folders of launches.

/// The most bytes of a kernel's name in the name of a file: with number and ending it stays below the 255 bytes of file systems.
const LONGEST: usize = 200;

/// `0000-NAME`, by which files of launches are sorted. Numbers tell launches apart; the kernel's name is for people. It is cut at
/// 200 bytes, and signs that no source can have in a name become `_`: a kernel of a binary may be called `../x`.
pub fn launch_name(number: u64, kernel: &str) -> String {
    let end = kernel.floor_char_boundary(LONGEST);
    let shown = |c: char| match c.is_alphanumeric() || "_$.-".contains(c) {
        true => c,
        false => '_',
    };
    let name: String = kernel[..end].chars().map(shown).collect();
    format!("{number:04}-{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_launches_are_names_of_files() {
        assert_eq!(launch_name(7, "bfs_1"), "0007-bfs_1");
        assert_eq!(launch_name(12345, "größe$"), "12345-größe$");
        assert_eq!(launch_name(0, "../a b\n"), "0000-.._a_b_");
        let long = "é".repeat(150);
        assert_eq!(launch_name(0, &long), format!("0000-{}", "é".repeat(100)));
    }
}
