// conservation_checker_tb: each rule of conservation_checker is broken once, and kept once.
// Result:  PASS, or a line for each code that differs.
`timescale 1ns / 1ps
`default_nettype none

module conservation_checker_tb;
    // Two lanes with threads {row, lane}.
    localparam NOBODY = 3'd7;

    reg        clk = 1'b0;
    reg        rst = 1'b1;
    reg        commit = 1'b0;
    reg  [1:0] commit_lanes = 2'd0;
    reg  [5:0] commit_tid = 6'd0;
    reg  [7:0] commit_pc = 8'd0;
    reg        issue = 1'b0;
    reg  [1:0] issue_lanes = 2'd0;
    reg  [5:0] issue_tid = 6'd0;
    reg  [3:0] issue_pc = 4'd0;
    reg        draining = 1'b0;
    wire       occupied;
    wire [2:0] fault;
    integer    differences = 0;

    conservation_checker #(
        .LANE_BITS(1),
        .TID_BITS(3),
        .PC_BITS(4),
        .DRAIN_BITS(3)
    ) dut (
        .clk_i(clk),
        .rst_i(rst),
        .commit_i(commit),
        .commit_lanes_i(commit_lanes),
        .commit_tid_i(commit_tid),
        .commit_pc_i(commit_pc),
        .issue_i(issue),
        .issue_lanes_i(issue_lanes),
        .issue_tid_i(issue_tid),
        .issue_pc_i(issue_pc),
        .draining_i(draining),
        .occupied_o(occupied),
        .fault_o(fault)
    );

    task cycle;
        begin
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            commit = 1'b0;
            issue = 1'b0;
        end
    endtask

    task goes_in(input [1:0] lanes, input [5:0] tid, input [7:0] pc);
        begin
            commit = 1'b1;
            commit_lanes = lanes;
            commit_tid = tid;
            commit_pc = pc;
            cycle;
        end
    endtask

    task comes_out(input [1:0] lanes, input [5:0] tid, input [3:0] pc);
        begin
            issue = 1'b1;
            issue_lanes = lanes;
            issue_tid = tid;
            issue_pc = pc;
            cycle;
        end
    endtask

    // The code so far; then everything begins anew.
    task compare(input [2:0] code, input left);
        begin
            repeat (3) cycle;
            if (fault !== code || occupied !== left) begin
                $display("fault %0d for %0d, occupied %b for %b", fault, code, occupied, left);
                differences = differences + 1;
            end
            draining = 1'b0;
            restart;
        end
    endtask

    // A reset; thread 2 goes in with PC 5, thread 1 with PC 9.
    task restart;
        begin
            rst = 1'b1;
            cycle;
            rst = 1'b0;
            goes_in(2'b11, {3'd1, 3'd2}, {4'd9, 4'd5});
        end
    endtask

    initial begin
        restart;
        comes_out(2'b01, {NOBODY, 3'd2}, 4'd5);
        comes_out(2'b10, {3'd1, NOBODY}, 4'd9);
        goes_in(2'b01, {NOBODY, 3'd2}, {4'd0, 4'd6});
        comes_out(2'b01, {NOBODY, 3'd2}, 4'd6);
        compare(3'd0, 1'b0);

        comes_out(2'b00, {NOBODY, NOBODY}, 4'd5);
        compare(3'd1, 1'b1);
        comes_out(2'b11, {NOBODY, 3'd2}, 4'd5);
        compare(3'd1, 1'b1);
        comes_out(2'b00, {NOBODY, 3'd2}, 4'd5);
        compare(3'd1, 1'b1);
        comes_out(2'b01, {NOBODY, 3'd1}, 4'd9);
        compare(3'd2, 1'b1);
        comes_out(2'b01, {NOBODY, 3'd0}, 4'd5);
        compare(3'd3, 1'b1);
        comes_out(2'b01, {NOBODY, 3'd2}, 4'd5);
        comes_out(2'b01, {NOBODY, 3'd2}, 4'd5);
        compare(3'd3, 1'b1);
        comes_out(2'b11, {3'd1, 3'd2}, 4'd5);
        compare(3'd4, 1'b0);
        goes_in(2'b10, {3'd1, NOBODY}, {4'd9, 4'd0});
        compare(3'd6, 1'b1);

        // A drain of eight cycles and those of `compare`.
        draining = 1'b1;
        comes_out(2'b01, {NOBODY, 3'd2}, 4'd5);
        repeat (8) cycle;
        compare(3'd5, 1'b1);
        draining = 1'b1;
        comes_out(2'b01, {NOBODY, 3'd2}, 4'd5);
        comes_out(2'b10, {3'd1, NOBODY}, 4'd9);
        repeat (8) cycle;
        compare(3'd0, 1'b0);

        if (differences == 0) begin
            $display("PASS: each rule is checked");
        end
        $finish;
    end
endmodule

`default_nettype wire
