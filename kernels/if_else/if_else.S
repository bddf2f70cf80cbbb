# if_else: the if-then-else of collange2011, figure 1 and table 2.
#
# One instruction per block, in the order of the table, whose PC n is the address A + 4 * (n - 1).
# Each block adds one to its own octal digit of a2 (A: 0o1, B: 0o10, C: 0o100, D: 0o1000), so the
# result tells how often a thread ran each block.
#
# Arguments: const uint32_t *c, uint32_t *out. out[thread] is 0o1011 where c, 0o1101 where not.

    .text
    .globl  __kernel_if_else
    .type   __kernel_if_else, @function
__kernel_if_else:
    lw      t0, 0(a1)               # c
    lw      t1, 4(a1)               # out
    slli    t2, a0, 2
    add     t0, t0, t2
    add     t1, t1, t2
    lw      t0, 0(t0)
    li      a2, 0

A:  addi    a2, a2, 01              # 1
    beqz    t0, C                   # 2  if (!c) br 5
B:  addi    a2, a2, 010             # 3
    j       D                       # 4  br 6
C:  addi    a2, a2, 0100            # 5
D:  addi    a2, a2, 01000           # 6

    sw      a2, 0(t1)
    ret
    .size   __kernel_if_else, . - __kernel_if_else
