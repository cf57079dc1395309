#include "mutants.h"

#include "yaml_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const char *mutant_kind(const struct mutant *mutant) {
    return mutant->verdict == VERDICT_PASS ? "accepted" : "mutant";
}

static bool read_edits(struct yaml_file *file, yaml_node_t *list, struct mutant *mutant,
                       struct error *error) {
    struct mutant_edit **tail = &mutant->edits;
    yaml_node_t *node;
    for (size_t i = 0; (node = yaml_item(file, list, i)) != NULL; i++) {
        struct mutant_edit *edit = arena_alloc(file->arena, sizeof *edit);
        edit->replace = "";
        yaml_node_t *replace = NULL;
        const struct yaml_field fields[] = {
            {"file", YAML_TEXT, true, &edit->file},
            {"find", YAML_TEXT, true, &edit->find},
            {"replace", YAML_SCALAR, true, &replace},
        };
        if (!yaml_read_map(file, node, "edit", fields, sizeof fields / sizeof *fields, error)) {
            return false;
        }
        edit->replace = arena_strdup(file->arena, yaml_scalar(replace));
        *tail = edit;
        tail = &edit->next;
    }
    return mutant->edits != NULL || yaml_complain(file, list, error, "%s '%s' has no edits",
                                                  mutant_kind(mutant), mutant->name);
}

/* "race, timeout, …": the verdicts that a wrong program can get. */
static const char *wrong_verdicts(struct arena *arena) {
    const char *names = "";
    for (int v = VERDICT_PASS + 1; v < VERDICT_SKIPPED; v++) {
        names = arena_printf(arena, "%s%s%s", names, *names == '\0' ? "" : ", ",
                             verdict_name((enum verdict)v));
    }
    return names;
}

static bool complain_exercise(struct yaml_file *file, yaml_node_t *node, const struct lab *lab,
                              const char *who, const char *exercise, struct error *error) {
    const char *names = "";
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        names = arena_printf(file->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", e->name);
    }
    return yaml_complain(file, node, error, "%s: lab.yaml has no exercise '%s' (it has: %s)", who,
                         exercise, names);
}

/* Is the check, of the exercise that a mutant names, in lab.yaml? */
static bool find_check(struct yaml_file *file, yaml_node_t *node, const struct lab *lab,
                       const struct mutant *mutant, struct error *error) {
    const struct lab_exercise *exercise = lab_find_exercise(lab, mutant->exercise);
    if (exercise == NULL) {
        return complain_exercise(file, node, lab,
                                 arena_printf(file->arena, "mutant '%s'", mutant->name),
                                 mutant->exercise, error);
    }
    const char *names = "";
    for (const struct lab_check *c = exercise->checks; c != NULL; c = c->next) {
        names = arena_printf(file->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", c->name);
    }
    return lab_find_check(exercise, mutant->check) != NULL ||
           yaml_complain(file, node, error,
                         "mutant '%s': exercise '%s' has no check '%s' (it has: %s)", mutant->name,
                         mutant->exercise, mutant->check, names);
}

static bool read_mutant(struct yaml_file *file, yaml_node_t *node, const struct lab *lab,
                        struct mutant *mutant, struct error *error) {
    yaml_node_t *edits = NULL;
    const char *verdict = NULL;
    const struct yaml_field fields[] = {
        {"name", YAML_NAME, true, &mutant->name},
        {"exercise", YAML_TEXT, true, &mutant->exercise},
        {"check", YAML_TEXT, true, &mutant->check},
        {"verdict", YAML_TEXT, true, &verdict},
        {"why", YAML_TEXT, true, &mutant->why},
        {"edits", YAML_LIST, true, &edits},
    };
    if (!yaml_read_map(file, node, "mutant", fields, sizeof fields / sizeof *fields, error)) {
        return false;
    }
    mutant->line = yaml_line(node);
    mutant->verdict = verdict_from_name(verdict);
    if (mutant->verdict == VERDICT_COUNT || mutant->verdict == VERDICT_PASS) {
        return yaml_complain(file, node, error,
                             "mutant '%s': '%s' is not a verdict of a wrong program (these are: "
                             "%s)",
                             mutant->name, verdict, wrong_verdicts(file->arena));
    }
    return find_check(file, node, lab, mutant, error) && read_edits(file, edits, mutant, error);
}

static bool read_accepted(struct yaml_file *file, yaml_node_t *node, const struct lab *lab,
                          struct mutant *accepted, struct error *error) {
    yaml_node_t *edits = NULL;
    const struct yaml_field fields[] = {
        {"name", YAML_NAME, true, &accepted->name},
        {"exercise", YAML_TEXT, false, &accepted->exercise},
        {"why", YAML_TEXT, true, &accepted->why},
        {"edits", YAML_LIST, true, &edits},
    };
    accepted->line = yaml_line(node);
    accepted->verdict = VERDICT_PASS;
    if (!yaml_read_map(file, node, "accepted", fields, sizeof fields / sizeof *fields, error)) {
        return false;
    }
    if (accepted->exercise != NULL && lab_find_exercise(lab, accepted->exercise) == NULL) {
        return complain_exercise(file, node, lab,
                                 arena_printf(file->arena, "accepted '%s'", accepted->name),
                                 accepted->exercise, error);
    }
    return read_edits(file, edits, accepted, error);
}

typedef bool row_reader(struct yaml_file *file, yaml_node_t *node, const struct lab *lab,
                        struct mutant *mutant, struct error *error);

static bool load(const struct lab *lab, struct arena *arena, bool right, struct mutant **rows,
                 struct error *error) {
    struct yaml_file file;
    *rows = NULL;
    const char *path = arena_printf(arena, "%s/mutants.yaml", lab->directory);
    if (access(path, F_OK) != 0) {
        return error_set(error, "%s: %s (write `mutants: []` there if the lab has none yet)", path,
                         strerror(errno));
    }
    if (!yaml_file_open(&file, path, arena, error)) {
        return false;
    }
    yaml_node_t *mutants = NULL, *accepted = NULL, *node;
    const struct yaml_field fields[] = {{"mutants", YAML_LIST, true, &mutants},
                                        {"accepted", YAML_LIST, false, &accepted}};
    bool good = yaml_read_map(&file, yaml_file_root(&file), "file", fields,
                              sizeof fields / sizeof *fields, error);
    yaml_node_t *list = right ? accepted : mutants;
    row_reader *read = right ? read_accepted : read_mutant;
    struct mutant **tail = rows;
    for (size_t i = 0; good && list != NULL && (node = yaml_item(&file, list, i)) != NULL; i++) {
        *tail = arena_alloc(arena, sizeof **tail);
        good = read(&file, node, lab, *tail, error);
        tail = &(*tail)->next;
    }
    yaml_file_close(&file);
    return good;
}

bool mutants_load(const struct lab *lab, struct arena *arena, struct mutant **mutants,
                  struct error *error) {
    return load(lab, arena, false, mutants, error);
}

bool mutants_load_accepted(const struct lab *lab, struct arena *arena, struct mutant **accepted,
                           struct error *error) {
    return load(lab, arena, true, accepted, error);
}
