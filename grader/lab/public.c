#include "public.h"

#include "lab.h"
#include "yaml_file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* The value of `key` in a mapping, or NULL. */
static yaml_node_t *find(struct yaml_file *file, yaml_node_t *map, const char *key) {
    yaml_node_t *name, *value;
    for (size_t i = 0; yaml_pair(file, map, i, &name, &value); i++) {
        if (strcmp(yaml_scalar(name), key) == 0) {
            return value;
        }
    }
    return NULL;
}

/* Takes everything from a hidden check but what students are told, and says that it is so. */
static bool withhold(struct yaml_file *file, yaml_node_t *check) {
    yaml_node_pair_t *kept = check->data.mapping.pairs.start;
    for (yaml_node_pair_t *pair = kept; pair < check->data.mapping.pairs.top; pair++) {
        const char *key = yaml_scalar(yaml_document_get_node(&file->document, pair->key));
        if (strcmp(key, "name") == 0 || strcmp(key, "points") == 0 || strcmp(key, "hidden") == 0) {
            *kept++ = *pair;
        }
    }
    check->data.mapping.pairs.top = kept;
    int map = (int)(check - file->document.nodes.start) + 1;
    int key = yaml_document_add_scalar(&file->document, NULL, (yaml_char_t *)"withheld", -1,
                                       YAML_PLAIN_SCALAR_STYLE);
    int value = yaml_document_add_scalar(&file->document, NULL, (yaml_char_t *)"true", -1,
                                         YAML_PLAIN_SCALAR_STYLE);
    return key != 0 && value != 0 &&
           yaml_document_append_mapping_pair(&file->document, map, key, value);
}

/* The lab was loaded before: every node has the type that it must have. Nodes may move when one is
 * added, so each step asks for them anew. */
static bool withhold_hidden(struct yaml_file *file) {
    yaml_node_t *exercise, *check;
    for (size_t i = 0;; i++) {
        yaml_node_t *exercises = find(file, yaml_file_root(file), "exercises");
        if ((exercise = yaml_item(file, exercises, i)) == NULL) {
            return true;
        }
        for (size_t j = 0; (check = yaml_item(file, find(file, exercise, "checks"), j)) != NULL;
             j++) {
            const yaml_node_t *hidden = find(file, check, "hidden");
            if (hidden != NULL && strcmp(yaml_scalar(hidden), "true") == 0 &&
                find(file, check, "withheld") == NULL && !withhold(file, check)) {
                return false;
            }
            exercises = find(file, yaml_file_root(file), "exercises");
            exercise = yaml_item(file, exercises, i);
        }
    }
}

static bool emit(struct yaml_file *file, FILE *out) {
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter)) {
        return false;
    }
    yaml_emitter_set_output_file(&emitter, out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, 120);
    bool good = yaml_emitter_open(&emitter) && yaml_emitter_dump(&emitter, &file->document) &&
                yaml_emitter_close(&emitter) && fflush(out) == 0;
    yaml_emitter_delete(&emitter);
    return good;
}

bool lab_write_public(const char *directory, FILE *out, struct error *error) {
    struct lab lab;
    if (!lab_load(&lab, directory, error)) {
        return false;
    }
    lab_free(&lab);
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lab.yaml", directory);
    struct arena arena = {0};
    struct yaml_file file;
    if (!yaml_file_open(&file, path, &arena, error)) {
        return false;
    }
    /* Dumping takes the document's nodes with it; closing what is left is right in both cases. */
    bool good = (withhold_hidden(&file) && emit(&file, out)) ||
                error_set(error, "%s could not be written: %s", path, strerror(errno));
    yaml_file_close(&file);
    arena_free(&arena);
    return good;
}
