/* fourier.h - discrete Fourier transforms of any length, for the stand-in for cuFFT. */
#pragma once

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

/* Roots of unity and room for transforms of one length. */
struct fourier;

/* Owned by the caller, for fourier_end. NULL: no memory. `length` is 1 or more. */
struct fourier *fourier_begin(size_t length, bool inverse);
/* Transforms `length` numbers in place; nothing is divided by the length. */
void fourier_transform(struct fourier *fourier, double complex *numbers);
void fourier_end(struct fourier *fourier);
