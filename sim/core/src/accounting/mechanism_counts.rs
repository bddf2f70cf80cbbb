//! What a mechanism counts besides the counts of every core.

use std::any::Any;
use std::fmt::Debug;

/// The counts of a mechanism: of one core, or of several cores [merged](Self::merge).
///
/// A report shows the counts under their [key](Self::key), serialised.
pub trait MechanismCounts: erased_serde::Serialize + Any + Debug + Send + Sync {
    /// The key of these counts in a report; without one, the report does not show them on its own.
    fn key(&self) -> Option<&'static str>;

    /// Adds the counts of another core.
    ///
    /// # Panics
    /// If `other` belongs to another mechanism.
    fn merge(&mut self, other: &dyn MechanismCounts);

    /// Called when the counts of all cores are merged; `_cycles` is the sum of their cycles.
    fn complete(&mut self, _cycles: u64) {}

    /// Lanes of the warps that issued, active or not, summed over issues; `None` if all warps have the same width.
    fn issue_slots(&self) -> Option<u64> {
        None
    }

    /// Whether `other` belongs to the same mechanism and has the same counts.
    fn equals(&self, other: &dyn MechanismCounts) -> bool;

    /// A copy of the counts.
    fn cloned(&self) -> Box<dyn MechanismCounts>;
}

erased_serde::serialize_trait_object!(MechanismCounts);

impl dyn MechanismCounts {
    /// These counts if they are of type `T`.
    pub fn of<T: MechanismCounts>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// Casts another core's counts to the type of these.
    ///
    /// # Panics
    /// If they belong to another mechanism.
    pub fn same<T: MechanismCounts>(&self) -> &T {
        self.of().expect("cores of a machine have one mechanism")
    }
}

impl Clone for Box<dyn MechanismCounts> {
    fn clone(&self) -> Self {
        (**self).cloned()
    }
}
