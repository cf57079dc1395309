#include "sweep.h"
#include "../clock.h"

#include "../bench/statistics.h"
#include "../compile/run_tool.h"
#include "../version.h"
#include "host.h"
#include "request.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_RUNS = 101, LEAST_RUNS = 11, QUICK_RUNS = 5 };

/* A median whose runs differ by more than this part of it settles nothing. */
static const double NOISY = 0.25;

struct sweeping {
    const struct kit *kit;
    const struct lab *lab;
    const struct sweep_options *options;
    struct request plan;
    struct speedup_table table; /* what the lab asks for */
    struct arena arena;
    struct error *error;
    char folder[PATH_MAX];                      /* of the programs */
    const char *program[REQUEST_MOST];          /* by build; NULL: not built yet */
    const char *obstacle[REQUEST_MOST];         /* why there is none */
    const char *ceiling[REQUEST_MOST][2 * 256]; /* by build and threads */
};

/* The program for a way to compile; NULL, and an obstacle, where it cannot be made. */
static const char *program_for(struct sweeping *sweeping, size_t build) {
    const struct request_build *how = &request_builds[build];
    struct arena *arena = &sweeping->arena;
    if (sweeping->program[build] != NULL || sweeping->obstacle[build] != NULL) {
        return sweeping->program[build];
    }
    if (machine_compiler(arena, how->compiler) == NULL) {
        sweeping->obstacle[build] = arena_printf(arena, "unavailable: no %s here", how->compiler);
        return NULL;
    }
    struct command_line line = {.arena = arena};
    command_add(&line, "%s", how->compiler);
    command_split(&line, how->flags);
    command_split(&line, "-std=gnu17 -D_GNU_SOURCE -w -fopenmp -falign-loops=32");
    command_add(&line, "-I%s/grader", sweeping->kit->root);
    command_add(&line, "-I%s", sweeping->lab->directory);
    const char *trusted[] = {"speedup/measure.c", "lab/oracle.c"};
    for (size_t i = 0; i < sizeof trusted / sizeof *trusted; i++) {
        command_add(&line, "%s/grader/%s", sweeping->kit->root, trusted[i]);
    }
    command_add(&line, "%s/oracle.c", sweeping->lab->directory);
    command_add(&line, "%s/runner.c", sweeping->lab->directory);
    for (size_t i = 0; i < sweeping->lab->file_count; i++) {
        if (lab_file_is(sweeping->lab->files[i].name, ".c")) {
            command_add(&line, "%s/%s", sweeping->options->submission,
                        sweeping->lab->files[i].name);
        }
    }
    const char *path = arena_printf(arena, "%s/%zu", sweeping->folder, build), *output = "";
    command_add(&line, "-o%s", path);
    command_add(&line, "-lm");
    int status = 1;
    if (!command_run(&line, &status, &output, sweeping->error)) {
        sweeping->obstacle[build] = arena_strdup(arena, sweeping->error->message);
    } else if (status != 0) {
        sweeping->obstacle[build] =
            arena_printf(arena, "does not compile: %.*s", (int)strcspn(output, "\n"), output);
    } else {
        sweeping->program[build] = path;
    }
    return sweeping->program[build];
}

static size_t build_of(const struct speedup_row *row) {
    size_t build = 0;
    while (build + 1 < request_build_count &&
           (strcmp(request_builds[build].compiler, row->cell[COLUMN_COMPILER]) != 0 ||
            strcmp(request_builds[build].flags, row->cell[COLUMN_FLAGS]) != 0)) {
        build++;
    }
    return build;
}

static const char *ceiling_for(struct sweeping *sweeping, size_t build, int threads) {
    if (threads < 1 || threads >= 2 * 256) {
        return "";
    }
    const char **ceiling = &sweeping->ceiling[build][threads];
    if (*ceiling == NULL) {
        struct command_line line = {.arena = &sweeping->arena};
        const char *output = "";
        int status = 1;
        command_add(&line, "%s", sweeping->program[build]);
        command_add(&line, "--copy");
        command_add(&line, "%d", threads);
        bool good = command_run(&line, &status, &output, sweeping->error) && status == 0;
        *ceiling =
            good ? arena_printf(&sweeping->arena, "%.*s", (int)strcspn(output, "\n"), output) : "";
    }
    return *ceiling;
}

/* Runs the program for the row; NULL or why there are no times. */
static const char *run_program(struct sweeping *sweeping, const struct speedup_row *row,
                               const char *program, const char **output) {
    struct command_line line = {.arena = &sweeping->arena};
    int status = 1;
    command_add(&line, "%s", program);
    command_add(&line, "%s", row->cell[COLUMN_EXERCISE]);
    command_add(&line, "%d", sweeping->options->quick ? QUICK_RUNS : LEAST_RUNS);
    command_add(&line, "%d", sweeping->options->quick ? QUICK_RUNS : MOST_RUNS);
    command_add(&line, "n=%s", row->cell[COLUMN_N]);
    command_add(&line, "threads=%s", row->cell[COLUMN_THREADS]);
    command_split(&line, sweeping->plan.data);
    if (!command_run(&line, &status, output, sweeping->error)) {
        return sweeping->error->message;
    }
    return status == 0   ? NULL
           : status == 3 ? "wrong answer: nothing to measure (make grade says more)"
                         : arena_printf(&sweeping->arena, "failed: %.*s",
                                        (int)strcspn(*output, "\n"), *output);
}

static void fill_times(struct sweeping *sweeping, struct speedup_row *row, const char *output) {
    double seconds[MOST_RUNS];
    size_t count = 0;
    char *end;
    for (const char *at = output; count < MOST_RUNS; at = end) {
        double value = strtod(at, &end);
        if (end == at) {
            break;
        }
        seconds[count++] = value;
    }
    if (count == 0) {
        row->cell[COLUMN_NOTE] = "failed: no times";
        return;
    }
    struct arena *arena = &sweeping->table.arena;
    const struct bench_statistics times = bench_statistics(seconds, count);
    row->cell[COLUMN_RUNS] = arena_printf(arena, "%zu", count);
    row->cell[COLUMN_MINIMUM] = arena_printf(arena, "%.4g", times.minimum);
    row->cell[COLUMN_MEDIAN] = arena_printf(arena, "%.4g", times.median);
    row->cell[COLUMN_MAXIMUM] = arena_printf(arena, "%.4g", times.maximum);
    /* the middle half tells more than the extremes */
    double middle = seconds[3 * count / 4] - seconds[count / 4];
    bool noisy = middle > NOISY * times.median;
    row->cell[COLUMN_NOTE] = noisy ? "too noisy to conclude: measure again on a quiet machine" : "";
    row->cell[COLUMN_LOCKSTEP] = LOCKSTEP_VERSION;
}

static void measure_row(struct sweeping *sweeping, struct speedup_row *row) {
    struct arena *arena = &sweeping->table.arena;
    size_t build = build_of(row);
    row->cell[COLUMN_OS] = machine_os(arena);
    row->cell[COLUMN_MACHINE] = machine_name(arena);
    if (strcmp(row->cell[COLUMN_DEVICE], "cpu") != 0 ||
        lab_find_exercise(sweeping->lab, row->cell[COLUMN_EXERCISE]) == NULL) {
        row->cell[COLUMN_NOTE] =
            arena_printf(arena, "unavailable: `make bench LAB=%s` on a machine with a GPU measures",
                         sweeping->lab->name);
        return;
    }
    const char *program = program_for(sweeping, build), *output = "";
    if (program == NULL) {
        row->cell[COLUMN_NOTE] = arena_strdup(arena, sweeping->obstacle[build]);
        return;
    }
    const char *obstacle = run_program(sweeping, row, program, &output);
    if (obstacle != NULL) {
        row->cell[COLUMN_NOTE] = arena_strdup(arena, obstacle);
        return;
    }
    fill_times(sweeping, row, output);
    row->cell[COLUMN_CEILING] =
        arena_strdup(arena, ceiling_for(sweeping, build, (int)row_number(row, COLUMN_THREADS)));
}

/* Takes over what an earlier run of this sweep has measured on this machine. */
static bool keep_measured(struct sweeping *sweeping) {
    static const enum column keys[] = {COLUMN_LAB,      COLUMN_EXERCISE, COLUMN_DEVICE,
                                       COLUMN_COMPILER, COLUMN_FLAGS,    COLUMN_N,
                                       COLUMN_THREADS,  COLUMN_LAUNCH};
    struct speedup_table old;
    if (access(sweeping->options->sheet, F_OK) != 0) {
        return true;
    }
    if (!speedup_read(&old, sweeping->options->sheet, sweeping->error)) {
        return false;
    }
    const char *machine = machine_name(&sweeping->arena);
    for (size_t i = 0; i < sweeping->table.count; i++) {
        struct speedup_row *row = &sweeping->table.rows[i];
        for (size_t j = 0; j < old.count; j++) {
            bool same = strcmp(old.rows[j].cell[COLUMN_MACHINE], machine) == 0;
            for (size_t k = 0; same && k < sizeof keys / sizeof *keys; k++) {
                same = strcmp(row->cell[keys[k]], old.rows[j].cell[keys[k]]) == 0;
            }
            for (int c = 0; same && row_number(&old.rows[j], COLUMN_MEDIAN) > 0 && c < COLUMN_COUNT;
                 c++) {
                row->cell[c] = arena_strdup(&sweeping->table.arena, old.rows[j].cell[c]);
            }
        }
    }
    speedup_free(&old);
    return true;
}

static void show_progress(const struct sweeping *sweeping, size_t done, size_t todo, double begin) {
    FILE *out = sweeping->options->progress;
    double left = done > 0 ? (clock_seconds() - begin) / (double)done * (double)(todo - done) : 0;
    if (isatty(fileno(out))) {
        int filled = (int)(30 * done / (todo > 0 ? todo : 1));
        fprintf(out, "\r[%.*s%*s] %zu of %zu", filled, "##############################",
                30 - filled, "", done, todo);
        fprintf(out, done > 0 ? ", %.0f s left   " : "   ", left);
        fputs(done == todo ? "\n" : "", out);
    } else if (done == todo || done % 10 == 0) {
        fprintf(out, "%zu of %zu measured\n", done, todo);
    }
    fflush(out);
}

/* Rows without a time are no measurements, whatever the progress said. */
static void tell_failures(const struct sweeping *sweeping) {
    size_t failed = 0;
    const char *why = "";
    for (size_t i = 0; i < sweeping->table.count; i++) {
        const struct speedup_row *row = &sweeping->table.rows[i];
        if (!(row_number(row, COLUMN_MEDIAN) > 0)) {
            why = failed++ == 0 ? row->cell[COLUMN_NOTE] : why;
        }
    }
    if (failed > 0) {
        fprintf(sweeping->options->progress,
                "%zu of %zu rows have no time; their note says why, the first one's:\n  %s\n",
                failed, sweeping->table.count, why);
    }
}

/* Rows that a quick sweep does not measure are only marked as such. */
static bool is_left_out(const struct sweeping *sweeping, struct speedup_row *row) {
    if (!sweeping->options->quick || strcmp(row->cell[COLUMN_DEVICE], "cpu") != 0 ||
        build_of(row) == 0) {
        return false;
    }
    row->cell[COLUMN_NOTE] = "left out: a quick sweep";
    return true;
}

static bool measure_all(struct sweeping *sweeping) {
    size_t todo = 0, done = 0;
    double begin = clock_seconds();
    for (size_t i = 0; i < sweeping->table.count; i++) {
        struct speedup_row *row = &sweeping->table.rows[i];
        todo += !(row_number(row, COLUMN_MEDIAN) > 0) && !is_left_out(sweeping, row);
    }
    if (todo == 0) {
        fprintf(sweeping->options->progress, "All is measured already.\n");
    }
    for (size_t i = 0; i < sweeping->table.count; i++) {
        struct speedup_row *row = &sweeping->table.rows[i];
        if (row_number(row, COLUMN_MEDIAN) > 0 || is_left_out(sweeping, row)) {
            continue;
        }
        show_progress(sweeping, done, todo, begin);
        measure_row(sweeping, row);
        done++;
        if (!speedup_save(&sweeping->table, sweeping->options->sheet, sweeping->error)) {
            return false;
        }
    }
    if (todo > 0) {
        show_progress(sweeping, done, todo, begin);
    }
    tell_failures(sweeping);
    return speedup_save(&sweeping->table, sweeping->options->sheet, sweeping->error);
}

static void remove_programs(struct sweeping *sweeping) {
    for (size_t i = 0; i < request_build_count; i++) {
        char path[PATH_MAX + 32];
        snprintf(path, sizeof path, "%s/%zu", sweeping->folder, i);
        unlink(path);
    }
    rmdir(sweeping->folder);
}

/* The first file is named; that others are missing the compilers say. */
static bool has_files(const struct lab *lab, const char *submission, struct error *error) {
    char path[PATH_MAX];
    const char *file = lab->files[0].name;
    snprintf(path, sizeof path, "%s/%s", submission, file);
    return access(path, R_OK) == 0 ||
           error_set(error, "submission '%s': %s (give the folder that holds %s)", submission,
                     strerror(errno), file);
}

bool sweep(const struct kit *kit, const struct lab *lab, const struct sweep_options *options,
           struct error *error) {
    struct sweeping *sweeping = calloc(1, sizeof *sweeping);
    if (sweeping == NULL) {
        return error_set(error, "out of memory");
    }
    *sweeping = (struct sweeping){.kit = kit, .lab = lab, .options = options, .error = error};
    const char *temporary = getenv("TMPDIR");
    snprintf(sweeping->folder, sizeof sweeping->folder, "%s/lockstep-speedup.XXXXXX",
             temporary != NULL && temporary[0] != '\0' ? temporary : "/tmp");
    bool good = has_files(lab, options->submission, error) &&
                request_load(&sweeping->plan, lab->directory, &sweeping->arena, error);
    if (good && mkdtemp(sweeping->folder) == NULL) {
        good = error_set(error, "%s: %s", sweeping->folder, strerror(errno));
    } else if (good) {
        request_add_rows(&sweeping->plan, lab->name, machine_cores(), &sweeping->table);
        good = keep_measured(sweeping) && measure_all(sweeping);
        remove_programs(sweeping);
    }
    speedup_free(&sweeping->table);
    arena_free(&sweeping->arena);
    free(sweeping);
    return good;
}
