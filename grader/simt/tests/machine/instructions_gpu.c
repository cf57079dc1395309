/*
 * Asks a GPU for the results of instructions.txt, through the driver alone (no CUDA Toolkit
 * needed): gcc -O1 instructions_gpu.c -ldl -o ask && ./ask instructions.txt [ALL] >rows
 * Prints the rows with this GPU's fingerprints; all results go to the file ALL, for comparing.
 */
#include <dlfcn.h>

#include "instructions.h"

typedef void *handle;
static int (*init)(unsigned), (*get_device)(int *, int), (*make_context)(handle *, unsigned, int);
static int (*load)(handle *, const void *), (*find)(handle *, handle, const char *);
static int (*allocate)(uint64_t *, size_t), (*to_device)(uint64_t, const void *, size_t);
static int (*to_host)(void *, uint64_t, size_t), (*synchronise)(void);
static int (*launch)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     handle, void **, void **);

static void bind(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "no %s in the driver\n", name);
        exit(2);
    }
    memcpy(function, &found, sizeof found);
}

static void must(int status, const char *what) {
    if (status != 0) {
        fprintf(stderr, "%s: error %d\n", what, status);
        exit(2);
    }
}

static void open_driver(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == NULL) {
        fprintf(stderr, "no GPU driver: %s\n", dlerror());
        exit(2);
    }
    bind(library, "cuInit", &init);
    bind(library, "cuDeviceGet", &get_device);
    bind(library, "cuCtxCreate_v2", &make_context);
    bind(library, "cuModuleLoadData", &load);
    bind(library, "cuModuleGetFunction", &find);
    bind(library, "cuMemAlloc_v2", &allocate);
    bind(library, "cuMemcpyHtoD_v2", &to_device);
    bind(library, "cuMemcpyDtoH_v2", &to_host);
    bind(library, "cuCtxSynchronize", &synchronise);
    bind(library, "cuLaunchKernel", &launch);
}

int main(int argc, char **argv) {
    static struct instruction_row rows[MAX_INSTRUCTIONS];
    static uint64_t in[CLASSES * CASES * WORDS], out[CASES];
    int count = argc > 1 ? read_instructions(argv[1], rows) : -1, device;
    if (count < 0) {
        fprintf(stderr, "which table?\n");
        return 2;
    }
    FILE *all = argc > 2 ? fopen(argv[2], "wb") : NULL;
    handle context, module, function;
    uint64_t in_address, out_address;
    make_inputs(in);
    open_driver();
    must(init(0), "cuInit");
    must(get_device(&device, 0), "cuDeviceGet");
    must(make_context(&context, 0, device), "cuCtxCreate");
    must(load(&module, make_ptx(rows, count)), "cuModuleLoadData");
    must(allocate(&in_address, sizeof in), "cuMemAlloc");
    must(allocate(&out_address, sizeof out), "cuMemAlloc");
    must(to_device(in_address, in, sizeof in), "cuMemcpyHtoD");
    for (int n = 0; n < count; n++) {
        char name[16];
        void *arguments[] = {&in_address, &out_address};
        snprintf(name, sizeof name, "t%d", n);
        must(find(&function, module, name), "cuModuleGetFunction");
        must(launch(function, CASES / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL), name);
        must(synchronise(), rows[n].opcode);
        must(to_host(out, out_address, sizeof out), "cuMemcpyDtoH");
        printf("%s %s %08" PRIx32 "%s%s\n", rows[n].shape, rows[n].opcode, fingerprint(out),
               rows[n].body[0] != '\0' ? " | " : "", rows[n].body);
        if (all != NULL) {
            fwrite(out, sizeof out, 1, all);
        }
    }
    if (all != NULL) {
        fclose(all);
    }
    return 0;
}
