/*
 * LLVM's passes. What the source reads and writes must stay: as many accesses, in that order, on
 * those lines. So scalars move to registers, then every access that is left is made volatile, and
 * what passes do afterwards cannot touch it. (The word goes from the PTX again: emit.c.) So are
 * atomic updates: of one whose result nobody needs LLVM may make a store (exchange, or -1, and 0)
 * or a load (add 0), which are plain ones in PTX.
 *
 * Three kinds of accesses may go, as nobody can see the difference: those of clang's own variables,
 * such as the bounds of a worksharing loop, loads of what does not change in a region (shared.c),
 * and loads of what nobody uses.
 */
#include "translate.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>

bool run_passes(struct translation *translation, const char *passes, struct error *error) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(translation->module, passes, translation->machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (failed == NULL) {
        return true;
    }
    char *message = LLVMGetErrorMessage(failed);
    error_set(error, "LLVM's passes (%s) failed: %s", passes, message);
    LLVMDisposeErrorMessage(message);
    return false;
}

/* Runtime functions that take addresses of clang's loop variables and keep none of them. */
static const char *const loop_calls[] = {
    "__kmpc_for_static_init_", "__kmpc_dispatch_next_", "__kmpc_dist_for_static_init_",
    "__kmpc_distribute_static_init_", "__kmpc_team_static_init_"};

static void forget_addresses(struct translation *translation) {
    unsigned kind = attribute_kind("nocapture"); /* until LLVM 20; then captures(none) */
    bool newer = kind == 0;
    kind = newer ? attribute_kind("captures") : kind;
    LLVMAttributeRef attribute =
        kind != 0 ? LLVMCreateEnumAttribute(translation->context, kind, 0) : NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(translation->module); f != NULL && attribute != NULL;
         f = LLVMGetNextFunction(f)) {
        bool ours = false;
        for (size_t n = 0; n < sizeof loop_calls / sizeof *loop_calls; n++) {
            ours |= name_starts(value_name(f), loop_calls[n]);
        }
        for (unsigned p = 0; ours && p < LLVMCountParams(f); p++) {
            if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f, p))) == LLVMPointerTypeKind) {
                LLVMAddAttributeAtIndex(f, p + 1, attribute);
            }
        }
    }
}

/* LLVM may load early what surely exists. A load under a condition must stay there: the variable
 * may have no value yet. */
static void forget_sizes(struct translation *translation) {
    const unsigned kinds[] = {attribute_kind("dereferenceable"),
                              attribute_kind("dereferenceable_or_null")};
    for (EACH_FUNCTION(f, translation->module)) {
        for (unsigned p = 0; p <= LLVMCountParams(f); p++) {
            LLVMRemoveEnumAttributeAtIndex(f, p, kinds[0]);
            LLVMRemoveEnumAttributeAtIndex(f, p, kinds[1]);
        }
    }
}

static bool is_of_clang(LLVMValueRef address) {
    LLVMValueRef root = address_root(address);
    const char *name = value_name(root);
    bool variable = LLVMIsAAllocaInst(root) != NULL && name_starts(name, ".omp.");
    return variable || strcmp(name, ".global_tid.") == 0 || strcmp(name, ".bound_tid.") == 0;
}

static void keep_access(struct translation *translation, LLVMValueRef instruction) {
    (void)translation;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMLoad || opcode == LLVMStore) {
        LLVMValueRef address = LLVMGetOperand(instruction, opcode == LLVMLoad ? 0 : 1);
        LLVMSetVolatile(instruction,
                        !is_of_clang(address) && !is_constant_load(translation, instruction));
    } else if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg) {
        LLVMSetVolatile(instruction, true);
    }
}

/* A load whose value nobody takes, as clang makes of `(void)x`, and of `sizeof *rows` where the
 * size of a row is a variable: C says that `*rows` is evaluated, and no program reads `rows` for
 * it. It goes before passes do: `own = shared;` reads, though nobody needs it. */
static void drop_unused(struct translation *translation, LLVMValueRef instruction) {
    (void)translation;
    if (LLVMIsALoadInst(instruction) != NULL && LLVMGetFirstUse(instruction) == NULL) {
        replace_instruction(instruction, NULL);
    }
}

/* Members, or padding, of a structure that was copied to where nobody needs them
 * (struct_copies.c). */
static void drop_copied(struct translation *translation, LLVMValueRef instruction) {
    if (strstr(value_name(instruction), ".copyload") != NULL) {
        drop_unused(translation, instruction);
    }
}

bool promote_variables(struct translation *translation, struct error *error) {
    for_each_instruction(translation, drop_unused);
    if (!run_passes(translation, "function(lower-expect,lower-constant-intrinsics,sroa)", error)) {
        return false;
    }
    for_each_instruction(translation, drop_copied);
    return true;
}

/* A load that went out of a loop has lost its line: it gets that of the first use of its value. */
static void restore_line(struct translation *translation, LLVMValueRef load) {
    (void)translation;
    if (LLVMIsALoadInst(load) == NULL || LLVMGetDebugLocLine(load) != 0) {
        return;
    }
    for (EACH_USE(use, load)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) != NULL && LLVMGetDebugLocLine(user) != 0) {
            LLVMInstructionSetDebugLoc(load, LLVMInstructionGetDebugLoc(user));
            return;
        }
    }
}

/* A value that the source never set, where ways join (a lastprivate variable before the first
 * iteration): 0, so that its register is written on every way. */
static void define_value(struct translation *translation, LLVMValueRef phi) {
    (void)translation;
    for (int n = 0; LLVMIsAPHINode(phi) != NULL && n < LLVMGetNumOperands(phi); n++) {
        if (LLVMIsUndef(LLVMGetOperand(phi, (unsigned)n))) {
            LLVMSetOperand(phi, (unsigned)n, LLVMConstNull(LLVMTypeOf(phi)));
        }
    }
}

/* For an element of a vector whose number is a variable, the code generator copies the vector to
 * memory that only a GPU's stack has. So the scalarizer makes choices between elements of it. */
static void find_variable_index(struct translation *translation, LLVMValueRef instruction,
                                void *found) {
    (void)translation;
    const unsigned index = LLVMIsAInsertElementInst(instruction) != NULL    ? 2
                           : LLVMIsAExtractElementInst(instruction) != NULL ? 1
                                                                            : 0;
    if (index > 0 && LLVMIsConstant(LLVMGetOperand(instruction, index)) == 0) {
        *(bool *)found = true;
    }
}

/* Newer versions end the process when one round of it did not do all; here that is no fault. */
#if LLVM_MAJOR >= 18
#define COMBINE "instcombine<no-verify-fixpoint>"
#else
#define COMBINE "instcombine"
#endif

bool simplify_code(struct translation *translation, struct error *error) {
    forget_addresses(translation);
    forget_sizes(translation);
    mark_constant_loads(translation);
    for_each_instruction(translation, keep_access);
    if (!run_passes(translation,
                    "function(simplifycfg," COMBINE ",early-cse<memssa>,loop-simplify,lcssa,"
                    "loop-mssa(loop-rotate,licm)," COMBINE ",early-cse<memssa>,simplifycfg,adce)",
                    error)) {
        return false;
    }
    bool variable_index = false;
    for_each_instruction_with(translation, find_variable_index, &variable_index);
    if (variable_index && !run_passes(translation, "function(scalarizer)", error)) {
        return false;
    }
    for_each_instruction(translation, restore_line);
    for_each_instruction(translation, define_value);
    return true;
}
