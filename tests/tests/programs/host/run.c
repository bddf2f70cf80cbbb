// Runs kernels on the host. Each thread of a block is a coroutine that gives way at barriers, so that the
// threads run one after the other from barrier to barrier.
//
//   run INPUT_WORDS OUTPUT_WORDS (KERNEL BLOCKS THREADS)...
//
// Standard input has INPUT_WORDS words for each kernel named, standard output gets OUTPUT_WORDS for each of its
// threads. Exit code 3: some threads of a block wait at a barrier that others never reach.
#include "simt.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { KERNELS = 64, THREADS = 1024, STACK = 1 << 16 };

// The argument block of all kernels that are run so.
struct args {
    const uint32_t *in;
    uint32_t *out;
};

struct ids ids;

static struct {
    const char *name;
    kernel *function;
} kernels[KERNELS];
static int kernel_count;

static ucontext_t scheduler, threads[THREADS];
static char stacks[THREADS][STACK];
static int has_exited[THREADS];

static kernel *running;
static struct args arguments;

static void fail(int code, const char *what, const char *name) {
    fprintf(stderr, "run: %s: %s\n", what, name);
    exit(code);
}

void add_kernel(const char *name, kernel *function) {
    if (kernel_count == KERNELS) fail(2, "too many kernels", name);
    kernels[kernel_count].name = name;
    kernels[kernel_count++].function = function;
}

static kernel *find(const char *name) {
    for (int k = 0; k < kernel_count; k++) {
        if (strcmp(kernels[k].name, name) == 0) return kernels[k].function;
    }
    fail(2, "no such kernel", name);
    return NULL;
}

void block_barrier(void) {
    swapcontext(&threads[ids.thread], &scheduler);
}

void thread_exit(void) {
    has_exited[ids.thread] = 1;
    setcontext(&scheduler);
    abort();
}

static void enter(void) {
    running(ids.block * ids.threads + ids.thread, &arguments);
    thread_exit();
}

static void start_block(void) {
    for (uint32_t t = 0; t < ids.threads; t++) {
        getcontext(&threads[t]);
        threads[t].uc_stack.ss_sp = stacks[t];
        threads[t].uc_stack.ss_size = STACK;
        makecontext(&threads[t], enter, 0);
        has_exited[t] = 0;
    }
}

// Runs every thread to its next barrier or to its end; how many have come to their end.
static uint32_t run_to_barrier(void) {
    uint32_t exited = 0;
    for (ids.thread = 0; ids.thread < ids.threads; ids.thread++) {
        swapcontext(&scheduler, &threads[ids.thread]);
        exited += has_exited[ids.thread];
    }
    return exited;
}

static void run_block(const char *name) {
    start_block();
    uint32_t exited;
    while ((exited = run_to_barrier()) == 0) {
    }
    if (exited != ids.threads) fail(3, "a barrier that not every thread reaches", name);
}

static void run_kernel(const char *name, uint32_t input_words, uint32_t output_words) {
    uint32_t outputs = ids.blocks * ids.threads * output_words;
    uint32_t *in = calloc(input_words, 4), *out = calloc(outputs, 4);
    if (fread(in, 4, input_words, stdin) != input_words) fail(2, "input ends early", name);
    running = find(name);
    arguments = (struct args){in, out};
    for (ids.block = 0; ids.block < ids.blocks; ids.block++) run_block(name);
    if (fwrite(out, 4, outputs, stdout) != outputs) fail(2, "cannot write", name);
    free(in);
    free(out);
}

int main(int count, char **words) {
    if (count < 3 || count % 3 != 0) fail(2, "wrong arguments", "see run.c");
    for (int w = 3; w < count; w += 3) {
        ids.blocks = strtoul(words[w + 1], NULL, 10);
        ids.threads = strtoul(words[w + 2], NULL, 10);
        if (ids.threads == 0 || ids.threads > THREADS) fail(2, "threads of a block", words[w]);
        run_kernel(words[w], strtoul(words[1], NULL, 10), strtoul(words[2], NULL, 10));
    }
    return 0;
}
