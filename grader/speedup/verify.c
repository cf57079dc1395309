#include "verify.h"

#include "request.h"

#include "../lab/lab.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Sheets round; and a copy that was measured once is not the last word on what memory can do. */
static const double ROUNDING = 0.02, ABOVE_CEILING = 1.25, ABOVE_THREADS = 1.5;
/* What fits a cache may be faster than memory. */
static const double CACHE_BYTES = 64e6;

struct verifying {
    struct speedup_table table;
    FILE *out;
    struct verify_counts *counts;
};

__attribute__((format(printf, 4, 5))) static void complain(struct verifying *verifying,
                                                           const struct speedup_row *row,
                                                           size_t *counter, const char *format,
                                                           ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(verifying->out, "line %zu (%s, n = %s): ", (size_t)(row - verifying->table.rows) + 2,
            row->cell[COLUMN_EXERCISE], row->cell[COLUMN_N]);
    vfprintf(verifying->out, format, arguments);
    fputc('\n', verifying->out);
    va_end(arguments);
    (*counter)++;
}

static void verify_missing(struct verifying *verifying, const struct speedup_row *row) {
    static const enum column needed[] = {
        COLUMN_LAB, COLUMN_EXERCISE, COLUMN_DEVICE,  COLUMN_OS,     COLUMN_MACHINE,
        COLUMN_N,   COLUMN_RUNS,     COLUMN_MINIMUM, COLUMN_MEDIAN, COLUMN_MAXIMUM};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (row->cell[needed[i]][0] == '\0') {
            complain(verifying, row, &verifying->counts->missing, "'%s' is missing",
                     column_name(needed[i]));
        }
    }
    if (row->cell[COLUMN_THREADS][0] == '\0' && row->cell[COLUMN_LAUNCH][0] == '\0') {
        complain(verifying, row, &verifying->counts->missing, "neither 'threads' nor 'launch'");
    }
}

static void verify_times(struct verifying *verifying, const struct speedup_row *row) {
    static const enum column times[] = {COLUMN_MINIMUM, COLUMN_MEDIAN, COLUMN_MAXIMUM};
    size_t *inconsistent = &verifying->counts->inconsistent;
    for (int i = 0; i < 3; i++) {
        double value = row_number(row, times[i]);
        if (row->cell[times[i]][0] != '\0' && !(value > 0)) {
            complain(verifying, row, inconsistent, "%s is '%s': a time is a number of seconds",
                     column_name(times[i]), row->cell[times[i]]);
        }
    }
    if (row_number(row, COLUMN_MINIMUM) > row_number(row, COLUMN_MEDIAN) ||
        row_number(row, COLUMN_MEDIAN) > row_number(row, COLUMN_MAXIMUM)) {
        complain(verifying, row, inconsistent, "minimum, median and maximum are not in that order");
    }
    if (row_number(row, COLUMN_RUNS) < 3) {
        complain(verifying, row, inconsistent, "the median of %s runs says little: take 5 or more",
                 row->cell[COLUMN_RUNS]);
    }
}

static void verify_derived(struct verifying *verifying, const struct speedup_row *row) {
    for (int column = 0; column < COLUMN_COUNT; column++) {
        if (!column_is_derived((enum column)column) || row->cell[column][0] == '\0') {
            continue;
        }
        double given = row_number(row, (enum column)column);
        double right = speedup_derive(&verifying->table, row, (enum column)column);
        if (isnan(given)) {
            complain(verifying, row, &verifying->counts->inconsistent, "%s is '%s', not a number",
                     column_name((enum column)column), row->cell[column]);
        } else if (!isnan(right) && fabs(given - right) > ROUNDING * fabs(right) + 0.005) {
            complain(verifying, row, &verifying->counts->inconsistent,
                     "%s is %.4g, but the times say %.4g", column_name((enum column)column), given,
                     right);
        }
    }
}

static void verify_possible(struct verifying *verifying, const struct speedup_row *row) {
    double ceiling = row_number(row, COLUMN_CEILING), threads = row_number(row, COLUMN_THREADS);
    double bandwidth = speedup_derive(&verifying->table, row, COLUMN_BANDWIDTH);
    double speedup = speedup_derive(&verifying->table, row, COLUMN_SPEEDUP);
    if (bandwidth > ABOVE_CEILING * ceiling && row_number(row, COLUMN_BYTES) > CACHE_BYTES) {
        complain(verifying, row, &verifying->counts->impossible,
                 "%.4g GB/s is faster than memory (a copy reaches %.4g): was everything read?",
                 bandwidth, ceiling);
    }
    if (speedup > ABOVE_THREADS * threads) {
        complain(verifying, row, &verifying->counts->impossible,
                 "a speedup of %.3g on %.0f thread%s: is the baseline built with the same flags?",
                 speedup, threads, threads > 1 ? "s" : "");
    }
}

void verify_mark_baselines(struct kit *kit, struct speedup_table *table) {
    for (size_t i = 0; i < table->count; i++) {
        struct speedup_row *row = &table->rows[i];
        struct arena arena = {0};
        struct request plan;
        struct error error;
        const char *directory = kit_lab_directory(kit, row->cell[COLUMN_LAB], &error);
        const char *baseline = "sequential";
        if (directory != NULL && request_load(&plan, directory, &arena, &error)) {
            baseline = plan.baseline;
        }
        row->baseline = strcmp(row->cell[COLUMN_EXERCISE], baseline) == 0;
        arena_free(&arena);
    }
}

bool verify_sheet(struct kit *kit, const char *path, FILE *out, struct verify_counts *counts,
                  struct error *error) {
    struct verifying verifying = {.out = out, .counts = counts};
    *counts = (struct verify_counts){0};
    if (!speedup_read(&verifying.table, path, error)) {
        speedup_free(&verifying.table);
        return false;
    }
    verify_mark_baselines(kit, &verifying.table);
    for (size_t i = 0; i < verifying.table.count; i++) {
        const struct speedup_row *row = &verifying.table.rows[i];
        size_t before = counts->missing + counts->inconsistent + counts->impossible;
        counts->rows++;
        if (strncmp(row->cell[COLUMN_NOTE], "unavailable", 11) == 0 ||
            strncmp(row->cell[COLUMN_NOTE], "left out", 8) == 0) {
            continue; /* says itself why it is empty */
        }
        verify_missing(&verifying, row);
        verify_times(&verifying, row);
        verify_derived(&verifying, row);
        verify_possible(&verifying, row);
        counts->complete += before == counts->missing + counts->inconsistent + counts->impossible;
    }
    speedup_free(&verifying.table);
    return true;
}
