/* Addresses to source lines, by addr2line in the jail (the executable is the student's). */
#include "../grading.h"

#include "../../jail/jail.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool is_student_path(const struct lab *lab, const char *path, const char **name) {
    const char *slash = strrchr(path, '/');
    *name = slash != NULL ? slash + 1 : path;
    return lab_names_file(lab, *name, strlen(*name));
}

/* `addr2line -f` prints two lines a frame: the function, then path:line. Takes the first in a
 * student's file. */
static bool read_frames(struct grading *grading, const char *output, struct finding *finding) {
    const char *function = output;
    while (*function != '\0') {
        size_t function_length = strcspn(function, "\n");
        const char *place = function + function_length + (function[function_length] == '\n');
        size_t place_length = strcspn(place, "\n");
        const char *colon = memchr(place, ':', place_length);
        if (colon != NULL) {
            const char *slash = memrchr(place, '/', (size_t)(colon - place));
            const char *name = slash != NULL ? slash + 1 : place;
            int line = atoi(colon + 1);
            if (lab_names_file(grading->lab, name, (size_t)(colon - name)) && line > 0) {
                finding->file = arena_printf(grading->arena, "%.*s", (int)(colon - name), name);
                finding->line = line;
                finding->function =
                    arena_printf(grading->arena, "%.*s", (int)strcspn(function, "(.\n"), function);
                return true;
            }
        }
        function = place + place_length + (place[place_length] == '\n');
    }
    return false;
}

/* Is the innermost frame whose line is known in the lab's runner? */
static bool is_in_runner(const char *output) {
    static const char runner[] = "/runner.c:";
    for (const char *line = output; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        const size_t length = strcspn(line, "\n");
        const char *colon = memrchr(line, ':', length);
        if (colon != NULL && atoi(colon + 1) > 0) {
            const size_t path = (size_t)(colon + 1 - line);
            return path >= sizeof runner - 1 &&
                   memcmp(colon + 2 - sizeof runner, runner, sizeof runner - 1) == 0;
        }
    }
    return false;
}

bool symbolise(struct grading *grading, enum flavour flavour, const uint64_t *addresses,
               size_t count, struct finding *finding, bool *runners) {
    static const char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
    const char *argv[8 + DIAGNOSIS_FRAMES] = {
        "/usr/bin/addr2line",
        "-C",
        "-f",
        "-i",
        "-e",
        arena_printf(grading->arena, "/box/%s", flavour_row(flavour)->name)};
    for (size_t i = 0; i < count && i < DIAGNOSIS_FRAMES; i++) {
        argv[6 + i] = arena_printf(grading->arena, "0x%" PRIx64, addresses[i]);
    }
    const struct jail_bind bind = {grading->box->output, "/box", false};
    const struct jail_spec spec = {.argv = argv,
                                   .environment = environment,
                                   .directory = "/box",
                                   .binds = &bind,
                                   .bind_count = 1,
                                   .limits = {.wall_seconds = 10,
                                              .cpu_seconds = 5,
                                              .memory_bytes = (size_t)1 << 30,
                                              .file_bytes = 1 << 20,
                                              .output_bytes = 1 << 16,
                                              .processes = 8}};
    if (runners != NULL) {
        *runners = false;
    }
    if (count == 0) {
        return false;
    }
    struct jail_result result;
    bool found = jail_run(&spec, &result) && result.end == JAIL_EXITED &&
                 read_frames(grading, result.output, finding);
    if (runners != NULL) {
        /* One address has one chain of inlined frames: a helper's line, and then the runner's. */
        *runners = !found && result.output != NULL &&
                   (is_in_runner(result.output) ||
                    (count == 1 && strstr(result.output, "/runner.c:") != NULL));
    }
    jail_result_free(&result);
    return found;
}
