// Functions of numbers of 64 bits, computed with 113 bits. Each line of the input is the name of a function and the bits of two
// arguments. The answer is the bits of the nearest number, how far the exact result is from it in units of the last place, and the bits
// of that unit (OpenCL 1.2, 7.4).

#include <inttypes.h>
#include <quadmath.h>
#include <stdio.h>
#include <string.h>

typedef __float128 quad;

static quad half_turns(quad x, quad (*of)(quad)) {
    return of(x) / M_PIq;
}

// Arguments are reduced, which is exact, before they are multiplied.
static quad sinpi(quad x) {
    const quad whole = rintq(x), sine = sinq(M_PIq * (x - whole));
    if (x == whole && finiteq(x))
        return copysignq(0, x);
    return fmodq(whole, 2) != 0 ? -sine : sine;
}

static quad cospi(quad x) {
    const quad turn = fmodq(fabsq(x), 2);
    return turn == 0.5Q || turn == 1.5Q ? 0 : cosq(M_PIq * turn);
}

static quad tanpi(quad x) {
    const quad whole = floorq(x);
    const int is_odd = fmodq(whole, 2) != 0;
    if (!finiteq(x))
        return nanq("");
    if (x == whole)
        return copysignq(0, is_odd ? -x : x);
    if (x - whole == 0.5Q)
        return is_odd ? -HUGE_VALQ : HUGE_VALQ;
    return tanq(M_PIq * (x - rintq(x)));
}

static quad powr(quad x, quad y) {
    const int has_no_power_of_zero = x == 0 || isinfq(x);
    const int is_open = (has_no_power_of_zero && y == 0) || (x == 1 && isinfq(y));
    if (is_open || x < 0 || isnanq(x) || isnanq(y))
        return nanq("");
    return powq(fabsq(x), y);
}

static quad rootn(quad x, quad n) {
    const int is_odd = fmodq(n, 2) != 0;
    if (n == 0 || (x < 0 && !is_odd))
        return nanq("");
    const quad root = powq(fabsq(x), 1 / n);
    return is_odd ? copysignq(root, x) : root;
}

// Where results are zeros, the library's is not a number.
static quad gamma_of(quad x) {
    if (x < -185 && x != floorq(x))
        return fmodq(floorq(x), 2) != 0 ? -0.0Q : 0.0Q;
    return tgammaq(x);
}

static quad lgamma_of(quad x) {
    return isinfq(x) ? HUGE_VALQ : lgammaq(x);
}

static quad acosh_of(quad x) {
    return x < 1 ? nanq("") : acoshq(x);
}

static quad exp10_of(quad x) {
    return powq(10, x);
}

static quad rsqrt(quad x) {
    return 1 / sqrtq(x);
}

static const struct {
    const char *name;
    quad (*of)(quad);
} UNARY[] = {
    {"acos", acosq},     {"acosh", acosh_of}, {"asin", asinq},   {"asinh", asinhq}, {"atan", atanq},       {"atanh", atanhq},
    {"cbrt", cbrtq},     {"cos", cosq},       {"cosh", coshq},   {"cospi", cospi},  {"erf", erfq},         {"erfc", erfcq},
    {"exp", expq},       {"exp2", exp2q},     {"exp10", exp10_of}, {"expm1", expm1q}, {"lgamma", lgamma_of}, {"log", logq},
    {"log2", log2q},     {"log10", log10q},   {"log1p", log1pq}, {"rsqrt", rsqrt},  {"sin", sinq},         {"sinh", sinhq},
    {"sinpi", sinpi},    {"sqrt", sqrtq},     {"tan", tanq},     {"tanh", tanhq},   {"tanpi", tanpi},      {"tgamma", gamma_of},
};

static const struct {
    const char *name;
    quad (*of)(quad, quad);
} BINARY[] = {
    {"atan2", atan2q}, {"hypot", hypotq}, {"pow", powq}, {"pown", powq}, {"powr", powr}, {"rootn", rootn},
};

static quad atan2pi(quad y, quad x) {
    return atan2q(y, x) / M_PIq;
}

static quad value_of(const char *name, quad x, quad y) {
    if (strcmp(name, "acospi") == 0)
        return half_turns(x, acosq);
    if (strcmp(name, "asinpi") == 0)
        return half_turns(x, asinq);
    if (strcmp(name, "atanpi") == 0)
        return half_turns(x, atanq);
    if (strcmp(name, "atan2pi") == 0)
        return atan2pi(x, y);
    for (size_t i = 0; i < sizeof UNARY / sizeof *UNARY; i++)
        if (strcmp(name, UNARY[i].name) == 0)
            return UNARY[i].of(x);
    for (size_t i = 0; i < sizeof BINARY / sizeof *BINARY; i++)
        if (strcmp(name, BINARY[i].name) == 0)
            return BINARY[i].of(x, y);
    return nanq("");
}

// The distance between the numbers around a real number; for one that is a number, to the nearest other.
static quad unit_of(quad value) {
    int exponent;
    const quad part = frexpq(fabsq(value), &exponent);
    if (part == 0)
        return ldexpq(1, -1074);
    exponent--;
    const int below = part == 0.5Q && exponent >= -1021 && exponent <= 1023;
    const int within = exponent < -1022 ? -1022 : exponent > 1023 ? 1023 : exponent;
    return ldexpq(1, within - below - 52);
}

static double of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

int main(void) {
    char name[16];
    uint64_t x, y;
    while (scanf("%15s %" SCNx64 " %" SCNx64, name, &x, &y) == 3) {
        const quad value = value_of(name, of_bits(x), of_bits(y));
        const double nearest = (double)value;
        const quad unit = finiteq(value) ? unit_of(value) : 1;
        // What is larger than all numbers counts as the power of two behind them.
        const quad counted = finiteq((quad)nearest) ? nearest : copysignq(ldexpq(1, 1024), value);
        const double off = finiteq(value) ? (double)((value - counted) / unit) : 0;
        printf("%" PRIx64 " %" PRIx64 " %" PRIx64 "\n", bits_of(nearest), bits_of(off), bits_of((double)unit));
        fflush(stdout);
    }
    return 0;
}
