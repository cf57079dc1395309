/* Values of local variables for those who look at them: what LLVM still says of variables after
 * its passes becomes notes (record/annotate/notes.h), as in kernels. */
#include "translate.h"

#include "../../record/annotate/notes.h"

#include <llvm-c/IRReader.h>

#include <stdlib.h>
#include <string.h>

/* Newer versions of LLVM describe variables by records that are no calls: notes.c leaves those. */
static char *without_records(char *text) {
    char *to = text;
    for (char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        if (!name_starts(line + strspn(line, " "), "#dbg_")) {
            memmove(to, line, (size_t)(end - line));
            to += end - line;
        }
    }
    *to = '\0';
    return text;
}

bool note_variables(struct translation *translation, struct error *error) {
    char *text = LLVMPrintModuleToString(translation->module), *noted = NULL, *message = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&noted, &length);
    bool good = to != NULL && record_notes(text, to) == 0;
    good = to != NULL && fclose(to) == 0 && good;
    LLVMDisposeMessage(text);
    LLVMModuleRef module = NULL;
    if (!good) {
        error_set(error, "no memory left for the program's text");
    } else {
        without_records(noted);
        LLVMMemoryBufferRef buffer =
            LLVMCreateMemoryBufferWithMemoryRangeCopy(noted, strlen(noted), "program");
        good = !LLVMParseIRInContext(translation->context, buffer, &module, &message);
        if (!good) {
            error_set(error, "LLVM cannot read the program with notes: %s", message);
            LLVMDisposeMessage(message);
        }
    }
    if (good) {
        LLVMDisposeModule(translation->module);
        translation->module = module;
    }
    free(noted);
    translation->notes = false; /* what still describes variables may go */
    return good;
}
