//! What of a machine outlives a run.

use crate::shader_core::ShaderCore;
use heddle_memory::Backend;
use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// The cores and the memory backend of a machine after a run, and the host threads that simulated them. The next run on the same
/// machine makes its own in their memory, and clears only what this run has touched. By default there are none yet.
#[derive(Debug, Default)]
pub struct Hardware {
    /// The cores in order.
    pub cores: Vec<ShaderCore>,
    /// The memory backend of the cores.
    pub backend: Option<Backend>,
    /// Host threads.
    pub helpers: Helpers,
}

/// The host threads that help the one that runs the clock; they are made when a launch first needs them.
#[derive(Debug, Default)]
pub struct Helpers(Option<ThreadPool>);

impl Helpers {
    /// `count` host threads.
    pub(super) fn pool(&mut self, count: usize) -> &ThreadPool {
        self.0.take_if(|pool| pool.current_num_threads() != count);
        self.0.get_or_insert_with(|| {
            let threads = ThreadPoolBuilder::new().num_threads(count);
            threads.build().expect("the host starts a few more threads")
        })
    }
}
