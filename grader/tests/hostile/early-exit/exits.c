/* === exit */
/*
 * exercise: sequential
 * Tries: to end with the status of a program that did well, through exit(0).
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    exit(0);
}
/* === exit_at_once */
/*
 * exercise: sequential
 * Tries: to end with the status of a program that did well, through _exit(0).
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    _exit(0);
}
/* === exit_before_main */
/*
 * exercise: sequential
 * Tries: to end with status 0 before the kit's own code runs at all.
 */
#include "histogram.h"

#include <stdlib.h>

__attribute__((constructor)) static void leave(void) {
    exit(0);
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === quick_exit */
/*
 * exercise: sequential
 * Tries: to end with the status of a program that did well, through quick_exit(0).
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    quick_exit(0);
}
/* === thread_ends_process */
/*
 * exercise: sequential
 * Tries: to end the process with status 0 from another thread while the function still works.
 */
#include "histogram.h"

#include <pthread.h>
#include <stdlib.h>

static void *leave(void *nothing) {
    exit(0);
    return nothing;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
}
/* === closes_descriptors */
/*
 * exercise: sequential
 * flavours: all
 * Tries: to cut the grader off by closing every descriptor.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        close(descriptor);
    }
}
/* === fake_report */
/*
 * exercise: sequential
 * Tries: to print a report with full marks and to end before there is another.
 */
#include "histogram.h"

#include <stdio.h>
#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    puts("sequential  correct  pass  15 / 15\n15 / 15 points");
    puts("{\"exercises\": [{\"name\": \"sequential\", \"verdict\": \"pass\", \"earned\": 15}]}");
    fflush(stdout);
    _exit(0);
}
/* === exits_beside_opencl */
/*
 * lab: sum-opencl
 * exercise: on_cpu
 * Tries: to end with the status of a program that did well, before the kit's OpenCL comes to its
 * end.
 */
#include "sum.h"

#include <unistd.h>

void sum_close(struct sum_place *place) {
    (void)place;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    (void)data, (void)n, (void)work_group, (void)sum;
    clFinish(place->queue);
    _exit(0);
}
