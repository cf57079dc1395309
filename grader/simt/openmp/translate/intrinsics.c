/* LLVM's own functions become those of C, which the runtime answers. */
#include "translate.h"

#include <string.h>

enum intrinsic_shape {
    SAME,   /* same arguments: sqrt(double) */
    MEMORY, /* (to, from or value, length, …): without what follows */
    NONE,   /* nothing */
};

static const struct {
    const char *intrinsic, *name;
    enum intrinsic_shape shape;
} rows[] = {
    {"llvm.memcpy.", "memcpy", MEMORY},
    {"llvm.memmove.", "memmove", MEMORY},
    {"llvm.memset.", "memset", MEMORY},
    {"llvm.assume", NULL, NONE},
    {"llvm.prefetch", NULL, NONE},
    {"llvm.dbg.", NULL, NONE},
    {"llvm.var.annotation", NULL, NONE},
    {"llvm.donothing", NULL, NONE},
    {"llvm.invariant.end", NULL, NONE},
    {"llvm.experimental.noalias", NULL, NONE},
    {"llvm.trap", "abort", SAME},
    {"llvm.debugtrap", "abort", SAME},
    {"llvm.ubsantrap", "abort", NONE},
    {"llvm.x86.sse2.pause", "sched_yield", SAME},
    {"llvm.sqrt.", "sqrt", SAME},
    {"llvm.sin.", "sin", SAME},
    {"llvm.cos.", "cos", SAME},
    {"llvm.tan.", "tan", SAME},
    {"llvm.pow.", "pow", SAME},
    {"llvm.exp.", "exp", SAME},
    {"llvm.exp2.", "exp2", SAME},
    {"llvm.log.", "log", SAME},
    {"llvm.log2.", "log2", SAME},
    {"llvm.log10.", "log10", SAME},
    {"llvm.floor.", "floor", SAME},
    {"llvm.ceil.", "ceil", SAME},
    {"llvm.trunc.", "trunc", SAME},
    {"llvm.rint.", "rint", SAME},
    {"llvm.nearbyint.", "nearbyint", SAME},
    {"llvm.round.", "round", SAME},
    {"llvm.lround.", "lround", SAME},
    {"llvm.llround.", "llround", SAME},
    {"llvm.lrint.", "lrint", SAME},
    {"llvm.llrint.", "llrint", SAME},
    {"llvm.ldexp.", "ldexp", SAME},
    {"llvm.copysign.", "copysign", SAME},
    {"llvm.minnum.", "fmin", SAME},
    {"llvm.maxnum.", "fmax", SAME},
};

static LLVMValueRef call_plain(struct translation *translation, LLVMValueRef call, const char *name,
                               enum intrinsic_shape shape) {
    enum { MOST = 4 };
    LLVMValueRef arguments[MOST] = {0};
    unsigned count = LLVMGetNumArgOperands(call);
    count = count > MOST ? MOST : count;
    for (unsigned n = 0; n < count; n++) {
        arguments[n] = LLVMGetOperand(call, n);
    }
    if (shape == SAME) {
        return call_runtime(translation, name, LLVMTypeOf(call), arguments, count);
    }
    arguments[0] = as_bytes(translation, arguments[0]);
    arguments[1] = strcmp(name, "memset") == 0
                       ? LLVMBuildZExt(translation->builder, arguments[1], translation->i32, "")
                       : as_bytes(translation, arguments[1]);
    arguments[2] =
        LLVMBuildIntCast2(translation->builder, arguments[2], translation->i64, false, "");
    call_runtime(translation, name, translation->pointer, arguments, 3);
    return NULL;
}

static void replace_intrinsic(struct translation *translation, LLVMValueRef call) {
    const char *called = called_name(call);
    if (!name_starts(called, "llvm.") || (translation->notes && name_starts(called, "llvm.dbg."))) {
        return;
    }
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        if (!name_starts(called, rows[n].intrinsic)) {
            continue;
        }
        char name[64];
        LLVMPositionBuilderBefore(translation->builder, call);
        LLVMValueRef made = NULL;
        if (rows[n].name != NULL) {
            LLVMTypeRef type = LLVMTypeOf(call);
            unsigned count = LLVMGetNumArgOperands(call);
            type = count > 0 ? LLVMTypeOf(LLVMGetOperand(call, 0)) : type;
            bool single = LLVMGetTypeKind(type) == LLVMFloatTypeKind;
            snprintf(name, sizeof name, "%s%s", rows[n].name, single ? "f" : "");
            if (rows[n].shape == NONE) {
                call_runtime(translation, name, translation->nothing, NULL, 0);
            } else {
                made = call_plain(translation, call, name, rows[n].shape);
            }
        }
        replace_instruction(call, made);
        return;
    }
}

void replace_intrinsics(struct translation *translation) {
    for_each_instruction(translation, replace_intrinsic);
}
