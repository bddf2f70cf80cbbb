(* techmap_celltype = "$mem_v2" *)
module memory_to_macro (RD_CLK, RD_EN, RD_ARST, RD_SRST, RD_ADDR, RD_DATA, WR_CLK, WR_EN, WR_ADDR, WR_DATA);
    parameter MEMID = ""; parameter SIZE = 4; parameter OFFSET = 0; parameter ABITS = 2; parameter WIDTH = 8; parameter INIT = 1'bx;
    parameter RD_PORTS = 1; parameter RD_CLK_ENABLE = 1'b1; parameter RD_CLK_POLARITY = 1'b1; parameter RD_TRANSPARENCY_MASK = 1'b0;
    parameter RD_COLLISION_X_MASK = 1'b0; parameter RD_WIDE_CONTINUATION = 1'b0; parameter RD_CE_OVER_SRST = 1'b0;
    parameter RD_ARST_VALUE = 1'b0; parameter RD_SRST_VALUE = 1'b0; parameter RD_INIT_VALUE = 1'b0;
    parameter WR_PORTS = 1; parameter WR_CLK_ENABLE = 1'b1; parameter WR_CLK_POLARITY = 1'b1; parameter WR_PRIORITY_MASK = 1'b0;
    parameter WR_WIDE_CONTINUATION = 1'b0;
    input [RD_PORTS-1:0] RD_CLK, RD_EN, RD_ARST, RD_SRST; input [RD_PORTS*ABITS-1:0] RD_ADDR; output [RD_PORTS*WIDTH-1:0] RD_DATA;
    input [WR_PORTS-1:0] WR_CLK; input [WR_PORTS*WIDTH-1:0] WR_EN; input [WR_PORTS*ABITS-1:0] WR_ADDR; input [WR_PORTS*WIDTH-1:0] WR_DATA;
    // Ports of several widths do not become macros.
    wire _TECHMAP_FAIL_ = |RD_WIDE_CONTINUATION || |WR_WIDE_CONTINUATION;
    heddle_memory #(.MEMID(MEMID), .SIZE(SIZE), .ABITS(ABITS), .WIDTH(WIDTH), .RD_PORTS(RD_PORTS), .WR_PORTS(WR_PORTS),
        .RD_CLK_ENABLE(RD_CLK_ENABLE), .RD_TRANSPARENCY_MASK(RD_TRANSPARENCY_MASK), .RD_CE_OVER_SRST(RD_CE_OVER_SRST),
        .RD_SRST_VALUE(RD_SRST_VALUE))
      _TECHMAP_REPLACE_ (.RD_CLK(RD_CLK), .RD_EN(RD_EN), .RD_SRST(RD_SRST), .RD_ADDR(RD_ADDR), .RD_DATA(RD_DATA),
        .WR_CLK(WR_CLK), .WR_EN(WR_EN), .WR_ADDR(WR_ADDR), .WR_DATA(WR_DATA));
endmodule
