//! A release has two commands side by side: one for any x86-64 processor, and a faster one for those with AVX2, BMI and FMA
//! (the level x86-64-v3). The first hands over to the second as it starts, if the processor allows it.

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2"), unix))]
mod x86_64 {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::path::PathBuf;
    use std::process::Command;

    /// What `scripts/release` adds to the name of the other one.
    const SUFFIX: &str = "-x86-64-v3";

    /// Does not return if the other one can take over.
    pub fn hand_over() {
        let mut arguments = env::args_os();
        if let (Some(other), Some(name)) = (other(), arguments.next()) {
            // What is wrong with it is no reason not to run.
            let _ = Command::new(other).arg0(name).args(arguments).exec();
        }
    }

    /// The command for this processor, if there is one beside this one.
    fn other() -> Option<PathBuf> {
        let mut path = env::current_exe().ok()?;
        let mut name = path.file_name()?.to_owned();
        name.push(SUFFIX);
        path.set_file_name(name);
        (path.is_file() && is_v3()).then_some(path)
    }

    /// Whether the processor has all that the psABI asks of this level.
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

/// Hands over to the command for this processor, if there is one; returns if not.
pub fn hand_over() {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2"), unix))]
    x86_64::hand_over();
}
