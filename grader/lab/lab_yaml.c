#include "lab.h"

#include "read_case.h"
#include "yaml_file.h"

#include <ctype.h>
#include <string.h>

static bool read_cases(struct yaml_file *file, yaml_node_t *list, struct lab_check *check,
                       struct error *error) {
    struct oracle_case **tail = &check->cases;
    yaml_node_t *node;
    for (size_t i = 0; (node = yaml_item(file, list, i)) != NULL; i++) {
        *tail = arena_alloc(file->arena, sizeof **tail);
        if (!read_case(file, node, *tail, error)) {
            return false;
        }
        tail = &(*tail)->next;
    }
    return check->cases != NULL ||
           yaml_complain(file, list, error, "check '%s': no cases", check->name);
}

static bool read_requirements(struct yaml_file *file, yaml_node_t *list, struct lab_check *check,
                              struct error *error) {
    const struct check_kind_row *kind = check_kind_row(check->kind);
    struct requirement **tail = &check->require;
    yaml_node_t *node;
    for (size_t i = 0; (node = yaml_item(file, list, i)) != NULL; i++) {
        struct requirement *require = arena_alloc(file->arena, sizeof *require);
        const struct yaml_field fields[] = {
            {"fact", YAML_TEXT, true, &require->fact},
            {"at_least", YAML_TEXT, false, &require->at_least},
            {"at_most", YAML_TEXT, false, &require->at_most},
            {"counts", YAML_TEXT, false, &require->counts},
            {"why", YAML_TEXT, true, &require->why},
            {"advice", YAML_TEXT, false, &require->advice},
        };
        if (!yaml_read_map(file, node, "require", fields, sizeof fields / sizeof *fields, error)) {
            return false;
        }
        require->line = yaml_line(node);
        if (!kind->bounds(require->fact)) {
            return yaml_complain(file, node, error,
                                 "require: unknown %s '%s' (`lockstep list --facts` lists them)",
                                 kind->bound, require->fact);
        }
        if (require->at_least == NULL && require->at_most == NULL) {
            return yaml_complain(file, node, error,
                                 "require: '%s' has neither 'at_least' nor 'at_most'",
                                 require->fact);
        }
        *tail = require;
        tail = &require->next;
    }
    return true;
}

/* The check of that name among those read so far. */
const struct lab_check *lab_find_check(const struct lab_exercise *exercise, const char *name) {
    for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
        if (check->name != NULL && strcmp(check->name, name) == 0) {
            return check;
        }
    }
    return NULL;
}

/* Does the check say what its kind needs, and no more? `kind` is what lab.yaml calls it. */
static bool fits_kind(struct yaml_file *file, yaml_node_t *node, const struct lab_check *check,
                      yaml_node_t *cases, yaml_node_t *require, const char *kind,
                      struct error *error) {
    const struct check_kind_row *row = check_kind_row(check->kind);
    char names[128];
    if (check->kind == CHECK_KIND_COUNT) {
        return yaml_complain(file, node, error, "check '%s': unknown kind '%s' (known: %s)",
                             check->name, kind, check_kind_names(false, ", ", names, sizeof names));
    }
    if ((row->bounds != NULL) != (require != NULL)) {
        return yaml_complain(file, node, error,
                             "check '%s': 'require' belongs to the kinds %s, and only there",
                             check->name, check_kind_names(true, " and ", names, sizeof names));
    }
    if (row->needs_after && check->after == NULL) {
        return yaml_complain(file, node, error,
                             "check '%s': kind %s needs 'after': the check whose points it "
                             "takes away",
                             check->name, kind);
    }
    yaml_node_t *second = yaml_item(file, cases, 1);
    if (row->one_case && second != NULL) {
        return yaml_complain(file, second, error, "check '%s': kind %s takes one case", check->name,
                             kind);
    }
    return true;
}

static bool read_check(struct yaml_file *file, yaml_node_t *node,
                       const struct lab_exercise *exercise, struct lab_check *check,
                       struct error *error) {
    const char *kind = NULL, *name = NULL;
    yaml_node_t *cases = NULL, *require = NULL;
    const struct yaml_field fields[] = {
        {"name", YAML_NAME, true, &name},
        {"title", YAML_LINE, false, &check->title},
        {"kind", YAML_TEXT, false, &kind},
        {"points", YAML_POINTS, true, &check->points},
        {"after", YAML_TEXT, false, &check->after},
        {"advice", YAML_TEXT, false, &check->advice},
        {"hidden", YAML_FLAG, false, &check->hidden},
        {"withheld", YAML_FLAG, false, &check->withheld},
        {"cases", YAML_LIST, false, &cases},
        {"require", YAML_LIST, false, &require},
    };
    if (!yaml_read_map(file, node, "check", fields, sizeof fields / sizeof *fields, error)) {
        return false;
    }
    if (lab_find_check(exercise, name) != NULL) {
        return yaml_complain(file, node, error, "exercise '%s' has two checks named '%s'",
                             exercise->name, name);
    }
    if (check->after != NULL && lab_find_check(exercise, check->after) == NULL) {
        return yaml_complain(file, node, error, "check '%s': no check '%s' stands before it", name,
                             check->after);
    }
    check->name = name;
    if (check->withheld) {
        check->title = name;
        return (check->hidden && kind == NULL && cases == NULL) ||
               yaml_complain(file, node, error,
                             "check '%s': what is withheld is hidden, and has no kind or cases",
                             name);
    }
    const char *missing = check->title == NULL ? "title"
                          : kind == NULL       ? "kind"
                          : cases == NULL      ? "cases"
                                               : NULL;
    if (missing != NULL) {
        return yaml_complain(file, node, error, "check: key '%s' is missing", missing);
    }
    check->kind = check_kind_find(kind);
    return fits_kind(file, node, check, cases, require, kind, error) &&
           read_cases(file, cases, check, error) &&
           (require == NULL || read_requirements(file, require, check, error));
}

/* A hint is a text, or {for: CHECK, text: …}. */
static bool read_hint(struct yaml_file *file, yaml_node_t *node, struct lab_exercise *exercise,
                      struct lab_hint *hint, struct error *error) {
    const struct yaml_field fields[] = {
        {"for", YAML_NAME, true, &hint->check},
        {"text", YAML_TEXT, true, &hint->text},
    };
    if (node->type == YAML_MAPPING_NODE) {
        return yaml_read_map(file, node, "hint", fields, sizeof fields / sizeof *fields, error) &&
               (lab_find_check(exercise, hint->check) != NULL ||
                yaml_complain(file, node, error,
                              "exercise '%s': a hint is for '%s', which is no check",
                              exercise->name, hint->check));
    }
    const char *text = yaml_scalar(node);
    if (text == NULL || *text == '\0') {
        return yaml_complain(file, node, error, "exercise '%s': a hint must be a text",
                             exercise->name);
    }
    hint->text = arena_strdup(file->arena, text);
    return true;
}

static bool read_hints(struct yaml_file *file, yaml_node_t *list, struct lab_exercise *exercise,
                       struct error *error) {
    struct lab_hint **tail = &exercise->hints;
    yaml_node_t *node;
    for (size_t i = 0; (node = yaml_item(file, list, i)) != NULL; i++) {
        *tail = arena_alloc(file->arena, sizeof **tail);
        if (!read_hint(file, node, exercise, *tail, error)) {
            return false;
        }
        tail = &(*tail)->next;
    }
    return true;
}

/* Is it a file of kernels that the lab has, or NULL? */
static bool kernels_known(const struct lab *lab, const char *name) {
    bool found = name == NULL;
    for (size_t i = 0; !found && i < lab->file_count; i++) {
        found = strcmp(lab->files[i].name, name) == 0 &&
                (lab_file_is(name, ".cu") || lab_file_is(name, ".cl"));
    }
    return found;
}

static bool names_function(const char *name) {
    return yaml_is_name(name) && strpbrk(name, ".-") == NULL && !isdigit((unsigned char)name[0]);
}

/* Where a lab's checks may run. */
static bool device_known(const char *name) {
    static const char *const known[] = {"cpu", "simt", "cuda", "opencl"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_exercise(struct yaml_file *file, yaml_node_t *node, struct lab *lab,
                          struct lab_exercise *exercise, struct error *error) {
    yaml_node_t *hints = NULL, *checks = NULL;
    const char *name = NULL;
    exercise->device = "cpu";
    const struct yaml_field fields[] = {
        {"name", YAML_NAME, true, &name},
        {"title", YAML_LINE, true, &exercise->title},
        {"function", YAML_TEXT, true, &exercise->function},
        {"device", YAML_TEXT, false, &exercise->device},
        {"kernels", YAML_TEXT, false, &exercise->kernels},
        {"judges_given", YAML_FLAG, false, &exercise->judges_given},
        {"hints", YAML_LIST, false, &hints},
        {"checks", YAML_LIST, true, &checks},
    };
    if (!yaml_read_map(file, node, "exercise", fields, sizeof fields / sizeof *fields, error)) {
        return false;
    }
    if (lab_find_exercise(lab, name) != NULL) {
        return yaml_complain(file, node, error, "two exercises are named '%s'", name);
    }
    exercise->name = name;
    if (!names_function(exercise->function)) {
        return yaml_complain(file, node, error,
                             "exercise '%s': a function in C cannot be called '%s'", name,
                             exercise->function);
    }
    if (!device_known(exercise->device)) {
        return yaml_complain(file, node, error,
                             "exercise '%s': unknown device '%s' (known: cpu, simt, cuda, opencl)",
                             name, exercise->device);
    }
    if (!kernels_known(lab, exercise->kernels)) {
        return yaml_complain(file, node, error,
                             "exercise '%s': kernels: name a .cu or .cl file of the lab", name);
    }
    if (strcmp(exercise->device, "cpu") == 0 &&
        (exercise->kernels != NULL || !lab_has_files(lab, ".c"))) {
        return yaml_complain(file, node, error,
                             "exercise '%s': say `device: simt`: its kernels run there", name);
    }
    struct lab_check **tail = &exercise->checks;
    yaml_node_t *item;
    for (size_t i = 0; (item = yaml_item(file, checks, i)) != NULL; i++) {
        struct lab_check *check = arena_alloc(file->arena, sizeof *check);
        if (!read_check(file, item, exercise, check, error)) {
            return false;
        }
        exercise->points += check->points;
        *tail = check;
        tail = &check->next;
    }
    if (exercise->checks == NULL) {
        return yaml_complain(file, checks, error, "exercise '%s' has no checks", name);
    }
    return hints == NULL || read_hints(file, hints, exercise, error);
}

static bool read_files(struct yaml_file *file, yaml_node_t *list, struct lab *lab,
                       struct error *error) {
    yaml_node_t *node;
    for (size_t i = 0; (node = yaml_item(file, list, i)) != NULL; i++) {
        if (i == LAB_MAX_FILES) {
            return yaml_complain(file, node, error, "files: at most %d", LAB_MAX_FILES);
        }
        struct lab_file *entry = &lab->files[i];
        entry->max_bytes = 256 * 1024;
        const struct yaml_field fields[] = {
            {"name", YAML_TEXT, true, &entry->name},
            {"max_bytes", YAML_NUMBER, false, &entry->max_bytes},
            {"beside", YAML_TEXT, false, &entry->beside},
            {"opencl_c", YAML_TEXT, false, &entry->opencl_c},
        };
        entry->opencl_c = "1.2";
        if (!yaml_read_map(file, node, "file", fields, sizeof fields / sizeof *fields, error)) {
            return false;
        }
        if (!yaml_is_name(entry->name)) {
            return yaml_complain(file, node, error,
                                 "file '%s': a plain name of letters, digits, '_', '-' and '.'",
                                 entry->name);
        }
        if (strcmp(entry->opencl_c, "1.2") != 0 && strcmp(entry->opencl_c, "3.0") != 0) {
            return yaml_complain(file, node, error, "file '%s': opencl_c: 1.2 or 3.0, in quotes",
                                 entry->name);
        }
        lab->file_count = i + 1;
    }
    for (size_t i = 0; i < lab->file_count; i++) {
        if (!kernels_known(lab, lab->files[i].beside)) {
            return yaml_complain(file, yaml_item(file, list, i), error,
                                 "file '%s': beside: name a .cu or .cl file of the lab",
                                 lab->files[i].name);
        }
    }
    return lab->file_count > 0 || yaml_complain(file, list, error, "files: at least one");
}

static bool read_sizes(struct yaml_file *file, yaml_node_t *list, struct lab *lab,
                       struct error *error) {
    struct lab_size **tail = &lab->sizes;
    yaml_node_t *node;
    for (size_t i = 0; (node = yaml_item(file, list, i)) != NULL; i++) {
        struct lab_size *size = arena_alloc(file->arena, sizeof *size);
        const struct yaml_field fields[] = {
            {"name", YAML_TEXT, true, &size->name},
            {"from", YAML_NUMBER, true, &size->from},
            {"by", YAML_TEXT, false, &size->by},
        };
        size->by = "1";
        if (!yaml_read_map(file, node, "size", fields, sizeof fields / sizeof *fields, error)) {
            return false;
        }
        size->line = yaml_line(node);
        size->place = i;
        *tail = size;
        tail = &size->next;
    }
    return true;
}

/* Has a case this key? Of what is withheld nobody knows. */
static bool is_key(const struct lab *lab, const char *name) {
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *c = e->checks; c != NULL; c = c->next) {
            if (c->withheld) {
                return true;
            }
            for (const struct oracle_case *one = c->cases; one != NULL; one = one->next) {
                if (oracle_text(one, name) != NULL) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* The first size that no case has; NULL when there is none. */
static const struct lab_size *unknown_size(const struct lab *lab) {
    const struct lab_size *size = lab->sizes;
    while (size != NULL && is_key(lab, size->name)) {
        size = size->next;
    }
    return size;
}

static bool read_lab(struct yaml_file *file, struct lab *lab, struct error *error) {
    yaml_node_t *files = NULL, *sizes = NULL, *exercises = NULL, *item;
    const struct yaml_field fields[] = {
        {"title", YAML_LINE, true, &lab->title}, {"header", YAML_TEXT, false, &lab->header},
        {"files", YAML_LIST, true, &files},      {"floor", YAML_POINTS, false, &lab->floor},
        {"sizes", YAML_LIST, false, &sizes},     {"exercises", YAML_LIST, true, &exercises},
    };
    if (!yaml_read_map(file, yaml_file_root(file), "lab", fields, sizeof fields / sizeof *fields,
                       error) ||
        !read_files(file, files, lab, error) ||
        (sizes != NULL && !read_sizes(file, sizes, lab, error))) {
        return false;
    }
    struct lab_exercise **tail = &lab->exercises;
    for (size_t i = 0; (item = yaml_item(file, exercises, i)) != NULL; i++) {
        struct lab_exercise *exercise = arena_alloc(file->arena, sizeof *exercise);
        if (!read_exercise(file, item, lab, exercise, error)) {
            return false;
        }
        lab->points += exercise->points;
        *tail = exercise;
        tail = &exercise->next;
    }
    if (lab->exercises == NULL) {
        return yaml_complain(file, exercises, error, "exercises: at least one");
    }
    const struct lab_size *unknown = unknown_size(lab);
    if (unknown != NULL) {
        return yaml_complain(file, yaml_item(file, sizes, unknown->place), error,
                             "size '%s': no case has this key", unknown->name);
    }
    if (!cases_within(lab, error)) {
        return false;
    }
    return lab->floor <= lab->points ||
           yaml_complain(file, yaml_value(file, yaml_file_root(file), "floor"), error,
                         "key 'floor': more than all the points of the lab");
}

bool lab_load(struct lab *lab, const char *directory, struct error *error) {
    *lab = (struct lab){0};
    lab->directory = arena_strdup(&lab->arena, directory);
    const char *slash = strrchr(lab->directory, '/');
    lab->name = slash != NULL ? slash + 1 : lab->directory;
    struct yaml_file file;
    bool good = yaml_file_open(&file, arena_printf(&lab->arena, "%s/lab.yaml", directory),
                               &lab->arena, error);
    if (good) {
        good = read_lab(&file, lab, error);
        yaml_file_close(&file);
    }
    if (!good) {
        lab_free(lab);
    }
    return good;
}

void lab_free(struct lab *lab) {
    struct arena arena = lab->arena;
    arena_free(&arena);
    *lab = (struct lab){0};
}

const struct lab_exercise *lab_find_exercise(const struct lab *lab, const char *name) {
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (exercise->name != NULL && strcmp(exercise->name, name) == 0) {
            return exercise;
        }
    }
    return NULL;
}

bool lab_file_is(const char *name, const char *suffix) {
    size_t length = strlen(name), end = strlen(suffix);
    return length > end && strcmp(name + length - end, suffix) == 0;
}

/* Is it the file as browsers name a second download: "lab (1).cu" or "lab(1).cu"? */
static bool is_download(const char *file, const char *name) {
    const char *bracket = strrchr(name, '('), *dot = strrchr(file, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - file) : strlen(file);
    const size_t digits = bracket != NULL ? strspn(bracket + 1, "0123456789") : 0;
    return digits > 0 && bracket[1 + digits] == ')' && strncasecmp(file, name, stem) == 0 &&
           name + stem + (name[stem] == ' ') == bracket &&
           strcasecmp(bracket + digits + 2, file + stem) == 0;
}

/* Is it the file as editors of Windows may save it: "lab.cu.txt"? */
static bool is_saved_as_text(const char *file, const char *name) {
    const size_t length = strlen(file);
    return strncasecmp(file, name, length) == 0 && strcasecmp(name + length, ".txt") == 0;
}

size_t lab_file_called(const struct lab *lab, const char *name) {
    size_t alike = lab->file_count;
    for (size_t i = 0; i < lab->file_count; i++) {
        if (strcmp(lab->files[i].name, name) == 0) {
            return i;
        }
        const char *file = lab->files[i].name;
        if (alike == lab->file_count && (strcasecmp(file, name) == 0 || is_download(file, name) ||
                                         is_saved_as_text(file, name))) {
            alike = i;
        }
    }
    return alike;
}

bool lab_names_file(const struct lab *lab, const char *name, size_t length) {
    for (size_t i = 0; i < lab->file_count; i++) {
        if (strlen(lab->files[i].name) == length && memcmp(lab->files[i].name, name, length) == 0) {
            return true;
        }
    }
    return false;
}

bool lab_has_files(const struct lab *lab, const char *suffix) {
    for (size_t i = 0; i < lab->file_count; i++) {
        if (lab_file_is(lab->files[i].name, suffix)) {
            return true;
        }
    }
    return false;
}

bool lab_exercise_has_files(const struct lab *lab, const struct lab_exercise *exercise,
                            const char *suffix) {
    return exercise->kernels != NULL ? lab_file_is(exercise->kernels, suffix)
                                     : lab_has_files(lab, suffix);
}

bool lab_has_secrets(const struct lab *lab) {
    if (lab->sizes != NULL) {
        return true;
    }
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *c = e->checks; c != NULL; c = c->next) {
            if (c->hidden || check_kind_row(c->kind)->secret_inputs) {
                return true;
            }
        }
    }
    return false;
}
