// Half a block RAM of the 7 series (AMD, UG473), as Yosys uses it: outputs without registers, one clock. A word of 36 bits
// is written at port B and read at port A, with its upper half at the pins of B.
module RAMB18E1 (
    input CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB, RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
    input [13:0] ADDRARDADDR, ADDRBWRADDR, input [15:0] DIADI, DIBDI, input [1:0] DIPADIP, DIPBDIP,
    input [1:0] WEA, input [3:0] WEBWE,
    output [15:0] DOADO, DOBDO, output [1:0] DOPADOP, DOPBDOP);
    parameter DOA_REG = 0, DOB_REG = 0, RAM_MODE = "TDP", RDADDR_COLLISION_HWCONFIG = "DELAYED_WRITE", SIM_DEVICE = "7SERIES";
    parameter READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0, SIM_COLLISION_CHECK = "ALL";
    parameter WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST", SRVAL_A = 18'h0, SRVAL_B = 18'h0;
    parameter RSTREG_PRIORITY_A = "RSTREG", RSTREG_PRIORITY_B = "RSTREG", INIT_FILE = "NONE", INIT_A = 0, INIT_B = 0;
    parameter IS_CLKARDCLK_INVERTED = 0, IS_CLKBWRCLK_INVERTED = 0, IS_ENARDEN_INVERTED = 0, IS_ENBWREN_INVERTED = 0;
    parameter IS_RSTRAMARSTRAM_INVERTED = 0, IS_RSTRAMB_INVERTED = 0, IS_RSTREGARSTREG_INVERTED = 0, IS_RSTREGB_INVERTED = 0;

    wire en_a = ENARDEN ^ IS_ENARDEN_INVERTED;
    wire en_b = ENBWREN ^ IS_ENBWREN_INVERTED;
    wire rst_a = en_a && (RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED);
    wire rst_b = en_b && (RSTRAMB ^ IS_RSTRAMB_INVERTED);
    wire [17:0] di_a = {DIPADIP[1], DIADI[15:8], DIPADIP[0], DIADI[7:0]};
    wire [17:0] di_b = {DIPBDIP[1], DIBDI[15:8], DIPBDIP[0], DIBDI[7:0]};
    wire [35:0] do_a, do_b;
    wire [17:0] word_a = do_a[17:0];
    wire [17:0] word_b = READ_WIDTH_A == 36 ? do_a[35:18] : do_b[17:0];
    // Reset values have the parities on top, as the pins.
    function [17:0] bytes(input [17:0] value);
        bytes = {value[17], value[15:8], value[16], value[7:0]};
    endfunction
    heddle_block_ram #(.BYTES(4), .RD_WIDTH_A(READ_WIDTH_A), .WR_WIDTH_A(WRITE_WIDTH_A), .RD_WIDTH_B(READ_WIDTH_B),
                       .WR_WIDTH_B(WRITE_WIDTH_B), .MODE_A(WRITE_MODE_A), .MODE_B(WRITE_MODE_B),
                       .OLD(WRITE_MODE_A == "READ_FIRST" && WRITE_MODE_B == "READ_FIRST"),
                       .SRVAL_A({bytes(SRVAL_B), bytes(SRVAL_A)}), .SRVAL_B({18'b0, bytes(SRVAL_B)})) ram (
        .clk_a(CLKARDCLK), .en_a(en_a), .rst_a(rst_a), .we_a({2'b0, WEA}), .addr_a({2'b0, ADDRARDADDR}),
        .di_a({18'b0, di_a}), .do_a(do_a),
        .clk_b(CLKBWRCLK), .en_b(en_b), .rst_b(rst_b), .we_b(WEBWE), .addr_b({2'b0, ADDRBWRADDR}),
        .di_b(WRITE_WIDTH_B == 36 ? {di_b, di_a} : {18'b0, di_b}), .do_b(do_b));
    assign {DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]} = word_a;
    assign {DOPBDOP[1], DOBDO[15:8], DOPBDOP[0], DOBDO[7:0]} = word_b;
endmodule
