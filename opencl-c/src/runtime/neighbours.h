// The next number in a direction, of either type. `whole` is the integer type of its size.

#define NEXTAFTER(real, whole)                                                 \
    real OVERLOADED nextafter(real x, real y) {                                \
        if (isnan(x) || isnan(y))                                              \
            return x + y;                                                      \
        if (x == y)                                                            \
            return y;                                                          \
        if (x == 0)                                                            \
            return copysign(as_##real((whole)1), y);                           \
        /* The bits of numbers of one sign are in the order of their sizes. */ \
        const bool grows = (x < y) == (x > 0);                                 \
        return as_##real(as_##whole(x) + (grows ? 1 : -1));                    \
    }
