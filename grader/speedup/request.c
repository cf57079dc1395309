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

static bool read_texts(struct yaml_file *file, yaml_node_t *list, const char *key,
                       const char *texts[REQUEST_MOST], size_t *count, struct error *error) {
    yaml_node_t *item;
    for (size_t i = 0; list != NULL && (item = yaml_item(file, list, i)) != NULL; i++) {
        if (i == REQUEST_MOST || yaml_scalar(item) == NULL) {
            return yaml_complain(file, item, error, "%s: at most %d texts", key, REQUEST_MOST);
        }
        texts[(*count)++] = arena_strdup(file->arena, yaml_scalar(item));
    }
    return true;
}

static bool read_plan(struct request *plan, struct yaml_file *file, struct error *error) {
    yaml_node_t *n = NULL, *exercises = NULL, *launches = NULL;
    const char *bytes = NULL;
    plan->device = "cpu";
    plan->data = "";
    const struct yaml_field fields[] = {
        {"baseline", YAML_TEXT, true, &plan->baseline},
        {"device", YAML_TEXT, false, &plan->device},
        {"element_bytes", YAML_TEXT, true, &bytes},
        {"data", YAML_TEXT, false, &plan->data},
        {"n", YAML_LIST, true, &n},
        {"exercises", YAML_LIST, true, &exercises},
        {"launches", YAML_LIST, false, &launches},
    };
    if (!yaml_read_map(file, yaml_file_root(file), "measure", fields,
                       sizeof fields / sizeof *fields, error)) {
        return false;
    }
    char *end;
    plan->element_bytes = strtod(bytes, &end);
    if (*end != '\0' || !(plan->element_bytes > 0)) {
        return yaml_complain(file, yaml_file_root(file), error,
                             "measure: key 'element_bytes' must be a number above 0");
    }
    return read_texts(file, n, "n", plan->n, &plan->n_count, error) &&
           read_texts(file, exercises, "exercises", plan->exercises, &plan->exercise_count,
                      error) &&
           read_texts(file, launches, "launches", plan->launches, &plan->launch_count, error);
}

bool request_load(struct request *plan, const char *directory, struct arena *arena,
                  struct error *error) {
    *plan = (struct request){0};
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

static struct speedup_row *add_row(const struct request *plan, const char *lab,
                                   const char *exercise, const char *n,
                                   struct speedup_table *table) {
    struct speedup_row *row = speedup_add(table);
    struct arena *arena = &table->arena;
    row->cell[COLUMN_LAB] = arena_strdup(arena, lab);
    row->cell[COLUMN_EXERCISE] = arena_strdup(arena, exercise);
    row->cell[COLUMN_DEVICE] = arena_strdup(arena, plan->device);
    row->cell[COLUMN_N] = arena_strdup(arena, n);
    row->cell[COLUMN_BYTES] = arena_printf(arena, "%.0f", strtod(n, NULL) * plan->element_bytes);
    return row;
}

static void add_baseline(const struct request *plan, const char *lab, const char *n,
                         const struct request_build *build, struct speedup_table *table) {
    struct speedup_row *row = add_row(plan, lab, plan->baseline, n, table);
    row->baseline = true;
    row->cell[COLUMN_DEVICE] = "cpu";
    row->cell[COLUMN_COMPILER] = build->compiler;
    row->cell[COLUMN_FLAGS] = build->flags;
    row->cell[COLUMN_THREADS] = "1";
}

static void add_threads(const struct request *plan, const char *lab, const char *n,
                        const struct request_build *build, int first, int cores,
                        struct speedup_table *table) {
    for (size_t i = 0; i < plan->exercise_count; i++) {
        for (int threads = first; threads <= cores;
             threads = threads < cores && 2 * threads > cores ? cores : 2 * threads) {
            struct speedup_row *row = add_row(plan, lab, plan->exercises[i], n, table);
            row->cell[COLUMN_COMPILER] = build->compiler;
            row->cell[COLUMN_FLAGS] = build->flags;
            row->cell[COLUMN_THREADS] = arena_printf(&table->arena, "%d", threads);
        }
    }
}

void request_add_rows(const struct request *plan, const char *lab, int cores,
                      struct speedup_table *table) {
    for (size_t i = 0; i < plan->n_count; i++) {
        add_baseline(plan, lab, plan->n[i], &request_builds[0], table);
        if (plan->launch_count == 0) {
            add_threads(plan, lab, plan->n[i], &request_builds[0], 1, cores, table);
        }
        for (size_t e = 0; e < plan->exercise_count && plan->launch_count > 0; e++) {
            for (size_t l = 0; l < plan->launch_count; l++) {
                struct speedup_row *row = add_row(plan, lab, plan->exercises[e], plan->n[i], table);
                row->cell[COLUMN_LAUNCH] = arena_strdup(&table->arena, plan->launches[l]);
            }
        }
    }
    for (size_t b = 1; b < request_build_count && plan->launch_count == 0 && plan->n_count > 0;
         b++) {
        const char *largest = plan->n[plan->n_count - 1];
        add_baseline(plan, lab, largest, &request_builds[b], table);
        add_threads(plan, lab, largest, &request_builds[b], cores, cores, table);
    }
}
