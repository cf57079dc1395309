#include "bench.h"
#include "../clock.h"

#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 1000 };

/* When waiting for processors takes more than this part of the time, others are at work here. */
static const double BUSY = 0.02;

/* Seconds, since the machine started, in which somebody had to wait for a processor (Linux:
 * /proc/pressure/cpu); negative where that is not known. */
static double pressure(void) {
    FILE *file = fopen("/proc/pressure/cpu", "re");
    char line[256] = ""; /* "some avg10=0.00 avg60=0.00 avg300=0.00 total=52837" */
    if (file != NULL) {
        if (fgets(line, sizeof line, file) == NULL) {
            line[0] = '\0';
        }
        fclose(file);
    }
    const char *total = strstr(line, "total=");
    return total != NULL ? 1e-6 * strtod(total + strlen("total="), NULL) : -1;
}

int bench_cores(void) {
    return omp_get_num_procs(); /* also right when OMP_PROC_BIND has bound the calling thread */
}

/* RUNS, where the environment has it. */
static bool override_rounds(size_t *rounds) {
    const char *text = getenv("RUNS");
    if (text == NULL || text[0] == '\0') {
        return true;
    }
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (*end != '\0' || errno != 0 || number < 1 || number > MOST_ROUNDS) {
        fprintf(stderr, "lockstep: RUNS=%s: a number from 1 to %d\n", text, MOST_ROUNDS);
        return false;
    }
    *rounds = (size_t)number;
    return true;
}

static bool fits(const struct bench_row *row) {
    return row->threads <= bench_cores();
}

static double time_row(const struct bench_row *row) {
    omp_set_num_threads(row->threads);
    const double start = clock_seconds();
    row->run(row->context);
    return clock_seconds() - start;
}

/* Fills seconds[row * rounds + round] for all rows that fit. */
static void measure(const struct bench_row *rows, size_t count, size_t rounds, double *seconds) {
    for (size_t round = 0; round <= rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            if (fits(&rows[i])) {
                const double time = time_row(&rows[i]);
                if (round > 0) { /* round 0 warms up */
                    seconds[i * rounds + round - 1] = time;
                }
            }
        }
    }
}

/* What was at work beside us, for the last line. */
static void write_disturbance(double waited, double elapsed, FILE *out) {
    if (waited < 0) {
        fprintf(out, "Whether the machine was busy is unknown: no /proc/pressure/cpu here.\n");
    } else if (waited > BUSY * elapsed) {
        fprintf(out,
                "The machine was BUSY: in %.0f %% of the time somebody waited for a core.\n"
                "Do not trust these numbers; measure again when it is quiet.\n",
                100 * waited / elapsed);
    } else {
        fprintf(out, "The machine was quiet.\n");
    }
}

static void write_row(const struct bench_row *row, const struct bench_statistics *statistics,
                      double reference_speed, FILE *out) {
    fprintf(out, "%-24s %-9s %3d ", row->name, row->input, row->threads);
    if (!fits(row)) {
        fprintf(out, "left out: %d core%s here\n", bench_cores(), bench_cores() == 1 ? "" : "s");
        return;
    }
    const double speed = (double)row->elements / statistics->median;
    fprintf(out, "%8.2f %8.2f %8.2f %6.3f ", 1e3 * statistics->minimum, 1e3 * statistics->median,
            1e3 * statistics->maximum, 1e-9 * speed);
    if (reference_speed > 0) {
        fprintf(out, "%7.2f\n", speed / reference_speed);
    } else {
        fprintf(out, "%7s\n", "-");
    }
}

static void write_table(const struct bench_row *rows, size_t count, size_t rounds, double *seconds,
                        FILE *out) {
    static const char format[] = "%-24s %-9s %3s %8s %8s %8s %6s %7s\n";
    struct bench_statistics statistics[count];
    double speed[count]; /* 0 for rows that are left out */
    for (size_t i = 0; i < count; i++) {
        statistics[i] = bench_statistics(seconds + i * rounds, rounds);
        speed[i] = fits(&rows[i]) ? (double)rows[i].elements / statistics[i].median : 0;
    }
    fprintf(out, format, "", "", "", "min", "median", "max", "10^9", "");
    fprintf(out, format, "what", "data", "thr", "ms", "ms", "ms", "per s", "speedup");
    for (size_t i = 0; i < count; i++) {
        write_row(&rows[i], &statistics[i], speed[rows[i].reference], out);
    }
}

int bench_run(const char *title, const struct bench_row *rows, size_t count, size_t rounds,
              FILE *out) {
    if (!override_rounds(&rounds)) {
        return 2;
    }
    double *seconds = calloc(count * rounds, sizeof *seconds);
    if (seconds == NULL) {
        fprintf(stderr, "lockstep: bench: out of memory\n");
        return 2;
    }
    const double waited = pressure(), start = clock_seconds();
    measure(rows, count, rounds, seconds);
    const double elapsed = clock_seconds() - start;

    fprintf(out, "%s\n%zu round%s, %d core%s; speedup compares medians\n\n", title, rounds,
            rounds == 1 ? "" : "s", bench_cores(), bench_cores() == 1 ? "" : "s");
    write_table(rows, count, rounds, seconds, out);
    fprintf(out, "\n");
    write_disturbance(waited < 0 ? -1 : pressure() - waited, elapsed, out);
    free(seconds);
    return 0;
}
