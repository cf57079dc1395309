#include "looking.h"

#include "../check/advice/advice.h"
#include "../folder.h"
#include "submission.h"

#include <string.h>

/* The solution with the mutant's edits. */
static bool make_mutant(struct looking *looking, struct error *error) {
    struct variant *mutant;
    if (!variants_load(&looking->lab, &looking->kit.arena, &mutant, error)) {
        return false;
    }
    while (mutant != NULL &&
           (variant_is_right(mutant) || strcmp(mutant->name, looking->mutant) != 0)) {
        mutant = mutant->next;
    }
    if (mutant == NULL) {
        return error_set(error, "%s has no mutant called %s: %s/variants/ has them",
                         looking->lab.name, looking->mutant, looking->lab.directory);
    }
    const bool same = looking->exercise == NULL || strcmp(looking->exercise, mutant->exercise) == 0;
    looking->exercise = looking->exercise != NULL ? looking->exercise : mutant->exercise;
    looking->check = looking->check == NULL && same ? mutant->check : looking->check;
    const char *solution =
        kit_sibling(&looking->kit.arena, &looking->kit, "solutions", looking->lab.name);
    return mutate(&looking->lab, mutant, solution, &looking->mutated, error);
}

static bool find_files(struct looking *looking, const char *submission, struct error *error) {
    if (looking->mutant != NULL && submission != NULL) {
        return error_set(error, "--mutant changes the solution: leave %s out", submission);
    }
    if (looking->mutant == NULL) {
        looking->submission = submission != NULL
                                  ? submission
                                  : submission_find(&looking->kit, looking->lab.name, error);
        return looking->submission != NULL;
    }
    if (!make_mutant(looking, error)) {
        return false;
    }
    looking->submission = looking->mutated.directory;
    return true;
}

bool looking_open(struct looking *looking, const char *lab, const char *exercise,
                  const char *submission, struct error *error) {
    if (!lab_open(&looking->kit, &looking->lab, looking->labs, lab, error)) {
        return false;
    }
    looking->exercise = exercise;
    if (submission_check_names(&looking->lab, exercise, looking->check, error) &&
        secret_find(&looking->secret, looking->secret_file, &looking->lab, error) &&
        find_files(looking, submission, error)) {
        return true;
    }
    looking_close(looking);
    return false;
}

bool looking_begun(const struct looking *looking, const struct result *result,
                   struct error *error) {
    return looking->mutant != NULL || not_begun_passes(result, error);
}

void looking_close(struct looking *looking) {
    if (looking->mutated.directory[0] != '\0') {
        mutated_remove(&looking->mutated);
    }
    lab_close(&looking->kit, &looking->lab);
}

const char *looking_page(struct looking *looking, const char *ending) {
    if (looking->out != NULL) {
        return looking->out;
    }
    const char *folder = "";
    struct error none; /* then the page cannot be written, and that is said */
    if (looking->mutant == NULL && strncmp(looking->submission, "work/", 5) == 0) {
        folder = arena_printf(&looking->kit.arena, "%s/pages/", looking->submission);
        folder_make(folder, &none);
    }
    return arena_printf(
        &looking->kit.arena, "%s%s%s%s%s%s%s", folder, looking->lab.name,
        looking->exercise != NULL ? "-" : "", looking->exercise != NULL ? looking->exercise : "",
        looking->mutant != NULL ? "-" : "", looking->mutant != NULL ? looking->mutant : "", ending);
}
