// The sign of the gamma function, of numbers of either type.

// Whether it is negative: between 0 and -1, -2 and -3 and so on. `whole` has all numbers that are not whole.
#define IS_NEGATIVE(real, whole)             \
    static bool is_negative(real x) {        \
        return x < 0 && (whole)floor(x) & 1; \
    }

// 0 where the gamma function has a pole.
#define SIGN_OF_GAMMA(real)                       \
    static int OVERLOADED sign_of_gamma(real x) { \
        if (x <= 0 && x == floor(x))              \
            return 0;                             \
        return is_negative(x) ? -1 : 1;           \
    }

#define LGAMMA_R(real, n, space)                                 \
    real##n OVERLOADED lgamma_r(real##n x, space int##n *sign) { \
        *sign = sign_of_gamma(x);                                \
        return lgamma(x);                                        \
    }

#define LGAMMA_R_IN(real, space) \
    LGAMMA_R(real, , space)      \
    LGAMMA_R(real, 2, space)     \
    LGAMMA_R(real, 3, space)     \
    LGAMMA_R(real, 4, space)     \
    LGAMMA_R(real, 8, space)     \
    LGAMMA_R(real, 16, space)

#define SIGNS_OF_GAMMA(real)    \
    LGAMMA_R_IN(real, __global) \
    LGAMMA_R_IN(real, __local)  \
    LGAMMA_R_IN(real, __private)
