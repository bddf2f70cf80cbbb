//! Thread numbers of a launch, listed in bounded length: a launch can have millions of threads.

use serde::{Serialize, Serializer};

/// The most numbers, and the most ranges, that are listed.
const MOST: usize = 32;

/// Ascending thread numbers as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    /// The lowest numbers, at most [`MOST`].
    threads: &'a [u32],
    /// How many threads there are.
    thread_count: usize,
    /// The lowest ranges of consecutive numbers, first and last of each, at most [`MOST`].
    thread_ranges: Vec<(u32, u32)>,
}

/// The JSON keys of ascending thread numbers.
pub(super) fn listed<S: Serializer>(threads: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    let listed = Listed {
        threads: &threads[..threads.len().min(MOST)],
        thread_count: threads.len(),
        thread_ranges: ranges(threads).take(MOST).collect(),
    };
    listed.serialize(serializer)
}

/// Ascending thread numbers as `0-3, 7, 9-10`, with the number of those that are left out.
pub(super) fn text(threads: &[u32]) -> String {
    let shown: Vec<(u32, u32)> = ranges(threads).take(MOST).collect();
    let count: usize = shown
        .iter()
        .map(|(first, last)| (last - first) as usize + 1)
        .sum();
    let texts = shown.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    let texts = texts.collect::<Vec<_>>().join(", ");
    match threads.len() - count {
        0 => texts,
        more => format!("{texts} and {more} more"),
    }
}

/// The ranges of consecutive numbers, first and last of each.
fn ranges(threads: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    let runs = threads.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| (run[0], run[run.len() - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{json, to_value};

    #[derive(Serialize)]
    struct Group(#[serde(serialize_with = "listed")] Vec<u32>);

    #[test]
    fn runs_of_numbers_are_shortened() {
        assert_eq!(text(&[0, 1, 2, 3, 7, 9, 10]), "0-3, 7, 9-10");
        assert_eq!(text(&[]), "");
    }

    #[test]
    fn lists_of_many_threads_are_short() {
        let all: Vec<u32> = (5..100_000).collect();
        assert_eq!(text(&all), "5-99999");
        let json = to_value(Group(all)).unwrap();
        assert_eq!(json["thread_count"], 99_995);
        assert_eq!(json["thread_ranges"], json!([[5, 99_999]]));
        assert_eq!(json["threads"], json!((5..37).collect::<Vec<u32>>()));
        let odd: Vec<u32> = (0..1000).map(|number| 2 * number + 1).collect();
        assert!(
            text(&odd).ends_with(", 61, 63 and 968 more"),
            "{}",
            text(&odd)
        );
        let json = to_value(Group(odd)).unwrap();
        assert_eq!(json["thread_ranges"].as_array().unwrap().len(), MOST);
    }
}
