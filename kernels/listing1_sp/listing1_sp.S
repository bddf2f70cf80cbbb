# listing1_sp: collange2011, listing 1, as the paper's machine calls: the call pushes the return
# address, so sp is lower in f than at the call site and min(SP:PC) runs f first.
#
# The same function of the same arguments as listing1: const uint32_t *c, uint32_t *out.

    .text
    .globl  __kernel_listing1_sp
    .type   __kernel_listing1_sp, @function
__kernel_listing1_sp:
    lw      t0, 0(a1)               # c
    lw      t1, 4(a1)               # out
    slli    t2, a0, 2
    add     t0, t0, t2
    add     t1, t1, t2
    lw      t0, 0(t0)
    addi    a2, a0, 1               # x
    beqz    t0, after               # if (c)

call_site:
    addi    sp, sp, -16             #   f()
    sw      ra, 12(sp)
    jal     ra, f
    lw      ra, 12(sp)
    addi    sp, sp, 16

after:
    li      t2, 2654435761          # Knuth's multiplier
    mul     a2, a2, t2
    sw      a2, 0(t1)
    ret
    .size   __kernel_listing1_sp, . - __kernel_listing1_sp

# Eight steps of Marsaglia's 32-bit xorshift generator on a2.
    .globl  f
    .type   f, @function
f:
    li      t2, 8
.Lstep:
    slli    t3, a2, 13
    xor     a2, a2, t3
    srli    t3, a2, 17
    xor     a2, a2, t3
    slli    t3, a2, 5
    xor     a2, a2, t3
    addi    t2, t2, -1
    bnez    t2, .Lstep
    ret
    .size   f, . - f
