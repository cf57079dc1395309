/*
 * called_kernels.h - kernels that other kernels call, as OpenCL C allows.
 *
 * PTX has no call of an .entry. So the body of such a kernel becomes a function, which the kernel's
 * entry and all others call. This edits LLVM's text, between clang's two runs.
 */
#pragma once

/* The text of the module in which no kernel is called any more; the caller frees it. NULL if memory
 * is exhausted. */
char *opencl_split_called(const char *llvm);
