#include "simulate.h"

#include "../simt/model/profile.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How far the middle of three may lie from the line through the others: counters by a part of the
 * largest, and by what a launch costs whatever its size; times are rounded to cycles and waves. */
static const double COUNTER_OFF = 0.02, TIME_OFF = 0.05, FEW = 256;

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

static void add_counters(json_t *kernel, struct simulated *simulated, struct arena *arena) {
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(kernel, "counters"), name, value) {
        size_t i = 0;
        while (i < simulated->count && strcmp(simulated->name[i], name) != 0) {
            i++;
        }
        if (i == simulated->count && i < SIMULATED_COUNTERS) {
            simulated->name[simulated->count++] = arena_strdup(arena, name);
            simulated->value[i] = 0;
        }
        if (i < SIMULATED_COUNTERS) {
            simulated->value[i] += json_number_value(value);
        }
    }
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
        add_counters(item, simulated, arena);
    }
    json_array_foreach(json_object_get(root, "launches"), i, item) {
        double seconds = 1e-6 * json_number_value(json_object_get(item, "modelled_us"));
        json_t *binds = json_object_get(json_object_get(item, "model"), "binds");
        simulated->kernels += seconds;
        if (seconds > longest && json_string_value(binds) != NULL) {
            longest = seconds;
            simulated->binds = arena_strdup(arena, json_string_value(binds));
        }
    }
    simulated->all = 1e-3 * json_number_value(json_object_get(root, "modelled_ms"));
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
    result->kernels = on_line(n, at[0].kernels, at[2].kernels, larger);
    result->all = on_line(n, at[0].all, at[2].all, larger);
    return true;
}
