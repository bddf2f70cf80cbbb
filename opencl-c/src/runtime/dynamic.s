# Where the dynamic part of shared memory starts: behind all static variables, as this file is linked last.
    .section .tbss,"awT",@nobits
    .p2align 4
    .hidden __simt_dyn
    .globl __simt_dyn
    .type __simt_dyn, @object
__simt_dyn:
    .size __simt_dyn, 0
