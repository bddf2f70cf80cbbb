//! Counters of dynamic warp resizing.

use heddle_gpu_core::MechanismCounts;
use heddle_types::WordPc;
use serde::Serialize;

/// Work of the synchronisers, summed over cores.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DwrCounts {
    /// LAT barriers that sub-warps executed.
    pub barriers: u64,
    /// LAT barriers at a PC on the ignore list.
    pub ignored: u64,
    /// Number of warps that executed a LAT together, by their number of sub-warps, from 1 to all partners. Sub-warps
    /// at an ignored LAT are not included.
    pub combined: Vec<u64>,
    /// Number of different LATs before which sub-warps synchronised, or were ignored.
    pub lats: usize,
    /// Number of different LATs that were ever ignored (lashgar2012, table 1).
    pub ignored_lats: usize,
    /// Lanes of the warps that issued, active or not, summed over issues.
    #[serde(skip)]
    pub(crate) slots: u64,
    #[serde(skip)]
    seen: Words,
    #[serde(skip)]
    ignored_pcs: Words,
}

/// A set of words of a program.
#[derive(Clone, Debug, Default, PartialEq)]
struct Words {
    /// Whether each word up to the last one of the set is in it.
    contained: Vec<bool>,
    count: usize,
}

impl DwrCounts {
    pub(super) fn new(partners: usize) -> Self {
        DwrCounts {
            combined: vec![0; partners],
            ..DwrCounts::default()
        }
    }

    /// A sub-warp has executed the barrier before the LAT at a word.
    pub(super) fn barrier(&mut self, word: WordPc, is_ignored: bool) {
        self.barriers += 1;
        self.ignored += u64::from(is_ignored);
        self.seen.insert(word);
        if is_ignored {
            self.ignored_pcs.insert(word);
        }
        self.lats = self.seen.count;
        self.ignored_lats = self.ignored_pcs.count;
    }
}

impl Words {
    fn insert(&mut self, word: WordPc) {
        let at = word.index();
        if at >= self.contained.len() {
            self.contained.resize(at + 1, false);
        }
        self.count += usize::from(!self.contained[at]);
        self.contained[at] = true;
    }

    fn extend(&mut self, other: &Words) {
        let contained = (0..).map(WordPc::new).zip(&other.contained);
        let words = contained.filter(|(_, is)| **is);
        words.for_each(|(word, _)| self.insert(word));
    }
}

impl MechanismCounts for DwrCounts {
    fn key(&self) -> Option<&'static str> {
        Some("dwr")
    }

    fn merge(&mut self, other: &dyn MechanismCounts) {
        let DwrCounts {
            barriers,
            ignored,
            combined,
            // Both are the sizes of the sets below.
            lats: _,
            ignored_lats: _,
            slots,
            seen,
            ignored_pcs,
        } = other.same();
        self.barriers += barriers;
        self.ignored += ignored;
        self.slots += slots;
        self.combined.resize(combined.len(), 0);
        let both = self.combined.iter_mut().zip(combined);
        both.for_each(|(mine, theirs)| *mine += theirs);
        self.seen.extend(seen);
        self.ignored_pcs.extend(ignored_pcs);
        self.lats = self.seen.count;
        self.ignored_lats = self.ignored_pcs.count;
    }

    fn issue_slots(&self) -> Option<u64> {
        Some(self.slots)
    }

    fn equals(&self, other: &dyn MechanismCounts) -> bool {
        other.of() == Some(self)
    }

    fn cloned(&self) -> Box<dyn MechanismCounts> {
        Box::new(self.clone())
    }
}
