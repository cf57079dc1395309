/*
 * spelling.h - spellings that nvcc takes and clang does not: kernel << <grid, block >> >(…), as
 * some editors format it, and __shared__ alignas(16) float tile[32]; launches from kernels.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Writes those .cu files (or all files, where `all` are CUDA) that need it anew into the folder
 * `scratch`, and there an overlay by which clang reads them in place of the sources. Its path for
 * the caller to free; NULL if none needs it, or if it cannot be written: clang then says what it
 * does not take. */
char *spelling_overlay(const char *const *sources, size_t count, bool all, const char *scratch);

/* Does a file's name, or any text, end so? */
bool ends_in(const char *text, const char *end);
