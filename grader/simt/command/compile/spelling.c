#include "spelling.h"

#include "../../../whole_file.h"
#include "launch_syntax.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ends_in(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* __shared__ alignas(…): the two change places. */
static bool swap_alignment(char *text, size_t length, size_t at) {
    static const char shared[] = "__shared__";
    size_t size = sizeof shared - 1, from = at + size, depth = 0, end;
    while (from < length && isspace((unsigned char)text[from]) && text[from] != '\n') {
        from++;
    }
    if (!text_starts(text, length, from, "alignas(")) {
        return false;
    }
    for (end = from + strlen("alignas"); end < length; end++) {
        depth += text[end] == '(';
        depth -= text[end] == ')';
        if (depth == 0) {
            break;
        }
    }
    if (end >= length) {
        return false;
    }
    size_t moved = end + 1 - from;
    memmove(text + at, text + from, moved);
    memset(text + at + moved, ' ', from - at - size);
    memcpy(text + end + 1 - size, shared, size);
    return true;
}

static void put(char *to, const char *word) {
    for (; *word != '\0'; word++, to++) {
        *to = *word;
    }
}

/* Spells `text` as clang wants it, in place: no line and no length changes. True if it changed. */
static bool respell(char *text, size_t length) {
    bool changed = false;
    int open = 0;
    for (size_t i = 0; i < length; i++) {
        size_t past = text_past(text, length, i);
        if (past > i) {
            i = past - 1;
        } else if (text_starts(text, length, i, "<< <") && !text_starts(text, length, i, "<< <<")) {
            put(text + i, "<<< ");
            open++;
            changed = true;
        } else if (open > 0 && text_starts(text, length, i, ">> >")) {
            put(text + i, " >>>");
            open--;
            i += 3;
        } else if (text_starts(text, length, i, "__shared__")) {
            changed |= swap_alignment(text, length, i);
        }
    }
    return changed;
}

/* In a string of asm(…): does the % at `at` begin the name of a register, where clang wants two? */
static bool names_register(const char *text, size_t at) {
    const char *name =
        "tid. ntid. ctaid. nctaid. smid nsmid warpid nwarpid laneid gridid lanemask_ "
        "clock globaltimer dynamic_smem_size total_smem_size envreg";
    for (size_t end; *name != '\0'; name += end + strspn(name + end, " ")) {
        end = strcspn(name, " ");
        if (strncmp(text + at + 1, name, end) == 0) {
            return text[at - 1] != '%';
        }
    }
    return false;
}

/* asm("mov.u32 %0, %smid;" …): nvcc takes one % before a register's name. The text anew, or NULL if
 * nothing changes; the caller frees it. */
static char *assembly_spelled(const char *text, size_t length, size_t *size) {
    char *spelled = NULL;
    FILE *to = memmem(text, length, "asm", 3) != NULL ? open_memstream(&spelled, size) : NULL;
    size_t changes = 0;
    bool assembly = false; /* since asm, up to the statement's end */
    for (size_t i = 0; to != NULL && i < length; i++) {
        size_t past = text_past(text, length, i);
        assembly = (assembly && text[i] != ';') || text_starts(text, length, i, "asm");
        for (; i + 1 < past; i++) {
            bool doubled = assembly && text[i] == '%' && names_register(text, i);
            changes += doubled;
            fputs(doubled ? "%" : "", to);
            fputc(text[i], to);
        }
        fputc(text[i], to);
    }
    if (to == NULL || fclose(to) != 0 || changes == 0) {
        free(spelled);
        return NULL;
    }
    return spelled;
}

/* ---- sources anew ---------------------------------------------------------------------------- */

typedef char *spelling_way(const char *text, size_t length, size_t *new_length);

/* Puts what a way makes of the text in its place, if it makes anything. */
static bool spell(spelling_way *way, char **text, size_t *length) {
    char *spelled = way(*text, *length, length);
    if (spelled != NULL) {
        free(*text);
        *text = spelled;
    }
    return spelled != NULL;
}

/* A source as it should be, in `scratch`; a line of the overlay for it. */
static bool write_anew(const char *source, const char *scratch, size_t number, FILE *overlay) {
    size_t length;
    char *text = whole_file(source, &length), *path = realpath(source, NULL), *copy = NULL;
    bool respelled = text != NULL && respell(text, length);
    if (text != NULL) {
        respelled |= spell(assembly_spelled, &text, &length);
        respelled |= spell(children_spelled, &text, &length);
    }
    bool wanted = respelled && path != NULL && strpbrk(path, "'\\\n") == NULL &&
                  asprintf(&copy, "%s/spelled-%zu.cu", scratch, number) > 0;
    FILE *file = wanted ? fopen(copy, "w") : NULL;
    bool written = file != NULL && fwrite(text, 1, length, file) == length;
    written = file != NULL && fclose(file) == 0 && written;
    if (written) {
        fprintf(overlay, "{'type': 'file', 'name': '%s', 'external-contents': '%s'},\n", path,
                copy);
    }
    free(copy);
    free(path);
    free(text);
    return written;
}

char *spelling_overlay(const char *const *sources, size_t count, bool all, const char *scratch) {
    char *path = NULL;
    if (asprintf(&path, "%s/spelling.yaml", scratch) < 0) {
        return NULL;
    }
    FILE *overlay = fopen(path, "w");
    size_t changed = 0;
    if (overlay != NULL) {
        fputs("{'version': 0, 'use-external-names': false, 'roots': [\n", overlay);
        for (size_t i = 0; i < count; i++) {
            const bool cuda = all || ends_in(sources[i], ".cu");
            changed += cuda && write_anew(sources[i], scratch, i, overlay);
        }
        fputs("]}\n", overlay);
    }
    if (overlay == NULL || fclose(overlay) != 0 || changed == 0) {
        free(path);
        return NULL;
    }
    return path;
}
