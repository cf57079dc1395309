/* Integers and bits. */
#include "libdevice.h"

DEVICE int __nv_abs(int a) { return a < 0 ? -a : a; }
DEVICE s64 __nv_llabs(s64 a) { return a < 0 ? -a : a; }
DEVICE int __nv_min(int a, int b) { return a < b ? a : b; }
DEVICE int __nv_max(int a, int b) { return a > b ? a : b; }
DEVICE u32 __nv_umin(u32 a, u32 b) { return a < b ? a : b; }
DEVICE u32 __nv_umax(u32 a, u32 b) { return a > b ? a : b; }
DEVICE s64 __nv_llmin(s64 a, s64 b) { return a < b ? a : b; }
DEVICE s64 __nv_llmax(s64 a, s64 b) { return a > b ? a : b; }
DEVICE u64 __nv_ullmin(u64 a, u64 b) { return a < b ? a : b; }
DEVICE u64 __nv_ullmax(u64 a, u64 b) { return a > b ? a : b; }

DEVICE int __nv_popc(int a) { return __builtin_popcount((u32)a); }
DEVICE int __nv_popcll(s64 a) { return __builtin_popcountll((u64)a); }
DEVICE int __nv_clz(int a) { return a ? __builtin_clz((u32)a) : 32; }
DEVICE int __nv_clzll(s64 a) { return a ? __builtin_clzll((u64)a) : 64; }
DEVICE int __nv_ffs(int a) { return a ? __builtin_ctz((u32)a) + 1 : 0; }
DEVICE int __nv_ffsll(s64 a) { return a ? __builtin_ctzll((u64)a) + 1 : 0; }
DEVICE int __nv_brev(int a) { return (int)__builtin_bitreverse32((u32)a); }
DEVICE s64 __nv_brevll(s64 a) { return (s64)__builtin_bitreverse64((u64)a); }
DEVICE int __nv_byte_perm(int a, int b, int selector) { return __nvvm_prmt(a, b, selector & 0x7777); }

DEVICE int __nv_mulhi(int a, int b) { return (int)(((s64)a * b) >> 32); }
DEVICE u32 __nv_umulhi(u32 a, u32 b) { return (u32)(((u64)a * b) >> 32); }
DEVICE s64 __nv_mul64hi(s64 a, s64 b) { return __nvvm_mulhi_ll(a, b); }
DEVICE u64 __nv_umul64hi(u64 a, u64 b) { return __nvvm_mulhi_ull(a, b); }
DEVICE int __nv_mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
DEVICE u32 __nv_umul24(u32 a, u32 b) { return (a & 0xffffff) * (b & 0xffffff); }
DEVICE u32 __nv_sad(int a, int b, u32 c) { return (a < b ? (u32)b - (u32)a : (u32)a - (u32)b) + c; }
DEVICE u32 __nv_usad(u32 a, u32 b, u32 c) { return (a < b ? b - a : a - b) + c; }

/* Averages without overflow: the common bits and half of the differing ones. */
DEVICE int __nv_hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
DEVICE int __nv_rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
DEVICE u32 __nv_uhadd(u32 a, u32 b) { return (a & b) + ((a ^ b) >> 1); }
DEVICE u32 __nv_urhadd(u32 a, u32 b) { return (a | b) - ((a ^ b) >> 1); }
