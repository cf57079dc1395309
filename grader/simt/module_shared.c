/* Modules: where a kernel's variables lie in shared memory, and which functions it may reach. */
#include "module.h"

#include <string.h>

/* Which functions a kernel can reach: by name, or (through pointers) all that are not kernels. */
static void mark_reachable(const struct simt_module *module, const struct ptx_function *ptx,
                           bool *reached) {
    if (reached[ptx->code->index]) {
        return;
    }
    reached[ptx->code->index] = true;
    ptx = ptx->code->ptx; /* itself, unless it is an alias */
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        const struct ptx_statement *statement = &ptx->statements[s];
        bool call = strncmp(statement->opcode, "call", 4) == 0;
        bool direct = false;
        for (uint32_t o = 0; o < statement->count; o++) {
            if (statement->operands[o].kind == PTX_FUNCTION) {
                direct = true;
                if (statement->operands[o].function->entry) {
                    continue; /* a launch */
                }
                mark_reachable(module, statement->operands[o].function, reached);
            }
        }
        for (uint32_t f = 0; call && !direct && f < module->function_count; f++) {
            if (!module->functions[f]->entry) {
                mark_reachable(module, module->functions[f]->ptx, reached);
            }
        }
    }
}

static uint64_t align_up(uint64_t value, uint64_t align) {
    return (value + align - 1) / align * align;
}

static void place_shared(struct ptx_variable *variable, uint64_t *end) {
    variable->address = align_up(*end, variable->align);
    variable->placed = true;
    *end = variable->address + variable->size;
}

static bool uses_variable(const struct ptx_function *ptx, const struct ptx_variable *variable) {
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        for (uint32_t o = 0; o < ptx->statements[s].count; o++) {
            if (ptx->statements[s].operands[o].variable == variable) {
                return true;
            }
        }
    }
    return false;
}

static struct simt_shared_variable describe(const struct ptx_variable *variable) {
    struct simt_shared_variable seen = {.name = variable->name,
                                        .offset = (uint32_t)variable->address,
                                        .size = (uint32_t)variable->size,
                                        .dynamic = variable->external};
    simt_display_name(variable->name, seen.display_name, sizeof seen.display_name);
    return seen;
}

/*
 * Variables that several kernels may use (those of the module and of functions) come first and lie
 * at the same place for all; a kernel's own follow those of them that it uses.
 */
static void place_kernel_shared(struct loader *loader, struct function *kernel,
                                const bool *reached) {
    struct simt_module *module = loader->module;
    uint32_t count = 0;
    uint64_t end = SIMT_SHARED_START;
    for (int pass = 0; pass < 2; pass++) {
        count = 0;
        for (struct ptx_variable *v = module->ptx.variables; v != NULL; v = v->next) {
            bool used = false;
            for (uint32_t f = 0; v->space == PTX_SHARED && f < module->function_count && !used;
                 f++) {
                used = reached[f] && uses_variable(module->functions[f]->ptx, v);
            }
            if (used && pass == 1) {
                kernel->shared_variables[count] = describe(v);
            }
            count += used;
            if (used && !v->external && v->address + v->size > end) {
                end = v->address + v->size;
            }
        }
        for (uint32_t f = 0; f < module->function_count; f++) {
            const struct ptx_function *ptx = module->functions[f]->ptx;
            for (struct ptx_variable *v = reached[f] ? ptx->variables : NULL; v != NULL;
                 v = v->next) {
                if (v->space != PTX_SHARED) {
                    continue;
                }
                if (ptx == kernel->ptx && !v->placed) {
                    place_shared(v, &end);
                }
                if (v->address + v->size > end) {
                    end = v->address + v->size;
                }
                if (pass == 1) {
                    kernel->shared_variables[count] = describe(v);
                }
                count++;
            }
        }
        if (pass == 0) {
            kernel->shared_variables =
                module_take(loader, (count + 1) * sizeof *kernel->shared_variables);
        }
    }
    kernel->shared_variable_count = count;
    kernel->static_shared = (uint32_t)(end - SIMT_SHARED_START);
    if (kernel->static_shared > loader->device->limits.shared_per_block) {
        char name[128];
        simt_display_name(kernel->ptx->name, name, sizeof name);
        loader->failure.error->cause = SIMT_CAUSE_SHARED;
        ptx_fail(
            &loader->failure, SIMT_INVALID_PTX, kernel->ptx->line,
            "'%.60s' needs %llu bytes of static shared memory, a block has %u; ptxas calls that "
            "\"uses too much shared data (0x%llx bytes, 0x%x max)\"",
            name, (unsigned long long)(end - SIMT_SHARED_START),
            loader->device->limits.shared_per_block, (unsigned long long)(end - SIMT_SHARED_START),
            loader->device->limits.shared_per_block);
    }
}

/* Behind what its kernels have already: kernels that share no variable may use the same places.
 * `users`: whether each function names the variable; `ends`: where what each kernel has ends. */
static void place_common(struct loader *loader, struct ptx_variable *variable, const bool *users,
                         uint64_t *ends) {
    const struct simt_module *module = loader->module;
    bool *uses = module_take(loader, module->function_count + 1);
    uint64_t end = SIMT_SHARED_START;
    for (uint32_t k = 0; k < module->function_count; k++) {
        const bool *reached = module->functions[k]->reaches;
        for (uint32_t f = 0; f < module->function_count && reached != NULL && !uses[k]; f++) {
            uses[k] = reached[f] && users[f];
        }
        end = uses[k] && ends[k] > end ? ends[k] : end;
    }
    place_shared(variable, &end);
    for (uint32_t k = 0; k < module->function_count; k++) {
        ends[k] = uses[k] ? end : ends[k];
    }
}

static void place_common_shared(struct loader *loader) {
    const struct simt_module *module = loader->module;
    uint64_t *ends = module_take(loader, (module->function_count + 1) * sizeof *ends);
    for (struct ptx_variable *v = module->ptx.variables; v != NULL; v = v->next) {
        bool *users = module_take(loader, module->function_count + 1);
        for (uint32_t f = 0; v->space == PTX_SHARED && f < module->function_count; f++) {
            users[f] = uses_variable(module->functions[f]->ptx, v);
        }
        if (v->space == PTX_SHARED && !v->external) {
            place_common(loader, v, users, ends);
        }
    }
    for (uint32_t f = 0; f < module->function_count; f++) {
        const struct function *function = module->functions[f];
        bool *users = module_take(loader, module->function_count + 1);
        users[f] = true;
        for (struct ptx_variable *v = function->entry ? NULL : function->ptx->variables; v != NULL;
             v = v->next) {
            if (v->space == PTX_SHARED) {
                place_common(loader, v, users, ends);
            }
        }
    }
}

void module_place_shared(struct loader *loader) {
    struct simt_module *module = loader->module;
    for (uint32_t f = 0; f < module->function_count; f++) {
        struct function *function = module->functions[f];
        if (function->entry && function->ptx->defined) {
            bool *reached = module_take(loader, module->function_count + 1);
            mark_reachable(module, function->ptx, reached);
            function->reaches = reached;
        }
    }
    place_common_shared(loader);
    for (uint32_t f = 0; f < module->function_count; f++) {
        struct function *function = module->functions[f];
        if (function->reaches != NULL) {
            place_kernel_shared(loader, function, function->reaches);
        }
    }
}
