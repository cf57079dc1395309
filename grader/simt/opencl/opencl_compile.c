#include "opencl_compile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program_cache.h"
#include "called_kernels.h"
#include "kernel_description.h"
#include "../../clang.h"
#include "../record/annotate/notes.h"
#include "../record/annotate/unset_reads.h"
#include "options.h"

/* What all runs of clang need. The language level comes first, so that an option may lower it. */
static void add_common(struct words *words) {
    words_add(words, "%s", clang_path());
    words_add_text(words, "-target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang sm_80");
    words_add_text(words, "-Xclang -target-feature -Xclang +ptx72 -cl-std=CL1.2 -O2");
    /* The later form of .file is not what PTX says. */
    words_add_text(words, "-gline-tables-only -gdwarf-2 -fno-crash-diagnostics -S -o -");
    words_add_text(words, "-Xclang");
    words_add(words, "%s", clang_undefined_flag());
}

static void add_source_flags(struct words *words, const struct opencl_source *source) {
    words_add_text(words, "-x cl -emit-llvm -cl-kernel-arg-info");
    words_add_text(words, "-D__OPENCL_VERSION__=300 -D__IMAGE_SUPPORT__=1");
    /* `inline` alone defines a function, as other platforms have it. */
    words_add_text(words, "-fgnu89-inline -fdebug-compilation-dir=. -Wno-linker-warnings");
    words_add_text(words, "-fno-delete-null-pointer-checks"); /* a store through one is a finding */
    /* A variable that nobody set is wrong every time, not a constant that the compiler likes
     * (record/annotate/unset_reads.h, which wants the IR before it is optimised). */
    words_add_text(words, "-ftrivial-auto-var-init=pattern -Xclang -disable-llvm-passes");
    words_add_preset(words, !source->hardware_like);
    /* Ours, what ours call, and Debian's for the rest: the first to have a function gives it. */
    static const char *const libraries[] = {"opencl/builtins", "cuda/libdevice", "opencl/libclc"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        words_add_text(words, "-Xclang -mlink-builtin-bitcode -Xclang");
        words_add(words, "%s/%s.bc", source->home, libraries[i]);
    }
    words_add(words, "@%s/opencl/language.flags", source->home);
    words_add(words, "-include");
    words_add(words, "%s/opencl/include/lockstep_opencl.h", source->home);
    for (size_t i = 0; source->notes && record_note_flags[i] != NULL; i++) {
        words_add(words, "%s", record_note_flags[i]);
    }
    if (source->headers != NULL) {
        words_add(words, "-iquote.");
        words_add(words, "-I%s", source->headers);
    }
    for (size_t i = 0; i < source->folder_count; i++) {
        words_add(words, "-I%s", source->folders[i]);
    }
}

/* From IR to IR that is optimised, to PTX from that, or both at once. */
static bool add_ir_flags(struct words *words, const struct opencl_source *source, bool optimise,
                         bool ptx) {
    add_common(words);
    words_add_text(words, "-w -x ir");
    words_add_preset(words, !source->hardware_like);
    if (!optimise) {
        words_add_text(words, "-Xclang -disable-llvm-passes");
    }
    if (!ptx) {
        words_add(words, "-emit-llvm");
    }
    words_add(words, "-");
    return !words->failed;
}

/* The text of a memory file, ending in NUL; NULL if it cannot be read whole. */
static char *read_file(int file, size_t *length) {
    struct stat status;
    if (fstat(file, &status) != 0) {
        return NULL;
    }
    char *text = malloc((size_t)status.st_size + 1);
    size_t have = 0;
    while (text != NULL && have < (size_t)status.st_size) {
        ssize_t got = pread(file, text + have, (size_t)status.st_size - have, (off_t)have);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            free(text);
            return NULL;
        }
        have += got > 0 ? (size_t)got : 0;
    }
    if (text != NULL) {
        text[have] = 0;
    }
    if (length != NULL) {
        *length = have;
    }
    return text;
}

static bool write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

enum { SOURCE, LLVM, PTX, LOG };

/* A run of the compiler: its three standard files. */
struct compiler_run {
    int files[3];
    bool good; /* its exit status */
};

static bool start(const struct words *words, const struct compiler_run *run, pid_t *child,
                  struct error *error) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    for (int i = 0; i < 3; i++) {
        posix_spawn_file_actions_adddup2(&actions, run->files[i], i);
    }
    int failed = posix_spawnp(child, words->items[0], &actions, &attributes, words->items, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 || error_set(error, "cannot run %s, which compiles OpenCL kernels: %s",
                                    words->items[0], strerror(failed));
}

static bool run_compiler(const struct words *words, bool verbose, struct compiler_run *run,
                         struct error *error) {
    if (words->failed) {
        return error_set(error, "out of memory");
    }
    for (size_t i = 0; verbose && i < words->count; i++) {
        fprintf(stderr, "%s%s", words->items[i], i + 1 < words->count ? " " : "\n");
    }
    pid_t child;
    int status = 0;
    if (lseek(run->files[0], 0, SEEK_SET) != 0 || !start(words, run, &child, error)) {
        return false;
    }
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
        ;
    }
    /* A program that ignores SIGCHLD cannot learn how its children ended: the output tells. */
    struct stat output = {0};
    fstat(run->files[1], &output);
    run->good = ended < 0 ? output.st_size > 0 : WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ended > 0 && (WIFSIGNALED(status) || WEXITSTATUS(status) > SCHAR_MAX)) {
        dprintf(run->files[2], "%s itself failed, which is not a mistake of the program\n",
                words->items[0]);
    }
    return true;
}

/* A file that has no name: in memory, or where the grader's jail forbids that, in its /tmp. */
static int open_scratch(const char *name) {
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file >= 0) {
        return file;
    }
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lockstep-XXXXXX", folder != NULL ? folder : "/tmp");
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) {
        unlink(path);
    }
    return file;
}

/* Where the source lies if it must lie beside its headers: #include "…" looks first in the folder
 * of the file. NULL: it has no name, or there is no memory. */
static char *place_of_source(const struct opencl_source *source) {
    char *path = NULL;
    return source->headers != NULL && asprintf(&path, "%s/.source", source->headers) >= 0 ? path
                                                                                          : NULL;
}

static bool open_files(int files[4], const char *source, struct error *error) {
    static const char *const names[4] = {"source", "llvm", "ptx", "log"};
    for (int i = 0; i < 4; i++) {
        files[i] = -1;
    }
    for (int i = 0; i < 4; i++) {
        int file = i == SOURCE && source != NULL
                       ? open(source, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                       : open_scratch(names[i]);
        /* Not one of the standard descriptors, which a program may have closed. */
        files[i] = file >= 0 && file < 3 ? fcntl(file, F_DUPFD_CLOEXEC, 3) : file;
        if (file >= 0 && file < 3) {
            close(file);
        }
        if (files[i] < 0) {
            return error_set(error, "cannot make a file for the compiler: %s", strerror(errno));
        }
    }
    return true;
}

/* The source with its name, as preprocessors mark it. */
static bool write_source(int file, const struct opencl_source *source, struct error *error) {
    char *mark = NULL;
    const char *name = source->name != NULL ? source->name : "<source>";
    int length = asprintf(&mark, "# 1 \"%s\"\n", name);
    bool good = length > 0 && strpbrk(name, "\"\\\n") == NULL &&
                write_all(file, mark, (size_t)length) &&
                write_all(file, source->text, source->length) && write_all(file, "\n", 1);
    free(mark);
    return good || error_set(error, "cannot hand the source to the compiler");
}

/* What a function writes of a text; NULL if memory is exhausted. */
static char *rewritten(const char *text, int (*write)(const char *text, FILE *out)) {
    char *result = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&result, &length);
    bool good = out != NULL && write(text, out) == 0;
    good = out != NULL && fclose(out) == 0 && good;
    if (!good) {
        free(result);
        return NULL;
    }
    return result;
}

static bool replace_file(int file, const char *text, struct error *error) {
    bool good = text != NULL && ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0 &&
                write_all(file, text, strlen(text));
    return good || error_set(error, "out of memory");
}

/* Makes of the first run's output what the next one gets: kernels that nobody calls, and variables
 * without a value. */
static bool rework(int file, struct error *error) {
    char *text = read_file(file, NULL);
    char *split = text != NULL ? opencl_split_called(text) : NULL;
    char *result = split != NULL ? rewritten(split, record_unset) : NULL;
    bool good = replace_file(file, result, error);
    free(result);
    free(split);
    free(text);
    return good;
}

/* For a recording: optimises what lies in `from`, and puts notes into it. */
static bool add_notes(const struct opencl_source *source, const int files[4],
                      struct compiler_run *run, struct error *error) {
    struct words words = {0};
    bool good = add_ir_flags(&words, source, true, false) &&
                run_compiler(&words, source->verbose, run, error);
    words_clear(&words);
    if (!good || !run->good) {
        return good;
    }
    char *text = read_file(files[PTX], NULL);
    char *noted = text != NULL ? rewritten(text, record_notes) : NULL;
    good = replace_file(files[LLVM], noted, error) && ftruncate(files[PTX], 0) == 0 &&
           lseek(files[PTX], 0, SEEK_SET) == 0;
    free(noted);
    free(text);
    return good;
}

/* The PTX with what a host may ask of the kernels. */
static bool finish(const struct opencl_source *source, const int files[4],
                   struct opencl_program *program, struct error *error) {
    char *llvm = read_file(files[LLVM], NULL),
         *pragmas = llvm != NULL ? opencl_describe(llvm, source) : NULL;
    bool good = pragmas != NULL && lseek(files[PTX], 0, SEEK_END) > 0 &&
                write_all(files[PTX], pragmas, strlen(pragmas));
    program->ptx = good ? read_file(files[PTX], &program->ptx_bytes) : NULL;
    program->outcome = OPENCL_BUILT;
    free(llvm);
    free(pragmas);
    return program->ptx != NULL || error_set(error, "out of memory");
}

/* PTX from IR. clang 14's backend cannot take what optimising makes of some null pointers (a cast
 * from one address space to another): then again without. */
static bool make_ptx(const struct opencl_source *source, const int files[4],
                     struct compiler_run *run, struct error *error) {
    off_t logged = lseek(files[LOG], 0, SEEK_END);
    bool good = true;
    run->good = false;
    for (int again = 0; again < 2 && good && !run->good; again++) {
        struct words words = {0};
        add_ir_flags(&words, source, !source->notes && again == 0, true);
        if (again > 0) {
            words_add(&words, "-O0"); /* nor does the backend optimise */
        }
        good = ftruncate(files[PTX], 0) == 0 && lseek(files[PTX], 0, SEEK_SET) == 0 &&
               ftruncate(files[LOG], logged) == 0 && lseek(files[LOG], logged, SEEK_SET) >= 0 &&
               run_compiler(&words, source->verbose, run, error);
        words_clear(&words);
    }
    return good;
}

/* All runs; `words` is the first one's command. */
static bool compile(const struct opencl_source *source, const struct words *words,
                    const int files[4], struct opencl_program *program, struct error *error) {
    struct compiler_run first = {{files[SOURCE], files[LLVM], files[LOG]}, false};
    struct compiler_run next = {{files[LLVM], files[PTX], files[LOG]}, true};
    if (!write_source(files[SOURCE], source, error) ||
        !run_compiler(words, source->verbose, &first, error)) {
        return false;
    }
    if (!first.good) {
        return true;
    }
    if (!rework(files[LLVM], error) || (source->notes && !add_notes(source, files, &next, error))) {
        return false;
    }
    if (!next.good) {
        return true;
    }
    bool good = make_ptx(source, files, &next, error);
    return good && next.good ? finish(source, files, program, error) : good;
}

bool opencl_compile(const struct opencl_source *source, struct opencl_program *program,
                    struct error *error) {
    *program = (struct opencl_program){.outcome = OPENCL_REFUSED};
    struct words words = {0};
    struct error complaint = {0};
    int files[4];
    char *place = place_of_source(source);
    bool good = open_files(files, place, error);
    add_common(&words);
    add_source_flags(&words, source);
    if (good && !opencl_options_read(source->options, &words, &complaint)) {
        program->outcome = OPENCL_BAD_OPTION;
        program->log = strdup(complaint.message);
    } else if (good) {
        char *kept = opencl_cache_path(&words, source);
        words_add(&words, "%s", place != NULL ? place : "-");
        if (!opencl_cache_find(kept, program)) {
            good = compile(source, &words, files, program, error);
            program->log = good ? read_file(files[LOG], NULL) : NULL;
            opencl_cache_keep(kept, program);
        }
        free(kept);
    }
    if (good && program->log == NULL) {
        good = error_set(error, "out of memory");
    }
    for (int i = 0; i < 4; i++) {
        if (files[i] >= 0) {
            close(files[i]);
        }
    }
    if (place != NULL) {
        unlink(place);
        free(place);
    }
    words_clear(&words);
    return good;
}

void opencl_program_clear(struct opencl_program *program) {
    free(program->ptx);
    free(program->log);
    *program = (struct opencl_program){0};
}
