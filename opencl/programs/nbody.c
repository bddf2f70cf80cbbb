/* Bodies that attract each other, in vectors of four. Places begin as whole numbers: how many bodies are near is exact
 * in the first step, and its hash is printed; places and speeds are compared with some tolerance. */
#include "host.h"
#include <math.h>

enum { BODIES = 128, GROUP = 32, STEPS = 2 };

static const cl_float STEP = 0.01f, SOFTENING = 0.5f, RADIUS = 12;

struct state {
    cl_float4 bodies[BODIES], speeds[BODIES];
    cl_int neighbours[BODIES];
};

static void move(struct state *state) {
    cl_float4 moved[BODIES];
    for (int i = 0; i < BODIES; i++) {
        double pull[3] = {0};
        int near = 0;
        for (int j = 0; j < BODIES; j++) {
            double way[3], square = 0;
            for (int k = 0; k < 3; k++) {
                way[k] = (double)state->bodies[j].s[k] - state->bodies[i].s[k];
                square += way[k] * way[k];
            }
            near += square < RADIUS * RADIUS;
            double inverse = 1 / sqrt(square + SOFTENING);
            for (int k = 0; k < 3; k++) pull[k] += way[k] * state->bodies[j].s[3] * inverse * inverse * inverse;
        }
        moved[i] = state->bodies[i];
        for (int k = 0; k < 3; k++) {
            state->speeds[i].s[k] += (float)(pull[k] * STEP);
            moved[i].s[k] += state->speeds[i].s[k] * STEP;
        }
        state->neighbours[i] = near;
    }
    memcpy(state->bodies, moved, sizeof moved);
}

/* Whether the vectors are near the expected ones. */
static int near(const char *what, const cl_float4 *found, const cl_float4 *expected) {
    int right = 1;
    for (int i = 0; i < BODIES * 4; i++) {
        float a = found[i / 4].s[i % 4], b = expected[i / 4].s[i % 4];
        if (fabsf(a - b) <= 1e-4f * (1 + fabsf(b))) continue;
        fprintf(stderr, "%s[%d].s%d is %.9g, not %.9g\n", what, i / 4, i % 4, a, b);
        right = 0;
    }
    return right;
}

int main(int count, char **words) {
    (void)count;
    static struct state state, expected;
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < 3; k++) state.bodies[i].s[k] = (float)(random_number() % 32);
        state.bodies[i].s[3] = 1 + (float)(random_number() % 4);
    }
    expected = state;
    open_device(0);
    cl_program program = build(words[0], "-cl-single-precision-constant");
    cl_kernel kernel = kernel_of(program, "step_bodies");
    cl_mem places[2] = {buffer_of(CL_MEM_COPY_HOST_PTR, sizeof state.bodies, state.bodies),
                        buffer_of(0, sizeof state.bodies, NULL)};
    cl_mem speeds = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof state.speeds, state.speeds);
    cl_mem neighbours = buffer_of(CL_MEM_WRITE_ONLY, sizeof state.neighbours, NULL);
    ARGUMENT(kernel, 2, speeds);
    ARGUMENT(kernel, 3, neighbours);
    OK(clSetKernelArg(kernel, 4, GROUP * sizeof(cl_float4), NULL));
    ARGUMENT(kernel, 5, STEP);
    ARGUMENT(kernel, 6, SOFTENING);
    ARGUMENT(kernel, 7, RADIUS);
    int right = 1;
    for (int step = 0; step < STEPS; step++) {
        ARGUMENT(kernel, 0, places[step % 2]);
        ARGUMENT(kernel, 1, places[(step + 1) % 2]);
        launch(kernel, 1, (size_t[]){BODIES}, (size_t[]){GROUP});
        move(&expected);
        if (step > 0) continue;
        read_back(neighbours, sizeof state.neighbours, state.neighbours);
        for (size_t i = 0; i < BODIES; i++)
            right &= same("neighbours", i, state.neighbours[i], expected.neighbours[i]);
        print_hash(state.neighbours, sizeof state.neighbours);
    }
    read_back(places[STEPS % 2], sizeof state.bodies, state.bodies);
    read_back(speeds, sizeof state.speeds, state.speeds);
    right &= near("body", state.bodies, expected.bodies);
    right &= near("speed", state.speeds, expected.speeds);
    cl_mem buffers[] = {places[0], places[1], speeds, neighbours};
    for (int i = 0; i < 4; i++) OK(clReleaseMemObject(buffers[i]));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
