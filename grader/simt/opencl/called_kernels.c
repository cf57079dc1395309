#include "called_kernels.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char call[] = "call spir_kernel void @";
static const char definition[] = "define dso_local spir_kernel void @";

/* Whether somebody calls the kernel of this name. */
static bool is_called(const char *llvm, const char *name, size_t length) {
    for (const char *at = strstr(llvm, call); at != NULL; at = strstr(at, call)) {
        at += sizeof call - 1;
        if (!strncmp(at, name, length) && at[length] == '(') {
            return true;
        }
    }
    return false;
}

/* The closing bracket of the parameters that start behind `at`; NULL if there is none in the line.
 */
static const char *closing(const char *at) {
    for (int depth = 0; *at != '\0' && *at != '\n'; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (depth < 0) {
            return at;
        }
    }
    return NULL;
}

/* The kernel, which calls, and the head of the function that gets its body. Parameters are written
 * in a call as they are in a definition. `line` ends with the brace. */
static void split(FILE *out, const char *line, const char *end) {
    const char *name = line + sizeof definition - 1;
    int name_length = (int)strcspn(name, "(");
    const char *parameters = name + name_length + 1, *behind = closing(parameters);
    const char *place = memmem(behind, (size_t)(end - behind), " !dbg !", 7);
    const char *place_end = place != NULL ? place + 7 + strspn(place + 7, "0123456789") : end - 2;
    const char *group = memchr(behind, '#', (size_t)(end - behind));
    int parameters_length = (int)(behind - parameters);
    fprintf(out, "%.*s", (int)((place != NULL ? place : place_end) - line), line);
    fprintf(out, "%.*s\n", (int)(end - place_end), place_end);
    fprintf(out, "  call void @lockstep_called_%.*s(%.*s)\n  ret void\n}\n\n", name_length, name,
            parameters_length, parameters);
    fprintf(out, "define internal void @lockstep_called_%.*s(%.*s)", name_length, name,
            parameters_length, parameters);
    if (group != NULL) {
        fprintf(out, " %.*s", (int)strcspn(group, " "), group);
    }
    fprintf(out, "%.*s {\n", place != NULL ? (int)(place_end - place) : 0,
            place != NULL ? place : "");
}

/* Copies a line with its call going to the function. */
static void redirect(FILE *out, const char *llvm, const char *line, size_t length) {
    const char *at = memmem(line, length, call, sizeof call - 1);
    const char *name = at != NULL ? at + sizeof call - 1 : NULL;
    char defined[320] = "";
    if (name != NULL) {
        snprintf(defined, sizeof defined, "\n%s%.*s(", definition, (int)strcspn(name, "("), name);
    }
    if (name == NULL || strstr(llvm, defined) == NULL) {
        fwrite(line, 1, length, out);
        return;
    }
    fprintf(out, "%.*scall void @lockstep_called_", (int)(at - line), line);
    fwrite(name, 1, length - (size_t)(name - line), out);
}

/* Since clang 21 each kernel's body is in a function of its own, which is never inlined. It must
 * be: what the machine knows of a kernel's parameters and arrays, it knows in the kernel. */
static bool put_clangs(FILE *out, const char *line, const char *end) {
    static const char head[] = "define dso_local void @__clang_ocl_kern_imp_";
    static const char use[] = "  call void @__clang_ocl_kern_imp_";
    if (!strncmp(line, head, sizeof head - 1)) {
        line += strlen("define dso_local");
        fprintf(out, "define internal%.*s\n", (int)(end - line), line);
        return true;
    }
    const char *open = !strncmp(line, use, sizeof use - 1) ? strchr(line, '(') : NULL;
    const char *behind = open != NULL ? closing(open + 1) : NULL;
    if (behind != NULL) {
        fprintf(out, "%.*s) alwaysinline%.*s\n", (int)(behind - line), line,
                (int)(end - behind - 1), behind + 1);
    }
    return behind != NULL;
}

char *opencl_split_called(const char *llvm) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    for (const char *line = llvm; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        const char *end = line + length;
        const char *name = line + sizeof definition - 1;
        if (!strncmp(line, definition, sizeof definition - 1) && end[-1] == '{' &&
            is_called(llvm, name, strcspn(name, "("))) {
            split(out, line, end);
        } else if (!put_clangs(out, line, end)) {
            redirect(out, llvm, line, length);
            fputc('\n', out);
        }
        line = *end != '\0' ? end + 1 : end;
    }
    bool failed = ferror(out);
    if (fclose(out) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}
