#include "public.h"

#include "lab.h"
#include "yaml_file.h"

#include <errno.h>
#include <string.h>

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
        yaml_node_t *exercises = yaml_value(file, yaml_file_root(file), "exercises");
        if ((exercise = yaml_item(file, exercises, i)) == NULL) {
            return true;
        }
        for (size_t j = 0;
             (check = yaml_item(file, yaml_value(file, exercise, "checks"), j)) != NULL; j++) {
            const yaml_node_t *hidden = yaml_value(file, check, "hidden");
            if (hidden != NULL && strcmp(yaml_scalar(hidden), "true") == 0 &&
                yaml_value(file, check, "withheld") == NULL && !withhold(file, check)) {
                return false;
            }
            exercises = yaml_value(file, yaml_file_root(file), "exercises");
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

/* The lab's file, checked and open, its path in the arena; close it even when this is false. */
static bool open_lab_file(struct yaml_file *file, struct arena *arena, const char *directory,
                          struct error *error) {
    struct lab lab;
    *file = (struct yaml_file){.path = NULL};
    if (!lab_load(&lab, directory, error)) {
        return false;
    }
    lab_free(&lab);
    return yaml_file_open(file, arena_printf(arena, "%s/lab.yaml", directory), arena, error);
}

bool lab_write_public(const char *directory, FILE *out, struct error *error) {
    struct arena arena = {0};
    struct yaml_file file;
    bool good = open_lab_file(&file, &arena, directory, error);
    if (good) {
        /* Dumping takes the document's nodes with it; closing what is left is right in both cases.
         */
        good = (withhold_hidden(&file) && emit(&file, out)) ||
               error_set(error, "what students may see of %s cannot be written: %s", file.path,
                         strerror(errno));
        yaml_file_close(&file);
    }
    arena_free(&arena);
    return good;
}

/* Each text below a node, in order. */
static void each_below(struct yaml_file *file, int index,
                       void (*take)(void *self, const char *text, bool public), void *self,
                       bool public) {
    const yaml_node_t *node = yaml_document_get_node(&file->document, index);
    if (node->type == YAML_SCALAR_NODE) {
        take(self, yaml_scalar(node), public);
    } else if (node->type == YAML_SEQUENCE_NODE) {
        for (yaml_node_item_t *item = node->data.sequence.items.start;
             item < node->data.sequence.items.top; item++) {
            each_below(file, *item, take, self, public);
        }
    } else if (node->type == YAML_MAPPING_NODE) {
        for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
             pair < node->data.mapping.pairs.top; pair++) {
            each_below(file, pair->value, take, self, public);
        }
    }
}

bool lab_each_text(const char *directory, void (*take)(void *self, const char *text, bool public),
                   void *self, struct error *error) {
    struct arena arena = {0};
    struct yaml_file file;
    bool good = open_lab_file(&file, &arena, directory, error);
    if (good) {
        each_below(&file, 1, take, self, false);
        good = withhold_hidden(&file) || error_set(error, "%s: out of memory", file.path);
        if (good) {
            each_below(&file, 1, take, self, true);
        }
        yaml_file_close(&file);
    }
    arena_free(&arena);
    return good;
}
