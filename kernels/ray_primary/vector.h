// vector.h: vectors of three floats; sums are added from x to z.
#ifndef HEDDLE_VECTOR_H
#define HEDDLE_VECTOR_H

struct vector {
    float x, y, z;
};

static inline struct vector plus(struct vector a, struct vector b) {
    return (struct vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct vector minus(struct vector a, struct vector b) {
    return (struct vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct vector times(struct vector a, float factor) {
    return (struct vector){a.x * factor, a.y * factor, a.z * factor};
}

// Component by component.
static inline struct vector scaled(struct vector a, struct vector b) {
    return (struct vector){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline struct vector least(struct vector a, struct vector b) {
    return (struct vector){__builtin_fminf(a.x, b.x), __builtin_fminf(a.y, b.y), __builtin_fminf(a.z, b.z)};
}

static inline struct vector greatest(struct vector a, struct vector b) {
    return (struct vector){__builtin_fmaxf(a.x, b.x), __builtin_fmaxf(a.y, b.y), __builtin_fmaxf(a.z, b.z)};
}

static inline float dot(struct vector a, struct vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vector cross(struct vector a, struct vector b) {
    return (struct vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
