/* A program that waits for all its children has none of ours left after a program was compiled and launched. */
#include "check.h"
#include <errno.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    open_device();
    /* A source that no cache knows. */
    char source[200];
    snprintf(source, sizeof source, "/* %d */ __kernel void k(__global int *a) { a[0] = %ld; }", getpid(), (long)time(NULL));
    cl_program program = program_of(source, "");
    HOLDS(wait(NULL) == -1 && errno == ECHILD);
    OK(clReleaseProgram(program));
    return ended();
}
