/* Reading a JSON report back: what a class's journal keeps is rendered for everybody from there. */
#include "../message_text.h"
#include "report.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A copy of the text under `key`, or NULL where there is none. */
static const char *text(struct arena *arena, const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL ? arena_strdup(arena, value) : NULL;
}

static int64_t points(const json_t *object, const char *key) {
    return llround(json_number_value(json_object_get(object, key)) * 100);
}

/* In the order in which they were written. */
static const struct message_value *read_values(struct arena *arena, json_t *object) {
    const size_t count = json_object_size(object);
    struct message_value *values = arena_alloc(arena, (count + 1) * sizeof *values);
    size_t i = 0;
    const char *name;
    json_t *value;
    json_object_foreach(object, name, value) {
        const char *said = json_string_value(value);
        values[i++] = (struct message_value){arena_strdup(arena, name),
                                             said != NULL ? arena_strdup(arena, said) : NULL,
                                             json_integer_value(value)};
    }
    values[i].name = NULL;
    return count > 0 ? values : NULL;
}

static struct finding *read_findings(struct arena *arena, const json_t *array) {
    struct finding *first = NULL, **tail = &first;
    size_t i;
    json_t *object;
    json_array_foreach(array, i, object) {
        *tail = arena_alloc(arena, sizeof **tail);
        const char *verdict = json_string_value(json_object_get(object, "verdict"));
        **tail = (struct finding){
            .verdict = verdict_from_name(verdict != NULL ? verdict : ""),
            .line = (int)json_integer_value(json_object_get(object, "line")),
            .message = text(arena, object, "message"),
            .id = text(arena, object, "id"),
            .values = read_values(arena, json_object_get(object, "values")),
            .file = text(arena, object, "file"),
            .function = text(arena, object, "function"),
            .steps = text(arena, object, "steps"),
            .advice = text(arena, object, "advice"),
            .input = text(arena, object, "input"),
        };
        tail = &(*tail)->next;
    }
    return first;
}

static struct counted *read_counted(struct arena *arena, const json_t *array) {
    struct counted *first = NULL, **tail = &first;
    size_t i;
    json_t *object;
    json_array_foreach(array, i, object) {
        const char *fact = text(arena, object, "fact");
        const json_t *least = json_object_get(object, "at_least");
        const json_t *most = json_object_get(object, "at_most");
        *tail = arena_alloc(arena, sizeof **tail);
        **tail = (struct counted){
            .fact = fact != NULL ? fact : "",
            .value = (uint64_t)json_integer_value(json_object_get(object, "value")),
            .has_least = least != NULL,
            .has_most = most != NULL,
            .least = (uint64_t)json_integer_value(least),
            .most = (uint64_t)json_integer_value(most),
        };
        tail = &(*tail)->next;
    }
    return first;
}

static bool read_checks(struct arena *arena, const json_t *array, struct check_result **first) {
    struct check_result **tail = first;
    size_t i;
    json_t *object;
    json_array_foreach(array, i, object) {
        const char *verdict = json_string_value(json_object_get(object, "verdict"));
        const json_t *counted = json_object_get(object, "counted");
        *tail = arena_alloc(arena, sizeof **tail);
        **tail = (struct check_result){
            .name = text(arena, object, "name"),
            .kind = text(arena, object, "kind"),
            .title = text(arena, object, "title"),
            .how = text(arena, object, "how"),
            .hidden = json_is_true(json_object_get(object, "hidden")),
            .points = points(object, "points"),
            .earned = points(object, "earned"),
            .verdict = verdict_from_name(verdict != NULL ? verdict : ""),
            .findings = read_findings(arena, json_object_get(object, "findings")),
            .counted = read_counted(arena, json_object_get(counted, "facts")),
            .counted_input = text(arena, counted, "input"),
        };
        if ((*tail)->name == NULL || (*tail)->verdict == VERDICT_COUNT) {
            return false;
        }
        tail = &(*tail)->next;
    }
    return true;
}

static bool read_exercises(struct arena *arena, const json_t *array,
                           struct exercise_result **first) {
    struct exercise_result **tail = first;
    size_t i;
    json_t *object;
    json_array_foreach(array, i, object) {
        *tail = arena_alloc(arena, sizeof **tail);
        **tail = (struct exercise_result){
            .name = text(arena, object, "name"),
            .title = text(arena, object, "title"),
            .function = text(arena, object, "function"),
            .device = text(arena, object, "device"),
            .points = points(object, "points"),
            .earned = points(object, "earned"),
        };
        if ((*tail)->name == NULL ||
            !read_checks(arena, json_object_get(object, "checks"), &(*tail)->checks)) {
            return false;
        }
        tail = &(*tail)->next;
    }
    return true;
}

static struct result_fact *read_facts(struct arena *arena, json_t *object) {
    struct result_fact *first = NULL, **tail = &first;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        *tail = arena_alloc(arena, sizeof **tail);
        (*tail)->key = arena_strdup(arena, key);
        (*tail)->value = arena_strdup(arena, json_is_string(value) ? json_string_value(value) : "");
        tail = &(*tail)->next;
    }
    return first;
}

static struct timing *read_timings(struct arena *arena, const json_t *array) {
    struct timing *first = NULL, **tail = &first;
    size_t i;
    json_t *object;
    json_array_foreach(array, i, object) {
        const char *name = text(arena, object, "name");
        *tail = arena_alloc(arena, sizeof **tail);
        (*tail)->name = name != NULL ? name : "";
        (*tail)->seconds = json_number_value(json_object_get(object, "seconds"));
        tail = &(*tail)->next;
    }
    return first;
}

/* So that what stands there can be said in another language. */
static void read_messages(struct arena *arena, json_t *messages) {
    const char *text;
    json_t *parts, *part;
    size_t i;
    json_object_foreach(messages, text, parts) {
        const char *format = json_string_value(json_array_get(parts, 0)), *values = "";
        json_array_foreach(parts, i, part) {
            const char *value = json_string_value(part);
            values = i == 0 ? values
                            : arena_printf(arena, "%s%s%c", values, value != NULL ? value : "",
                                           VALUE_END);
        }
        message_keep(text, format != NULL ? format : "", values);
    }
}

static bool read_tree(const json_t *root, struct result *result) {
    const char *schema = json_string_value(json_object_get(root, "schema"));
    const json_t *graded = json_object_get(root, "graded");
    const json_t *measured = json_object_get(root, "measured");
    struct arena *arena = &result->arena;
    if (schema == NULL || strcmp(schema, "lockstep/result/v1") != 0 || !json_is_object(graded)) {
        return false;
    }
    const char *seed = json_string_value(json_object_get(graded, "seed"));
    result->lab = text(arena, graded, "lab");
    result->title = text(arena, graded, "title");
    result->submission = text(arena, graded, "submission");
    result->seed = seed != NULL ? strtoull(seed, NULL, 10) : 0;
    result->warnings = text(arena, graded, "warnings");
    result->points = points(graded, "points");
    result->earned = points(graded, "earned");
    result->toolchain = read_facts(arena, json_object_get(graded, "toolchain"));
    result->machine = read_facts(arena, json_object_get(measured, "machine"));
    read_messages(arena, json_object_get(root, "messages"));
    result->timings = read_timings(arena, json_object_get(measured, "timings"));
    return result->lab != NULL &&
           read_exercises(arena, json_object_get(graded, "exercises"), &result->exercises);
}

bool report_read_json(const char *json, struct result *result, struct error *error) {
    *result = (struct result){0};
    json_error_t why;
    json_t *root = json_loads(json, JSON_REJECT_DUPLICATES, &why);
    bool good = root != NULL && read_tree(root, result);
    if (!good) {
        error_set(error, "no lockstep/result/v1 report: %s",
                  root == NULL ? why.text : "keys are missing");
        result_free(result);
    }
    json_decref(root);
    return good;
}
