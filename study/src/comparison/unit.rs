//! Units of a machine's keys, for axes.

/// A key with its unit, such as `memory.cache_bytes (bytes)`; the key alone where it counts what it names.
pub(super) fn with_unit(key: &str) -> String {
    match unit(key) {
        Some(unit) => format!("{key} ({unit})"),
        None => key.into(),
    }
}

fn unit(key: &str) -> Option<&'static str> {
    let name = key.rsplit('.').next().unwrap_or(key);
    let last = name.rsplit('_').next().unwrap_or(name);
    match (key, last) {
        ("dwf.pool", _) => Some("warps"),
        ("core.warp_size" | "core.simd_width", _) => Some("lanes"),
        (_, "bytes") => Some("bytes"),
        (_, "bits") => Some("bits"),
        (_, "cycles" | "latency") => Some("cycles"),
        (_, "depth" | "entries" | "heap" | "queue") => Some("entries"),
        // The times of DRAM, t_cl and others.
        _ if name.starts_with("t_") => Some("cycles"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_their_units() {
        for (key, right) in [
            ("memory.cache_bytes", "memory.cache_bytes (bytes)"),
            ("memory.miss_cycles", "memory.miss_cycles (cycles)"),
            ("dram.t_cl", "dram.t_cl (cycles)"),
            ("dwf.pool", "dwf.pool (warps)"),
            ("stack.depth", "stack.depth (entries)"),
            ("cores", "cores"),
        ] {
            assert_eq!(with_unit(key), right);
        }
    }
}
