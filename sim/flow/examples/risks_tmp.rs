use heddle_flow::Flow;
use heddle_isa::Program;
fn main() {
    for f in std::env::args().skip(1) {
        let b = std::fs::read(&f).unwrap();
        let p = match Program::parse(&f, &b) {
            Ok(p) => p,
            Err(e) => {
                println!("{f}: {e}");
                continue;
            }
        };
        let t = std::time::Instant::now();
        let flow = Flow::new(&p);
        let t1 = t.elapsed();
        let r = flow.risks(&p);
        let nd = flow.divergent(&p).len();
        let nb = flow
            .blocks()
            .filter(|b| matches!(b.leaves, heddle_flow::End::Branch { .. }))
            .count();
        println!(
            "{f}: {} risks, {nd}/{nb} divergent, flow {:?} total {:?}",
            r.len(),
            t1,
            t.elapsed()
        );
        for x in r {
            let l = |pc| {
                p.line_at(pc)
                    .map(|l| format!("{}:{}", l.file, l.line))
                    .unwrap_or_default()
            };
            println!(
                "   branch {:x} {} barrier {:x} {} -> {}",
                x.branch,
                l(x.branch),
                x.barrier,
                l(x.barrier),
                x.reconvergence
            );
        }
    }
}
