#include "request.h"

#include "../lab/yaml_file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const struct request_build request_builds[] = {
    {"gcc", "-O2"},
    {"gcc", "-O1"},
    {"gcc", "-O3 -march=native"},
    {"clang", "-O2"},
    {"clang", "-O3 -march=native"},
};
const size_t request_build_count = sizeof request_builds / sizeof *request_builds;

const size_t request_best_build = 2;

static bool read_texts(struct yaml_file *file, yaml_node_t *list, const char *key,
                       struct request_list *texts, struct error *error) {
    yaml_node_t *item;
    texts->count = list != NULL ? 0 : texts->count; /* one's own list, in place of all others' */
    for (size_t i = 0; list != NULL && (item = yaml_item(file, list, i)) != NULL; i++) {
        if (i == REQUEST_MOST || yaml_scalar(item) == NULL) {
            return yaml_complain(file, item, error, "%s: at most %d texts", key, REQUEST_MOST);
        }
        texts->text[texts->count++] = arena_strdup(file->arena, yaml_scalar(item));
    }
    return true;
}

static bool read_positive(struct yaml_file *file, const char *key, const char *text, double *number,
                          struct error *error) {
    char *end;
    if (text == NULL) {
        return true;
    }
    *number = strtod(text, &end);
    return (*end == '\0' && *number > 0) ||
           yaml_complain(file, yaml_file_root(file), error,
                         "measure: key '%s' must be a number above 0", key);
}

/* An item of `exercises`: a name, or a mapping with what is different for it. */
static bool read_exercise(struct speedup_request *plan, struct yaml_file *file, yaml_node_t *item,
                          const struct request_exercise *common, struct error *error) {
    yaml_node_t *n = NULL, *launches = NULL, *keys = NULL;
    const char *steps = NULL;
    struct request_exercise *exercise = &plan->exercises[plan->exercise_count];
    if (plan->exercise_count == REQUEST_MOST) {
        return yaml_complain(file, item, error, "exercises: at most %d", REQUEST_MOST);
    }
    *exercise = *common;
    plan->exercise_count++;
    if (yaml_scalar(item) != NULL) {
        exercise->name = arena_strdup(file->arena, yaml_scalar(item));
        return true;
    }
    const struct yaml_field fields[] = {
        {"name", YAML_TEXT, true, &exercise->name},
        {"device", YAML_TEXT, false, &exercise->device},
        {"data", YAML_TEXT, false, &exercise->data},
        {"steps", YAML_TEXT, false, &steps},
        {"modelled", YAML_FLAG, false, &exercise->modelled},
        {"n", YAML_LIST, false, &n},
        {"launches", YAML_LIST, false, &launches},
        {"launch_keys", YAML_LIST, false, &keys},
    };
    return yaml_read_map(file, item, "exercise", fields, sizeof fields / sizeof *fields, error) &&
           read_positive(file, "steps", steps, &exercise->steps, error) &&
           read_texts(file, n, "n", &exercise->n, error) &&
           read_texts(file, launches, "launches", &exercise->launches, error) &&
           read_texts(file, keys, "launch_keys", &exercise->launch_keys, error);
}

static bool read_simulated(struct speedup_request *plan, struct yaml_file *file, yaml_node_t *list,
                           struct error *error) {
    struct request_list sizes = {.count = 0};
    if (!read_texts(file, list, "simulated", &sizes, error)) {
        return false;
    }
    double before = 0;
    for (size_t i = 0; i < sizes.count; i++) {
        double size = strtod(sizes.text[i], NULL);
        if (sizes.count != REQUEST_SIMULATED || size <= before) {
            return yaml_complain(file, list, error, "simulated: three rising sizes");
        }
        before = size;
        plan->simulated[i] = sizes.text[i];
    }
    return true;
}

static bool read_plan(struct speedup_request *plan, struct yaml_file *file, struct error *error) {
    yaml_node_t *n = NULL, *exercises = NULL, *launches = NULL, *keys = NULL, *sequential = NULL,
                *simulated = NULL, *item;
    const char *bytes = NULL, *unit = NULL;
    struct request_exercise common = {.device = "cpu", .data = "", .steps = 1, .modelled = true};
    plan->size_key = "n";
    plan->size_unit = 1;
    const struct yaml_field fields[] = {
        {"baseline", YAML_TEXT, true, &plan->baseline},
        {"sequential", YAML_LIST, false, &sequential},
        {"device", YAML_TEXT, false, &common.device},
        {"element_bytes", YAML_TEXT, true, &bytes},
        {"data", YAML_TEXT, false, &common.data},
        {"size_key", YAML_TEXT, false, &plan->size_key},
        {"size_unit", YAML_TEXT, false, &unit},
        {"n", YAML_LIST, true, &n},
        {"simulated", YAML_LIST, false, &simulated},
        {"exercises", YAML_LIST, true, &exercises},
        {"launches", YAML_LIST, false, &launches},
        {"launch_keys", YAML_LIST, false, &keys},
    };
    if (!yaml_read_map(file, yaml_file_root(file), "measure", fields,
                       sizeof fields / sizeof *fields, error) ||
        !read_positive(file, "element_bytes", bytes, &plan->element_bytes, error) ||
        !read_positive(file, "size_unit", unit, &plan->size_unit, error) ||
        !read_texts(file, n, "n", &plan->n, error) ||
        !read_texts(file, sequential, "sequential", &plan->sequential, error) ||
        !read_texts(file, launches, "launches", &common.launches, error) ||
        !read_texts(file, keys, "launch_keys", &common.launch_keys, error) ||
        !read_simulated(plan, file, simulated, error)) {
        return false;
    }
    common.n = plan->n;
    bool good = true;
    for (size_t i = 0; good && (item = yaml_item(file, exercises, i)) != NULL; i++) {
        good = read_exercise(plan, file, item, &common, error);
    }
    return good;
}

bool request_load(struct speedup_request *plan, const char *directory, struct arena *arena,
                  struct error *error) {
    *plan = (struct speedup_request){0};
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/measure.yaml", directory);
    struct yaml_file file;
    if (!yaml_file_open(&file, path, arena, error)) {
        return false;
    }
    bool good = read_plan(plan, &file, error);
    yaml_file_close(&file);
    return good;
}

const struct request_exercise *request_find(const struct speedup_request *plan, const char *name) {
    for (size_t i = 0; i < plan->exercise_count; i++) {
        if (strcmp(plan->exercises[i].name, name) == 0) {
            return &plan->exercises[i];
        }
    }
    return NULL;
}

bool request_has_device(const struct speedup_request *plan, const char **device) {
    for (size_t i = 0; i < plan->exercise_count; i++) {
        if (strcmp(plan->exercises[i].device, "cpu") != 0) {
            if (device != NULL) {
                *device = plan->exercises[i].device;
            }
            return true;
        }
    }
    return false;
}

/* ---- rows ---- */

struct adding {
    const struct speedup_request *plan;
    const char *lab;
    int cores;
    const struct request_sources *sources;
    struct speedup_table *table;
};

static struct speedup_row *add_row(const struct adding *adding, const char *exercise,
                                   const char *device, const char *n) {
    struct speedup_row *row = speedup_add(adding->table);
    struct arena *arena = &adding->table->arena;
    row->cell[COLUMN_LAB] = arena_strdup(arena, adding->lab);
    row->cell[COLUMN_EXERCISE] = arena_strdup(arena, exercise);
    row->cell[COLUMN_DEVICE] = arena_strdup(arena, device);
    row->cell[COLUMN_N] = arena_strdup(arena, n);
    row->cell[COLUMN_BYTES] =
        arena_printf(arena, "%.0f", strtod(n, NULL) * adding->plan->element_bytes);
    return row;
}

static void add_baseline(const struct adding *adding, const char *n, size_t build) {
    struct speedup_row *row = add_row(adding, adding->plan->baseline, "cpu", n);
    row->baseline = true;
    row->cell[COLUMN_COMPILER] = request_builds[build].compiler;
    row->cell[COLUMN_FLAGS] = request_builds[build].flags;
    row->cell[COLUMN_THREADS] = "1";
}

/* One exercise of the CPU: for each schedule, for `first` threads and twice as many … and all. */
static void add_threads(const struct adding *adding, const struct request_exercise *exercise,
                        const char *n, size_t build, int first) {
    const int cores = adding->cores;
    size_t l = 0;
    do {
        for (int threads = first; threads <= cores;
             threads = threads < cores && 2 * threads > cores ? cores : 2 * threads) {
            struct speedup_row *row = add_row(adding, exercise->name, "cpu", n);
            row->cell[COLUMN_COMPILER] = request_builds[build].compiler;
            row->cell[COLUMN_FLAGS] = request_builds[build].flags;
            row->cell[COLUMN_THREADS] = arena_printf(&adding->table->arena, "%d", threads);
            if (l < exercise->launches.count) {
                row->cell[COLUMN_LAUNCH] =
                    arena_strdup(&adding->table->arena, exercise->launches.text[l]);
            }
        }
    } while (++l < exercise->launches.count);
}

static void add_launches(const struct adding *adding, const struct request_exercise *exercise,
                         const char *n, const char *device) {
    for (size_t l = 0; l < exercise->launches.count; l++) {
        struct speedup_row *row = add_row(adding, exercise->name, device, n);
        row->cell[COLUMN_LAUNCH] = arena_strdup(&adding->table->arena, exercise->launches.text[l]);
    }
}

static bool has_size(const struct request_exercise *exercise, const char *n) {
    for (size_t i = 0; i < exercise->n.count; i++) {
        if (strcmp(exercise->n.text[i], n) == 0) {
            return true;
        }
    }
    return false;
}

static void add_size(const struct adding *adding, const char *n) {
    const struct speedup_request *plan = adding->plan;
    bool on_cpu = false;
    for (size_t i = 0; i < plan->exercise_count; i++) {
        on_cpu = on_cpu || strcmp(plan->exercises[i].device, "cpu") == 0;
    }
    if (on_cpu) {
        add_baseline(adding, n, 0);
    }
    if (request_has_device(plan, NULL)) {
        add_baseline(adding, n, request_best_build);
    }
    for (size_t i = 0; i < plan->exercise_count; i++) {
        const struct request_exercise *exercise = &plan->exercises[i];
        if (!has_size(exercise, n)) {
            continue;
        }
        if (strcmp(exercise->device, "cpu") == 0) {
            add_threads(adding, exercise, n, 0, 1);
        } else if (adding->sources == NULL) {
            add_launches(adding, exercise, n, exercise->device);
        }
        for (size_t s = 0; s < 2 && adding->sources != NULL && adding->sources->device[s] != NULL &&
                           strcmp(exercise->device, "cpu") != 0;
             s++) {
            add_launches(adding, exercise, n, adding->sources->device[s]);
        }
    }
}

void request_add_rows(const struct speedup_request *plan, const char *lab, int cores,
                      const struct request_sources *sources, struct speedup_table *table) {
    const struct adding adding = {plan, lab, cores, sources, table};
    for (size_t i = 0; i < plan->n.count; i++) {
        add_size(&adding, plan->n.text[i]);
    }
    for (size_t b = 1; b < request_build_count && plan->n.count > 0; b++) {
        const char *largest = plan->n.text[plan->n.count - 1];
        bool first = !(b == request_best_build && request_has_device(plan, NULL));
        for (size_t i = 0; i < plan->exercise_count; i++) {
            const struct request_exercise *exercise = &plan->exercises[i];
            if (strcmp(exercise->device, "cpu") == 0 && has_size(exercise, largest)) {
                if (first) {
                    add_baseline(&adding, largest, b);
                    first = false;
                }
                add_threads(&adding, exercise, largest, b, cores);
            }
        }
    }
}
