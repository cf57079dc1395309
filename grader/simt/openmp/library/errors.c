/* err.h and error.h: messages on standard error, some of which end the program. */
#define _GNU_SOURCE
#include <err.h>
#include <error.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *program_invocation_name = "program", *program_invocation_short_name = "program";
unsigned error_message_count;

/* "program: MESSAGE: WHAT" as one piece. */
static void tell(const char *format, va_list list, const char *what) {
    char *text = NULL;
    if (format != NULL && vasprintf(&text, format, list) < 0) {
        return;
    }
    const char *between = text != NULL && what != NULL ? ": " : "";
    fprintf(stderr, "%s: %s%s%s\n", program_invocation_short_name, text != NULL ? text : "", between,
            what != NULL ? what : "");
    free(text);
}

void vwarn(const char *format, va_list list) { tell(format, list, strerror(errno)); }

void vwarnx(const char *format, va_list list) { tell(format, list, NULL); }

void verr(int status, const char *format, va_list list) {
    vwarn(format, list);
    exit(status);
}

void verrx(int status, const char *format, va_list list) {
    vwarnx(format, list);
    exit(status);
}

void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
}

void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}

void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
    exit(status);
}

void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
    exit(status);
}

void error(int status, int number, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(format, list, number != 0 ? strerror(number) : NULL);
    va_end(list);
    error_message_count++;
    if (status != 0) {
        exit(status);
    }
}
