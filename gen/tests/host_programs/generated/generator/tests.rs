//! What random kernels have in common.

use super::Kernel;

#[test]
fn kernels_depend_on_their_seed_alone() {
    let kernels = || (0..20).map(Kernel::new).collect::<Vec<_>>();
    let (once, again) = (kernels(), kernels());
    assert_eq!(once, again);
    for pair in once.windows(2) {
        assert_ne!(pair[0].source, pair[1].source);
    }
}
