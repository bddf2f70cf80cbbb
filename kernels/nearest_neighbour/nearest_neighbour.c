// nearest_neighbour: the records nearest to a place, after Rodinia's nn: a thread reads a record's latitude
// and longitude from its text and computes how far away it is.
//
// Digits are read where the number has them, by other loads for numbers of one, two and three places, so
// threads stand at different ones (lashgar2012, section VI.C). In Rodinia the host looks through the
// distances; here a thread keeps the two nearest of its own records, one of each launch. Race-free: a
// thread writes its own list.
#include "simt.h"

enum {
    RECORD = 49,     // characters of a record,
    LATITUDE = 27,   // and where its numbers begin
    LONGITUDE = 33
};

struct neighbour {
    float distance;
    uint32_t record;
};

struct args {
    const unsigned char *records;
    struct neighbour (*nearest)[2];  // of every thread, infinitely far away at first
    uint32_t first;                  // record of this launch,
    uint32_t count;                  // and how many it has
    float latitude;
    float longitude;
};

static inline uint32_t digit(unsigned char character) {
    return character - '0';
}

// A number of five characters, the last one behind the point.
static inline float number(const unsigned char *text) {
    uint32_t tenths;
    if (text[0] != ' ') {
        tenths = 1000 * digit(text[0]) + 100 * digit(text[1]) + 10 * digit(text[2]) + digit(text[4]);
    } else if (text[1] != ' ') {
        tenths = 100 * digit(text[1]) + 10 * digit(text[2]) + digit(text[4]);
    } else {
        tenths = 10 * digit(text[2]) + digit(text[4]);
    }
    return (float)tenths / 10.0f;
}

static inline void insert(struct neighbour *nearest, struct neighbour found) {
    if (found.distance < nearest[0].distance) {
        nearest[1] = nearest[0];
        nearest[0] = found;
    } else if (found.distance < nearest[1].distance) {
        nearest[1] = found;
    }
}

KERNEL(nearest_neighbour)(uint32_t thread, const struct args *args) {
    if (thread >= args->count) {
        return;
    }
    uint32_t record = args->first + thread;
    const unsigned char *text = args->records + record * RECORD;
    float north = number(text + LATITUDE) - args->latitude;
    float east = number(text + LONGITUDE) - args->longitude;
    float distance = __builtin_sqrtf(north * north + east * east);
    insert(args->nearest[thread], (struct neighbour){distance, record});
}
