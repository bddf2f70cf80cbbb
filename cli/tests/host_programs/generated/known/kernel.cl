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

// The same for numbers of 64 bits.
#define DOUBLE(width)                                                                                 \
    double##width OVERLOADED double_of(ulong##width x) {                                              \
        return as_double##width(x | ((x >> 1) & 0x8000000000000ul));                                  \
    }                                                                                                 \
    ulong##width OVERLOADED bits(double##width x) {                                                   \
        const ulong##width nan = 0x7ff8000000000000ul;                                                \
        return select(as_ulong##width(x), nan, convert_long##width(isnan(x)));                        \
    }

DOUBLE()
DOUBLE(2)
DOUBLE(3)
DOUBLE(4)
DOUBLE(8)
DOUBLE(16)

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

uint OVERLOADED fold(double x) {
    return fold(bits(x));
}

FOLD_VECTORS(double)

struct kernel_20_s0 {
    float4 a[2];
    uint4 b;
};

uchar3 kernel_20_f0(__global const uint *in, int4 p0, float p1) {
    uint fuel = 8;
    uchar3 v1 = (uchar3)((uchar)table[3]);
    for (uint i2 = 0; i2 < (as_uint(convert_int_sat(p1)) & 7u) && goes_on(&fuel); i2++) {
        v1 += as_uchar3(((uchar3)((uchar)in[69]) == v1));
        int own3[5];
        vstore4(clamp((int4)(convert_int_sat_rtz(p1), (int2)((int)in[203]), convert_int_sat(p1)), (int4)3, (int4)100), 0, own3 + 1);
        own3[0] = own3[4];
        p0 = vload4(0, own3);
    }
    do {
        p1 *= ((real((uint)0x0ul) - p1) / round(p1));
        if (!(upsample((ushort)in[200], (ushort)0x7ffful) >= (uint)((uint)convert_uint_sat_rte(p1) | (uint)convert_uint_sat_rte(p1)))) {
            p1 = real((uint)table[12]);
        }
        else {
            p1 -= convert_float(((int2)((int)table[7])).even);
        }
    }
    while ((((select(convert_uchar_sat_rtz(p1), convert_uchar_sat(p1), (char)0x58ul) >= (uchar)((uchar)(uint)get_global_id(0) % (convert_uchar_sat(p1) | (uchar)1))) && ((((uint)table[4] ^ (uint)get_global_id(2)) & 3u) != 0))) && goes_on(&fuel));
    return v1;
}

short8 kernel_20_f1(__global const uint *in, uint p0, double2 p1) {
    uint fuel = 8;
    short8 v1 = convert_short8(vload8(6, in));
    if (all(((convert_double3(real(vload3(56, in)))).s11010220 != (convert_double8(real(vload8(21, in))) - convert_double8_rtn(v1))))) {
        p0 = bitselect((uint)((uint)(uint)isinf((float)(uint)get_local_size(2)) + (uint)as_uint((char4)((char)0x2ul))), min(p0, as_uint(convert_char4(vload4(11, in)))), (uint)bitselect(mad24((p0 & (uint)16777215), (p0 & (uint)16777215), (p0 & (uint)16777215)), ((uint4)((uint)table[15], (uint)0xe78fbb1ful, (uint)(uint)get_global_offset(3), (uint)in[93])).s1, (uint)clamp(p0, (uint)3, (uint)100)));
        for (uint i2 = 0; i2 < (upsample((ushort)(uint)get_local_id(2), convert_ushort_sat(p0)) & 7u) && goes_on(&fuel); i2++) {
            p0 = (uint)((uint)p0 - (uint)p0);
            p1.xy = select((p1 - p1), (double_of(convert_ulong3(vload3(61, in)) * (ulong3)0x9e3779b97f4a7c15ul)).s21, ((ulong16)((ulong)0x0ul)).sa6);
            p1 += (double2)((double)real(fold(kernel_20_f0(in, rhadd(convert_int4(vload4(20, in)), convert_int4(vload4(52, in))), sqrt(real((uint)0xdul))))));
        }
    }
    else {
        v1 = as_short8(as_ushort8(v1) + as_ushort8(mad_hi(v1, (short8)((short2)((short)table[12], (short)get_work_dim()), convert_short2_sat_rtn(p1), (short4)((short)0x7ul, (short)in[86], (short)table[4], (short)table[13])), (short8)(v1 >> (short8)1))));
    }
    return v1;
}

float kernel_20_f2(__global const uint *in, float8 *p0, double4 *p1) {
    uint fuel = 8;
    float v1 = 0x1p-130f;
    switch ((uint)fold(kernel_20_f1(in, (uint)table[6], (double2)(convert_double(real((uint)table[11])), convert_double(real((uint)table[11]))))) & 7u) {
        case 0: {
            (*p0) += (((float16)(1.5f)).hi + (float_of(vload16(14, in))).even);
            for (uint i2 = 0; i2 < ((uint)get_work_dim() & 7u) && goes_on(&fuel); i2++) {
                v1 += (-((v1 * v1)));
                v1 = ((-(((*p0) * (*p0))))).s6;
                v1 = (fmax((v1 / (float)((any(((short16)((short4)((short)table[2], (short)table[15], (short)0x952eul, (short)(uint)get_global_offset(1)), (short3)((short)0x7ffful), (short3)((short)(uint)get_group_id(2), (short)table[15], (short)table[15]), (short3)((short)0xcc4aul), (short3)((short)0xfffful)) > upsample(convert_char16(vload16(13, in)), (uchar16)((uchar)(uint)get_group_id(1))))) || all(((ulong8)(convert_ulong8_sat_rte((*p0)) / (convert_ulong8_sat_rtn((*p0)) | (ulong8)1)) != (convert_ulong3(vload3(26, in))).s11210221))) ? v1 : v1)), (v1 + real(fold(kernel_20_f0(in, convert_int4_sat_rtp((*p1)), v1))))) + 0.0f);
            }
        }
            break;
        case 1: {
            (*p1) += fabs(select((*p1), (*p1), convert_long4_sat_rte((*p1))));
        }
        case 2: {
            (*p1) *= ((convert_double8((*p0))).s7716 * (convert_double8_rtp((*p0))).hi);
        }
            break;
        case 3: {
            (*p0) -= (float8)((float2)(real((uint)0x7ffffffful), float_of((uint)table[4])), ((float3)(float_of((uint)(uint)get_global_id(2))) + float_of(vload3(49, in))), (real(vload8(0, in))).s037);
        }
        case 4: {
            (*p1) += (fmin((fmax((*p1), (*p1)) + 0.0f), (double4)((double)real(fold(kernel_20_f0(in, upsample(convert_short4_sat_rte((*p1)), convert_ushort4_sat((*p1))), sqrt(v1)))))) + 0.0f);
        }
            break;
        default: {
            (*p1) += select((double4)(!(convert_int_sat(v1) > (int)((uint)convert_int_sat_rte(v1) & (uint)convert_int_sat_rtz(v1))) ? (double4)(convert_double(real((uint)table[4]))) : (*p1)), convert_double4(convert_ulong4(vload4(50, in))), (convert_long8(vload8(24, in))).even);
        }
            break;
    }
    return v1;
}

uint4 kernel_20_exchange(__local uint4 *cells, uint4 value, uint lid, uint partner) {
    cells[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint4 found = cells[partner];
    barrier(CLK_LOCAL_MEM_FENCE);
    return found;
}

__kernel void kernel_20(__global const uint *in, __global uint *out, __global uint *counters, __local uint *lent) {
    __local uint4 cells1[64];
    __local float2 cells2[64];
    __local uint tally[8];
    const uint lid = place_in_group(), size = group_size();
    const uint item = place_of_group() * size + lid;
    __global uint *row = out + ROW * item;
    uint fuel = 0;
    uint v3 = in[item & 255u] ^ (uint)0xfffffffful;
    int2 v4 = (int2)((int)0xfffffffful);
    uchar3 v5 = as_uchar3(as_uchar3((uchar3)((uchar)(uint)get_global_size(1), (uchar)(uint)get_local_id(0), (uchar)table[7])) & as_uchar3((uchar3)((uchar)0x7ful, (uchar)table[1], (uchar)(uint)get_local_size(2))));
    uchar v6 = (v5).s2;
    char v7 = (char)(v6 << v6);
    ushort3 v8 = as_ushort3(as_ushort3(convert_ushort3(v5)) | as_ushort3(convert_ushort3_sat(v5)));
    float4 v9 = (float4)(real((uint)(uint)get_global_id(2)));
    float8 v10 = (float8)(real((uint)(uint)get_global_size(0)));
    double4 v11 = (double4)(convert_double(real((uint)(uint)get_group_id(0))));
    struct kernel_20_s0 s12;
    for (uint i = 0; i < 2u; i++) s12.a[i] = (float4)(real((uint)table[15]));
    s12.b = vload4(39, in);
    struct kernel_20_s0 s13;
    for (uint i = 0; i < 2u; i++) s13.a[i] = float_of(vload4(21, in));
    s13.b = (uint4)((uint)(uint)get_global_id(1), (uint)0xfffffffful, (uint)0x7ffffffful, (uint)table[10]);
    fuel = 12;
    if (!(lid < (uint)((uint)lid ^ (uint)lid))) {
        v7 = (char)((uint)(char)((uchar)((uint)v6 & (uint)v6) < v6) + (uint)v7);
        if ((((ulong)table[14] != max((ulong)table[7], (ulong)(uint)get_global_size(2))) && (((v3 ^ (uint)get_global_id(0)) & 7u) != 0))) {
            v9 = ((sqrt(v9) * (v10).even) - shuffle((-((float16)(real((uint)table[6])))), (uint4)(lid, convert_uint3_sat(v5))));
            v9.even = (float2)(real(fold(kernel_20_f1(in, upsample((ushort)table[6], (ushort)0xeul), double_of((ulong2)((ulong)(uint)get_global_id(1)))))));
            if (isnotequal(convert_double_rtz((int)0xbul), (double)real(fold(kernel_20_f1(in, (uint)table[10], shuffle(convert_double16(real(vload16(9, in))), convert_ulong2(vload2(117, in)))))))) {
                v7 = popcount((char)((uint)((char2)((char)get_work_dim())).lo + (uint)(char)(v7 >> as_char(v6))));
                s13 = s12;
            }
            else {
                v9 += ((v9 - v9) * (v9 - v9));
            }
        }
        else {
            v7 = (char)((uint)v7 * (uint)(char)((uint)(char)((uint)v7 & (uint)v7) + (uint)(char)fold(kernel_20_f0(in, hadd((int4)((int)0x80000000ul), convert_int4(vload4(48, in))), convert_float(item)))));
        }
    }
    else {
        v11 *= (-(shuffle2((double8)(double_of(convert_ulong((uint)table[4]) * (ulong)0x9e3779b97f4a7c15ul)), convert_double8_rte(v10), (ulong4)((ulong)in[101], (ulong)in[208], (ulong)table[5], (ulong)table[0]))));
    }
     {
        event_t event14 = async_work_group_copy(lent, in + 156, size, 0);
        wait_group_events(1, &event14);
        v3 = lent[(size - 1u - (lid + 1u) % size)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    fuel = 12;
    if (((long)((long)in[2] % (((long)(uint)get_local_id(3) & (long)63) | (long)1)) == (long)0x7ffffffffffffffful)) {
        v4 = v4;
        if (((convert_int3(v8)).x > convert_int_sat(convert_long_sat(lid)))) {
            v7 = (char)((uint)(char)((char)((real((uint)table[7]) <= (v9).s3) ? v7 : v7) >> as_char(max(v6, (uchar)(uint)get_local_id(2)))) + (uint)clamp(as_char(abs(v7)), (char)3, (char)100));
            switch ((convert_uint8_sat_rtn(v10)).s0 & 7u) {
                case 0: {
                    v3 = (uint)((uint)v3 - (uint)(uint)((uint)(uint)(!item) | (uint)v3));
                }
                case 1: {
                    s13.b += (((int4)((int)(uint)get_group_id(3), (int)table[7], (int)(uint)get_group_id(2), (int)get_work_dim()) != convert_int4_sat_rtz(v11)) ? (convert_uint8_sat_rte(v10)).odd : as_uint4(bits(v9)));
                }
                    break;
                case 2: {
                    s12.b *= vload4(7, in);
                }
                    break;
                case 3: {
                    v6 = (uchar)((uint)v6 - (uint)v6);
                    atomic_sub(&counters[2], mad_sat((uint)in[59], (uint)in[244], v3));
                }
                    break;
                case 4: {
                    v5 *= as_uchar3(as_uchar3(as_uchar3(as_uchar3(v5) * as_uchar3(v5))) ^ as_uchar3(as_uchar3(convert_char3(v8))));
                    s12.b.w = lid;
                }
                case 5: {
                    v7 = (char)((uint)v7 + (uint)(char)((char)((uint)v7 ^ (uint)v7) % (((char)((uint)v7 & (uint)v7) & (char)63) | (char)1)));
                }
                case 6: {
                    v4 = as_int2(as_uint2(v4) - as_uint2(as_int2(((int2)(convert_int(v7), (int)0xbul) || v4))));
                }
                    break;
                default: {
                    v10 += v10;
                }
            }
        }
        else {
            v7 = (char)((uint)v7 + (uint)v7);
        }
    }
    row[10] += fold(v3);
    row[11] += fold(v4);
    row[12] += fold(v5);
    row[13] += fold(v6);
    row[14] += fold(v7);
    row[15] += fold(v8);
    row[10] += fold(v9);
    row[11] += fold(v10);
    row[12] += fold(v11);
    row[13] += fold(s12.b);
    row[14] += fold(s13.b);
    for (uint i = 0; i < 2u; i++) row[10] = row[10] * 31u + fold(s12.a[i]);
    for (uint i = 0; i < 2u; i++) row[10] = row[10] * 31u + fold(s13.a[i]);
}

