// black_scholes: prices of European options by the formula of Black and Scholes, an option a thread.
//
// expf, logf and sqrtf are software subroutines of picolibc's libm, whose seldom executed blocks make
// threads diverge (fung2009, 6.2); the normal distribution is formula 26.2.17 of Abramowitz and Stegun.
#include "simt.h"

float expf(float);
float logf(float);
float sqrtf(float);

struct args {
    const float *price;     // of the stock today
    const float *strike;
    const float *years;     // until the option expires
    float *call;
    float *put;
    uint32_t options;
    float rate;             // riskless, a year
    float volatility;       // a year
};

// What a price is computed with.
typedef float function(float);

// The standard normal distribution up to d; |error| < 7.5e-8.
static inline float cumulative(float d, function *exponential) {
    float magnitude = d < 0.0f ? -d : d;
    float k = 1.0f / (1.0f + 0.2316419f * magnitude);
    float series = 1.330274429f;
    series = series * k - 1.821255978f;
    series = series * k + 1.781477937f;
    series = series * k - 0.356563782f;
    series = series * k + 0.319381530f;
    float tail = 0.39894228f * exponential(-0.5f * d * d) * series * k;
    if (d > 0.0f) {
        return 1.0f - tail;
    }
    return tail;
}

static inline void price_option(uint32_t option, const struct args *args, function *exponential,
                                function *logarithm, function *root) {
    if (option >= args->options) {
        return;
    }
    float price = args->price[option], strike = args->strike[option];
    float years = args->years[option];
    float spread = args->volatility * root(years);
    float drift = args->rate + 0.5f * args->volatility * args->volatility;
    float d1 = (logarithm(price / strike) + drift * years) / spread;
    float n1 = cumulative(d1, exponential), n2 = cumulative(d1 - spread, exponential);
    float present = strike * exponential(-args->rate * years);
    args->call[option] = price * n1 - present * n2;
    args->put[option] = present * (1.0f - n2) - price * (1.0f - n1);
}

KERNEL(black_scholes)(uint32_t thread, const struct args *args) {
    price_option(thread, args, expf, logf, sqrtf);
}

// Subroutines without a branch, in the ranges that occur here.

union word {
    float number;
    int32_t bits;  // sign, 8 bits of exponent with an offset of 127, 23 bits of mantissa
};

static inline float polynomial(float x, const float *factors, int count) {
    float sum = factors[0];
    for (int i = 1; i < count; i++) {
        sum = sum * x + factors[i];
    }
    return sum;
}

// e^x = 2^n e^r with |r| < 0.35, by the series of e^r; below -87, where it is next to nothing, that of -87.
static inline float straight_exponential(float x) {
    static const float series[] = {1.0f / 5040, 1.0f / 720, 1.0f / 120, 1.0f / 24,
                                   1.0f / 6,    1.0f / 2,   1.0f,       1.0f};
    x = __builtin_fmaxf(x, -87.0f);
    int32_t n = __builtin_lrintf(x * 1.44269504f);
    float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;  // ln 2, the first part exact
    union word power = {.bits = (n + 127) << 23};
    return power.number * polynomial(r, series, 8);
}

// ln x = n ln 2 + ln m with m between the roots of 1/2 and 2, by the series of the inverse hyperbolic
// tangent of (m - 1) / (m + 1).
static inline float straight_logarithm(float x) {
    static const float series[] = {2.0f / 9, 2.0f / 7, 2.0f / 5, 2.0f / 3, 2.0f};
    union word word = {.number = x};
    int32_t n = (word.bits - 0x3f3504f3) >> 23;  // 0x3f3504f3 is the root of 1/2
    word.bits -= n << 23;
    float t = (word.number - 1.0f) / (word.number + 1.0f);
    return n * 0.69314718f + t * polynomial(t * t, series, 5);
}

static inline float straight_root(float x) {
    return __builtin_sqrtf(x);
}

KERNEL(black_scholes_straight)(uint32_t thread, const struct args *args) {
    price_option(thread, args, straight_exponential, straight_logarithm, straight_root);
}
