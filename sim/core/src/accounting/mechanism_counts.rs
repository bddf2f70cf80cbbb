//! What a mechanism counts besides what every core does.

use std::any::Any;
use std::fmt::Debug;

/// Counts of a mechanism: those of one core, or of several that were [merged](Self::merge).
///
/// Reports show them under their [key](Self::key), as they serialise.
pub trait MechanismCounts: erased_serde::Serialize + Any + Debug + Send + Sync {
    /// Where they stand in a report; nowhere of themselves if there is none.
    fn key(&self) -> Option<&'static str>;

    /// Adds those of another core.
    ///
    /// # Panics
    /// If they are of another mechanism.
    fn merge(&mut self, other: &dyn MechanismCounts);

    /// All cores are merged, which ran for so many cycles together.
    fn complete(&mut self, _cycles: u64) {}

    /// Lanes that warps had when they issued, active or not; none if all warps are alike.
    fn issue_slots(&self) -> Option<u64> {
        None
    }

    /// Whether others are the same, of the same mechanism.
    fn equals(&self, other: &dyn MechanismCounts) -> bool;

    /// The same counts, owned.
    fn cloned(&self) -> Box<dyn MechanismCounts>;
}

erased_serde::serialize_trait_object!(MechanismCounts);

impl dyn MechanismCounts {
    /// These counts if they are of type `T`.
    pub fn of<T: MechanismCounts>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// The other core's counts as the type of these.
    ///
    /// # Panics
    /// If they are of another mechanism.
    pub fn same<T: MechanismCounts>(&self) -> &T {
        self.of().expect("cores of a machine have one mechanism")
    }
}

impl Clone for Box<dyn MechanismCounts> {
    fn clone(&self) -> Self {
        (**self).cloned()
    }
}
