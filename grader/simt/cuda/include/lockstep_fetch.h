/* How kernels read textures, and read and write surfaces (lockstep_textures.h). */
#ifndef LOCKSTEP_FETCH_H
#define LOCKSTEP_FETCH_H

#include "lockstep_textures.h"

LOCKSTEP_DEVICE const lockstep_texture *lockstep_texture_at(cudaTextureObject_t object) {
    return (const lockstep_texture *)object;
}

/* A member of the description. Hardware has it ready: ldu says so, and it counts as no load. */
LOCKSTEP_DEVICE int lockstep_described(const int *member) {
    int value;
    asm("ldu.global.u32 %0, [%1];" : "=r"(value) : "l"(member));
    return value;
}
LOCKSTEP_DEVICE unsigned long long lockstep_described(const unsigned long long *member) {
    unsigned long long value;
    asm("ldu.global.u64 %0, [%1];" : "=l"(value) : "l"(member));
    return value;
}
LOCKSTEP_DEVICE unsigned char *lockstep_described(unsigned char *const *member) {
    return (unsigned char *)lockstep_described((const unsigned long long *)member);
}

/* A texel inside of the texture. */
template <class T> LOCKSTEP_DEVICE T lockstep_texel(const lockstep_texture *t, int x, int y, int z) {
    const unsigned char *from =
        lockstep_described(&t->data) + z * lockstep_described(&t->slice) + y * lockstep_described(&t->row) +
        (unsigned long long)(unsigned)x * (unsigned)(lockstep_described(&t->bytes) * lockstep_described(&t->channels));
    typedef lockstep_channels<T> wanted;
    if (wanted::kind != cudaChannelFormatKindFloat || !lockstep_described(&t->normalized_values))
        return *(const T *)from;
    float parts[4] = {0, 0, 0, 0};
    for (int c = 0; c < lockstep_described(&t->channels); c++) {
        bool is_signed = lockstep_described(&t->kind) == cudaChannelFormatKindSigned;
        float part = lockstep_described(&t->bytes) == 1
                         ? (is_signed ? (float)((const signed char *)from)[c] / 127.0f : (float)from[c] / 255.0f)
                         : (is_signed ? (float)((const short *)from)[c] / 32767.0f
                                      : (float)((const unsigned short *)from)[c] / 65535.0f);
        parts[c] = part < -1.0f ? -1.0f : part;
    }
    T texel;
    __builtin_memcpy(&texel, parts, sizeof texel);
    return texel;
}

/* The index of a texel in its dimension; -1: the border. */
LOCKSTEP_DEVICE int lockstep_index(const lockstep_texture *t, int i, int size, int dimension) {
    if (i >= 0 && i < size)
        return i;
    int mode = lockstep_described(&t->address[dimension]);
    if (mode == cudaAddressModeBorder)
        return -1;
    if (lockstep_described(&t->normalized_coordinates) && mode == cudaAddressModeWrap)
        return (i % size + size) % size;
    if (lockstep_described(&t->normalized_coordinates) && mode == cudaAddressModeMirror) {
        int place = (i % (2 * size) + 2 * size) % (2 * size);
        return place < size ? place : 2 * size - 1 - place;
    }
    return i < 0 ? 0 : size - 1;
}
template <class T> LOCKSTEP_DEVICE T lockstep_point(const lockstep_texture *t, int x, int y, int z) {
    x = lockstep_index(t, x, lockstep_described(&t->width), 0);
    y = lockstep_index(t, y, lockstep_described(&t->height), 1);
    z = lockstep_index(t, z, lockstep_described(&t->depth), 2);
    if (x >= 0 && y >= 0 && z >= 0)
        return lockstep_texel<T>(t, x, y, z);
    T border = T();
    if (lockstep_channels<T>::kind == cudaChannelFormatKindFloat)
        __builtin_memcpy(&border, t->border, sizeof border);
    return border;
}

/* Between texels: where to start, and the weight of the next. */
LOCKSTEP_DEVICE int lockstep_between(float at, float *weight) {
    float floor = floorf(at - 0.5f);
    *weight = rintf((at - 0.5f - floor) * 256.0f) / 256.0f;
    return (int)floor;
}
template <class T>
LOCKSTEP_DEVICE T lockstep_filtered(const lockstep_texture *t, float x, float y, float z, int dimensions) {
    float weight[3] = {0, 0, 0}, sum[4] = {0, 0, 0, 0};
    int first[3] = {lockstep_between(x, &weight[0]), (int)floorf(y), (int)floorf(z)};
    if (dimensions > 1)
        first[1] = lockstep_between(y, &weight[1]);
    if (dimensions > 2)
        first[2] = lockstep_between(z, &weight[2]);
    for (int corner = 0; corner < 1 << dimensions; corner++) {
        int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        T texel = lockstep_point<T>(t, first[0] + i, first[1] + j, first[2] + k);
        float parts[4] = {0, 0, 0, 0};
        __builtin_memcpy(parts, &texel, sizeof texel);
        float share =
            (i ? weight[0] : 1 - weight[0]) * (j ? weight[1] : 1 - weight[1]) * (k ? weight[2] : 1 - weight[2]);
        for (unsigned c = 0; c < sizeof(T) / sizeof(float); c++)
            sum[c] += share * parts[c];
    }
    T value;
    __builtin_memcpy(&value, sum, sizeof value);
    return value;
}
template <class T, bool Float> struct lockstep_fetcher {
    LOCKSTEP_DEVICE T fetch(const lockstep_texture *t, float x, float y, float z, int) {
        return lockstep_point<T>(t, (int)floorf(x), (int)floorf(y), (int)floorf(z));
    }
};
template <class T> struct lockstep_fetcher<T, true> {
    LOCKSTEP_DEVICE T fetch(const lockstep_texture *t, float x, float y, float z, int dimensions) {
        return lockstep_described(&t->linear) ? lockstep_filtered<T>(t, x, y, z, dimensions)
                                              : lockstep_point<T>(t, (int)floorf(x), (int)floorf(y), (int)floorf(z));
    }
};
template <class T>
LOCKSTEP_DEVICE T lockstep_fetch(cudaTextureObject_t object, float x, float y, float z, int dimensions) {
    const lockstep_texture *t = lockstep_texture_at(object);
    if (lockstep_described(&t->normalized_coordinates)) {
        x *= (float)lockstep_described(&t->width);
        y *= dimensions > 1 ? (float)lockstep_described(&t->height) : 1.0f;
        z *= dimensions > 2 ? (float)lockstep_described(&t->depth) : 1.0f;
    }
    return lockstep_fetcher<T, lockstep_channels<T>::kind == cudaChannelFormatKindFloat>::fetch(t, x, y, z, dimensions);
}

template <class T> LOCKSTEP_DEVICE T tex1Dfetch(cudaTextureObject_t object, int x) {
    const lockstep_texture *t = lockstep_texture_at(object);
    return (unsigned)x < (unsigned)lockstep_described(&t->width) ? lockstep_texel<T>(t, x, 0, 0) : T();
}
template <class T> LOCKSTEP_DEVICE T tex1D(cudaTextureObject_t object, float x) {
    return lockstep_fetch<T>(object, x, 0, 0, 1);
}
template <class T> LOCKSTEP_DEVICE T tex2D(cudaTextureObject_t object, float x, float y) {
    return lockstep_fetch<T>(object, x, y, 0, 2);
}
template <class T> LOCKSTEP_DEVICE T tex2DLod(cudaTextureObject_t object, float x, float y, float) {
    return lockstep_fetch<T>(object, x, y, 0, 2);
}
template <class T> LOCKSTEP_DEVICE T tex3D(cudaTextureObject_t object, float x, float y, float z) {
    return lockstep_fetch<T>(object, x, y, z, 3);
}
template <class T> LOCKSTEP_DEVICE T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer) {
    return lockstep_fetch<T>(object, x, y, (float)layer, 2);
}
/* The layers of a one-dimensional array lie where the slices do. */
template <class T> LOCKSTEP_DEVICE T tex1DLayered(cudaTextureObject_t object, float x, int layer) {
    return lockstep_fetch<T>(object, x, 0, (float)layer, 1);
}
/* The older form gives its value through a pointer. */
template <class T> LOCKSTEP_DEVICE void tex2D(T *value, cudaTextureObject_t object, float x, float y) {
    *value = tex2D<T>(object, x, y);
}

/* ---- surfaces: x counts bytes ---------------------------------------------------------------- */

/* Where the element lies; NULL outside, if that reads as zero. */
LOCKSTEP_DEVICE unsigned char *lockstep_surface(cudaSurfaceObject_t object, int x, int y, int z, int size,
                                                cudaSurfaceBoundaryMode mode) {
    const lockstep_texture *t = (const lockstep_texture *)object;
    int last = lockstep_described(&t->width) * lockstep_described(&t->bytes) * lockstep_described(&t->channels) - size;
    bool inside = x >= 0 && x <= last && y >= 0 && y < lockstep_described(&t->height) && z >= 0 &&
                  z < lockstep_described(&t->depth);
    if (!inside && mode == cudaBoundaryModeZero)
        return nullptr;
    if (!inside && mode == cudaBoundaryModeClamp) {
        x = x < 0 ? 0 : x > last ? last : x;
        y = y < 0 ? 0 : y >= lockstep_described(&t->height) ? lockstep_described(&t->height) - 1 : y;
        z = z < 0 ? 0 : z >= lockstep_described(&t->depth) ? lockstep_described(&t->depth) - 1 : z;
    } else if (!inside) {
        __builtin_trap();
    }
    return lockstep_described(&t->data) + z * lockstep_described(&t->slice) + y * lockstep_described(&t->row) + x;
}
#define LOCKSTEP_SURFACE(NAME, PARAMETERS, X, Y, Z)                                                                    \
    template <class T>                                                                                                 \
    LOCKSTEP_DEVICE T NAME##read(cudaSurfaceObject_t object, LOCKSTEP_UNPACK PARAMETERS,                               \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                \
        const unsigned char *at = lockstep_surface(object, X, Y, Z, (int)sizeof(T), mode);                             \
        return at != nullptr ? *(const T *)at : T();                                                                   \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    LOCKSTEP_DEVICE void NAME##read(T *value, cudaSurfaceObject_t object, LOCKSTEP_UNPACK PARAMETERS,                  \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                             \
        const unsigned char *at = lockstep_surface(object, X, Y, Z, (int)sizeof(T), mode);                             \
        *value = at != nullptr ? *(const T *)at : T();                                                                 \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    LOCKSTEP_DEVICE void NAME##write(T value, cudaSurfaceObject_t object, LOCKSTEP_UNPACK PARAMETERS,                  \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                            \
        unsigned char *at = lockstep_surface(object, X, Y, Z, (int)sizeof(T), mode);                                   \
        if (at != nullptr)                                                                                             \
            *(T *)at = value;                                                                                          \
    }
#define LOCKSTEP_UNPACK(...) __VA_ARGS__
LOCKSTEP_SURFACE(surf1D, (int x), x, 0, 0)
LOCKSTEP_SURFACE(surf2D, (int x, int y), x, y, 0)
LOCKSTEP_SURFACE(surf3D, (int x, int y, int z), x, y, z)
LOCKSTEP_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef LOCKSTEP_SURFACE
#undef LOCKSTEP_UNPACK

#endif
