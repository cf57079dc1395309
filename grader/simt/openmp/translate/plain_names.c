/*
 * Names that PTX takes: every dot becomes $ (the first sign _: LLVM would put such a name in
 * parentheses), other signs their number.
 */
#include "translate.h"

#include <ctype.h>
#include <string.h>

static void spell(const char *name, char *text, size_t size) {
    size_t at = 0;
    for (; *name != '\0' && at + 5 < size; name++) {
        unsigned char c = (unsigned char)*name;
        if (isalnum(c) || c == '_' || c == '$') {
            text[at++] = (char)c;
        } else if (c == '.') {
            text[at] = at == 0 ? '_' : '$';
            at++;
        } else {
            at += (size_t)snprintf(text + at, size - at, "$%02x", c);
        }
    }
    text[at] = '\0';
}

static bool is_taken(struct translation *translation, const char *name) {
    return LLVMGetNamedFunction(translation->module, name) != NULL ||
           LLVMGetNamedGlobal(translation->module, name) != NULL;
}

static void rename_symbol(struct translation *translation, LLVMValueRef global, uint32_t *unnamed) {
    enum { SIZE = 1024 };
    char text[SIZE], candidate[SIZE + 16];
    const char *name = value_name(global);
    if (name_starts(name, "llvm.")) {
        return;
    }
    if (*name == '\0') {
        snprintf(text, sizeof text, "lockstep$constant$%u", (*unnamed)++);
    } else {
        spell(name, text, sizeof text);
    }
    if (isdigit((unsigned char)*text) || *text == '$') {
        memmove(text + 1, text, strlen(text) < SIZE - 1 ? strlen(text) + 1 : SIZE - 1);
        *text = '_';
        text[SIZE - 1] = '\0';
    }
    if (strcmp(name, text) == 0) {
        return;
    }
    snprintf(candidate, sizeof candidate, "%s", text);
    for (uint32_t n = 1; is_taken(translation, candidate); n++) {
        snprintf(candidate, sizeof candidate, "%s$%u", text, n);
    }
    LLVMSetValueName2(global, candidate, strlen(candidate));
}

void rename_symbols(struct translation *translation) {
    uint32_t unnamed = 0;
    for (EACH_FUNCTION(f, translation->module)) {
        rename_symbol(translation, f, &unnamed);
    }
    for (EACH_GLOBAL(g, translation->module)) {
        rename_symbol(translation, g, &unnamed);
    }
}
