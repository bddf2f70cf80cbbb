// Block RAM of the ECP5 (Lattice, memory usage guide FPGA-TN-02204), as Yosys uses it: chip selects at 0, outputs
// without registers, one clock. A word of 36 bits comes in and goes out with its upper half at port B; byte enables of words of 18
// and 36 bits are the lowest address bits.
module DP16KD (
input DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
input ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
input DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
input ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0);
    parameter DATA_WIDTH_A = 18, DATA_WIDTH_B = 18, REGMODE_A = "NOREG", REGMODE_B = "NOREG", RESETMODE = "SYNC";
    parameter ASYNC_RESET_RELEASE = "SYNC", CSDECODE_A = "0b000", CSDECODE_B = "0b000", GSR = "ENABLED", INIT_DATA = "STATIC";
    parameter WRITEMODE_A = "NORMAL", WRITEMODE_B = "NORMAL", CLKAMUX = "CLKA", CLKBMUX = "CLKB", WID = 0;
    localparam MODE_A = WRITEMODE_A == "NORMAL" ? "NO_CHANGE" : WRITEMODE_A == "WRITETHROUGH" ? "WRITE_FIRST" : "READ_FIRST";
    localparam MODE_B = WRITEMODE_B == "NORMAL" ? "NO_CHANGE" : WRITEMODE_B == "WRITETHROUGH" ? "WRITE_FIRST" : "READ_FIRST";

wire [13:0] ad_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0};
wire [17:0] di_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
        DIA1, DIA0};
wire [13:0] ad_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0};
wire [17:0] di_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
        DIB1, DIB0};
    wire [3:0] we_a = {4{WEA && CEA && !RSTA}} & (DATA_WIDTH_A == 36 ? ad_a[3:0] : DATA_WIDTH_A == 18 ? {2'b0, ad_a[1:0]} : 4'b1);
    wire [3:0] we_b = {4{WEB && CEB && !RSTB}} & (DATA_WIDTH_B == 36 ? ad_b[3:0] : DATA_WIDTH_B == 18 ? {2'b0, ad_b[1:0]} : 4'b1);
    wire [35:0] do_a, do_b;
    heddle_block_ram #(.BYTES(4), .RD_WIDTH_A(DATA_WIDTH_A), .WR_WIDTH_A(DATA_WIDTH_A), .RD_WIDTH_B(DATA_WIDTH_B),
                       .WR_WIDTH_B(DATA_WIDTH_B), .MODE_A(MODE_A), .MODE_B(MODE_B)) ram (
        .clk_a(CLKA), .en_a(CEA), .rst_a(RSTA), .we_a(we_a), .addr_a({2'b0, ad_a}), .di_a({di_b, di_a}), .do_a(do_a),
        .clk_b(CLKB), .en_b(CEB), .rst_b(RSTB), .we_b(we_b), .addr_b({2'b0, ad_b}), .di_b({18'b0, di_b}), .do_b(do_b));
assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0}
        = DATA_WIDTH_B == 36 ? do_b[17:0] : do_a[17:0];
assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0}
        = DATA_WIDTH_B == 36 ? do_b[35:18] : do_b[17:0];
endmodule
