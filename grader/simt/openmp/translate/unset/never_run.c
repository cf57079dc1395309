/*
 * Code that never runs, as the condition before it is a constant: `if (isnan(x))` is, in glibc's
 * headers, a choice by sizeof(x), and clang writes down all ways of it where a branch depends on
 * it. Nothing there is to be refused: neither long double nor a function that nobody defines.
 */
#include "../translate.h"

#include <stdlib.h>

/* Where a branch always goes whose condition is a constant; NULL for others. */
static LLVMBasicBlockRef only_way(LLVMBasicBlockRef block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (end == NULL || LLVMIsABranchInst(end) == NULL || !LLVMIsConditional(end)) {
        return NULL;
    }
    LLVMValueRef condition = LLVMIsAConstantInt(LLVMGetCondition(end));
    return condition != NULL ? LLVMGetSuccessor(end, LLVMConstIntGetZExtValue(condition) ? 0 : 1)
                             : NULL;
}

/* Makes branches with a constant condition plain ones; were there any? */
static bool decide_branches(struct translation *translation, LLVMValueRef function) {
    bool any = false;
    for (EACH_BLOCK(block, function)) {
        LLVMBasicBlockRef way = only_way(block);
        if (way != NULL) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            LLVMPositionBuilderBefore(translation->builder, end);
            LLVMBuildBr(translation->builder, way);
            LLVMInstructionEraseFromParent(end);
            any = true;
        }
    }
    return any;
}

/* Leaves out of a phi what came from where nothing comes any more. */
static void shorten_phi(struct translation *translation, const struct block_list *live,
                        LLVMValueRef phi) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
    LLVMPositionBuilderBefore(translation->builder, phi);
    LLVMValueRef shorter = LLVMBuildPhi(translation->builder, LLVMTypeOf(phi), "");
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, n);
        LLVMValueRef value = LLVMGetIncomingValue(phi, n);
        if (is_listed(live, from) && goes_to(from, block)) {
            LLVMAddIncoming(shorter, &value, &from, 1);
        }
    }
    replace_instruction(phi, shorter);
}

/* A value of a block that never runs: no block that runs uses it, but for a phi that is shortened.
 */
static void empty_block(LLVMBasicBlockRef block) {
    for (LLVMValueRef last; (last = LLVMGetLastInstruction(block)) != NULL;) {
        const bool value = LLVMGetTypeKind(LLVMTypeOf(last)) != LLVMVoidTypeKind;
        replace_instruction(last, value ? LLVMGetUndef(LLVMTypeOf(last)) : NULL);
    }
}

static void drop_blocks(struct translation *translation, const struct block_list *live,
                        LLVMValueRef function) {
    for (size_t i = 0; i < live->count; i++) {
        LLVMValueRef next;
        for (LLVMValueRef phi = LLVMGetFirstInstruction(live->blocks[i]);
             phi != NULL && LLVMIsAPHINode(phi) != NULL; phi = next) {
            next = LLVMGetNextInstruction(phi);
            shorten_phi(translation, live, phi);
        }
    }
    for (EACH_BLOCK(block, function)) {
        if (!is_listed(live, block)) {
            empty_block(block);
        }
    }
    LLVMBasicBlockRef next;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL; block = next) {
        next = LLVMGetNextBasicBlock(block);
        if (!is_listed(live, block)) {
            LLVMDeleteBasicBlock(block);
        }
    }
}

void drop_what_never_runs(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        struct block_list live = {0};
        if (!LLVMIsDeclaration(f) && decide_branches(translation, f) &&
            list_blocks(&live, LLVMGetEntryBasicBlock(f), NULL)) {
            drop_blocks(translation, &live, f);
        }
        free(live.blocks);
    }
}
