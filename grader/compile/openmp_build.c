#include "openmp_build.h"

#include "files.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `translate` is linked with lies in the jail's /usr; what it reads is brought. First what
 * gcc's build takes, too. */
static const struct {
    const char *name;
    mode_t mode;
} kit_files[] = {
    {"omp.h", 0644}, {"translate", 0755}, {"library.bc", 0644}, {"answered.names", 0644}};

bool openmp_bring_kit(const char *build, const char *target, bool whole, struct error *error) {
    char from[PATH_MAX];
    const size_t count = whole ? sizeof kit_files / sizeof *kit_files : 1;
    bool good = true;
    snprintf(from, sizeof from, "%s/openmp", build);
    for (size_t i = 0; good && i < count; i++) {
        good = file_bring(from, target, kit_files[i].name, kit_files[i].mode, error);
    }
    return good;
}

struct finding *openmp_refusal(struct arena *arena, const struct lab *lab, const char *said) {
    for (const char *line = said; *line != '\0'; line = strchrnul(line, '\n')) {
        line += *line == '\n';
        const char *colon = strpbrk(line, ":\n");
        if (colon == NULL || *colon == '\n' || !lab_names_file(lab, line, (size_t)(colon - line))) {
            continue;
        }
        char *end;
        const long number = strtol(colon + 1, &end, 10);
        const char *what = end + strspn(end, ": "), *stop = strchrnul(what, '\n');
        const char *instead = memmem(what, (size_t)(stop - what), ": ", 2);
        const char *cannot =
            arena_printf(arena, "%.*s", (int)((instead != NULL ? instead : stop) - what), what);
        struct finding *finding =
            finding_at(arena, arena_printf(arena, "%.*s", (int)(colon - line), line), (int)number,
                       FOUND_MACHINE_CANNOT, MESSAGE_VALUES(message_string("what", cannot)));
        finding->advice = instead == NULL ? NULL
                                          : arena_printf(arena, "%c%.*s.", toupper(instead[2]),
                                                         (int)(stop - instead) - 3, instead + 3);
        return finding;
    }
    return NULL;
}
