#include "simulate.h"

#include "../simt/model/profiles/profile.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far the middle of three may lie from the line through the others: counters by a part of the
 * largest, and by what a launch costs whatever its size; times are rounded to cycles and waves. */
static const double COUNTER_OFF = 0.02, TIME_OFF = 0.05, FEW = 256;

/* How much fuller the device may be at the largest of three, unless a unit works for most of the
 * time there: a launch that leaves places free takes as long with more blocks, but only until they
 * are taken. (With the same blocks at all sizes, it is their beginning that counts for less.) */
static const double FULLER = 1.2, MOST_OF_IT = 0.75;

const char *simulate_device(const char *build, const char *profile, struct arena *arena,
                            struct error *error) {
    char folder[PATH_MAX], line[256] = "";
    struct profile read;
    snprintf(folder, sizeof folder, "%s/profiles", build);
    if (!profile_find(folder, profile, &read, error)) {
        return NULL;
    }
    const char *path = arena_printf(arena, "%s/%s.profile", folder, profile);
    FILE *file = fopen(path, "re");
    if (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] == '#') {
        line[strcspn(line, "(:,\n")] = '\0';
    } else {
        line[0] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == ' ') {
        line[--length] = '\0';
    }
    const char *name = line + strspn(line, "# ");
    return arena_strdup(arena, *name != '\0' ? name : profile);
}

/* Adds each of the numbers, `times` as much, to the value of its name; `most` names have room. */
static void add_numbers(json_t *numbers, double times, const char **names, double *values,
                        size_t *count, size_t most, struct arena *arena) {
    const char *name;
    json_t *number;
    json_object_foreach(numbers, name, number) {
        size_t i = 0;
        while (i < *count && strcmp(names[i], name) != 0) {
            i++;
        }
        if (i == *count && i < most) {
            names[(*count)++] = arena_strdup(arena, name);
        }
        if (i < most) {
            values[i] += json_number_value(number) * times;
        }
    }
}

static double blocks_of(const json_t *launch) {
    const json_t *grid = json_object_get(launch, "grid");
    double blocks = 1;
    for (size_t i = 0; i < json_array_size(grid); i++) {
        blocks *= json_number_value(json_array_get(grid, i));
    }
    return blocks;
}

bool simulate_read(const char *path, struct simulated *simulated, struct arena *arena,
                   struct error *error) {
    json_error_t wrong;
    json_t *root = json_load_file(path, 0, &wrong), *item;
    size_t i;
    double longest = 0;
    *simulated = (struct simulated){.binds = ""};
    if (root == NULL) {
        return error_set(error, "the simulated GPU left no report: %s", wrong.text);
    }
    json_array_foreach(json_object_get(root, "kernels"), i, item) {
        add_numbers(json_object_get(item, "counters"), 1, simulated->name, simulated->value,
                    &simulated->count, SIMULATED_COUNTERS, arena);
    }
    json_array_foreach(json_object_get(root, "launches"), i, item) {
        double seconds = 1e-6 * json_number_value(json_object_get(item, "modelled_us"));
        json_t *model = json_object_get(item, "model"), *binds = json_object_get(model, "binds");
        simulated->kernels += seconds;
        simulated->blocks += blocks_of(item);
        /* The seconds that each unit worked in the launch. */
        add_numbers(json_object_get(model, "busy"), seconds, simulated->unit, simulated->busy,
                    &simulated->units, SIMULATED_UNITS, arena);
        if (seconds > longest && json_string_value(binds) != NULL) {
            longest = seconds;
            simulated->occupied = json_number_value(json_object_get(model, "achieved"));
            simulated->binds = arena_strdup(arena, json_string_value(binds));
        }
    }
    /* A sheet's measured times are those between two events: what lies between them beside the
     * kernel counts. */
    simulated->kernels = 1e-3 * json_number_value(json_object_get(root, "between_events_ms"));
    simulated->all = 1e-3 * json_number_value(json_object_get(root, "all_between_events_ms"));
    simulated->far = 1e-3 * json_number_value(json_object_get(root, "far_between_events_ms"));
    simulated->largest = json_number_value(json_object_get(root, "largest_copy"));
    json_decref(root);
    return simulated->kernels > 0 || error_set(error, "nothing was launched on the simulated GPU");
}

/* Where the line through the outer two points is at `x`. */
static double on_line(const double n[3], double first, double last, double x) {
    return first + (last - first) * (x - n[0]) / (n[2] - n[0]);
}

bool simulate_extrapolate(const struct simulated at[3], const double n[3], double larger,
                          struct simulated *result, struct error *error) {
    *result = at[2];
    for (size_t c = 0; c < at[2].count; c++) {
        double value[3];
        for (int i = 0; i < 3; i++) {
            if (at[i].count != at[2].count || strcmp(at[i].name[c], at[2].name[c]) != 0) {
                return error_set(error, "other kernels run at other sizes");
            }
            value[i] = at[i].value[c];
        }
        double off = fabs(value[1] - on_line(n, value[0], value[2], n[1]));
        if (off > COUNTER_OFF * value[2] + FEW) {
            return error_set(error, "%s is not linear in n", at[2].name[c]);
        }
        result->value[c] = on_line(n, value[0], value[2], larger);
    }
    double middle = on_line(n, at[0].kernels, at[2].kernels, n[1]);
    if (fabs(at[1].kernels - middle) > TIME_OFF * at[1].kernels) {
        return error_set(error, "the time is not linear in n");
    }
    double busiest = 0;
    for (size_t u = 0; u < at[2].units; u++) {
        busiest = fmax(busiest, at[2].busy[u] / at[2].kernels);
    }
    if (at[2].blocks > at[0].blocks && at[2].occupied > FULLER * at[0].occupied &&
        busiest < MOST_OF_IT) {
        return error_set(error, "the launch fills more of the device (%.0f and %.0f %%)",
                         100 * at[0].occupied, 100 * at[2].occupied);
    }
    result->kernels = on_line(n, at[0].kernels, at[2].kernels, larger);
    for (size_t u = 0; u < at[2].units; u++) {
        double busy = at[2].busy[u] * larger / n[2];
        if (u < at[0].units && strcmp(at[0].unit[u], at[2].unit[u]) == 0) {
            busy = on_line(n, at[0].busy[u], at[2].busy[u], larger);
        }
        if (busy > (1 + TIME_OFF) * result->kernels) {
            return error_set(error, "another limit begins to bind (%s)", at[2].unit[u]);
        }
    }
    const bool far = on_line(n, at[0].largest, at[2].largest, larger) > 1;
    result->all = on_line(n, far ? at[0].far : at[0].all, far ? at[2].far : at[2].all, larger);
    return true;
}
