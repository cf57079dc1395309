/* load_kernels.h - OpenCL C's scalar types, and what a test has written in it, as a module on the
 * device whose kernels work on three arrays. */
#pragma once

#include "../../simt.h"
#include "../opencl_compile.h"

#include <stdio.h>
#include <stdlib.h>

struct type {
    const char *name;
    unsigned bytes;
    char kind; /* i, u, f */
};
static const struct type types[] = {
    {"char", 1, 'i'}, {"uchar", 1, 'u'}, {"short", 2, 'i'}, {"ushort", 2, 'u'}, {"int", 4, 'i'},
    {"uint", 4, 'u'}, {"long", 8, 'i'},  {"ulong", 8, 'u'}, {"float", 4, 'f'},  {"double", 8, 'f'}};
enum { TYPES = sizeof types / sizeof *types };

/* Frees `text`. NULL if it cannot be compiled or loaded: then the reason is printed. */
static inline struct simt_module *load_kernels(struct simt_device *device, const char *name,
                                               char *text, size_t length) {
    struct opencl_program program = {0};
    struct error error = {0};
    const char *home = getenv("LOCKSTEP_HOME");
    struct opencl_source source = {
        .name = name, .home = home != NULL ? home : "build", .text = text, .length = length};
    struct simt_module *module = NULL;
    struct simt_error complaint = {0};
    if (!opencl_compile(&source, &program, &error)) {
        printf("# %s\n", error.message);
    } else if (program.outcome != OPENCL_BUILT) {
        printf("# %s\n", program.log);
    } else if (simt_module_load(device, program.ptx, program.ptx_bytes, &module, &complaint)) {
        printf("# PTX line %u: %s\n", complaint.ptx_line, complaint.message);
    }
    free(text);
    opencl_program_clear(&program);
    return module;
}

/* Runs a kernel with so many threads on arrays of so many bytes. It reads the first `given`, and
 * the others get what it wrote. False if it fails: then the reason is printed. */
static inline bool run_on_arrays(struct simt_device *device, struct simt_module *module,
                                 const char *kernel, unsigned threads, void *const arrays[3],
                                 int given, size_t bytes) {
    uint64_t places[3];
    for (int i = 0; i < 3; i++) {
        simt_memory_allocate(device, bytes, &places[i]);
        if (i < given) {
            simt_memory_write(device, places[i], arrays[i], bytes);
        }
    }
    struct simt_launch launch = {.kernel = kernel,
                                 .grid = {1, 1, 1},
                                 .block = {threads, 1, 1},
                                 .parameters = places,
                                 .parameter_bytes = sizeof places};
    struct simt_result result;
    bool good = simt_launch(device, module, &launch, &result) == SIMT_OK;
    if (!good) {
        printf("# %s: %s\n", kernel, result.error.message);
    }
    for (int i = 0; i < 3; i++) {
        if (i >= given) {
            simt_memory_read(device, places[i], arrays[i], bytes);
        }
        simt_memory_free(device, places[i]);
    }
    simt_device_clear_error(device);
    return good;
}
