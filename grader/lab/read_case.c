#include "read_case.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A key of a case that is the grader's, and no oracle's. False with no error where it is none. */
static bool read_limit(struct yaml_file *file, const char *key, yaml_node_t *value,
                       struct oracle_case *out, struct error *error) {
    const bool exact = strcmp(key, "exact") == 0, least = strcmp(key, "least") == 0;
    if (!exact && !least && strcmp(key, "most") != 0) {
        return false;
    }
    const char *text = yaml_scalar(value);
    if (exact) {
        out->exact = strcmp(text, "true") == 0;
        return out->exact ||
               yaml_complain(file, value, error,
                             "case: 'exact' can only be true: no size of it is drawn then");
    }
    char *end;
    const uint64_t limit = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || limit < 1) {
        return yaml_complain(file, value, error, "case: '%s' must be a whole number from 1", key);
    }
    *(least ? &out->least : &out->most) = limit;
    return true;
}

bool read_case(struct yaml_file *file, yaml_node_t *node, struct oracle_case *out,
               struct error *error) {
    if (node->type != YAML_MAPPING_NODE) {
        return yaml_complain(file, node, error,
                             "case must be a mapping such as {n: 257, data: skewed}");
    }
    struct oracle_pair **tail = (struct oracle_pair **)&out->pairs;
    yaml_node_t *key, *value;
    const char *text = "";
    for (size_t i = 0; yaml_pair(file, node, i, &key, &value); i++) {
        if (yaml_scalar(key) == NULL || yaml_scalar(value) == NULL) {
            return yaml_complain(file, node, error,
                                 "case: keys and values must be plain texts or numbers");
        }
        error->message[0] = '\0';
        if (read_limit(file, yaml_scalar(key), value, out, error)) {
            continue;
        }
        if (error->message[0] != '\0') {
            return false;
        }
        struct oracle_pair *pair = arena_alloc(file->arena, sizeof *pair);
        pair->key = arena_strdup(file->arena, yaml_scalar(key));
        pair->value = arena_strdup(file->arena, yaml_scalar(value));
        if (oracle_text(out, pair->key) != NULL) {
            return yaml_complain(file, key, error, "case: key '%s' is there twice", pair->key);
        }
        *tail = pair;
        tail = &pair->next;
        text = arena_printf(file->arena, "%s%s%s = %s", text, *text == '\0' ? "" : ", ", pair->key,
                            pair->value);
    }
    out->text = text;
    out->line = yaml_line(node);
    return true;
}

/* Whether a case has its drawn sizes within its own `least` and `most`. */
static bool is_within(const struct lab *lab, const struct lab_check *check,
                      const struct oracle_case *one, struct error *error) {
    bool limits = false;
    uint64_t value;
    for (const struct lab_size *size = lab->sizes; size != NULL; size = size->next) {
        if (oracle_number(one, size->name, 0, &value) && value >= size->from) {
            limits = true;
            if (value < one->least || (one->most > 0 && value > one->most)) {
                return error_set(error,
                                 "%s/lab.yaml:%d: check '%s': %s = %" PRIu64
                                 " is not within the case's own 'least' and 'most'",
                                 lab->directory, one->line, check->name, size->name, value);
            }
        }
    }
    return limits || (one->least == 0 && one->most == 0) ||
           error_set(error,
                     "%s/lab.yaml:%d: check '%s': 'least' and 'most' are for sizes that are drawn, "
                     "and no size of this case is",
                     lab->directory, one->line, check->name);
}

bool cases_within(const struct lab *lab, struct error *error) {
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *c = e->checks; c != NULL; c = c->next) {
            for (const struct oracle_case *one = c->cases; one != NULL; one = one->next) {
                if (!is_within(lab, c, one, error)) {
                    return false;
                }
            }
        }
    }
    return true;
}
