#include "rows.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct rows *rows, size_t more) {
    if (rows->room - rows->length > more) {
        return true;
    }
    size_t room = rows->room * 2 + more + 256;
    char *grown = rows->failed ? NULL : realloc(rows->text, room);
    if (grown == NULL) {
        rows->failed = true;
        return false;
    }
    rows->text = grown;
    rows->room = room;
    return true;
}

void rows_put(struct rows *rows, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t room = rows->room - rows->length;
    int length = vsnprintf(room > 0 ? rows->text + rows->length : NULL, room, format, arguments);
    if (length >= 0 && (size_t)length >= room && make_room(rows, (size_t)length + 1)) {
        vsnprintf(rows->text + rows->length, (size_t)length + 1, format, again);
        room = (size_t)length + 1;
    }
    if (length >= 0 && (size_t)length < room) {
        rows->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void rows_add(struct rows *rows, const char *text, size_t length) {
    if (length > 0 && make_room(rows, length)) {
        memcpy(rows->text + rows->length, text, length);
        rows->length += length;
    }
}

void rows_reserve(struct rows *rows, size_t bytes) {
    make_room(rows, bytes);
}

void rows_clear(struct rows *rows) {
    free(rows->text);
    *rows = (struct rows){0};
}

void rows_number(struct rows *rows, uint64_t value) {
    rows_put(rows, value < UINT64_C(1) << 53 ? "%" PRIu64 : "\"x%" PRIx64 "\"", value);
}

void rows_lanes(struct rows *rows, const uint64_t value[32], uint32_t mask) {
    int first = __builtin_ctz(mask);
    uint32_t rest = mask & (mask - 1);
    int second = rest != 0 ? __builtin_ctz(rest) : first;
    int64_t step = rest != 0 ? (int64_t)(value[second] - value[first]) / (second - first) : 0;
    bool even = true;
    for (uint32_t left = rest; left != 0 && even; left &= left - 1) {
        int lane = __builtin_ctz(left);
        even = value[lane] - value[first] == (uint64_t)step * (uint64_t)(lane - first);
    }
    rows_put(rows, ",");
    if (even && step == 0) {
        rows_number(rows, value[first]);
    } else if (even && step > -1000000 && step < 1000000) {
        rows_put(rows, "{\"b\":");
        rows_number(rows, value[first]);
        rows_put(rows, ",\"s\":%" PRId64 "}", step);
    } else {
        for (uint32_t left = mask; left != 0; left &= left - 1) {
            rows_put(rows, left == mask ? "[" : ",");
            rows_number(rows, value[__builtin_ctz(left)]);
        }
        rows_put(rows, "]");
    }
}
