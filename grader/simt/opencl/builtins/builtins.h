/* builtins.h - for the files of this folder, which are OpenCL C and become one bitcode file. */
#pragma once

#define BUILTIN __attribute__((overloadable, always_inline))
/* The compiler must not copy or merge paths to such a function: all work-items must meet there. */
#define BUILTIN_TOGETHER __attribute__((overloadable, always_inline, convergent))
