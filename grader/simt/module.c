/* Modules: variables get their places in device memory, kernels their descriptions. */
#include "module.h"
#include "decode/decode.h"
#include "execute/execute.h"
#include "openmp/runtime/answered_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 64 << 20 };

/* ---- variables ------------------------------------------------------------------------------- */

static const struct place_of_variable *placement_of(const struct simt_device *device,
                                                    const struct ptx_variable *variable) {
    const struct place_of_variable *placement = device->placements;
    while (placement != NULL &&
           (placement->size != variable->size || strcmp(placement->name, variable->name) != 0)) {
        placement = placement->next;
    }
    return placement;
}

static void place_global(struct loader *loader, struct ptx_variable *variable) {
    bool constant = variable->space == PTX_CONST || variable->read_only;
    if (variable->external) {
        loader->failure.error->cause = SIMT_CAUSE_CODE;
        ptx_fail(&loader->failure, SIMT_UNSUPPORTED, variable->line,
                 "'%.80s' is defined in another file: compile all device code together",
                 variable->name);
    }
    const struct place_of_variable *placed =
        constant ? NULL : placement_of(loader->device, variable);
    struct region *region =
        region_create(loader->device, constant ? SIMT_REGION_CONSTANT : SIMT_REGION_VARIABLE,
                      variable->size, variable->name, placed != NULL ? placed->backing : NULL,
                      placed != NULL ? placed->address : 0);
    if (region == NULL) {
        ptx_fail(&loader->failure, SIMT_OUT_OF_MEMORY, variable->line,
                 "no memory left for variable '%.80s'", variable->name);
    }
    variable->address = region->seen.address;
    variable->placed = true;
    loader->made[loader->made_count++] = region;
}

static void place_globals(struct loader *loader) {
    uint64_t constants = 0;
    uint32_t count = 0;
    for (struct ptx_variable *v = loader->module->ptx.variables; v != NULL; v = v->next) {
        constants += v->space == PTX_CONST ? v->size : 0;
        count++;
    }
    if (constants > loader->device->limits.constant_bytes) {
        loader->failure.error->cause = SIMT_CAUSE_CONSTANT;
        ptx_fail(&loader->failure, SIMT_INVALID_PTX, 0,
                 "__constant__ variables need %llu bytes, the device has %u",
                 (unsigned long long)constants, loader->device->limits.constant_bytes);
    }
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    loader->made = module_take(loader, (count + 1) * sizeof *loader->made);
    for (struct ptx_variable *v = loader->module->ptx.variables; v != NULL; v = v->next) {
        if (v->space == PTX_GLOBAL || v->space == PTX_CONST) {
            place_global(loader, v);
        } else if (v->space != PTX_SHARED) {
            ptx_fail(&loader->failure, SIMT_UNSUPPORTED, v->line,
                     "variable '%.80s' in this space is not supported at module level", v->name);
        }
    }
}

/* Initial values that are addresses: of variables, or of functions. */
static void find_addresses(struct loader *loader) {
    for (struct ptx_variable *v = loader->module->ptx.variables; v != NULL; v = v->next) {
        for (struct ptx_address *a = v->addresses; a != NULL; a = a->next) {
            const struct ptx_variable *variable =
                ptx_find_variable(&loader->module->ptx, a->symbol);
            const struct ptx_function *function =
                ptx_find_function(&loader->module->ptx, a->symbol);
            if (variable != NULL && variable->placed) {
                a->value = variable->address + (uint64_t)a->addend;
            } else if (function != NULL) {
                a->value = CODE_WINDOW + 16 * (uint64_t)function->code->index + (uint64_t)a->addend;
            } else {
                ptx_fail(&loader->failure, SIMT_UNSUPPORTED, v->line,
                         "'%.60s' starts with the address of '%.60s', which has none", v->name,
                         a->symbol);
            }
        }
    }
}

/* The memory is zero. */
static void set_first_value(const struct ptx_variable *variable, const struct region *region) {
    if (variable->bytes != NULL) {
        memcpy(region->host, variable->bytes, variable->size);
    }
    for (const struct ptx_address *a = variable->addresses; a != NULL; a = a->next) {
        memcpy(region->host + a->offset, &a->value, a->size);
    }
}

static void set_first_values(const struct simt_module *module) {
    for (const struct ptx_variable *v = module->ptx.variables; v != NULL; v = v->next) {
        if (v->space == PTX_GLOBAL || v->space == PTX_CONST) {
            set_first_value(v, region_find(module->device, v->address, false));
        }
    }
}

void module_rewind(const struct simt_module *module) {
    for (const struct ptx_variable *v = module->ptx.variables; v != NULL; v = v->next) {
        if (v->space == PTX_GLOBAL || v->space == PTX_CONST) {
            region_clear(region_find(module->device, v->address, false));
        }
    }
    set_first_values(module);
}

/* ---- functions and kernels ------------------------------------------------------------------- */

static void list_functions(struct loader *loader) {
    struct simt_module *module = loader->module;
    for (struct ptx_function *f = module->ptx.functions; f != NULL; f = f->next) {
        module->function_count++;
        module->kernel_count += f->entry && f->defined;
    }
    const size_t pointers = module->function_count + 1;
    module->functions = module_take(loader, pointers * sizeof(struct function *));
    uint32_t index = 0;
    for (struct ptx_function *f = module->ptx.functions; f != NULL; f = f->next, index++) {
        struct function *function = module_take(loader, sizeof *function);
        function->ptx = f;
        function->index = index;
        function->entry = f->entry;
        f->code = function;
        module->functions[index] = function;
    }
    for (struct ptx_function *f = module->ptx.functions; f != NULL; f = f->next) {
        f->code = f->alias != NULL ? f->alias->code : f->code;
    }
}

/* An address that is another one and a constant, each written once, is a displacement in the
 * accesses that use it: it needs no register, but the other one lives as long. */
static void find_displaced(const struct ptx_function *ptx, uint32_t *first, uint32_t *last,
                           const uint32_t *written) {
    for (uint32_t s = ptx->statement_count; s > 0; s--) {
        const struct ptx_statement *statement = &ptx->statements[s - 1];
        const struct ptx_operand *operand = statement->operands;
        bool sum = statement->count == 3 && strncmp(statement->opcode, "add.s64", 7) == 0 &&
                   operand[1].kind == PTX_REGISTER && operand[2].kind == PTX_INTEGER;
        if (sum && written[operand[0].index] == 1 && written[operand[1].index] == 1) {
            uint32_t end = last[operand[0].index];
            last[operand[1].index] = end > last[operand[1].index] ? end : last[operand[1].index];
            first[operand[0].index] = 0;
        }
    }
}

/* 32-bit registers that are alive at once, by the places of first and last use: an estimate, for
 * functions that are too long to find out (decode/liveness.c). */
static uint32_t live_registers(struct loader *loader, const struct ptx_function *ptx) {
    uint32_t *first = module_take(loader, (ptx->register_count + 1) * sizeof *first);
    uint32_t *last = module_take(loader, (ptx->register_count + 1) * sizeof *last);
    uint32_t *written = module_take(loader, (ptx->register_count + 1) * sizeof *written);
    int32_t *change = module_take(loader, (ptx->statement_count + 2) * sizeof *change);
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        for (uint32_t o = 0; o < ptx->statements[s].count; o++) {
            const struct ptx_operand *operand = &ptx->statements[s].operands[o];
            uint32_t count = operand->kind == PTX_VECTOR ? operand->count : 1;
            const struct ptx_operand *each =
                operand->kind == PTX_VECTOR ? operand->elements : operand;
            for (uint32_t e = 0; e < count; e++) {
                if (each[e].kind == PTX_REGISTER) {
                    first[each[e].index] = first[each[e].index] == 0 ? s + 1 : first[each[e].index];
                    last[each[e].index] = s + 1;
                    written[each[e].index] += o == 0 && !operand->address;
                }
            }
        }
    }
    find_displaced(ptx, first, last, written);
    for (uint32_t r = 0; r < ptx->register_count; r++) {
        if (first[r] != 0 && ptx->registers[r].bytes != 0) {
            int32_t words = ptx->registers[r].bytes == 8 ? 2 : 1;
            change[first[r] - 1] += words;
            change[last[r]] -= words;
        }
    }
    int32_t now = 0, most = 0;
    for (uint32_t s = 0; s <= ptx->statement_count; s++) {
        now += change[s];
        most = now > most ? now : most;
    }
    return (uint32_t)most;
}

/* Registers that a thread may have: an instruction names 255, and launch bounds say how many
 * threads share a multiprocessor's. */
static uint32_t registers_allowed(const struct ptx_function *ptx) {
    enum { NAMED = 255, OF_PROCESSOR = 65536, PIECE = 8 };
    uint64_t threads = (uint64_t)ptx->max_threads * (ptx->least_blocks > 1 ? ptx->least_blocks : 1);
    uint32_t allowed = NAMED;
    if (threads > 0 && OF_PROCESSOR / threads < NAMED) {
        allowed = (uint32_t)(OF_PROCESSOR / threads / PIECE * PIECE);
    }
    if (ptx->most_registers != 0 && ptx->most_registers < allowed) {
        allowed = ptx->most_registers;
    }
    return allowed > 16 ? allowed : 16;
}

/* A kernel's registers, those that addresses and the like need among them, and what has none. */
static void count_registers(struct loader *loader, const struct ptx_function *ptx,
                            struct simt_kernel_info *info) {
    enum { BESIDE = 10, BESIDE_PLACES = 8, PIECE = 8 };
    const uint32_t allowed = registers_allowed(ptx);
    const uint32_t live = ptx->code->alive > 0 ? ptx->code->alive : live_registers(loader, ptx);
    const uint32_t beside = ptx->code->alive > 0 ? BESIDE : BESIDE_PLACES;
    uint32_t wanted = (live + beside + PIECE - 1) / PIECE * PIECE;
    wanted = wanted < 16 ? 16 : wanted;
    info->registers = wanted < allowed ? wanted : allowed;
    info->most_registers = allowed;
}

static enum simt_parameter_kind kind_of(const struct ptx_variable *parameter) {
    static const enum simt_parameter_kind kinds[] = {[PTX_GLOBAL] = SIMT_PARAMETER_GLOBAL,
                                                     [PTX_CONST] = SIMT_PARAMETER_CONSTANT,
                                                     [PTX_SHARED] = SIMT_PARAMETER_LOCAL,
                                                     [PTX_LOCAL] = SIMT_PARAMETER_VALUE,
                                                     [PTX_PARAM] = SIMT_PARAMETER_VALUE};
    bool pointer = parameter->pointer && parameter->size == sizeof(uint64_t);
    return pointer ? kinds[parameter->pointee_space] : SIMT_PARAMETER_VALUE;
}

static void describe_kernel(struct loader *loader, struct function *function,
                            struct simt_kernel_info *info) {
    const struct simt_module *module = loader->module;
    const struct ptx_function *ptx = function->ptx;
    char display[256];
    simt_display_name(ptx->name, display, sizeof display);
    char *copy = pool_text(&loader->module->ptx.pool, display, strlen(display));
    struct simt_parameter *parameters =
        module_take(loader, (ptx->parameter_count + 1) * sizeof *parameters);
    uint32_t n = 0;
    for (const struct ptx_variable *v = ptx->parameters; v != NULL; v = v->next, n++) {
        parameters[n] = (struct simt_parameter){.offset = (uint32_t)v->address,
                                                .size = (uint32_t)v->size,
                                                .align = v->align,
                                                .kind = kind_of(v),
                                                .pointee_align = v->pointee_align,
                                                .name = v->display != NULL ? v->display : "",
                                                .image = v->image};
    }
    const struct simt_site *first = &loader->module->sites[function->first];
    uint32_t most = loader->device->limits.threads_per_block;
    *info = (struct simt_kernel_info){
        .name = ptx->name,
        .display_name = copy != NULL ? copy : ptx->name,
        .parameter_count = ptx->parameter_count,
        .parameters = parameters,
        .parameter_bytes = ptx->parameter_bytes,
        .static_shared = function->static_shared,
        .local_bytes = function->local_bytes,
        .max_threads = ptx->max_threads != 0 && ptx->max_threads < most ? ptx->max_threads : most,
        .dialect = module->ptx.opencl ? SIMT_OPENCL : SIMT_CUDA,
        .source = first->source};
    count_registers(loader, ptx, info);
}

static void describe_kernels(struct loader *loader) {
    struct simt_module *module = loader->module;
    size_t n = 0;
    module->kernels = module_take(loader, (module->kernel_count + 1) * sizeof *module->kernels);
    module->kernel_functions =
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        module_take(loader, (module->kernel_count + 1) * sizeof *module->kernel_functions);
    module->allowed_shared =
        module_take(loader, (module->kernel_count + 1) * sizeof *module->allowed_shared);
    for (uint32_t f = 0; f < module->function_count; f++) {
        struct function *function = module->functions[f];
        if (function->entry && function->ptx->defined) {
            describe_kernel(loader, function, &module->kernels[n]);
            module->kernel_functions[n++] = function;
        }
    }
}

/* Takes back what a failed load has placed. */
static void undo(struct loader *loader) {
    for (uint32_t n = 0; n < loader->made_count; n++) {
        loader->made[n]->seen.freed = true;
        loader->made[n]->seen.name = "";
        region_release(loader->made[n]);
    }
    pool_release(&loader->module->ptx.pool);
    free(loader->module);
}

static void load(struct loader *loader) {
    list_functions(loader);
    place_globals(loader);
    find_addresses(loader);
    set_first_values(loader->module);
    module_place_shared(loader);
    loader->failure.status = decode_module(loader->module, loader->failure.error);
    if (loader->failure.status == SIMT_OK) {
        describe_kernels(loader);
    }
}

static enum simt_status try_load(struct loader *loader, const char *text, size_t length) {
    enum simt_status status = ptx_parse(&loader->module->ptx, text, length, loader->failure.error);
    if (status != SIMT_OK) {
        return status;
    }
    openmp_read_header(&loader->module->ptx, text, length);
    if (setjmp(loader->failure.escape) == 0) {
        load(loader);
    }
    return loader->failure.status;
}

const struct simt_shapes *simt_module_shapes(const struct simt_module *module) {
    return module != NULL ? &module->ptx.shapes : NULL;
}

enum simt_status simt_module_load(struct simt_device *device, const char *text, size_t length,
                                  struct simt_module **module, struct simt_error *error) {
    struct simt_error ignored = {0};
    struct loader loader = {.device = device,
                            .module = calloc(1, sizeof *loader.module),
                            .failure = {.error = error != NULL ? error : &ignored}};
    *loader.failure.error = ignored;
    *module = NULL;
    if (length > MAX_TEXT || loader.module == NULL) {
        snprintf(loader.failure.error->message, sizeof loader.failure.error->message,
                 "no memory for %zu bytes of PTX", length);
        free(loader.module);
        return SIMT_OUT_OF_MEMORY;
    }
    loader.module->device = device;
    enum simt_status status = try_load(&loader, text, length);
    regions_placed(device);
    if (status != SIMT_OK) {
        undo(&loader);
        return status;
    }
    for (uint32_t n = 0; n < loader.made_count; n++) {
        NOTIFY(device, region_new, &loader.made[n]->seen);
    }
    loader.module->next = device->modules;
    device->modules = loader.module;
    device->loaded = (struct device_mark){.regions = device->region_count,
                                          .next_address = device->next_address,
                                          .used = device->used,
                                          .launches = device->launches};
    *module = loader.module;
    return SIMT_OK;
}

/* ---- queries --------------------------------------------------------------------------------- */

/* clang's name of a `static` variable is _ZL, the length and the name; nvcc's is the name. */
static const struct ptx_variable *find_by_name(const struct simt_module *module, const char *name) {
    char clangs[256];
    const struct ptx_variable *variable = ptx_find_variable(&module->ptx, name);
    const int length = snprintf(clangs, sizeof clangs, "_ZL%zu%s", strlen(name), name);
    return variable != NULL || length < 0 || (size_t)length >= sizeof clangs
               ? variable
               : ptx_find_variable(&module->ptx, clangs);
}

enum simt_status simt_module_symbol(const struct simt_module *module, const char *name,
                                    uint64_t *address, uint64_t *size) {
    const struct ptx_variable *variable = find_by_name(module, name);
    if (variable == NULL || variable->space == PTX_SHARED) {
        return SIMT_UNKNOWN_SYMBOL;
    }
    *address = variable->address;
    *size = variable->size;
    return SIMT_OK;
}

static int64_t kernel_index(const struct simt_module *module, const char *name) {
    for (size_t n = 0; n < module->kernel_count; n++) {
        if (strcmp(module->kernels[n].name, name) == 0) {
            return (int64_t)n;
        }
    }
    return -1;
}

const struct simt_kernel_info *simt_module_kernel(const struct simt_module *module,
                                                  const char *name) {
    int64_t index = kernel_index(module, name);
    return index < 0 ? NULL : &module->kernels[index];
}

const struct simt_kernel_info *simt_module_kernel_at(const struct simt_module *module,
                                                     size_t index) {
    return index < module->kernel_count ? &module->kernels[index] : NULL;
}

size_t simt_module_kernel_count(const struct simt_module *module) {
    return module->kernel_count;
}

enum simt_status simt_kernel_allow_shared(struct simt_module *module, const char *name,
                                          uint32_t bytes) {
    int64_t index = kernel_index(module, name);
    const struct simt_limits *limits = &module->device->limits;
    if (index < 0) {
        return SIMT_UNKNOWN_SYMBOL;
    }
    if (bytes > limits->shared_per_block_optin ||
        module->kernels[index].static_shared > limits->shared_per_block_optin - bytes) {
        return SIMT_INVALID_VALUE;
    }
    module->allowed_shared[index] = bytes;
    return SIMT_OK;
}
