#include "kept_counted.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A bound that is not there is null. */
static json_t *bound(bool there, uint64_t value) {
    return there ? json_integer((json_int_t)value) : json_null();
}

static json_t *write_check(const struct check_result *check) {
    json_t *facts = json_array();
    for (const struct counted *counted = check->counted; counted != NULL; counted = counted->next) {
        json_array_append_new(facts,
                              json_pack("[s,I,o,o]", counted->fact, (json_int_t)counted->value,
                                        bound(counted->has_least, counted->least),
                                        bound(counted->has_most, counted->most)));
    }
    return json_pack("{s:s,s:o}", "input", check->counted_input, "facts", facts);
}

const char *kept_counted_write(struct grading *grading, const struct exercise_result *exercise) {
    json_t *checks = json_object();
    const char *line = "";
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        if (check->counted != NULL) {
            json_object_set_new(checks, check->name, write_check(check));
        }
    }
    char *text = json_object_size(checks) > 0 ? json_dumps(checks, JSON_COMPACT) : NULL;
    if (text != NULL) {
        line = arena_printf(grading->arena, " %s", text);
    }
    free(text);
    json_decref(checks);
    return line;
}

static struct counted *read_facts(struct grading *grading, const json_t *facts) {
    struct counted *first = NULL, **end = &first;
    for (size_t i = 0; i < json_array_size(facts); i++) {
        const json_t *row = json_array_get(facts, i);
        const char *fact = json_string_value(json_array_get(row, 0));
        const json_t *least = json_array_get(row, 2), *most = json_array_get(row, 3);
        if (fact == NULL) {
            continue;
        }
        struct counted *counted = arena_alloc(grading->arena, sizeof *counted);
        *counted = (struct counted){.fact = arena_strdup(grading->arena, fact),
                                    .value = (uint64_t)json_integer_value(json_array_get(row, 1)),
                                    .has_least = json_is_integer(least),
                                    .has_most = json_is_integer(most),
                                    .least = (uint64_t)json_integer_value(least),
                                    .most = (uint64_t)json_integer_value(most)};
        *end = counted;
        end = &counted->next;
    }
    return first;
}

void kept_counted_read(struct grading *grading, const char *line, size_t length,
                       struct exercise_result *exercise) {
    json_t *checks = json_loadb(line, length, 0, NULL);
    for (struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        const json_t *object = json_object_get(checks, check->name);
        const char *input = json_string_value(json_object_get(object, "input"));
        if (input != NULL && check->verdict == VERDICT_PASS) {
            check->counted_input = arena_strdup(grading->arena, input);
            check->counted = read_facts(grading, json_object_get(object, "facts"));
        }
    }
    json_decref(checks);
}
