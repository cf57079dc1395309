/*
 * Structures by value. The host's convention passes large ones `byval`: the callee owns a copy that
 * the call makes. PTX would make that copy in .param space; here the caller makes it on its stack,
 * by memcpy, so that the reading of the structure is seen.
 */
#include "translate.h"

/* The copy is the parameter, and is called as that is. */
static void name_copy(LLVMValueRef call, unsigned number, char *name, size_t size) {
    LLVMValueRef callee = LLVMIsAFunction(called_function(call));
    const char *parameter = callee != NULL && number < LLVMCountParams(callee)
                                ? value_name(LLVMGetParam(callee, number))
                                : "";
    snprintf(name, size, *parameter != '\0' ? "%s.argument" : "argument", parameter);
}

static LLVMValueRef stack_copy(struct translation *translation, LLVMValueRef call,
                               LLVMValueRef from, LLVMTypeRef type, const char *name) {
    LLVMValueRef copy = add_variable(translation, call, type, name);
    LLVMSetAlignment(copy, 16);
    copy_shape(translation, copy, address_root(from));
    call_copy(translation, "memcpy", copy, from, size_of_type(translation, type));
    return copy;
}

static void copy_arguments(struct translation *translation, LLVMValueRef call, void *context) {
    const unsigned *kinds = context;
    if (LLVMIsACallInst(call) == NULL) {
        return;
    }
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned n = 0; n < count; n++) {
        LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, n + 1, kinds[0]);
        if (byval != NULL) {
            char name[128];
            name_copy(call, n, name, sizeof name);
            LLVMValueRef copy = stack_copy(translation, call, LLVMGetOperand(call, n),
                                           LLVMGetTypeAttributeValue(byval), name);
            LLVMSetOperand(call, n, copy);
            LLVMRemoveCallSiteEnumAttribute(call, n + 1, kinds[0]);
        }
        LLVMRemoveCallSiteEnumAttribute(call, n + 1, kinds[1]);
    }
}

void copy_aggregates(struct translation *translation) {
    unsigned kinds[] = {attribute_kind("byval"), attribute_kind("sret")};
    for_each_instruction_with(translation, copy_arguments, kinds);
    for (EACH_FUNCTION(f, translation->module)) {
        for (unsigned n = 1; n <= LLVMCountParams(f); n++) {
            LLVMRemoveEnumAttributeAtIndex(f, n, kinds[0]);
            LLVMRemoveEnumAttributeAtIndex(f, n, kinds[1]);
        }
    }
}
