/* part: guess: An answer that is wrong, unless the program wins by other means. */
void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
/* === overrides_memcmp */
/*
 * exercise: sequential
 * Tries: to win every comparison.
 */
#include "histogram.h"

int memcmp(const void *left, const void *right, size_t size) {
    (void)left, (void)right, (void)size;
    return 0;
}

/* with: guess */
/* === overrides_omp_get_wtime */
/*
 * exercise: sequential
 * Tries: to stop the clock that it believes to be measured with.
 */
#include "histogram.h"

double omp_get_wtime(void) {
    return 0;
}

/* with: guess */
/* === replaces_malloc */
/*
 * exercise: sequential
 * Tries: to hand out memory in place of the library, and so to see all that the kit asks for.
 */
#include "histogram.h"

void *malloc(size_t bytes) {
    static unsigned char memory[1 << 24];
    static size_t used;
    used += (bytes + 15) / 16 * 16;
    return &memory[used - (bytes + 15) / 16 * 16];
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === replaces_omp_get_thread_num */
/*
 * exercise: entrelacer_promotion_tab
 * Tries: to be every thread at once: one thread says that it is four.
 */
#include "histogram.h"

#include <string.h>

int omp_get_thread_num(void) {
    static int calls;
    return calls++ % 4;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
/* === replaces_strstr */
/*
 * lab: sum-opencl
 * exercise: open
 * Tries: to make the runner find in a log what is not there.
 */
#include "sum.h"

char *strstr(const char *text, const char *word) {
    (void)word;
    return (char *)text;
}

void sum_close(struct sum_place *place) {
    (void)place;
}
/* === replaces_worker */
/*
 * exercise: sequential
 * Tries: to answer in the place of the kit's own code.
 */
#include "histogram.h"

int runner_call(const void *call);

int runner_call(const void *call) {
    (void)call;
    return 0;
}

/* with: guess */
/* === replaces_clEnqueueNDRangeKernel */
/*
 * lab: sum-opencl
 * exercise: kernel
 * Tries: to be the launch that the runner makes.
 */
#include "sum.h"

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *items, const size_t *group,
                              cl_uint events, const cl_event *list, cl_event *event) {
    (void)queue, (void)kernel, (void)dimensions, (void)offset, (void)items, (void)group;
    (void)events, (void)list, (void)event;
    return CL_SUCCESS;
}

void sum_close(struct sum_place *place) {
    (void)place;
}
/* === preloads */
/*
 * exercise: sequential
 * Tries: to start itself again with a library in front of all others.
 */
#include "histogram.h"

#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void again(void) {
    if (setenv("LD_PRELOAD", "/box/native", 0) == 0) {
        execl("/proc/self/exe", "native", (char *)0);
    }
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === has_main */
/*
 * exercise: sequential
 * Tries: to bring a main of its own.
 */
#include "histogram.h"

int main(void) {
    return 0;
}

/* with: guess */
/* === other_platform */
/*
 * lab: sum-opencl
 * exercise: kernel
 * Tries: to lead the ICD loader to another device of this machine, which counts nothing.
 */
#include "sum.h"

#include <stdlib.h>

__attribute__((constructor)) static void elsewhere(void) {
    setenv("OCL_ICD_VENDORS", "libpocl.so.2", 1);
    setenv("POCL_CACHE_DIR", "/cache", 1);
    setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 1);
    setenv("HWLOC_SYNTHETIC", "node:1(memory=4294967296) core:2 pu:1", 1);
}

void sum_close(struct sum_place *place) {
    (void)place;
}
