//! Formats with their arguments, by the rules of C, and of OpenCL C for vectors.

use super::argument::Argument;
use super::conversion::Conversion;

/// Appends the text of a format. A conversion without an argument, or an unknown one, is printed as it is
/// written. `constant` returns the text at an address.
pub(super) fn format<'c>(
    format: &[u8],
    arguments: &[Argument],
    constant: &dyn Fn(u32) -> Option<&'c [u8]>,
    text: &mut Vec<u8>,
) {
    let mut arguments = arguments.iter();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        text.extend(&rest[..at]);
        rest = &rest[at..];
        let Some((conversion, after)) = Conversion::take(rest) else {
            text.push(b'%');
            rest = &rest[1..];
            continue;
        };
        let written = &rest[..rest.len() - after.len()];
        rest = after;
        if conversion.is_percent() {
            text.push(b'%');
            continue;
        }
        match arguments.next() {
            Some(argument) => conversion.print(argument, constant, text),
            None => text.extend(written),
        }
    }
    text.extend(rest);
}

#[cfg(test)]
mod tests {
    use super::super::argument::{ArgumentType, Kind};
    use super::*;

    fn int(value: i32) -> Argument {
        of(Kind::Integer, 1, value.to_le_bytes().into())
    }

    fn float(value: f32) -> Argument {
        of(Kind::Float, 1, value.to_le_bytes().into())
    }

    fn of(kind: Kind, lanes: u8, bytes: Vec<u8>) -> Argument {
        let bytes_each = bytes.len() as u8 / lanes;
        let of = ArgumentType {
            kind,
            lanes,
            bytes: bytes_each,
        };
        Argument { of, bytes }
    }

    fn printed(text: &str, arguments: &[Argument]) -> String {
        let mut out = Vec::new();
        let constant = |address| (address == 16).then_some(&b"sixteen"[..]);
        format(text.as_bytes(), arguments, &constant, &mut out);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn integers_are_as_in_c() {
        let cases: [(&str, i32, &str); 16] = [
            ("%d", -5, "-5"),
            ("%5d|", -5, "   -5|"),
            ("%-5i|", -5, "-5   |"),
            ("%05d", -5, "-0005"),
            ("%+d", 5, "+5"),
            ("% d", 5, " 5"),
            ("%.3d", 5, "005"),
            ("%6.3d", -5, "  -005"),
            ("%.0d|", 0, "|"),
            ("%u", -1, "4294967295"),
            ("%x", 255, "ff"),
            ("%#X", 255, "0XFF"),
            ("%#010x", 255, "0x000000ff"),
            ("%#o", 8, "010"),
            ("%hhd", 257, "1"),
            ("%c", 65, "A"),
        ];
        for (format, value, expected) in cases {
            assert_eq!(printed(format, &[int(value)]), expected, "{format}");
        }
    }

    #[test]
    fn floats_are_as_in_c() {
        let cases: [(&str, f32, &str); 18] = [
            ("%f", 1.5, "1.500000"),
            ("%.0f", 2.5, "2"),
            ("%#.0f", 2.0, "2."),
            ("%8.2f|", -1.256, "   -1.26|"),
            ("%08.2f", -1.25, "-0001.25"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.2E", 0.00012, "1.20E-04"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001, "1e-05"),
            ("%g", 1_000_000.0, "1e+06"),
            ("%g", 100_000.0, "100000"),
            ("%#g", 1.0, "1.00000"),
            ("%G", f32::INFINITY, "INF"),
            ("%5f|", f32::NAN, "  nan|"),
            ("%f", -0.0, "-0.000000"),
            ("%a", 1.0, "0x1p+0"),
            ("%.1a", 0.7, "0x1.6p-1"),
            ("%A", -255.5, "-0X1.FFP+7"),
        ];
        for (format, value, expected) in cases {
            assert_eq!(printed(format, &[float(value)]), expected, "{format}");
        }
    }

    #[test]
    fn vectors_have_commas() {
        let floats = [1.0_f32, 2.5, -3.0, 4.0]
            .iter()
            .flat_map(|value| value.to_le_bytes());
        let vector = of(Kind::Float, 4, floats.collect());
        assert_eq!(
            printed("%2.1v4hlf", std::slice::from_ref(&vector)),
            "1.0,2.5,-3.0,4.0"
        );
        assert_eq!(
            printed("%v4f", &[vector]),
            "1.000000,2.500000,-3.000000,4.000000"
        );
        let bytes = of(Kind::Integer, 4, vec![1, 255, 3, 4]);
        assert_eq!(printed("%v4hhd", std::slice::from_ref(&bytes)), "1,-1,3,4");
        assert_eq!(printed("%#v4hhx", &[bytes]), "0x1,0xff,0x3,0x4");
    }

    #[test]
    fn texts_and_pointers_are_addresses() {
        let pointer = |address: u32| of(Kind::Pointer, 1, address.to_le_bytes().into());
        assert_eq!(printed("[%s]", &[pointer(16)]), "[sixteen]");
        assert_eq!(
            printed("[%9.3s|%-4s]", &[pointer(16), pointer(0)]),
            "[      six|(null)]"
        );
        assert_eq!(printed("%p", &[pointer(16)]), "0x10");
    }

    #[test]
    fn what_has_no_argument_stays() {
        assert_eq!(printed("100%% %d %y %", &[]), "100% %d %y %");
        let wide = of(Kind::Integer, 1, (-1_i64).to_le_bytes().into());
        assert_eq!(
            printed("%ld %lx", &[wide.clone(), wide]),
            "-1 ffffffffffffffff"
        );
    }
}
