// What nvcc gives every program without being asked: functions on bytes of a word, macros that
// other headers look for, and the like. Prints TAP lines.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>
#include <cuda/std/limits>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "headers of other people ask for these macros"
#endif

static int count, failed;

static void ok(bool good, const char *name) {
    printf("%sok %d - %s\n", good ? "" : "not ", ++count, name);
    failed += !good;
}

// Each row: an expression that a kernel computes, and the word that it gives.
#define WORDS(ROW)                                                                                 \
    ROW(__vadd4(a, b), 0x8100fe00)                                                                 \
    ROW(__vsub2(a, b), 0x7ffeff02)                                                                 \
    ROW(__vaddss4(a, b), 0x81007f00)                                                               \
    ROW(__vaddus2(a, b), 0x8200ff00)                                                               \
    ROW(__vsubus4(a, b), 0x7ffe0000)                                                               \
    ROW(__vabsdiffu4(a, b), 0x7ffe00fe)                                                            \
    ROW(__vsads4(a, b), 0x00000085)                                                                \
    ROW(__vcmpgts4(a, b), 0x000000ff)                                                              \
    ROW(__vsetgeu2(a, b), 0x00010000)                                                              \
    ROW(__vabsss4(a), 0x7f017f01)                                                                  \
    ROW(__vneg4(a), 0x800181ff)                                                                    \
    ROW(__vavgs4(a, b), 0xc0007f00)                                                                \
    ROW(__vhaddu4(a, b), 0x40807f80)                                                               \
    ROW(__vmaxs4(a, b), 0x01017f01)                                                                \
    ROW(__vminu2(a, b), 0x01017f01)                                                                \
    ROW(__dp4a(a, b, 1u), 0x00004180)                                                              \
    ROW((unsigned)__dp4a((int)a, (int)b, 0), 0x00003e7f)                                           \
    ROW(__dp2a_lo(a, b, 0u), 0x00be8080)                                                           \
    ROW(__ldcg(results + 1) + __ldcs(results + 1), 2 * 0x7ffeff02u)                                \
    ROW(__isGlobal(results) + 2 * __isShared(&box), 3)                                             \
    ROW((unsigned)__viaddmax_s32(-9, 5, -7), 0xfffffffc)                                           \
    ROW(__viaddmin_u16x2(0xffff0003u, 0x00020004u, 0x00090005u), 0x00010005)                       \
    ROW(__viaddmax_s16x2_relu(0x7fff8000u, 0x00010001u, 0x80008005u), 0)                           \
    ROW(__vimax3_s16x2(0x8001ffffu, 0x00017ffeu, 0x00020005u), 0x00027ffe)                         \
    ROW(__vimin3_u32(7, 0xffffffffu, 9), 7)                                                        \
    ROW(__vimin_s32_relu(-3, 9), 0)                                                                \
    ROW(__vimax_s16x2_relu(0xfffe0003u, 0xffff0002u), 3)                                           \
    ROW(told_halves(0x0005ffffu, 0x00050001u), 0x00050001 + 2)                                     \
    ROW(here(), 7)                                                                                 \
    ROW(swapped(a, b), 0x01017fff)                                                                 \
    ROW((unsigned)cuCrealf(cuCmulf(make_cuFloatComplex(3, 4), make_cuFloatComplex(5, -6))), 39)    \
    ROW(wrong_halves(), 0)                                                                         \
    ROW((unsigned)(float)(__half(3.0f) * __half(0.5f) + __half(40)), 41)                           \
    ROW((unsigned)__low2float(                                                                     \
            __hfma2(__float2half2_rn(3), __float2half2_rn(5), __float2half2_rn(1))),               \
        16)                                                                                        \
    ROW(generic_atomics<int>(-9), 0x1ff)                                                           \
    ROW(generic_atomics<unsigned long>(1ul << 40), 0x1ff)                                          \
    ROW(generic_atomics<long long>(-(1ll << 40)), 0x1ff)                                           \
    ROW(stepped<__half>(3.0f) + stepped<__nv_bfloat16>(3.0f), 2 * 22)                              \
    ROW(stepped_pair<__half2>() + stepped_pair<__nv_bfloat162>(), 2 * 7)                           \
    ROW((unsigned)(float)__hadd_sat(__half(0.75f), __half(0.5f)), 1)                               \
    ROW(wrong_bytes(), 0)                                                                          \
    ROW(__nv_cvt_float_to_fp8(464.0f, __NV_NOSAT, __NV_E4M3), 0x7e)                                \
    ROW(__nv_cvt_float_to_fp8(-465.0f, __NV_NOSAT, __NV_E4M3), 0xff)                               \
    ROW(__nv_cvt_float_to_fp8(-465.0f, __NV_SATFINITE, __NV_E4M3), 0xfe)                           \
    ROW(__nv_cvt_double_to_fp8(61440.0, __NV_NOSAT, __NV_E5M2), 0x7c)                              \
    ROW(__nv_cvt_double_to_fp8(61439.0, __NV_NOSAT, __NV_E5M2), 0x7b)                              \
    ROW(__nv_cvt_float_to_fp8(INFINITY, __NV_SATFINITE, __NV_E5M2), 0x7b)                          \
    ROW(__nv_fp8x2_e4m3(float2{1.0f, -0.0078125f}).__x, 0x8438)                                    \
    ROW(__nv_fp8x4_e4m3(__nv_bfloat162(1.0f, 2.0f), __nv_bfloat162(4.0f, 8.0f)).__x, 0x50484038)   \
    ROW(__nv_fp8_e5m2(1.375).__x, 0x3e)                                                            \
    ROW((unsigned)((float4)__nv_fp8x4_e5m2(float4{1, 2, 3, 7.5f})).w, 8)                           \
    ROW(__bfloat16_as_ushort(__nv_bfloat16(1.00390625f)), 0x3f80)                                  \
    ROW(cuda::std::numeric_limits<unsigned>::max(), 0xffffffff)                                    \
    ROW(__popc(__match_any_sync(1, 5ull)), 1)

#define COUNT_ROW(EXPRESSION, VALUE) +1
enum { WORD_COUNT = 0 WORDS(COUNT_ROW) };

__device__ unsigned told_halves(unsigned a, unsigned b) {
    bool high, low;
    unsigned most = __vibmax_s16x2(a, b, &high, &low);
    return most + 2 * high + low;
}

template <class Place> __device__ unsigned sum(Place place) {
    return place.x + place.y + place.z;
}
__device__ unsigned here() {
    const auto thread = threadIdx;
    auto grid = gridDim;
    const auto &block = blockDim;
    return sum(thread) + sum(blockIdx) + sum(grid) + block.x + block.y + block.z + (warpSize == 32);
}

__device__ unsigned swapped(unsigned a, unsigned b) {
    std::swap(a, b);
    return a;
}

template <class T> __device__ unsigned generic_atomics(T number) {
    __shared__ T cell;
    __shared__ double real;
    cell = number;
    real = 1.5;
    const int order = __NV_ATOMIC_SEQ_CST, scope = __NV_THREAD_SCOPE_BLOCK;
    T seen = number;
    unsigned right = __nv_atomic_fetch_add(&cell, 5, __NV_ATOMIC_RELAXED) == number;
    right += 2 * (__nv_atomic_fetch_sub(&cell, 4, order, scope) == number + 5);
    right += 4 * (__nv_atomic_load_n(&cell, __NV_ATOMIC_ACQUIRE) == number + 1);
    right += 8 * (__nv_atomic_fetch_min(&cell, 7, order) == number + 1 &&
                  cell == (number < 7 ? number + 1 : 7));
    __nv_atomic_store_n(&cell, number, __NV_ATOMIC_RELEASE, scope);
    right +=
        16 * (__nv_atomic_compare_exchange_n(&cell, &seen, 6, false, order, order) && cell == 6);
    right += 32 * (!__nv_atomic_compare_exchange_n(&cell, &seen, 9, true, order, order, scope) &&
                   seen == 6);
    __nv_atomic_or(&cell, 9, __NV_ATOMIC_ACQ_REL);
    right += 64 * (__nv_atomic_fetch_xor(&cell, 3, order) == 15 &&
                   __nv_atomic_fetch_and(&cell, 4, order) == 12);
    right += 128 * (__nv_atomic_exchange_n(&cell, 2, order) == 4 && cell == 2);
    right += 256 * (__nv_atomic_fetch_add(&real, 0.25, order) == 1.5 &&
                    __nv_atomic_load_n(&real, order) == 1.75);
    return right;
}

template <class T> __device__ unsigned stepped(T a) {
    const T first = a++, second = ++a, third = a--, fourth = --a;
    return (unsigned)(float)(+first + second * third - fourth + -a); // 3 + 5 * 5 - 3 - 3
}
template <class T> __device__ unsigned stepped_pair() {
    T a(1.0f, 2.0f), b = a++;
    return (a > b) + 2 * (b == T(1.0f, 2.0f)) + 4 * ((float)(+a).y == 3.0f && !(a < b) && a != b);
}

// Every number of 8 bits becomes a float and itself again; what lies between two becomes the even
// one.
__device__ unsigned wrong_bytes() {
    unsigned wrong = 0;
    for (unsigned code = threadIdx.x; code < 0x7e; code += 32) {
        __nv_fp8_e4m3 number, next;
        number.__x = code;
        next.__x = code + 1;
        const float between = ((float)number + (float)next) / 2;
        wrong += __nv_fp8_e4m3((float)number).__x != code;
        wrong += __nv_fp8_e4m3(between).__x != code + code % 2;
        wrong +=
            code < 0x7b && __nv_cvt_halfraw_to_fp8(__half_raw{(unsigned short)(code << 8 | 128)},
                                                   __NV_NOSAT, __NV_E5M2) != code + code % 2;
    }
    return wrong;
}

// Every half becomes a float and itself again, and rounds as the hardware's conversion does.
__device__ unsigned wrong_halves() {
    unsigned wrong = 0;
    for (unsigned bits = threadIdx.x; bits < 65536; bits += 32) {
        const __half half = __ushort_as_half((unsigned short)bits);
        const float value = half, between = value * 1.0004f;
        wrong += (bits & 0x7fff) <= 0x7c00 && __half_as_ushort(__half(value)) != bits;
        wrong += (bits & 0x7fff) <= 0x7c00 &&
                 __half_as_ushort(__half(between)) != __nv_float2half_rn(between);
    }
    return wrong;
}

__global__ void words(unsigned *results) {
    volatile unsigned first = 0x80ff7f01, second = 0x01017fff;
    const unsigned a = first, b = second;
    __shared__ int box;
    unsigned at = 0;
#define STORE_ROW(EXPRESSION, VALUE) results[at++] = (EXPRESSION);
    WORDS(STORE_ROW)
}

static void check_words() {
    unsigned *device, got[WORD_COUNT] = {0};
    cudaMalloc(&device, sizeof got);
    words<<<1, 1>>>(device);
    cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(device);
    const unsigned *next = got;
#define CHECK_ROW(EXPRESSION, VALUE)                                                               \
    ok(*next == (VALUE), #EXPRESSION " is " #VALUE);                                               \
    if (*next++ != (VALUE))                                                                        \
        printf("# it is %#x\n", next[-1]);
    WORDS(CHECK_ROW)
}

// Textures over a picture of 4 x 3: by its texels, between them, beyond its border, and layers and
// volumes.
enum { WIDE = 4, HIGH = 3, FETCHES = 12 };

__global__ void fetch(cudaTextureObject_t points, cudaTextureObject_t smooth,
                      cudaTextureObject_t bytes, cudaTextureObject_t line,
                      cudaTextureObject_t volume, cudaSurfaceObject_t surface, float *got) {
    got[0] = tex2D<float>(points, 1.5f, 2.5f);
    got[1] = tex2D<float>(points, -5.0f, 0.5f);                  // clamped
    got[2] = tex2D<float>(smooth, 2.0f / WIDE, 1.5f / HIGH);     // between texels 1 and 2
    got[3] = tex2D<float>(smooth, 2.0f / WIDE, 1.0f / HIGH);     // between four
    got[4] = tex2D<float>(smooth, 1 + 1.5f / WIDE, 0.5f / HIGH); // around
    got[5] = tex2D<float4>(bytes, 0.5f, 0.5f).y;
    got[6] = tex1Dfetch<float>(line, 7);
    got[7] = tex3D<float>(volume, 0.5f, 0.5f, 1.5f);
    surf2Dwrite(42.0f, surface, 3 * (int)sizeof(float), 1);
    got[8] = surf2Dread<float>(surface, 3 * (int)sizeof(float), 1);
    got[9] = surf2Dread<float>(surface, -4, 1, cudaBoundaryModeZero);
    got[10] = tex2D<float>(points, 9.5f, 9.5f);
    got[11] = tex1Dfetch<float>(line, 12);
}

static cudaTextureObject_t texture_of(cudaResourceDesc resource, cudaTextureFilterMode filter,
                                      cudaTextureReadMode read, bool normalized) {
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] =
        normalized ? cudaAddressModeWrap : cudaAddressModeClamp;
    how.filterMode = filter;
    how.readMode = read;
    how.normalizedCoords = normalized;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &resource, &how, nullptr);
    return object;
}

static void check_textures() {
    float picture[2 * WIDE * HIGH], *linear, *device, got[FETCHES];
    for (int i = 0; i < 2 * WIDE * HIGH; i++)
        picture[i] = (float)(i * i);
    const uchar4 color = {0, 255, 0, 0};
    cudaArray_t array, colors, cube;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(),
                          bytes = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&array, &floats, WIDE, HIGH);
    cudaMallocArray(&colors, &bytes, 1, 1);
    cudaMalloc3DArray(&cube, &floats, make_cudaExtent(WIDE, HIGH, 2));
    cudaMemcpy2DToArray(array, 0, 0, picture, WIDE * sizeof(float), WIDE * sizeof(float), HIGH,
                        cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(colors, 0, 0, &color, sizeof color, sizeof color, 1,
                        cudaMemcpyHostToDevice);
    cudaMemcpy3DParms whole = {};
    whole.srcPtr = make_cudaPitchedPtr(picture, WIDE * sizeof(float), WIDE, HIGH);
    whole.dstArray = cube;
    whole.extent = make_cudaExtent(WIDE, HIGH, 2);
    whole.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&whole);
    cudaMalloc(&linear, WIDE * HIGH * sizeof(float));
    cudaMalloc(&device, sizeof got);
    cudaMemcpy(linear, picture, WIDE * HIGH * sizeof(float), cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {}, of_line = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    of_line.resType = cudaResourceTypeLinear;
    of_line.res.linear = {linear, floats, WIDE * HIGH * sizeof(float)};
    cudaTextureObject_t points =
        texture_of(resource, cudaFilterModePoint, cudaReadModeElementType, false);
    cudaTextureObject_t smooth =
        texture_of(resource, cudaFilterModeLinear, cudaReadModeElementType, true);
    cudaTextureObject_t line =
        texture_of(of_line, cudaFilterModePoint, cudaReadModeElementType, false);
    cudaSurfaceObject_t surface = 0;
    resource.res.array.array = cube;
    cudaTextureObject_t volume =
        texture_of(resource, cudaFilterModeLinear, cudaReadModeElementType, false);
    cudaCreateSurfaceObject(&surface, &resource);
    resource.res.array.array = colors;
    cudaTextureObject_t green =
        texture_of(resource, cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    cudaResourceDesc told = {};
    cudaTextureDesc told_how = {};
    ok(cudaGetTextureObjectResourceDesc(&told, smooth) == cudaSuccess &&
           told.res.array.array == array &&
           cudaGetTextureObjectTextureDesc(&told_how, smooth) == cudaSuccess &&
           told_how.filterMode == cudaFilterModeLinear && told_how.normalizedCoords &&
           cudaGetSurfaceObjectResourceDesc(&told, surface) == cudaSuccess &&
           told.res.array.array == cube,
       "objects tell what they were made of");
    fetch<<<1, 1>>>(points, smooth, green, line, volume, surface, device);
    cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
    const float right[FETCHES] = {
        81, 0, (25 + 36) / 2.0f, (1 + 4 + 25 + 36) / 4.0f, 1, 1, 49, 144, 42, 0, 121, 0};
    for (int i = 0; i < FETCHES; i++) {
        char name[32];
        snprintf(name, sizeof name, "fetch %d of textures", i);
        ok(got[i] == right[i], name);
        if (got[i] != right[i])
            printf("# %g, not %g\n", got[i], right[i]);
    }
    for (cudaTextureObject_t object : {points, smooth, line, volume, green})
        cudaDestroyTextureObject(object);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    cudaFreeArray(colors);
    cudaFreeArray(cube);
    cudaFree(linear);
    cudaFree(device);
}

int main() {
    ok(min(3, 5u) == 3 && max(2.5f, 7.0) == 7.0, "min and max on the host");
    int three[] = {3, 1, 2}, copy[3];
    std::copy(three, three + 3, copy);
    ok(std::min(copy[1], copy[2]) == 1, "std::min and std::copy, as <cmath> brings them");
    check_words();
    check_textures();
    printf("1..%d\n", count);
    return failed != 0;
}
