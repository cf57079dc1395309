/*
 * What C leaves undefined and x86-64 does in its own way, done so here, too, so that a program
 * behaves as it does natively. A real number that does not fit an integer becomes the least
 * integer, as x86-64's instructions have it. A shift goes by the lower bits of its amount, and the
 * runtime is asked whether the amount was too large, so that it can be told. A division by 0 stops
 * the program. Where LLVM sees that a divisor is 0, or that an element lies outside of its
 * variable, it may emit anything: a call hides such numbers from its passes, and stays for a
 * divisor of 0.
 */
#include "translate.h"

/* Gives its argument back, and has that many bits: a divisor, or such a number of an element. */
#define DIVISOR "lockstep_divisor"

static LLVMValueRef real(LLVMValueRef like, double value) {
    return LLVMConstReal(LLVMTypeOf(like), value);
}

/* cvttsd2si: `value` as an integer of 32 or 64 bits, `end` being 2^31 or 2^63. */
static LLVMValueRef convert(struct translation *translation, LLVMValueRef value, LLVMTypeRef type,
                            double end) {
    LLVMBuilderRef builder = translation->builder;
    const bool wide = type == translation->i64;
    LLVMValueRef low = wide ? LLVMBuildFCmp(builder, LLVMRealOGE, value, real(value, -end), "")
                            : LLVMBuildFCmp(builder, LLVMRealOGT, value, real(value, -end - 1), "");
    LLVMValueRef high = LLVMBuildFCmp(builder, LLVMRealOLT, value, real(value, end), "");
    const uint64_t least = wide ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    return LLVMBuildSelect(builder, LLVMBuildAnd(builder, low, high, ""),
                           LLVMBuildFPToSI(builder, value, type, ""),
                           LLVMConstInt(type, least, false), "");
}

/* unsigned long: what is 2^63 or more is converted without that, which is put back. */
static LLVMValueRef convert_unsigned(struct translation *translation, LLVMValueRef value,
                                     double end) {
    LLVMBuilderRef builder = translation->builder;
    LLVMValueRef large = LLVMBuildFCmp(builder, LLVMRealOGE, value, real(value, end), "");
    LLVMValueRef less = LLVMBuildFSub(builder, value, real(value, end), "");
    LLVMValueRef made = convert(translation, LLVMBuildSelect(builder, large, less, value, ""),
                                translation->i64, end);
    LLVMValueRef back = LLVMBuildSelect(builder, large, constant64(translation, UINT64_C(1) << 63),
                                        constant64(translation, 0), "");
    return LLVMBuildXor(builder, made, back, "");
}

static void convert_as_host(struct translation *translation, LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 64) {
        return; /* a vector's */
    }
    const bool is_signed = LLVMGetInstructionOpcode(instruction) == LLVMFPToSI;
    const unsigned bits = LLVMGetIntTypeWidth(type);
    LLVMPositionBuilderBefore(translation->builder, instruction);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMDoubleTypeKind) { /* exact */
        value = LLVMBuildFPExt(translation->builder, value,
                               LLVMDoubleTypeInContext(translation->context), "");
    }
    const bool wide = bits == 64 || (!is_signed && bits == 32);
    LLVMValueRef made = !is_signed && bits == 64 ? convert_unsigned(translation, value, 0x1p63)
                        : wide ? convert(translation, value, translation->i64, 0x1p63)
                               : convert(translation, value, translation->i32, 0x1p31);
    if (LLVMTypeOf(made) != type) {
        made = LLVMBuildTrunc(translation->builder, made, type, "");
    }
    replace_instruction(instruction, made);
}

/* Shifts of the library's have no line, and are right. */
static void shift_as_host(struct translation *translation, LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef amount = LLVMGetOperand(instruction, 1);
    if ((type != translation->i32 && type != translation->i64) ||
        LLVMGetDebugLocLine(instruction) == 0) {
        return;
    }
    const unsigned bits = LLVMGetIntTypeWidth(type);
    if (LLVMIsAConstantInt(amount) != NULL && LLVMConstIntGetZExtValue(amount) < bits) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, instruction);
    LLVMValueRef arguments[] = {
        LLVMBuildZExtOrBitCast(translation->builder, amount, translation->i64, ""),
        constant32(translation, bits)};
    LLVMValueRef made = call_runtime(translation, "lockstep_shift", translation->i64, arguments, 2);
    LLVMSetOperand(instruction, 1, LLVMBuildTruncOrBitCast(translation->builder, made, type, ""));
}

static void do_as_host(struct translation *translation, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMFPToSI:
    case LLVMFPToUI:
        convert_as_host(translation, instruction);
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        shift_as_host(translation, instruction);
        break;
    default:
        break;
    }
}

void define_as_host(struct translation *translation) {
    for_each_instruction(translation, do_as_host);
}

static bool is_single(LLVMValueRef value) {
    if (LLVMIsAAllocaInst(value) == NULL) {
        return false;
    }
    const LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(value));
    return kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind;
}

/* Whether a pointer leads to a single variable, perhaps through a pointer variable (`p++`). */
static bool leads_to_single(LLVMValueRef pointer) {
    LLVMValueRef from = LLVMIsALoadInst(pointer) != NULL ? LLVMGetOperand(pointer, 0) : NULL;
    bool found = is_single(pointer);
    LLVMUseRef use = from != NULL && is_single(from) ? LLVMGetFirstUse(from) : NULL;
    for (; use != NULL && !found; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        found = LLVMIsAStoreInst(store) != NULL && is_single(LLVMGetOperand(store, 0));
    }
    return found;
}

/* Whether an element's last index, a constant, leaves the variable: LLVM would drop the access. */
static bool leaves_variable(LLVMValueRef element) {
    const int last = LLVMGetNumOperands(element) - 1;
    LLVMValueRef pointer = LLVMGetOperand(element, 0),
                 index = LLVMGetOperand(element, (unsigned)last);
    if (LLVMIsAConstantInt(index) == NULL) {
        return false;
    }
    const long long number = LLVMConstIntGetSExtValue(index);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(element);
    return last == 1 ? number != 0 && leads_to_single(pointer)
                     : last == 2 && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
                           LLVMIsAAllocaInst(pointer) != NULL &&
                           (number < 0 || number >= (long long)LLVMGetArrayLength(type));
}

/* The machine looks at divisors. What will prove to be a constant goes through a call until then.
 */
static void begin_divisor(struct translation *translation, LLVMValueRef instruction) {
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    const bool element = opcode == LLVMGetElementPtr && leaves_variable(instruction);
    if (opcode != LLVMSDiv && opcode != LLVMUDiv && opcode != LLVMSRem && opcode != LLVMURem &&
        !element) {
        return;
    }
    const unsigned which = element ? (unsigned)LLVMGetNumOperands(instruction) - 1 : 1;
    LLVMValueRef divisor = LLVMGetOperand(instruction, which);
    LLVMTypeRef type = LLVMTypeOf(divisor);
    const bool never_zero =
        !element && LLVMIsAConstantInt(divisor) != NULL && LLVMConstIntGetZExtValue(divisor) != 0;
    if ((type != translation->i32 && type != translation->i64) || never_zero ||
        LLVMGetDebugLocLine(instruction) == 0) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, instruction);
    const char *name = type == translation->i32 ? DIVISOR "32" : DIVISOR "64";
    LLVMSetOperand(instruction, which, call_runtime(translation, name, type, &divisor, 1));
}

static void end_divisor(struct translation *translation, LLVMValueRef call) {
    (void)translation;
    if (!name_starts(called_name(call), DIVISOR)) {
        return;
    }
    LLVMValueRef divisor = LLVMGetOperand(call, 0);
    if (LLVMIsAConstantInt(divisor) == NULL || LLVMConstIntGetZExtValue(divisor) != 0) {
        replace_instruction(call, divisor);
    }
}

void hide_divisors(struct translation *translation) {
    for_each_instruction(translation, begin_divisor);
}

void keep_divisions_by_zero(struct translation *translation) {
    for_each_instruction(translation, end_divisor);
}
