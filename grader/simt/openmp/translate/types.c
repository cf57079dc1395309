/*
 * Types as debug information describes them, in a line of metadata each, as the machine takes them
 * to name elements and members (../../observers/openmp/shape.c):
 *     4              a scalar of 4 bytes
 *     [3][7]4        an array of three arrays of seven
 *     {24:0x=8;8n=[4]4;}   a structure of 24 bytes: each member's offset, name and type
 */
#include "../../array.h"
#include "translate.h"

#include "types.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8, MOST_MEMBERS = 256, MOST_LINES = 1 << 20 };

bool types_add(struct types *types, const char *line) {
    const unsigned long number = strtoul(line + 1, NULL, 10);
    if (!isdigit((unsigned char)line[1]) || number >= MOST_LINES) {
        return true;
    }
    if (!array_grow(&types->lines, &types->room, number + 1)) {
        return false;
    }
    types->lines[number] = line;
    return true;
}

static const char *line_of(const struct types *types, unsigned long number) {
    const char *line = number < types->room ? types->lines[number] : NULL;
    return line != NULL ? line : "";
}

/* What follows `key` in the line, as in ", size: 32"; NULL: it has none. */
static const char *field(const char *line, const char *key) {
    const char *found = strstr(line, key);
    return found != NULL ? found + strlen(key) : NULL;
}

static unsigned long number_in(const char *line, const char *key) {
    const char *text = field(line, key);
    return text != NULL ? strtoul(text, NULL, 10) : 0;
}

unsigned long types_field(const struct types *types, unsigned long number, const char *key) {
    return number_in(line_of(types, number), key);
}

/* A lock and the like: what omp.h makes of it has no name for those who use it. */
static bool is_of_omp(const struct types *types, unsigned long number) {
    for (int n = 0; n < DEEPEST && number != 0; n++) {
        const char *line = line_of(types, number), *name = field(line, " name: \"omp_");
        if (name != NULL && strstr(line, "(tag: DW_TAG_typedef,") != NULL) {
            return true;
        }
        number = strstr(line, "(tag: DW_TAG_typedef,") != NULL ? number_in(line, "baseType: !") : 0;
    }
    return false;
}

/* Behind typedef, const, volatile, restrict and _Atomic. */
static unsigned long plain_type(const struct types *types, unsigned long number) {
    static const char *const passed[] = {"DW_TAG_typedef,", "DW_TAG_const_type,",
                                         "DW_TAG_volatile_type,", "DW_TAG_restrict_type,",
                                         "DW_TAG_atomic_type,"};
    for (int n = 0; n < DEEPEST * 2; n++) {
        const char *tag = field(line_of(types, number), "(tag: ");
        bool passes = false;
        for (size_t i = 0; tag != NULL && i < sizeof passed / sizeof *passed; i++) {
            passes |= name_starts(tag, passed[i]);
        }
        if (!passes) {
            break;
        }
        number = number_in(line_of(types, number), "baseType: !");
    }
    return number;
}

struct type_text {
    char *bytes;
    size_t length, size;
    bool failed;
};

__attribute__((format(printf, 2, 3))) static void put(struct type_text *text, const char *format,
                                                      ...) {
    va_list arguments;
    va_start(arguments, format);
    int wrote = vsnprintf(text->bytes + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    if (wrote < 0 || (size_t)wrote >= text->size - text->length) {
        text->failed = true;
    } else {
        text->length += (size_t)wrote;
    }
}

static void put_type(const struct types *types, struct type_text *text, unsigned long number,
                     int deep);

/* !14 = !{!15, !16}: one number after the other; 0 at the end. */
static unsigned long next_in_list(const char **at) {
    const char *mark = strpbrk(*at, "!}");
    if (mark == NULL || *mark == '}') {
        return 0;
    }
    char *end;
    unsigned long number = strtoul(mark + 1, &end, 10);
    *at = end;
    return number;
}

static const char *list_of(const struct types *types, const char *line) {
    const char *list = strchr(line_of(types, number_in(line, "elements: !")), '{');
    return list != NULL ? list + 1 : "}";
}

static void put_array(const struct types *types, struct type_text *text, const char *line,
                      int deep) {
    const char *list = list_of(types, line);
    for (unsigned long range; (range = next_in_list(&list)) != 0;) {
        const char *count = field(line_of(types, range), "count: ");
        if (count != NULL && !isdigit((unsigned char)*count) && *count != '-') {
            text->failed = true; /* only the running program knows */
        }
        put(text, "[%lu]",
            count != NULL && isdigit((unsigned char)*count) ? strtoul(count, NULL, 10) : 0);
    }
    put_type(types, text, number_in(line, "baseType: !"), deep + 1);
}

static void put_members(const struct types *types, struct type_text *text, const char *line,
                        int deep) {
    const char *list = list_of(types, line);
    put(text, "{%lu:", number_in(line, " size: ") / 8);
    for (unsigned long n; (n = next_in_list(&list)) != 0 && !text->failed;) {
        const char *member = line_of(types, n);
        const char *name = field(member, " name: \"");
        if (strstr(member, "DIFlagBitField") != NULL) {
            continue; /* one access is to several */
        }
        put(text, "%lu%.*s=", number_in(member, " offset: ") / 8,
            name != NULL ? (int)strcspn(name, "\"") : 0, name != NULL ? name : "");
        put_type(types, text, number_in(member, "baseType: !"), deep + 1);
        put(text, ";");
    }
    put(text, "}");
}

static void put_type(const struct types *types, struct type_text *text, unsigned long number,
                     int deep) {
    const char *line = line_of(types, plain_type(types, number));
    const char *tag = field(line, "(tag: ");
    tag = tag != NULL ? tag : "";
    if (deep > DEEPEST) {
        text->failed = true;
    } else if (is_of_omp(types, number)) {
        put(text, "%lu", number_in(line, " size: ") / 8);
    } else if (name_starts(tag, "DW_TAG_array_type") && strstr(line, "DIFlagVector") == NULL) {
        put_array(types, text, line, deep);
    } else if ((name_starts(tag, "DW_TAG_structure_type") ||
                name_starts(tag, "DW_TAG_union_type")) &&
               strstr(line, "DIFlagFwdDecl") == NULL) {
        put_members(types, text, line, deep);
    } else {
        const unsigned long bits = number_in(line, " size: ");
        put(text, "%lu", bits / 8);
        text->failed |= bits < 8;
    }
}

bool types_describe(const struct types *types, unsigned long number, char *bytes, size_t size) {
    struct type_text text = {.bytes = bytes, .size = size};
    put_type(types, &text, number, 0);
    return !text.failed && (*bytes == '[' || *bytes == '{');
}

unsigned long types_pointee(const struct types *types, unsigned long number) {
    const char *line = line_of(types, plain_type(types, number));
    return strstr(line, "(tag: DW_TAG_pointer_type,") != NULL ? number_in(line, "baseType: !") : 0;
}

unsigned long types_referred(const struct types *types, unsigned long number) {
    const char *line = line_of(types, number);
    return strstr(line, "(tag: DW_TAG_reference_type,") != NULL ? number_in(line, "baseType: !")
                                                                : 0;
}

/* The one structure of that name, or the one that a typedef gives the name. */
static unsigned long structure_of(const struct types *types, const char *name) {
    char key[160];
    unsigned long found = 0;
    unsigned count = 0;
    snprintf(key, sizeof key, "name: \"%s\",", name);
    for (unsigned long n = 0; n < types->room; n++) {
        const char *line = line_of(types, n), *named = strstr(line, key);
        const bool typedefs = named != NULL && strstr(line, "(tag: DW_TAG_typedef,") != NULL;
        const unsigned long type = typedefs ? plain_type(types, n) : n;
        if (named != NULL && type != found &&
            strstr(line_of(types, type), "(tag: DW_TAG_structure_type,") != NULL) {
            found = type;
            count++;
        }
    }
    return count == 1 ? found : 0;
}

unsigned long types_member(const struct types *types, const char *structure, uint64_t offset) {
    const unsigned long number = structure_of(types, structure);
    const char *list = list_of(types, line_of(types, number));
    for (unsigned long n; number != 0 && (n = next_in_list(&list)) != 0;) {
        const char *member = line_of(types, n);
        if (number_in(member, " offset: ") == offset * 8 &&
            strstr(member, "DIFlagBitField") == NULL) {
            return number_in(member, "baseType: !");
        }
    }
    return 0;
}

void types_release(struct types *types) {
    free(types->lines);
}
