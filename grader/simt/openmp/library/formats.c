/* vprintf() and the like. Each conversion is snprintf()'s, of one value at a time. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What has been written: `length` bytes are due, of which the first `room - 1` are there. */
struct output {
    char *text;
    size_t room, length;
};

/* A conversion, with its numbers in place of asterisks. */
struct library_conversion {
    char text[64];
    size_t length;
    int modifiers; /* 2: ll, l, j, z or t */
};

static char *rest_of(const struct output *out) { return out->length < out->room ? out->text + out->length : NULL; }

static size_t room_of(const struct output *out) { return out->length < out->room ? out->room - out->length : 0; }

static void add(struct output *out, const char *text, size_t length) {
    const size_t room = room_of(out);
    if (room > 1) {
        memcpy(rest_of(out), text, length < room ? length : room - 1);
        rest_of(out)[length < room ? length : room - 1] = '\0';
    }
    out->length += length;
}

static void append(struct library_conversion *to, const char *text, size_t length) {
    if (to->length + length < sizeof to->text) {
        memcpy(to->text + to->length, text, length);
        to->length += length;
        to->text[to->length] = '\0';
    }
}

/* Flags, width, precision and modifiers from the percent sign on. Returns the letter's place. */
static const char *read_conversion(const char *at, struct library_conversion *to, va_list *list) {
    *to = (struct library_conversion){.length = 0};
    const char *start = at++;
    for (; *at != '\0' && strchr("-+ #0123456789.*", *at) != NULL; at++) {
        if (*at == '*') {
            char number[16];
            append(to, start, (size_t)(at - start));
            append(to, number, (size_t)snprintf(number, sizeof number, "%d", va_arg(*list, int)));
            start = at + 1;
        }
    }
    append(to, start, (size_t)(at - start));
    const char *modifiers = at;
    at += strspn(at, "hlqjzt");
    to->modifiers = at > modifiers && *modifiers != 'h' ? 2 : 0;
    append(to, modifiers, (size_t)(at - modifiers) + (*at != '\0'));
    return at;
}

static void write_value(struct output *out, const struct library_conversion *what, char letter, va_list *list) {
    char *to = rest_of(out);
    const size_t room = room_of(out);
    /* NOLINTNEXTLINE(bugprone-branch-clone): they take values of different types */
    if (strchr("eEfFgGaA", letter) != NULL) {
        out->length += (size_t)snprintf(to, room, what->text, va_arg(*list, double));
    } else if (strchr("diouxXc", letter) != NULL && what->modifiers > 0) {
        out->length += (size_t)snprintf(to, room, what->text, va_arg(*list, long));
    } else if (strchr("diouxXc", letter) != NULL) {
        out->length += (size_t)snprintf(to, room, what->text, va_arg(*list, int));
    } else if (letter == 's' || letter == 'p') {
        out->length += (size_t)snprintf(to, room, what->text, va_arg(*list, void *));
    } else if (letter == 'm') {
        add(out, strerror(errno), strlen(strerror(errno)));
    } else if (letter == 'n') {
        *va_arg(*list, int *) = (int)out->length;
    } else {
        add(out, what->text, what->length);
    }
}

int vsnprintf(char *text, size_t size, const char *format, va_list list) {
    struct output out = {text, size, 0};
    va_list rest;
    va_copy(rest, list);
    if (size > 0) {
        text[0] = '\0';
    }
    while (*format != '\0') {
        const size_t plain = strcspn(format, "%");
        add(&out, format, plain);
        format += plain;
        if (format[0] == '%' && format[1] == '%') {
            add(&out, "%", 1);
            format += 2;
        } else if (format[0] == '%') {
            struct library_conversion what;
            const char *letter = read_conversion(format, &what, &rest);
            write_value(&out, &what, *letter, &rest);
            format = letter + (*letter != '\0');
        }
    }
    va_end(rest);
    return (int)out.length;
}

int vsprintf(char *text, const char *format, va_list list) { return vsnprintf(text, SIZE_MAX / 2, format, list); }

int vasprintf(char **text, const char *format, va_list list) {
    const int length = vsnprintf(NULL, 0, format, list);
    *text = malloc((size_t)length + 1);
    return *text == NULL ? -1 : vsnprintf(*text, (size_t)length + 1, format, list);
}

int asprintf(char **text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int length = vasprintf(text, format, list);
    va_end(list);
    return length;
}

/* One call prints all of it: no other thread's text comes between. */
int vfprintf(FILE *stream, const char *format, va_list list) {
    char few[256], *text = few;
    int length = vsnprintf(few, sizeof few, format, list);
    if ((size_t)length >= sizeof few) {
        length = vasprintf(&text, format, list);
    }
    if (length >= 0) {
        fputs(text, stream);
    }
    if (text != few) {
        free(text);
    }
    return length;
}

int vprintf(const char *format, va_list list) { return vfprintf(stdout, format, list); }
