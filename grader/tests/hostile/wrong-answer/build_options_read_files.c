/*
 * lab: sum-opencl
 * exercise: open
 * levels: all
 * Tries: to read files by way of the OpenCL compiler: its options, its include path, its log. What
 * it gets it prints, and takes for the log.
 */
#include "sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const options[] = {
    "-I/ -include /etc/shadow",
    "-include @SECRET@",
    "-I@ROOT@/labs/sum-opencl",
    "@/etc/shadow",
    "-Xclang -load -Xclang /box/plugin.so",
};
static const char source_text[] = "#include \"/etc/shadow\"\n#include \"@SECRET@\"\n"
                                  "#include \"oracle.c\"\n__kernel void probe(void) {}\n";

cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size) {
    (void)source;
    const char *text = source_text;
    cl_platform_id platform;
    cl_int error;
    char said[8192] = "";
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &place->device, NULL);
    place->context = clCreateContext(NULL, 1, &place->device, NULL, NULL, &error);
    place->queue = clCreateCommandQueue(place->context, place->device, 0, &error);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        place->program = clCreateProgramWithSource(place->context, 1, &text, NULL, &error);
        error = clBuildProgram(place->program, 1, &place->device, options[i], NULL, NULL);
        clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, sizeof said,
                              said, NULL);
        puts(said);
        fputs(said, stderr);
    }
    snprintf(log, log_size, "%s", said);
    return error;
}

void sum_close(struct sum_place *place) {
    (void)place;
}
