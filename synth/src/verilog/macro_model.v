// How a memory that is a macro behaves. What is written is seen after the clock edge, by reads through a register too, unless
// the port is transparent to the write; where two ports write one bit, the later port wins.
module heddle_memory #(parameter MEMID = "", parameter SIZE = 2, parameter ABITS = 1, parameter WIDTH = 1,
                       parameter RD_PORTS = 1, parameter WR_PORTS = 1, parameter RD_CLK_ENABLE = 0,
                       parameter RD_TRANSPARENCY_MASK = 0, parameter RD_CE_OVER_SRST = 0, parameter RD_SRST_VALUE = 0) (
    input [RD_PORTS-1:0] RD_CLK, input [RD_PORTS-1:0] RD_EN, input [RD_PORTS-1:0] RD_SRST,
    input [RD_PORTS*ABITS-1:0] RD_ADDR, output [RD_PORTS*WIDTH-1:0] RD_DATA,
    input [WR_PORTS-1:0] WR_CLK, input [WR_PORTS*WIDTH-1:0] WR_EN, input [WR_PORTS*ABITS-1:0] WR_ADDR,
    input [WR_PORTS*WIDTH-1:0] WR_DATA);

    reg [WIDTH-1:0] mem [0:SIZE-1];
    reg [RD_PORTS*WIDTH-1:0] read_q;
    reg [WIDTH-1:0] word;
    integer r, w;

    // Reads come first: blocking writes change what later ones of this block see.
    always @(posedge WR_CLK[0]) begin
        for (r = 0; r < RD_PORTS; r = r + 1) begin
            word = mem[RD_ADDR[r*ABITS +: ABITS]];
            for (w = 0; w < WR_PORTS; w = w + 1)
                if (((RD_TRANSPARENCY_MASK >> (r * WR_PORTS + w)) & 1) != 0
                    && WR_ADDR[w*ABITS +: ABITS] == RD_ADDR[r*ABITS +: ABITS])
                    word = word & ~WR_EN[w*WIDTH +: WIDTH] | WR_DATA[w*WIDTH +: WIDTH] & WR_EN[w*WIDTH +: WIDTH];
            if (RD_SRST[r] && (RD_EN[r] || ((RD_CE_OVER_SRST >> r) & 1) == 0))
                read_q[r*WIDTH +: WIDTH] <= RD_SRST_VALUE >> (r * WIDTH);
            else if (RD_EN[r])
                read_q[r*WIDTH +: WIDTH] <= word;
        end
        for (w = 0; w < WR_PORTS; w = w + 1)
            if (WR_EN[w*WIDTH +: WIDTH] != 0)
                mem[WR_ADDR[w*ABITS +: ABITS]] = mem[WR_ADDR[w*ABITS +: ABITS]] & ~WR_EN[w*WIDTH +: WIDTH]
                    | WR_DATA[w*WIDTH +: WIDTH] & WR_EN[w*WIDTH +: WIDTH];
    end

    genvar p;
    generate
        for (p = 0; p < RD_PORTS; p = p + 1) begin : g_read
            assign RD_DATA[p*WIDTH +: WIDTH] = ((RD_CLK_ENABLE >> p) & 1) != 0
                ? read_q[p*WIDTH +: WIDTH] : mem[RD_ADDR[p*ABITS +: ABITS]];
        end
    endgenerate
endmodule
