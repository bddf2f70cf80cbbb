//! `printf`.

use crate::support::Session;
use heddle_sim::Mechanism;
use heddle_sim::launch::Arg;

const SOURCE: &str = r#"
    void tell(int depth) { if (depth > 0) { printf("[%d]", depth); tell(depth - 1); } }
    __kernel void k(__global const float *in) {
        const int i = get_global_id(0);
        if (i % 3 == 0)
            printf("%d: %5.2f|", i, in[i]);
        for (int round = 0; round < i; round++)
            printf("%c", 'a' + round);
        printf(" %v4hlf %v2hhd %s %ld %x%%\n", (float4)(i, 0.5f, -1, 2), (char2)(i, -i), i & 1 ? "odd" : "even", (long)i << 33, 0xabc);
        tell(i / 2);
        printf("done\n");
    }"#;

fn expected(threads: i32) -> String {
    let thread = |i: i32| {
        let mut text = String::new();
        if i % 3 == 0 {
            text += &format!("{i}: {:5.2}|", i as f32 / 4.0);
        }
        text.extend((0..i).map(|round| char::from(b'a' + round as u8)));
        let name = if i % 2 == 1 { "odd" } else { "even" };
        text += &format!(
            " {i}.000000,0.500000,-1.000000,2.000000 {i},{} {name} {} abc%\n",
            -i,
            i64::from(i) << 33
        );
        text.extend((1..=i / 2).rev().map(|depth| format!("[{depth}]")));
        text + "done\n"
    };
    (0..threads).map(thread).collect()
}

#[test]
fn the_text_is_the_same_under_every_mechanism() {
    let input: Vec<f32> = (0..8).map(|i| i as f32 / 4.0).collect();
    for mechanism in Mechanism::ALL {
        let mut session = Session::of(SOURCE).under(mechanism);
        let input = session.buffer(&input);
        assert!(session.signature("k").prints);
        session.run("k", 2, 4, &[input]);
        let text = String::from_utf8_lossy(&session.printed.text);
        assert_eq!(text, expected(8), "{}", mechanism.name());
        assert_eq!(session.printed.lost, 0);
    }
}

#[test]
fn what_finds_no_room_is_counted() {
    let mut session = Session::of(
        r#"__kernel void k(int calls, __global int *results) {
            int failed = 0;
            for (int i = 0; i < calls; i++)
                failed += printf("%d\n", i) != 0;
            results[get_global_id(0)] = failed;
        }"#,
    );
    let results = session.buffer(&[0]);
    session.run("k", 1, 1, &[Arg::I32(4000), results.clone()]);
    // A record with one argument has five words; the header of the buffer has three.
    let room = (crate::support::PRINT_BYTES - 12) / 20;
    let expected: String = (0..room).map(|i| format!("{i}\n")).collect();
    assert_eq!(String::from_utf8_lossy(&session.printed.text), expected);
    assert_eq!(session.printed.lost, 4000 - room);
    assert_eq!(session.read::<i32>(&results, 1), [4000 - room as i32]);
}
