#include "cuda_compile.h"

#include "header_list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../clang.h"
#include "../../../command_line.h"
#include "../../record/annotate/notes.h"
#include "spelling.h"

static bool finish_lane(struct compile_plan *plan, enum compile_lane lane, struct words *words,
                        const char *source) {
    struct compile_step *larger = realloc(plan->steps, (plan->count + 1) * sizeof *larger);
    if (larger != NULL) {
        plan->steps = larger;
    }
    char *about = strdup(source);
    if (larger == NULL || about == NULL || words->failed) {
        free(about);
        words_clear(words);
        return false;
    }
    plan->steps[plan->count++] =
        (struct compile_step){lane, .argv = words->items, .argc = words->count, .source = about};
    return true;
}

static bool finish_step(struct compile_plan *plan, struct words *words, const char *source) {
    return finish_lane(plan, LANE_KERNELS, words, source);
}

/* As nvcc 12 does, where the program names no other; `register` and dim3 grid{n} of an int are no
 * errors to it. */
static void add_language(struct words *words) {
    words_add_text(words, "-std=gnu++17 -Wno-register -Wno-c++11-narrowing");
    words_add_text(words, "-Wno-ignored-attributes"); /* `extern __constant__` */
}

/* What every clang run over a .cu file needs: no toolkit, the kit's headers, CUDA first of all.
 * -target-sdk-version picks the launch interface of CUDA 9.2 and later. */
static void add_cuda(struct words *words, const struct compile_request *request,
                     const char *headers) {
    words_add_text(words, "%s -x cuda --cuda-path=/nonexistent", clangxx_path());
    words_add_text(words, "-nocudainc -nocudalib");
    words_add_text(words, "-Wno-unknown-cuda-version -Xclang -target-sdk-version=10.2");
    /* Libraries declare functions with `...` to ask about types; nobody calls them. */
    words_add_text(words, "-Xclang -fcuda-allow-variadic-functions");
    /* Paths in reports stay as the student gave them. */
    words_add_text(words, "-fdebug-compilation-dir=.");
    add_language(words);
    words_add_text(words, "-isystem %s/cuda/include", request->home);
    if (headers == NULL || request->headers == NULL) {
        words_add_text(words, "-include cuda_runtime.h");
        return;
    }
    words_add_text(words, "-Xclang -include-pch -Xclang %s/%s", request->headers, headers);
}

static const char kernel_headers[] = "kernels.pch", host_headers[] = "host.pch";

static void clang_ptx(struct words *words, const struct compile_request *request) {
    add_cuda(words, request, request->notes ? NULL : kernel_headers); /* notes want other flags */
    words_add_text(words, "--cuda-device-only -S --cuda-gpu-arch=sm_80");
    words_add_text(words, "-Xclang -target-feature -Xclang +ptx72 -gline-tables-only");
    /* A variable that nobody set is wrong every time, not a constant that the compiler likes
     * (record/annotate/unset_reads.h, which wants the IR before it is optimised). */
    words_add_text(words, "-ftrivial-auto-var-init=pattern");
    /* A loop that waits for what never comes is a finding; C++ lets a compiler take it away. */
    words_add_text(words, "-fno-finite-loops");
    words_add_text(words, "-fno-delete-null-pointer-checks"); /* a store through one is a finding */
    words_add_text(words, "-emit-llvm -Xclang -disable-llvm-passes -w -Xclang");
    words_add_text(words, "-mlink-builtin-bitcode -Xclang %s/cuda/libdevice.bc", request->home);
    words_add_text(words, "-Xclang %s -O2", clang_undefined_flag());
    words_add_preset(words, request->preset == COMPILE_SOURCE);
}

static void nvcc_ptx(struct words *words, const struct compile_request *request) {
    words_add_text(words, "%s -ptx -arch=sm_90 -lineinfo -w", request->nvcc);
    /* What clang allows without asking. */
    words_add_text(words, "--expt-relaxed-constexpr --extended-lambda");
}

/* IR in place of IR: from `between`.ll to `between`.`way`.ll. */
static bool add_rewriting(struct compile_plan *plan, const struct compile_request *request,
                          const char *source, const char *way, const char *between) {
    struct words words = {0};
    words_add_text(&words, "%s/record/annotate %s %s.ll %s.%s.ll", request->home, way, between,
                   between, way);
    return finish_step(plan, &words, source);
}

/* Options that matter to the passes and to the code that is made last. */
static void add_late_flags(struct words *words, const char *const *flags, size_t count) {
    for (size_t n = 0; n < count; n++) {
        if (!strncmp(flags[n], "-O", 2) || !strncmp(flags[n], "-ff", 3)) {
            words_add(words, "%s", flags[n]);
        }
    }
}

/* From rewritten IR to optimised IR (`.ll`), to PTX from that (`output`), or both at once. */
static bool add_ir_step(struct compile_plan *plan, const struct compile_request *request,
                        const char *source, const char *way, const char *between,
                        const char *output, bool optimise, bool ptx) {
    struct words words = {0};
    words_add_text(&words, "%s -x ir -target nvptx64-nvidia-cuda", clang_path());
    words_add_text(&words, "-Xclang -target-cpu -Xclang sm_80 -Xclang -target-feature");
    words_add_text(&words, "-Xclang +ptx72 -ffp-contract=fast"); /* as in CUDA's own files */
    words_add_text(&words, "-O2 -w -S -Xclang %s", clang_undefined_flag());
    words_add_preset(&words, request->preset == COMPILE_SOURCE);
    add_late_flags(&words, request->both_flags, request->both_count);
    add_late_flags(&words, request->device_flags, request->device_count);
    if (!optimise) {
        words_add_text(&words, "-Xclang -disable-llvm-passes");
    }
    if (!ptx) {
        words_add(&words, "-emit-llvm");
    }
    words_add_text(&words, "%s.%s.ll -o %s%s", between, way, ptx ? output : between,
                   ptx ? "" : ".ll");
    return finish_step(plan, &words, source);
}

/* From IR that is not optimised to PTX. */
static bool add_unset_steps(struct compile_plan *plan, const struct compile_request *request,
                            const char *source, const char *between, const char *output) {
    return add_rewriting(plan, request, source, "unset", between) &&
           add_ir_step(plan, request, source, "unset", between, output, true, !request->notes) &&
           (!request->notes ||
            (add_rewriting(plan, request, source, "notes", between) &&
             add_ir_step(plan, request, source, "notes", between, output, false, true)));
}

/* `between`: what the names of intermediate files begin with. */
static bool add_ptx_step(struct compile_plan *plan, const struct compile_request *request,
                         const char *source, const char *between, const char *output) {
    struct words words = {0};
    bool ir = request->nvcc == NULL, notes = request->notes && ir; /* nvcc makes PTX at once */
    if (request->nvcc != NULL) {
        nvcc_ptx(&words, request);
    } else {
        clang_ptx(&words, request);
    }
    words_add_all(&words, request->both_flags, request->both_count);
    words_add_all(&words, request->device_flags, request->device_count);
    for (size_t n = 0; notes && record_note_flags[n] != NULL; n++) {
        words_add(&words, "%s", record_note_flags[n]);
    }
    words_add_text(&words, "%s -o %s%s", source, ir ? between : output, ir ? ".ll" : "");
    return finish_step(plan, &words, source) &&
           (!ir || add_unset_steps(plan, request, source, between, output));
}

/* A NUL behind the text, which ends it in the program: not every clang writes one. */
static bool add_end_step(struct compile_plan *plan, const char *source, const char *ptx) {
    struct words words = {0};
    words_add_text(&words, "truncate --size=+1 %s", ptx);
    return finish_step(plan, &words, source);
}

static void add_host_flags(struct words *words, const struct compile_request *request) {
    add_cuda(words, request, host_headers);
    /* Reports name the lines of calls, too. */
    words_add_text(words, "--cuda-host-only -O2 -gline-tables-only");
    words_add_all(words, request->both_flags, request->both_count);
    words_add_all(words, request->host_flags, request->host_count);
}

/* The source and the object that becomes of it; for COMPILE_HEADERS, its list alone. */
static void add_files(struct words *words, const struct compile_request *request,
                      const char *source, const char *output) {
    struct header_list list;
    header_list(request, source, &list);
    if (list.file != NULL) {
        words_add_text(words, "-MF %s", list.file);
    }
    if (list.target != NULL) {
        words_add_text(words, "-MT %s", list.target);
    }
    if (request->goal != COMPILE_HEADERS) {
        words_add(words, "-c");
    }
    words_add_text(words, "%s -o %s", source,
                   request->goal == COMPILE_HEADERS ? request->output : output);
}

static bool add_host_step(struct compile_plan *plan, const struct compile_request *request,
                          const char *source, const char *ptx, const char *output) {
    struct words words = {0};
    add_host_flags(&words, request);
    words_add_text(&words, "-Xclang -fcuda-include-gpubinary -Xclang %s%s", ptx,
                   request->apart != NULL ? ".place" : "");
    add_files(&words, request, source, output);
    return finish_lane(plan, LANE_HOST, &words, source);
}

static bool is_linked(const char *source) {
    return ends_in(source, ".o") || ends_in(source, ".a") || ends_in(source, ".so");
}

static bool is_cuda(const struct compile_request *request, const char *source) {
    return request->language != NULL ? !strcmp(request->language, "cu") && !is_linked(source)
                                     : ends_in(source, ".cu");
}

static bool is_c(const struct compile_request *request, const char *source) {
    return request->language != NULL ? !strcmp(request->language, "c") : ends_in(source, ".c");
}

static bool is_plain(const struct compile_request *request, const char *source) {
    static const char *const endings[] = {".c", ".cpp", ".cc", ".cxx", ".C"};
    bool plain = request->language != NULL && !is_linked(source);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        plain |= ends_in(source, endings[i]);
    }
    return plain;
}

/* C and C++ files beside the .cu files: they may include cuda_runtime.h, too. */
static bool add_plain_step(struct compile_plan *plan, const struct compile_request *request,
                           const char *source, const char *output) {
    struct words words = {0};
    const bool c = is_c(request, source);
    words_add(&words, "%s", c ? clang_path() : clangxx_path());
    if (!c) {
        add_language(&words);
    }
    if (request->language != NULL) {
        words_add_text(&words, "-x %s", request->language);
    }
    words_add_text(&words, "-O2 -gline-tables-only -isystem %s/cuda/include", request->home);
    for (size_t i = 0; i < request->both_count; i++) {
        if (!c || strncmp(request->both_flags[i], "-std=c++", 8) != 0) {
            words_add(&words, "%s", request->both_flags[i]);
        }
    }
    words_add_all(&words, request->host_flags, request->host_count);
    add_files(&words, request, source, output);
    return finish_step(plan, &words, source);
}

/* The steps for one source; its object's name (or the file itself) goes to the linker's words. */
static bool add_source(struct compile_plan *plan, const struct compile_request *request,
                       size_t index, struct words *objects) {
    const char *source = request->sources[index];
    char ptx[PATH_MAX], object[PATH_MAX];
    snprintf(ptx, sizeof ptx, "%s/%zu.ptx", request->scratch, index);
    snprintf(object, sizeof object, "%s/%zu.o", request->scratch, index);
    const char *ptx_name = request->goal == COMPILE_PTX ? request->output
                           : request->apart != NULL     ? request->apart
                                                        : ptx;
    const char *object_name = request->goal == COMPILE_OBJECT ? request->output : object;
    if (is_cuda(request, source) && request->goal == COMPILE_HEADERS) {
        return add_host_step(plan, request, source, "/dev/null", object_name);
    }
    if (is_cuda(request, source)) {
        words_add(objects, "%s", object);
        const char *between = request->goal == COMPILE_PTX ? ptx : ptx_name;
        return add_ptx_step(plan, request, source, between, ptx_name) &&
               (request->goal == COMPILE_PTX ||
                ((request->apart != NULL || add_end_step(plan, source, ptx)) &&
                 add_host_step(plan, request, source, ptx_name, object_name)));
    }
    if (is_plain(request, source)) {
        words_add(objects, "%s", object);
        return add_plain_step(plan, request, source, object_name);
    }
    words_add(objects, "%s", source);
    return true;
}

/* Flags of the host half for its linker, too: with them clang links, which alone knows its own. */
static bool is_for_linker(const char *flag) {
    return !strncmp(flag, "-fopenmp", 8) || !strncmp(flag, "-fsanitize", 10) ||
           !strcmp(flag, "-pthread");
}

/* gcc links in a third of clang's time. */
static bool add_link_step(struct compile_plan *plan, const struct compile_request *request,
                          const struct words *objects) {
    static const char gcc[] = "/usr/bin/gcc";
    struct words words = {0};
    bool by_clang = access(gcc, X_OK) != 0;
    for (size_t i = 0; i < request->host_count; i++) {
        by_clang |= is_for_linker(request->host_flags[i]);
    }
    words_add_text(&words, by_clang ? "%s" : "%s -fno-use-linker-plugin -fno-lto",
                   by_clang ? clangxx_path() : gcc);
    for (size_t i = 0; i < request->host_count; i++) {
        if (is_for_linker(request->host_flags[i])) {
            words_add(&words, "%s", request->host_flags[i]);
        }
    }
    words_add_all(&words, (const char *const *)objects->items, objects->count);
    words_add(&words, "%s/liblockstep_cudart.a", request->home);
    words_add_all(&words, request->link_flags, request->link_count);
    words_add_text(&words, "-lstdc++ -lpthread -lm -o %s", request->output);
    return finish_step(plan, &words, request->output);
}

/* Objects hold their kernels until the program runs, which links them. */
static bool add_empty_step(struct compile_plan *plan, const struct compile_request *request) {
    struct words words = {0};
    words_add_text(&words, "%s -x c -c /dev/null -o %s", clang_path(), request->output);
    return finish_step(plan, &words, request->output);
}

bool compile_plan_make(const struct compile_request *request, struct compile_plan *plan,
                       struct error *error) {
    *plan = (struct compile_plan){0};
    if (request->source_count == 0) {
        return error_set(error, "no source to compile: name a .cu file");
    }
    if (request->apart != NULL && request->goal != COMPILE_OBJECT) {
        return error_set(error, "only an object's halves can be compiled apart");
    }
    if (request->goal == COMPILE_DEVICE_LINK) {
        return add_empty_step(plan, request) || error_set(error, "out of memory");
    }
    if ((request->goal == COMPILE_OBJECT || request->goal == COMPILE_PTX) &&
        request->source_count != 1) {
        return error_set(error, "-c and --ptx take one source, not %zu", request->source_count);
    }
    if (request->goal == COMPILE_PTX && !is_cuda(request, request->sources[0])) {
        return error_set(error, "%s: only a .cu file has kernels", request->sources[0]);
    }
    for (size_t i = 0; i < request->source_count; i++) {
        if (ends_in(request->sources[i], ".cl")) {
            return error_set(error, "%s: OpenCL kernels are compiled by themselves, without %s",
                             request->sources[i], request->sources[i == 0]);
        }
    }
    struct words objects = {0};
    bool good = true;
    for (size_t i = 0; i < request->source_count && good; i++) {
        good = add_source(plan, request, i, &objects);
    }
    if (good && request->goal == COMPILE_PROGRAM) {
        good = !objects.failed && add_link_step(plan, request, &objects);
    }
    words_clear(&objects);
    return good || error_set(error, "out of memory");
}

static bool add_headers_step(struct compile_plan *plan, enum compile_lane lane,
                             const struct compile_request *request, struct words *words,
                             const char *name) {
    /* Without the time: copies of the headers are as good. */
    words_add_text(words, "-Xclang -emit-pch -Xclang -fno-pch-timestamp -S");
    words_add_text(words, "%s/cuda/include/cuda_runtime.h -o %s/%s", request->home, request->output,
                   name);
    return finish_lane(plan, lane, words, "cuda_runtime.h");
}

bool compile_headers_plan(const struct compile_request *request, struct compile_plan *plan,
                          struct error *error) {
    struct words kernels = {0}, host = {0};
    *plan = (struct compile_plan){0};
    clang_ptx(&kernels, request);
    words_add_all(&kernels, request->both_flags, request->both_count);
    add_host_flags(&host, request);
    bool good = add_headers_step(plan, LANE_KERNELS, request, &kernels, kernel_headers);
    if (!good) {
        words_clear(&host);
    }
    good = good && add_headers_step(plan, LANE_HOST, request, &host, host_headers);
    return good || error_set(error, "out of memory");
}

void compile_plan_clear(struct compile_plan *plan) {
    for (size_t i = 0; i < plan->count; i++) {
        for (size_t word = 0; word < plan->steps[i].argc; word++) {
            free(plan->steps[i].argv[word]);
        }
        free(plan->steps[i].argv);
        free(plan->steps[i].source);
    }
    free(plan->steps);
    *plan = (struct compile_plan){0};
}

static bool is_home(const char *folder) {
    char file[PATH_MAX + 64];
    snprintf(file, sizeof file, "%s/cuda/include/cuda_runtime.h", folder);
    return access(file, R_OK) == 0;
}

char *compile_home(struct error *error) {
    const char *given = getenv("LOCKSTEP_HOME");
    if (given != NULL) {
        if (is_home(given)) {
            return strdup(given);
        }
        error_set(error, "LOCKSTEP_HOME is %s, but there is no cuda/include in it", given);
        return NULL;
    }
    char folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = 0;
    for (char *slash = strrchr(folder, '/'); slash != NULL; slash = strrchr(folder, '/')) {
        *slash = 0;
        if (is_home(folder)) {
            return strdup(folder);
        }
    }
    error_set(error, "the CUDA headers are not beside the program: make cuda-kit builds them here; "
                     "LOCKSTEP_HOME names another place");
    return NULL;
}
