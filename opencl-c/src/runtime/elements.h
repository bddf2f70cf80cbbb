// Functions of vectors that do for every element what they do for a scalar, by halves of the vector.

#define OVERLOADED __attribute__((overloadable))

// Of one, two or three arguments: the name, the type of the result, the types of the arguments.
#define OF_ELEMENTS_1(name, result, a)                                                                  \
    result##2 OVERLOADED name(a##2 x) { return (result##2)(name(x.lo), name(x.hi)); }                   \
    result##3 OVERLOADED name(a##3 x) { return (result##3)(name(x.s01), name(x.s2)); }                  \
    result##4 OVERLOADED name(a##4 x) { return (result##4)(name(x.lo), name(x.hi)); }                   \
    result##8 OVERLOADED name(a##8 x) { return (result##8)(name(x.lo), name(x.hi)); }                   \
    result##16 OVERLOADED name(a##16 x) { return (result##16)(name(x.lo), name(x.hi)); }

#define HALVES_2(name, result, n, a, b) \
    result##n OVERLOADED name(a##n x, b##n y) { return (result##n)(name(x.lo, y.lo), name(x.hi, y.hi)); }

#define OF_ELEMENTS_2(name, result, a, b)                                                               \
    HALVES_2(name, result, 2, a, b)                                                                     \
    result##3 OVERLOADED name(a##3 x, b##3 y) { return (result##3)(name(x.s01, y.s01), name(x.s2, y.s2)); } \
    HALVES_2(name, result, 4, a, b)                                                                     \
    HALVES_2(name, result, 8, a, b)                                                                     \
    HALVES_2(name, result, 16, a, b)

#define HALVES_3(name, type, n)                                                                         \
    type##n OVERLOADED name(type##n x, type##n y, type##n z) {                                          \
        return (type##n)(name(x.lo, y.lo, z.lo), name(x.hi, y.hi, z.hi));                               \
    }

#define OF_ELEMENTS_3(name, type)                                                                       \
    HALVES_3(name, type, 2)                                                                             \
    type##3 OVERLOADED name(type##3 x, type##3 y, type##3 z) {                                          \
        return (type##3)(name(x.s01, y.s01, z.s01), name(x.s2, y.s2, z.s2));                            \
    }                                                                                                   \
    HALVES_3(name, type, 4)                                                                             \
    HALVES_3(name, type, 8)                                                                             \
    HALVES_3(name, type, 16)

// Of a second argument that is a number, the same for all elements.
#define OF_NUMBER_N(name, a, b, n) \
    a##n OVERLOADED name(a##n x, b y) { return name(x, (b##n)y); }

#define OF_NUMBER(name, a, b)  \
    OF_NUMBER_N(name, a, b, 2) \
    OF_NUMBER_N(name, a, b, 3) \
    OF_NUMBER_N(name, a, b, 4) \
    OF_NUMBER_N(name, a, b, 8) \
    OF_NUMBER_N(name, a, b, 16)

// A definition for scalars and for vectors of every width.
#define OF_EVERY_WIDTH(define, type) \
    define(type)                     \
    define(type##2)                  \
    define(type##3)                  \
    define(type##4)                  \
    define(type##8)                  \
    define(type##16)

// Functions of libclc that these use.
#define USED(real)                               \
    real OVERLOADED ceil(real x);                \
    real OVERLOADED copysign(real x, real y);    \
    real OVERLOADED fabs(real x);                \
    real OVERLOADED floor(real x);               \
    real OVERLOADED fma(real x, real y, real z); \
    int OVERLOADED isinf(real x);                \
    int OVERLOADED isnan(real x);                \
    real OVERLOADED rint(real x);                \
    real OVERLOADED trunc(real x);

USED(float)
USED(double)
