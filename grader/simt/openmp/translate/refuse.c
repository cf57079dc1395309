/* What cannot be translated, each with its line and what to write instead. */
#include "../../../whole_file.h"
#include "translate.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

/* Functions of other libraries, and why they cannot be called; names that end in * are starts. */
static const struct {
    const char *name, *instead;
} known[] = {
    {"pthread_*", "threads of POSIX are not seen: use OpenMP's"},
    {"thrd_*", "threads of C11 are not seen: use OpenMP's"},
    {"mtx_*", "locks of C11 are not seen: use omp_lock_t"},
    {"sem_*", "semaphores of POSIX are not seen: use OpenMP's constructs"},
    {"setjmp", "jumps out of functions are not translated: return an error"},
    {"_setjmp", "jumps out of functions are not translated: return an error"},
    {"__sigsetjmp", "jumps out of functions are not translated: return an error"},
    {"longjmp", "jumps out of functions are not translated: return an error"},
    {"signal", "there are no signals here"},
    {"raise", "there are no signals here: call abort()"},
    {"alarm", "there are no signals here"},
    {"feclearexcept", "what a calculation signals is not kept: test its result"},
    {"fetestexcept", "what a calculation signals is not kept: test its result"},
    {"feraiseexcept", "what a calculation signals is not kept: test its result"},
    {"feenableexcept", "what a calculation signals is not kept: test its result"},
    {"sigaction", "there are no signals here"},
    {"fork", "there are no processes here: use OpenMP's threads"},
    {"system", "there are no other programs here"},
};

static bool name_matches(const char *pattern, const char *name) {
    const char *star = strchr(pattern, '*');
    if (star == NULL) {
        return strcmp(pattern, name) == 0;
    }
    size_t start = (size_t)(star - pattern), end = strlen(star + 1);
    return strlen(name) >= start + end && strncmp(pattern, name, start) == 0 &&
           strcmp(star + 1, name + strlen(name) - end) == 0;
}

static const char *instead_of(const char *name) {
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        if (name_matches(known[n].name, name)) {
            return known[n].instead;
        }
    }
    return NULL;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void check_intrinsic(struct translation *translation, LLVMValueRef call, const char *name) {
    static const struct {
        const char *start, *what;
    } rows[] = {
        {"llvm.returnaddress", "the address of the caller: leave it out"},
        {"llvm.frameaddress", "the address of the frame: leave it out"},
        {"llvm.eh.sjlj", "jumps out of functions: return an error"},
        {"llvm.readcyclecounter", "the processor's cycle counter: call omp_get_wtime()"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        if (name_starts(name, rows[n].start)) {
            refuse(translation, call, "%s", rows[n].what);
            return;
        }
    }
    if (name_starts(name, "llvm.x86.") && strcmp(name, "llvm.x86.sse2.pause") != 0) {
        refuse(translation, call, "%s, an instruction of one processor: write it in C", name);
    }
}

/* asm volatile("" ::: "memory") keeps a compiler from moving code; nothing is moved here. */
static bool drops_empty_assembly(LLVMValueRef call) {
    char *text = LLVMPrintValueToString(LLVMGetCalledValue(call));
    const char *first = strchr(text, '"');
    bool empty = first != NULL && (first[1] == '"' || name_starts(first + 1, "pause\""));
    LLVMDisposeMessage(text);
    if (empty && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) {
        LLVMInstructionEraseFromParent(call);
        return true;
    }
    return false;
}

/* An untied task's variables lie in the task; clang gives an array of variable length no bytes
 * there, or (19) those of one element and something behind all variables, which no other task has.
 */
static bool lacks_room(LLVMTypeRef task) {
    if (LLVMGetTypeKind(task) != LLVMStructTypeKind || LLVMCountStructElementTypes(task) < 2) {
        return false;
    }
    LLVMTypeRef own = LLVMStructGetTypeAtIndex(task, 1);
    bool lacks = LLVMCountStructElementTypes(task) > 2;
    for (unsigned n = 0; LLVMGetTypeKind(own) == LLVMStructTypeKind && !lacks &&
                         n < LLVMCountStructElementTypes(own);
         n++) {
        LLVMTypeRef variable = LLVMStructGetTypeAtIndex(own, n);
        lacks = LLVMGetTypeKind(variable) == LLVMArrayTypeKind && LLVMGetArrayLength(variable) == 0;
    }
    return lacks;
}

static void check_task(struct translation *translation, LLVMValueRef call) {
    for (EACH_USE(use, call)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMTypeRef task = LLVMIsAGetElementPtrInst(user) != NULL
                               ? LLVMGetGEPSourceElementType(user)
                           : LLVMIsABitCastInst(user) != NULL &&
                                   LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind
                               ? LLVMGetElementType(LLVMTypeOf(user))
                               : translation->nothing;
        if (lacks_room(task)) {
            refuse(translation, call,
                   "an array of variable length in an untied task, where clang gives it no room: "
                   "leave untied out");
            return;
        }
    }
}

static void check_division(struct translation *translation, LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 64) {
        refuse(translation, instruction, "division of 128-bit integers: use 64 bits or double");
    }
}

/* clang joins all jumps to computed labels, and gives the common one no line. */
static LLVMValueRef jump_to(LLVMValueRef indirect) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(LLVMGetInstructionParent(indirect)));
    return LLVMGetDebugLocLine(indirect) == 0 && use != NULL ? LLVMGetUser(use) : indirect;
}

/* long double is as wide as on the processor, so that its size tells no program where it runs; but
 * no machine of ours computes with 80 bits. */
static bool is_long_double(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return true;
    case LLVMStructTypeKind:
        for (unsigned n = 0; n < LLVMCountStructElementTypes(type); n++) {
            if (is_long_double(LLVMStructGetTypeAtIndex(type, n))) {
                return true;
            }
        }
        return false;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        return is_long_double(LLVMGetElementType(type));
    default:
        return false;
    }
}

static bool uses_long_double(LLVMValueRef instruction) {
    if (is_long_double(LLVMTypeOf(instruction)) ||
        (LLVMIsAAllocaInst(instruction) != NULL &&
         is_long_double(LLVMGetAllocatedType(instruction)))) {
        return true;
    }
    for (int n = 0; n < LLVMGetNumOperands(instruction); n++) {
        if (is_long_double(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)n)))) {
            return true;
        }
    }
    return false;
}

static const char no_long_double[] =
    "long double: how many bits it has is the processor's choice, use double";

static void check_instruction(struct translation *translation, LLVMValueRef instruction) {
    if (uses_long_double(instruction)) {
        refuse(translation, instruction, "%s", no_long_double);
        return;
    }
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        if (LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) != NULL) {
            if (!drops_empty_assembly(instruction)) {
                refuse(translation, instruction, "assembly: write it in C");
            }
        } else {
            check_intrinsic(translation, instruction, called_name(instruction));
            if (strcmp(called_name(instruction), "__kmpc_omp_task_alloc") == 0) {
                check_task(translation, instruction);
            }
        }
        break;
    case LLVMIndirectBr:
        refuse(translation, jump_to(instruction), "goto to a computed label: use switch");
        break;
    case LLVMCallBr:
        refuse(translation, instruction, "assembly that jumps: write it in C");
        break;
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        check_division(translation, instruction);
        break;
    default:
        break;
    }
}

/* ---- functions and variables ----------------------------------------------------------------- */

struct caller {
    LLVMValueRef function, call;
};

static void find_call(struct translation *translation, LLVMValueRef instruction, void *context) {
    struct caller *caller = context;
    (void)translation;
    for (int n = 0; caller->call == NULL && n < LLVMGetNumOperands(instruction); n++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)n);
        while (LLVMIsAConstantExpr(operand) != NULL) {
            operand = LLVMGetOperand(operand, 0);
        }
        if (operand == caller->function) {
            caller->call = instruction;
        }
    }
}

static bool is_answered(const char *answered, const char *name) {
    for (const char *line = answered; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        char pattern[256];
        snprintf(pattern, sizeof pattern, "%.*s", (int)length, line);
        if (*pattern != '#' && *pattern != '\0' && name_matches(pattern, name)) {
            return true;
        }
        line += length + (line[length] == '\n');
    }
    return answered == NULL;
}

static void check_declaration(struct translation *translation, LLVMValueRef function,
                              const char *answered) {
    const char *name = value_name(function);
    const char *instead = instead_of(name);
    if (!LLVMIsDeclaration(function) || name_starts(name, "llvm.") ||
        LLVMGetFirstUse(function) == NULL || (instead == NULL && is_answered(answered, name))) {
        return;
    }
    struct caller caller = {.function = function};
    for_each_instruction_with(translation, find_call, &caller);
    /* glibc's headers give some functions other names: the program calls scanf(). */
    const char *renamed = "__isoc99_";
    const char *called = name_starts(name, renamed) ? name + strlen(renamed) : name;
    refuse(translation, caller.call != NULL ? caller.call : function, "%s(): %s", called,
           instead != NULL ? instead
                           : "nobody defines this function here: define it, or leave it out");
}

static void check_variable(struct translation *translation, LLVMValueRef variable) {
    const char *name = value_name(variable);
    if (strcmp(name, "llvm.global_ctors") == 0 || strcmp(name, "llvm.global_dtors") == 0) {
        LLVMValueRef list = LLVMGetInitializer(variable); /* {priority, function, data}… */
        LLVMValueRef first = LLVMGetNumOperands(list) > 0 ? LLVMGetOperand(list, 0) : NULL;
        bool known = first != NULL && LLVMGetNumOperands(first) > 1;
        LLVMValueRef function = known ? LLVMGetOperand(first, 1) : variable;
        while (LLVMIsAConstantExpr(function) != NULL) { /* one with arguments is cast */
            function = LLVMGetOperand(function, 0);
        }
        refuse(translation, function,
               "a constructor or destructor function: call it where it is due");
    } else if (is_long_double(LLVMGlobalGetValueType(variable))) {
        refuse(translation, variable, "%s", no_long_double);
    } else if (LLVMIsDeclaration(variable) && LLVMGetFirstUse(variable) != NULL) {
        refuse(translation, variable, "the variable %s: nobody defines it", name);
    }
}

bool refuse_untranslatable(struct translation *translation, const char *answered,
                           struct error *error) {
    char *names = answered != NULL ? whole_file(answered, NULL) : NULL;
    if (answered != NULL && names == NULL) {
        return error_set(error, "%s cannot be read: %s", answered, strerror(errno));
    }
    for_each_instruction(translation, check_instruction);
    check_task_reductions(translation);
    for (EACH_FUNCTION(f, translation->module)) {
        check_declaration(translation, f, names);
    }
    for (EACH_GLOBAL(g, translation->module)) {
        check_variable(translation, g);
    }
    for (EACH(LLVMValueRef, GlobalIFunc, i, translation->module)) {
        refuse(translation, LLVMGetGlobalIFuncResolver(i),
               "a function that a resolver chooses (ifunc): call the one that is meant");
    }
    free(names);
    return true;
}

/* ---- what shows in the program alone, before a library is there and what nobody needs is gone -
 */

/* Does what stands in its section run before main, or behind it? */
static bool runs_by_itself(LLVMValueRef value) {
    static const char *const sections[] = {".init", ".fini", ".preinit", ".ctors", ".dtors"};
    const char *section = LLVMGetSection(value);
    for (size_t i = 0; section != NULL && i < sizeof sections / sizeof *sections; i++) {
        if (name_starts(section, sections[i])) {
            return true;
        }
    }
    return false;
}

static void check_section(struct translation *translation, LLVMValueRef value) {
    if (runs_by_itself(value)) {
        refuse(translation, value,
               "the section %s, whose functions run by themselves: call them where it is due",
               LLVMGetSection(value));
    }
}

/* A use of fesetround() that may ask for another rounding than to the nearest, or NULL. */
static LLVMValueRef find_other_rounding(LLVMValueRef fesetround) {
    for (EACH_USE(use, fesetround)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMValueRef mode = LLVMIsACallInst(user) != NULL &&
                                    LLVMGetCalledValue(user) == fesetround &&
                                    LLVMGetNumArgOperands(user) == 1
                                ? LLVMIsAConstantInt(LLVMGetOperand(user, 0))
                                : NULL;
        if (mode == NULL || LLVMConstIntGetZExtValue(mode) != FE_TONEAREST) {
            return user;
        }
    }
    return NULL;
}

void refuse_in_program(struct translation *translation) {
    LLVMModuleRef module = translation->module;
    for (EACH_FUNCTION(f, module)) {
        check_section(translation, f);
    }
    for (EACH_GLOBAL(g, module)) {
        check_section(translation, g);
    }
    LLVMValueRef rounds = LLVMGetNamedFunction(module, "fesetround");
    LLVMValueRef use =
        rounds != NULL && LLVMIsDeclaration(rounds) ? find_other_rounding(rounds) : NULL;
    if (use != NULL) {
        refuse(translation, LLVMIsAInstruction(use) != NULL ? use : rounds,
               "fesetround(): numbers are rounded to the nearest here, always");
    }
}
