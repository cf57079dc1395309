/*
 * Copies of complex numbers that clauses make: clang loads and stores both parts, as if they were
 * used. They become copies as clang makes them of structures, so that what holds for those of
 * a variable without a value holds for these, too.
 */
#include "../translate.h"

#include <llvm-c/DebugInfo.h>

/* The complex number that has this address as its part `number`; NULL if it is no such part. */
static LLVMValueRef complex_of(LLVMValueRef address, unsigned number) {
    if (LLVMIsAGetElementPtrInst(address) == NULL || LLVMGetNumOperands(address) != 3) {
        return NULL;
    }
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    LLVMValueRef index = LLVMGetOperand(address, 2);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsLiteralStruct(type) &&
                   LLVMCountStructElementTypes(type) == 2 && LLVMIsAConstantInt(index) != NULL &&
                   LLVMConstIntGetZExtValue(index) == number
               ? LLVMGetOperand(address, 0)
               : NULL;
}

/* The load that such a store of the part `number` has its value from; for it alone. */
static LLVMValueRef copied_part(LLVMValueRef store, unsigned number) {
    if (store == NULL || LLVMIsAStoreInst(store) == NULL ||
        complex_of(LLVMGetOperand(store, 1), number) == NULL) {
        return NULL;
    }
    LLVMValueRef load = LLVMGetOperand(store, 0);
    return LLVMIsALoadInst(load) != NULL && LLVMGetNextUse(LLVMGetFirstUse(load)) == NULL &&
                   complex_of(LLVMGetOperand(load, 0), number) != NULL
               ? load
               : NULL;
}

static bool is_made_by_clause(LLVMValueRef store, LLVMValueRef to) {
    const char *block = LLVMGetBasicBlockName(LLVMGetInstructionParent(store));
    LLVMValueRef root = address_root(to);
    return (LLVMIsAAllocaInst(root) != NULL && is_copy_of_clause(root)) || is_of_task(to) ||
           name_starts(block, ".omp.lastprivate.then");
}

/* One of two floats goes to a region as the 64 bits of a number, which cannot be unset. */
static void look_at_cast(struct translation *translation, LLVMValueRef store) {
    if (LLVMIsAStoreInst(store) == NULL) {
        return;
    }
    LLVMValueRef load = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    if (LLVMIsALoadInst(load) == NULL || LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMStructTypeKind ||
        LLVMGetNextUse(LLVMGetFirstUse(load)) != NULL || !is_casted(address_root(to))) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, store);
    LLVMSetCurrentDebugLocation2(translation->builder, LLVMInstructionGetDebugLoc(load));
    LLVMValueRef bytes = size_of_type(translation, LLVMTypeOf(load));
    call_copy(translation, "lockstep_move", to, LLVMGetOperand(load, 0), bytes);
    call_with_bytes(translation, "lockstep_set", to, bytes);
    replace_instruction(store, NULL);
    replace_instruction(load, NULL);
}

static void look_at_store(struct translation *translation, LLVMValueRef store) {
    LLVMValueRef before = LLVMGetPreviousInstruction(store);
    LLVMValueRef real = before != NULL ? copied_part(before, 0) : NULL;
    LLVMValueRef imaginary = copied_part(store, 1);
    if (real == NULL || imaginary == NULL) {
        return;
    }
    LLVMValueRef from = complex_of(LLVMGetOperand(real, 0), 0);
    LLVMValueRef to = complex_of(LLVMGetOperand(before, 1), 0);
    if (from != complex_of(LLVMGetOperand(imaginary, 0), 1) ||
        to != complex_of(LLVMGetOperand(store, 1), 1) || !is_made_by_clause(store, to)) {
        return;
    }
    LLVMTypeRef type = LLVMGetGEPSourceElementType(LLVMGetOperand(store, 1));
    LLVMPositionBuilderBefore(translation->builder, before);
    LLVMSetCurrentDebugLocation2(translation->builder, LLVMInstructionGetDebugLoc(real));
    LLVMBuildMemCpy(translation->builder, to, LLVMGetAlignment(before), from,
                    LLVMGetAlignment(real), size_of_type(translation, type));
    replace_instruction(before, NULL);
    replace_instruction(store, NULL);
    replace_instruction(real, NULL);
    replace_instruction(imaginary, NULL);
}

void copy_complex_numbers(struct translation *translation) {
    for_each_instruction(translation, look_at_store);
    for_each_instruction(translation, look_at_cast);
}
