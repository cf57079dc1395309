/*
 * Reading the kit's YAML files with libyaml: a mapping is read against a table of its keys, and
 * every error names the file, the line and the key.
 */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

struct yaml_file {
    yaml_document_t document;
    const char *path;
    struct arena *arena; /* texts are copied here; not owned */
};

enum yaml_type {
    YAML_TEXT,   /* const char * */
    YAML_LINE,   /* the same, in one line, and not blank */
    YAML_NAME,   /* the same, after which files and options may be called (yaml_is_name) */
    YAML_NUMBER, /* size_t: digits */
    YAML_POINTS, /* int64_t, hundredths: a decimal with at most two places */
    YAML_FLAG,   /* bool: true or false */
    YAML_SCALAR, /* yaml_node_t *: a text that may be empty */
    YAML_LIST,   /* yaml_node_t *: a sequence */
    YAML_MAP     /* yaml_node_t *: a mapping */
};

/* One key that a mapping may have; its value is written to *target, which keeps its value where the
 * key is absent. */
struct yaml_field {
    const char *key;
    enum yaml_type type;
    bool required;
    void *target;
};

/* Opens and parses `path` (at most 1 MiB). A second document, tags that would change what is read,
 * and control characters are errors. */
bool yaml_file_open(struct yaml_file *file, const char *path, struct arena *arena,
                    struct error *error);

/* Gives back what yaml_file_open took. */
void yaml_file_close(struct yaml_file *file);

/* The top mapping. */
yaml_node_t *yaml_file_root(struct yaml_file *file);

/* Reads the mapping `node`; `what` names it in messages ("exercise", "check 'race'"). Unknown,
 * missing and repeated keys and values of the wrong type are errors. */
bool yaml_read_map(struct yaml_file *file, yaml_node_t *node, const char *what,
                   const struct yaml_field *fields, size_t count, struct error *error);

/* Item `index` of a sequence, or NULL past its end. */
yaml_node_t *yaml_item(struct yaml_file *file, yaml_node_t *list, size_t index);

/* The text of a scalar node (NUL-terminated, owned by the document), or NULL when it is no scalar.
 */
const char *yaml_scalar(const yaml_node_t *node);

/* Pair `index` of a mapping; false past its end. */
bool yaml_pair(struct yaml_file *file, yaml_node_t *map, size_t index, yaml_node_t **key,
               yaml_node_t **value);

/* The value of `key` in a mapping, or NULL. */
yaml_node_t *yaml_value(struct yaml_file *file, yaml_node_t *map, const char *key);

/* 1-based line of a node. */
int yaml_line(const yaml_node_t *node);

/* Is it safe on a command line and in a path: a name of letters, digits, '_', '-' and '.', which
 * begins with none of the latter two? */
bool yaml_is_name(const char *name);

/* "path:line: message". Returns false. */
__attribute__((format(printf, 4, 5))) bool yaml_complain(const struct yaml_file *file,
                                                         const yaml_node_t *node,
                                                         struct error *error, const char *format,
                                                         ...);
