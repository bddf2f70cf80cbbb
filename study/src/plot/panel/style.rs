//! Colours and fonts of panels.

/// Number of colours; series beyond them have the first ones again, with other points.
const COLOURS: usize = 9;

/// The style sheet of panels. Colours of series, and of ramps (`g` greys, `r` from pale to strong), have a contrast of at least 3 to the
/// ground.
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
.hp .g0 { fill: #909090; stroke: #909090; }
.hp .g1 { fill: #6b6b6b; stroke: #6b6b6b; }
.hp .g2 { fill: #4a4a4a; stroke: #4a4a4a; }
.hp .r0 { fill: #5695d7; stroke: #5695d7; }
.hp .r1 { fill: #3983d1; stroke: #3983d1; }
.hp .r2 { fill: #2c72bc; stroke: #2c72bc; }
.hp .r3 { fill: #2663a3; stroke: #2663a3; }
.hp .r4 { fill: #21558b; stroke: #21558b; }
.hp .r5 { fill: #1b4674; stroke: #1b4674; }
.hp .r6 { fill: #15385b; stroke: #15385b; }
.hp .r7 { fill: #0f2741; stroke: #0f2741; }
.hp .line { fill: none; stroke-width: 2; }
.hp .front { fill: none; }
.hp .bar { stroke: #ffffff; stroke-width: 1; }
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
  .hp .g0 { fill: #686868; stroke: #686868; }
  .hp .g1 { fill: #8e8e8e; stroke: #8e8e8e; }
  .hp .g2 { fill: #bbbbbb; stroke: #bbbbbb; }
  .hp .r0 { fill: #296aaf; stroke: #296aaf; }
  .hp .r1 { fill: #2f7ac9; stroke: #2f7ac9; }
  .hp .r2 { fill: #488cd4; stroke: #488cd4; }
  .hp .r3 { fill: #659edb; stroke: #659edb; }
  .hp .r4 { fill: #83b1e2; stroke: #83b1e2; }
  .hp .r5 { fill: #a3c6e9; stroke: #a3c6e9; }
  .hp .r6 { fill: #c6dbf2; stroke: #c6dbf2; }
  .hp .r7 { fill: #eaf2fa; stroke: #eaf2fa; }
  .hp .line { fill: none; }
  .hp .bar { stroke: #16181c; }
  .hp .open { fill: #16181c; }
}
";

/// The class of a series.
pub(in crate::plot) fn series(index: usize) -> String {
    format!("c{}", index % COLOURS)
}
