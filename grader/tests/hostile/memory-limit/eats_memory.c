/* === eats_memory */
/*
 * exercise: sequential
 * Tries: to take all the memory of the machine, page by page.
 */
#include "histogram.h"

#include <stdlib.h>

enum { CHUNK = 1 << 24 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        volatile unsigned char *memory = malloc(CHUNK);
        for (size_t i = 0; memory != NULL && i < CHUNK; i += 4096) {
            memory[i] = 1;
        }
    }
}
/* === eats_memory_in_children */
/*
 * exercise: sequential
 * levels: all
 * Tries: to take all the memory of the machine in many processes, each of which takes little.
 */
#include "histogram.h"

#include <stdlib.h>
#include <unistd.h>

enum { CHUNK = 200 << 20 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        if (fork() == 0) {
            volatile unsigned char *memory = malloc(CHUNK);
            for (size_t i = 0; memory != NULL && i < CHUNK; i += 4096) {
                memory[i] = 1;
            }
            for (;;) {
                pause();
            }
        }
    }
}
