#include "script.h"

#include "build.h"
#include "cuda_build.h"
#include "cuda_headers.h"
#include "opencl_build.h"
#include "openmp_build.h"
#include "toolchain.h"

#include <stdlib.h>
#include <string.h>

static enum script_role role_of_name(const struct flavour_row *row, const char *file) {
    const bool cuda = row->language == LANGUAGE_CUDA || row->language == LANGUAGE_CUDA_SIMULATED;
    if (lab_file_is(file, ".cl")) {
        return row->language != LANGUAGE_OPENCL ? ROLE_NONE
               : opencl_can_check()             ? ROLE_KERNELS
                                                : ROLE_SKIPPED;
    }
    return lab_file_is(file, ".cu") && !cuda ? ROLE_NONE : ROLE_OBJECT;
}

enum script_role script_role(const struct flavour_row *row, const struct lab_file *file) {
    const bool stays_away = file->beside != NULL && role_of_name(row, file->beside) == ROLE_NONE;
    return stays_away ? ROLE_NONE : role_of_name(row, file->name);
}

static bool is_compiled(const struct flavour_row *row, const struct lab *lab, size_t i,
                        const struct script_given *given) {
    const enum script_role role = script_role(row, &lab->files[i]);
    return (role == ROLE_OBJECT || role == ROLE_KERNELS) &&
           script_object_of(row, lab, i, given) == row->name;
}

/* For `sh -c`: file names and flags are of a safe alphabet (lab_load sees to it). `goal`: -c, or -E
 * -dD. */
static const char *c_command(struct arena *arena, const struct flavour_row *row, const char *file,
                             const char *goal, const char *output) {
    return arena_printf(arena, "%s %s %s %s -fdiagnostics-color=never %s %s %s -o %s",
                        flavour_compiler(row), row->compile, row->student,
                        row->patterns ? tool_gcc_takes(FLAVOUR_PATTERN, NULL) : "",
                        row->clang ? "-ferror-limit=5" : "-fmax-errors=5", goal, file, output);
}

static const char *compile_command(struct arena *arena, const struct flavour_row *row,
                                   const struct lab_file *source, const char *object) {
    const char *file = source->name;
    return lab_file_is(file, ".cl")   ? opencl_check_command(arena, source, object)
           : lab_file_is(file, ".cu") ? cuda_nvcc_command(arena, file, "/box", object)
                                      : c_command(arena, row, file, "-c", object);
}

/* Left to guess the format, nm asks every plugin first, and clang's takes longer than the compiler.
 */
#ifdef __x86_64__
#define LIST_SYMBOLS "nm --target=elf64-x86-64 -g -P"
#else
#define LIST_SYMBOLS "nm -g -P"
#endif

static bool compiles_alike(const struct flavour_row *a, const struct flavour_row *b) {
    return a->clang == b->clang && strcmp(a->compile, b->compile) == 0 &&
           strcmp(a->student, b->student) == 0 && a->patterns == b->patterns;
}

const char *script_object_of(const struct flavour_row *row, const struct lab *lab, size_t i,
                             const struct script_given *given) {
    const struct flavour_row *native = flavour_row(FLAVOUR_NATIVE);
    const struct lab_file *file = &lab->files[i];
    return given->native_ready && script_role(row, file) == ROLE_OBJECT &&
                   script_role(native, file) == ROLE_OBJECT && compiles_alike(row, native)
               ? native->name
               : row->name;
}

/* Translates and joins what the files became, for the machine. */
static const char *join_for_machine(struct arena *arena, const struct lab *lab) {
    const struct flavour_row *row = flavour_row(FLAVOUR_MACHINE);
    const char *text =
        arena_printf(arena,
                     "/kit/translate%s --library /kit/library.bc --answered /kit/answered.names "
                     "--entry runner_call",
                     getenv("LOCKSTEP_NOTES") != NULL ? " --notes" : "");
    for (size_t i = 0; i < lab->file_count; i++) {
        if (script_role(row, &lab->files[i]) == ROLE_OBJECT) {
            text = arena_printf(arena, "%s /out/%s-%s.o", text, row->name, lab->files[i].name);
        }
    }
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        text = arena_printf(arena, "%s --missing %s", text, exercise->function);
    }
    return arena_printf(arena, "%s /kit/runner.o -o /out/" OPENMP_PROGRAM, text);
}

static const char *link_command(struct arena *arena, const struct lab *lab, enum flavour flavour,
                                const struct script_given *given) {
    const struct flavour_row *row = flavour_row(flavour);
    if (row->language == LANGUAGE_OPENMP) {
        return join_for_machine(arena, lab);
    }
    const bool opencl = lab_has_files(lab, ".cl");
    /* Nobody's object is for the optimiser at link time, whose plugins take longer to load than all
     * else that the linker does. Nor for an accelerator: `omp target` runs on the host here. */
    const char *text = arena_printf(arena, "%s -fno-use-linker-plugin -fno-lto %s %s",
                                    row->linker != NULL ? row->linker : flavour_compiler(row),
                                    row->link, opencl ? OPENCL_LINK_FLAGS : "");
    for (size_t i = 0; i < lab->file_count; i++) {
        if (script_role(row, &lab->files[i]) == ROLE_OBJECT) {
            text = arena_printf(arena, "%s /out/%s-%s.o", text,
                                script_object_of(row, lab, i, given), lab->files[i].name);
        }
    }
    text = arena_printf(arena, "%s /kit/runner.o", text);
    const char *path;
    for (int i = 0; (path = build_kit_source(lab, flavour, i)) != NULL; i++) {
        const char *source = strrchr(path, '/') + 1;
        text = arena_printf(arena, "%s /kit/%.*s.o", text, (int)strlen(source) - 2, source);
    }
    return arena_printf(arena, "%s /kit/missing.ld -o /out/%s %s %s -lm", text, row->name,
                        row->libraries != NULL ? row->libraries : "",
                        opencl ? OPENCL_LIBRARIES : "");
}

/* `before` and one command more: what that flavour's preprocessor makes of the file, in
 * `name`-FILE.i. It need not write more than is read (ulimit counts in 512 bytes): a file that ends
 * there is refused. */
static const char *preprocess(struct arena *arena, enum flavour flavour, const char *name,
                              const char *file, const char *before) {
    const char *text = arena_printf(arena, "/out/%s-%s.i", name, file);
    return arena_printf(arena, "%s(ulimit -f %d; %s 2> /dev/null) & ", before,
                        SCRIPT_LARGEST_TEXT / 512,
                        c_command(arena, flavour_row(flavour), file, "-E -dD", text));
}

static bool is_split(const struct flavour_row *row, const struct lab_file *file) {
    return row->language == LANGUAGE_CUDA_SIMULATED && lab_file_is(file->name, ".cu");
}

/* The last file to be compiled, if its kernels can be compiled while its host half is linked; else
 * NULL. */
static const struct lab_file *takes_link(const struct lab *lab, const struct flavour_row *row,
                                         const struct script_given *given) {
    const struct lab_file *last = NULL;
    for (size_t i = 0; i < lab->file_count; i++) {
        last = is_compiled(row, lab, i, given) ? &lab->files[i] : last;
    }
    return last != NULL && is_split(row, last) ? last : NULL;
}

/* Beside the others: C files and kernels are compiled at once. What is said of them comes in the
 * files' order, and behind a file that does not compile nothing is looked at. */
static const char *begin_beside(struct arena *arena, const char *compiling, const char *said,
                                size_t number) {
    return arena_printf(arena, "{ %s; } > %s 2>&1 & p%zu=$!; ", compiling, said, number);
}

static const char *wait_for(struct arena *arena, const char *said, size_t number) {
    return arena_printf(arena, "{ wait $p%zu; code=$?; [ ! -s %s ] || cat %s >&2; [ $code = 0 ]; }",
                        number, said, said);
}

/* The steps of one file: what compiles it and lists its symbols; adds to `beside` what begins at
 * once. NULL with an error. */
static const char *file_steps(struct arena *arena, const struct flavour_row *row,
                              const struct lab_file *file, size_t number, bool headers,
                              const char *link, const char **beside, struct error *error) {
    const char *object = arena_printf(arena, "/out/%s-%s.o", row->name, file->name);
    const char *listing =
        arena_printf(arena, LIST_SYMBOLS " %s > /out/%s-%s.symbols", object, row->name, file->name);
    if (is_split(row, file)) {
        const struct cuda_steps along = {.beside = link != NULL ? link : "true",
                                         .then = arena_printf(arena, "%s 2> /dev/null", listing)};
        return cuda_compile_command(arena, file->name, object, headers ? CUDA_HEADERS : NULL,
                                    &along, error);
    }
    const char *compiling = compile_command(arena, row, file, object);
    if (row->language == LANGUAGE_OPENMP) { /* bitcode: nm has seen the native object */
        return compiling;
    }
    if (row->language == LANGUAGE_OPENCL) {
        const char *said = arena_printf(arena, "%s.said", object);
        *beside =
            arena_printf(arena, "%s%s", *beside, begin_beside(arena, compiling, said, number));
        compiling = wait_for(arena, said, number);
    }
    return arena_printf(arena, "%s && %s", compiling, listing);
}

const char *script_build(struct arena *arena, const struct lab *lab, enum flavour flavour,
                         const struct script_given *given, struct error *error) {
    const struct flavour_row *row = flavour_row(flavour);
    const char *beside = "", *steps = "";
    const char *link = arena_printf(arena, "%s > /out/%s.link 2>&1",
                                    link_command(arena, lab, flavour, given), row->name);
    const struct lab_file *with_link = takes_link(lab, row, given);
    for (size_t i = 0; i < lab->file_count; i++) {
        const struct lab_file *file = &lab->files[i];
        if (!is_compiled(row, lab, i, given)) {
            continue;
        }
        const char *its = file_steps(arena, row, file, i, given->headers,
                                     file == with_link ? link : NULL, &beside, error);
        if (its == NULL) {
            return NULL;
        }
        steps = arena_printf(arena, "%s%s && ", steps, its);
        if (flavour == FLAVOUR_NATIVE) {
            beside = preprocess(arena, FLAVOUR_NATIVE, "native", file->name, beside);
            beside = preprocess(arena, FLAVOUR_MACHINE, "machine", file->name, beside);
        } else if (given->unlike && row->language == LANGUAGE_OPENMP) {
            beside = preprocess(arena, flavour, "left", file->name, beside);
        }
    }
    /* What else still runs need not end: nobody looks at it. */
    return arena_printf(arena, "%s%s%s; code=$?; %sexit $code", beside, steps,
                        with_link != NULL ? "true" : link,
                        flavour == FLAVOUR_NATIVE || given->unlike ? "wait; " : "");
}

const char *script_missing(struct arena *arena, const struct lab *lab) {
    const char *text = "";
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        text = arena_printf(arena, "%sPROVIDE(%s = lockstep_missing_function);\n", text,
                            exercise->function);
    }
    return text;
}
