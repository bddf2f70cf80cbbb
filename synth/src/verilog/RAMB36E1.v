// Block RAM of the 7 series (AMD, UG473), as Yosys uses it: outputs without registers, no cascade, no ECC,
// one clock. A word of 72 bits is written at port B and read at port A, with its upper half at the pins of B.
module RAMB36E1 (
    input CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB, RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
    input [15:0] ADDRARDADDR, ADDRBWRADDR, input [31:0] DIADI, DIBDI, input [3:0] DIPADIP, DIPBDIP,
    input [3:0] WEA, input [7:0] WEBWE,
    output [31:0] DOADO, DOBDO, output [3:0] DOPADOP, DOPBDOP,
    input CASCADEINA, CASCADEINB, INJECTDBITERR, INJECTSBITERR, output CASCADEOUTA, CASCADEOUTB, SBITERR, DBITERR,
    output [7:0] ECCPARITY, output [8:0] RDADDRECC);
    parameter DOA_REG = 0, DOB_REG = 0, RAM_MODE = "TDP", RDADDR_COLLISION_HWCONFIG = "DELAYED_WRITE", SIM_DEVICE = "7SERIES";
    parameter READ_WIDTH_A = 0, READ_WIDTH_B = 0, WRITE_WIDTH_A = 0, WRITE_WIDTH_B = 0, SIM_COLLISION_CHECK = "ALL";
    parameter WRITE_MODE_A = "WRITE_FIRST", WRITE_MODE_B = "WRITE_FIRST", SRVAL_A = 36'h0, SRVAL_B = 36'h0;
    parameter RSTREG_PRIORITY_A = "RSTREG", RSTREG_PRIORITY_B = "RSTREG", INIT_FILE = "NONE", INIT_A = 0, INIT_B = 0;
    parameter IS_CLKARDCLK_INVERTED = 0, IS_CLKBWRCLK_INVERTED = 0, IS_ENARDEN_INVERTED = 0, IS_ENBWREN_INVERTED = 0;
    parameter IS_RSTRAMARSTRAM_INVERTED = 0, IS_RSTRAMB_INVERTED = 0, IS_RSTREGARSTREG_INVERTED = 0, IS_RSTREGB_INVERTED = 0;
    parameter EN_ECC_READ = "FALSE", EN_ECC_WRITE = "FALSE", RAM_EXTENSION_A = "NONE", RAM_EXTENSION_B = "NONE";

    wire en_a = ENARDEN ^ IS_ENARDEN_INVERTED;
    wire en_b = ENBWREN ^ IS_ENBWREN_INVERTED;
    wire rst_a = en_a && (RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED);
    wire rst_b = en_b && (RSTRAMB ^ IS_RSTRAMB_INVERTED);
    wire [35:0] di_a = {DIPADIP[3], DIADI[31:24], DIPADIP[2], DIADI[23:16], DIPADIP[1], DIADI[15:8], DIPADIP[0], DIADI[7:0]};
    wire [35:0] di_b = {DIPBDIP[3], DIBDI[31:24], DIPBDIP[2], DIBDI[23:16], DIPBDIP[1], DIBDI[15:8], DIPBDIP[0], DIBDI[7:0]};
    wire [71:0] do_a, do_b;
    wire [35:0] word_a = do_a[35:0];
    wire [35:0] word_b = READ_WIDTH_A == 72 ? do_a[71:36] : do_b[35:0];
    // Reset values have the parities on top, as the pins.
    function [35:0] bytes(input [35:0] value);
        bytes = {value[35], value[31:24], value[34], value[23:16], value[33], value[15:8], value[32], value[7:0]};
    endfunction
    heddle_block_ram #(.BYTES(8), .RD_WIDTH_A(READ_WIDTH_A), .WR_WIDTH_A(WRITE_WIDTH_A), .RD_WIDTH_B(READ_WIDTH_B),
                       .WR_WIDTH_B(WRITE_WIDTH_B), .MODE_A(WRITE_MODE_A), .MODE_B(WRITE_MODE_B),
                       .OLD(WRITE_MODE_A == "READ_FIRST" && WRITE_MODE_B == "READ_FIRST"),
                       .SRVAL_A({bytes(SRVAL_B), bytes(SRVAL_A)}), .SRVAL_B({36'b0, bytes(SRVAL_B)})) ram (
        .clk_a(CLKARDCLK), .en_a(en_a), .rst_a(rst_a), .we_a({4'b0, WEA}), .addr_a({1'b0, ADDRARDADDR[14:0]}),
        .di_a({36'b0, di_a}), .do_a(do_a),
        .clk_b(CLKBWRCLK), .en_b(en_b), .rst_b(rst_b), .we_b(WEBWE), .addr_b({1'b0, ADDRBWRADDR[14:0]}),
        .di_b(WRITE_WIDTH_B == 72 ? {di_b, di_a} : {36'b0, di_b}), .do_b(do_b));
    assign {DOPADOP[3], DOADO[31:24], DOPADOP[2], DOADO[23:16], DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]} = word_a;
    assign {DOPBDOP[3], DOBDO[31:24], DOPBDOP[2], DOBDO[23:16], DOPBDOP[1], DOBDO[15:8], DOPBDOP[0], DOBDO[7:0]} = word_b;
endmodule
