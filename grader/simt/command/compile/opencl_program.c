#include "opencl_program.h"

#include "../../../whole_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../opencl/opencl_compile.h"
#include "spelling.h"

bool is_opencl(const struct compile_request *request) {
    return request->source_count == 1 && ends_in(request->sources[0], ".cl");
}

/* The command line's flags as one text of build options, each word in quotes. */
static char *join_flags(const struct compile_request *request) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out != NULL && i < request->both_count; i++) {
        fprintf(out, "'%s' ", request->both_flags[i]);
    }
    for (size_t i = 0; out != NULL && i < request->device_count; i++) {
        fprintf(out, "'%s' ", request->device_flags[i]);
    }
    return out != NULL && fclose(out) == 0 ? text : NULL;
}

static bool write_ptx(const struct compile_request *request, const struct opencl_program *program,
                      struct error *error) {
    char *name = NULL;
    if (request->output != NULL) {
        name = strdup(request->output);
    } else {
        const char *slash = strrchr(request->sources[0], '/');
        const char *base = slash != NULL ? slash + 1 : request->sources[0];
        if (asprintf(&name, "%.*s.ptx", (int)(strlen(base) - 3), base) < 0) {
            name = NULL;
        }
    }
    FILE *file = name != NULL ? fopen(name, "w") : NULL;
    bool good =
        file != NULL && fwrite(program->ptx, 1, program->ptx_bytes, file) == program->ptx_bytes;
    if (file != NULL && fclose(file) != 0) {
        good = false;
    }
    if (!good) {
        error_set(error, "cannot write %s: %s", name != NULL ? name : "the PTX", strerror(errno));
    }
    free(name);
    return good;
}

/* Where #include "…" looks first. */
static void folder_of(const char *name, char *folder, size_t size) {
    const char *slash = strrchr(name, '/');
    snprintf(folder, size, "%.*s", slash != NULL ? (int)(slash - name) : 1,
             slash != NULL ? name : ".");
}

bool opencl_build(const struct compile_request *request, bool verbose, struct error *error) {
    struct opencl_program program = {0};
    size_t length = 0;
    char *home = compile_home(error);
    char *text = home != NULL ? whole_file(request->sources[0], &length) : NULL;
    if (home != NULL && text == NULL) {
        error_set(error, "cannot read %s: %s", request->sources[0], strerror(errno));
    }
    char *options = text != NULL ? join_flags(request) : NULL;
    char folder[PATH_MAX];
    folder_of(request->sources[0], folder, sizeof folder);
    const char *const folders[] = {folder};
    struct opencl_source source = {.text = text,
                                   .length = length,
                                   .name = request->sources[0],
                                   .options = options,
                                   .folders = folders,
                                   .folder_count = 1,
                                   .home = home,
                                   .hardware_like = request->preset == COMPILE_HARDWARE_LIKE,
                                   .notes = request->notes,
                                   .verbose = verbose};
    bool good = text != NULL && (options != NULL || error_set(error, "out of memory")) &&
                opencl_compile(&source, &program, error);
    if (good && program.outcome == OPENCL_BAD_OPTION) {
        good = error_set(error, "%s", program.log);
    } else if (good) {
        fputs(program.log, stderr);
        good = program.outcome == OPENCL_BUILT
                   ? write_ptx(request, &program, error)
                   : error_set(error, "%s could not be built (see above)", request->sources[0]);
    }
    opencl_program_clear(&program);
    free(options);
    free(text);
    free(home);
    return good;
}
