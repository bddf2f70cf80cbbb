// What block RAMs have in common: 512 rows of bytes of nine bits, two ports of any width. Addresses are those of bits of data,
// eight to a byte; a port under nine bits does not see the ninth. Contents at power-up are not modelled.
//
// Where the documentation of a family leaves open what is read of a row that the other port writes, the complement of the
// old row is read, so that who relies on it is found.
module heddle_block_ram #(parameter BYTES = 4, parameter RD_WIDTH_A = 36, parameter WR_WIDTH_A = 36, parameter RD_WIDTH_B = 36,
                          parameter WR_WIDTH_B = 36, parameter MODE_A = "READ_FIRST", parameter MODE_B = "READ_FIRST",
                          parameter OLD = 0, parameter [9*BYTES-1:0] SRVAL_A = 0, parameter [9*BYTES-1:0] SRVAL_B = 0) (
    input clk_a, input en_a, input rst_a, input [BYTES-1:0] we_a, input [15:0] addr_a, input [9*BYTES-1:0] di_a,
    output [9*BYTES-1:0] do_a,
    input clk_b, input en_b, input rst_b, input [BYTES-1:0] we_b, input [15:0] addr_b, input [9*BYTES-1:0] di_b,
    output [9*BYTES-1:0] do_b);

    localparam HIGH = BYTES == 8 ? 6 : 5;

    // The first bit of a port's word in its row.
    function [6:0] first(input integer width, input [15:0] addr);
        integer at;
        begin
            at = (addr >> 3) % BYTES;
            if (width >= 9)
                first = at / (width / 9) * width;
            else
                first = 9 * at + (addr % 8 & ~(width - 1));
        end
    endfunction

    function [9*BYTES-1:0] bits(input integer width);
        bits = width >= 9 * BYTES ? {9*BYTES{1'b1}} : (1 << width) - 1;
    endfunction

    // Bits of the row that a write changes.
    function [9*BYTES-1:0] mask(input integer width, input [15:0] addr, input [BYTES-1:0] we);
        integer i;
        reg [9*BYTES-1:0] word;
        begin
            for (i = 0; i < BYTES; i = i + 1)
                word[9*i +: 9] = {9{width >= 9 ? we[i] : we[0]}};
            mask = (word & bits(width)) << first(width, addr);
        end
    endfunction

    wire [9*BYTES-1:0] row_a, row_b;
    wire [8:0] at_a = addr_a[HIGH +: 9];
    wire [8:0] at_b = addr_b[HIGH +: 9];
    wire [9*BYTES-1:0] mask_a = en_a && WR_WIDTH_A != 0 ? mask(WR_WIDTH_A, addr_a, we_a) : 0;
    wire [9*BYTES-1:0] mask_b = en_b && WR_WIDTH_B != 0 ? mask(WR_WIDTH_B, addr_b, we_b) : 0;
    wire [9*BYTES-1:0] data_a = di_a << first(WR_WIDTH_A, addr_a);
    wire [9*BYTES-1:0] data_b = di_b << first(WR_WIDTH_B, addr_b);

    genvar k;
    generate
        for (k = 0; k < BYTES; k = k + 1) begin : g_byte
            reg [8:0] mem [0:511];
            assign row_a[9*k +: 9] = mem[at_a];
            assign row_b[9*k +: 9] = mem[at_b];
            if (WR_WIDTH_A != 0) begin : g_a
                always @(posedge clk_a)
                    if (mask_a[9*k +: 9] != 0)
                        mem[at_a] <= mem[at_a] & ~mask_a[9*k +: 9] | data_a[9*k +: 9] & mask_a[9*k +: 9];
            end
            if (WR_WIDTH_B != 0) begin : g_b
                always @(posedge clk_b)
                    if (mask_b[9*k +: 9] != 0)
                        mem[at_b] <= mem[at_b] & ~mask_b[9*k +: 9] | data_b[9*k +: 9] & mask_b[9*k +: 9];
            end
        end
    endgenerate

    wire [9*BYTES-1:0] open_a = !OLD && at_a == at_b ? mask_b : 0;
    wire [9*BYTES-1:0] open_b = !OLD && at_a == at_b ? mask_a : 0;
    wire [9*BYTES-1:0] new_a = MODE_A == "WRITE_FIRST" ? row_a & ~mask_a | data_a & mask_a : row_a;
    wire [9*BYTES-1:0] new_b = MODE_B == "WRITE_FIRST" ? row_b & ~mask_b | data_b & mask_b : row_b;
    reg [9*BYTES-1:0] q_a, q_b;
    assign do_a = q_a;
    assign do_b = q_b;

    always @(posedge clk_a)
        if (rst_a)
            q_a <= SRVAL_A;
        else if (en_a && RD_WIDTH_A != 0 && !(MODE_A == "NO_CHANGE" && mask_a != 0))
            q_a <= (new_a ^ open_a) >> first(RD_WIDTH_A, addr_a) & bits(RD_WIDTH_A);

    always @(posedge clk_b)
        if (rst_b)
            q_b <= SRVAL_B;
        else if (en_b && RD_WIDTH_B != 0 && !(MODE_B == "NO_CHANGE" && mask_b != 0))
            q_b <= (new_b ^ open_b) >> first(RD_WIDTH_B, addr_b) & bits(RD_WIDTH_B);
endmodule
