/*
 * A reduction's copies in memory: sections, arrays and structures. clang shows them in four ways:
 *
 *     store &copy, .omp.reduction.red_list    for __kmpc_reduce(), where threads merge
 *     copy + (&table - &table[first])         a section's copy, called by the table's name
 *     omp.arraycpy.destElementPast            the loop that sets an array's copy
 *     .omp_combiner.(&variable, &copy)        declare reduction
 */
#include "../translate.h"

#include <stdlib.h>

static bool is_single_number(LLVMValueRef variable) {
    LLVMValueRef count = LLVMGetOperand(variable, 0);
    switch (LLVMGetTypeKind(LLVMGetAllocatedType(variable))) {
    case LLVMIntegerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind:
        return LLVMIsAConstantInt(count) != NULL && LLVMConstIntGetZExtValue(count) == 1;
    default:
        return false;
    }
}

static bool is_list(LLVMValueRef variable) {
    return LLVMIsAAllocaInst(variable) != NULL &&
           name_starts(value_name(variable), ".omp.reduction.red_list");
}

/* The distance of two pointers, in elements. */
static bool is_distance(LLVMValueRef value) {
    if (LLVMIsAInstruction(value) == NULL || LLVMGetInstructionOpcode(value) != LLVMSDiv) {
        return false;
    }
    LLVMValueRef bytes = LLVMGetOperand(value, 0);
    return LLVMIsAInstruction(bytes) != NULL && LLVMGetInstructionOpcode(bytes) == LLVMSub &&
           LLVMIsAPtrToIntInst(LLVMGetOperand(bytes, 0)) != NULL &&
           LLVMIsAPtrToIntInst(LLVMGetOperand(bytes, 1)) != NULL;
}

static bool shows_copy(LLVMValueRef user, LLVMValueRef operand) {
    if (LLVMIsAStoreInst(user) != NULL) {
        return LLVMGetOperand(user, 0) == operand && is_list(address_root(LLVMGetOperand(user, 1)));
    }
    if (LLVMIsAPHINode(user) != NULL) {
        return name_starts(value_name(user), "omp.arraycpy.destElementPast");
    }
    return name_starts(called_name(user), ".omp_combiner.");
}

/* Do the users of a variable's address, or of a part of it, show that it is a copy? */
static bool is_copy(LLVMValueRef address, LLVMValueRef variable, unsigned depth) {
    enum { DEEPEST = 4 };
    bool number = is_single_number(variable);
    for (EACH_USE(use, address)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool indexed = LLVMIsAGetElementPtrInst(user) != NULL;
        if ((indexed && is_distance(LLVMGetOperand(user, 1))) ||
            (!number && shows_copy(user, address))) {
            return true;
        }
        if ((indexed || LLVMIsABitCastInst(user) != NULL) && depth < DEEPEST &&
            is_copy(user, variable, depth + 1)) {
            return true;
        }
    }
    return false;
}

static bool is_among(LLVMBasicBlockRef block, const LLVMBasicBlockRef *blocks, size_t count) {
    for (size_t n = 0; n < count; n++) {
        if (blocks[n] == block) {
            return true;
        }
    }
    return false;
}

/* Does every way to `block` lead through that of `variable`? */
static bool is_made_before(LLVMValueRef variable, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(variable);
    LLVMValueRef function = LLVMGetBasicBlockParent(block);
    LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(function);
    if (own == first || own == block) {
        return true;
    }
    size_t count = 0, next = 0;
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    LLVMBasicBlockRef *seen = calloc(LLVMCountBasicBlocks(function), sizeof *seen);
    if (seen == NULL) {
        return false;
    }
    seen[count++] = first;
    while (next < count && seen[next] != block) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(seen[next++]);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(last); n++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(last, n);
            if (to != own && !is_among(to, seen, count)) {
                seen[count++] = to;
            }
        }
    }
    bool found = next < count;
    free(seen);
    return !found;
}

static void tell_copy(struct translation *translation, LLVMValueRef variable) {
    LLVMBuilderRef builder = translation->builder;
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    LLVMValueRef count =
        LLVMBuildIntCast2(builder, LLVMGetOperand(variable, 0), translation->i64, false, "");
    LLVMValueRef bytes = LLVMBuildMul(
        builder, constant64(translation, LLVMABISizeOfType(translation->layout, type)), count, "");
    LLVMValueRef arguments[] = {as_bytes(translation, variable), bytes};
    call_runtime(translation, "lockstep_simd_copy", translation->nothing, arguments, 2);
}

void tell_simd_copies(struct translation *translation, LLVMValueRef before) {
    LLVMBasicBlockRef here = LLVMGetInstructionParent(before);
    LLVMValueRef function = LLVMGetBasicBlockParent(here);
    LLVMPositionBuilderBefore(translation->builder, before);
    for (EACH_BLOCK(block, function)) {
        for (EACH_INSTRUCTION(i, block)) {
            if (LLVMIsAAllocaInst(i) != NULL && is_copy(i, i, 0) && is_made_before(i, here)) {
                tell_copy(translation, i);
            }
        }
    }
}
