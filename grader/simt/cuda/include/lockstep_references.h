/*
 * lockstep_references.h - texture and surface references, as CUDA had them before version 12:
 * variables of a file that the host binds to memory. On the device such a variable is 8 bytes of
 * memory, which hold the object that binding made (lockstep_textures.h).
 */
#ifndef LOCKSTEP_REFERENCES_H
#define LOCKSTEP_REFERENCES_H

#include "lockstep_fetch.h"

#define cudaTextureType1D        0x01
#define cudaTextureType2D        0x02
#define cudaTextureType3D        0x03
#define cudaTextureTypeCubemap   0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2

struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    int sRGB;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    cudaTextureObject_t bound; /* 0: nothing */
};

template <class T, int Type = cudaTextureType1D, enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
    __host__ texture(int normal = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
                     enum cudaTextureAddressMode address = cudaAddressModeClamp)
        : texture(normal, filter, address, cudaCreateChannelDesc<T>()) {}
    __host__ texture(int normal, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address,
                     struct cudaChannelFormatDesc format) {
        memset((textureReference *)this, 0, sizeof(textureReference));
        normalized = normal;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = format;
    }
};

/* ---- binding --------------------------------------------------------------------------------- */

LOCKSTEP_FACE cudaError_t cudaUnbindTexture(textureReference &reference) {
    cudaError_t error = cudaSuccess;
    if (reference.bound != 0)
        error = cudaDestroyTextureObject(reference.bound);
    reference.bound = 0;
    return error;
}
LOCKSTEP_FACE cudaError_t cudaUnbindTexture(textureReference *reference) { return cudaUnbindTexture(*reference); }

LOCKSTEP_FACE cudaResourceDesc lockstep_array_resource(cudaArray_const_t array) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return resource;
}

/* A function for all texture references: texture<T, Type, Mode>. */
#define LOCKSTEP_BINDS template <class T, int Type, enum cudaTextureReadMode Mode> static inline cudaError_t

LOCKSTEP_BINDS lockstep_bind(texture<T, Type, Mode> &reference, const cudaResourceDesc &resource, const char *file,
                             unsigned int line) {
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    for (int i = 0; i < 3; i++)
        how.addressMode[i] = reference.addressMode[i];
    how.filterMode = reference.filterMode;
    how.readMode = Mode;
    how.normalizedCoords = reference.normalized;
    cudaError_t error = cudaUnbindTexture(reference);
    if (error == cudaSuccess)
        error = lockstep_make_object(&reference.bound, &resource, &how, file, line);
    return error != cudaSuccess
               ? error
               : cudaMemcpyToSymbol((const void *)&reference, &reference.bound, sizeof reference.bound);
}
LOCKSTEP_BINDS cudaBindTextureToArray(texture<T, Type, Mode> &reference, cudaArray_const_t array,
                                      const cudaChannelFormatDesc &, LOCKSTEP_CALLER) {
    return lockstep_bind(reference, lockstep_array_resource(array), file, line);
}
LOCKSTEP_BINDS cudaBindTextureToArray(texture<T, Type, Mode> &reference, cudaArray_const_t array, LOCKSTEP_CALLER) {
    return cudaBindTextureToArray(reference, array, array->format, file, line);
}
LOCKSTEP_BINDS cudaBindTexture(size_t *offset, texture<T, Type, Mode> &reference, const void *pointer,
                               const cudaChannelFormatDesc &format, size_t bytes = 0x7fffffff, LOCKSTEP_CALLER) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    if (offset != nullptr)
        *offset = 0;
    return lockstep_bind(reference, resource, file, line);
}
LOCKSTEP_BINDS cudaBindTexture(size_t *offset, texture<T, Type, Mode> &reference, const void *pointer,
                               size_t bytes = 0x7fffffff, LOCKSTEP_CALLER) {
    return cudaBindTexture(offset, reference, pointer, reference.channelDesc, bytes, file, line);
}
LOCKSTEP_BINDS cudaBindTexture2D(size_t *offset, texture<T, Type, Mode> &reference, const void *pointer,
                                 const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch,
                                 LOCKSTEP_CALLER) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = (void *)pointer;
    resource.res.pitch2D.desc = format;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    if (offset != nullptr)
        *offset = 0;
    return lockstep_bind(reference, resource, file, line);
}
LOCKSTEP_BINDS cudaBindTexture2D(size_t *offset, texture<T, Type, Mode> &reference, const void *pointer, size_t width,
                                 size_t height, size_t pitch, LOCKSTEP_CALLER) {
    return cudaBindTexture2D(offset, reference, pointer, reference.channelDesc, width, height, pitch, file, line);
}

/* The same by the reference's address, as CUDA's C face has it. */
LOCKSTEP_BINDS cudaBindTexture(size_t *offset, texture<T, Type, Mode> *reference, const void *pointer,
                               const cudaChannelFormatDesc *format, size_t bytes = 0x7fffffff, LOCKSTEP_CALLER) {
    return cudaBindTexture(offset, *reference, pointer, *format, bytes, file, line);
}
LOCKSTEP_BINDS cudaBindTexture2D(size_t *offset, texture<T, Type, Mode> *reference, const void *pointer,
                                 const cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch,
                                 LOCKSTEP_CALLER) {
    return cudaBindTexture2D(offset, *reference, pointer, *format, width, height, pitch, file, line);
}
LOCKSTEP_BINDS cudaBindTextureToArray(texture<T, Type, Mode> *reference, cudaArray_const_t array,
                                      const cudaChannelFormatDesc *format, LOCKSTEP_CALLER) {
    return cudaBindTextureToArray(*reference, array, *format, file, line);
}
#undef LOCKSTEP_BINDS

LOCKSTEP_FACE cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *) {
    *offset = 0;
    return cudaSuccess;
}

/* ---- fetching -------------------------------------------------------------------------------- */

/* What a fetch gives: the element, or floats as many as it has channels. */
template <class T, enum cudaTextureReadMode Mode> struct lockstep_fetched { typedef T type; };
template <int Channels> struct lockstep_floats;
template <> struct lockstep_floats<1> { typedef float type; };
template <> struct lockstep_floats<2> { typedef float2 type; };
template <> struct lockstep_floats<4> { typedef float4 type; };
template <class T> struct lockstep_fetched<T, cudaReadModeNormalizedFloat> {
    typedef typename lockstep_floats<lockstep_channels<T>::count>::type type;
};

/* clang makes a handle of a reference that is passed by value: its address. */
template <class Reference> LOCKSTEP_DEVICE cudaTextureObject_t lockstep_bound(Reference reference) {
    cudaTextureObject_t address;
    asm("mov.b64 %0, %1;" : "=l"(address) : "l"(reference));
    return lockstep_described((const unsigned long long *)address);
}

/* ---- surfaces -------------------------------------------------------------------------------- */

#define cudaSurfaceType1D        0x01
#define cudaSurfaceType2D        0x02
#define cudaSurfaceType3D        0x03
#define cudaSurfaceTypeCubemap   0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2

struct surfaceReference {
    struct cudaChannelFormatDesc channelDesc;
    cudaSurfaceObject_t bound; /* 0: nothing */
};

template <class T, int Type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
    __host__ surface() { memset((surfaceReference *)this, 0, sizeof(surfaceReference)); }
};

/* The reference is constant to CUDA's programs, and yet it is what changes. Nobody ever unbinds a
 * surface: what describes it stays, and is no array that the program forgot. */
template <class T, int Type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, Type> &reference, cudaArray_const_t array,
                                                 LOCKSTEP_CALLER) {
    surface<T, Type> &bound = const_cast<surface<T, Type> &>(reference);
    const cudaResourceDesc resource = lockstep_array_resource(array);
    cudaSurfaceObject_t object = 0;
    cudaError_t error = cudaCreateSurfaceObject(&object, &resource, file, line);
    if (error == cudaSuccess && bound.bound == 0)
        error = cudaMallocHost((void **)&bound.bound, sizeof(lockstep_object));
    if (error == cudaSuccess)
        error = cudaMemcpy((void *)bound.bound, (const void *)object, sizeof(lockstep_object), cudaMemcpyDefault);
    if (error == cudaSuccess)
        error = cudaDestroySurfaceObject(object);
    return error != cudaSuccess ? error
                                : cudaMemcpyToSymbol((const void *)&reference, &bound.bound, sizeof bound.bound);
}
template <class T, int Type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, Type> &reference, cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc &, LOCKSTEP_CALLER) {
    return cudaBindSurfaceToArray(reference, array, file, line);
}

#define LOCKSTEP_SURFACE_REFERENCE(NAME, PARAMETERS, ...)                                                              \
    template <class T, class V, int Type>                                                                              \
    LOCKSTEP_DEVICE T NAME##read(surface<V, Type> reference, LOCKSTEP_UNPACK PARAMETERS,                               \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                \
        return NAME##read<T>(lockstep_bound(reference), __VA_ARGS__, mode);                                            \
    }                                                                                                                  \
    template <class T, class V, int Type>                                                                              \
    LOCKSTEP_DEVICE void NAME##read(T *value, surface<V, Type> reference, LOCKSTEP_UNPACK PARAMETERS,                  \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                             \
        NAME##read(value, lockstep_bound(reference), __VA_ARGS__, mode);                                               \
    }                                                                                                                  \
    template <class T, class V, int Type>                                                                              \
    LOCKSTEP_DEVICE void NAME##write(T value, surface<V, Type> reference, LOCKSTEP_UNPACK PARAMETERS,                  \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                            \
        NAME##write(value, lockstep_bound(reference), __VA_ARGS__, mode);                                              \
    }
#define LOCKSTEP_UNPACK(...) __VA_ARGS__
LOCKSTEP_SURFACE_REFERENCE(surf1D, (int x), x)
LOCKSTEP_SURFACE_REFERENCE(surf2D, (int x, int y), x, y)
LOCKSTEP_SURFACE_REFERENCE(surf3D, (int x, int y, int z), x, y, z)
LOCKSTEP_SURFACE_REFERENCE(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef LOCKSTEP_SURFACE_REFERENCE
#undef LOCKSTEP_UNPACK

/* ---- fetching by a reference ----------------------------------------------------------------- */

#define LOCKSTEP_REFERENCE(NAME, PARAMETERS, ...)                                                                      \
    template <class T, int Type, enum cudaTextureReadMode Mode>                                                        \
    LOCKSTEP_DEVICE typename lockstep_fetched<T, Mode>::type NAME(texture<T, Type, Mode> reference,                    \
                                                                  LOCKSTEP_UNPACK PARAMETERS) {                        \
        return NAME<typename lockstep_fetched<T, Mode>::type>(lockstep_bound(reference), __VA_ARGS__);                 \
    }
#define LOCKSTEP_UNPACK(...) __VA_ARGS__
LOCKSTEP_REFERENCE(tex1Dfetch, (int x), x)
LOCKSTEP_REFERENCE(tex1D, (float x), x)
LOCKSTEP_REFERENCE(tex2D, (float x, float y), x, y)
LOCKSTEP_REFERENCE(tex2DLod, (float x, float y, float level), x, y, level)
LOCKSTEP_REFERENCE(tex3D, (float x, float y, float z), x, y, z)
LOCKSTEP_REFERENCE(tex1DLayered, (float x, int layer), x, layer)
LOCKSTEP_REFERENCE(tex2DLayered, (float x, float y, int layer), x, y, layer)
#undef LOCKSTEP_REFERENCE
#undef LOCKSTEP_UNPACK

#endif
