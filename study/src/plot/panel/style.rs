//! Colours and fonts of panels.

/// Number of colours; series beyond them have the first ones again, with other points.
const COLOURS: usize = 9;

/// The style sheet of panels. Colours of series have a contrast of at least 3 to the ground.
pub const STYLE: &str = "\
.hp { font: 13px system-ui, sans-serif; }
.hp text { fill: #1a1a1a; font-size: 13px; }
.hp .title { font-size: 15px; font-weight: 600; }
.hp .head { font-size: 18px; font-weight: 600; }
.hp .tick { font-size: 12px; }
.hp .middle { text-anchor: middle; }
.hp .end { text-anchor: end; }
.hp .ground { fill: #ffffff; }
.hp .rule { stroke: #d8d8d8; }
.hp .axis { stroke: #666666; }
.hp .c0 { fill: #1f6fb2; stroke: #1f6fb2; }
.hp .c1 { fill: #c2410c; stroke: #c2410c; }
.hp .c2 { fill: #15803d; stroke: #15803d; }
.hp .c3 { fill: #7e22ce; stroke: #7e22ce; }
.hp .c4 { fill: #a16207; stroke: #a16207; }
.hp .c5 { fill: #0e7490; stroke: #0e7490; }
.hp .c6 { fill: #be185d; stroke: #be185d; }
.hp .c7 { fill: #57534e; stroke: #57534e; }
.hp .c8 { fill: #4338ca; stroke: #4338ca; }
.hp .line { fill: none; stroke-width: 2; }
.hp .open { fill: #ffffff; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
  .hp text { fill: #e6e6e6; }
  .hp .ground { fill: #16181c; }
  .hp .rule { stroke: #3a3d42; }
  .hp .axis { stroke: #a0a0a0; }
  .hp .c0 { fill: #6cb6ff; stroke: #6cb6ff; }
  .hp .c1 { fill: #ff9b6b; stroke: #ff9b6b; }
  .hp .c2 { fill: #6fd08c; stroke: #6fd08c; }
  .hp .c3 { fill: #d0a8ff; stroke: #d0a8ff; }
  .hp .c4 { fill: #e8c35a; stroke: #e8c35a; }
  .hp .c5 { fill: #5fd4e6; stroke: #5fd4e6; }
  .hp .c6 { fill: #ff8fbf; stroke: #ff8fbf; }
  .hp .c7 { fill: #c7c2bd; stroke: #c7c2bd; }
  .hp .c8 { fill: #a5a6ff; stroke: #a5a6ff; }
  .hp .line { fill: none; }
  .hp .open { fill: #16181c; }
}
";

/// The class of a series.
pub(super) fn series(index: usize) -> String {
    format!("c{}", index % COLOURS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of a colour, `rrggbb` (WCAG 2.2).
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("hexadecimal");
            let value = f64::from(value) / 255.0;
            match value <= 0.03928 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    /// The fill of a class in one half of the style sheet.
    fn fill<'a>(sheet: &'a str, class: &str) -> &'a str {
        let rule = sheet.split(class).nth(1).expect("a rule");
        let (_, rest) = rule.split_once("fill: #").expect("a fill");
        &rest[..6]
    }

    #[test]
    fn series_can_be_told_from_the_ground() {
        let (light, dark) = STYLE.split_once("@media").expect("both");
        for sheet in [light, dark] {
            let ground = fill(sheet, ".ground");
            for index in 0..COLOURS {
                let colour = fill(sheet, &format!(".hp .{} ", series(index)));
                assert!(contrast(colour, ground) >= 3.0, "{colour} on {ground}");
            }
            assert!(contrast(fill(sheet, ".hp text "), ground) >= 7.0);
        }
    }

    #[test]
    fn no_text_is_small() {
        for size in STYLE.split("font-size: ").skip(1) {
            let size: u32 = size.split("px").next().unwrap().parse().expect("pixels");
            assert!(size >= 12);
        }
    }
}
