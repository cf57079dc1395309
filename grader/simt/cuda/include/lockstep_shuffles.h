/*
 * lockstep_shuffles.h - the shuffles and votes of a warp, which are clang's.
 *
 * In clang 14 the shuffles of unsigned long long call themselves, without end, where they mean
 * those of long long; the compiler then drops all code that leads there. The one cast that chooses
 * between the two is turned while the header is read.
 */
#ifndef LOCKSTEP_SHUFFLES_H
#define LOCKSTEP_SHUFFLES_H

template <typename T> struct lockstep_shuffled { typedef T type; };
template <> struct lockstep_shuffled<unsigned long long> { typedef long long type; };
template <typename T, typename From>
LOCKSTEP_DEVICE typename lockstep_shuffled<T>::type lockstep_shuffle_cast(From value) {
    return (typename lockstep_shuffled<T>::type)value;
}

#pragma push_macro("static_cast")
#define static_cast lockstep_shuffle_cast
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("static_cast")

#endif
