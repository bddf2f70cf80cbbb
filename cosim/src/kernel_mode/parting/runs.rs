//! The runs that find where two runs part.

use super::{Parting, Prefixes, Window};
use crate::error::Error;
use crate::kernel_mode::{InGpu, KernelCheck};
use heddle_contract::Behaviour;
use heddle_sim::{Observer, Report};

impl KernelCheck<'_> {
    /// Where a run with units of `unit` parts from the golden run, if their reports differ.
    pub(in crate::kernel_mode) fn parting<U: InGpu, B: Behaviour<U>>(
        &self,
        golden: &Report,
        found: &Report,
        unit: impl Fn() -> B,
    ) -> Result<Option<Parting>, Error> {
        if golden == found {
            return Ok(None);
        }
        let (mut prefixes, mut others) = (Prefixes::default(), Prefixes::default());
        self.observe::<U, B>(&unit, [&mut prefixes, &mut others])?;
        let mut parting = None;
        if let Some(window) = prefixes.window(&others) {
            let of_run = || Window::new(window, &self.job.program);
            let (mut expected, mut found) = (of_run(), of_run());
            self.observe::<U, B>(&unit, [&mut expected, &mut found])?;
            parting = Parting::of_windows(expected, found);
        }
        Ok(parting.or_else(|| Parting::of_reports(golden, found)))
    }

    /// Shows the golden run to the first observer, and a run with units of `unit` to the second.
    fn observe<U: InGpu, B: Behaviour<U>>(
        &self,
        unit: impl Fn() -> B,
        [golden, found]: [&mut dyn Observer; 2],
    ) -> Result<(), Error> {
        let (gpu, mechanism) = (self.gpu()?, self.under::<U>()?);
        gpu.run_observed(self.job, mechanism, &self.limits, golden)?;
        gpu.run_under_observed::<U::Replaceable, _>(
            self.job,
            mechanism,
            &self.limits,
            |_, params| U::install(params, unit()),
            found,
        )?;
        Ok(())
    }
}
