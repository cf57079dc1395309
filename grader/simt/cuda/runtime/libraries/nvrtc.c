/*
 * Kernels compiled while the program runs: the text goes into a folder of its own, and `lockstep
 * cc` makes PTX of it. `lockstep simt` says where it is.
 */
#include "../../include/nvrtc.h"

#include "../../../../folder.h"
#include "../../../../whole_file.h"
#include "../runtime_calls.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

struct _nvrtcProgram {
    char *source, *ptx, *log;
    char *folder;   /* "-I" and the folder of the source by its name: headers lie there, too */
    char **headers; /* names and texts in turns */
    int header_count;
    char **names; /* expressions and, once it is compiled, their lowered names in turns */
    int name_count;
};

static const char *const texts[] = {
    [NVRTC_SUCCESS] = "NVRTC_SUCCESS",
    [NVRTC_ERROR_OUT_OF_MEMORY] = "NVRTC_ERROR_OUT_OF_MEMORY",
    [NVRTC_ERROR_PROGRAM_CREATION_FAILURE] = "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    [NVRTC_ERROR_INVALID_INPUT] = "NVRTC_ERROR_INVALID_INPUT",
    [NVRTC_ERROR_INVALID_PROGRAM] = "NVRTC_ERROR_INVALID_PROGRAM",
    [NVRTC_ERROR_INVALID_OPTION] = "NVRTC_ERROR_INVALID_OPTION",
    [NVRTC_ERROR_COMPILATION] = "NVRTC_ERROR_COMPILATION",
    [NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION] =
        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    [NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION] =
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    [NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID] = "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    [NVRTC_ERROR_INTERNAL_ERROR] = "NVRTC_ERROR_INTERNAL_ERROR",
};

const char *nvrtcGetErrorString(nvrtcResult result) {
    size_t number = (size_t)result;
    bool known = number < sizeof texts / sizeof texts[0] && texts[number] != NULL;
    return known ? texts[number] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
    *major = 12;
    *minor = 0;
    return NVRTC_SUCCESS;
}

/* ---- programs -------------------------------------------------------------------------------- */

static void release(struct _nvrtcProgram *program) {
    for (int i = 0; i < 2 * program->header_count; i++) {
        free(program->headers[i]);
    }
    for (int i = 0; i < 2 * program->name_count; i++) {
        free(program->names[i]);
    }
    free(program->headers);
    free(program->names);
    free(program->source);
    free(program->folder);
    free(program->ptx);
    free(program->log);
    free(program);
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
                               int header_count, const char *const *headers,
                               const char *const *header_names) {
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    if (program == NULL || source == NULL || header_count < 0) {
        return NVRTC_ERROR_INVALID_INPUT;
    }
    struct _nvrtcProgram *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    made->source = strdup(source);
    made->headers = calloc(2 * (size_t)header_count + 1, sizeof(char *));
    bool good = made->source != NULL && made->headers != NULL &&
                asprintf(&made->folder, "-I%.*s", slash != NULL ? (int)(slash + 1 - name) : 1,
                         slash != NULL ? name : ".") >= 0;
    for (int i = 0; good && i < header_count; i++, made->header_count++) {
        made->headers[2 * i] = strdup(header_names[i]);
        made->headers[2 * i + 1] = strdup(headers[i]);
        good = made->headers[2 * i] != NULL && made->headers[2 * i + 1] != NULL;
    }
    if (!good) {
        release(made);
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    *program = made;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program) {
    if (program == NULL || *program == NULL) {
        return NVRTC_ERROR_INVALID_PROGRAM;
    }
    release(*program);
    *program = NULL;
    return NVRTC_SUCCESS;
}

/* ---- files of one compilation ---------------------------------------------------------------- */

static bool write_file(const char *folder, const char *name, const char *text) {
    char path[512];
    /* A header's name may lead into folders: those are not made. */
    if (strchr(name, '/') != NULL ||
        snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return false;
    }
    FILE *file = fopen(path, "w");
    bool good = file != NULL && fputs(text, file) >= 0;
    return file != NULL && fclose(file) == 0 && good;
}

static char *read_file(const char *folder, const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return whole_file(path, NULL);
}

/* ---- compiling ------------------------------------------------------------------------------- */

enum { MOST_WORDS = 64 };

/* What `lockstep cc` takes of nvrtc's options; architectures and the like change nothing. */
static int take_options(const char *const *options, int count, char *words[MOST_WORDS], int at) {
    static const struct {
        const char *long_name, *short_name;
    } rows[] = {{"--include-path=", "-I"},
                {"--define-macro=", "-D"},
                {"--std=", "-std="},
                {"-I", "-I"},
                {"-D", "-D"},
                {"-std=", "-std="}};
    for (int i = 0; i < count && at < MOST_WORDS - 4; i++) {
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
            size_t length = strlen(rows[r].long_name);
            if (strncmp(options[i], rows[r].long_name, length) != 0) {
                continue;
            }
            const char *value = options[i] + length;
            if (*value == '\0' && i + 1 < count) { /* -I folder */
                value = options[++i];
            }
            at += asprintf(&words[at], "%s%s", rows[r].short_name, value) >= 0;
            break;
        }
    }
    return at;
}

static bool leaves_out_source(const char *const *options, int count) {
    for (int i = 0; i < count; i++) {
        if (strcmp(options[i] + (options[i][0] == '-' && options[i][1] == '-'),
                   "-no-source-include") == 0) {
            return true;
        }
    }
    return false;
}

/* In the folder: the PTX of kernel.cu into kernel.ptx, what the compiler says into log. */
static bool run_compiler(const char *compiler, const char *folder, char *beside,
                         const char *const *options, int count) {
    char source[512], ptx[512], log[512], here[512];
    snprintf(source, sizeof source, "%s/kernel.cu", folder);
    snprintf(ptx, sizeof ptx, "%s/kernel.ptx", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    snprintf(here, sizeof here, "-I%s", folder);
    char name[] = "lockstep", cc[] = "cc", make_ptx[] = "--ptx", output[] = "-o";
    char *words[MOST_WORDS] = {name, cc, make_ptx, here, source, output, ptx, beside};
    const int fixed = leaves_out_source(options, count) ? 7 : 8;
    words[fixed] = NULL;
    int end = take_options(options, count, words, fixed), status = 1;
    posix_spawn_file_actions_t actions;
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    bool good = posix_spawn(&child, compiler, &actions, NULL, words, environ) == 0 &&
                waitpid(child, &status, 0) == child;
    posix_spawn_file_actions_destroy(&actions);
    for (int i = fixed; i < end; i++) {
        free(words[i]);
    }
    return good && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- names of kernels and variables ---------------------------------------------------------- */

/* A variable that points to what an expression names: it makes the instance of a template, and its
 * initial value in the PTX is the lowered name. */
#define NAME_VARIABLE "lockstep_name_"

static bool write_source(const char *folder, const struct _nvrtcProgram *program) {
    char *text = NULL;
    size_t size;
    FILE *source = open_memstream(&text, &size);
    bool good = source != NULL && fputs(program->source, source) >= 0;
    for (int i = 0; good && i < program->name_count; i++) {
        good = fprintf(source,
                       "\nextern \"C\" __device__ const void *" NAME_VARIABLE
                       "%d[1] = {(const void *)(%s)};",
                       i, program->names[2 * i]) > 0;
    }
    good = source != NULL && fclose(source) == 0 && good && write_file(folder, "kernel.cu", text);
    free(text);
    return good;
}

/* "… lockstep_name_0[1] = {_Z5scalePfi};", or "{generic(_Z5table)}": takes the names, and the
 * lines away. */
static void take_names(struct _nvrtcProgram *program) {
    for (int i = 0; i < program->name_count; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, NAME_VARIABLE "%d[1] = {", i);
        char *at = program->ptx != NULL ? strstr(program->ptx, wanted) : NULL;
        if (at == NULL) {
            continue;
        }
        const char *name = at + strlen(wanted), *bracket = strpbrk(name, "(};");
        name = bracket != NULL && *bracket == '(' ? bracket + 1 : name;
        free(program->names[2 * i + 1]);
        program->names[2 * i + 1] = strndup(name, strcspn(name, ")}+"));
        while (at > program->ptx && at[-1] != '\n') {
            at--;
        }
        const char *rest = at + strcspn(at, "\n");
        memmove(at, rest, strlen(rest) + 1);
    }
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression) {
    if (program == NULL || expression == NULL) {
        return program == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    if (program->ptx != NULL || program->log != NULL) {
        return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    }
    size_t count = 2 * (size_t)program->name_count;
    char **names = realloc(program->names, (count + 2) * sizeof *names);
    if (names == NULL) {
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    program->names = names;
    names[count] = strdup(expression);
    names[count + 1] = NULL;
    if (names[count] == NULL) {
        return NVRTC_ERROR_OUT_OF_MEMORY;
    }
    program->name_count++;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name) {
    if (program == NULL || expression == NULL || name == NULL) {
        return program == NULL ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
    }
    if (program->ptx == NULL) {
        return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    }
    for (int i = 0; i < program->name_count; i++) {
        if (strcmp(program->names[2 * i], expression) == 0 && program->names[2 * i + 1] != NULL) {
            *name = program->names[2 * i + 1];
            return NVRTC_SUCCESS;
        }
    }
    client_complain("%s: %s was not given to nvrtcAddNameExpression", __func__, expression);
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* ---- the compiler ---------------------------------------------------------------------------- */

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count,
                                const char *const *options) {
    const char *compiler = getenv(WIRE_COMPILER_VARIABLE);
    char folder[] = "/tmp/lockstep-nvrtc-XXXXXX";
    if (program == NULL || program->source == NULL) {
        return NVRTC_ERROR_INVALID_PROGRAM;
    }
    free(program->ptx);
    free(program->log);
    program->ptx = program->log = NULL;
    if (compiler == NULL || mkdtemp(folder) == NULL) {
        program->log = strdup("Kernels are compiled at run time only under `lockstep simt`: put "
                              "them into a .cu file\n");
        client_complain("%s: %s", __func__, program->log != NULL ? program->log : "");
        return NVRTC_ERROR_COMPILATION;
    }
    bool good = write_source(folder, program);
    for (int i = 0; i < program->header_count; i++) {
        good = good && write_file(folder, program->headers[2 * i], program->headers[2 * i + 1]);
    }
    good = good && run_compiler(compiler, folder, program->folder, options, option_count);
    program->log = read_file(folder, "log");
    program->ptx = good ? read_file(folder, "kernel.ptx") : NULL;
    take_names(program);
    folder_remove(folder);
    return program->ptx != NULL ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}

/* ---- what came of it ------------------------------------------------------------------------- */

static nvrtcResult size_of(const char *text, size_t *size) {
    *size = text != NULL ? strlen(text) + 1 : 0;
    return text != NULL ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}
static nvrtcResult copy(const char *text, char *to) {
    if (text == NULL) {
        return NVRTC_ERROR_INVALID_PROGRAM;
    }
    memcpy(to, text, strlen(text) + 1);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size) {
    return size_of(program->ptx, size);
}
/* A program that asks for the PTX of what did not compile has not looked at the compiler's
 * status. */
static void tell_failed(const struct _nvrtcProgram *program) {
    if (program->ptx == NULL && program->log != NULL) {
        client_complain(
            "the program asks for kernels that nvrtcCompileProgram could not compile:\n%s",
            program->log);
    }
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx) {
    tell_failed(program);
    return copy(program->ptx, ptx);
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size) {
    return size_of(program->ptx, size);
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *ptx) {
    tell_failed(program);
    return copy(program->ptx, ptx);
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size) {
    return size_of(program->log != NULL ? program->log : "", size);
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log) {
    return copy(program->log != NULL ? program->log : "", log);
}
