/* Modules are read and joined; the C library's functions stay only where they are reached. */
#include "../../array.h"
#include "translate.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include <stdlib.h>
#include <string.h>

static LLVMMemoryBufferRef read_file(const char *path, struct error *error) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        error_set(error, "%s cannot be read: %s", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return buffer;
}

static LLVMModuleRef read_module(struct translation *translation, const char *path,
                                 struct error *error) {
    LLVMMemoryBufferRef buffer = read_file(path, error);
    LLVMModuleRef module;
    char *message = NULL;
    if (buffer == NULL) {
        return NULL;
    }
    if (LLVMParseIRInContext(translation->context, buffer, &module, &message)) {
        error_set(error, "%s is not LLVM IR of this clang: %s", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return module;
}

/* The library's functions are read when the linker takes them. It has no debug information. */
static LLVMModuleRef open_library(struct translation *translation, const char *path,
                                  struct error *error) {
    LLVMMemoryBufferRef buffer = read_file(path, error);
    LLVMModuleRef library = NULL;
    if (buffer != NULL && LLVMGetBitcodeModuleInContext2(translation->context, buffer, &library)) {
        error_set(error, "%s is not bitcode of this clang", path);
        library = NULL;
    }
    return library;
}

/* LLVM would end the process on an error. */
static void on_diagnostic(LLVMDiagnosticInfoRef diagnostic, void *context) {
    struct error *error = context;
    char *text = LLVMGetDiagInfoDescription(diagnostic);
    if (LLVMGetDiagInfoSeverity(diagnostic) == LLVMDSError) {
        error_set(error, "%s", text);
    }
    LLVMDisposeMessage(text);
}

static bool link_module(struct translation *translation, LLVMModuleRef module,
                        struct error *error) {
    if (translation->module == NULL) {
        translation->module = module;
        return true;
    }
    struct error reason = {0}, source;
    size_t length;
    error_set(&source, "%s", LLVMGetSourceFileName(module, &length)); /* the module goes */
    LLVMContextSetDiagnosticHandler(translation->context, on_diagnostic, &reason);
    bool failed = LLVMLinkModules2(translation->module, module);
    LLVMContextSetDiagnosticHandler(translation->context, NULL, NULL);
    return !failed || error_set(error, "%.200s does not go with the files before it: %.300s",
                                source.message, reason.message);
}

/* Names that the library defines, so that they can be made private after the linker matched them.
 */
struct names {
    char **name;
    size_t count, room;
};

static bool add_name(struct names *names, const char *name) {
    if (!array_grow(&names->name, &names->room, names->count + 1)) {
        return false;
    }
    names->name[names->count] = strdup(name);
    return names->name[names->count++] != NULL;
}

static void free_names(struct names *names) {
    for (size_t n = 0; n < names->count; n++) {
        free(names->name[n]);
    }
    free(names->name);
}

/* What the end of main() calls, where anything waits for it. */
static const char farewells_name[] = "lockstep_at_exit";

/* A program may define a function of the library itself: its own counts. The linker takes only what
 * is asked for. */
static bool yield_definition(LLVMValueRef global, struct names *names) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (LLVMIsDeclaration(global) || linkage == LLVMInternalLinkage ||
        linkage == LLVMPrivateLinkage) {
        return true;
    }
    const bool stays = strcmp(value_name(global), farewells_name) == 0;
    LLVMSetLinkage(global, stays ? LLVMWeakAnyLinkage : LLVMLinkOnceAnyLinkage);
    return add_name(names, value_name(global));
}

static bool yield_definitions(LLVMModuleRef library, struct names *names) {
    bool room = true;
    for (EACH_FUNCTION(f, library)) {
        room = room && yield_definition(f, names);
    }
    for (EACH_GLOBAL(g, library)) {
        room = room && yield_definition(g, names);
    }
    return room;
}

/* The library's own variables get a name that says so: no message may take one of them for the
 * program's. */
static void mark_variables(LLVMModuleRef library) {
    for (EACH_GLOBAL(g, library)) {
        LLVMLinkage linkage = LLVMGetLinkage(g);
        if (!LLVMIsDeclaration(g) &&
            (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)) {
            char name[256];
            snprintf(name, sizeof name, "%.200s" OF_LIBRARY, value_name(g));
            LLVMSetValueName2(g, name, strlen(name));
        }
    }
}

static void hide_definitions(LLVMModuleRef module, const struct names *names) {
    for (size_t n = 0; n < names->count; n++) {
        LLVMValueRef global = LLVMGetNamedFunction(module, names->name[n]);
        global = global != NULL ? global : LLVMGetNamedGlobal(module, names->name[n]);
        const LLVMLinkage linkage = global != NULL ? LLVMGetLinkage(global) : LLVMExternalLinkage;
        if (linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage) {
            LLVMSetLinkage(global, LLVMInternalLinkage);
        }
    }
}

static bool link_library(struct translation *translation, const char *path, struct error *error) {
    struct names names = {0};
    LLVMModuleRef library = open_library(translation, path, error);
    bool linked = library != NULL && (yield_definitions(library, &names) ||
                                      error_set(error, "no memory left for %s", path));
    if (linked) {
        mark_variables(library);
    }
    linked = linked && link_module(translation, library, error);
    if (linked) {
        hide_definitions(translation->module, &names);
    }
    free_names(&names);
    return linked;
}

static bool is_entry(const struct translate_options *options, const char *name) {
    for (size_t n = 0; n < options->entry_count; n++) {
        if (strcmp(options->entries[n], name) == 0) {
            return true;
        }
    }
    return false;
}

/* What is not an entry need not stay. Common variables (in C: `int x;` twice) become plain ones. */
static void hide_others(LLVMModuleRef module, const struct translate_options *options) {
    for (EACH_FUNCTION(f, module)) {
        LLVMSetSection(f, "");
        LLVMSetVisibility(f, LLVMDefaultVisibility);
        bool header =
            LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage; /* an inline of a header */
        if ((options->entry_count > 0 || header) && !LLVMIsDeclaration(f) &&
            !is_entry(options, value_name(f))) {
            LLVMSetLinkage(f, LLVMInternalLinkage);
        }
    }
    for (EACH_GLOBAL(g, module)) {
        LLVMSetVisibility(g, LLVMDefaultVisibility);
        if (!LLVMIsDeclaration(g)) {
            LLVMSetSection(g, "");
            if (!name_starts(value_name(g), "llvm.")) {
                LLVMSetLinkage(g, LLVMInternalLinkage);
            }
        }
    }
}

/* A weak function or variable that nobody defines is a null pointer, as a linker has it. */
static void resolve_weak(LLVMValueRef global) {
    if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage) {
        LLVMReplaceAllUsesWith(global, LLVMConstNull(LLVMTypeOf(global)));
    }
}

static void resolve_weak_symbols(LLVMModuleRef module) {
    for (EACH_FUNCTION(f, module)) {
        resolve_weak(f);
    }
    for (EACH_GLOBAL(g, module)) {
        resolve_weak(g);
    }
    for (EACH(LLVMValueRef, GlobalAlias, a, module)) {
        LLVMReplaceAllUsesWith(a, LLVMAliasGetAliasee(a));
        LLVMSetLinkage(a, LLVMInternalLinkage);
    }
}

static void drop_lists(LLVMModuleRef module) {
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
    for (size_t n = 0; n < sizeof lists / sizeof *lists; n++) {
        LLVMValueRef list = LLVMGetNamedGlobal(module, lists[n]);
        if (list != NULL) {
            LLVMDeleteGlobal(list);
        }
    }
}

/* What a program may lack ends it where it is called. */
static void define_missing(struct translation *translation, const char *name) {
    LLVMValueRef function = LLVMGetNamedFunction(translation->module, name);
    if (function == NULL || !LLVMIsDeclaration(function)) {
        return;
    }
    LLVMTypeRef type = LLVMFunctionType(translation->nothing, NULL, 0, false);
    LLVMValueRef end = declare_function(translation, "abort", type);
    LLVMPositionBuilderAtEnd(translation->builder, LLVMAppendBasicBlockInContext(
                                                       translation->context, function, "missing"));
    LLVMBuildCall2(translation->builder, type, end, NULL, 0, "");
    LLVMBuildUnreachable(translation->builder);
}

static bool is_called(LLVMModuleRef module, const char *name) {
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function != NULL && LLVMGetFirstUse(function) != NULL;
}

/* The end of main() is that of the program: what waits for it is done there. */
static void call_farewells(struct translation *translation) {
    LLVMValueRef main = LLVMGetNamedFunction(translation->module, "main");
    LLVMValueRef farewells = LLVMGetNamedFunction(translation->module, farewells_name);
    if (main == NULL || farewells == NULL ||
        (!is_called(translation->module, "atexit") && !is_called(translation->module, "on_exit"))) {
        return;
    }
    for (EACH_BLOCK(block, main)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (end != NULL && LLVMIsAReturnInst(end) != NULL && LLVMGetNumOperands(end) == 1) {
            LLVMValueRef status = LLVMGetOperand(end, 0);
            LLVMPositionBuilderBefore(translation->builder, end);
            LLVMBuildCall2(translation->builder, LLVMGlobalGetValueType(farewells), farewells,
                           &status, 1, "");
        }
    }
}

bool load_program(struct translation *translation, const struct translate_options *options,
                  struct error *error) {
    for (size_t n = 0; n < options->input_count; n++) {
        LLVMModuleRef module = read_module(translation, options->inputs[n], error);
        module = module != NULL ? reduce_debug_info(translation, module, error) : NULL;
        if (module == NULL || !link_module(translation, module, error)) {
            return false;
        }
    }
    for (size_t n = 0; n < options->missing_count; n++) {
        define_missing(translation, options->missing[n]);
    }
    refuse_in_program(translation);
    drop_lists(translation->module);
    if (options->library != NULL && !link_library(translation, options->library, error)) {
        return false;
    }
    for (size_t n = 0; n < options->entry_count; n++) {
        LLVMValueRef entry = LLVMGetNamedFunction(translation->module, options->entries[n]);
        if (entry == NULL || LLVMIsDeclaration(entry)) {
            return error_set(error, "no file defines the function %s", options->entries[n]);
        }
    }
    call_farewells(translation);
    drop_lists(translation->module);
    resolve_weak_symbols(translation->module);
    hide_others(translation->module, options);
    drop_what_never_runs(translation);
    return run_passes(translation, "globaldce", error);
}
