#include "verify.h"

#include "request.h"
#include "simulate.h"

#include "../lab/lab.h"
#include "../message_text.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

/* Sheets round. A copy counts two bytes for one, but moves three where a write first reads its
 * line, and a server's last cache holds more than CACHE_BYTES: one core of a virtual machine read
 * 64 MiB 2.5 times as fast. A loop that was dropped is faster by far more. */
static const double ROUNDING = 0.02, ABOVE_CEILING = 4, ABOVE_THREADS = 2;
/* What fits a cache may be faster than memory. */
static const double CACHE_BYTES = 64e6;

struct verifying {
    struct speedup_table table;
    FILE *out; /* or NULL */
    struct verify_counts *counts;
    const struct language *language;
};

/* A line of it, where anybody listens; `text` is English. */
static void tell(struct verifying *verifying, const char *text) {
    if (verifying->out != NULL) {
        fprintf(verifying->out, "%s\n",
                language_say(verifying->language, &verifying->table.arena, text));
    }
}

__attribute__((format(printf, 4, 5))) static void complain(struct verifying *verifying,
                                                           const struct speedup_row *row,
                                                           size_t *counter, const char *format,
                                                           ...) {
    struct arena *arena = &verifying->table.arena;
    va_list arguments;
    va_start(arguments, format);
    tell(verifying,
         message_print(arena, "line %zu (%s, n = %s): %s",
                       (size_t)(row - verifying->table.rows) + 2, row->cell[COLUMN_EXERCISE],
                       row->cell[COLUMN_N], message_vprint(arena, format, arguments)));
    va_end(arguments);
    (*counter)++;
}

static bool is_explained(const struct speedup_row *row) {
    return strncmp(row->cell[COLUMN_NOTE], "unavailable", 11) == 0 ||
           strncmp(row->cell[COLUMN_NOTE], "left out", 8) == 0;
}

/* Such as spreadsheets leave between groups, and at the end. */
static bool is_blank(const struct speedup_row *row) {
    for (int column = 0; column < COLUMN_COUNT; column++) {
        if (row->cell[column][0] != '\0') {
            return false;
        }
    }
    return true;
}

/* Whether nobody has measured anything in this row yet. */
static bool is_untouched(const struct speedup_row *row) {
    static const enum column measured[] = {COLUMN_RUNS, COLUMN_MINIMUM, COLUMN_MEDIAN,
                                           COLUMN_MAXIMUM};
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        if (row->cell[measured[i]][0] != '\0') {
            return false;
        }
    }
    return true;
}

/* One line for all rows of a lab that lie together and are not measured yet. Returns how many. */
static size_t verify_untouched(struct verifying *verifying, size_t first) {
    const struct speedup_row *rows = verifying->table.rows;
    size_t count = 0;
    while (first + count < verifying->table.count && is_untouched(&rows[first + count]) &&
           !is_explained(&rows[first + count]) && !is_blank(&rows[first + count]) &&
           strcmp(rows[first + count].cell[COLUMN_LAB], rows[first].cell[COLUMN_LAB]) == 0) {
        count++;
    }
    if (count > 1) {
        tell(verifying,
             message_print(&verifying->table.arena, "lines %zu to %zu (%s): not measured yet",
                           first + 2, first + count + 1, rows[first].cell[COLUMN_LAB]));
    } else if (count == 1) {
        tell(verifying,
             message_print(&verifying->table.arena, "line %zu (%s, n = %s): not measured yet",
                           first + 2, rows[first].cell[COLUMN_EXERCISE],
                           rows[first].cell[COLUMN_N]));
    }
    verifying->counts->rows += count;
    verifying->counts->missing += count;
    return count;
}

static void verify_missing(struct verifying *verifying, const struct speedup_row *row) {
    /* The last three are a measurement's: the model says one time. */
    static const enum column needed[] = {
        COLUMN_LAB, COLUMN_EXERCISE, COLUMN_DEVICE, COLUMN_OS,      COLUMN_MACHINE,
        COLUMN_N,   COLUMN_MEDIAN,   COLUMN_RUNS,   COLUMN_MINIMUM, COLUMN_MAXIMUM};
    const size_t count = sizeof needed / sizeof *needed - (speedup_is_modelled(row) ? 3 : 0);
    for (size_t i = 0; i < count; i++) {
        if (row->cell[needed[i]][0] == '\0') {
            complain(verifying, row, &verifying->counts->missing, "'%s' is missing",
                     column_name(speedup_place(row, needed[i])));
        }
    }
    if (row->cell[COLUMN_THREADS][0] == '\0' && row->cell[COLUMN_LAUNCH][0] == '\0') {
        complain(verifying, row, &verifying->counts->missing, "neither 'threads' nor 'launch'");
    }
}

/* Counts, and whether they can be what their columns are for. */
static void verify_whole(struct verifying *verifying, const struct speedup_row *row) {
    static const struct {
        enum column column;
        double least, most;
        const char *unlike;
    } whole[] = {{COLUMN_N, 1, 1e15, "a number of elements"},
                 {COLUMN_BYTES, 0, 1e16, "a number of bytes"},
                 {COLUMN_THREADS, 1, 1e5, "a number of threads"},
                 {COLUMN_RUNS, 1, 1e9, "a number of runs"}};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *text = row->cell[whole[i].column];
        const double value = row_number(row, whole[i].column);
        if (text[0] != '\0' && !(value >= 0 && value == floor(value))) {
            complain(verifying, row, &verifying->counts->inconsistent,
                     "%s is '%s': it should be a whole number", column_name(whole[i].column), text);
        } else if (value < whole[i].least) {
            complain(verifying, row, &verifying->counts->impossible,
                     "%s is %s: it should be from 1", column_name(whole[i].column), text);
        } else if (value > whole[i].most) {
            complain(verifying, row, &verifying->counts->impossible,
                     "%s is %s, which is too large for %s: is it in the right column?",
                     column_name(whole[i].column), text, whole[i].unlike);
        }
    }
}

/* Whether the three times are numbers, and in order: else what follows from them says nothing. */
static bool verify_times(struct verifying *verifying, const struct speedup_row *row) {
    static const enum column times[] = {COLUMN_MINIMUM, COLUMN_MEDIAN, COLUMN_MAXIMUM};
    size_t *inconsistent = &verifying->counts->inconsistent, before = *inconsistent;
    for (int i = 0; i < 3; i++) {
        double value = row_number(row, times[i]);
        if (row->cell[times[i]][0] != '\0' && !(value > 0)) {
            complain(verifying, row, inconsistent,
                     "%s is '%s': a time is a number of seconds, such as 0.0275",
                     column_name(speedup_place(row, times[i])), row->cell[times[i]]);
        }
    }
    if (row_number(row, COLUMN_MINIMUM) > row_number(row, COLUMN_MEDIAN) ||
        row_number(row, COLUMN_MEDIAN) > row_number(row, COLUMN_MAXIMUM)) {
        complain(verifying, row, inconsistent,
                 "min_s, median_s and max_s are not in that order: %s, %s, %s",
                 row->cell[COLUMN_MINIMUM], row->cell[COLUMN_MEDIAN], row->cell[COLUMN_MAXIMUM]);
    }
    if (row_number(row, COLUMN_COPIES) < row_number(row, COLUMN_MEDIAN)) {
        complain(verifying, row, inconsistent,
                 "with_copies_s is %s, less than the time of the kernels alone, %s",
                 row->cell[COLUMN_COPIES], row->cell[COLUMN_MEDIAN]);
    }
    const bool good = *inconsistent == before;
    if (row_number(row, COLUMN_RUNS) < 3) {
        complain(verifying, row, inconsistent, "the median of %s runs says little: take 5 or more",
                 row->cell[COLUMN_RUNS]);
    }
    return good;
}

/* Do both rows say what was measured in the same words, and has each a time? */
static bool measures_same(const struct speedup_row *a, const struct speedup_row *b) {
    static const enum column what[] = {COLUMN_N,   COLUMN_EXERCISE, COLUMN_THREADS,  COLUMN_LAUNCH,
                                       COLUMN_LAB, COLUMN_DEVICE,   COLUMN_COMPILER, COLUMN_FLAGS,
                                       COLUMN_OS,  COLUMN_MACHINE,  COLUMN_BYTES,    COLUMN_SHEET};
    bool same = !is_untouched(a) && !is_untouched(b);
    for (size_t i = 0; same && i < sizeof what / sizeof *what; i++) {
        same = strcmp(a->cell[what[i]], b->cell[what[i]]) == 0 ||
               row_number(a, what[i]) == row_number(b, what[i]); /* 1e8 is 100000000 */
    }
    return same;
}

/* Of two rows for one thing nobody knows which holds, and a mean counts it twice. */
static void verify_repeated(struct verifying *verifying, const struct speedup_row *row) {
    for (const struct speedup_row *other = verifying->table.rows; other < row; other++) {
        if (measures_same(row, other)) {
            complain(verifying, row, &verifying->counts->inconsistent,
                     "line %zu measures the same: keep one of them",
                     (size_t)(other - verifying->table.rows) + 2);
            return;
        }
    }
}

/* What the time comes from must be known; and no modelled time may look measured. */
static void verify_device(struct verifying *verifying, const struct speedup_row *row,
                          const struct kit *kit) {
    static const char *const measured[] = {"", "cpu", "cuda", "opencl"};
    size_t *inconsistent = &verifying->counts->inconsistent;
    const char *device = row->cell[COLUMN_DEVICE];
    struct error error = {0};
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        if (strcmp(device, measured[i]) == 0) {
            return;
        }
    }
    if (!speedup_is_modelled(row)) {
        complain(
            verifying, row, inconsistent,
            "device is '%s': it should be cpu, cuda, opencl, or simt:PROFILE for a modelled time",
            device);
    } else if (simulate_device(kit->build, device + strlen("simt:"), &verifying->table.arena,
                               &error) == NULL) {
        complain(verifying, row, inconsistent, "%s",
                 language_error(verifying->language, &verifying->table.arena, &error));
    }
    if (speedup_is_modelled(row) && row->cell[COLUMN_RUNS][0] != '\0') {
        complain(verifying, row, inconsistent,
                 "runs is %s, but a modelled time is not a measurement, so it has no runs",
                 row->cell[COLUMN_RUNS]);
    }
}

/* Sheets of before 0.35 name a modelled device as a real one. */
static const char *device_of(const struct speedup_row *row) {
    const char *machine = row->cell[COLUMN_MACHINE];
    const size_t length = strlen(COLUMN_MODELLED);
    return strncmp(machine, COLUMN_MODELLED, length) == 0 ? machine + length : machine;
}

/* The device's name alone: what follows a comma or a bracket is its driver, or its cores. */
static size_t name_length(const char *machine) {
    size_t length = strcspn(machine, ",(");
    while (length > 0 && machine[length - 1] == ' ') {
        length--;
    }
    return length;
}

static bool same_device(const struct speedup_row *a, const struct speedup_row *b) {
    const char *x = device_of(a), *y = device_of(b);
    const size_t length = name_length(x);
    return length > 0 && length == name_length(y) && strncasecmp(x, y, length) == 0 &&
           strcmp(a->cell[COLUMN_SHEET], b->cell[COLUMN_SHEET]) == 0;
}

/* Measured and modelled times of one device in one sheet: whoever reads it takes one for the other.
 * One line for a device. */
static void verify_mixed(struct verifying *verifying) {
    const struct speedup_table *table = &verifying->table;
    for (size_t i = 0; i < table->count; i++) {
        const struct speedup_row *row = &table->rows[i];
        bool first = speedup_is_modelled(row);
        for (size_t j = 0; j < i && first; j++) {
            first = !(speedup_is_modelled(&table->rows[j]) && same_device(row, &table->rows[j]));
        }
        for (size_t j = 0; j < table->count && first; j++) {
            const struct speedup_row *other = &table->rows[j];
            if (!speedup_is_modelled(other) && same_device(row, other)) {
                complain(verifying, row, &verifying->counts->inconsistent,
                         "a modelled time (%s) of '%.*s', which line %zu measures (%s): keep "
                         "modelled and measured times in separate sheets",
                         row->cell[COLUMN_DEVICE], (int)name_length(device_of(row)), device_of(row),
                         j + 2, other->cell[COLUMN_DEVICE]);
                first = false;
            }
        }
    }
}

/* The row to compare with must be there. */
static void verify_baseline(struct verifying *verifying, const struct speedup_row *row,
                            struct kit *kit) {
    struct error error;
    if (row->cell[COLUMN_LAB][0] == '\0') {
        return;
    }
    if (kit_lab_directory(kit, row->cell[COLUMN_LAB], &error) == NULL) {
        complain(verifying, row, &verifying->counts->inconsistent,
                 "there is no lab '%s' (lockstep list shows them)", row->cell[COLUMN_LAB]);
    } else if (speedup_baseline(&verifying->table, row) == NULL) {
        complain(verifying, row, &verifying->counts->missing,
                 "there is no row of the sequential version with the same n, compiler and flags "
                 "(%s %s): the speedup cannot be checked",
                 row->cell[COLUMN_COMPILER], row->cell[COLUMN_FLAGS]);
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
                 "%.4g GB/s is faster than memory (a copy reaches %.4g): was all the data read?",
                 bandwidth, ceiling);
    }
    /* By the times that give the smallest speedup: noise is no cheating. */
    const struct speedup_row *baseline = speedup_baseline(&verifying->table, row);
    if (baseline != NULL && threads >= 1 &&
        row_number(baseline, COLUMN_MINIMUM) / row_number(row, COLUMN_MAXIMUM) >
            ABOVE_THREADS * threads) {
        complain(verifying, row, &verifying->counts->impossible,
                 "a speedup of %.3g with threads = %.0f: is the sequential version as good, and "
                 "built with the same flags?",
                 speedup, threads);
    }
}

void verify_mark_baselines(struct kit *kit, struct speedup_table *table) {
    for (size_t i = 0; i < table->count; i++) {
        struct speedup_row *row = &table->rows[i];
        struct arena arena = {0};
        struct speedup_request plan;
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

static void verify_row(struct verifying *verifying, const struct speedup_row *row,
                       struct kit *kit) {
    struct verify_counts *counts = verifying->counts;
    const size_t before = counts->missing + counts->inconsistent + counts->impossible;
    if (is_blank(row)) {
        return;
    }
    counts->rows++;
    if (is_explained(row)) {
        return; /* says itself why it is empty */
    }
    verify_missing(verifying, row);
    verify_device(verifying, row, kit);
    verify_whole(verifying, row);
    verify_baseline(verifying, row, kit);
    verify_repeated(verifying, row);
    if (verify_times(verifying, row)) {
        verify_derived(verifying, row);
        verify_possible(verifying, row);
    }
    counts->complete += before == counts->missing + counts->inconsistent + counts->impossible;
}

bool verify_is_sound(struct speedup_table *table, const struct speedup_row *row) {
    struct verify_counts counts = {0};
    struct verifying verifying = {.table = *table, .counts = &counts};
    verify_whole(&verifying, row);
    if (verify_times(&verifying, row)) {
        verify_possible(&verifying, row);
    }
    *table = verifying.table; /* its arena may have grown */
    return counts.inconsistent + counts.impossible == 0;
}

bool verify_sheet(struct kit *kit, const char *path, const struct language *language, FILE *out,
                  struct verify_counts *counts, struct error *error) {
    struct verifying verifying = {.out = out, .counts = counts, .language = language};
    *counts = (struct verify_counts){0};
    if (!speedup_read(&verifying.table, path, error)) {
        speedup_free(&verifying.table);
        return false;
    }
    verify_mark_baselines(kit, &verifying.table);
    for (size_t i = 0; i < verifying.table.count;) {
        const size_t untouched = verify_untouched(&verifying, i);
        if (untouched == 0) {
            verify_row(&verifying, &verifying.table.rows[i], kit);
        }
        i += untouched > 0 ? untouched : 1;
    }
    verify_mixed(&verifying);
    if (counts->rows == 0) {
        tell(&verifying, "the sheet has no row: nothing is measured");
        counts->missing++;
    }
    speedup_free(&verifying.table);
    return true;
}
