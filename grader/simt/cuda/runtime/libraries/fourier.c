/*
 * Transforms by the smallest factors of the length (Cooley and Tukey, 1965). A large prime factor
 * would cost its square: then the whole is a convolution of a power of two (Bluestein, 1970).
 */
#include "fourier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FACTOR = 61 };

struct fourier {
    size_t length;
    double complex *roots, *room, *column; /* [length] twice, [LARGEST_FACTOR] */
    /* Bluestein's: a transform of a power of two, there and back; NULL where factors are small. */
    struct fourier *there, *back;
    double complex *chirp, *kernel, *folded; /* [length], [there->length] twice */
};

static size_t smallest_factor(size_t n) {
    for (size_t f = 2; f * f <= n; f++) {
        if (n % f == 0) {
            return f;
        }
    }
    return n;
}

static bool factors_are_small(size_t n) {
    while (n > 1) {
        size_t f = smallest_factor(n);
        if (f > LARGEST_FACTOR) {
            return false;
        }
        n /= f;
    }
    return true;
}

static double complex root(size_t k, size_t n, bool inverse) {
    double turn = 2 * M_PI * (double)k / (double)n;
    return CMPLX(cos(turn), inverse ? sin(turn) : -sin(turn));
}

/* The convolution's fixed half: roots at squares of half turns, which the sum over (j - k)^2 needs.
 */
static bool prepare_convolution(struct fourier *fourier, bool inverse) {
    size_t n = fourier->length, size = 1;
    while (size < 2 * n - 1) {
        size *= 2;
    }
    fourier->there = fourier_begin(size, false);
    fourier->back = fourier_begin(size, true);
    fourier->chirp = calloc(n, sizeof *fourier->chirp);
    fourier->kernel = calloc(size, sizeof *fourier->kernel);
    fourier->folded = calloc(size, sizeof *fourier->folded);
    if (fourier->there == NULL || fourier->back == NULL || fourier->chirp == NULL ||
        fourier->kernel == NULL || fourier->folded == NULL) {
        return false;
    }
    for (size_t k = 0; k < n; k++) {
        fourier->chirp[k] = root(k * k % (2 * n), 2 * n, inverse);
        fourier->kernel[k] = conj(fourier->chirp[k]);
        fourier->kernel[(size - k) % size] = fourier->kernel[k];
    }
    fourier_transform(fourier->there, fourier->kernel);
    return true;
}

static bool prepare_roots(struct fourier *fourier, bool inverse) {
    size_t n = fourier->length;
    fourier->roots = calloc(n, sizeof *fourier->roots);
    fourier->room = calloc(n, sizeof *fourier->room);
    fourier->column = calloc(LARGEST_FACTOR, sizeof *fourier->column);
    for (size_t k = 0; fourier->roots != NULL && k < n; k++) {
        fourier->roots[k] = root(k, n, inverse);
    }
    return fourier->roots != NULL && fourier->room != NULL && fourier->column != NULL;
}

struct fourier *fourier_begin(size_t length, bool inverse) {
    struct fourier *fourier = calloc(1, sizeof *fourier);
    if (fourier == NULL) {
        return NULL;
    }
    fourier->length = length;
    if (factors_are_small(length) ? prepare_roots(fourier, inverse)
                                  : prepare_convolution(fourier, inverse)) {
        return fourier;
    }
    fourier_end(fourier);
    return NULL;
}

void fourier_end(struct fourier *fourier) {
    if (fourier == NULL) {
        return;
    }
    fourier_end(fourier->there);
    fourier_end(fourier->back);
    free(fourier->roots);
    free(fourier->room);
    free(fourier->column);
    free(fourier->chirp);
    free(fourier->kernel);
    free(fourier->folded);
    free(fourier);
}

/* The numbers from[0], from[stride], … of a part of `n`, into to[0] … to[n - 1]. */
static void transform_part(struct fourier *fourier, const double complex *from, size_t stride,
                           size_t n, double complex *to) {
    if (n == 1) {
        *to = *from;
        return;
    }
    size_t factor = smallest_factor(n), part = n / factor, step = fourier->length / n;
    for (size_t f = 0; f < factor; f++) {
        transform_part(fourier, from + f * stride, stride * factor, part, to + f * part);
    }
    for (size_t k = 0; k < part; k++) {
        for (size_t f = 0; f < factor; f++) {
            fourier->column[f] = to[f * part + k] * fourier->roots[f * k * step];
        }
        for (size_t out = 0; out < factor; out++) {
            double complex sum = fourier->column[0];
            for (size_t f = 1; f < factor; f++) {
                sum += fourier->column[f] * fourier->roots[f * out % factor * part * step];
            }
            to[out * part + k] = sum;
        }
    }
}

static void convolve(struct fourier *fourier, double complex *numbers) {
    size_t n = fourier->length, size = fourier->there->length;
    memset(fourier->folded, 0, size * sizeof *fourier->folded);
    for (size_t k = 0; k < n; k++) {
        fourier->folded[k] = numbers[k] * fourier->chirp[k];
    }
    fourier_transform(fourier->there, fourier->folded);
    for (size_t k = 0; k < size; k++) {
        fourier->folded[k] *= fourier->kernel[k];
    }
    fourier_transform(fourier->back, fourier->folded);
    for (size_t k = 0; k < n; k++) {
        numbers[k] = fourier->folded[k] * fourier->chirp[k] / (double)size;
    }
}

void fourier_transform(struct fourier *fourier, double complex *numbers) {
    if (fourier->there != NULL) {
        convolve(fourier, numbers);
        return;
    }
    memcpy(fourier->room, numbers, fourier->length * sizeof *numbers);
    transform_part(fourier, fourier->room, 1, fourier->length, numbers);
}
