/*
 * Modules, kernels and variables of the program. clang's constructors register them before main;
 * nothing is sent to the device until something is used.
 */
#include "../../client/link_texts.h"
#include "managed_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What clang's __cudaRegisterFatBinary argument points at; `image` is the PTX text, NUL behind it.
 */
struct wrapper {
    uint32_t magic;
    uint32_t version;
    const char *image;
    void *unused;
};
#define WRAPPER_MAGIC 0x466243b1u

/* Where it begins so, the image is the name of a file (COMPILE_PLACE of
 * simt/command/compile/cuda_compile.h). */
static const char PLACE[] = "lockstep-ptx:";

struct module {
    const char *image;
    uint32_t handle;
    bool loaded;
    cudaError_t error; /* why it could not be loaded */
};

struct registered_variable {
    const void *host;
    const char *name;
    uint32_t parent;
};

static struct module *modules;
static struct client_kernel *kernels;
static struct registered_variable *variables;
static size_t module_count, kernel_count, variable_count;
static char *linked;        /* the text of all modules; NULL: each is one by itself */
static size_t linked_count; /* modules that were looked at for that */

/* Appends one zeroed element; out of memory this early leaves nothing sensible to do. */
static void *grow(void *array, size_t count, size_t element) {
    unsigned char *larger = realloc(array, (count + 1) * element);
    if (larger == NULL) {
        abort();
    }
    memset(larger + count * element, 0, element);
    return larger;
}

void **__cudaRegisterFatBinary(const void *fatbin);
void __cudaUnregisterFatBinary(void **module);
void __cudaRegisterFunction(void **module, const char *host, char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid, int *size);
void __cudaRegisterVar(void **module, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global);
void __cudaRegisterTexture(void **module, const void *host, const void **device, const char *name,
                           int dimensions, int normalized, int external);
void __cudaRegisterSurface(void **module, const void *host, const void **device, const char *name,
                           int dimensions, int external);

/* The PTX in a file in the working folder, NUL behind it; no kernels where there is none. Kept
 * where it does not change what malloc gives to the program. */
static const char *read_image(const char *name) {
    struct stat status;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    char *image = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        const size_t bytes = (size_t)status.st_size;
        image = mmap(NULL, bytes + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        size_t got = 0;
        ssize_t more = 1;
        while (image != MAP_FAILED && got < bytes && more > 0) {
            more = read(file, image + got, bytes - got);
            got += more > 0 ? (size_t)more : 0;
        }
    }
    if (file >= 0) {
        close(file);
    }
    return image != MAP_FAILED ? image : "";
}

/* The handle is the module's number, one up so that it is not NULL. */
void **__cudaRegisterFatBinary(const void *fatbin) {
    const struct wrapper *wrapper = fatbin;
    const char *image = wrapper->magic == WRAPPER_MAGIC ? wrapper->image : "";
    modules = grow(modules, module_count, sizeof *modules);
    modules[module_count].image =
        strncmp(image, PLACE, sizeof PLACE - 1) == 0 ? read_image(image + sizeof PLACE - 1) : image;
    return client_pointer(++module_count);
}

void __cudaUnregisterFatBinary(void **module) {
    (void)module;
}

void __cudaRegisterFunction(void **module, const char *host, char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid, int *size) {
    (void)device, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)size;
    kernels = grow(kernels, kernel_count, sizeof *kernels);
    kernels[kernel_count++] = (struct client_kernel){
        .host = host, .name = name, .parent = (uint32_t)(uintptr_t)module - 1};
}

void __cudaRegisterVar(void **module, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global) {
    (void)device, (void)external, (void)constant, (void)global;
    variables = grow(variables, variable_count, sizeof *variables);
    variables[variable_count++] = (struct registered_variable){
        .host = host, .name = name, .parent = (uint32_t)(uintptr_t)module - 1};
    managed_register(host, bytes, name, (uint32_t)(uintptr_t)module - 1);
}

/* A texture reference: on the device, 8 bytes that hold the object it is bound to. */
void __cudaRegisterTexture(void **module, const void *host, const void **device, const char *name,
                           int dimensions, int normalized, int external) {
    (void)device, (void)dimensions, (void)normalized, (void)external;
    variables = grow(variables, variable_count, sizeof *variables);
    variables[variable_count++] = (struct registered_variable){
        .host = host, .name = name, .parent = (uint32_t)(uintptr_t)module - 1};
}

/* A surface reference, likewise. */
void __cudaRegisterSurface(void **module, const void *host, const void **device, const char *name,
                           int dimensions, int external) {
    __cudaRegisterTexture(module, host, device, name, dimensions, 0, external);
}

/* Where a file asks for what another one defines (nvcc's -rdc), all of them are one module. */
static void link_modules(void) {
    if (linked_count == module_count) {
        return;
    }
    linked_count = module_count;
    const char **texts = malloc(module_count * sizeof *texts);
    for (size_t n = 0; texts != NULL && n < module_count; n++) {
        texts[n] = modules[n].image;
    }
    if (texts != NULL && link_texts_needed(texts, module_count)) {
        linked = link_texts(texts, module_count);
    }
    free(texts);
}

static cudaError_t load_image(struct module *module, const char *image) {
    char complaint[CLIENT_COMPLAINT_MAX];
    cudaError_t error = client_connect();
    if (error != cudaSuccess) {
        return error; /* of the device, not of the module */
    }
    managed_place(image == linked ? MANAGED_ALL : (uint32_t)(module - modules));
    error = client_load_module(image, strlen(image), &module->handle, complaint);
    if (complaint[0]) {
        client_complain("%s", complaint);
    }
    module->loaded = error == cudaSuccess;
    return module->error = error;
}

static cudaError_t load(struct module *module) {
    if (module->loaded || module->error != cudaSuccess) {
        return module->error;
    }
    link_modules();
    if (linked == NULL) {
        return load_image(module, module->image);
    }
    cudaError_t error = load_image(&modules[0], linked);
    for (size_t n = 1;
         n < module_count && (error == cudaSuccess || modules[0].error != cudaSuccess); n++) {
        modules[n].handle = modules[0].handle;
        modules[n].loaded = modules[0].loaded;
        modules[n].error = modules[0].error;
    }
    return error;
}

/* Several files may have a name each for itself: the later ones' are other names in what is linked.
 * False where there is no such name. */
static bool other_name(char other[512], const char *name, uint32_t parent) {
    const int length = linked != NULL && parent > 0 && link_texts_own(name, strlen(name))
                           ? snprintf(other, 512, LINK_TEXTS_OTHER, name, (size_t)parent)
                           : -1;
    return length > 0 && length < 512;
}

static cudaError_t make_known(struct client_kernel *kernel) {
    struct module *module = &modules[kernel->parent];
    struct wire_kernel_r reply = {0};
    cudaError_t error = load(module);
    char other[512];
    bool found = false;
    if (error == cudaSuccess && other_name(other, kernel->name, kernel->parent)) {
        found =
            client_describe_kernel(module->handle, other, &reply, &kernel->layout) == cudaSuccess;
    }
    if (error == cudaSuccess && !found) {
        error = client_describe_kernel(module->handle, kernel->name, &reply, &kernel->layout);
    }
    if (error != cudaSuccess) {
        return error;
    }
    kernel->handle = reply.kernel;
    kernel->parameters = reply.parameters;
    kernel->parameter_bytes = reply.parameter_bytes;
    kernel->known = true;
    return cudaSuccess;
}

cudaError_t client_find_kernel(const void *host, struct client_kernel **kernel) {
    client_lock();
    cudaError_t error = cudaErrorInvalidDeviceFunction;
    for (size_t i = 0; i < kernel_count; i++) {
        if (kernels[i].host != host) {
            continue;
        }
        *kernel = &kernels[i];
        error = kernels[i].known ? cudaSuccess : make_known(&kernels[i]);
        break;
    }
    client_unlock();
    return error;
}

cudaError_t client_ask_symbol(uint32_t module, const char *name, struct wire_symbol_r *reply) {
    struct wire_name_q question = {.module = module};
    struct call call = {.operation = WIRE_SYMBOL,
                        .body = &question,
                        .tail = name,
                        .tail_bytes = strlen(name),
                        .reply = reply};
    return client_call(&call);
}

cudaError_t client_find_symbol(const void *host, uint64_t *address, uint64_t *bytes) {
    client_lock();
    cudaError_t error = cudaErrorInvalidSymbol;
    for (size_t i = 0; i < variable_count; i++) {
        if (variables[i].host != host) {
            continue;
        }
        struct module *module = &modules[variables[i].parent];
        error = load(module);
        if (error != cudaSuccess) {
            break;
        }
        struct wire_symbol_r reply = {0};
        char other[512];
        if (!other_name(other, variables[i].name, variables[i].parent) ||
            client_ask_symbol(module->handle, other, &reply) != cudaSuccess) {
            error = client_ask_symbol(module->handle, variables[i].name, &reply);
        }
        *address = reply.address;
        *bytes = reply.bytes;
        break;
    }
    client_unlock();
    return error;
}

void client_forget_modules(void) {
    client_lock();
    for (size_t i = 0; i < module_count; i++) {
        modules[i].loaded = false;
    }
    for (size_t i = 0; i < kernel_count; i++) {
        free(kernels[i].layout);
        kernels[i].layout = NULL;
        kernels[i].known = false;
    }
    client_unlock();
}
