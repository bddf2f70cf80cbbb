//! Arguments that a host passes, and their description in the signature.

use crate::support::Session;
use heddle_isa::signature::{AddressQualifier, Kind};
use heddle_sim::launch::Arg;

const SOURCE: &str = r#"
    struct pair { char tag; float4 values; short last; };
    typedef struct { char bytes[5]; } odd;

    __kernel __attribute__((reqd_work_group_size(4, 1, 1))) __attribute__((vec_type_hint(uint4)))
    void all(__global float *restrict out, const __global int *in, __constant float *table, __local int *scratch,
             uchar small, short half_word, long wide, float3 three, struct pair pair, odd five, uint last) {
        const int i = get_local_id(0);
        scratch[i] = in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = scratch[3 - i] + table[i];
        out[4] = small;
        out[5] = half_word;
        out[6] = wide == -5000000000L;
        out[7] = three.x + 10 * three.y + 100 * three.z;
        out[8] = pair.tag + pair.values.w + pair.last;
        out[9] = five.bytes[0] + five.bytes[4];
        out[10] = last;
    }
"#;

fn structure() -> Arg {
    let mut bytes = vec![0; 48];
    bytes[0] = 7;
    bytes[28..32].copy_from_slice(&0.5_f32.to_le_bytes());
    bytes[32..34].copy_from_slice(&(-3_i16).to_le_bytes());
    Arg::Bytes { bytes, align: 16 }
}

fn three() -> Arg {
    let values = [1.0_f32, 2.0, 3.0, 0.0];
    let bytes = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    Arg::Bytes { bytes, align: 16 }
}

#[test]
fn every_kind_arrives() {
    let mut session = Session::of(SOURCE);
    let out = session.buffer(&[0.0_f32; 11]);
    let input = session.buffer(&[1, 2, 3, 4]);
    let table = session.buffer(&[0.25_f32; 4]);
    let five = Arg::Bytes {
        bytes: vec![1, 0, 0, 0, 2],
        align: 4,
    };
    let args = [
        out.clone(),
        input,
        table,
        Arg::Local(16),
        Arg::U8(200),
        Arg::U16(-7_i16 as u16),
        Arg::I64(-5_000_000_000),
        three(),
        structure(),
        five,
        Arg::U32(9),
    ];
    session.run("all", 1, 4, &args);
    let expected = [
        4.25, 3.25, 2.25, 1.25, 200.0, -7.0, 1.0, 321.0, 4.5, 3.0, 9.0,
    ];
    assert_eq!(session.read::<f32>(&out, 11), expected);
}

#[test]
fn signatures_say_what_the_source_does() {
    let session = Session::of(SOURCE);
    let signature = session.signature("all");
    let kinds: Vec<(&str, Kind, u32)> = signature
        .parameters
        .iter()
        .map(|parameter| {
            (
                parameter.type_name.as_str(),
                parameter.kind,
                parameter.offset,
            )
        })
        .collect();
    let value = |bytes, align| Kind::Value { bytes, align };
    let expected = [
        ("float*", Kind::Global, 0),
        ("int*", Kind::Global, 4),
        ("float*", Kind::Constant, 8),
        ("int*", Kind::Local, 12),
        ("uchar", value(1, 4), 16),
        ("short", value(2, 4), 20),
        ("long", value(8, 8), 24),
        ("float3", value(16, 16), 32),
        ("struct pair", value(48, 16), 48),
        ("odd", value(5, 4), 96),
        ("uint", value(4, 4), 104),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(signature.hidden_offset, 108);
    assert_eq!(signature.required_work_group_size, Some([4, 1, 1]));
    assert_eq!(
        signature.attributes,
        "reqd_work_group_size(4,1,1) vec_type_hint(uint4)"
    );
    let out = &signature.parameters[0];
    assert_eq!(
        (out.name.as_str(), out.address),
        ("out", AddressQualifier::Global)
    );
    assert!(out.qualifiers.is_restrict && !out.qualifiers.is_const);
    assert!(signature.parameters[1].qualifiers.is_const);
    assert!(!signature.prints);
}

/// A kernel may change a structure argument: each thread has its own copy.
#[test]
fn structures_are_copies() {
    let mut session = Session::of(
        "struct s { int a, b[7]; };
         int add(struct s x) { x.a += x.b[1]; return x.a; }
         __kernel void k(__global int *out, struct s x) {
             const int i = get_global_id(0);
             x.a += i; x.b[i] = 10;
             out[i] = add(x) + x.a;
         }",
    );
    let out = session.buffer(&[0; 4]);
    let bytes = [5, 0, 2, 0, 0, 0, 0, 0]
        .iter()
        .flat_map(|word: &i32| word.to_le_bytes());
    let structure = Arg::Bytes {
        bytes: bytes.collect(),
        align: 4,
    };
    session.run("k", 1, 4, &[out.clone(), structure]);
    assert_eq!(session.read::<i32>(&out, 4), [12, 22, 16, 18]);
}
