/* What messages have made: of each text, printf's format and the values that went into it, texts of
 * other messages among them. So a text can be said in another language wherever it has come to,
 * without being read. One table for the process. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct arena;
enum { VALUE_END = '\x1f', CONVERSIONS_BYTES = 256 };

struct message_made {
    const char *format;
    const char *values; /* VALUE_END behind each */
};

/* Keeps what the text was made of, all copied. */
void message_keep(const char *text, const char *format, const char *values);

/* What the text was made of; false where no message with values has made it. */
bool message_find(const char *text, struct message_made *made);

/* arena_printf and snprintf of a message. */
__attribute__((format(printf, 2, 3))) char *message_print(struct arena *arena, const char *format,
                                                          ...);
__attribute__((format(printf, 2, 0))) char *message_vprint(struct arena *arena, const char *format,
                                                           va_list arguments);
__attribute__((format(printf, 3, 4))) void message_put(char *text, size_t size, const char *format,
                                                       ...);
__attribute__((format(printf, 3, 0))) void message_vput(char *text, size_t size, const char *format,
                                                        va_list arguments);

/* Behind the conversion that begins at `at`: of "%zu files", " files". */
static inline const char *format_behind(const char *at) {
    at += 1 + strcspn(at + 1, "%diouxXeEfgGcsp");
    return *at == '\0' ? at : at + 1;
}

/* The format's conversions alone, VALUE_END behind each: the format that prints the values. */
static inline void format_conversions(char conversions[CONVERSIONS_BYTES], const char *format) {
    size_t length = 0;
    conversions[0] = '\0';
    while ((format = strchr(format, '%')) != NULL) {
        const char *behind = format_behind(format);
        const size_t size = (size_t)(behind - format);
        if (format[1] != '%' && length + size + 1 < CONVERSIONS_BYTES) {
            length += (size_t)snprintf(conversions + length, CONVERSIONS_BYTES - length, "%.*s%c",
                                       (int)size, format, VALUE_END);
        }
        format = behind;
    }
}
