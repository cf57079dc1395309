/* The text of LLVM's IR, line by line, as unset_reads.c reads it. */
#include "recorded_children.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char section[] = " section \"lockstep_kernel\"";

/* The name of the function that the line defines or declares, with @ and (; 0 if none is there. */
static size_t name_of(const char *line, size_t length, const char **name) {
    *name = memmem(line, length, " void @", 7);
    const char *end = *name != NULL ? memchr(*name, '(', (size_t)(line + length - *name)) : NULL;
    *name = *name != NULL ? *name + strlen(" void ") : NULL;
    return end != NULL ? (size_t)(end + 1 - *name) : 0;
}

static bool is_kernel(const char *llvm, const char *name, size_t size) {
    size_t room = strlen(section);
    for (const char *at = llvm; (at = strstr(at, section)) != NULL; at += room) {
        const char *line = at, *found;
        while (line > llvm && line[-1] != '\n') {
            line--;
        }
        if (name_of(line, (size_t)(at - line), &found) == size && memcmp(found, name, size) == 0) {
            return true;
        }
    }
    return false;
}

static void write_line(FILE *out, const char *llvm, const char *line, size_t length) {
    const char *name, *end = line + length, *mark = memmem(line, length, section, strlen(section));
    size_t size = name_of(line, length, &name);
    if (size == 0 || !is_kernel(llvm, name, size)) {
        fwrite(line, 1, length, out);
        return;
    }
    if (strncmp(line, "define ", 7) == 0) {
        fputs("define weak ptx_kernel void ", out);
    } else {
        fwrite(line, 1, (size_t)(name - line) - strlen("void "), out);
        fputs("ptx_kernel void ", out);
    }
    fwrite(name, 1, (size_t)((mark != NULL ? mark : end) - name), out);
    if (mark != NULL) {
        fwrite(mark + strlen(section), 1, (size_t)(end - mark) - strlen(section), out);
    }
}

char *record_children(char *llvm) {
    if (llvm == NULL || strstr(llvm, section) == NULL) {
        return llvm;
    }
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (const char *line = llvm; out != NULL && *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t length = end != NULL ? (size_t)(end + 1 - line) : strlen(line);
        write_line(out, llvm, line, length);
        line += length;
    }
    free(llvm);
    if (out == NULL || fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
