/* rows.h - the recording's rows as text: numbers of 32 lanes, written short. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that grows, with a zero behind it. */
struct rows {
    char *text;
    size_t length, room;
    bool failed; /* no memory: what came after is missing */
};

__attribute__((format(printf, 2, 3))) void rows_put(struct rows *rows, const char *format, ...);
void rows_add(struct rows *rows, const char *text, size_t length);
/* Room for so many bytes more. */
void rows_reserve(struct rows *rows, size_t bytes);
void rows_clear(struct rows *rows);

/* ",1,2,3": most of what is recorded, so by hand: printf takes four times as long. */
void rows_numbers(struct rows *rows, const int64_t *numbers, size_t count);

/* A number as JSON has it; from 2^53 on as text, "x" and its hexadecimal digits. */
void rows_number(struct rows *rows, uint64_t value);

/* The values of the lanes in `mask`, behind a comma: one number if they are equal;
 * {"b":v,"s":d} if lane l has v + d * (l - first lane); else an array, by rising lane. */
void rows_lanes(struct rows *rows, const uint64_t value[32], uint32_t mask);
