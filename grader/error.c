#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    size_t length = strlen(error->message); /* what it quotes may end with a line's end */
    while (length > 0 && strchr(" \t\r\n", error->message[length - 1]) != NULL) {
        error->message[--length] = '\0';
    }
    return false;
}
