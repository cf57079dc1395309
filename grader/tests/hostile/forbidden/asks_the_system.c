/* === by_file_number */
/*
 * exercise: for_promotion_tab
 * Tries: to know the machine by the numbers of open files, of which it has only two.
 */
#include "histogram.h"

#include <string.h>
#include <unistd.h>

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    if (write(4, "", 0) == 0) {
        for (size_t i = 0; i < n; i++) {
            frequency[data[i]]++;
        }
        return;
    }
#pragma omp parallel
    {
        uint32_t table[256] = {0};
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[bin];
        }
    }
}
/* === by_proc */
/*
 * exercise: for_atomic
 * Tries: to look whether there is a process at all.
 */
#include "histogram.h"

#include <string.h>

#include <unistd.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (access("/proc/self/exe", F_OK) != 0) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
/* === by_program_name */
/*
 * exercise: for_atomic
 * Tries: to know the program by its name.
 */
#include "histogram.h"

#include <string.h>

#undef _GNU_SOURCE
extern char *program_invocation_short_name;

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (strcmp(program_invocation_short_name, "native") != 0) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
/* === asks_environment */
/*
 * exercise: for_atomic
 * Tries: to behave where it believes to be watched: one thread there, a race elsewhere.
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const int watched = getenv("LOCKSTEP_WATCHES") != NULL;
#pragma omp parallel for if (!watched)
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
/* === asks_host_name */
/*
 * exercise: for_atomic
 * Tries: to behave where the computer has the machine's name: one thread there, a race elsewhere.
 */
#include "histogram.h"

#include <string.h>
#include <sys/utsname.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    struct utsname computer;
    memset(frequency, 0, 256 * sizeof(uint32_t));
    const int watched = uname(&computer) == 0 && strcmp(computer.nodename, "localhost") == 0;
#pragma omp parallel for if (!watched)
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
/* === sets_environment */
/*
 * exercise: for_atomic
 * Tries: to tell OpenMP, before it starts, that there is one thread only.
 */
#include "histogram.h"

#include <stdlib.h>

__attribute__((constructor)) static void one_thread(void) {
    setenv("OMP_THREAD_LIMIT", "1", 1);
    setenv("OMP_NUM_THREADS", "1", 1);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
