/*
 * recorded_children.h - kernels that kernels launch, marked for LLVM.
 *
 * In sources with such launches, kernels are functions in the section "lockstep_kernel"
 * (lockstep_children.h), which clang lets call each other. They become kernels here, and weak, so
 * that a call of one tells the optimiser nothing.
 */
#pragma once

/* The text of LLVM's IR with such functions as kernels, for the caller to free; it takes `llvm`.
 * NULL without memory. */
char *record_children(char *llvm);
