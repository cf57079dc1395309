#include "programs.h"

#include "../clang.h"
#include "../compile/cuda_build.h"
#include "../compile/opencl_build.h"
#include "../compile/run_tool.h"
#include "../compile/toolchain.h"
#include "host.h"

#include <string.h>
#include <unistd.h>

/* What each program is made of, beside measure.c and the oracle. */
static const struct program_row {
    bool students_c;       /* the runner, and the student's .c files */
    const char *source;    /* the kit's, below grader/ */
    const char *flags;     /* for the compiler and the linker */
    const char *libraries; /* behind the sources */
} rows[PROGRAM_COUNT] = {
    [PROGRAM_CPU] = {true, NULL, "", "-lm"},
    [PROGRAM_SEQUENTIAL] = {false, NULL, "", "-lm"},
    [PROGRAM_CUDA] = {true, "speedup/measure_cuda.c",
                      "-I/usr/local/cuda/include "
                      "-Wl,--wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel,--wrap=cudaMemcpy,"
                      "--wrap=cudaMemcpyAsync,--wrap=cudaMemset,--wrap=cudaMemsetAsync",
                      "-L/usr/local/cuda/lib64 -lcudart_static -lstdc++ -lpthread -ldl -lrt -lm"},
    [PROGRAM_OPENCL] = {true, "speedup/measure_opencl.c",
                        "-DLOCKSTEP_OPENCL " OPENCL_HEADERS " " OPENCL_LINK_FLAGS
                        " -Wl,--wrap=clCreateCommandQueue,--wrap=clEnqueueNDRangeKernel,"
                        "--wrap=clEnqueueReadBuffer,--wrap=clEnqueueWriteBuffer,"
                        "--wrap=clEnqueueCopyBuffer,--wrap=clEnqueueFillBuffer,"
                        "--wrap=clCreateBuffer",
                        OPENCL_LIBRARIES " -lpthread -lm"},
    [PROGRAM_SIMULATED] = {true, NULL, "", "-lm"},
};

/* The oracle's source; a student's archive has it compiled (scripts/package/kit.sh). */
static const char *find_oracle(const struct programs *programs) {
    const char *lab = programs->lab->directory;
    const char *source = arena_printf(programs->arena, "%s/oracle.c", lab);
    return access(source, R_OK) == 0 ? source : arena_printf(programs->arena, "%s/measure.so", lab);
}

/* Includes, and the sources in C, but for the oracle. */
static void add_sources(const struct programs *programs, enum program program,
                        struct command_line *line) {
    const struct program_row *row = &rows[program];
    const char *root = programs->kit->root, *lab = programs->lab->directory;
    command_split(line, "-std=gnu17 -D_GNU_SOURCE -DLOCKSTEP_MEASURE -w -fopenmp -falign-loops=32");
    command_add(line, "-I%s/grader", root);
    command_add(line, "-I%s", lab);
    const char *const own[] = {"speedup/measure.c", "lab/oracle.c", "message_text.c", "arena.c",
                               row->source};
    for (size_t i = 0; i < sizeof own / sizeof *own && own[i] != NULL; i++) {
        command_add(line, "%s/grader/%s", root, own[i]);
    }
    for (size_t i = 0; !row->students_c && i < programs->plan->sequential.count; i++) {
        command_add(line, "%s/%s", lab, programs->plan->sequential.text[i]);
    }
    if (row->students_c) {
        command_add(line, "%s/runner.c", lab);
    }
    for (size_t i = 0; row->students_c && i < programs->lab->file_count; i++) {
        const char *name = programs->lab->files[i].name;
        if (lab_file_is(name, ".c")) {
            command_add(line, "%s/%s", programs->submission, name);
        }
    }
}

/* NULL when the command went well, else the first line of what it said. */
static const char *run(const struct programs *programs, const struct command_line *line) {
    const char *output = "";
    int status = 1;
    struct error error = {0};
    if (!command_run(line, &status, &output, &error)) {
        return arena_strdup(programs->arena, error.message);
    }
    return status == 0 ? NULL
                       : arena_printf(programs->arena, "does not compile: %.*s",
                                      (int)strcspn(output, "\n"), output);
}

/* The student's kernels by nvcc, an object for each file. */
static const char *compile_cuda(const struct programs *programs, struct command_line *link) {
    for (size_t i = 0; i < programs->lab->file_count; i++) {
        const char *name = programs->lab->files[i].name;
        if (lab_file_is(name, ".cu")) {
            const char *object = arena_printf(programs->arena, "%s/%s.o", programs->folder, name);
            const char *source = arena_printf(programs->arena, "%s/%s", programs->submission, name);
            struct command_line line = {.arena = programs->arena};
            command_split(&line, "sh -c");
            command_add(
                &line, "%s",
                cuda_nvcc_command(programs->arena, source, programs->lab->directory, object));
            const char *wrong = run(programs, &line);
            if (wrong != NULL) {
                return wrong;
            }
            command_add(link, "%s", object);
        }
    }
    return NULL;
}

/* For the simulated GPU, CUDA: all that is C as one object, the rest by `lockstep cc`. */
static const char *build_simulated_cuda(const struct programs *programs, const char *path) {
    struct command_line line = {.arena = programs->arena};
    const char *object = arena_printf(programs->arena, "%s.o", path);
    command_split(&line, "gcc -O2 -r -nostdlib");
    add_sources(programs, PROGRAM_SIMULATED, &line);
    const char *oracle = find_oracle(programs);
    const bool compiled = lab_file_is(oracle, ".so"); /* which -r does not join */
    if (!compiled) {
        command_add(&line, "%s", oracle);
    }
    command_add(&line, "-o%s", object);
    const char *wrong = run(programs, &line);
    if (wrong != NULL) {
        return wrong;
    }
    struct command_line cc = {.arena = programs->arena};
    command_add(&cc, "%s/lockstep", programs->kit->build);
    command_split(&cc, "cc -w");
    command_add(&cc, "-I%s", programs->lab->directory);
    for (size_t i = 0; i < programs->lab->file_count; i++) {
        if (lab_file_is(programs->lab->files[i].name, ".cu")) {
            command_add(&cc, "%s/%s", programs->submission, programs->lab->files[i].name);
        }
    }
    command_add(&cc, "%s", object);
    if (compiled) {
        command_add(&cc, "%s", oracle);
    }
    command_split(&cc, "-fopenmp -lm -o");
    command_add(&cc, "%s", path);
    return run(programs, &cc);
}

static const char *build_program(const struct programs *programs, enum program program,
                                 size_t build, const char *path) {
    const struct request_build *how = &request_builds[build];
    const bool cuda = lab_has_files(programs->lab, ".cu");
    struct command_line line = {.arena = programs->arena};
    if (machine_compiler(programs->arena, how->compiler) == NULL) {
        return arena_printf(programs->arena, "unavailable: no %s here", how->compiler);
    }
    if (program == PROGRAM_SIMULATED && tool_path(TOOL_CLANG) == NULL) {
        return arena_printf(programs->arena, "unavailable: no clang here (apt-get install %s)",
                            tool_package(TOOL_CLANG));
    }
    if (program == PROGRAM_SIMULATED && cuda) {
        return build_simulated_cuda(programs, path);
    }
    command_add(&line, "%s", strcmp(how->compiler, "clang") == 0 ? clang_path() : how->compiler);
    command_split(&line, how->flags);
    if (lab_has_files(programs->lab, ".cl") && program == PROGRAM_SIMULATED) {
        command_split(&line, "-DLOCKSTEP_OPENCL " OPENCL_HEADERS " " OPENCL_LINK_FLAGS);
    }
    command_split(&line, rows[program].flags);
    add_sources(programs, program, &line);
    command_add(&line, "%s", find_oracle(programs));
    /* On the CPU the runner brings a device of its own (run/runner.h). */
    const bool opencl =
        lab_has_files(programs->lab, ".cl") && rows[program].students_c && program != PROGRAM_CPU;
    if (opencl) {
        command_add(&line, "%s/grader/" OPENCL_KIT_SOURCE, programs->kit->root);
    }
    const char *wrong = program == PROGRAM_CUDA ? compile_cuda(programs, &line) : NULL;
    command_add(&line, "-o%s", path);
    if (opencl && program != PROGRAM_OPENCL) {
        command_split(&line, OPENCL_LIBRARIES);
    }
    command_split(&line, rows[program].libraries);
    return wrong != NULL ? wrong : run(programs, &line);
}

const char *program_get(struct programs *programs, enum program program, size_t build,
                        const char **obstacle) {
    const char **path = &programs->path[program][build];
    const char **why = &programs->obstacle[program][build];
    if (*path == NULL && *why == NULL) {
        const char *made =
            arena_printf(programs->arena, "%s/%d-%zu", programs->folder, (int)program, build);
        *why = build_program(programs, program, build, made);
        *path = *why == NULL ? made : NULL;
    }
    *obstacle = *why;
    return *path;
}
