//! Sums of counters.

/// Adds the counts of `$other` to those of `$mine`, field by field. The list has to name every field of the type: a field that
/// is forgotten does not compile.
///
/// ```
/// struct Counts { hits: u64, misses: u64 }
/// let mut all = Counts { hits: 1, misses: 2 };
/// heddle_types::add_counts!(all, &Counts { hits: 3, misses: 4 } => Counts { hits, misses });
/// assert_eq!((all.hits, all.misses), (4, 6));
/// ```
///
/// ```compile_fail,E0027
/// struct Counts { hits: u64, misses: u64 }
/// let mut all = Counts { hits: 1, misses: 2 };
/// heddle_types::add_counts!(all, &Counts { hits: 3, misses: 4 } => Counts { hits });
/// ```
#[macro_export]
macro_rules! add_counts {
    ($mine:expr, $other:expr => $counts:ident { $($field:ident),+ $(,)? }) => {{
        let $counts { $($field),+ } = $other;
        $($mine.$field += *$field;)+
    }};
}
