/*
 * lockstep_shuffles.h - the shuffles and votes of a warp, which are clang's.
 *
 * In clang 14 the shuffles of unsigned long long call themselves, without end, where they mean
 * those of long long; the compiler then drops all code that leads there. The one cast that chooses
 * between the two is turned while the header is read.
 *
 * The shuffles without a mask, which CUDA had before version 9, mean the lanes that run together:
 * here they are those with a mask, of these lanes. The votes are alike (lockstep_device.h).
 */
#ifndef LOCKSTEP_SHUFFLES_H
#define LOCKSTEP_SHUFFLES_H

template <typename T> struct lockstep_shuffled { typedef T type; };
template <> struct lockstep_shuffled<unsigned long long> { typedef long long type; };
template <typename T, typename From>
LOCKSTEP_DEVICE typename lockstep_shuffled<T>::type lockstep_shuffle_cast(From value) {
    return (typename lockstep_shuffled<T>::type)value;
}

#define __nvvm_shfl_idx_i32(...)  __nvvm_shfl_sync_idx_i32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_idx_f32(...)  __nvvm_shfl_sync_idx_f32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_up_i32(...)   __nvvm_shfl_sync_up_i32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_up_f32(...)   __nvvm_shfl_sync_up_f32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_down_i32(...) __nvvm_shfl_sync_down_i32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_down_f32(...) __nvvm_shfl_sync_down_f32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_bfly_i32(...) __nvvm_shfl_sync_bfly_i32(lockstep_active(), __VA_ARGS__)
#define __nvvm_shfl_bfly_f32(...) __nvvm_shfl_sync_bfly_f32(lockstep_active(), __VA_ARGS__)

#pragma push_macro("static_cast")
#define static_cast lockstep_shuffle_cast
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("static_cast")
#undef __nvvm_shfl_idx_i32
#undef __nvvm_shfl_idx_f32
#undef __nvvm_shfl_up_i32
#undef __nvvm_shfl_up_f32
#undef __nvvm_shfl_down_i32
#undef __nvvm_shfl_down_f32
#undef __nvvm_shfl_bfly_i32
#undef __nvvm_shfl_bfly_f32

#endif
