/* Arithmetic and conversions with a rounding mode in the name: rn nearest, rz to zero, rd down, ru up. */
#include "libdevice.h"

/* CUDA's name, the instruction's name */
#define FOR_EACH_ROUNDING(ROW) ROW(rn, rn) ROW(rz, rz) ROW(rd, rm) ROW(ru, rp)

/* Sums and products are assembly: LLVM takes its own intrinsics for plain + and *, and fuses them. */
#define UNFUSED(NAME, INSTRUCTION, T, REGISTER, SIGN)                                                                  \
    DEVICE T NAME(T a, T b) {                                                                                          \
        T result;                                                                                                      \
        asm(INSTRUCTION " %0, %1, %2;" : "=" REGISTER(result) : REGISTER(a), REGISTER(SIGN b));                        \
        return result;                                                                                                 \
    }

#define ARITHMETIC(R, M)                                                                                               \
    UNFUSED(__nv_fadd_##R, "add." #M ".f32", float, "f", +)                                                            \
    UNFUSED(__nv_fsub_##R, "add." #M ".f32", float, "f", -)                                                            \
    UNFUSED(__nv_fmul_##R, "mul." #M ".f32", float, "f", +)                                                            \
    DEVICE float __nv_fdiv_##R(float a, float b) { return __nvvm_div_##M##_f(a, b); }                                  \
    DEVICE float __nv_fmaf_##R(float a, float b, float c) { return __nvvm_fma_##M##_f(a, b, c); }                      \
    DEVICE float __nv_fmaf_ieee_##R(float a, float b, float c) { return __nvvm_fma_##M##_f(a, b, c); }                 \
    DEVICE float __nv_frcp_##R(float a) { return __nvvm_rcp_##M##_f(a); }                                              \
    DEVICE float __nv_fsqrt_##R(float a) { return __nvvm_sqrt_##M##_f(a); }                                            \
    UNFUSED(__nv_dadd_##R, "add." #M ".f64", double, "d", +)                                                           \
    UNFUSED(__nv_dsub_##R, "add." #M ".f64", double, "d", -)                                                           \
    UNFUSED(__nv_dmul_##R, "mul." #M ".f64", double, "d", +)                                                           \
    DEVICE double __nv_ddiv_##R(double a, double b) { return __nvvm_div_##M##_d(a, b); }                               \
    DEVICE double __nv_fma_##R(double a, double b, double c) { return __nvvm_fma_##M##_d(a, b, c); }                   \
    DEVICE double __nv_drcp_##R(double a) { return __nvvm_rcp_##M##_d(a); }                                            \
    DEVICE double __nv_dsqrt_##R(double a) { return __nvvm_sqrt_##M##_d(a); }
FOR_EACH_ROUNDING(ARITHMETIC)

#define CONVERSIONS(R, M)                                                                                              \
    DEVICE float __nv_double2float_##R(double a) { return __nvvm_d2f_##M(a); }                                         \
    DEVICE int __nv_float2int_##R(float a) { return __nvvm_f2i_##M(a); }                                               \
    DEVICE u32 __nv_float2uint_##R(float a) { return __nvvm_f2ui_##M(a); }                                             \
    DEVICE s64 __nv_float2ll_##R(float a) { return __nvvm_f2ll_##M(a); }                                               \
    DEVICE u64 __nv_float2ull_##R(float a) { return __nvvm_f2ull_##M(a); }                                             \
    DEVICE int __nv_double2int_##R(double a) { return __nvvm_d2i_##M(a); }                                             \
    DEVICE u32 __nv_double2uint_##R(double a) { return __nvvm_d2ui_##M(a); }                                           \
    DEVICE s64 __nv_double2ll_##R(double a) { return __nvvm_d2ll_##M(a); }                                             \
    DEVICE u64 __nv_double2ull_##R(double a) { return __nvvm_d2ull_##M(a); }                                           \
    DEVICE float __nv_int2float_##R(int a) { return __nvvm_i2f_##M(a); }                                               \
    DEVICE float __nv_uint2float_##R(u32 a) { return __nvvm_ui2f_##M(a); }                                             \
    DEVICE float __nv_ll2float_##R(s64 a) { return __nvvm_ll2f_##M(a); }                                               \
    DEVICE float __nv_ull2float_##R(u64 a) { return __nvvm_ull2f_##M(a); }                                             \
    DEVICE double __nv_ll2double_##R(s64 a) { return __nvvm_ll2d_##M(a); }                                             \
    DEVICE double __nv_ull2double_##R(u64 a) { return __nvvm_ull2d_##M(a); }
FOR_EACH_ROUNDING(CONVERSIONS)

DEVICE double __nv_int2double_rn(int a) { return (double)a; }
DEVICE double __nv_uint2double_rn(u32 a) { return (double)a; }

/* Same bits, another type. */
DEVICE int __nv_float_as_int(float a) { return (int)bits_of(a); }
DEVICE u32 __nv_float_as_uint(float a) { return bits_of(a); }
DEVICE float __nv_int_as_float(int a) { return float_of((u32)a); }
DEVICE float __nv_uint_as_float(u32 a) { return float_of(a); }
DEVICE s64 __nv_double_as_longlong(double a) { return (s64)bits_of(a); }
DEVICE double __nv_longlong_as_double(s64 a) { return double_of((u64)a); }
DEVICE int __nv_double2hiint(double a) { return (int)(bits_of(a) >> 32); }
DEVICE int __nv_double2loint(double a) { return (int)(u32)bits_of(a); }
DEVICE double __nv_hiloint2double(int high, int low) { return double_of((u64)(u32)high << 32 | (u32)low); }
/* Half precision travels as its 16 bits. */
DEVICE unsigned short __nv_float2half_rn(float a) {
    unsigned short half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(a));
    return half;
}
DEVICE float __nv_half2float(unsigned short half) {
    float a;
    asm("cvt.f32.f16 %0, %1;" : "=f"(a) : "h"(half));
    return a;
}
DEVICE double __nv_rcp64h(double a) { return double_of(bits_of(1.0 / a) & 0xffffffff00000000ull); }
