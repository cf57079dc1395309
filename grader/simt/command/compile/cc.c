/* `lockstep cc`: compiles CUDA programs for the simulated GPU; takes nvcc's and clang's flags. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../arena.h"
#include "../../../clang.h"
#include "../../../command_line.h"
#include "../../../version.h"
#include "../report_language.h"
#include "cc_flags.h"
#include "../command.h"
#include "cuda_compile.h"
#include "kept_headers.h"
#include "nvcc_words.h"
#include "opencl_program.h"
#include "openmp_program.h"
#include "ptx_limits.h"
#include "scratch.h"
#include "spelling.h"
#include "toolkit.h"

static const char help[] =
    "usage: lockstep cc [flags] program.cu [more sources] -o program\n"
    "       lockstep cc [flags] kernels.cl -o kernels.ptx\n"
    "       lockstep cc -fopenmp [flags] program.c [more sources] -o program\n"
    "\n"
    "Compiles a CUDA program for the simulated GPU; no CUDA Toolkit is needed. A\n"
    "C program with OpenMP runs there as a whole: its threads are the GPU's lanes.\n"
    "Run it with: lockstep simt -- ./program\n"
    "\n"
    "  -o FILE           the program (default a.out)\n"
    "  -c                stop at the object file, to link it later\n"
    "  --ptx             stop at the kernels' PTX\n"
    "  --hardware-like   unroll loops as nvcc does; the default keeps the code as\n"
    "                    it is written, which is what is graded\n"
    "  --nvcc            make the PTX with nvcc, where there is one\n"
    "  -G                keep variables' values, for `lockstep simt --record` and\n"
    "                    `lockstep debug`; what is counted stays the same\n"
    "  -v                show the commands\n"
    "  -run              run the program, once it is built\n"
    "\n"
    "-I, -D, -std=, -g, -W..., -l, -L, -fopenmp and -Xcompiler mean what they mean\n"
    "to other compilers, and so do -cl-... for a .cl file. nvcc's -arch, -gencode,\n"
    "-lineinfo and -rdc are accepted and ignored. nvcc's long names, such as\n"
    "--include-path, work too. --version says which nvcc this replaces.\n";

/* Makefiles look for the toolkit's release in what `nvcc --version` says: the one that
 * __CUDACC_VER_MAJOR__ names. */
static const char version[] = "lockstep cc " LOCKSTEP_VERSION ", in the place of\n"
                              "Cuda compilation tools, release 12.0, V12.0\n";

struct arguments {
    struct compile_request request;
    const char **lists[5]; /* sources, both, host, device, link: see enum flag_list */
    size_t counts[5];
    bool verbose;
    bool help;
    bool version;
    bool run;           /* the program, once it is built */
    const char *folder; /* -odir: of outputs that nobody names; NULL: this one */
};

static void put(struct arguments *arguments, enum flag_list list, const char *word) {
    arguments->lists[list][arguments->counts[list]++] = word;
}

/* -Xcompiler a,b: the parts go to the host's compiler. Cuts the text in place. */
static void put_compiler_flags(struct arguments *arguments, char *text) {
    for (char *part = strtok(text, ","); part != NULL; part = strtok(NULL, ",")) {
        put(arguments, HOST, part);
    }
}

/* Handles argv[i] and, where it takes one, its value; returns the index of the last word used, or
 * -1 with a message. */
static int take_flag(struct arguments *arguments, int argc, char **argv, int i,
                     struct error *error) {
    const struct flag *flag = flag_find(argv[i]);
    if (flag == NULL) {
        error_set(error, "cc does not know the flag %s (see lockstep cc --help)", argv[i]);
        return -1;
    }
    if (flag->action == REFUSED) {
        error_set(error, "%s is not supported: %s", argv[i], flag->why);
        return -1;
    }
    const bool two = argv[i][1] == '-' && flag->text[1] != '-'; /* dashes in place of one */
    bool apart = flag->values && strlen(argv[i]) == strlen(flag->text) + two;
    if (apart && i + 1 >= argc) {
        error_set(error, "%s needs a value", argv[i]);
        return -1;
    }
    if (flag->action == TO_LIST) {
        put(arguments, flag->list, argv[i]);
        if (apart) {
            put(arguments, flag->list, argv[i + 1]);
        }
    } else if (flag->action == TO_COMPILER) {
        char *joined = strchr(argv[i], '=');
        put_compiler_flags(arguments, apart ? argv[i + 1] : joined != NULL ? joined + 1 : argv[i]);
    }
    return apart ? i + 1 : i;
}

/* What nvcc would make of kernels alone is PTX here: cuModuleLoad takes that by any name. */
static bool is_ptx_flag(const char *word) {
    static const char *const flags_of_ptx[] = {"--ptx",    "-ptx",   "-fatbin",
                                               "--fatbin", "-cubin", "--cubin"};
    for (size_t n = 0; n < sizeof flags_of_ptx / sizeof *flags_of_ptx; n++) {
        if (strcmp(word, flags_of_ptx[n]) == 0) {
            return true;
        }
    }
    return false;
}

/* -x cu: all sources are CUDA, whatever they are called. */
static bool take_language(struct compile_request *request, const char *language,
                          struct error *error) {
    static const char *const languages[] = {"cu", "c++", "c"};
    for (size_t n = 0; n < sizeof languages / sizeof *languages; n++) {
        if (strcmp(language, languages[n]) == 0) {
            request->language = language;
            return true;
        }
    }
    return error_set(error, "-x takes cu, c++ or c, not '%s'", language);
}

static bool read_arguments(int argc, char **argv, struct arguments *arguments,
                           struct error *error) {
    struct compile_request *request = &arguments->request;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!strcmp(word, "-o")) {
            if (++i == argc) {
                return error_set(error, "%s needs a value", word);
            }
            request->output = argv[i];
        } else if (!strcmp(word, "-h") || !strcmp(word, "--help")) {
            arguments->help = true;
        } else if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
            arguments->version = true;
        } else if (!strcmp(word, "-v")) {
            arguments->verbose = true;
        } else if (!strcmp(word, "-run")) {
            arguments->run = true;
        } else if (!strncmp(word, "-odir=", 6)) {
            arguments->folder = word + 6;
        } else if (!strncmp(word, "-x", 2)) {
            const char *language = word[2] != '\0' ? word + 2 + (word[2] == '=')
                                   : i + 1 < argc  ? argv[++i]
                                                   : "";
            if (!take_language(request, language, error)) {
                return false;
            }
        } else if (!strcmp(word, "-c") || !strcmp(word, "-dc") || !strcmp(word, "--device-c")) {
            request->goal = request->goal == COMPILE_HEADERS ? COMPILE_HEADERS : COMPILE_OBJECT;
        } else if (!strcmp(word, "-M") || !strcmp(word, "-MM")) {
            request->goal = COMPILE_HEADERS;
            put(arguments, HOST, word);
        } else if (!strcmp(word, "-dlink") || !strcmp(word, "--device-link")) {
            request->goal = COMPILE_DEVICE_LINK;
        } else if (is_ptx_flag(word)) {
            request->goal = COMPILE_PTX;
        } else if (!strcmp(word, "--hardware-like")) {
            request->preset = COMPILE_HARDWARE_LIKE;
        } else if (!strcmp(word, "-G")) {
            request->notes = true;
        } else if (!strcmp(word, "--nvcc")) {
            request->nvcc = "nvcc";
        } else if (!strcmp(word, "--use_fast_math") || !strcmp(word, "-use_fast_math")) {
            put(arguments, DEVICE, "-ffast-math");
            put(arguments, DEVICE, "-fcuda-approx-transcendentals");
        } else if (!strcmp(word, "-fmad=false") || !strcmp(word, "--fmad=false")) {
            put(arguments, DEVICE, "-ffp-contract=off");
        } else if (!strcmp(word, "-fmad=true") || !strcmp(word, "--fmad=true")) {
            continue; /* as it is */
        } else if (word[0] != '-') {
            put(arguments, SOURCES, word);
        } else if ((i = take_flag(arguments, argc, argv, i, error)) < 0) {
            return false;
        }
    }
    return true;
}

/* The name for -c and --ptx without -o: the source's with another ending, in this folder. */
static char *default_output(const struct arguments *arguments) {
    const struct compile_request *request = &arguments->request;
    static const char *const endings[] = {[COMPILE_PROGRAM] = NULL,
                                          [COMPILE_OBJECT] = ".o",
                                          [COMPILE_PTX] = ".ptx",
                                          [COMPILE_DEVICE_LINK] = "_dlink.o"};
    if (request->goal == COMPILE_HEADERS) {
        return strdup("-");
    }
    if (request->goal == COMPILE_PROGRAM || request->source_count == 0) {
        return strdup("a.out");
    }
    const char *name = strrchr(request->sources[0], '/');
    name = name != NULL ? name + 1 : request->sources[0];
    const char *dot = strrchr(name, '.');
    char *output = NULL;
    int length = dot != NULL ? (int)(dot - name) : (int)strlen(name);
    bool here = arguments->folder == NULL;
    return asprintf(&output, "%s%s%.*s%s", here ? "" : arguments->folder, here ? "" : "/", length,
                    name, endings[request->goal]) < 0
               ? NULL
               : output;
}

/* The PTX that a step makes, its last word; NULL: it makes none. */
static const char *made_ptx(const struct compile_step *step) {
    const char *last = step->argc > 1 ? step->argv[step->argc - 1] : "";
    const char *ending = strrchr(last, '.');
    bool made = strcmp(step->argv[step->argc - 2], "-o") == 0;
    return made && ending != NULL && strcmp(ending, ".ptx") == 0 ? last : NULL;
}

/* Folders that the sources' spelling, or the libraries that they include, need. */
struct helpers {
    char *overlay, *libraries;
};

/* Words for both compilers that follow from what the sources include. */
static struct helpers put_helpers(struct arguments *arguments, const char *scratch) {
    const struct compile_request *request = &arguments->request;
    struct helpers helpers = {0};
    if (request->nvcc != NULL) {
        return helpers;
    }
    bool cuda = request->language != NULL && strcmp(request->language, "cu") == 0;
    helpers.overlay = spelling_overlay(request->sources, request->source_count, cuda, scratch);
    if (helpers.overlay != NULL) {
        put(arguments, BOTH, "-ivfsoverlay");
        put(arguments, BOTH, helpers.overlay);
    }
    const struct toolkit_wishes wishes = toolkit_wishes(request->sources, request->source_count);
    if (wishes.compiler) {
        /* Not for all: libraries ask, too, which may take what only nvcc takes. */
        put(arguments, BOTH, "-D__NVCC__");
    }
    helpers.libraries = wishes.libraries ? toolkit_libraries() : NULL;
    if (helpers.libraries != NULL) { /* the last: what the program names goes before it */
        put(arguments, BOTH, "-I");
        put(arguments, BOTH, helpers.libraries);
    }
    return helpers;
}

/* Plans the steps of `request` and takes them, in its folder `scratch`. */
static bool run_steps(const struct compile_request *request, bool verbose, struct error *error) {
    struct compile_plan plan = {0};
    bool good = compile_plan_make(request, &plan, error);
    for (size_t i = 0; i < plan.count && good; i++) {
        const char *ptx = made_ptx(&plan.steps[i]);
        const struct words words = {.items = plan.steps[i].argv, .count = plan.steps[i].argc};
        good = words_run(&words, verbose, plan.steps[i].source, error) &&
               (ptx == NULL || ptx_fits(ptx, plan.steps[i].source, error));
    }
    compile_plan_clear(&plan);
    return good;
}

static bool build_cuda(struct arguments *arguments, struct error *error) {
    struct compile_request *request = &arguments->request;
    struct scratch scratch;
    struct arena arena = {0};
    char *home = compile_home(error);
    char *output = request->output != NULL ? strdup(request->output) : default_output(arguments);
    bool good = home != NULL && output != NULL && scratch_make(&scratch, error);
    if (good) {
        const char *const named = request->output;
        request->home = home;
        request->output = output;
        request->scratch = scratch.path;
        const struct helpers helpers = put_helpers(arguments, scratch.path);
        request->both_count = arguments->counts[BOTH];
        request->headers = kept_headers(&arena, request);
        good = run_steps(request, arguments->verbose, error);
        scratch_remove(&scratch);
        request->output = named;
        free(helpers.overlay);
        free(helpers.libraries);
    }
    arena_free(&arena);
    free(home);
    free(output);
    return good;
}

static bool build(struct arguments *arguments, struct error *error) {
    struct compile_request *request = &arguments->request;
    if (is_opencl(request)) {
        return opencl_build(request, arguments->verbose, error);
    }
    if (is_openmp(request)) {
        return openmp_build(request, arguments->verbose, error);
    }
    const char *unwatched = openmp_unwatched(request);
    if (unwatched != NULL) {
        simt_tell("%s: OpenMP in C++ runs without the machine, so no race in it is found; "
                  "write it in C (.c) to have it watched",
                  unwatched);
    }
    unsigned line;
    const char *ignored = openmp_ignored(request, &line);
    if (ignored != NULL) {
        simt_tell("%s:%u: #pragma omp does nothing without -fopenmp: lockstep cc -fopenmp …",
                  ignored, line);
    }
    return build_cuda(arguments, error);
}

/* What -run asks for: the program on the simulated GPU. */
static int run_program(const struct compile_request *request, struct error *error) {
    const char *name = request->output != NULL ? request->output : "a.out";
    char *path = NULL;
    pid_t child;
    int status = 0;
    if (asprintf(&path, "%s%s", strchr(name, '/') != NULL ? "" : "./", name) < 0) {
        error_set(error, "out of memory");
        return 2;
    }
    char *words[] = {"lockstep", "simt", "--", path, NULL};
    int failed = posix_spawn(&child, "/proc/self/exe", NULL, NULL, words, environ);
    free(path);
    if (failed || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) {
        error_set(error, "cannot run %s: %s", name, failed ? strerror(failed) : "it was ended");
        return 2;
    }
    return WEXITSTATUS(status);
}

/* An object for each source, as compilers make them, unless one is named. */
static bool build_all(struct arguments *arguments, struct error *error) {
    struct compile_request *request = &arguments->request;
    if (request->goal != COMPILE_OBJECT || request->output != NULL || request->source_count < 2) {
        return build(arguments, error);
    }
    const char *const *sources = request->sources;
    const size_t both = arguments->counts[BOTH];
    bool good = true;
    for (size_t count = request->source_count; count > 0 && good; count--, sources++) {
        request->sources = sources;
        request->source_count = 1;
        request->output = NULL;
        arguments->counts[BOTH] = both; /* without what the last build put there */
        good = build(arguments, error);
    }
    return good;
}

int cc_main(int argc, char **argv) {
    struct arguments arguments = {0};
    struct error error = {0};
    bool good = true;
    struct arena arena = {0};
    argv = nvcc_words(&arena, &argc, argv);
    for (int i = 0; i < 5; i++) {
        /* -Xcompiler a,b,c makes more words than it is long by half at the most. */
        size_t room = 8; /* two each for the overlay and a toolkit's libraries, __NVCC__ */
        for (int word = 1; word < argc; word++) {
            room += 2 + strlen(argv[word]) / 2;
        }
        arguments.lists[i] = calloc(room, sizeof(char *));
        good = good && arguments.lists[i] != NULL;
    }
    if (!good) {
        error_set(&error, "out of memory");
    }
    good = good && read_arguments(argc, argv, &arguments, &error);
    const bool says = arguments.help || arguments.version;
    if (good && says) {
        fputs(arguments.help ? help : version, stdout);
    }
    struct compile_request *request = &arguments.request;
    const struct {
        const char *const **to;
        size_t *count;
    } places[] = {{&request->sources, &request->source_count},
                  {&request->both_flags, &request->both_count},
                  {&request->host_flags, &request->host_count},
                  {&request->device_flags, &request->device_count},
                  {&request->link_flags, &request->link_count}};
    for (int i = 0; i < 5; i++) {
        *places[i].to = arguments.lists[i];
        *places[i].count = arguments.counts[i];
    }
    if (good && !says) {
        good = build_all(&arguments, &error);
    }
    for (int i = 0; i < 5; i++) {
        free(arguments.lists[i]);
    }
    arena_free(&arena);
    int status = !good ? 2 : arguments.run && !says ? run_program(&arguments.request, &error) : 0;
    if (error.message[0] != '\0') {
        simt_tell_error(&error);
        if (clang_major() != clang_major_built()) {
            fprintf(stderr, "  Lockstep was built with clang %d, and LOCKSTEP_LLVM chooses %d\n",
                    clang_major_built(), clang_major());
        }
    }
    return status;
}
