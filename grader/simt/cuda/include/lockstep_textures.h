/*
 * lockstep_textures.h - arrays, texture objects and surface objects.
 *
 * An array lies in the device's memory row by row, and a texture object is the address of a
 * description there, which the fetching functions read: so the detectors see every access. The
 * weights of linear filtering have 8 bits of fraction, as CUDA's guide says of the hardware.
 */
#ifndef LOCKSTEP_TEXTURES_H
#define LOCKSTEP_TEXTURES_H

#include <stdlib.h>
#include <string.h>

#include "lockstep_overloads.h"

#ifdef __cplusplus

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};
struct cudaChannelFormatDesc {
    int x, y, z, w; /* bits */
    enum cudaChannelFormatKind f;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

struct cudaArray {
    unsigned char *data; /* on the device */
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; /* as it was asked for: 0 for a dimension that it lacks */
    size_t element;           /* bytes */
    unsigned int flags;
};
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;

#define cudaArrayDefault          0x00
#define cudaArrayLayered          0x01
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayTextureGather    0x08

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum cudaResourceType { cudaResourceTypeArray = 0, cudaResourceTypeLinear = 2, cudaResourceTypePitch2D = 3 };
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaResourceViewDesc;

struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

/* What a texture or surface object points at, on the device. */
struct lockstep_texture {
    unsigned char *data;
    unsigned long long row, slice; /* bytes */
    int width, height, depth;      /* 1 for a dimension that it lacks */
    int bytes, channels, kind;     /* of a channel */
    int address[3], linear, normalized_values, normalized_coordinates;
    float border[4];
};

LOCKSTEP_FACE cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    return cudaExtent{width, height, depth};
}
LOCKSTEP_FACE cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
LOCKSTEP_FACE cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) {
    return cudaPitchedPtr{pointer, pitch, width, height};
}

/* ---- formats --------------------------------------------------------------------------------- */

LOCKSTEP_FACE cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return cudaChannelFormatDesc{x, y, z, w, kind};
}
template <class T> struct lockstep_channels;
#define LOCKSTEP_CHANNELS(T, N, KIND)                                                                                  \
    template <> struct lockstep_channels<N> {                                                                          \
        static constexpr int bits = (int)sizeof(T) * 8, count = (int)(sizeof(N) / sizeof(T));                          \
        static constexpr cudaChannelFormatKind kind = cudaChannelFormatKind##KIND;                                     \
    };
#define LOCKSTEP_CHANNELS_ROW(T, N, KIND)                                                                              \
    LOCKSTEP_CHANNELS(T, T, KIND)                                                                                      \
    LOCKSTEP_CHANNELS(T, N##1, KIND)                                                                                   \
    LOCKSTEP_CHANNELS(T, N##2, KIND)                                                                                   \
    LOCKSTEP_CHANNELS(T, N##4, KIND)
LOCKSTEP_CHANNELS(char, char, Signed)
LOCKSTEP_CHANNELS_ROW(signed char, char, Signed)
LOCKSTEP_CHANNELS_ROW(unsigned char, uchar, Unsigned)
LOCKSTEP_CHANNELS_ROW(short, short, Signed)
LOCKSTEP_CHANNELS_ROW(unsigned short, ushort, Unsigned)
LOCKSTEP_CHANNELS_ROW(int, int, Signed)
LOCKSTEP_CHANNELS_ROW(unsigned int, uint, Unsigned)
LOCKSTEP_CHANNELS_ROW(float, float, Float)
#undef LOCKSTEP_CHANNELS_ROW
#undef LOCKSTEP_CHANNELS

template <class T> LOCKSTEP_FACE cudaChannelFormatDesc cudaCreateChannelDesc() {
    typedef lockstep_channels<T> format;
    return cudaChannelFormatDesc{format::bits, format::count > 1 ? format::bits : 0,
                                 format::count > 2 ? format::bits : 0, format::count > 3 ? format::bits : 0,
                                 format::kind};
}

/* ---- arrays ---------------------------------------------------------------------------------- */

LOCKSTEP_FACE size_t lockstep_at_least_1(size_t count) { return count > 0 ? count : 1; }
LOCKSTEP_FACE cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                                            unsigned int flags = 0, LOCKSTEP_CALLER) {
    size_t element = (size_t)(format->x + format->y + format->z + format->w) / 8;
    size_t bytes = element * extent.width * lockstep_at_least_1(extent.height) * lockstep_at_least_1(extent.depth);
    void *data = nullptr;
    cudaError_t error = lockstep_allocate_at(&data, bytes, file, line);
    if (error == cudaSuccess) {
        *array = (cudaArray_t)calloc(1, sizeof **array);
        **array = cudaArray{(unsigned char *)data, *format, extent, element, flags};
    }
    return error;
}
LOCKSTEP_FACE cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width,
                                          size_t height = 0, unsigned int flags = 0, LOCKSTEP_CALLER) {
    return cudaMalloc3DArray(array, format, cudaExtent{width, height, 0}, flags, file, line);
}
LOCKSTEP_FACE cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array == nullptr)
        return cudaSuccess;
    cudaError_t error = cudaFree(array->data);
    free(array);
    return error;
}
LOCKSTEP_FACE cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array) {
    *format = array->format;
    return cudaSuccess;
}
LOCKSTEP_FACE cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned int *flags,
                                           cudaArray_t array) {
    if (format != nullptr)
        *format = array->format;
    if (extent != nullptr)
        *extent = array->extent;
    if (flags != nullptr)
        *flags = array->flags;
    return cudaSuccess;
}
LOCKSTEP_FACE size_t lockstep_row_bytes(cudaArray_const_t array) { return array->extent.width * array->element; }
/* Offsets in a row are bytes, as CUDA has them. */
LOCKSTEP_FACE unsigned char *lockstep_place(cudaArray_const_t array, size_t x, size_t y) {
    return array->data + y * lockstep_row_bytes(array) + x;
}
LOCKSTEP_FACE cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                              size_t width, size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2D(lockstep_place(to, x, y), lockstep_row_bytes(to), from, pitch, width, height, kind);
}
LOCKSTEP_FACE cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                                   size_t width, size_t height, cudaMemcpyKind kind,
                                                   cudaStream_t stream = 0) {
    return cudaMemcpy2DAsync(lockstep_place(to, x, y), lockstep_row_bytes(to), from, pitch, width, height, kind,
                             stream);
}
LOCKSTEP_FACE cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                                size_t width, size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2D(to, pitch, lockstep_place(from, x, y), lockstep_row_bytes(from), width, height, kind);
}
LOCKSTEP_FACE cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                            cudaMemcpyKind kind) {
    return cudaMemcpy(lockstep_place(to, x, y), from, bytes, kind);
}
LOCKSTEP_FACE cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                              cudaMemcpyKind kind) {
    return cudaMemcpy(to, lockstep_place(from, x, y), bytes, kind);
}
LOCKSTEP_FACE cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent) {
    size_t pitch = 0;
    void *data = nullptr;
    cudaError_t error = cudaMallocPitch(&data, &pitch, extent.width, extent.height * extent.depth);
    *pointer = cudaPitchedPtr{data, pitch, extent.width, extent.height};
    return error;
}
LOCKSTEP_FACE cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    return cudaMemset2D(pointer.ptr, pointer.pitch, value, extent.width, extent.height * extent.depth);
}
/* One end of a copy: where slice z begins, and bytes from a row to the next. */
struct lockstep_slice {
    unsigned char *at;
    size_t pitch;
};
static inline lockstep_slice lockstep_slice_of(cudaArray_t array, const cudaPitchedPtr &pointer, const cudaPos &pos,
                                               size_t z, size_t element) {
    const size_t rows = array ? lockstep_at_least_1(array->extent.height) : pointer.ysize;
    const size_t y = pos.y + (pos.z + z) * rows;
    if (array)
        return {lockstep_place(array, pos.x * element, y), lockstep_row_bytes(array)};
    return {(unsigned char *)pointer.ptr + pos.x + pointer.pitch * y, pointer.pitch};
}
/* Slice by slice. The extent counts elements where an array takes part, else bytes. */
static inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream = 0) {
    const cudaMemcpy3DParms &p = *parameters;
    size_t element = p.srcArray ? p.srcArray->element : p.dstArray ? p.dstArray->element : 1;
    size_t width = p.extent.width * element, height = lockstep_at_least_1(p.extent.height);
    cudaError_t error = cudaSuccess;
    for (size_t z = 0; z < p.extent.depth && error == cudaSuccess; z++) {
        const lockstep_slice to = lockstep_slice_of(p.dstArray, p.dstPtr, p.dstPos, z, element);
        const lockstep_slice from = lockstep_slice_of(p.srcArray, p.srcPtr, p.srcPos, z, element);
        error = cudaMemcpy2DAsync(to.at, to.pitch, from.at, from.pitch, width, height, p.kind, stream);
    }
    return error;
}
static inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters) {
    cudaError_t error = cudaMemcpy3DAsync(parameters);
    return error == cudaSuccess ? cudaStreamSynchronize(0) : error;
}

static inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                                 const cudaGraphNode_t *before, size_t count,
                                                 const cudaMemcpy3DParms *parameters) {
    cudaStream_t stream = lockstep_graph_open(graph);
    cudaError_t error = stream ? cudaMemcpy3DAsync(parameters, stream) : cudaErrorInvalidValue;
    return lockstep_graph_close(node, graph, before, count, error);
}

/* ---- objects --------------------------------------------------------------------------------- */

/* What kernels read of an object, and what it was made of, for those who ask. */
struct lockstep_object {
    lockstep_texture made;
    cudaResourceDesc resource;
    cudaTextureDesc how;
};

static inline cudaError_t lockstep_make_object(unsigned long long *object, const cudaResourceDesc *resource,
                                               const cudaTextureDesc *how, const char *file, unsigned int line) {
    lockstep_object object_made;
    memset(&object_made, 0, sizeof object_made);
    object_made.resource = *resource;
    lockstep_texture &made = object_made.made;
    cudaChannelFormatDesc format = {};
    size_t width = 0, height = 0, depth = 0;
    if (resource->resType == cudaResourceTypeArray) {
        const cudaArray *array = resource->res.array.array;
        format = array->format;
        made.data = array->data;
        width = array->extent.width, height = array->extent.height, depth = array->extent.depth;
        made.row = lockstep_row_bytes(array);
    } else if (resource->resType == cudaResourceTypeLinear) {
        format = resource->res.linear.desc;
        made.data = (unsigned char *)resource->res.linear.devPtr;
        width = resource->res.linear.sizeInBytes /
                lockstep_at_least_1((size_t)(format.x + format.y + format.z + format.w) / 8);
    } else if (resource->resType == cudaResourceTypePitch2D) {
        format = resource->res.pitch2D.desc;
        made.data = (unsigned char *)resource->res.pitch2D.devPtr;
        width = resource->res.pitch2D.width, height = resource->res.pitch2D.height;
        made.row = resource->res.pitch2D.pitchInBytes;
    } else {
        return cudaErrorInvalidValue;
    }
    made.width = (int)width;
    made.height = (int)lockstep_at_least_1(height);
    made.depth = (int)lockstep_at_least_1(depth);
    made.slice = made.row * (unsigned long long)made.height;
    made.bytes = format.x / 8;
    made.channels = 1 + (format.y > 0) + (format.z > 0) + (format.w > 0);
    made.kind = format.f;
    if (how != nullptr) {
        object_made.how = *how;
        for (int i = 0; i < 3; i++)
            made.address[i] = how->addressMode[i];
        made.linear = how->filterMode == cudaFilterModeLinear;
        made.normalized_values = how->readMode == cudaReadModeNormalizedFloat;
        made.normalized_coordinates = how->normalizedCoords;
        memcpy(made.border, how->borderColor, sizeof made.border);
    }
    void *place = nullptr;
    cudaError_t error = lockstep_object_at(&place, sizeof object_made, file, line);
    if (error == cudaSuccess)
        error = cudaMemcpy(place, &object_made, sizeof object_made, cudaMemcpyHostToDevice);
    *object = (unsigned long long)place;
    return error;
}
LOCKSTEP_FACE cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                                  const cudaTextureDesc *how, const cudaResourceViewDesc *,
                                                  LOCKSTEP_CALLER) {
    return lockstep_make_object(object, resource, how, file, line);
}
LOCKSTEP_FACE cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return cudaFree((void *)object); }
LOCKSTEP_FACE cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t object) {
    return cudaMemcpy(resource, &((const lockstep_object *)object)->resource, sizeof *resource, cudaMemcpyDeviceToHost);
}
LOCKSTEP_FACE cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *how, cudaTextureObject_t object) {
    return cudaMemcpy(how, &((const lockstep_object *)object)->how, sizeof *how, cudaMemcpyDeviceToHost);
}
LOCKSTEP_FACE cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource, cudaSurfaceObject_t object) {
    return cudaGetTextureObjectResourceDesc(resource, object);
}
LOCKSTEP_FACE cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *resource,
                                                  LOCKSTEP_CALLER) {
    return lockstep_make_object(object, resource, nullptr, file, line);
}
LOCKSTEP_FACE cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { return cudaFree((void *)object); }

#endif
#endif
