/*
 * translate [-o FILE] [--library FILE] [--answered FILE] [--entry NAME]... [--missing NAME]...
 *           [--notes] [--ir] FILE...
 *
 * Bitcode of C with OpenMP -> PTX for the machine. Exit status: 0 done, 1 a file or a tool failed,
 * 2 wrong usage, 3 the program holds what cannot be translated (a line each on standard error).
 */
#include "translate.h"

#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Support.h>

#include <getopt.h>
#include <stdlib.h>

enum { DONE = 0, FAILED = 1, USAGE = 2, REFUSED = 3 };

/* LLVM ends the process when it cannot select an instruction: say it as a refusal. */
static void on_fatal_error(const char *reason) {
    fprintf(stderr, "translate: LLVM cannot translate this program: %s\n", reason);
    _Exit(REFUSED);
}

static bool prepare(struct translation *translation, struct error *error) {
    static const char triple[] = "nvptx64-nvidia-cuda";
    /* No store that the source makes on one path only may move to both. */
    static const char *const flags[] = {"translate", "-simplifycfg-hoist-cond-stores=false",
                                        "-simplifycfg-merge-cond-stores=false",
                                        "-two-entry-phi-node-folding-threshold=4"};
    LLVMParseCommandLineOptions((int)(sizeof flags / sizeof *flags), flags, NULL);
    LLVMInstallFatalErrorHandler(on_fatal_error);
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMTargetRef target;
    char *message = NULL;
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        error_set(error, "this LLVM has no NVPTX: %s", message);
        LLVMDisposeMessage(message);
        return false;
    }
    translation->machine =
        LLVMCreateTargetMachine(target, triple, "sm_70", "", LLVMCodeGenLevelDefault,
                                LLVMRelocDefault, LLVMCodeModelDefault);
    translation->layout = LLVMCreateTargetDataLayout(translation->machine);
    translation->context = LLVMContextCreate();
    translation->builder = LLVMCreateBuilderInContext(translation->context);
    translation->nothing = LLVMVoidTypeInContext(translation->context);
    translation->i32 = LLVMInt32TypeInContext(translation->context);
    translation->i64 = LLVMInt64TypeInContext(translation->context);
    translation->pointer = LLVMPointerType(LLVMInt8TypeInContext(translation->context), 0);
    return true;
}

static bool translate_module(struct translation *translation,
                             const struct translate_options *options, struct error *error) {
    translation->notes = options->notes;
    if (!load_program(translation, options, error) ||
        !refuse_untranslatable(translation, options->answered, error)) {
        return false;
    }
    if (translation->refusals > 0) {
        return true;
    }
    drop_barriers_of_nowait(translation);
    pass_argument_lists(translation);
    define_as_host(translation);
    use_copies_of_sections(translation);
    mark_simd_loops(translation);
    split_reductions(translation);
    mark_initializers(translation);
    wait_for_target_tasks(translation);
    point_to_own_functions(translation);
    retarget_module(translation);
    wrap_initialisers(translation);
    widen_integers(translation);
    copy_aggregates(translation);
    ask_for_thread_locals(translation);
    copy_complex_numbers(translation);
    drop_unused_captures(translation);
    keep_unset_captures(translation);
    keep_unset_copies(translation);
    move_structures(translation);
    keep_unset_variables(translation);
    keep_unset_members(translation);
    hide_divisors(translation);
    if (!promote_variables(translation, error)) {
        return false;
    }
    keep_divisions_by_zero(translation);
    tell_of_wholes(translation);
    tell_of_masks(translation);
    replace_intrinsics(translation);
    replace_atomics(translation);
    replace_variadic_calls(translation);
    if (!simplify_code(translation, error)) {
        return false;
    }
    if (options->notes && !note_variables(translation, error)) {
        return false;
    }
    replace_intrinsics(translation); /* those that instcombine made */
    replace_stack_variables(translation);
    rename_symbols(translation);
    cut_circles(translation);
    list_shapes(translation);
    return translation->refusals > 0 || emit_ptx(translation, options, error);
}

static void dispose(struct translation *translation) {
    if (translation->module != NULL) {
        LLVMDisposeModule(translation->module);
    }
    if (translation->context != NULL) {
        LLVMDisposeBuilder(translation->builder);
        LLVMContextDispose(translation->context);
        LLVMDisposeTargetData(translation->layout);
        LLVMDisposeTargetMachine(translation->machine);
    }
    free(translation->shapes);
    free(translation->shape_lines);
    LLVMShutdown();
}

static bool read_options(int argc, char **argv, struct translate_options *options) {
    static const struct option names[] = {{"output", required_argument, NULL, 'o'},
                                          {"library", required_argument, NULL, 'l'},
                                          {"answered", required_argument, NULL, 'a'},
                                          {"entry", required_argument, NULL, 'e'},
                                          {"missing", required_argument, NULL, 'm'},
                                          {"notes", no_argument, NULL, 'n'},
                                          {"ir", no_argument, NULL, 'i'},
                                          {NULL, 0, NULL, 0}};
    for (int option; (option = getopt_long(argc, argv, "o:", names, NULL)) != -1;) {
        if (option == 'o') {
            options->output = optarg;
        } else if (option == 'l') {
            options->library = optarg;
        } else if (option == 'a') {
            options->answered = optarg;
        } else if (option == 'e') {
            options->entries[options->entry_count++] = optarg;
        } else if (option == 'm') {
            options->missing[options->missing_count++] = optarg;
        } else if (option == 'n') {
            options->notes = true;
        } else if (option == 'i') {
            options->print_ir = true;
        } else {
            return false;
        }
    }
    options->inputs = (const char **)(argv + optind);
    options->input_count = (size_t)(argc - optind);
    return options->input_count > 0;
}

int main(int argc, char **argv) {
    struct translate_options options = {.entries = calloc((size_t)argc + 1, sizeof(char *)),
                                        .missing = calloc((size_t)argc + 1, sizeof(char *))};
    struct translation translation = {0};
    struct error error;
    if (options.entries == NULL || options.missing == NULL || !read_options(argc, argv, &options)) {
        fprintf(stderr, "usage: translate [-o FILE] [--library FILE] [--answered FILE] "
                        "[--entry NAME]... [--missing NAME]... [--notes] [--ir] FILE...\n");
        free(options.entries);
        free(options.missing);
        return USAGE;
    }
    bool done = prepare(&translation, &error) && translate_module(&translation, &options, &error);
    if (!done) {
        fprintf(stderr, "lockstep: %s\n", error.message);
    }
    int status = !done ? FAILED : translation.refusals > 0 ? REFUSED : DONE;
    dispose(&translation);
    free(options.entries);
    free(options.missing);
    return status;
}
