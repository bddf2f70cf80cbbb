(* blackbox *)
module heddle_memory #(parameter MEMID = "", parameter SIZE = 2, parameter ABITS = 1, parameter WIDTH = 1,
    parameter RD_PORTS = 1, parameter WR_PORTS = 1,
    parameter RD_CLK_ENABLE = 0, parameter RD_TRANSPARENCY_MASK = 0,
    parameter RD_CE_OVER_SRST = 0, parameter RD_SRST_VALUE = 0) (
    input [RD_PORTS-1:0] RD_CLK, input [RD_PORTS-1:0] RD_EN, input [RD_PORTS-1:0] RD_SRST,
    input [RD_PORTS*ABITS-1:0] RD_ADDR, output [RD_PORTS*WIDTH-1:0] RD_DATA,
    input [WR_PORTS-1:0] WR_CLK, input [WR_PORTS*WIDTH-1:0] WR_EN, input [WR_PORTS*ABITS-1:0] WR_ADDR,
    input [WR_PORTS*WIDTH-1:0] WR_DATA);
endmodule
