/* The text of LLVM's IR, line by line, as unset_reads.c reads it: clang stores each member of a
 * result by
 *
 *     %24 = extractvalue %struct.pair %18, 2
 *     store [3 x i8] %24, [3 x i8]* %23, align 1
 */
#include "padding.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char extract[] = " = extractvalue ", store[] = "  store ";

/* Whether the structure that the line "  %24 = extractvalue %struct.pair %18, 2" reads has members
 * of bytes only, so that none of them is padding. */
static bool only_bytes(const char *llvm, const char *line) {
    char wanted[256];
    const char *type = strstr(line, extract) + strlen(extract), *end = strstr(type, " %");
    if (end == NULL || (size_t)(end - type) > sizeof wanted - 16) {
        return false;
    }
    snprintf(wanted, sizeof wanted, "\n%.*s = type {", (int)(end - type), type);
    const char *at = strstr(llvm, wanted);
    at = at != NULL ? at + strlen(wanted) : "";
    return strncmp(at + strspn(at, " i8,"), "}", 1) == 0;
}

/* The length of the type that the line stores if that may be padding, or holds some: an array of
 * bytes, one byte, or another structure; 0 else. */
static size_t padded(const char *llvm, const char *before, const char *line) {
    if (strncmp(line, store, strlen(store)) != 0) {
        return 0;
    }
    const char *type = line + strlen(store);
    const char *end = strstr(type, *type == '[' ? "] %" : " %");
    if (end == NULL) {
        return 0;
    }
    end += *type == '[';
    bool byte = strncmp(type, "i8 ", 3) == 0;
    bool aggregate = (*type == '[' || *type == '%') && end[-1] != '*';
    return aggregate || (byte && !only_bytes(llvm, before)) ? (size_t)(end - type) : 0;
}

/* The name that the line gives to what it extracts: "%24"; 0 if it does no such thing. */
static size_t extracted(const char *line, const char *end) {
    const char *at = memmem(line, (size_t)(end - line), extract, strlen(extract));
    return at != NULL ? (size_t)(at - line) - strlen("  ") : 0;
}

char *record_padding(char *llvm) {
    char *text = NULL;
    size_t size, name = 0;
    FILE *out = llvm != NULL ? open_memstream(&text, &size) : NULL;
    const char *before = llvm;
    unsigned count = 0;
    for (const char *line = llvm; out != NULL && *line != '\0';) {
        const char *next = line + strcspn(line, "\n");
        next += *next != '\0';
        const size_t type = name > 0 ? padded(llvm, before, line) : 0;
        const char *value = line + strlen(store) + type + 1;
        if (type > 0 && strncmp(value, before + 2, name) == 0 && value[name] == ',') {
            const int words = (int)(type + 1 + name);
            fprintf(out, "  %%lockstep.padding.%u = freeze %.*s\n", ++count, words,
                    line + strlen(store));
            fprintf(out, "%.*s%%lockstep.padding.%u", (int)(value - line), line, count);
            fwrite(value + name, 1, (size_t)(next - value) - name, out);
        } else {
            fwrite(line, 1, (size_t)(next - line), out);
        }
        name = extracted(line, next);
        before = line;
        line = next;
    }
    free(llvm);
    if (out == NULL || fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
