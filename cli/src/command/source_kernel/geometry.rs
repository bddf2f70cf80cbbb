//! The number of threads with which a kernel of a source file is launched.

use crate::cli::SourceLaunch;
use crate::failure::Failure;
use heddle_contract::Config;
use heddle_isa::signature::Signature;
use heddle_sim::launch::chosen_block;

/// Blocks of the grid and threads of a block.
pub fn geometry(
    signature: &Signature,
    options: &SourceLaunch,
    config: &Config,
) -> Result<([u32; 3], [u32; 3]), Failure> {
    let global = extent("--global", &options.global)?;
    let global = global.ok_or_else(|| {
        Failure::input_with(
            "--global is missing",
            "say how many threads: --global X[,Y[,Z]]",
        )
    })?;
    let local = match (
        extent("--local", &options.local)?,
        signature.required_work_group_size,
    ) {
        (Some(local), Some(required)) if local != required => {
            let [x, y, z] = required;
            let what = format!(
                "--local: kernel `{}` has blocks of another size",
                signature.kernel
            );
            return Err(Failure::input_with(
                what,
                format!("--local {x},{y},{z}, or leave it out"),
            ));
        }
        (Some(local), _) => local,
        (None, Some(required)) => required,
        (None, None) => chosen_block(global, config),
    };
    let mut grid = [1; 3];
    for axis in 0..3 {
        if !global[axis].is_multiple_of(local[axis]) {
            let what = format!(
                "--global {} is no multiple of --local {}",
                global[axis], local[axis]
            );
            return Err(Failure::input_with(
                what,
                "OpenCL 1.2 has no blocks of different sizes",
            ));
        }
        grid[axis] = global[axis] / local[axis];
    }
    Ok((grid, local))
}

fn extent(option: &str, values: &[u32]) -> Result<Option<[u32; 3]>, Failure> {
    if values.is_empty() {
        return Ok(None);
    }
    if values.len() > 3 || values.contains(&0) {
        let what = format!("{option}: expected one to three numbers, each at least 1");
        return Err(Failure::input_with(
            what,
            format!("{option} X, X,Y or X,Y,Z"),
        ));
    }
    let mut all = [1; 3];
    all[..values.len()].copy_from_slice(values);
    Ok(Some(all))
}
