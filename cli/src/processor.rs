//! A release has two commands side by side: one for any x86-64 processor, and a faster one for processors with AVX2, BMI and
//! FMA (the level x86-64-v3). The first one hands over to the second at its start, if the processor allows it.

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2"), unix))]
mod x86_64 {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::Command;

    /// The suffix that `scripts/release` adds to the name of the faster command.
    const SUFFIX: &str = "-x86-64-v3";

    /// Hands over to the faster command; returns only if it cannot take over.
    pub fn hand_over() {
        let mut arguments = env::args_os();
        if let (Some(other), Some(name)) = (other(), arguments.next()) {
            // If it cannot be executed, this command continues.
            let _ = Command::new(other).arg0(name).args(arguments).exec();
        }
    }

    /// The faster command beside this one, if it exists and the processor allows it.
    fn other() -> Option<PathBuf> {
        let mut path = env::current_exe().ok()?;
        let mut name = path.file_name()?.to_owned();
        name.push(SUFFIX);
        path.set_file_name(name);
        (path.is_file() && is_v3()).then_some(path)
    }

    /// Whether the processor has everything that the psABI requires for this level.
    fn is_v3() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
    }
}

/// Hands over to the command for this processor; returns if none exists.
pub fn hand_over() {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2"), unix))]
    x86_64::hand_over();
}
