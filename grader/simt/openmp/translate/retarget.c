/* nvptx64 in place of the host. */
#include "translate.h"

#include <string.h>

static const char *const host_words[] = {"target-cpu",
                                         "target-features",
                                         "tune-cpu",
                                         "frame-pointer",
                                         "stack-protector-buffer-size",
                                         "probe-stack",
                                         "min-legal-vector-width",
                                         "no-builtins"};

static void forget_host(LLVMValueRef function) {
    for (size_t n = 0; n < sizeof host_words / sizeof *host_words; n++) {
        LLVMRemoveStringAttributeAtIndex(function, (unsigned)LLVMAttributeFunctionIndex,
                                         host_words[n], (unsigned)strlen(host_words[n]));
    }
    /* Nothing is inlined: lines and calls stay the program's. */
    LLVMRemoveEnumAttributeAtIndex(function, (unsigned)LLVMAttributeFunctionIndex,
                                   attribute_kind("alwaysinline"));
    LLVMRemoveEnumAttributeAtIndex(function, (unsigned)LLVMAttributeFunctionIndex,
                                   attribute_kind("uwtable"));
    LLVMSetFunctionCallConv(function, LLVMCCallConv);
}

void retarget_module(struct translation *translation) {
    char *triple = LLVMGetTargetMachineTriple(translation->machine);
    LLVMSetTarget(translation->module, triple);
    LLVMDisposeMessage(triple);
    LLVMSetModuleDataLayout(translation->module, translation->layout);
    for (EACH_FUNCTION(f, translation->module)) {
        forget_host(f);
    }
}
