//! Constructs that are refused, each with its function and line.

use crate::rust::{Source, TAKES, gates, ir};
use heddle_machines::on_all_threads;
use heddle_symbolic::{Execution, Module, Refused, Word};

/// What stands around the body of `@f`.
const BEFORE: &str = "\
@counter = internal global i64 5, align 8
@shared = external constant i64, align 8
@local = internal thread_local constant i64 5, align 8
@far = internal addrspace(1) constant i64 5, align 8
@fixed = internal constant i64 5, align 8
declare i64 @outside(i64)
declare void @takes([2 x i64])
declare ptr @malloc(i64)
declare i64 @printf(ptr, ...)
declare i64 @llvm.readcyclecounter()
declare i24 @llvm.fshl.i24(i24, i24, i24)
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal i64 @one(i64 %x) {
  ret i64 %x
}
define internal i64 @two(i64 %x) {
  ret i64 0
}
define i64 @f(ptr %p, i64 %x, i1 %c) {
start:
";
const AFTER: &str = "\n}\n";

/// The body of a function, with `; here` on the line that is refused, and what the message says.
const BODIES: &[(&str, &str)] = &[
    (
        "%a = fadd double 1.0, 2.0 ; here\n ret i64 0",
        "the instruction `fadd`",
    ),
    (
        "%a = fcmp olt float 0.0, 1.0 ; here\n ret i64 0",
        "the instruction `fcmp`",
    ),
    (
        "%a = fptoui float 1.0 to i64 ; here\n ret i64 %a",
        "the instruction `fptoui`",
    ),
    (
        "%a = load double, ptr %p, align 8 ; here\n ret i64 0",
        "the type `double`",
    ),
    (
        "%a = bitcast i64 %x to double ; here\n ret i64 0",
        "the type `double`",
    ),
    (
        "%a = add <2 x i32> zeroinitializer, splat (i32 1) ; here\n ret i64 0",
        "the type `<2 x i32>`",
    ),
    (
        "%a = load <vscale x 4 x i32>, ptr %p, align 4 ; here\n ret i64 0",
        "the type `<vscale x 4 x i32>`",
    ),
    (
        "%a = select <2 x i1> zeroinitializer, <2 x i8> poison, <2 x i8> poison ; here\n ret i64 0",
        "the type `<2 x i1>`",
    ),
    (
        "%a = select i1 %c, <2 x i8> poison, <2 x i8> poison ; here\n ret i64 0",
        "the type `<2 x i8>`",
    ),
    (
        "%a = freeze <2 x ptr> poison ; here\n ret i64 0",
        "the type `<2 x ptr>`",
    ),
    (
        "%a = extractelement <2 x i64> zeroinitializer, i64 %x ; here\n ret i64 %a",
        "the instruction `extractelement`",
    ),
    ("%a = add i129 1, 2 ; here\n ret i64 0", "the type `i129`"),
    (
        "%a = load atomic i64, ptr %p seq_cst, align 8 ; here\n ret i64 %a",
        "`load atomic`",
    ),
    (
        "%a = load volatile i64, ptr %p, align 8 ; here\n ret i64 %a",
        "`load volatile`",
    ),
    (
        "store atomic i64 %x, ptr %p release, align 8 ; here\n ret i64 0",
        "`store atomic`",
    ),
    (
        "store volatile i64 %x, ptr %p, align 8 ; here\n ret i64 0",
        "`store volatile`",
    ),
    (
        "%a = atomicrmw add ptr %p, i64 1 seq_cst, align 8 ; here\n ret i64 %a",
        "the instruction `atomicrmw`",
    ),
    (
        "%a = cmpxchg ptr %p, i64 0, i64 1 acq_rel monotonic, align 8 ; here\n ret i64 0",
        "the instruction `cmpxchg`",
    ),
    (
        "fence seq_cst ; here\n ret i64 0",
        "the instruction `fence`",
    ),
    (
        "%a = invoke i64 @one(i64 %x) to label %on unwind label %on ; here\non:\n ret i64 %a",
        "`invoke`",
    ),
    (
        "invoke void @takes([2 x i64] zeroinitializer)\n to label %on unwind label %on\non:\n ret i64 0",
        "`invoke`",
    ),
    (
        "%a = landingpad { ptr, i32 } cleanup ; here\n ret i64 0",
        "the instruction `landingpad`",
    ),
    ("resume { ptr, i32 } poison ; here", "`resume`"),
    (
        "callbr void asm \"\", \"!i\"() to label %on [label %on] ; here\non:\n ret i64 0",
        "`callbr`",
    ),
    (
        "indirectbr ptr %p, [label %on] ; here\non:\n ret i64 0",
        "`indirectbr`",
    ),
    (
        "call void asm sideeffect \"nop\", \"\"() ; here\n ret i64 0",
        "`asm`",
    ),
    (
        "%a = va_arg ptr %p, i64 ; here\n ret i64 %a",
        "the instruction `va_arg`",
    ),
    (
        "%a = call i64 (ptr, ...) @printf(ptr %p, i64 %x) ; here\n ret i64 %a",
        "`...`",
    ),
    (
        "%a = call i64 @outside(i64 %x) ; here\n ret i64 %a",
        "a call of `outside`, which is outside of the module",
    ),
    (
        "call void @takes([2 x i64] zeroinitializer) ; here\n ret i64 0",
        "a call of `takes`",
    ),
    (
        "%a = select i1 %c, ptr @one, ptr @two\n %b = call i64 %a(i64 %x) ; here\n ret i64 %b",
        "a call of a function that depends on inputs",
    ),
    (
        "%a = call i64 %p(i64 %x) ; here\n ret i64 %a",
        "a call of something that is no function",
    ),
    (
        "%a = call i64 @one(i64 %x, i64 %x) ; here\n ret i64 %a",
        "a call of `one` with another number of arguments",
    ),
    (
        "%a = call ptr @malloc(i64 %x) ; here\n ret i64 0",
        "an allocation whose size depends on inputs",
    ),
    (
        "%a = alloca i64, i64 %x, align 8 ; here\n ret i64 0",
        "`i64` in what should be an alignment",
    ),
    (
        "%a = call i64 @llvm.readcyclecounter() ; here\n ret i64 %a",
        "the intrinsic `llvm.readcyclecounter`",
    ),
    (
        "%a = call i24 @llvm.fshl.i24(i24 1, i24 2, i24 3) ; here\n ret i64 0",
        "the intrinsic `llvm.fshl.i24`",
    ),
    (
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @fixed, i64 8, i1 true) ; here\n ret i64 0",
        "volatile",
    ),
    (
        "%a = call i64 @one(i64 inreg %x) ; here\n ret i64 %a",
        "`inreg`",
    ),
    (
        "%a = call i64 @one(ptr byval([8 x i8]) align 8 %p) ; here\n ret i64 %a",
        "`byval`",
    ),
    (
        "%a = call i64 @one(i64 %x) [ \"deopt\"(i32 1) ] ; here\n ret i64 %a",
        "operand bundles",
    ),
    (
        "%a = addrspacecast ptr %p to ptr addrspace(1) ; here\n ret i64 0",
        "the instruction `addrspacecast`",
    ),
    (
        "%a = load i64, ptr addrspace(1) @far, align 8 ; here\n ret i64 %a",
        "`addrspace`",
    ),
    (
        "%a = load i64, ptr @far, align 8 ; here\n ret i64 %a",
        "`far`, a variable in another address space",
    ),
    (
        "%a = load i64, ptr @local, align 8 ; here\n ret i64 %a",
        "`local`, a variable of a thread",
    ),
    (
        "%a = call ptr @llvm.threadlocal.address.p0(ptr @local) ; here\n ret i64 0",
        "the intrinsic `llvm.threadlocal.address.p0`",
    ),
    (
        "%a = load i64, ptr @shared, align 8 ; here\n ret i64 %a",
        "`shared`, a variable outside of the module",
    ),
    (
        "%a = load i64, ptr @counter, align 8 ; here\n ret i64 %a",
        "`counter`, a variable that is not constant",
    ),
    (
        "store i64 %x, ptr @counter, align 8 ; here\n ret i64 0",
        "`counter`, a variable that is not constant",
    ),
    (
        "%a = select i1 %c, ptr @counter, ptr %p\n %b = load i64, ptr %a, align 8 ; here\n ret i64 %b",
        "`counter`, a variable that is not constant",
    ),
    (
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @counter, i64 8, i1 false) ; here\n ret i64 0",
        "`counter`, a variable that is not constant",
    ),
    (
        "switch i64 %x, label %on [ i64 %x, label %on ] ; here\non:\n ret i64 0",
        "a case of `switch` that is no number",
    ),
    (
        "store ptr blockaddress(@one, %start), ptr %p, align 8 ; here\n ret i64 0",
        "the constant `blockaddress`",
    ),
    (
        "%a = add i64 %x, sub (i64 ptrtoint (ptr @one to i64), i64 5) ; here\n ret i64 %a",
        "the constant `sub`",
    ),
    (
        "%a = getelementptr { i32, i64 }, ptr %p, i64 0, i32 1 ; here\n ret i64 0",
        "an index into something that is no array",
    ),
    (
        "%a = icmp weird i64 %x, 0 ; here\n ret i64 0",
        "the comparison `weird`",
    ),
    (
        "br label %on\non:\n br label %on ; here",
        "too many instructions",
    ),
    (
        "br label %on\non:\n %y = phi i64 [ %x, %start ], [ %z, %on ]\n %z = add i64 %y, 5\n %b = icmp eq i64 %z, 9\n br i1 %b, label %end, label %on ; here\nend:\n ret i64 0",
        "too many branches and calls within each other",
    ),
];

/// Whole modules in which a function is refused.
const MODULES: &[(&str, &str)] = &[
    (
        "define i64 @f(ptr byval([8 x i8]) %p, i64 %x, i1 %c) { ; here\n ret i64 0\n}",
        "`byval`",
    ),
    (
        "define i64 @f(ptr %p, i64 weird %x, i1 %c) { ; here\n ret i64 0\n}",
        "`weird`",
    ),
    (
        "define double @f(double %p, i64 %x, i1 %c) { ; here\n ret double %p\n}",
        "the type `double`",
    ),
    (
        "define i64 @f(ptr %p, i64 %x, i1 %c) {\n %z = icmp eq i64 %x, 7\n br i1 %z, label %end, label %on ; here\non:\n\
         %y = add i64 %x, 3\n %r = call i64 @f(ptr %p, i64 %y, i1 %c)\n ret i64 %r\nend:\n ret i64 0\n}",
        "too many branches and calls within each other",
    ),
    (
        "define i64 @f(ptr %p, i64 %x, i1 %c) {\n %r = call i64 @f(ptr %p, i64 %x, i1 %c) ; here\n ret i64 %r\n}",
        "too many branches and calls within each other",
    ),
];

/// Why the function `f` of a module is refused, if so. The limits are those of instructions and of depth.
fn refusal(text: &str, limits: (u64, usize)) -> Option<Refused> {
    let module = match Module::parse(text) {
        Ok(module) => module,
        Err(refused) => return Some(refused),
    };
    let mut execution = Execution::new(&module);
    (execution.most_steps, execution.most_depth) = limits;
    let mut word = |width: usize| (0..width).map(|_| execution.aig.input()).collect::<Word>();
    let [held, x, c] = [64, 64, 1].map(&mut word);
    let p = execution.buffer(&[held]);
    let arguments = [execution.address(p), x, c];
    execution.call("f", &arguments).err()
}

fn check(text: &str, what: &str) {
    let refused =
        refusal(text, (10_000, 50)).unwrap_or_else(|| panic!("it is not refused:\n{text}"));
    let line = text.lines().position(|line| line.contains("; here"));
    let said = refused.to_string();
    assert!(refused.what.contains(what), "{said}\n{what}\n{text}");
    assert_eq!(refused.function, "f", "{said}\n{text}");
    if let Some(line) = line {
        assert_eq!(refused.line, line + 1, "{said}\n{text}");
    }
}

#[test]
fn what_is_not_known_is_refused() {
    for (body, what) in BODIES {
        check(&format!("{BEFORE}{body}{AFTER}"), what);
    }
    for (text, what) in MODULES {
        check(text, what);
    }
}

#[test]
fn what_stands_around_is_accepted() {
    let text = format!("{BEFORE} ret i64 %x{AFTER}");
    assert_eq!(refusal(&text, (1, 2)), None);
}

#[test]
fn the_stack_has_room_for_the_deepest_execution() {
    let (text, what) = MODULES[MODULES.len() - 1];
    let module = Module::parse(text).expect("a module");
    let execution = Execution::new(&module);
    let limits = (execution.most_steps, execution.most_depth);
    let refused = refusal(text, limits).expect("it is refused");
    assert!(refused.what.contains(what), "{refused}");
}

/// Bodies in Rust, what the message says, and what stands on the line.
const RUST: &[(&str, &str, &str)] = &[
    (
        "let x = i[0] as f32 * 1.5; [x as u64, 0, 0, 0]",
        "the instruction `uitofp`",
        "uitofp",
    ),
    (
        "use std::sync::atomic::*; static N: AtomicU64 = AtomicU64::new(3); [N.fetch_add(i[0], Ordering::SeqCst), 0, 0, 0]",
        "the instruction `atomicrmw`",
        "atomicrmw",
    ),
    (
        "std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst); [i[0], 0, 0, 0]",
        "the instruction `fence`",
        "fence",
    ),
    (
        "let v = vec![7u64; i[0] as usize]; [v[(i[1] % 3) as usize], v.len() as u64, 0, 0]",
        "an allocation whose size depends on inputs",
        "alloc",
    ),
    (
        "static mut N: u64 = 3; unsafe { N = N.wrapping_mul(5) ^ i[0]; [N, 0, 0, 0] }",
        "a variable that is not constant",
        "load",
    ),
    (
        "thread_local!(static N: std::cell::Cell<u64> = const { std::cell::Cell::new(3) }); N.set(N.get() ^ i[0]); [N.get(), 0, 0, 0]",
        "the intrinsic `llvm.threadlocal.address.p0`",
        "threadlocal",
    ),
    (
        "[unsafe { std::ptr::read_volatile(&i[2]) }, 0, 0, 0]",
        "`load volatile`",
        "load volatile",
    ),
    (
        "#[inline(never)] fn a(x: u64) -> u64 { x / 3 } #[inline(never)] fn b(x: u64) -> u64 { x % 7 + 1 } #[inline(never)] fn c(x: u64) -> u64 { x * 5 }
         let f: [fn(u64) -> u64; 3] = [a, b, c]; [f[(i[0] % 3) as usize](i[1]), 0, 0, 0]",
        "a call of a function that depends on inputs",
        "call",
    ),
    (
        "unsafe { std::arch::asm!(\"nop\") }; [i[0], 0, 0, 0]",
        "`asm`",
        "asm",
    ),
];

#[test]
fn rust_that_is_not_known_is_refused() {
    on_all_threads(RUST, |(body, what, on_line)| {
        check_rust(body, what, on_line);
        Vec::<()>::new()
    });
}

fn check_rust(body: &str, what: &str, on_line: &str) {
    let (name, text) = ("taken".to_owned(), body.to_owned());
    let text = ir(&[Source { name, text }]);
    let refused = match Module::parse(&text) {
        Ok(module) => gates(&module, "taken", [8; TAKES]).err(),
        Err(refused) => Some(refused),
    };
    let refused = refused.unwrap_or_else(|| panic!("it is not refused: {body}"));
    let line = text.lines().nth(refused.line - 1).unwrap_or("");
    assert!(refused.what.contains(what), "{refused}\n{line}\n{body}");
    assert_eq!(refused.function, "taken", "{refused}");
    assert!(line.contains(on_line), "{refused}\n{line}\n{body}");
}
