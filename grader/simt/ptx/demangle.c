/* Mangled names as the student wrote them, and words for statuses. */
#include "../simt.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* "3foo" at *at: its text and length; moves on. */
static bool source_name(const char **at, const char **text, size_t *length) {
    size_t number = 0;
    const char *digit = *at;
    while (isdigit((unsigned char)*digit) && number < 4096) {
        number = number * 10 + (size_t)(*digit++ - '0');
    }
    if (digit == *at || strlen(digit) < number) {
        return false;
    }
    *text = digit;
    *length = number;
    *at = digit + number;
    return true;
}

/* Last source name of _Z..., N...E and local Z...E encodings: all that a report needs. */
static bool last_name(const char *at, const char **text, size_t *length) {
    bool found = false;
    if (*at == 'Z') { /* a local of a function: after the E that ends its encoding */
        const char *end = strrchr(at, 'E');
        if (end != NULL && (isdigit((unsigned char)end[1]) || strchr("NL", end[1]) != NULL)) {
            at = end + 1;
        } else {
            at++;
        }
    }
    if (*at == 'N') {
        at++;
    }
    while (*at == 'L' || *at == 'K' || *at == 'S' || *at == 'r' || *at == 'V') {
        at++;
    }
    while (source_name(&at, text, length)) {
        found = true;
        at += *at == 'L' && isdigit((unsigned char)at[1]);
    }
    return found;
}

/* OpenCL C's local and constant variables of a function: "count_$_table" is "table". */
static const char *behind_function(const char *name) {
    for (const char *mark = strstr(name, "_$_"); mark != NULL; mark = strstr(name, "_$_")) {
        name = mark + 3;
    }
    return name;
}

void simt_display_name(const char *mangled, char *text, size_t size) {
    const char *name = behind_function(mangled);
    size_t length = strlen(name);
    if (strncmp(mangled, "_Z", 2) == 0) {
        const char *found;
        size_t found_length;
        if (last_name(mangled + 2, &found, &found_length)) {
            name = found;
            length = found_length;
        }
    }
    snprintf(text, size, "%.*s", (int)length, name);
}

const char *simt_status_name(enum simt_status status) {
    static const char *const names[] = {[SIMT_OK] = "success",
                                        [SIMT_INVALID_VALUE] = "invalid value",
                                        [SIMT_OUT_OF_MEMORY] = "out of memory",
                                        [SIMT_INVALID_PTX] = "invalid PTX",
                                        [SIMT_UNSUPPORTED] = "unsupported PTX",
                                        [SIMT_UNKNOWN_SYMBOL] = "unknown symbol",
                                        [SIMT_INVALID_CONFIGURATION] = "invalid configuration",
                                        [SIMT_OUT_OF_RESOURCES] = "too many resources requested",
                                        [SIMT_ILLEGAL_ADDRESS] = "illegal address",
                                        [SIMT_MISALIGNED_ADDRESS] = "misaligned address",
                                        [SIMT_DEADLOCK] = "deadlock",
                                        [SIMT_BUDGET] = "instruction budget exceeded",
                                        [SIMT_ASSERT] = "assertion failed",
                                        [SIMT_TRAP] = "trap",
                                        [SIMT_STOPPED] = "stopped"};
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";
}
