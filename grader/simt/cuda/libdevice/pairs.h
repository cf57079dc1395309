/*
 * pairs.h - sums of two doubles, which hold about 106 bits: for series whose terms cancel.
 *
 * The usual exact sums and products (Knuth, Dekker), with the fused multiply-add that every GPU
 * has. Sums are assembly: the compiler would fuse them with products.
 */
#pragma once

#include "libdevice.h"

struct pair {
    double high, low;
};

HELPER double plain_sum(double a, double b) {
    double sum;
    asm("add.rn.f64 %0, %1, %2;" : "=d"(sum) : "d"(a), "d"(b));
    return sum;
}
HELPER double plain_product(double a, double b) {
    double product;
    asm("mul.rn.f64 %0, %1, %2;" : "=d"(product) : "d"(a), "d"(b));
    return product;
}
HELPER pair pair_of(double a) { return {a, 0.0}; }

/* |a| >= |b| */
HELPER pair quick_sum(double a, double b) {
    double sum = plain_sum(a, b);
    return {sum, plain_sum(b, -plain_sum(sum, -a))};
}
HELPER pair exact_sum(double a, double b) {
    double sum = plain_sum(a, b), part = plain_sum(sum, -a);
    return {sum, plain_sum(plain_sum(a, -plain_sum(sum, -part)), plain_sum(b, -part))};
}
HELPER pair exact_product(double a, double b) {
    double product = plain_product(a, b);
    return {product, __nvvm_fma_rn_d(a, b, -product)};
}

HELPER pair operator+(pair a, pair b) {
    pair sum = exact_sum(a.high, b.high);
    return quick_sum(sum.high, plain_sum(sum.low, plain_sum(a.low, b.low)));
}
HELPER pair operator-(pair a) { return {-a.high, -a.low}; }
HELPER pair operator*(pair a, pair b) {
    pair product = exact_product(a.high, b.high);
    double rest = __nvvm_fma_rn_d(a.high, b.low, __nvvm_fma_rn_d(a.low, b.high, product.low));
    return quick_sum(product.high, rest);
}
HELPER pair operator*(pair a, double b) {
    pair product = exact_product(a.high, b);
    return quick_sum(product.high, __nvvm_fma_rn_d(a.low, b, product.low));
}
HELPER pair operator/(pair a, double b) {
    double first = a.high / b;
    double rest = __nvvm_fma_rn_d(-first, b, a.high);
    return quick_sum(first, plain_sum(rest, a.low) / b);
}
HELPER pair operator/(pair a, pair b) {
    double first = a.high / b.high;
    pair rest = a + -(b * first);
    return quick_sum(first, rest.high / b.high);
}
HELPER double single(pair a) { return plain_sum(a.high, a.low); }
