#include "measure_in_jail.h"

#include "../compile/cuda_build.h"
#include "../compile/files.h"
#include "../compile/stage.h"
#include "../jail/jail.h"
#include "../report/report.h"
#include "request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_SHEET = 4 << 20 };

static const struct jail_limits limits = {.wall_seconds = 3000,
                                          .cpu_seconds = 256 * 3000,
                                          .memory_bytes = (size_t)16 << 30,
                                          .file_bytes = (size_t)1 << 30,
                                          .output_bytes = 1 << 20,
                                          .processes = 1024};

/* The kit's own command, on what is in the box; what it said is the arena's. */
static bool run_speedup(const struct kit *kit, const struct lab *lab, const struct box *box,
                        const char *how, struct arena *arena, const char **said,
                        struct error *error) {
    enum { OWN = 6, DEVICES = 32 };
    const char *gpus = getenv(CUDA_VISIBLE);
    const char *const environment[] = {"PATH=/usr/local/cuda/bin:/usr/bin:/bin",
                                       "LC_ALL=C.UTF-8",
                                       "TMPDIR=/out",
                                       "LOCKSTEP_ROOT=/kit",
                                       gpus != NULL ? arena_printf(arena, CUDA_VISIBLE "=%s", gpus)
                                                    : NULL,
                                       NULL};
    const char *const words[] = {"/build/lockstep",
                                 "speedup",
                                 lab->name,
                                 "/box",
                                 "--out",
                                 "/out/sheet.csv",
                                 "--labs",
                                 "/labs",
                                 strcmp(how, "quick") == 0 ? "--quick" : NULL,
                                 NULL};
    struct jail_bind binds[OWN + DEVICES] = {
        {box->source, "/box", false},  {box->output, "/out", true}, {kit->root, "/kit", false},
        {kit->build, "/build", false}, {kit->labs, "/labs", false}, {"/sys", "/sys", false}};
    size_t count = OWN;
    const char *const *device = cuda_device_files();
    for (; *device != NULL && count < OWN + DEVICES; device++) {
        binds[count++] = (struct jail_bind){*device, *device, true};
    }
    const struct jail_spec spec = {.argv = words,
                                   .environment = environment,
                                   .directory = "/box",
                                   .binds = binds,
                                   .bind_count = count,
                                   .limits = limits,
                                   .reserves_addresses = true,
                                   .needs = count > OWN ? JAIL_NEEDS_DRIVER : JAIL_NEEDS_NOTHING};
    struct jail_result result;
    const bool good = jail_run(&spec, &result);
    if (!good) {
        *error = result.error;
    } else {
        *said = result.end == JAIL_EXITED ? arena_strdup(arena, result.output)
                                          : "it passed the limits of time and memory";
    }
    jail_result_free(&result);
    return good;
}

/* What was measured until the end counts. What lies there is the student's program's as much as the
 * kit's. */
static bool keep_sheet(const struct box *box, const char *to, const char *said, struct arena *arena,
                       struct error *error) {
    const char *text =
        file_read(arena, arena_printf(arena, "%s/sheet.csv", box->output), LARGEST_SHEET);
    const size_t size = text != NULL ? strlen(text) : 0;
    return size > 0 && size <= LARGEST_SHEET ? report_replace_file(to, text, size, error)
                                             : error_set(error, "not measured: %.400s", said);
}

bool measure_is_asked(const struct lab *lab, struct error *error) {
    struct arena arena = {0};
    struct speedup_request plan;
    const char *file = arena_printf(&arena, "%s/measure.yaml", lab->directory);
    const bool good =
        access(file, F_OK) == 0
            ? request_load(&plan, lab->directory, &arena, error)
            : error_set(error, "--speedup: %s has no measure.yaml, so there is nothing to measure",
                        lab->name);
    arena_free(&arena);
    return good;
}

bool measure_in_jail(const struct kit *kit, const struct lab *lab, const char *submission,
                     const char *how, const char *sheet, struct error *error) {
    struct arena arena = {0};
    struct box box;
    struct finding *lost = NULL;
    const char *said = "";
    bool left;
    bool good = box_open(&box, error);
    if (good) {
        good = stage_submission(&box, lab, submission, &arena, &lost, &left, error) &&
               (lost == NULL || error_set(error, "not measured: %s", lost->message)) &&
               jail_own(box.output, error) &&
               run_speedup(kit, lab, &box, how, &arena, &said, error) &&
               keep_sheet(&box, sheet, said, &arena, error);
        box_close(&box);
    }
    arena_free(&arena);
    return good;
}
