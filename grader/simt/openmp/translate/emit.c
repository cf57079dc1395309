/* PTX text, with lines for the loader at its top. */
#include "translate.h"

#include <llvm-c/Analysis.h>

#include <string.h>

/* "// constant NAME" for each variable that nobody may write. */
static void write_constants(struct translation *translation, FILE *file) {
    for (EACH_GLOBAL(g, translation->module)) {
        if (LLVMIsGlobalConstant(g)) {
            fprintf(file, "// constant %s\n", value_name(g));
        }
    }
}

static void write_header(struct translation *translation, FILE *file) {
    fprintf(file, "// lockstep openmp 1\n");
    size_t length;
    const char *source = LLVMGetSourceFileName(translation->module, &length);
    fprintf(file, "// source %.*s\n", (int)length, source);
    write_constants(translation, file);
    if (translation->shape_lines != NULL) {
        fwrite(translation->shape_lines, 1, translation->shape_length, file);
    }
}

/* Words that must not stay: every access was made volatile to keep it (passes.c), and stand-ins are
 * the variables themselves (initialisers.c). */
static void write_line(const char *line, size_t length, FILE *file) {
    static const char *const words[] = {".volatile", FORWARD};
    while (length > 0) {
        size_t skip = 0;
        for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
            size_t size = strlen(words[n]);
            skip = length >= size && memcmp(line, words[n], size) == 0 ? size : skip;
        }
        if (skip == 0) {
            fputc(*line, file);
            skip = 1;
        }
        line += skip;
        length -= skip;
    }
}

static void write_plain(const char *text, size_t length, FILE *file) {
    static const char declaration[] = ".extern .global";
    for (const char *end = text + length, *next; text < end; text = next) {
        next = memchr(text, '\n', (size_t)(end - text));
        next = next != NULL ? next + 1 : end;
        size_t size = (size_t)(next - text);
        bool stand_in = size > sizeof declaration &&
                        memcmp(text, declaration, sizeof declaration - 1) == 0 &&
                        memmem(text, size, FORWARD, strlen(FORWARD)) != NULL;
        if (!stand_in) {
            write_line(text, size, file);
        }
    }
}

/* The loader knows LLVM's PTX by its first lines: ours follow them. */
static size_t head_length(const char *text, size_t length) {
    const char *version = memmem(text, length, ".version", 8);
    return version != NULL ? (size_t)(version - text) : 0;
}

static bool write_ptx(struct translation *translation, const char *text, size_t length,
                      const char *path, struct error *error) {
    FILE *file = path != NULL ? fopen(path, "w") : stdout;
    if (file == NULL) {
        return error_set(error, "%s cannot be written", path);
    }
    size_t head = head_length(text, length);
    fwrite(text, 1, head, file);
    write_header(translation, file);
    write_plain(text + head, length - head, file);
    bool written = !ferror(file);
    written = (file == stdout ? fflush(file) : fclose(file)) == 0 && written;
    return written || error_set(error, "%s cannot be written: is the disk full?",
                                path != NULL ? path : "standard output");
}

static bool print_ir(struct translation *translation, const char *path, struct error *error) {
    char *text = LLVMPrintModuleToString(translation->module);
    FILE *file = path != NULL ? fopen(path, "w") : stdout;
    bool written = file != NULL && fputs(text, file) >= 0;
    if (file != NULL && file != stdout) {
        written = fclose(file) == 0 && written;
    }
    LLVMDisposeMessage(text);
    return written || error_set(error, "%s cannot be written", path != NULL ? path : "the IR");
}

bool emit_ptx(struct translation *translation, const struct translate_options *options,
              struct error *error) {
    char *message = NULL;
    if (options->print_ir) {
        return print_ir(translation, options->output, error);
    }
    bool broken = LLVMVerifyModule(translation->module, LLVMReturnStatusAction, &message);
    if (broken) {
        error_set(error, "the pass made wrong IR (a fault of Lockstep's): %s", message);
    }
    LLVMDisposeMessage(message);
    if (broken) {
        return false;
    }
    LLVMMemoryBufferRef buffer;
    if (LLVMTargetMachineEmitToMemoryBuffer(translation->machine, translation->module,
                                            LLVMAssemblyFile, &message, &buffer)) {
        error_set(error, "LLVM cannot write PTX: %s", message);
        LLVMDisposeMessage(message);
        return false;
    }
    bool written = write_ptx(translation, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer),
                             options->output, error);
    LLVMDisposeMemoryBuffer(buffer);
    return written;
}
