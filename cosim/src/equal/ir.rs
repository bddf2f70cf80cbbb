use crate::error::Error;
use heddle_symbolic::Module;
pub(super) fn module() -> Result<&'static Module, Error> {
    static M: std::sync::OnceLock<Module> = std::sync::OnceLock::new();
    Ok(M.get_or_init(|| {
        Module::parse(&std::fs::read_to_string("golden/cycles.ll").unwrap()).unwrap()
    }))
}
