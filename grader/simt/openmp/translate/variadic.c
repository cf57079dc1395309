/*
 * Calls of the runtime with a list of arguments of any length. PTX has none: each distinct list of
 * types gets a function of its own, printf$v0, printf$v1... The runtime finds the sizes in the
 * call.
 */
#include "translate.h"

#include <stdlib.h>
#include <string.h>

static LLVMValueRef function_of_shape(struct translation *translation, const char *name,
                                      LLVMTypeRef type) {
    char shaped[512];
    for (unsigned n = 0;; n++) {
        snprintf(shaped, sizeof shaped, "%s$v%u", name, n);
        LLVMValueRef function = LLVMGetNamedFunction(translation->module, shaped);
        if (function == NULL) {
            return LLVMAddFunction(translation->module, shaped, type);
        }
        if (LLVMGlobalGetValueType(function) == type) {
            return function;
        }
    }
}

static bool is_integer(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static bool is_narrowed(LLVMTypeRef given, LLVMTypeRef taken) {
    return is_integer(given) && is_integer(taken) &&
           LLVMGetIntTypeWidth(taken) < LLVMGetIntTypeWidth(given);
}

/* int f(); f(1): the types agree with the definition, or the call is undefined in C. What nobody
 * uses of the result may differ: f() without any declaration gives an int. Nobody looks at
 * arguments that are too many, nor at the upper bits where a char or short is taken, on the host
 * neither. */
static bool fits(LLVMTypeRef type, LLVMValueRef call) {
    unsigned count = LLVMCountParamTypes(type);
    bool same = count <= LLVMGetNumArgOperands(call) &&
                (LLVMGetReturnType(type) == LLVMTypeOf(call) || LLVMGetFirstUse(call) == NULL);
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    if (types == NULL) {
        return false;
    }
    LLVMGetParamTypes(type, types);
    for (unsigned n = 0; n < count && same; n++) {
        LLVMTypeRef given = LLVMTypeOf(LLVMGetOperand(call, n));
        same = given == types[n] || is_narrowed(given, types[n]) ||
               (LLVMGetTypeKind(given) == LLVMPointerTypeKind &&
                LLVMGetTypeKind(types[n]) == LLVMPointerTypeKind);
    }
    free(types);
    return same;
}

static LLVMValueRef build_call(struct translation *translation, LLVMValueRef call,
                               LLVMValueRef function, bool shaped) {
    unsigned count = shaped ? LLVMGetNumArgOperands(call)
                            : LLVMCountParamTypes(LLVMGlobalGetValueType(function));
    LLVMValueRef *arguments = calloc(count + 1, sizeof(LLVMValueRef));
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    LLVMValueRef made = NULL;
    if (arguments != NULL && types != NULL) {
        LLVMPositionBuilderBefore(translation->builder, call);
        if (!shaped) {
            LLVMGetParamTypes(LLVMGlobalGetValueType(function), types);
        }
        for (unsigned n = 0; n < count; n++) {
            LLVMValueRef argument = LLVMGetOperand(call, n);
            bool pointer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMPointerTypeKind;
            if (pointer && shaped) {
                argument = as_bytes(translation, argument);
            } else if (pointer) {
                argument = LLVMBuildPointerCast(translation->builder, argument, types[n], "");
            } else if (!shaped && is_narrowed(LLVMTypeOf(argument), types[n])) {
                argument = LLVMBuildTrunc(translation->builder, argument, types[n], "");
            }
            arguments[n] = argument;
            types[n] = LLVMTypeOf(argument);
        }
        LLVMTypeRef type = LLVMGlobalGetValueType(function);
        if (shaped) {
            type = LLVMFunctionType(LLVMTypeOf(call), types, count, false);
            function = function_of_shape(translation, value_name(function), type);
        }
        made = LLVMBuildCall2(translation->builder, type, function, arguments, count, "");
    }
    free(arguments);
    free(types);
    return made;
}

static void give_shape(struct translation *translation, LLVMValueRef call, void *context) {
    (void)context;
    if (LLVMIsACallInst(call) == NULL || LLVMIsAInlineAsm(LLVMGetCalledValue(call)) != NULL) {
        return;
    }
    LLVMValueRef callee = called_function(call);
    bool known = LLVMIsAFunction(callee) != NULL;
    LLVMTypeRef called = LLVMGetCalledFunctionType(call);
    if (!LLVMIsFunctionVarArg(called) && (!known || LLVMGlobalGetValueType(callee) == called)) {
        return;
    }
    if (!known) {
        refuse(translation, call,
               "a function with `...` called through a pointer: call it by its name");
        return;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    bool shaped = LLVMIsDeclaration(callee);
    if (!shaped && (LLVMIsFunctionVarArg(type) || !fits(type, call))) {
        refuse(translation, call,
               "the call of %s does not fit its definition: give its parameters "
               "in the declaration, too",
               value_name(callee));
        return;
    }
    LLVMValueRef made = build_call(translation, call, callee, shaped);
    if (made != NULL) {
        replace_instruction(call, LLVMGetFirstUse(call) != NULL ? made : NULL);
    }
}

void replace_variadic_calls(struct translation *translation) {
    for_each_instruction(translation, give_shape, NULL);
}
