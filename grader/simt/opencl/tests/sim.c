/*
 * A kernel on the simulated GPU, as a .sim file says: the format of oclgrind-kernel, so that both
 * judge the same case (cases.sh makes the files). Prints the arrays that are to be dumped, then the
 * findings.
 *
 *     kernel.cl                              the source, beside the .sim file
 *     reduce                                 the kernel
 *     64 1 1                                 global size
 *     32 1 1                                 work-group size
 *     <size=256 uint range=0:1:63 dump>      an argument: bytes, type, values
 *     <size=4 int> 7                         a value; its bytes in the type given
 *     <size=128>                             a local memory argument: only its size
 *
 * Other words: fill=V, noinit, hex, null, ro, wo (what kernels may do). Comments "#offset X Y Z"
 * and
 * "#options …" are for this program only; so is "#schedule reverse" or "lanes". "#auto N" gives
 * each kernel parameter something, in the Nth of four ways. The source may be PTX.
 */
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../whole_file.h"
#include "../../observers/detectors/detect.h"
#include "../../observers/reports/report.h"
#include "../kernel_description.h"
#include "load_kernels.h"

enum { MOST_ARGUMENTS = 64 };

struct argument {
    size_t size;
    const struct type *type;
    char fill[64], range[128];
    bool noinit, dump, hex, null, typed, read_only, write_only, pointer;
    char *bytes;
    uint64_t address;
};

struct simulation {
    char source[PATH_MAX], kernel[256], options[512];
    unsigned global[3], local[3], offset[3];
    enum simt_schedule schedule;
    unsigned way; /* to give arguments that are not told, from 1; 0: all are */
    struct argument arguments[MOST_ARGUMENTS];
    uint32_t count;
};

_Noreturn static void die(const char *what, const char *which) {
    fprintf(stderr, "sim: %s%s\n", what, which);
    exit(2);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void read_comment(struct simulation *sim, const char *line) {
    char word[32] = "";
    sscanf(line, "#offset %u %u %u", &sim->offset[0], &sim->offset[1], &sim->offset[2]);
    sscanf(line, "#options %511[^\n]", sim->options);
    sscanf(line, "# ARGS: --build-options %511[^\n]", sim->options); /* oclgrind-kernel's own */
    sscanf(line, "#auto %u", &sim->way);
    if (sscanf(line, "#schedule %31s", word) == 1) {
        sim->schedule = !strcmp(word, "reverse") ? SIMT_REVERSE
                        : !strcmp(word, "lanes") ? SIMT_LANES
                                                 : SIMT_FORWARD;
    }
}

/* The file without comments, whole. */
static char *read_text(const char *name, struct simulation *sim) {
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        die("cannot read ", name);
    }
    char *text = NULL, *line = NULL;
    size_t size = 0, room = 0;
    FILE *out = open_memstream(&text, &size);
    while (getline(&line, &room, file) > 0) {
        if (*line == '#') {
            read_comment(sim, line);
        } else {
            fputs(line, out);
        }
    }
    free(line);
    fclose(file);
    fclose(out);
    return text;
}

static void put_value(const struct argument *argument, size_t index, const char *text) {
    const struct type *type = argument->type;
    char *to = argument->bytes + index * type->bytes;
    if (type->kind == 'f') {
        double value = strtod(text, NULL);
        float narrow = (float)value;
        memcpy(to, type->bytes == 4 ? (void *)&narrow : (void *)&value, type->bytes);
    } else {
        uint64_t value =
            type->kind == 'i' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
        memcpy(to, &value, type->bytes);
    }
}

static void put_range(const struct argument *argument) {
    double from = 0, step = 1, to = 0;
    sscanf(argument->range, "%lf:%lf:%lf", &from, &step, &to);
    for (size_t i = 0; i < argument->size / argument->type->bytes; i++) {
        char text[64];
        snprintf(text, sizeof text, "%.17g", from + step * (double)i);
        put_value(argument, i, text);
    }
}

static void read_word(struct argument *argument, const char *word) {
    for (size_t i = 0; i < TYPES; i++) {
        if (!strcmp(word, types[i].name)) {
            argument->type = &types[i];
            argument->typed = true;
        }
    }
    sscanf(word, "size=%zu", &argument->size);
    sscanf(word, "fill=%63s", argument->fill);
    sscanf(word, "range=%127s", argument->range);
    argument->noinit |= !strcmp(word, "noinit");
    argument->dump |= !strcmp(word, "dump");
    argument->hex |= !strcmp(word, "hex");
    argument->null |= !strcmp(word, "null");
    argument->read_only |= !strcmp(word, "ro");
    argument->write_only |= !strcmp(word, "wo");
}

/* One argument, from its '<' on; returns where the next begins. */
static char *read_argument(struct simulation *sim, char *at) {
    if (sim->count == MOST_ARGUMENTS) {
        die("too many arguments", "");
    }
    struct argument *argument = &sim->arguments[sim->count++];
    *argument = (struct argument){.type = &types[5]};
    char *end = strchr(at, '>');
    if (end == NULL) {
        die("an argument has no '>'", "");
    }
    *end = 0;
    char *save = NULL;
    for (char *word = strtok_r(at + 1, " \n", &save); word != NULL;
         word = strtok_r(NULL, " \n", &save)) {
        read_word(argument, word);
    }
    at = end + 1;
    argument->bytes = calloc(argument->size + 8, 1);
    size_t count = argument->size / argument->type->bytes;
    if (*argument->range) {
        put_range(argument);
    }
    for (size_t i = 0; *argument->fill && i < count; i++) {
        put_value(argument, i, argument->fill);
    }
    for (size_t i = 0; *(at += strspn(at, " \t\n")) && *at != '<'; i++) {
        size_t length = strcspn(at, " \t\n<");
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (i < count) {
            put_value(argument, i, word);
        }
        at += length;
        argument->typed = true;
    }
    return at;
}

static void read_simulation(struct simulation *sim, const char *name) {
    char *text = read_text(name, sim), source[256];
    int used = 0;
    if (sscanf(text, "%255s %255s %u %u %u %u %u %u %n", source, sim->kernel, &sim->global[0],
               &sim->global[1], &sim->global[2], &sim->local[0], &sim->local[1], &sim->local[2],
               &used) != 8) {
        die("its head is not a source, a kernel and six numbers: ", name);
    }
    char *copy = strdup(name);
    snprintf(sim->source, sizeof sim->source, "%s/%s", dirname(copy), source);
    free(copy);
    for (char *at = text + used; *at;) {
        at = read_argument(sim, at);
    }
    free(text);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Buffers with room for four elements of each thread, of small numbers; numbers such as kernels
 * take. */
static void make_arguments(struct simulation *sim, const struct simt_kernel_info *info) {
    const uint32_t total = sim->global[0] * sim->global[1] * sim->global[2];
    const uint32_t numbers[] = {16, 4, 1, total};
    sim->count = info->parameter_count < MOST_ARGUMENTS ? info->parameter_count : MOST_ARGUMENTS;
    for (uint32_t i = 0; i < sim->count; i++) {
        const struct simt_parameter *parameter = &info->parameters[i];
        struct argument *argument = &sim->arguments[i];
        const bool pointer = parameter->kind != SIMT_PARAMETER_VALUE ||
                             (info->dialect == SIMT_CUDA && parameter->size == sizeof(void *));
        argument->type = &types[5];
        argument->size = parameter->kind == SIMT_PARAMETER_LOCAL ? 8192
                         : pointer                               ? 16 * (size_t)total + 65536
                                                                 : parameter->size;
        argument->pointer = pointer;
        argument->bytes = calloc(argument->size + 8, 1);
        for (size_t n = 0; n < argument->size / sizeof *numbers; n++) {
            const uint32_t element = sim->way == 1 ? 0 : sim->way == 2 ? n % 64 : n % 7 + 1;
            memcpy(argument->bytes + n * sizeof element,
                   pointer ? &element : &numbers[(sim->way - 1) % 4], sizeof element);
        }
    }
}

static void compile(const struct simulation *sim, struct opencl_program *program) {
    struct error error = {0};
    const char *home = getenv("LOCKSTEP_HOME");
    const char *base = strrchr(sim->source, '/');
    struct opencl_source source = {.name = base != NULL ? base + 1 : sim->source,
                                   .options = sim->options,
                                   .home = home != NULL ? home : "build"};
    char *text = whole_file(sim->source, &source.length);
    if (text == NULL) {
        die("cannot read ", sim->source);
    }
    source.text = text;
    if (base != NULL && strstr(base, ".ptx") != NULL) {
        *program = (struct opencl_program){
            .outcome = OPENCL_BUILT, .ptx = text, .ptx_bytes = source.length};
        return;
    }
    if (!opencl_compile(&source, program, &error)) {
        die(error.message, "");
    }
    free(text);
    fputs(program->log != NULL ? program->log : "", stdout);
    if (program->outcome != OPENCL_BUILT) {
        puts("not built");
        exit(1);
    }
}

static void print(void *context, const char *text, size_t length) {
    (void)context;
    fwrite(text, 1, length, stdout);
}

static void give_argument(struct simt_device *device, struct detector *detector,
                          const struct simt_parameter *parameter, struct argument *argument,
                          char *block) {
    char *to = block + parameter->offset;
    if (parameter->kind == SIMT_PARAMETER_VALUE && !argument->pointer) {
        memcpy(to, argument->bytes,
               argument->size < parameter->size ? argument->size : parameter->size);
        return;
    }
    if (!argument->null) {
        simt_memory_allocate(device, argument->size, &argument->address);
    }
    if (argument->read_only || argument->write_only) {
        detector_one_way(detector, simt_memory_find(device, argument->address, NULL)->index,
                         argument->read_only);
    }
    if (!argument->null && !argument->noinit) {
        simt_memory_write(device, argument->address, argument->bytes, argument->size);
    }
    memcpy(to, &argument->address, sizeof argument->address);
}

/* The value at AT, in at most 32 characters. */
static void write_value(char *text, size_t size, const struct argument *argument, const char *at) {
    const struct type *type = argument->type;
    uint64_t bits = 0;
    memcpy(&bits, at, type->bytes);
    if (argument->hex) {
        snprintf(text, size, "0x%0*llx", (int)type->bytes * 2, (unsigned long long)bits);
    } else if (type->kind == 'f') {
        float narrow;
        double value;
        memcpy(&narrow, at, sizeof narrow);
        memcpy(&value, &bits, sizeof value);
        snprintf(text, size, "%g", type->bytes == 4 ? (double)narrow : value);
    } else if (type->kind == 'i') {
        unsigned shift = 64 - 8 * type->bytes;
        snprintf(text, size, "%lld", (long long)(bits << shift) >> shift);
    } else {
        snprintf(text, size, "%llu", (unsigned long long)bits);
    }
}

/* An array's values, lines of at most 100 columns, each with the index of its first value. */
static void dump(struct simt_device *device, const struct simt_parameter *parameter,
                 const struct argument *argument) {
    char *bytes = malloc(argument->size + 8);
    simt_memory_read(device, argument->address, bytes, argument->size);
    int column = 100;
    for (size_t i = 0; i < argument->size / argument->type->bytes; i++) {
        char value[32];
        write_value(value, sizeof value, argument, bytes + i * argument->type->bytes);
        if (column + 1 + (int)strlen(value) > 100) {
            column = printf("%s%s[%zu] =", i > 0 ? "\n" : "", parameter->name, i);
        }
        column += printf(" %s", value);
    }
    putchar('\n');
    free(bytes);
}

static int run(struct simulation *sim, const struct opencl_program *program) {
    struct simt_device *device = simt_device_create(0);
    struct detector *detector = detector_create();
    struct simt_module *module = NULL;
    struct simt_error error = {0};
    simt_device_attach(device, detector_observer(detector));
    simt_device_on_print(device, print, NULL);
    if (simt_module_load(device, program->ptx, program->ptx_bytes, &module, &error) != SIMT_OK) {
        die("the PTX was refused: ", error.message);
    }
    const struct simt_kernel_info *info = simt_module_kernel(module, sim->kernel);
    if (info != NULL && sim->way > 0) {
        make_arguments(sim, info);
    }
    if (info == NULL || info->parameter_count != sim->count) {
        die("no kernel with that many arguments: ", sim->kernel);
    }
    char *block = calloc(1, info->parameter_bytes + 8);
    struct simt_local_argument locals[MOST_ARGUMENTS];
    struct simt_launch launch = {.kernel = sim->kernel,
                                 .parameters = block,
                                 .parameter_bytes = info->parameter_bytes,
                                 .locals = locals,
                                 .schedule = sim->schedule};
    for (uint32_t i = 0; i < sim->count; i++) {
        if (info->parameters[i].kind == SIMT_PARAMETER_LOCAL) {
            locals[launch.local_count++] =
                (struct simt_local_argument){i, (uint32_t)sim->arguments[i].size};
        } else {
            give_argument(device, detector, &info->parameters[i], &sim->arguments[i], block);
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        launch.grid[axis] = sim->global[axis] / sim->local[axis];
        launch.block[axis] = sim->local[axis];
        launch.environment[SIMT_ENVIRONMENT_OFFSET + axis] = sim->offset[axis];
        if (sim->global[axis] > 1) {
            launch.environment[SIMT_ENVIRONMENT_DIMENSIONS] = (uint32_t)axis + 1;
        }
    }
    struct simt_result result;
    if (simt_launch(device, module, &launch, &result) != SIMT_OK) {
        printf("ended: %s\n", simt_status_name(result.status));
    }
    for (uint32_t i = 0; i < sim->count; i++) {
        if (sim->arguments[i].dump) {
            dump(device, &info->parameters[i], &sim->arguments[i]);
        }
    }
    const struct finding_list *findings = detector_findings(detector);
    const char *verdict = finding_list_verdict(findings);
    if (findings->count > 0) {
        simt_report_findings(&(struct report_stream){.file = stdout}, findings);
    }
    printf("verdict %s\n", verdict != NULL ? verdict : "pass");
    free(block);
    simt_device_destroy(device);
    detector_destroy(detector);
    return verdict != NULL;
}

int main(int argc, char **argv) {
    struct simulation sim = {.schedule = SIMT_FORWARD};
    struct opencl_program program = {0};
    if (argc != 2) {
        die("usage: sim case.sim", "");
    }
    read_simulation(&sim, argv[1]);
    compile(&sim, &program);
    int status = run(&sim, &program);
    for (uint32_t i = 0; i < sim.count; i++) {
        free(sim.arguments[i].bytes);
    }
    opencl_program_clear(&program);
    return status;
}
