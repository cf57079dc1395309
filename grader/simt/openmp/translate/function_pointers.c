/*
 * Functions that the runtime answers, where a program takes their addresses: `table[] = {sin,
 * cos}`, `pool->release = free`. The machine calls through a pointer what stands in the PTX only.
 * So each of them gets a function of the program's own that calls it, and the address is that
 * one's.
 */
#include "translate.h"

#include <stdlib.h>

static bool is_argument(LLVMValueRef call, LLVMValueRef value) {
    for (unsigned n = 0; n < LLVMGetNumArgOperands(call); n++) {
        if (LLVMGetOperand(call, n) == value) {
            return true;
        }
    }
    return false;
}

/* Is `value`, a function or a cast of one, used other than by calls of it? */
static bool is_pointed_to(LLVMValueRef value) {
    for (EACH_USE(use, value)) {
        LLVMValueRef user = LLVMGetUser(use);
        const bool cast =
            LLVMIsAConstantExpr(user) != NULL && LLVMGetConstOpcode(user) == LLVMBitCast;
        const bool called = LLVMIsACallInst(user) != NULL && LLVMGetCalledValue(user) == value &&
                            !is_argument(user, value);
        if (cast ? is_pointed_to(user) : !called) {
            return true;
        }
    }
    return false;
}

/* A function that hands its parameters on to `answered`; NULL without memory. */
static LLVMValueRef define_caller_of(struct translation *translation, LLVMValueRef answered) {
    LLVMTypeRef type = LLVMGlobalGetValueType(answered);
    char name[256];
    snprintf(name, sizeof name, "%.200s.pointed", value_name(answered));
    LLVMValueRef *parameters = calloc(LLVMCountParamTypes(type) + 1, sizeof(LLVMValueRef));
    if (parameters == NULL) {
        return NULL;
    }
    LLVMValueRef function = LLVMAddFunction(translation->module, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMGetParams(function, parameters);
    LLVMPositionBuilderAtEnd(translation->builder, LLVMAppendBasicBlockInContext(
                                                       translation->context, function, "entry"));
    LLVMValueRef result = LLVMBuildCall2(translation->builder, type, answered, parameters,
                                         LLVMCountParamTypes(type), "");
    if (LLVMGetReturnType(type) == translation->nothing) {
        LLVMBuildRetVoid(translation->builder);
    } else {
        LLVMBuildRet(translation->builder, result);
    }
    free(parameters);
    return function;
}

struct pointed {
    LLVMValueRef answered, caller;
};

/* Calls by name stay calls of what the runtime answers. */
static void call_directly(struct translation *translation, LLVMValueRef instruction,
                          void *context) {
    const struct pointed *pointed = context;
    (void)translation;
    if (LLVMIsACallInst(instruction) != NULL && called_function(instruction) == pointed->caller) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetCalledValue(instruction));
        LLVMSetOperand(instruction, (unsigned)LLVMGetNumOperands(instruction) - 1,
                       LLVMConstPointerCast(pointed->answered, type));
    }
}

static void replace_address(struct translation *translation, LLVMValueRef answered) {
    struct pointed pointed = {answered, define_caller_of(translation, answered)};
    if (pointed.caller == NULL) {
        return;
    }
    LLVMReplaceAllUsesWith(answered, pointed.caller);
    for_each_instruction_with(translation, call_directly, &pointed);
}

void point_to_own_functions(struct translation *translation) {
    for (EACH_FUNCTION(function, translation->module)) {
        if (LLVMIsDeclaration(function) && !name_starts(value_name(function), "llvm.") &&
            !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) && is_pointed_to(function)) {
            replace_address(translation, function);
        }
    }
}
