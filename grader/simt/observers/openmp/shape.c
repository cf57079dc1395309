/* The part of a variable that an access goes to, as the source names it: "[2][5]", ".max",
 * "[3].count". The shape (openmp/translate/types.c) comes with the program: it may say anything. */
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 16 };
#define LARGEST (UINT64_C(1) << 40)

/* A type in the text: its bytes, and where its text ends. */
struct type {
    uint64_t bytes;
    const char *end;   /* NULL: the text says nonsense */
    bool flexible;     /* its last member is an array without a length */
    const char *inner; /* of an array: an element */
};

static struct type read_type(const char *text, int deep);

static struct type read_structure(const char *text, int deep) {
    char *at;
    struct type type = {.bytes = strtoull(text + 1, &at, 10)};
    const char *member = at + (*at == ':');
    while (*member != '\0' && *member != '}') {
        const char *equals = strchr(member, '=');
        struct type held = equals != NULL ? read_type(equals + 1, deep + 1) : (struct type){0};
        if (held.end == NULL || *held.end != ';') {
            return (struct type){0};
        }
        type.flexible |= held.bytes == 0 || held.flexible;
        member = held.end + 1;
    }
    type.end = *member == '}' && *at == ':' && type.bytes < LARGEST ? member + 1 : NULL;
    return type;
}

static struct type read_type(const char *text, int deep) {
    char *at;
    if (deep > DEEPEST) {
        return (struct type){0};
    }
    if (*text == '{') {
        return read_structure(text, deep);
    }
    if (*text != '[') {
        const uint64_t bytes = strtoull(text, &at, 10);
        return (struct type){.bytes = bytes, .end = at != text && bytes < LARGEST ? at : NULL};
    }
    const uint64_t count = strtoull(text + 1, &at, 10);
    struct type type = {0};
    if (*at == ']') {
        const struct type inner = read_type(at + 1, deep + 1);
        type = (struct type){.end = inner.end, .inner = at + 1};
        if (__builtin_mul_overflow(count, inner.bytes, &type.bytes)) {
            type.bytes = LARGEST;
        }
    }
    if (type.inner == NULL || type.bytes >= LARGEST) {
        type.end = NULL;
    }
    return type;
}

static void add(char *text, size_t size, const char *format, long long number, const char *name,
                int length) {
    const size_t used = strlen(text);
    if (name == NULL) {
        snprintf(text + used, size - used, format, number);
    } else {
        snprintf(text + used, size - used, format, length, name);
    }
}

/* The member that holds the offset. Of a union's it is the one that is as wide as the access; NULL
 * where several are. */
static const char *find_member(const char *structure, uint64_t offset, unsigned width,
                               uint64_t *begin) {
    const char *found = NULL, *member = strchr(structure, ':') + 1;
    unsigned fits = 0, holds = 0;
    while (*member != '}') {
        const char *equals = strchr(member, '=');
        const uint64_t starts = strtoull(member, NULL, 10);
        const struct type type = read_type(equals + 1, 0);
        if (offset >= starts && (type.bytes == 0 || offset - starts < type.bytes)) {
            const bool fit = type.bytes == width;
            holds++;
            fits += fit;
            *begin = fit || fits == 0 ? starts : *begin;
            found = fit || fits == 0 ? member : found;
        }
        member = type.end + 1;
    }
    return fits == 1 || holds == 1 ? found : NULL;
}

/* Behind the first index, if any: `offset` lies inside the type, or goes into its last member. */
static void name_inside(char *text, size_t size, const char *shape, uint64_t offset,
                        unsigned width) {
    for (int deep = 0; deep < DEEPEST && (*shape == '[' || *shape == '{'); deep++) {
        if (*shape == '[') {
            const char *inner = read_type(shape, 0).inner;
            const uint64_t each = read_type(inner, 0).bytes;
            if (each == 0) {
                return;
            }
            add(text, size, "[%lld]", (long long)(offset / each), NULL, 0);
            offset %= each;
            shape = inner;
        } else {
            uint64_t begin = 0;
            const char *member = find_member(shape, offset, width, &begin);
            if (member == NULL) {
                return;
            }
            const char *name = member + strspn(member, "0123456789");
            const int length = (int)strcspn(name, "=");
            if (length > 0) {
                add(text, size, ".%.*s", 0, name, length);
            }
            offset -= begin;
            shape = strchr(member, '=') + 1;
        }
    }
}

bool shape_part(char *text, size_t size, const char *shape, int64_t offset, uint64_t bytes,
                unsigned width, bool many) {
    const struct type whole = read_type(shape, 0);
    text[0] = '\0';
    if (whole.end == NULL || *whole.end != '\0') {
        return false;
    }
    const char *element = many ? shape : whole.inner;
    const struct type each = element != NULL ? read_type(element, 0) : whole;
    const bool inside = offset >= 0 && (uint64_t)offset < bytes;
    if (each.bytes == 0 || (many && !each.flexible && bytes % each.bytes != 0) ||
        (!inside && (element == NULL || each.flexible))) {
        return false;
    }
    if (element != NULL && !each.flexible && (!many || bytes != each.bytes || !inside)) {
        const int64_t index = finding_element(offset, (int64_t)each.bytes);
        add(text, size, "[%lld]", (long long)index, NULL, 0);
        offset -= index * (int64_t)each.bytes;
    }
    name_inside(text, size, element != NULL ? element : shape, (uint64_t)offset, width);
    return true;
}

unsigned shape_unit(const char *shape) {
    struct type type = read_type(shape, 0);
    while (type.end != NULL && type.inner != NULL) {
        type = read_type(type.inner, 0);
    }
    return type.end != NULL && type.bytes <= UINT32_MAX ? (unsigned)type.bytes : 0;
}

/* ---- whose shape ----------------------------------------------------------------------------- */

const char *shape_of_number(const struct openmp_watch *watch, uint32_t number) {
    const struct simt_shape *shape = watch->shapes != NULL ? watch->shapes->shapes : NULL;
    while (shape != NULL && shape->number != number) {
        shape = shape->next;
    }
    return shape != NULL ? shape->text : NULL;
}

const char *shape_of(const struct openmp_watch *watch, const char *what) {
    uint32_t number = 0;
    const struct simt_shaped *shaped = watch->shapes != NULL ? watch->shapes->shaped : NULL;
    for (; shaped != NULL; shaped = shaped->next) {
        if (strcmp(shaped->what, what) == 0) {
            if (shaped->number == 0 || (number != 0 && number != shaped->number)) {
                return NULL; /* of this line nobody can say */
            }
            number = shaped->number;
        }
    }
    return number != 0 ? shape_of_number(watch, number) : NULL;
}
