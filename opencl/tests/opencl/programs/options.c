/* Build options that would lead clang to a file of further arguments, which the program writes: `options FOLDER`. The source does not
   compile with an argument of the file. */
#include "check.h"
#include <unistd.h>

static const char *const SOURCE = "#ifdef MARK\n#error expanded\n#endif\n__kernel void k(__global int *a) { a[0] = 1; }";

static cl_int answer(cl_int (*call)(cl_program, const char *), const char *options) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&SOURCE, NULL, &error);
    OK(error);
    error = call(program, options);
    OK(clReleaseProgram(program));
    return error;
}

static cl_int build(cl_program program, const char *options) {
    return clBuildProgram(program, 1, &device, options, NULL, NULL);
}

static cl_int compile(cl_program program, const char *options) {
    return clCompileProgram(program, 1, &device, options, 0, NULL, NULL, NULL, NULL);
}

int main(int count, char **words) {
    static const char *const refused[] = {"-D@m.rsp", "-D @m.rsp", "-D\"@m.rsp\"", "@m.rsp", "-D", "-D \"\"", "-I", "-I \"\"", "-D=1"};
    static const char *const accepted[] = {"-I@m.rsp", "-I @m.rsp", "-DN=@m.rsp", "-D N=1", "-D \"F(x)=x\"", "-DE="};
    HOLDS(count == 2 && chdir(words[1]) == 0);
    FILE *file = fopen("m.rsp", "w");
    HOLDS(file != NULL && fputs("X=1 -D MARK", file) >= 0 && fclose(file) == 0);
    open_device();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        CODE(CL_INVALID_BUILD_OPTIONS, answer(build, refused[i]));
        CODE(CL_INVALID_COMPILER_OPTIONS, answer(compile, refused[i]));
    }
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) OK(answer(build, accepted[i]));
    OK(answer(compile, "-I@m.rsp"));
    close_device();
    return ended();
}
