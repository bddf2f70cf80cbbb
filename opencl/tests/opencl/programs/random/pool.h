/* Random numbers, and pools of handles of each kind. */
#include "../check.h"
#include <stdint.h>

static uint64_t seed;

/* splitmix64 */
static uint64_t word(void) {
    uint64_t z = (seed += 0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static size_t below(size_t limit) { return word() % limit; }

static int one_in(size_t chances) { return below(chances) == 0; }

/* A number below a limit; rarely one at the limits of its type. */
static size_t number(size_t limit) {
    static const size_t wild[] = {SIZE_MAX, SIZE_MAX / 2, UINT32_MAX, 1ul << 32, 1ul << 31, 1ul << 30};
    return one_in(40) ? wild[below(sizeof wild / sizeof *wild)] : below(limit);
}

enum kind { CONTEXT, QUEUE, MEMORY, PROGRAM, KERNEL, EVENT, USER_EVENT, KINDS };

/* The most handles of a kind, and the most that live at a time. */
enum { PLACES = 32, LIVING = 20 };

struct place {
    void *handle;
    int references;
};

static struct place pools[KINDS][PLACES];
static size_t filled[KINDS];

static int living(enum kind kind) {
    int count = 0;
    for (size_t i = 0; i < filled[kind]; i++) count += pools[kind][i].references > 0;
    return count;
}

/* A place of the pool whose handle lives; null if there is none. */
static struct place *live(enum kind kind) {
    size_t start = below(PLACES);
    for (size_t i = 0; i < PLACES; i++) {
        struct place *place = &pools[kind][(start + i) % PLACES];
        if (place->references > 0) return place;
    }
    return NULL;
}

static cl_int release(enum kind kind, void *handle) {
    switch (kind) {
    case CONTEXT: return clReleaseContext(handle);
    case QUEUE: return clReleaseCommandQueue(handle);
    case MEMORY: return clReleaseMemObject(handle);
    case PROGRAM: return clReleaseProgram(handle);
    case KERNEL: return clReleaseKernel(handle);
    default: return clReleaseEvent(handle);
    }
}

static cl_int retain(enum kind kind, void *handle) {
    switch (kind) {
    case CONTEXT: return clRetainContext(handle);
    case QUEUE: return clRetainCommandQueue(handle);
    case MEMORY: return clRetainMemObject(handle);
    case PROGRAM: return clRetainProgram(handle);
    case KERNEL: return clRetainKernel(handle);
    default: return clRetainEvent(handle);
    }
}

/* Ends a user event, so that nothing waits for it. */
static void settle(struct place *place) { clSetUserEventStatus(place->handle, one_in(8) ? -1 : CL_COMPLETE); }

static void settle_all(void) {
    for (size_t i = 0; i < filled[USER_EVENT]; i++)
        if (pools[USER_EVENT][i].references > 0) settle(&pools[USER_EVENT][i]);
}

/* Gives up all references to a handle, which stays in the pool as a released one. */
static void let_go(enum kind kind, struct place *place) {
    if (kind == USER_EVENT) settle(place);
    for (; place->references > 0; place->references--) OK(release(kind, place->handle));
}

/* Adds a handle; a pool that is full gives up another one. */
static void put(enum kind kind, void *handle) {
    if (handle == NULL) return;
    if (living(kind) >= LIVING) let_go(kind, live(kind));
    struct place *place = &pools[kind][filled[kind] < PLACES ? filled[kind]++ : below(PLACES)];
    let_go(kind, place);
    *place = (struct place){handle, 1};
}

/* A handle for an argument of a kind. */
static void *handle(enum kind kind) {
    if (one_in(50)) return NULL;
    if (one_in(50)) return (void *)(uintptr_t)(word() & ~(uint64_t)7);
    if (one_in(50)) kind = below(KINDS);
    if (one_in(30)) return pools[kind][below(PLACES)].handle;
    struct place *place = live(kind);
    return place ? place->handle : NULL;
}

/* A context: mostly the first one, since objects of different contexts do not go together. */
static void *home(void) { return one_in(12) ? handle(CONTEXT) : context; }

/* A queue: mostly the one of the first context that accepts commands. */
static void *line(void) { return one_in(6) ? handle(QUEUE) : queue; }

/* A queue whose launch has failed accepts no more commands: another one takes its place. */
static void renew_queue(void) {
    cl_int error;
    OK(clReleaseCommandQueue(queue));
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    OK(error);
}

static void empty_pools(void) {
    settle_all();
    for (int kind = KINDS - 1; kind >= 0; kind--)
        for (size_t i = 0; i < filled[kind]; i++) let_go(kind, &pools[kind][i]);
}
