#include "error.h"

#include "message_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, const char *format, ...) {
    struct error made = {.format = format}; /* an error may quote itself */
    char conversions[CONVERSIONS_BYTES];
    va_list arguments, again;
    format_conversions(conversions, format);
    va_start(arguments, format);
    va_copy(again, arguments);
    vsnprintf(made.message, sizeof made.message, format, arguments);
    vsnprintf(made.values, sizeof made.values, conversions, again);
    va_end(arguments);
    va_end(again);
    *error = made;
    size_t length = strlen(error->message); /* what it quotes may end with a line's end */
    while (length > 0 && strchr(" \t\r\n", error->message[length - 1]) != NULL) {
        error->message[--length] = '\0';
    }
    return false;
}
