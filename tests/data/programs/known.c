#include "simt.h"

struct args {
    const uint32_t *in;
    uint32_t *out;
};

// What the functions of a thread see: the common input, the thread's own words of the output, its number in
// the launch, and how many iterations it may still make.
struct thread {
    const uint32_t *in;
    uint32_t *out;
    uint32_t index;
    uint32_t fuel;
};

// A word of the block for each of its threads.
SHARED uint32_t cells[64];

// Whether a loop may go round once more; no loop is endless.
static inline int goes_on(struct thread *t) {
    return t->fuel != 0 && t->fuel-- != 0;
}

// What the thread `step` places further on gives. All threads of the block call it together.
__attribute__((noinline)) static uint32_t exchange(uint32_t value, uint32_t step) {
    const uint32_t place = thread_idx_x(), threads = block_dim_x();
    cells[place] = value;
    block_barrier();
    value = cells[(place + step) % threads];
    block_barrier();
    return value;
}

__attribute__((noinline)) static uint32_t program_2454_f0(struct thread *t, uint32_t a, uint32_t b, uint32_t depth) {
    uint32_t c = a ^ 5, d = b + t->index;
    for (uint32_t i1 = 0; i1 < (c & 7) && goes_on(t); i1++) {
        b ^= (a | 0xf4109b3bu);
        if ((float)(b & 1023) < 1.5f * (float)(t->index & 1023)) continue;
        if ((int32_t)0x9b623621u != (int32_t)a) {
            d = b;
            if ((float)(0x4bed08au & 1023) > 1.5f * (float)((0xa3ac189au - c) & 1023)) return (3u % (i1 | 1));
            if (((float)((c | b) & 1023) != 1.5f * (float)(i1 & 1023) || (float)((((t->index + (8u | t->index)) & 3) <= 1u ? 4u : a) & 1023) > 1.5f * (float)((t->in[18] / (8u | 1)) & 1023))) break;
            if ((float)((t->index % (7u | 1)) & 1023) < 1.5f * (float)((d % (c | 1)) & 1023)) break;
        }
        else {
            b ^= (14u + t->index);
            if (depth < 2) d += program_2454_f0(t, (i1 << (i1 & 31)), c, depth + 1);
        }
    }
    return a ^ (b + c) ^ (d << 3);
}

__attribute__((noinline)) static uint32_t program_2454_f1(struct thread *t, uint32_t a, uint32_t b, uint32_t depth) {
    uint32_t c = a ^ 5, d = b + t->index;
    a = ((b % (a | 1)) / (6u | 1));
    if ((((d / (d | 1)) ^ t->index) & 7) != 0) {
        b = ((0x5fa42606u << (t->index & 31)) >> (a & 31));
        do {
            d -= ((((7u ^ 12u) ^ t->index) & 3) != 0 ? t->in[25] : 10u);
            a = c;
            c = ((c >> (b & 31)) >> (0x80fbb3d6u & 31));
            d = a;
        }
        while ((0xa3719247u <= (a >> (0xa608c127u & 31))) && goes_on(t));
        d += d;
    }
    else {
        b += 0x68d282f0u;
    }
    return a ^ (b + c) ^ (d << 3);
}

__attribute__((noinline)) static uint32_t program_2454_f2(struct thread *t, uint32_t a, uint32_t b, uint32_t depth) {
    uint32_t c = a ^ 5, d = b + t->index;
    for (;;) {
        if (!goes_on(t)) break;
        b += (t->in[8] % (8u | 1));
        switch ((c % (b | 1)) & 7) {
            case 0:
                a += (d | t->index);
                break;
            case 1:
                d += b;
                break;
            case 2:
                a += (t->in[45] << (b & 31));
                break;
            case 3:
                d ^= (c >> (a & 31));
                if ((int32_t)(((float)((a - c) & 1023) <= 1.5f * (float)((t->index & d) & 1023) && (float)((d >> (d & 31)) & 1023) < 1.5f * (float)(0u & 1023)) ? 0xa9daab53u : a) != (int32_t)(a & t->in[32])) return program_2454_f0(t, (a | c), b, 0);
                b += (c % (d | 1));
                if ((((b - t->in[4]) ^ t->index) & 1) != 0) goto out1;
                break;
            case 4:
                d -= t->in[49];
                d -= (0x45bfe3d8u ^ b);
                t->out[8u & 7] += (c >> (d & 31));
                break;
            case 5:
                a ^= (12u - c);
                break;
            default:
                c -= b;
                break;
        }
        if ((float)(5u & 1023) < 1.5f * (float)((t->index | 14u) & 1023)) break;
    }
    out1:;
    return a ^ (b + c) ^ (d << 3);
}

static uint32_t (*const program_2454_table[4])(struct thread *, uint32_t, uint32_t, uint32_t) = {
    program_2454_f1, program_2454_f2, program_2454_f0, program_2454_f2,
};

KERNEL(program_2454)(uint32_t index, const struct args *args) {
    struct thread thread = {args->in, args->out + 8 * index, index, 0}, *t = &thread;
    const uint32_t place = thread_idx_x(), threads = block_dim_x();
    uint32_t a = t->in[index & 63], b = index * 0x9e3779b9u, c = block_idx_x(), d = place;
    t->fuel = 20;
    if ((((t->index + t->index) & 3) != 2u && (int32_t)(t->in[44] + a) >= (int32_t)(c / (c | 1)))) {
        a = t->in[(b % (t->index | 1)) & 63];
        a = t->index;
        t->out[(c % (0xe37a75c3u | 1)) & 7] += (c << (c & 31));
    }
    else {
        a -= (t->index * a);
        for (;;) {
            if (!goes_on(t)) break;
            d -= a;
            d ^= program_2454_table[t->in[t->in[40] & 63] & 3](t, (t->in[41] + d), (((float)((c >> (t->index & 31)) & 1023) != 1.5f * (float)(t->index & 1023) && ((t->index + (t->in[44] << (b & 31))) & 3) >= 0u) ? b : a), 0);
            d += ((((d / (a | 1)) ^ t->index) & 1) != 0 ? t->in[60] : t->index);
            if (((c ^ t->index) & 1) != 0) break;
        }
    }
    d ^= exchange((b - t->in[42]), 2);
    t->fuel = 20;
    for (uint32_t round = 0; round < (t->in[58] & 1) + 2; round++) {
        for (;;) {
            if (!goes_on(t)) break;
            b -= (t->index * t->in[44]);
            for (;;) {
                if (!goes_on(t)) break;
                a ^= a;
                c = b;
                if (((t->index + (d & d)) & 3) != 3u) break;
            }
            if ((((0x850cdef9u - a) ^ t->index) & 7) != 0) break;
        }
        cells[place] = t->in[22];
        block_barrier();
        if ((float)((a + d) & 1023) == 1.5f * (float)((((t->in[c & 63] ^ t->index) & 1) != 0 ? d : t->in[42]) & 1023)) {
            c += cells[(place + 5) % threads];
            if ((((c + d) ^ t->index) & 7) != 0) {
                b = (b << (t->index & 31));
            }
        }
        block_barrier();
    }
    t->fuel = 20;
    switch ((t->index + a) & 7) {
        case 0:
            d += (t->in[62] + 0x8e9e85ccu);
            if (((c ^ t->index) & 3) != 0) {
                d = (t->in[b & 63] - (0x6898c98cu ^ t->in[7]));
                a = ((d * d) / (b | 1));
                for (uint32_t i4 = 0; i4 < ((d % (c | 1)) & 7) && goes_on(t); i4++) {
                    a -= (6u + a);
                    if (((t->index + a) & 3) < 2u) break;
                }
            }
            while (((((2u % (0u | 1)) ^ t->index) & 7) != 0) && goes_on(t)) {
                b += (9u % (a | 1));
            }
            break;
        case 1:
            a += (c >> (b & 31));
            break;
        case 2:
            a ^= (d ^ t->in[62]);
            break;
        case 3:
            c += (4u + t->index);
            break;
        case 4:
            d ^= a;
        case 5:
            d -= t->in[1u & 63];
            break;
        case 6:
            d += (((t->in[22] & b) == (8u >> (b & 31)) && ((t->in[t->index & 63] ^ t->index) & 7) != 0) ? t->index : b);
        default:
            d += (b / (b | 1));
    }
    c ^= exchange((c & b), 1);
    t->fuel = 20;
    if ((12u << (0xf574fdb6u & 31)) != (t->in[17] - t->in[30])) {
        d = ((((((c | c) ^ t->index) & 1) != 0 && (((0x6c395e47u % (t->in[58] | 1)) ^ t->index) & 1) != 0) ? 13u : t->in[59]) & (c / (t->index | 1)));
        t->out[c & 7] += (t->in[30] + c);
        a ^= program_2454_f2(t, (0xc011cb26u & d), (c << (c & 31)), 0);
        a = ((t->in[36] & d) << (c & 31));
    }
    else {
        d -= (b << (c & 31));
        for (uint32_t i7 = 0; i7 < (12u & 7) && goes_on(t); i7++) {
            a ^= (i7 | 15u);
            a = ((c + 0xac02c0u) + (d >> (d & 31)));
        }
    }
    t->out[0] += a;
    t->out[1] += b;
    t->out[2] += c;
    t->out[3] += d;
}

