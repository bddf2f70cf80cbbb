//! Trial.
fn main() {
    let mut args = std::env::args().skip(1);
    let (name, out) = (args.next().unwrap(), args.next().unwrap());
    let r = heddle_opencl_c::Request {
        source: std::fs::read(&name).unwrap(),
        name,
        options: args.collect(),
        folder: "".into(),
    };
    let t = std::time::Instant::now();
    match heddle_opencl_c::compile(&r) {
        Ok(c) => {
            eprint!("{}", c.log);
            std::fs::write(out, c.elf).unwrap();
        }
        Err(e) => eprintln!("{e}\n{}", e.remedy()),
    }
    eprintln!("{:?}", t.elapsed());
}
