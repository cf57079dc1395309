/* load_kernels.h - OpenCL C that a test has written, as a module on the device. */
#pragma once

#include "../../simt.h"
#include "../opencl_compile.h"

#include <stdio.h>
#include <stdlib.h>

/* Frees `text`. NULL if it cannot be compiled or loaded: then the reason is printed. */
static struct simt_module *load_kernels(struct simt_device *device, const char *name, char *text,
                                        size_t length) {
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
