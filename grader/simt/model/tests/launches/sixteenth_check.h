/*
 * sixteenth_check.h - the launches of sixteenth.cu are verified when the program's word is `check`:
 * it then runs each once, as with `once`, and lays what came out beside what the host computes.
 */
#pragma once
#include "bench.h"

#include <cmath>

typedef unsigned char byte;
static bool checking = false;
static long wrong = 0;
static const char *latest = "";

#define AT                   (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP                 (gridDim.x * blockDim.x)
#define X                    (blockIdx.x * blockDim.x + threadIdx.x)
#define Y                    (blockIdx.y * blockDim.y + threadIdx.y)
#define RUN_AS(name, n, ...) (latest = name, launch(name, n, [=] { __VA_ARGS__; }))
#define RUN(n, what, ...)    RUN_AS(#what, n, what __VA_ARGS__)

static const int K = 1 << 10, M = 1 << 20;
static std::vector<float> hx;    /* 16 Mi multiples of 1/1024 below 1 */
static std::vector<unsigned> hu; /* 16 Mi numbers below 2^30 */
static std::vector<byte> hb;     /* 16 Mi bytes */
static float *x, *y;             /* y: 16 Mi floats of room */
static unsigned *u, *v, *bins;   /* v: 16 Mi words of room */
static byte *bytes;

template <class T> static std::vector<T> back(const T *there, size_t n) {
    std::vector<T> here(n);
    cudaMemcpy(here.data(), there, n * sizeof(T), cudaMemcpyDeviceToHost);
    return here;
}

static void differs(size_t i, double is, double should) {
    if (wrong++ < 40)
        fprintf(stderr, "%s: [%zu] is %.9g, should be %.9g\n", latest, i, is, should);
}

/* Some 500 of the n values, or all of them if they are few. Wipes them then: nothing old may look
 * right later. */
template <class T, class Right>
static void expect(T *there, size_t n, Right right, double tolerance = 1e-4) {
    if (!checking)
        return;
    std::vector<T> got = back(there, n);
    size_t step = n <= 1024 ? 1 : n / 509;
    long before = wrong;
    for (size_t k = 0; k < n && wrong < before + 3; k += step) {
        size_t i = step > 1 ? std::min(n - 1, k + k * 7 % step) : k;
        double is = double(got[i]), should = double(right(i));
        if (!std::isnan(should) &&
            !(std::fabs(is - should) <= tolerance * std::max(1.0, std::fabs(should))))
            differs(i, is, should); /* NAN: nothing is written there */
    }
    cudaMemset(there, 0xee, n * sizeof(T));
}

/* One number. */
static void expect_one(double is, double should, double tolerance = 1e-4) {
    if (!(std::fabs(is - should) <= tolerance * std::max(1.0, std::fabs(should))))
        differs(0, is, should);
}

template <class T> static T *cleared(T *there, size_t n) {
    cudaMemset(there, 0, n * sizeof(T));
    return there;
}
