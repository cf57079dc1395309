/* `lockstep cc -fopenmp`: C with OpenMP to an image of PTX, by clang and build/openmp/translate. */
#include "openmp_program.h"

#include "../../../clang.h"
#include "../../../command_line.h"
#include "openmp_directive.h"
#include "spelling.h"
#include "../../../whole_file.h"
#include "header_list.h"
#include "openmp_image.h"
#include "scratch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool wants_openmp(const struct compile_request *request) {
    bool openmp = false;
    for (size_t i = 0; i < request->host_count; i++) {
        openmp |= strcmp(request->host_flags[i], "-fopenmp") == 0;
    }
    return openmp;
}

const char *openmp_unwatched(const struct compile_request *request) {
    const char *source = NULL;
    for (size_t i = 0; i < request->source_count; i++) {
        const char *name = request->sources[i];
        if (ends_in(name, ".cu")) {
            return NULL;
        }
        const bool is_cpp = ends_in(name, ".cpp") || ends_in(name, ".cc") || ends_in(name, ".cxx");
        source = is_cpp && source == NULL ? name : source;
    }
    return wants_openmp(request) && request->language == NULL ? source : NULL;
}

/* The line of a file's first #pragma omp, from 1; 0: there is none. */
static unsigned find_pragma(const char *name) {
    char *text = NULL;
    size_t room = 0;
    unsigned line = 0, found = 0;
    FILE *file = fopen(name, "re");
    while (file != NULL && found == 0 && getline(&text, &room, file) >= 0) {
        int end = 0;
        line++;
        sscanf(text, " # pragma omp %n", &end); // NOLINT(cert-err34-c): nothing is converted
        found = end > 0 ? line : 0;
    }
    free(text);
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

const char *openmp_ignored(const struct compile_request *request, unsigned *line) {
    for (size_t i = 0; i < request->source_count && !wants_openmp(request); i++) {
        const char *name = request->sources[i];
        *line = ends_in(name, ".c") ? find_pragma(name) : 0;
        if (*line > 0) {
            return name;
        }
    }
    return NULL;
}

bool openmp_is_elsewhere(const char *program) {
    static const char *const libraries[] = {"libgomp.so", "libomp.so", "libiomp5.so"};
    struct stat about;
    bool found = false;
    size_t size = 0;
    const bool plain = stat(program, &about) == 0 && S_ISREG(about.st_mode);
    char *bytes = plain ? whole_file(program, &size) : NULL;
    for (size_t i = 0; bytes != NULL && i < sizeof libraries / sizeof *libraries; i++) {
        found = found || memmem(bytes, size, libraries[i], strlen(libraries[i])) != NULL;
    }
    free(bytes);
    return found;
}

bool is_openmp(const struct compile_request *request) {
    bool openmp = wants_openmp(request);
    for (size_t i = 0; i < request->source_count; i++) {
        openmp &= ends_in(request->sources[i], ".c");
    }
    return openmp && request->source_count > 0;
}

/* Is there a directive in the file that clang takes for another? What is no file that can be read
 * is for clang to tell. */
static bool is_unlike(const char *path, struct openmp_unlike *unlike) {
    char *text = whole_file(path, NULL);
    const bool found = text != NULL && openmp_find_unlike(text, unlike);
    free(text);
    return found;
}

/* Makes `output` of a source, or what the preprocessor leaves of it. The flags that say how bitcode
 * is made win over those of the command line. */
static bool call_clang(const struct compile_request *request, size_t n, const char *home,
                       bool preprocess, const char *output, bool verbose, struct error *error) {
    struct words words = {0};
    struct header_list list;
    words_add_text(&words, "%s -isystem %s/openmp", clang_path(), home); /* omp.h */
    words_add_all(&words, request->both_flags, request->both_count);
    for (size_t i = 0; i < request->host_count; i++) {
        const char *flag = request->host_flags[i];
        if (strncmp(flag, "-O", 2) != 0 && strncmp(flag, "-g", 2) != 0 &&
            strncmp(flag, "-m", 2) != 0) {
            words_add(&words, "%s", flag);
        }
    }
    words_add_text(&words, " " OPENMP_CLANG_FLAGS);
    header_list(request, request->sources[n], &list);
    if (list.file != NULL) {
        words_add_text(&words, "-MF %s", list.file);
    }
    if (list.target != NULL) {
        words_add_text(&words, "-MT %s", list.target);
    }
    if (preprocess) {
        words_add(&words, "-E");
    }
    words_add_text(&words, "%s -o %s", request->sources[n], output);
    const bool good = words_run(&words, verbose, request->sources[n], error);
    words_clear(&words);
    return good;
}

/* What clang would take for something else counts only where the preprocessor leaves it. */
static bool compile(const struct compile_request *request, size_t n, const char *home,
                    const char *output, bool verbose, struct error *error) {
    struct openmp_unlike unlike = {.instead = ""};
    const char *source = request->sources[n];
    if (is_unlike(source, &unlike)) {
        if (!call_clang(request, n, home, true, output, verbose, error)) {
            return false;
        }
        if (is_unlike(output, &unlike)) {
            return error_set(error, "%s:%u: clang does not read %s as gcc does: %s", source,
                             unlike.line, unlike.directive, unlike.instead);
        }
    }
    return call_clang(request, n, home, false, output, verbose, error);
}

static bool translate(const struct compile_request *request, const char *home, const char *folder,
                      bool verbose, struct error *error) {
    struct words words = {0};
    char text[PATH_MAX];
    snprintf(text, sizeof text, "%s/openmp/translate", home);
    if (access(text, X_OK) != 0) {
        return error_set(error, "%s is not there: make openmp-kit builds it", text);
    }
    words_add_text(&words, "%s --library %s/openmp/library.bc", text, home);
    words_add_text(&words, "--answered %s/openmp/answered.names --entry main", home);
    if (request->notes) {
        words_add(&words, "--notes");
    }
    for (size_t n = 0; n < request->source_count; n++) {
        words_add(&words, "%s/%zu.bc", folder, n);
    }
    words_add_text(&words, "-o %s/program.ptx", folder);
    const bool good = words_run(&words, verbose, request->sources[0], error);
    words_clear(&words);
    return good;
}

static bool write_image(const char *ptx, const char *output, struct error *error) {
    char *text = whole_file(ptx, NULL);
    FILE *to = text != NULL ? fopen(output, "w") : NULL;
    bool good = to != NULL && fputs(OPENMP_IMAGE_HEAD, to) != EOF && fputs(text, to) != EOF;
    good = to != NULL && fclose(to) == 0 && good;
    free(text);
    return (good && chmod(output, 0755) == 0) ||
           error_set(error, "cannot write %s: %s", output, strerror(errno));
}

bool openmp_build(const struct compile_request *request, bool verbose, struct error *error) {
    struct scratch scratch;
    const char *folder = scratch.path;
    char text[PATH_MAX];
    const char *output = request->output != NULL ? request->output : "a.out";
    if (request->goal == COMPILE_OBJECT || request->nvcc != NULL) {
        return error_set(error, "C with OpenMP is built in one step: name all sources at once, "
                                "without -c and --nvcc");
    }
    char *home = compile_home(error);
    if (home == NULL || !scratch_make(&scratch, error)) {
        free(home);
        return false;
    }
    bool good = true;
    for (size_t n = 0; n < request->source_count && good; n++) {
        if (request->goal == COMPILE_HEADERS) {
            const char *to = request->output != NULL ? request->output : "-";
            good = call_clang(request, n, home, false, to, verbose, error);
            continue;
        }
        snprintf(text, sizeof text, "%s/%zu.bc", folder, n);
        good = compile(request, n, home, text, verbose, error);
    }
    const bool ends = !good || request->goal == COMPILE_HEADERS;
    good = ends ? good : translate(request, home, folder, verbose, error);
    snprintf(text, sizeof text, "%s/program.ptx", folder);
    good = ends ? good : good && write_image(text, output, error);
    scratch_remove(&scratch);
    free(home);
    return good;
}
