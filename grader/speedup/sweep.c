#include "sweep.h"
#include "../clock.h"

#include "../bench/statistics.h"
#include "../check/platform.h"
#include "../compile/cuda_build.h"
#include "../compile/run_tool.h"
#include "../version.h"
#include "host.h"
#include "programs.h"
#include "request.h"
#include "simulate.h"

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

/* A run of a device that takes longer is left out; and any program ends then. */
static const double LONGEST_RUN = 1;
static const char endless[] = "left out: it takes longer than a minute here";
static const char longest_program[] = "60";

struct sweeping {
    const struct kit *kit;
    const struct lab *lab;
    const struct sweep_options *options;
    struct request plan;
    struct speedup_table table; /* what the lab asks for */
    struct arena arena;
    struct error *error;
    char folder[PATH_MAX]; /* of the programs */
    char submission[PATH_MAX];
    struct programs programs;
    struct request_sources sources;
    const char *profile;                          /* of the simulated GPU */
    const char *simulated, *gpu, *opencl;         /* names of the devices */
    const char *ceiling[PROGRAM_BUILDS][2 * 256]; /* by build and threads */
};

static size_t build_of(const struct speedup_row *row) {
    for (size_t i = 0; i < request_build_count; i++) {
        if (strcmp(row->cell[COLUMN_COMPILER], request_builds[i].compiler) == 0 &&
            strcmp(row->cell[COLUMN_FLAGS], request_builds[i].flags) == 0) {
            return i;
        }
    }
    return 0;
}

/* Which program gives the row its time. */
static enum program program_of(const struct sweeping *sweeping, const struct speedup_row *row) {
    static const struct {
        const char *device;
        enum program program;
    } rows[] = {{"cuda", PROGRAM_CUDA}, {"opencl", PROGRAM_OPENCL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(row->cell[COLUMN_DEVICE], rows[i].device) == 0) {
            return rows[i].program;
        }
    }
    if (speedup_is_modelled(row)) {
        return PROGRAM_SIMULATED;
    }
    return row->baseline && sweeping->plan.sequential.count > 0 ? PROGRAM_SEQUENTIAL : PROGRAM_CPU;
}

/* What a copy reaches, once for each build and number of threads. */
static const char *ceiling_for(struct sweeping *sweeping, enum program program, size_t build,
                               int threads) {
    if (threads < 1 || threads > 256) {
        return "";
    }
    const char **ceiling = &sweeping->ceiling[build][threads], *obstacle;
    if (*ceiling == NULL) {
        struct command_line line = {.arena = &sweeping->arena};
        const char *output = "";
        int status = 1;
        command_add(&line, "%s", program_get(&sweeping->programs, program, build, &obstacle));
        command_add(&line, "--copy");
        command_add(&line, "%d", threads);
        bool good = command_run(&line, &status, &output, sweeping->error) && status == 0;
        *ceiling =
            good ? arena_printf(&sweeping->arena, "%.*s", (int)strcspn(output, "\n"), output) : "";
    }
    return *ceiling;
}

/* The oracle's case: the size, the threads, and the numbers in the launch by their keys. */
static void add_case(const struct sweeping *sweeping, const struct speedup_row *row,
                     const struct request_exercise *exercise, double n, struct command_line *line) {
    const char *launch = row->cell[COLUMN_LAUNCH];
    const bool cpu = strcmp(row->cell[COLUMN_DEVICE], "cpu") == 0;
    command_add(line, "%s=%.0f", sweeping->plan.size_key, n / sweeping->plan.size_unit);
    if (cpu && (!row->baseline || sweeping->plan.sequential.count == 0)) {
        command_add(line, "threads=%s", row->cell[COLUMN_THREADS]);
    }
    for (size_t i = 0; !cpu && i < exercise->launch_keys.count; i++) {
        launch += strcspn(launch, "0123456789");
        if (*launch != '\0') {
            command_add(line, "%s=%.*s", exercise->launch_keys.text[i],
                        (int)strspn(launch, "0123456789"), launch);
            launch += strspn(launch, "0123456789");
        }
    }
    command_split(line, exercise->data);
}

/* The exercise of a row; for a baseline of the lab's own, one whose case it can take. */
static const struct request_exercise *
exercise_of(const struct sweeping *sweeping, const struct speedup_row *row, const char **name) {
    const struct request_exercise *first = &sweeping->plan.exercises[0];
    if (!row->baseline) {
        const struct request_exercise *found =
            request_find(&sweeping->plan, row->cell[COLUMN_EXERCISE]);
        *name = row->cell[COLUMN_EXERCISE];
        return found;
    }
    *name = sweeping->plan.sequential.count > 0 ? first->name : row->cell[COLUMN_EXERCISE];
    return first;
}

/* What has to stand before a program, and its environment. */
static void add_environment(const struct sweeping *sweeping, const struct speedup_row *row,
                            struct command_line *line) {
    command_split(line, "timeout -k 1");
    command_add(line, "%s", longest_program);
    command_add(line, "env");
    if (strcmp(row->cell[COLUMN_DEVICE], "opencl") == 0) {
        command_add(line, "OCL_ICD_VENDORS=%s/vendors/", sweeping->folder);
        command_add(line, "POCL_CACHE_DIR=%s", sweeping->folder);
        command_add(line, "CUDA_CACHE_PATH=%s", sweeping->folder);
        command_split(line, "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable");
    } else if (strcmp(row->cell[COLUMN_DEVICE], "cpu") == 0 &&
               row->cell[COLUMN_LAUNCH][0] != '\0') {
        command_add(line, "OMP_SCHEDULE=%s", row->cell[COLUMN_LAUNCH]);
    }
}

static void add_program(const struct sweeping *sweeping, const struct speedup_row *row,
                        const char *program, double n, int least, int most,
                        struct command_line *line) {
    const char *name;
    const struct request_exercise *exercise = exercise_of(sweeping, row, &name);
    command_add(line, "%s", program);
    command_add(line, "%s", sweeping->submission);
    command_add(line, "%s", name);
    command_add(line, "%d", least);
    command_add(line, "%d", most);
    add_case(sweeping, row, exercise, n, line);
}

/* Why a program that ran gave no times; NULL when it did. */
static const char *judge_end(struct sweeping *sweeping, int status, const char *output) {
    return status == 0   ? NULL
           : status == 3 ? "wrong answer: nothing to measure (make grade says more)"
           : status == 124
               ? endless
               : arena_printf(&sweeping->arena, "failed: %.*s", (int)strcspn(output, "\n"), output);
}

/* Runs the program for the row; NULL or why there are no times. */
static const char *run_program(struct sweeping *sweeping, const struct speedup_row *row,
                               const char *program, const char **output) {
    struct command_line line = {.arena = &sweeping->arena};
    int status = 1;
    add_environment(sweeping, row, &line);
    add_program(sweeping, row, program, row_number(row, COLUMN_N),
                sweeping->options->quick ? QUICK_RUNS : LEAST_RUNS,
                sweeping->options->quick ? QUICK_RUNS : MOST_RUNS, &line);
    if (!command_run(&line, &status, output, sweeping->error)) {
        return sweeping->error->message;
    }
    return judge_end(sweeping, status, *output);
}

/* ---- the simulated GPU ---- */

/* One run there, at n elements. */
static const char *simulate_at(struct sweeping *sweeping, const struct speedup_row *row,
                               const char *program, double n, struct simulated *result) {
    struct command_line line = {.arena = &sweeping->arena};
    const char *output = "",
               *report = arena_printf(&sweeping->arena, "%s/report.json", sweeping->folder);
    int status = 1;
    add_environment(sweeping, row, &line);
    command_add(&line, "%s/lockstep", sweeping->kit->build);
    command_split(&line, "simt --no-detect --quiet --budget 1000000000 --memory 65536 --profile");
    command_add(&line, "%s", sweeping->profile);
    command_split(&line, "--json");
    command_add(&line, "%s", report);
    command_add(&line, "--");
    add_program(sweeping, row, program, n, 0, 0, &line);
    unlink(report);
    if (!command_run(&line, &status, &output, sweeping->error)) {
        return sweeping->error->message;
    }
    if (strstr(output, "ended with status 3") != NULL) {
        return judge_end(sweeping, 3, output);
    }
    if (status != 0) {
        return judge_end(sweeping, status, output);
    }
    return simulate_read(report, result, &sweeping->arena, sweeping->error)
               ? NULL
               : arena_printf(&sweeping->arena, "failed: %s", sweeping->error->message);
}

static void fill_modelled(struct sweeping *sweeping, struct speedup_row *row,
                          const struct simulated *result, const char *note) {
    struct arena *arena = &sweeping->table.arena;
    row->cell[COLUMN_MEDIAN] = arena_printf(arena, "%.4g", result->kernels);
    row->cell[COLUMN_COPIES] = arena_printf(arena, "%.4g", result->all);
    row->cell[COLUMN_NOTE] = arena_strdup(arena, note);
    row->cell[COLUMN_LOCKSTEP] = LOCKSTEP_VERSION;
}

/* At a size that takes too long, from three smaller ones. NULL or why not. */
static const char *extrapolate(struct sweeping *sweeping, struct speedup_row *row,
                               const char *program) {
    struct arena *arena = &sweeping->arena;
    struct simulated at[REQUEST_SIMULATED], result;
    double n[REQUEST_SIMULATED];
    for (int i = 0; i < REQUEST_SIMULATED; i++) {
        n[i] = strtod(sweeping->plan.simulated[i], NULL);
        const char *obstacle = simulate_at(sweeping, row, program, n[i], &at[i]);
        if (obstacle != NULL) {
            return obstacle;
        }
    }
    struct error error = {""};
    if (!simulate_extrapolate(at, n, row_number(row, COLUMN_N), &result, &error)) {
        return arena_printf(
            arena,
            "left out: too large to simulate, and from n = %.0f to %.0f %s: nothing "
            "can be extrapolated",
            n[0], n[2], error.message);
    }
    fill_modelled(sweeping, row, &result,
                  arena_printf(arena,
                               "modelled, and extrapolated from n = %.0f, %.0f and %.0f: the time "
                               "and all %zu counters are linear in n there",
                               n[0], n[1], n[2], result.count));
    return NULL;
}

static const char *model_row(struct sweeping *sweeping, struct speedup_row *row,
                             const char *program) {
    const double n = row_number(row, COLUMN_N);
    const char *name;
    struct simulated result = {.binds = ""};
    if (!exercise_of(sweeping, row, &name)->modelled) {
        return "left out: a part of it runs on the CPU, whose time the simulated GPU does not know";
    }
    if (sweeping->plan.simulated[0] != NULL &&
        n > strtod(sweeping->plan.simulated[REQUEST_SIMULATED - 1], NULL)) {
        return extrapolate(sweeping, row, program);
    }
    const char *obstacle = simulate_at(sweeping, row, program, n, &result);
    if (obstacle == NULL) {
        fill_modelled(sweeping, row, &result,
                      arena_printf(&sweeping->arena, "modelled: %s", result.binds));
    }
    return obstacle;
}

/* ---- rows ---- */

/* A run that would take too long, by the same launch at a smaller n; NULL where it would not. */
static const char *too_long(struct sweeping *sweeping, const struct speedup_row *row) {
    for (size_t i = 0; strcmp(row->cell[COLUMN_DEVICE], "cpu") != 0 && i < sweeping->table.count;
         i++) {
        const struct speedup_row *other = &sweeping->table.rows[i];
        const double n = row_number(other, COLUMN_N), larger = row_number(row, COLUMN_N);
        const double median = row_number(other, COLUMN_MEDIAN);
        const double copies = row_number(other, COLUMN_COPIES);
        if (n == larger && strcmp(other->cell[COLUMN_NOTE], endless) == 0 &&
            strcmp(other->cell[COLUMN_EXERCISE], row->cell[COLUMN_EXERCISE]) == 0 &&
            strcmp(other->cell[COLUMN_DEVICE], row->cell[COLUMN_DEVICE]) == 0) {
            return "left out: another launch of it takes longer than a minute here";
        }
        const double seconds = (copies > median ? copies : median) * larger / n;
        if (n < larger && seconds > LONGEST_RUN &&
            strcmp(other->cell[COLUMN_EXERCISE], row->cell[COLUMN_EXERCISE]) == 0 &&
            strcmp(other->cell[COLUMN_DEVICE], row->cell[COLUMN_DEVICE]) == 0 &&
            strcmp(other->cell[COLUMN_LAUNCH], row->cell[COLUMN_LAUNCH]) == 0) {
            return arena_printf(&sweeping->arena,
                                "left out: a run would take about %.0f s here, by that of n = %s",
                                seconds, other->cell[COLUMN_N]);
        }
    }
    return NULL;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Each line holds the time of a run and, from a device, that with its copies. */
static size_t read_times(const char *output, double seconds[MOST_RUNS], double copies[MOST_RUNS],
                         bool *has_copies) {
    size_t count = 0;
    *has_copies = false;
    for (const char *line = output; count < MOST_RUNS && *line != '\0';
         line += strcspn(line, "\n"), line += *line == '\n') {
        const int found = sscanf(line, "%lf %lf", &seconds[count], &copies[count]);
        if (found < 1) {
            break;
        }
        *has_copies = strcspn(line, " ") < strcspn(line, "\n");
        count++;
    }
    return count;
}

static void fill_times(struct sweeping *sweeping, struct speedup_row *row, const char *output,
                       double steps) {
    double seconds[MOST_RUNS], copies[MOST_RUNS];
    bool has_copies;
    const size_t count = read_times(output, seconds, copies, &has_copies);
    if (count == 0) {
        row->cell[COLUMN_NOTE] = "failed: no times";
        return;
    }
    struct arena *arena = &sweeping->table.arena;
    for (size_t i = 0; i < count; i++) {
        seconds[i] /= steps;
    }
    qsort(seconds, count, sizeof *seconds, ascending);
    const struct bench_statistics times = bench_statistics(seconds, count);
    row->cell[COLUMN_RUNS] = arena_printf(arena, "%zu", count);
    row->cell[COLUMN_MINIMUM] = arena_printf(arena, "%.4g", times.minimum);
    row->cell[COLUMN_MEDIAN] = arena_printf(arena, "%.4g", times.median);
    row->cell[COLUMN_MAXIMUM] = arena_printf(arena, "%.4g", times.maximum);
    if (has_copies) {
        row->cell[COLUMN_COPIES] =
            arena_printf(arena, "%.4g", bench_statistics(copies, count).median);
    }
    /* the middle half tells more than the extremes */
    double middle = seconds[3 * count / 4] - seconds[count / 4];
    bool noisy = middle > NOISY * times.median;
    row->cell[COLUMN_NOTE] = noisy ? "too noisy to conclude: measure again on a quiet machine" : "";
    row->cell[COLUMN_LOCKSTEP] = LOCKSTEP_VERSION;
}

/* The name of what a row's time is about. */
static const char *device_name(struct sweeping *sweeping, enum program program) {
    return program == PROGRAM_SIMULATED ? sweeping->simulated
           : program == PROGRAM_CUDA    ? sweeping->gpu
           : program == PROGRAM_OPENCL  ? sweeping->opencl
                                        : machine_name(&sweeping->arena);
}

static void measure_row(struct sweeping *sweeping, struct speedup_row *row) {
    struct arena *arena = &sweeping->table.arena;
    const size_t build = build_of(row);
    const enum program program = program_of(sweeping, row);
    const char *output = "", *obstacle = NULL, *name;
    row->cell[COLUMN_OS] = machine_os(arena);
    row->cell[COLUMN_MACHINE] = arena_strdup(arena, device_name(sweeping, program));
    const bool device = program != PROGRAM_CPU && program != PROGRAM_SEQUENTIAL;
    const char *path =
        program_get(&sweeping->programs, program, device ? request_best_build : build, &obstacle);
    if (path != NULL && program == PROGRAM_SIMULATED) {
        obstacle = model_row(sweeping, row, path);
    } else if (path != NULL) {
        obstacle = too_long(sweeping, row);
        obstacle = obstacle != NULL ? obstacle : run_program(sweeping, row, path, &output);
    }
    if (obstacle != NULL) {
        row->cell[COLUMN_NOTE] = arena_strdup(arena, obstacle);
    } else if (program != PROGRAM_SIMULATED) {
        fill_times(sweeping, row, output,
                   row->baseline ? 1 : exercise_of(sweeping, row, &name)->steps);
    }
    if (obstacle == NULL && !device) {
        row->cell[COLUMN_CEILING] = arena_strdup(
            arena, ceiling_for(sweeping, program, build, (int)row_number(row, COLUMN_THREADS)));
    }
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
    for (size_t i = 0; i < sweeping->table.count; i++) {
        struct speedup_row *row = &sweeping->table.rows[i];
        const char *machine = device_name(sweeping, program_of(sweeping, row));
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
        fprintf(out, "%zu of %zu rows\n", done, todo);
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
    const size_t first = program_of(sweeping, row) == PROGRAM_SEQUENTIAL ? request_best_build : 0;
    if (!sweeping->options->quick || strcmp(row->cell[COLUMN_DEVICE], "cpu") != 0 ||
        build_of(row) == 0 || build_of(row) == first) {
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

/* The first file is named; that others are missing the compilers say. */
static bool has_files(const struct lab *lab, const char *submission, struct error *error) {
    char path[PATH_MAX];
    const char *file = lab->files[0].name;
    snprintf(path, sizeof path, "%s/%s", submission, file);
    return access(path, R_OK) == 0 ||
           error_set(error, "submission '%s': %s (give the folder that holds %s)", submission,
                     strerror(errno), file);
}

/* Chooses the OpenCL device, and makes its platform the only one that programs find. */
static bool find_opencl(struct sweeping *sweeping, bool *gpu) {
    struct box box;
    struct opencl_platform platform;
    struct arena *arena = &sweeping->arena;
    if (!box_open(&box, sweeping->error)) {
        return false;
    }
    const char *why = platform_choose_plainly(sweeping->kit, &box, arena, &platform);
    box_close(&box);
    if (why != NULL) {
        fprintf(sweeping->options->progress, "No OpenCL device is measured: %s.\n", why);
        return false;
    }
    const char *vendors = arena_printf(arena, "%s/vendors", sweeping->folder);
    FILE *file = kit_make_directory(vendors, sweeping->error)
                     ? fopen(arena_printf(arena, "%s/one.icd", vendors), "we")
                     : NULL;
    if (file == NULL) {
        return false;
    }
    fprintf(file, "%s\n", platform.library);
    sweeping->opencl = platform.description;
    *gpu = platform.gpu;
    return fclose(file) == 0;
}

static const char *gpu_name(struct arena *arena) {
    struct command_line line = {.arena = arena};
    struct error error;
    const char *output = "";
    int status = 1;
    command_split(&line, "nvidia-smi --query-gpu=name --format=csv,noheader");
    if (!command_run(&line, &status, &output, &error) || status != 0) {
        return "an NVIDIA GPU";
    }
    return arena_printf(arena, "%.*s", (int)strcspn(output, "\n"), output);
}

/* Where the GPU exercises' times come from: the real device of the lab's kind and, unless that is a
 * GPU, the simulated one. Whoever names a profile wants that alone. */
static bool choose_sources(struct sweeping *sweeping) {
    const char *device;
    struct error error = {""};
    bool gpu = false;
    size_t count = 0;
    if (!request_has_device(&sweeping->plan, &device)) {
        return true;
    }
    const char *asked = sweeping->options->profile;
    sweeping->profile = asked != NULL ? asked : "h200";
    if (asked == NULL && strcmp(device, "cuda") == 0 && cuda_available(&error)) {
        gpu = true;
        sweeping->gpu = gpu_name(&sweeping->arena);
        sweeping->sources.device[count++] = "cuda";
    } else if (asked == NULL && strcmp(device, "opencl") == 0 && find_opencl(sweeping, &gpu)) {
        sweeping->sources.device[count++] = "opencl";
    }
    if (gpu) {
        return true;
    }
    sweeping->simulated =
        simulate_device(sweeping->kit->build, sweeping->profile, &sweeping->arena, sweeping->error);
    sweeping->sources.device[count] = arena_printf(&sweeping->arena, "simt:%s", sweeping->profile);
    return sweeping->simulated != NULL;
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
    if (good && realpath(options->submission, sweeping->submission) == NULL) {
        good = error_set(error, "%s: %s", options->submission, strerror(errno));
    } else if (good && mkdtemp(sweeping->folder) == NULL) {
        good = error_set(error, "%s: %s", sweeping->folder, strerror(errno));
    } else if (good) {
        sweeping->programs = (struct programs){.kit = kit,
                                               .lab = lab,
                                               .plan = &sweeping->plan,
                                               .submission = sweeping->submission,
                                               .folder = sweeping->folder,
                                               .arena = &sweeping->arena};
        good = choose_sources(sweeping);
        if (good) {
            request_add_rows(&sweeping->plan, lab->name, machine_cores(), &sweeping->sources,
                             &sweeping->table);
            good = keep_measured(sweeping) && measure_all(sweeping);
        }
        kit_remove_tree(sweeping->folder);
    }
    speedup_free(&sweeping->table);
    arena_free(&sweeping->arena);
    free(sweeping);
    return good;
}
