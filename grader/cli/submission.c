#include "submission.h"

#include "commands.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char *submission_find(struct kit *kit, const char *lab, struct error *error) {
    struct stat status;
    const char *work = arena_printf(&kit->arena, "work/%s", lab);
    if (stat(work, &status) == 0 && S_ISDIR(status.st_mode)) {
        return work;
    }
    const char *solution = kit_sibling(&kit->arena, kit, "solutions", lab);
    if (stat(solution, &status) != 0) { /* a student's archive has none */
        error_set(error, "no %s yet: make start LAB=%s makes it", work, lab);
        return NULL;
    }
    error_set(error, "no %s here: this is the reference solution", work);
    command_tell(error);
    return solution;
}

bool submission_check_names(const struct lab *lab, const char *exercise, const char *check,
                            struct error *error) {
    char known[256] = "";
    if (exercise == NULL) {
        return true;
    }
    const struct lab_exercise *found = lab_find_exercise(lab, exercise);
    if (found == NULL) {
        for (const struct lab_exercise *each = lab->exercises; each != NULL; each = each->next) {
            size_t used = strlen(known);
            snprintf(known + used, sizeof known - used, "%s%s", used > 0 ? ", " : "", each->name);
        }
        return error_set(error, "%s has no exercise called %s (it has: %s)", lab->name, exercise,
                         known);
    }
    if (check != NULL && lab_find_check(found, check) == NULL) {
        for (const struct lab_check *each = found->checks; each != NULL; each = each->next) {
            size_t used = strlen(known);
            snprintf(known + used, sizeof known - used, "%s%s", used > 0 ? ", " : "", each->name);
        }
        return error_set(error, "%s has no check called %s (it has: %s)", exercise, check, known);
    }
    return true;
}
