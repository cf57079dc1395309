/* What the page shows of a profile in French: English texts with their French beside them. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

struct saying {
    const struct language *language;
    json_t *texts; /* "global load sectors": "secteurs de chargements globaux" */
};

static void add(struct saying *saying, const char *text) {
    struct arena arena = {0};
    if (text != NULL && json_object_get(saying->texts, text) == NULL) {
        const char *said = language_say(saying->language, &arena, text);
        if (strcmp(said, text) != 0) {
            json_object_set_new(saying->texts, text, json_string(said));
        }
    }
    arena_free(&arena);
}

/* A counter's name, as the page writes it. */
static void add_name(struct saying *saying, const char *name) {
    char *text = name != NULL ? strdup(name) : NULL;
    for (char *c = text; c != NULL && *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    add(saying, text);
    free(text);
}

static void add_member(struct saying *saying, json_t *object, const char *key) {
    add(saying, json_string_value(json_object_get(object, key)));
}

static void add_verdict(struct saying *saying, const char *name) {
    const char *said = name != NULL ? language_verdict(saying->language, name) : NULL;
    if (said != NULL && strcmp(said, name) != 0) {
        json_object_set_new(saying->texts, name, json_string(said));
    }
}

static void add_exercise(struct saying *saying, json_t *exercise) {
    static const char *const told[] = {"title", "check_title", "finding"}, *const modelled[] = {
                                                                               "binds", "limiter"};
    size_t index;
    const char *name;
    json_t *value;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        add_member(saying, exercise, told[i]);
    }
    add_verdict(saying, json_string_value(json_object_get(exercise, "verdict")));
    json_object_foreach(json_object_get(exercise, "counters"), name, value) {
        add_name(saying, name);
    }
    json_array_foreach(json_object_get(exercise, "bounds"), index, value) {
        add_name(saying, json_string_value(json_object_get(value, "fact")));
        add_member(saying, value, "why");
    }
    json_array_foreach(json_object_get(exercise, "launches"), index, value) {
        for (size_t i = 0; i < sizeof modelled / sizeof *modelled; i++) {
            add_member(saying, value, modelled[i]);
        }
    }
}

void profile_say_in_french(json_t *profile, const struct language *language) {
    struct saying saying = {language, json_object()};
    size_t index;
    json_t *exercise;
    json_array_foreach(json_object_get(profile, "exercises"), index, exercise) {
        add_exercise(&saying, exercise);
    }
    json_object_set_new(profile, "french", saying.texts);
}
