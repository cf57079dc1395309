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
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    rows->failed = rows->failed || length < 0;
    if (length >= 0) {
        rows_add(rows, text, (size_t)length);
        free(text);
    }
}

void rows_add(struct rows *rows, const char *text, size_t length) {
    if (length > 0 && make_room(rows, length)) {
        memcpy(rows->text + rows->length, text, length);
        rows->length += length;
        rows->text[rows->length] = '\0';
    }
}

void rows_reserve(struct rows *rows, size_t bytes) {
    make_room(rows, bytes);
}

void rows_clear(struct rows *rows) {
    free(rows->text);
    *rows = (struct rows){0};
}

static void add_decimal(struct rows *rows, int64_t value) {
    char text[24], *at = text + sizeof text;
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (value < 0) {
        *--at = '-';
    }
    rows_add(rows, at, (size_t)(text + sizeof text - at));
}

void rows_numbers(struct rows *rows, const int64_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        rows_add(rows, ",", 1);
        add_decimal(rows, numbers[i]);
    }
}

void rows_number(struct rows *rows, uint64_t value) {
    if (value < UINT64_C(1) << 53) {
        add_decimal(rows, (int64_t)value);
    } else {
        rows_put(rows, "\"x%" PRIx64 "\"", value);
    }
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
    rows_add(rows, ",", 1);
    if (even && step == 0) {
        rows_number(rows, value[first]);
    } else if (even && step > -1000000 && step < 1000000) {
        rows_put(rows, "{\"b\":");
        rows_number(rows, value[first]);
        rows_put(rows, ",\"s\":%" PRId64 "}", step);
    } else {
        for (uint32_t left = mask; left != 0; left &= left - 1) {
            rows_add(rows, left == mask ? "[" : ",", 1);
            rows_number(rows, value[__builtin_ctz(left)]);
        }
        rows_add(rows, "]", 1);
    }
}
