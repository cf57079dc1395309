/* The sweep: which rows there are, which are measured already, and the sheet as it grows. */
#include "sweep.h"
#include "../folder.h"
#include "../clock.h"

#include "../check/devices/platform.h"
#include "../compile/cuda_build.h"
#include "../compile/run_tool.h"
#include "host.h"
#include "simulate.h"
#include "sweeping.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        const char *machine = sweep_device(sweeping, sweep_program(sweeping, row));
        for (size_t j = 0; j < old.count; j++) {
            bool same = strcmp(old.rows[j].cell[COLUMN_MACHINE], machine) == 0;
            for (size_t k = 0; same && k < sizeof keys / sizeof *keys; k++) {
                same = strcmp(row->cell[keys[k]], old.rows[j].cell[keys[k]]) == 0;
            }
            /* A quick sweep's few runs are a first try. */
            same = same && (sweeping->options->quick || speedup_is_modelled(row) ||
                            !(row_number(&old.rows[j], COLUMN_RUNS) <= QUICK_RUNS));
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
    const size_t first =
        sweep_program(sweeping, row) == PROGRAM_SEQUENTIAL ? request_best_build : 0;
    if (!sweeping->options->quick || strcmp(row->cell[COLUMN_DEVICE], "cpu") != 0 ||
        sweep_build(row) == 0 || sweep_build(row) == first) {
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
        sweep_row(sweeping, row);
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
    const char *why = platform_choose(sweeping->kit, &box, false, arena, &platform);
    box_close(&box);
    if (why != NULL) {
        fprintf(sweeping->options->progress, "No OpenCL device is measured: %s.\n", why);
        return false;
    }
    const char *vendors = arena_printf(arena, "%s/vendors", sweeping->folder);
    FILE *file = folder_make(vendors, sweeping->error)
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
    command_split(&line, "nvidia-smi --query-gpu=name --format=csv,noheader");
    const char *name = command_first_line(&line);
    return name != NULL ? name : "an NVIDIA GPU";
}

/* Where the GPU exercises' times come from: the real device of the lab's kind and, unless that is a
 * GPU, the simulated one. Whoever names a profile wants that alone. */
static bool choose_sources(struct sweeping *sweeping) {
    const char *device;
    struct error error = {0};
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
    if (sweeping->simulated != NULL) {
        sweeping->simulated =
            arena_printf(&sweeping->arena, COLUMN_MODELLED "%s", sweeping->simulated);
    }
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
        folder_remove(sweeping->folder);
    }
    speedup_free(&sweeping->table);
    arena_free(&sweeping->arena);
    free(sweeping);
    return good;
}
