/*
 * Every instruction against a GPU: instructions.txt is run on the machine, and the fingerprint of
 * the results must be the one of an H200 that stands there (instructions_gpu.c asks for it). Both
 * copies of the instructions are tried: the portable one and the one for this processor.
 */
#include "../../machine.h"
#include "instructions.h"

#define HERE "grader/simt/tests/machine/"

static struct instruction_row rows[MAX_INSTRUCTIONS];
static uint64_t in[CLASSES * CASES * WORDS], out[CASES];

struct bench {
    struct simt_device *device;
    uint64_t in, out;
};

/* Loads one instruction's kernel and runs it; says what went wrong, or NULL. */
static const char *run_row(struct bench *bench, const struct instruction_row *row) {
    static char message[300];
    struct simt_module *module;
    struct simt_error error;
    struct simt_result result;
    char *text = make_ptx(row, 1);
    enum simt_status status = simt_module_load(bench->device, text, strlen(text), &module, &error);
    free(text);
    if (status != SIMT_OK) {
        snprintf(message, sizeof message, "%s", error.message);
        return message;
    }
    uint64_t parameters[] = {bench->in, bench->out};
    struct simt_launch launch = {.kernel = "t0",
                                 .grid = {CASES / BLOCK, 1, 1},
                                 .block = {BLOCK, 1, 1},
                                 .parameters = parameters,
                                 .parameter_bytes = sizeof parameters};
    if (simt_launch(bench->device, module, &launch, &result) != SIMT_OK) {
        snprintf(message, sizeof message, "%s", result.error.message);
        return message;
    }
    simt_memory_read(bench->device, bench->out, out, sizeof out);
    return NULL;
}

static bool same_family(int x, int y) {
    size_t length = strcspn(rows[x].opcode, ".");
    return length == strcspn(rows[y].opcode, ".") &&
           strncmp(rows[x].opcode, rows[y].opcode, length) == 0;
}

/* One TAP line for each family of instructions (add, setp, ...), with what differs before it. */
static int test_copy(const char *copy, bool portable, int count, int line, bool *good) {
    struct bench bench = {.device = simt_device_create(0)};
    bench.device->portable = portable;
    static bool done[MAX_INSTRUCTIONS];
    memset(done, 0, sizeof done);
    simt_memory_allocate(bench.device, sizeof in, &bench.in);
    simt_memory_allocate(bench.device, sizeof out, &bench.out);
    simt_memory_write(bench.device, bench.in, in, sizeof in);
    for (int first = 0; first < count; first++) {
        int tried = 0, differ = 0;
        for (int n = first; n < count && !done[first]; n++) {
            if (!same_family(first, n) || (n > first && done[n])) {
                continue;
            }
            const char *problem = run_row(&bench, &rows[n]);
            bool equal = problem == NULL && fingerprint(out) == rows[n].wanted;
            if (!equal) {
                printf("# %s %s: %s\n", rows[n].shape, rows[n].opcode,
                       problem != NULL ? problem : "other results than the GPU's");
            }
            tried++;
            differ += !equal;
            *good &= equal;
            done[n] = n > first;
        }
        if (tried > 0) {
            printf("%sok %d - %.*s: %d instructions give the GPU's bits (%s)\n",
                   differ > 0 ? "not " : "", ++line, (int)strcspn(rows[first].opcode, "."),
                   rows[first].opcode, tried, copy);
        }
    }
    simt_device_destroy(bench.device);
    return line;
}

int main(void) {
    int count = read_instructions(HERE "instructions.txt", rows);
    if (count <= 0) {
        printf("not ok 1 - instructions.txt can be read\n1..1\n");
        return 1;
    }
    make_inputs(in);
    bool good = true;
    int line = test_copy("this processor's copy", false, count, 0, &good);
    line = test_copy("portable copy", true, count, line, &good);
    printf("1..%d\n", line);
    return good ? 0 : 1;
}
