/* Random calls: `random COUNT SEED`. Handles are mostly living ones, also released, null, invented and of another kind; numbers are
   mostly small, also at their limits. Pointers keep the rules of OpenCL. Every call has to answer with a code of OpenCL; at least a
   third succeed; the memory of the process stays bounded. `random/calls.h` and
   `random/programs.h` have the calls. */
#include "random/calls.h"
#include <sys/resource.h>

/* The process may grow by this many bytes after the first tenth of the calls. */
enum { MOST_GROWTH = 192 << 20 };

static size_t most_memory(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss << 10;
}

int main(int count, char **words) {
    unsigned long calls = count > 1 ? strtoul(words[1], NULL, 10) : 1000;
    seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
    open_device();
    size_t before = 0;
    for (unsigned long call = 0; call < calls; call++) {
        if (call == calls / 10) before = most_memory();
        random_call();
    }
    empty_pools();
    close_device();
    size_t grown = most_memory() - before;
    HOLDS(grown < MOST_GROWTH);
    HOLDS(succeeded * 3 >= calls);
    printf("%lu calls answered, %lu succeeded, seed %s, memory grew by %zu KiB\n", calls, succeeded,
           count > 2 ? words[2] : "1", grown >> 10);
    return ended();
}
