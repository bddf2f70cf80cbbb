// black_scholes: prices of European options by the formula of Black and Scholes. If there are more
// options than threads, a thread takes several, as in NVIDIA's example.
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

// The standard normal distribution up to d; |error| < 7.5e-8.
static float cumulative(float d) {
    float magnitude = d < 0.0f ? -d : d;
    float k = 1.0f / (1.0f + 0.2316419f * magnitude);
    float series = 1.330274429f;
    series = series * k - 1.821255978f;
    series = series * k + 1.781477937f;
    series = series * k - 0.356563782f;
    series = series * k + 0.319381530f;
    float tail = 0.39894228f * expf(-0.5f * d * d) * series * k;
    if (d > 0.0f) {
        return 1.0f - tail;
    }
    return tail;
}

static void price_option(uint32_t option, const struct args *args) {
    float price = args->price[option], strike = args->strike[option];
    float years = args->years[option];
    float spread = args->volatility * sqrtf(years);
    float drift = args->rate + 0.5f * args->volatility * args->volatility;
    float d1 = (logf(price / strike) + drift * years) / spread;
    float n1 = cumulative(d1), n2 = cumulative(d1 - spread);
    float present = strike * expf(-args->rate * years);
    args->call[option] = price * n1 - present * n2;
    args->put[option] = present * (1.0f - n2) - price * (1.0f - n1);
}

KERNEL(black_scholes)(uint32_t thread, const struct args *args) {
    uint32_t threads = grid_dim_x() * block_dim_x();
    for (uint32_t option = thread; option < args->options; option += threads) {
        price_option(option, args);
    }
}
