/*
 * A target region runs in an implicit parallel region of one thread, whose end waits for all tasks
 * that were made in it. On the host clang makes a plain call of the region: the wait is a
 * taskgroup.
 */
#include "../translate.h"

static void call(struct translation *translation, LLVMValueRef before, const char *name) {
    LLVMValueRef arguments[] = {LLVMConstNull(translation->pointer), constant32(translation, 0)};
    LLVMPositionBuilderBefore(translation->builder, before);
    call_runtime(translation, name, translation->nothing, arguments, 2);
}

static void wait_at_returns(struct translation *translation, LLVMValueRef instruction) {
    if (LLVMIsAReturnInst(instruction) != NULL) {
        call(translation, instruction, "__kmpc_end_taskgroup");
    }
}

void wait_for_target_tasks(struct translation *translation) {
    if (LLVMGetNamedFunction(translation->module, "__kmpc_omp_task_alloc") == NULL) {
        return;
    }
    for (EACH_FUNCTION(function, translation->module)) {
        if (LLVMIsDeclaration(function) ||
            !name_starts(value_name(function), "__omp_offloading_")) {
            continue;
        }
        call(translation, behind_variables(function), "__kmpc_taskgroup");
        for_each_instruction_of(translation, function, wait_at_returns);
    }
}
