// What all generated kernels of a file share.
#pragma OPENCL FP_CONTRACT OFF

#define OVERLOADED __attribute__((overloadable))

// Words of output that each work-item has.
#define ROW 16

__constant uint table[16] = {0x00000000u, 0x00000001u, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x0000ffffu,
                             0x3f800000u, 0xbf000000u, 0x7f800000u, 0x00000003u, 0x00800000u, 0x9e3779b9u,
                             0x4b000001u, 0xcafe0123u, 0x00000080u, 0x55aa55aau};

// The place of the work-item in its group, work-items of the group, and the place of the group.
uint place_in_group(void) {
    return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
}

uint group_size(void) {
    return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}

uint place_of_group(void) {
    return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0));
}

// Whether a loop may go round again.
bool goes_on(uint *fuel) {
    if (*fuel == 0) return false;
    --*fuel;
    return true;
}

// Numbers of a moderate size, exactly; numbers of all bits but signalling NaNs; and the bits of a number, the same ones for
// every NaN, because devices differ in those.
#define REAL(width)                                                                                   \
    float##width OVERLOADED real(uint##width x) {                                                     \
        return (convert_float##width(x & 0xffffu) - 32768.0f) * 0.0078125f;                           \
    }                                                                                                 \
    float##width OVERLOADED float_of(uint##width x) {                                                 \
        return as_float##width(x | ((x >> 1) & 0x400000u));                                           \
    }                                                                                                 \
    uint##width OVERLOADED bits(float##width x) {                                                     \
        return select(as_uint##width(x), (uint##width)(0x7fc00000u), isnan(x));                       \
    }

REAL()
REAL(2)
REAL(3)
REAL(4)
REAL(8)
REAL(16)

// A number by way of a half.
#define HALVED(mode)                                                                                  \
    float halved##mode(float x) {                                                                     \
        ushort word;                                                                                  \
        vstore_half##mode(x, 0, (half *)&word);                                                       \
        return vload_half(0, (half *)&word);                                                          \
    }

HALVED()
HALVED(_rte)
HALVED(_rtz)
HALVED(_rtp)
HALVED(_rtn)

// A word that depends on all bits of a value.
uint OVERLOADED fold(ulong x) {
    return (uint)x * 0x9e3779b9u ^ (uint)(x >> 32);
}

#define FOLD_VECTORS(type)                                                                            \
    uint OVERLOADED fold(type##2 x) { return fold(x.x) * 31u + fold(x.y); }                           \
    uint OVERLOADED fold(type##3 x) { return (fold(x.x) * 31u + fold(x.y)) * 31u + fold(x.z); }       \
    uint OVERLOADED fold(type##4 x) { return fold(x.lo) * 37u + fold(x.hi); }                         \
    uint OVERLOADED fold(type##8 x) { return fold(x.lo) * 41u + fold(x.hi); }                         \
    uint OVERLOADED fold(type##16 x) { return fold(x.lo) * 43u + fold(x.hi); }

#define FOLD(type)                                                                                    \
    uint OVERLOADED fold(type x) { return fold((ulong)x); }                                           \
    FOLD_VECTORS(type)

FOLD(char)
FOLD(uchar)
FOLD(short)
FOLD(ushort)
FOLD(int)
FOLD(uint)
FOLD(long)
FOLD_VECTORS(ulong)

uint OVERLOADED fold(float x) {
    return fold(bits(x));
}

FOLD_VECTORS(float)

struct kernel_20_s0 {
    int4 a[2];
    uint4 b;
};

float3 kernel_20_f0(__global const uint *in, int4 p0, int p1) {
    uint fuel = 8;
    float3 v1 = (float3)(-0.0f);
    for (uint i2 = 0; i2 < (as_uint(p1) & 7u) && goes_on(&fuel); i2++) {
        v1 -= v1;
        switch ((uint)in[207] & 7u) {
            case 0: {
                p0 = as_int4(as_uint4(p0) * as_uint4((bitselect((int8)((int)table[13]), convert_int8(vload8(11, in)), convert_int8(vload8(11, in)))).s2642));
            }
            case 1: {
                p1 = (int)((uint)p1 + (uint)bitselect((int)(uint)get_group_id(3), convert_int_sat_rtn(float_of((uint)in[38])), (int)upsample((ushort)table[11], (ushort)table[2])));
            }
            case 2: {
                v1 *= convert_float3_rte(convert_ulong3(vload3(68, in)));
            }
                break;
            case 3: {
                p0 = as_int4(as_uint4(p0) * as_uint4(upsample(convert_short4_sat((uint4)((uint)(uint)get_global_offset(2))), (((ushort4)((ushort)0x7ffful) != convert_ushort4_sat(p0)) ? convert_ushort4(vload4(49, in)) : convert_ushort4_sat(p0)))));
            }
                break;
        }
        if (!(mad_sat(i2, (uint)(uint)get_num_groups(0), i2) <= (uint)((uint)i2 ^ (uint)i2))) {
            v1 = v1;
            if (!((real(vload16(11, in))).s8 < float_of(i2))) continue;
        }
        else {
            v1 -= (float3)(real((uint)(uint)get_global_size(0)));
        }
    }
    return v1;
}

uint kernel_20_f1(__global const uint *in, int p0) {
    uint fuel = 8;
    uint v1 = convert_uint(p0);
    v1 = (uint)((uint)v1 * (uint)popcount((uint)0x7ul));
    for (uint i2 = 0; i2 < ((uint)((uint)v1 | (uint)v1) & 7u) && goes_on(&fuel); i2++) {
        v1 = (uint)((uint)v1 * (uint)as_uint(rhadd((uchar4)((uchar)in[110]), (uchar4)((uchar)0x2ul))));
        v1 = (uint)(upsample((ushort)fold(kernel_20_f0(in, (int4)((int)fold(kernel_20_f0(in, (int4)((int)0xd3656d54ul, (int)table[13], (int)table[13], (int)table[10]), (int)(!p0)))), as_int(abs(p0)))), mad_hi((ushort)(uint)get_global_id(2), (ushort)0x3ce5ul, (ushort)((ushort)table[14] >> (ushort)1))) < (vload16(7, in)).s1);
        for (uint i3 = 0; i3 < ((uint)fold(kernel_20_f0(in, ((float_of(vload4(51, in)) >= real(vload4(40, in))) ? convert_int4(vload4(54, in)) : convert_int4(vload4(49, in))), (int)((uint)p0 * (uint)p0))) & 7u) && goes_on(&fuel); i3++) {
            v1 = (uint)((uint)v1 + (uint)mad_sat((uint)((uint)(uint)in[252] & (uint)i3), (uint)fold(kernel_20_f0(in, as_int4((convert_int4(vload4(35, in)) != (int4)((int)table[1], (int)0xfffffffful, (int)(uint)get_num_groups(0), (int)0xdul))), (int)fold(kernel_20_f0(in, convert_int4(vload4(40, in)), hadd(p0, p0))))), i3));
        }
    }
    return v1;
}

__attribute__((noinline)) float3 kernel_20_f2(__global const uint *in, uint4 *p0, int p1) {
    uint fuel = 8;
    float3 v1 = (float3)(real((uint)in[203]), float_of((uint)(uint)get_global_id(0)), real((uint)in[23]));
    if (!((((uint)(uint)get_local_id(1) ^ (uint)get_global_id(2)) & 7u) != 0)) {
        v1 = (((float2)(convert_float_rte(p1), convert_float(p1))).yy).s100;
        for (uint i2 = 0; i2 < (convert_uint_sat((char)table[10]) & 7u) && goes_on(&fuel); i2++) {
            v1 -= v1;
            if (!((uint)((uint)i2 * (uint)i2) > bitselect(i2, i2, i2))) break;
            v1 = select(convert_float3_rtz((uint3)(convert_uint3_sat_rtp(v1) % ((uint3)((uint)table[8]) | (uint3)1))), v1, convert_uint3_sat_rtn(v1));
        }
    }
    return v1;
}

long kernel_20_exchange(__local long *cells, long value, uint lid, uint partner) {
    cells[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    long found = cells[partner];
    barrier(CLK_LOCAL_MEM_FENCE);
    return found;
}

__kernel void kernel_20(__global const uint *in, __global uint *out, __global uint *counters, __local uint *lent) {
    __local long cells1[64];
    __local uint tally[8];
    const uint lid = place_in_group(), size = group_size();
    const uint item = place_of_group() * size + lid;
    __global uint *row = out + ROW * item;
    uint fuel = 0;
    uint v2 = in[item & 255u] ^ (uint)0x5f9f97b1ul;
    uint8 v3 = as_uint8(as_uint8((uint8)0) - as_uint8(as_uint8(vload8(18, in))));
    uint4 v4 = as_uint4((!(uint4)((uint)table[6])));
    int3 v5 = (int3)((int)in[101], (int)0x7ffffffful, (int)in[150]);
    uint4 v6 = vload4(50, in);
    int list7[8];
    for (uint i = 0; i < 8u; i++) list7[i] = convert_int_sat(lid);
    struct kernel_20_s0 s8;
    for (uint i = 0; i < 2u; i++) s8.a[i] = (int4)((int)in[48]);
    s8.b = (uint4)((uint)in[228]);
    struct kernel_20_s0 s9;
    for (uint i = 0; i < 2u; i++) s9.a[i] = convert_int4(vload4(56, in));
    s9.b = (uint4)((uint)(uint)get_num_groups(1), (uint)in[197], (uint)(uint)get_local_size(0), (uint)in[182]);
    fuel = 12;
    if (((bitselect(convert_int_sat(lid), (int)table[2], (int)in[100]) <= (int)((uint)(uint)0 - (uint)as_uint(convert_int_sat(lid)))) || all(((ulong8)(convert_ulong8(v3) / (convert_ulong8_sat(v3) | (ulong8)1)) >= (convert_ulong3(vload3(8, in))).s11210221)))) {
        s8.b = (uint4)((any((as_ushort3(as_ushort3(convert_ushort3_sat(v5)) + as_ushort3((ushort3)((ushort)0xb106ul, (ushort)0x707aul, (ushort)in[103]))) < (ushort3)(convert_ushort3_sat(v5) >> as_ushort3(convert_ushort3_sat(v5))))) || all((as_int4(v4 << (uint4)((uint)(uint)get_global_id(0))) != (int4)(!any((popcount(s8.b) == v4)) ? s9.a[(uint)0x5ul & 1u] : convert_int4(vload4(61, in)))))) ? (uint4)(as_uint4((!v6)) / (v6 | (uint4)1)) : convert_uint4_sat(as_char4((!(char4)((char)table[9], (char)(uint)get_local_size(2), (char)(uint)get_local_id(0), (char)table[13])))));
        while (((((item ^ (uint)get_global_id(1)) & 3u) != 0)) && goes_on(&fuel)) {
            v3 *= shuffle2(as_uint2(as_uint2((uint2)((uint)in[98])) - as_uint2((uint2)((uint)in[62]))), (uint2)(((((lid ^ (uint)get_global_id(0)) & 7u) != 0) && (convert_int(item) > (int)((uint)convert_int(v2) & (uint)convert_int_sat(v2)))) ? (uint2)((uint)table[6], (uint)in[146]) : (uint2)((uint)table[6])), mad24((v3 & (uint8)16777215), (v3 & (uint8)16777215), (v3 & (uint8)16777215)));
            while ((((convert_int(item) >= convert_int_sat(convert_long(item))) && (((item ^ (uint)get_global_id(2)) & 3u) != 0))) && goes_on(&fuel)) {
                v6 -= (uint4)(as_uint4(as_uint4((uint4)0) - as_uint4(as_uint4(v4))) % (shuffle2(vload16(1, in), vload16(1, in), v4) | (uint4)1));
                vstore8(mad_hi(as_uint8(as_uint8(v3) - as_uint8(v3)), (convert_uint3(v5)).s10020200, (uint8)(v3 >> (uint8)1)), 0, row);
                s8 = s9;
            }
        }
    }
    lent[lid] = as_uint(convert_uchar4(s8.b));
    barrier(CLK_LOCAL_MEM_FENCE);
    v2 = lent[((lid + 4u) % size)] ^ lent[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    fuel = 12;
    if ((fabs(real((uint)(uint)get_num_groups(0))) != float_of(item))) {
        s9.b = as_uint4(as_uint4((convert_uint3_sat(v5)).s0002) - as_uint4((uint4)(~s8.b)));
        list7[(uint)in[171] & 7u] = ((int2)((int)fold(kernel_20_f1(in, hadd((int)in[88], (int)in[218]))))).even;
        if (any(((ulong2)((ulong)table[3]) >= upsample((uint2)((uint)in[201], (uint)in[26]), (uint2)((uint)table[12], (uint)0x80000000ul))))) {
            v5 = as_int3(as_uint3(convert_int3_sat_rtn(kernel_20_f0(in, (int4)((int)in[21]), (int)((uint)(int)(uint)get_local_size(1) - (uint)convert_int(lid))))) - as_uint3((int3)(mul_hi((int)table[1], convert_int_sat(lid)), bitselect((int)(uint)get_local_id(0), (int)in[1], (int)table[11]), upsample((short)table[6], (ushort)0xeul))));
            while (((((fmin(convert_float_rte(v2), real((uint)in[245])) + 0.0f) < trunc(float_of((uint)0x7ffffffful))) || ((uint)fold(kernel_20_f0(in, select(convert_int4(vload4(46, in)), convert_int4(vload4(40, in)), (uint4)((uint)0x59251c0ful)), (int)((uint)table[15] << lid))) <= ((uint2)((uint)in[157], (uint)0x80000000ul)).s1))) && goes_on(&fuel)) {
                v5 = as_int3(as_uint3(v5) * as_uint3(convert_int3_sat_rtz(kernel_20_f0(in, (int4)((int)fold(kernel_20_f0(in, clz((int4)((int)(uint)get_local_size(1))), ((int2)((int)in[153])).y))), (int)0x80000000ul))));
                row[(uint)(uint)get_group_id(2) & 7u] += fold(as_long3(as_ulong3(convert_long3_sat(float_of(vload3(6, in)))) ^ as_ulong3((long3)((long)(uint)get_global_size(2)))));
            }
        }
        else {
            v6 -= s9.b;
        }
    }
    else {
        v4 *= v6;
    }
    row[9] = as_uint(abs(upsample(convert_ushort_sat(lid), convert_ushort_sat(v2))));
    barrier(CLK_GLOBAL_MEM_FENCE);
    v2 = out[ROW * (item - lid + (size - 1u - (lid + 4u) % size)) + 9];
    barrier(CLK_GLOBAL_MEM_FENCE);
    fuel = 12;
    v6 = ((uint2)((uint)in[97], (uint)0xeul)).s1110;
    s8 = s9;
    do {
        v5 = as_int3(as_uint3(v5) + as_uint3(upsample((short3)((short)(uint)get_num_groups(1), convert_short2(vload2(93, in))), as_ushort3(as_ushort3(convert_ushort3(v5)) ^ as_ushort3((ushort3)((ushort)(uint)get_local_id(3)))))));
        for (uint i10 = 0; i10 < (item & 7u) && goes_on(&fuel); i10++) {
            v4 += (uint4)((uint4)((uint)fold(kernel_20_f1(in, mad_sat((int)in[33], list7[item & 7u], list7[lid & 7u])))) >> as_uint4(convert_uint4_sat(convert_char4(s8.b))));
            switch (mad_sat((uint)get_work_dim(), i10, i10) & 7u) {
                case 0: {
                    v2 = (uint)((uint)v2 * (uint)select((uint)((uint)lid * (uint)(uint)0x4ul), kernel_20_f1(in, convert_int_sat(v2)), (int)(convert_int(item) && (int)0x7ffffffful)));
                }
                case 1: {
                    v2 = (uint)((uint)v2 * (uint)i10);
                }
                    break;
                case 2: {
                    s8.b *= vload4(7, in);
                }
                    break;
                case 3: {
                    v2 = (uint)((uint)v2 - (uint)lid);
                }
                    break;
            }
        }
    }
    while ((!(convert_uint((short)in[250]) != item)) && goes_on(&fuel));
     {
        event_t event11 = async_work_group_copy(lent, in + 15, size, 0);
        wait_group_events(1, &event11);
        v2 = lent[(size - 1u - (lid + 4u) % size)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    fuel = 12;
    row[v2 & 7u] += fold(convert_uint_sat_rte(halved_rtz(real((uint)in[231]))));
    do {
        v5 = as_int3(as_uint3(v5) * as_uint3(as_int3((uint3)((uint2)((uint)0xfffffffful, (uint)0x9951eae3ul), v2))));
        atomic_max(&counters[11], lid);
        float3 v12 = kernel_20_f2(in, &v4, (int)(!any(((uchar4)((uchar2)((uchar)table[7], (uchar)0x7ful), (uchar)table[13], convert_uchar(item)) == (uchar4)((uchar)table[15]))) ? convert_int_sat(lid) : convert_int_sat(item)));
    }
    while (((as_uint((uchar4)((uchar)table[11])) > upsample((ushort)(uint)get_group_id(0), convert_ushort(v2)))) && goes_on(&fuel));
    for (uint i13 = 0; i13 < (mad24((lid & (uint)16777215), (item & (uint)16777215), ((uint)0x7ffffffful & (uint)16777215)) & 7u) && goes_on(&fuel); i13++) {
        v6 += as_uint4(as_uint4(convert_uint4_sat(convert_uchar4_sat(s9.b))) + as_uint4(shuffle2((uint2)((uint)table[0]), (uint2)((uint)0x80000000ul), vload4(14, in))));
    }
    row[10] += fold(v2);
    row[11] += fold(v3);
    row[12] += fold(v4);
    row[13] += fold(v5);
    row[14] += fold(v6);
    row[15] += fold(s8.b);
    row[10] += fold(s9.b);
    for (uint i = 0; i < 8u; i++) row[10] = row[10] * 31u + fold(list7[i]);
    for (uint i = 0; i < 2u; i++) row[10] = row[10] * 31u + fold(s8.a[i]);
    for (uint i = 0; i < 2u; i++) row[10] = row[10] * 31u + fold(s9.a[i]);
}

