/*
 * A region takes a scalar along by value: in a register, which cannot be unset. So where the
 * variable may hold nothing yet, the region gets the address of a copy instead, which is moved,
 * unset or not, and moved once more to the variable that the region has of it. Whoever reads that
 * one before it is set is found there, and nobody else.
 *
 * clang makes two functions of a region: one that the runtime calls, with 64 bits for each number,
 * and in it a call of the one that has the body (its name ends in _debug__).
 */
#include "../translate.h"

#include <stdlib.h>

struct unset_capture {
    LLVMValueRef region;    /* the function that the runtime calls */
    unsigned number;        /* of its parameter */
    LLVMValueRef load, use; /* in it: of the parameter's copy, and the call that takes it */
    LLVMValueRef body;      /* the function called */
    unsigned taken;         /* the number of its parameter */
    LLVMValueRef store;     /* in the body: of the parameter, into the region's variable */
};

/* The only user of a value, or NULL. */
static LLVMValueRef only_user(LLVMValueRef value) {
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use != NULL && LLVMGetNextUse(use) == NULL ? LLVMGetUser(use) : NULL;
}

static bool changes_width(LLVMValueRef value) {
    return LLVMIsAZExtInst(value) != NULL || LLVMIsATruncInst(value) != NULL;
}

/* A _Bool has one bit in a register and eight in memory. */
static LLVMValueRef user_behind_widths(LLVMValueRef value, LLVMValueRef *last) {
    LLVMValueRef user = only_user(value);
    for (*last = value; user != NULL && changes_width(user); user = only_user(user)) {
        *last = user;
    }
    return user;
}

static LLVMValueRef value_before_widths(LLVMValueRef value) {
    while (changes_width(value)) {
        value = LLVMGetOperand(value, 0);
    }
    return value;
}

/* The store of a parameter that is only stored, in a variable; or NULL. */
static LLVMValueRef store_of(LLVMValueRef parameter) {
    LLVMValueRef last, store = user_behind_widths(parameter, &last);
    return store != NULL && LLVMIsAStoreInst(store) != NULL && LLVMGetOperand(store, 0) == last &&
                   LLVMIsAAllocaInst(LLVMGetOperand(store, 1)) != NULL
               ? store
               : NULL;
}

/* The only load of a variable that is stored once; or NULL. */
static LLVMValueRef only_load(LLVMValueRef address, LLVMValueRef store) {
    LLVMValueRef load = NULL;
    for (EACH_USE(use, address)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user == store) {
            continue;
        }
        if (LLVMIsABitCastInst(user) != NULL) {
            user = only_load(user, store);
        }
        if (user == NULL || load != NULL || LLVMIsALoadInst(user) == NULL) {
            return NULL;
        }
        load = user;
    }
    return load;
}

static bool find_argument(LLVMValueRef call, LLVMValueRef value, unsigned *number) {
    for (*number = 0; *number < LLVMGetNumArgOperands(call); ++*number) {
        if (LLVMGetOperand(call, *number) == value) {
            return true;
        }
    }
    return false;
}

/* A cast that nobody uses stays behind where a function got another type. */
static bool is_only_used_by(LLVMValueRef function, LLVMValueRef call) {
    for (EACH_USE(use, function)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (user != call && (LLVMIsAConstantExpr(user) == NULL || LLVMGetFirstUse(user) != NULL)) {
            return false;
        }
    }
    return true;
}

/* What is passed by reference is not copied. */
static bool is_reference(LLVMValueRef region, unsigned number) {
    return LLVMGetEnumAttributeAtIndex(region, number + 1, attribute_kind("dereferenceable")) !=
           NULL;
}

/* Does the parameter go to a variable of the region's body, and nowhere else? */
static bool find_copy(LLVMValueRef region, unsigned number, struct unset_capture *capture) {
    LLVMValueRef store = store_of(LLVMGetParam(region, number));
    LLVMValueRef load = store != NULL ? only_load(LLVMGetOperand(store, 1), store) : NULL;
    LLVMValueRef last = NULL, call = load != NULL ? user_behind_widths(load, &last) : NULL;
    if (call == NULL || LLVMIsACallInst(call) == NULL || is_reference(region, number)) {
        return false;
    }
    LLVMValueRef body = called_function(call);
    unsigned taken;
    if (body == NULL || LLVMIsAFunction(body) == NULL || LLVMIsDeclaration(body) ||
        !is_only_used_by(body, call) || !find_argument(call, last, &taken)) {
        return false;
    }
    *capture = (struct unset_capture){.region = region,
                                      .number = number,
                                      .load = load,
                                      .use = call,
                                      .body = body,
                                      .taken = taken,
                                      .store = store_of(LLVMGetParam(body, taken))};
    return capture->store != NULL;
}

/* ---- where regions are called ---------------------------------------------------------------- */

/* The load of the variable that an argument is a copy of: numbers go through 64 bits. */
static LLVMValueRef load_of_variable(LLVMValueRef argument) {
    if (LLVMIsALoadInst(argument) == NULL) {
        return NULL;
    }
    if (is_casted(LLVMGetOperand(argument, 0))) {
        LLVMValueRef stored = casted_value(argument);
        argument = stored != NULL ? value_before_widths(stored) : NULL;
    }
    return argument != NULL && LLVMIsALoadInst(argument) != NULL ? argument : NULL;
}

/* Calls visit(context, call, number of the argument) for each call of the region; false if it is
 * used in another way, or `visit` says false. */
typedef bool visit_call(void *context, LLVMValueRef call, unsigned number);

static bool for_each_call(LLVMValueRef value, const struct unset_capture *capture,
                          visit_call *visit, void *context) {
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAConstantExpr(user) != NULL && LLVMGetConstOpcode(user) == LLVMBitCast) {
            if (!for_each_call(user, capture, visit, context)) {
                return false;
            }
            continue;
        }
        /* __kmpc_fork_call(place, count, region, values…): before them the region has two more */
        bool forks = name_starts(called_name(user), "__kmpc_fork");
        unsigned number = forks ? capture->number + 1 : capture->number;
        if (LLVMIsACallInst(user) == NULL || (!forks && called_function(user) != capture->region) ||
            number >= LLVMGetNumArgOperands(user) || !visit(context, user, number)) {
            return false;
        }
    }
    return true;
}

struct calls {
    LLVMTypeRef type; /* of the variable */
    unsigned unset;   /* calls that may copy one that holds nothing */
};

static bool look_at_call(void *context, LLVMValueRef call, unsigned number) {
    struct calls *calls = context;
    LLVMValueRef load = load_of_variable(LLVMGetOperand(call, number));
    if (load == NULL || LLVMTypeOf(load) != calls->type) {
        return false;
    }
    calls->unset += may_hold_nothing(load);
    return true;
}

/* ---- the change ------------------------------------------------------------------------------ */

static void move(struct translation *translation, LLVMValueRef at, LLVMValueRef to,
                 LLVMValueRef from, LLVMTypeRef type) {
    LLVMPositionBuilderBefore(translation->builder, at);
    call_copy(translation, "lockstep_move", to, from, size_of_type(translation, type));
}

/* As a number or a pointer. */
static LLVMValueRef as_type(struct translation *translation, LLVMValueRef value, LLVMTypeRef type) {
    LLVMTypeRef from = LLVMTypeOf(value);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind) {
        return LLVMBuildPtrToInt(translation->builder, value, type, "");
    }
    return LLVMGetTypeKind(from) == LLVMIntegerTypeKind
               ? LLVMBuildIntToPtr(translation->builder, value, type, "")
               : LLVMBuildPointerCast(translation->builder, value, type, "");
}

struct passing {
    struct translation *translation;
    const char *name; /* of the variable */
};

static bool pass_address(void *context, LLVMValueRef call, unsigned number) {
    const struct passing *passing = context;
    struct translation *translation = passing->translation;
    LLVMValueRef argument = LLVMGetOperand(call, number), load = load_of_variable(argument);
    LLVMTypeRef type = LLVMTypeOf(load);
    char name[160]; /* what stands before the dot is the source's (stack_variables.c) */
    snprintf(name, sizeof name, "%.100s.moved", passing->name);
    LLVMValueRef copy = add_variable(translation, load, type, name);
    move(translation, load, copy, LLVMGetOperand(load, 0), type);
    LLVMPositionBuilderBefore(translation->builder, call);
    LLVMSetOperand(call, number, as_type(translation, copy, LLVMTypeOf(argument)));
    if (LLVMGetFirstUse(argument) == NULL) {
        replace_instruction(argument, NULL);
        if (argument != load) {
            replace_instruction(load, LLVMConstNull(type));
        }
    }
    return true;
}

/* The body's function with a pointer for that parameter. */
static LLVMValueRef retype_body(struct translation *translation,
                                const struct unset_capture *capture) {
    LLVMTypeRef old = LLVMGlobalGetValueType(capture->body);
    const unsigned count = LLVMCountParamTypes(old);
    LLVMTypeRef *types = calloc(count + 1, sizeof(LLVMTypeRef));
    if (types == NULL) {
        return NULL;
    }
    LLVMGetParamTypes(old, types);
    types[capture->taken] = translation->pointer;
    LLVMValueRef made = begin_retyping(
        translation, capture->body, LLVMFunctionType(LLVMGetReturnType(old), types, count, false));
    free(types);
    for (unsigned n = 0; n < count; n++) {
        if (n != capture->taken) {
            LLVMReplaceAllUsesWith(LLVMGetParam(capture->body, n), LLVMGetParam(made, n));
        }
    }
    static const char *const of_numbers[] = {"zeroext", "signext"};
    for (unsigned n = 0; n < sizeof of_numbers / sizeof *of_numbers; n++) {
        LLVMRemoveEnumAttributeAtIndex(made, capture->taken + 1, attribute_kind(of_numbers[n]));
    }
    return made;
}

static void take_address(struct translation *translation, const struct unset_capture *capture) {
    LLVMValueRef made = retype_body(translation, capture);
    if (made == NULL) {
        return;
    }
    LLVMValueRef value = LLVMGetOperand(capture->store, 0), to = LLVMGetOperand(capture->store, 1);
    move(translation, capture->store, to, LLVMGetParam(made, capture->taken), LLVMTypeOf(value));
    replace_instruction(capture->store, NULL);
    while (LLVMIsAInstruction(value) != NULL) {
        LLVMValueRef before = LLVMGetOperand(value, 0);
        replace_instruction(value, NULL);
        value = before;
    }
    LLVMValueRef parameter = LLVMGetParam(capture->region, capture->number);
    LLVMPositionBuilderBefore(translation->builder, capture->use);
    const unsigned count = LLVMGetNumArgOperands(capture->use);
    LLVMValueRef *arguments = calloc(count + 1, sizeof(LLVMValueRef));
    for (unsigned n = 0; arguments != NULL && n < count; n++) {
        arguments[n] = n == capture->taken ? as_type(translation, parameter, translation->pointer)
                                           : LLVMGetOperand(capture->use, n);
    }
    if (arguments != NULL) {
        LLVMBuildCall2(translation->builder, LLVMGlobalGetValueType(made), made, arguments, count,
                       "");
    }
    free(arguments);
    replace_instruction(capture->use, NULL);
    end_retyping(capture->body, made);
}

static bool change_parameter(struct translation *translation, LLVMValueRef region,
                             unsigned number) {
    struct unset_capture capture;
    if (!find_copy(region, number, &capture)) {
        return false;
    }
    struct calls calls = {.type = LLVMTypeOf(capture.load)};
    if (!for_each_call(region, &capture, look_at_call, &calls) || calls.unset == 0) {
        return false;
    }
    struct passing passing = {translation, value_name(LLVMGetParam(region, number))};
    for_each_call(region, &capture, pass_address, &passing);
    take_address(translation, &capture);
    return true;
}

static bool change_one(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        for (unsigned n = 0; is_any_region(f) && n < LLVMCountParams(f); n++) {
            if (change_parameter(translation, f, n)) {
                return true;
            }
        }
    }
    return false;
}

/* A region's variable that may be unset is one that the regions in it may take along. */
void keep_unset_captures(struct translation *translation) {
    while (change_one(translation)) {
    }
}
