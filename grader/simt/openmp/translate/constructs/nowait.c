/*
 * `lastprivate` with `nowait`: clang puts a barrier behind the loop or the sections all the same,
 * which hides a race from the program that is judged here. The bitcode does not say what the
 * directive says, so the source is read; where it cannot be, the barrier stays.
 */
#include "../translate.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 16, PLACE = 0, IMPLICIT_OF_LOOP = 0x40, TEXT_OF_PLACE = 4, FLAGS_OF_PLACE = 1 };

/* clang's structure that says where a construct is, as {0, flags, 0, 0, ";file;function;7;9;;"}. */
static LLVMValueRef member_of_place(LLVMValueRef call, unsigned member) {
    LLVMValueRef place = address_root(LLVMGetOperand(call, PLACE));
    LLVMValueRef value = LLVMIsAGlobalVariable(place) != NULL ? LLVMGetInitializer(place) : NULL;
    return value != NULL && LLVMGetNumOperands(value) > TEXT_OF_PLACE
               ? LLVMGetOperand(value, member)
               : NULL;
}

static bool ends_loop(LLVMValueRef call) {
    LLVMValueRef flags = member_of_place(call, FLAGS_OF_PLACE);
    return flags != NULL && LLVMIsAConstantInt(flags) != NULL &&
           (LLVMConstIntGetZExtValue(flags) & IMPLICIT_OF_LOOP) != 0;
}

/* The line of the directive; 0 if it is not known. */
static unsigned line_of_directive(LLVMValueRef call) {
    LLVMValueRef address = member_of_place(call, TEXT_OF_PLACE);
    LLVMValueRef text = address != NULL ? address_root(address) : NULL;
    LLVMValueRef bytes =
        text != NULL && LLVMIsAGlobalVariable(text) != NULL ? LLVMGetInitializer(text) : NULL;
    size_t length = 0;
    if (bytes == NULL || !LLVMIsConstantString(bytes)) {
        return 0;
    }
    const char *at = LLVMGetAsString(bytes, &length);
    for (int part = 0; at != NULL && part < 3; part++) {
        at = strchr(at, ';');
        at = at != NULL ? at + 1 : NULL;
    }
    return at != NULL ? (unsigned)strtoul(at, NULL, 10) : 0;
}

static FILE *open_source(LLVMValueRef call) {
    unsigned folder_length = 0, length = 0;
    const char *folder = LLVMGetDebugLocDirectory(call, &folder_length);
    const char *name = LLVMGetDebugLocFilename(call, &length);
    char path[PATH_MAX];
    if (name == NULL || length == 0) {
        return NULL;
    }
    /* clang gives the whole name, and no folder, of a file outside of where it was called. */
    const bool whole = name[0] == '/' || folder == NULL;
    snprintf(path, sizeof path, "%.*s%s%.*s", whole ? 0 : (int)folder_length, whole ? "" : folder,
             whole ? "" : "/", (int)length, name);
    return fopen(path, "re");
}

/* Does a clause of that name stand in the directive, outside of all parentheses? */
static bool has_clause(const char *directive, const char *clause) {
    int depth = 0;
    for (const char *at = directive; *at != '\0'; at++) {
        depth += (*at == '(') - (*at == ')');
        const bool begins = at == directive || !isalnum((unsigned char)at[-1]);
        if (depth == 0 && begins && name_starts(at, clause) &&
            !isalnum((unsigned char)at[strlen(clause)])) {
            return true;
        }
    }
    return false;
}

/* Reads the directive at that line, and those that it goes on in. */
static bool does_not_wait(FILE *file, unsigned line) {
    char *text = NULL;
    size_t room = 0;
    bool last_private = false, no_wait = false, goes_on = true;
    for (unsigned n = 1; goes_on && n < line + MOST_LINES; n++) {
        const ssize_t length = getline(&text, &room, file);
        if (length < 0) {
            break;
        }
        if (n < line) {
            continue;
        }
        if (n == line && strstr(text, "pragma") == NULL) {
            break;
        }
        last_private = last_private || has_clause(text, "lastprivate");
        no_wait = no_wait || has_clause(text, "nowait");
        goes_on = length > 1 && text[length - 2] == '\\';
    }
    free(text);
    return last_private && no_wait;
}

static void look_at_barrier(struct translation *translation, LLVMValueRef call) {
    (void)translation;
    if (strcmp(called_name(call), "__kmpc_barrier") != 0 || !ends_loop(call)) {
        return;
    }
    const unsigned line = line_of_directive(call);
    FILE *file = line != 0 ? open_source(call) : NULL;
    if (file == NULL) {
        return;
    }
    if (does_not_wait(file, line)) {
        replace_instruction(call, NULL);
    }
    fclose(file);
}

void drop_barriers_of_nowait(struct translation *translation) {
    for_each_instruction(translation, look_at_barrier);
}
