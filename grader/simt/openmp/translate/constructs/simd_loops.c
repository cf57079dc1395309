/*
 * Loops under `omp simd`: the machine is told where one begins, where an iteration starts and where
 * the loop ends. clang leaves the mark on the jump back, in the loop's metadata:
 *
 *     before: br cond      cond: br i1 %more, body, end      body …      inc: br cond, !llvm.loop
 *
 * The block of `omp ordered simd` is a function of its own, __captured_stmt.
 *
 * A reduction's copy (simd_copies.c) is one for each iteration that runs beside others, and clang
 * makes one for all of them: the machine is told where it lies. A single number needs no word: it
 * becomes a register.
 */
#include "../translate.h"

#include <string.h>

struct simd_loop {
    bool enabled, parallel;
    uint64_t width;
};

static struct simd_loop read_metadata(LLVMValueRef node) {
    enum { MOST = 32 };
    struct simd_loop simd = {0};
    LLVMValueRef operands[MOST], pair[MOST];
    unsigned count = LLVMGetMDNodeNumOperands(node);
    if (count > MOST) {
        return simd;
    }
    LLVMGetMDNodeOperands(node, operands);
    for (unsigned n = 1; n < count; n++) { /* the first is the node itself */
        if (operands[n] == NULL || LLVMIsAMDNode(operands[n]) == NULL) {
            continue;
        }
        unsigned parts = LLVMGetMDNodeNumOperands(operands[n]);
        unsigned length = 0;
        if (parts == 0 || parts > MOST) {
            continue;
        }
        LLVMGetMDNodeOperands(operands[n], pair);
        const char *word = pair[0] != NULL ? LLVMGetMDString(pair[0], &length) : NULL;
        if (word == NULL) {
            continue;
        }
        if (strncmp(word, "llvm.loop.vectorize.enable", length) == 0 && parts > 1) {
            simd.enabled = LLVMConstIntGetZExtValue(pair[1]) != 0;
        } else if (strncmp(word, "llvm.loop.vectorize.width", length) == 0 && parts > 1) {
            simd.width = LLVMConstIntGetZExtValue(pair[1]);
        } else if (strncmp(word, "llvm.loop.parallel_accesses", length) == 0) {
            simd.parallel = true;
        }
    }
    return simd;
}

static void call_with_id(struct translation *translation, LLVMValueRef before, const char *name,
                         uint32_t id) {
    LLVMValueRef argument = constant32(translation, id);
    LLVMPositionBuilderBefore(translation->builder, before);
    call_runtime(translation, name, translation->nothing, &argument, 1);
}

static LLVMValueRef first_of(LLVMBasicBlockRef block) {
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(first) != NULL) {
        first = LLVMGetNextInstruction(first);
    }
    return first;
}

static void mark_entries(struct translation *translation, LLVMBasicBlockRef header,
                         LLVMValueRef back, uint32_t id, const struct simd_loop *simd) {
    LLVMValueRef function = LLVMGetBasicBlockParent(header);
    LLVMValueRef arguments[] = {constant32(translation, id),
                                constant32(translation, simd->parallel ? 0 : simd->width)};
    for (EACH_BLOCK(block, function)) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (terminator != back && goes_to(block, header)) {
            LLVMPositionBuilderBefore(translation->builder, terminator);
            call_runtime(translation, "lockstep_simd_begin", translation->nothing, arguments, 2);
            tell_simd_copies(translation, terminator);
        }
    }
}

static void mark_loop(struct translation *translation, LLVMValueRef back, void *context) {
    unsigned kind = *(unsigned *)context;
    if (LLVMGetInstructionOpcode(back) != LLVMBr || LLVMIsConditional(back)) {
        return;
    }
    LLVMValueRef node = LLVMGetMetadata(back, kind);
    struct simd_loop simd = node != NULL ? read_metadata(node) : (struct simd_loop){0};
    LLVMBasicBlockRef header = LLVMGetSuccessor(back, 0);
    LLVMValueRef test = LLVMGetBasicBlockTerminator(header);
    if (!simd.enabled || LLVMGetInstructionOpcode(test) != LLVMBr || !LLVMIsConditional(test)) {
        return;
    }
    uint32_t id = translation->simd_loops++;
    keep_simd_scalars(LLVMGetSuccessor(test, 0), header);
    mark_entries(translation, header, back, id, &simd);
    call_with_id(translation, first_of(LLVMGetSuccessor(test, 0)), "lockstep_simd_iteration", id);
    call_with_id(translation, first_of(LLVMGetSuccessor(test, 1)), "lockstep_simd_end", id);
}

static void mark_ordered(struct translation *translation, LLVMValueRef call) {
    if (name_starts(called_name(call), "__captured_stmt")) {
        call_with_id(translation, call, "lockstep_simd_ordered", true);
        call_with_id(translation, LLVMGetNextInstruction(call), "lockstep_simd_ordered", false);
    }
}

void mark_simd_loops(struct translation *translation) {
    unsigned kind = LLVMGetMDKindIDInContext(translation->context, "llvm.loop", 9);
    for_each_instruction_with(translation, mark_loop, &kind);
    for_each_instruction(translation, mark_ordered);
}
