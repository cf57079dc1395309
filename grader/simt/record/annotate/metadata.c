#include "../../array.h"
#include "metadata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1 << 20, DEEPEST = 24 };

bool metadata_read(struct metadata *metadata, const char *llvm) {
    *metadata = (struct metadata){0};
    size_t room = 0;
    for (const char *at = llvm; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        char *end;
        unsigned long number = *at == '!' ? strtoul(at + 1, &end, 10) : MOST_NODES;
        if (number >= MOST_NODES || strncmp(end, " = ", 3) != 0) {
            continue;
        }
        if (!array_grow(&metadata->nodes, &room, number + 1)) {
            metadata_clear(metadata);
            return false;
        }
        metadata->nodes[number] = end + 3;
        metadata->count = number >= metadata->count ? number + 1 : metadata->count;
    }
    return true;
}

void metadata_clear(struct metadata *metadata) {
    free(metadata->nodes);
    *metadata = (struct metadata){0};
}

static const char *node(const struct metadata *metadata, unsigned long number) {
    const char *text = number < metadata->count ? metadata->nodes[number] : NULL;
    return text != NULL ? text : "";
}

/* Behind "key: " in a node; NULL if it has no such field. */
static const char *field(const char *text, const char *key) {
    const char *end = strchrnul(text, '\n');
    char wanted[32];
    int length = snprintf(wanted, sizeof wanted, "%s: ", key);
    for (const char *at = text; at < end; at++) {
        at = memmem(at, (size_t)(end - at), wanted, (size_t)length);
        if (at == NULL) {
            return NULL;
        }
        if (at > text && (at[-1] == '(' || at[-1] == ' ')) {
            return at + length;
        }
    }
    return NULL;
}

/* A field that refers to a node. */
static const char *follow(const struct metadata *metadata, const char *text, const char *key) {
    const char *value = field(text, key);
    return value != NULL && *value == '!' ? node(metadata, strtoul(value + 1, NULL, 10)) : "";
}

/* A field in quotation marks; what would end a PTX string is left out. */
static void read_text(const char *text, const char *key, char *to, size_t size) {
    const char *value = field(text, key);
    size_t length = value != NULL && *value == '"' ? strcspn(value + 1, "\"\n") : 0;
    snprintf(to, size, "%.*s", (int)length, length > 0 ? value + 1 : "");
    if (strchr(to, '\\') != NULL) {
        snprintf(to, size, "%s", ""); /* letters beyond ASCII: PTX has no way to say them */
    }
}

static bool is_a(const char *text, const char *kind) {
    static const char distinct[] = "distinct ";
    text += strncmp(text, distinct, sizeof distinct - 1) == 0 ? sizeof distinct - 1 : 0;
    size_t length = strlen(kind);
    return text[0] == '!' && strncmp(text + 1, kind, length) == 0 && text[length + 1] == '(';
}

static bool has_tag(const char *text, const char *tag) {
    const char *value = field(text, "tag");
    return value != NULL && strncmp(value, tag, strlen(tag)) == 0;
}

static char basic_kind(const char *text) {
    static const struct {
        const char *encoding;
        char kind;
    } rows[] = {{"DW_ATE_signed_char", 'c'}, {"DW_ATE_unsigned_char", 'u'},
                {"DW_ATE_signed", 's'},      {"DW_ATE_unsigned", 'u'},
                {"DW_ATE_float", 'f'},       {"DW_ATE_boolean", 'b'}};
    const char *value = field(text, "encoding");
    for (size_t n = 0; value != NULL && n < sizeof rows / sizeof *rows; n++) {
        if (strncmp(value, rows[n].encoding, strlen(rows[n].encoding)) == 0) {
            return rows[n].kind;
        }
    }
    return 'x';
}

/* "[8]" of an array's first dimension, then the others. */
static void add_bounds(const struct metadata *metadata, const char *text, char *name, size_t size) {
    const char *elements = follow(metadata, text, "elements");
    for (const char *at = strchr(elements, '!'); at != NULL && *at == '!';) {
        at += at[1] == '{' ? 2 : 0;
        const char *count = field(node(metadata, strtoul(at + 1, NULL, 10)), "count");
        size_t used = strlen(name);
        snprintf(name + used, size - used, "[%ld]", count != NULL ? strtol(count, NULL, 10) : 0);
        at += strcspn(at, ",}\n");
        at += *at == ',' ? 2 : 0;
    }
}

/* The type's name as C has it; its kind is what is left when names and arrays are taken off. */
static char read_type(const struct metadata *metadata, const char *text, char *name, size_t size,
                      int depth) {
    if (depth == DEEPEST || text[0] == '\0') {
        snprintf(name, size, "void");
        return 'x';
    }
    if (is_a(text, "DIBasicType")) {
        read_text(text, "name", name, size);
        return basic_kind(text);
    }
    if (is_a(text, "DIDerivedType")) {
        char kind = read_type(metadata, follow(metadata, text, "baseType"), name, size, depth + 1);
        size_t used = strlen(name);
        if (has_tag(text, "DW_TAG_pointer_type") || has_tag(text, "DW_TAG_reference_type")) {
            snprintf(name + used, size - used, " *");
            return 'p';
        }
        if (has_tag(text, "DW_TAG_typedef")) {
            read_text(text, "name", name, size);
        }
        return kind;
    }
    if (has_tag(text, "DW_TAG_array_type")) {
        char kind = read_type(metadata, follow(metadata, text, "baseType"), name, size, depth + 1);
        add_bounds(metadata, text, name, size);
        return kind;
    }
    read_text(text, "name", name, size);
    return has_tag(text, "DW_TAG_enumeration_type") ? 's' : 'x';
}

/* The kit's and the system's headers have variables, too. */
static bool is_students(const char *file) {
    static const char *const others[] = {"/cuda/include/", "/opencl/include/", "/lib/clang/",
                                         "/usr/"};
    for (size_t n = 0; n < sizeof others / sizeof *others; n++) {
        if (strstr(file, others[n]) != NULL) {
            return false;
        }
    }
    return true;
}

/* The function that a variable is in. */
static const char *function_of(const struct metadata *metadata, const char *text) {
    const char *scope = follow(metadata, text, "scope");
    for (int depth = 0; depth < DEEPEST && !is_a(scope, "DISubprogram"); depth++) {
        scope = follow(metadata, scope, "scope");
    }
    return scope;
}

bool metadata_array(const struct metadata *metadata, unsigned long number, unsigned long function,
                    struct metadata_variable *variable) {
    const char *text = node(metadata, number), *scope = node(metadata, function);
    if (!is_a(text, "DIGlobalVariable") || function_of(metadata, text) != scope) {
        return false;
    }
    *variable = (struct metadata_variable){.kind = 'x'};
    read_text(text, "name", variable->name, sizeof variable->name);
    read_text(scope, "name", variable->function, sizeof variable->function);
    read_type(metadata, follow(metadata, text, "type"), variable->type, sizeof variable->type, 0);
    return variable->name[0] != '\0' && strstr(variable->type, "][") != NULL;
}

bool metadata_variable(const struct metadata *metadata, unsigned long number,
                       struct metadata_variable *variable) {
    const char *text = node(metadata, number);
    char file[256];
    if (!is_a(text, "DILocalVariable")) {
        return false;
    }
    *variable = (struct metadata_variable){.kind = 'x'};
    read_text(follow(metadata, text, "file"), "filename", file, sizeof file);
    read_text(text, "name", variable->name, sizeof variable->name);
    const char *argument = field(text, "arg");
    variable->argument = argument != NULL ? (unsigned)strtoul(argument, NULL, 10) : 0;
    variable->kind = read_type(metadata, follow(metadata, text, "type"), variable->type,
                               sizeof variable->type, 0);
    read_text(function_of(metadata, text), "name", variable->function, sizeof variable->function);
    /* ".omp.iv": the compiler's own, which no source names. */
    return variable->name[0] != '\0' && variable->name[0] != '.' && variable->function[0] != '\0' &&
           is_students(file);
}
