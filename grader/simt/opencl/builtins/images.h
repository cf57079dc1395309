/*
 * images.h - texels of images: where they lie, what their channels are, and how samplers find them.
 *
 * An image is a description of 64 bytes in the device's memory (icd/image.c writes it) and rows of
 * texels. Coordinates outside of it, where nothing brings them back, lead past the end of the
 * memory: the machine finds that.
 */
#pragma once

#include "builtins.h"

#define INSIDE static __attribute__((overloadable, always_inline))

/* Four words of the description. Nobody writes them while a kernel runs. */
INSIDE uint4 words(ulong image, uint number) {
    uint x, y, z, w;
    __asm__("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
            : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
            : "l"(image + number * 16));
    return (uint4)(x, y, z, w);
}

/* In the order of the description. */
struct image_object {
    ulong data;
    uint width, height;
    uint row_bytes;
    uint order, type; /* as the host names them: CL_RGBA, CL_FLOAT */
    uint sizes;       /* bytes of a texel, and of a channel from bit 8 on */
    ulong slice_bytes, beyond;
    uint depth; /* slices, or images of an array */
};

INSIDE struct image_object image_at(ulong address) {
    uint4 a = words(address, 0), b = words(address, 1), c = words(address, 2);
    struct image_object image;
    image.data = as_ulong(a.xy);
    image.width = a.z;
    image.height = a.w;
    image.row_bytes = b.x;
    image.order = b.y;
    image.type = b.z;
    image.sizes = b.w;
    image.slice_bytes = as_ulong(c.xy);
    image.beyond = as_ulong(c.zw);
    image.depth = words(address, 3).x;
    return image;
}

INSIDE bool is_inside(struct image_object image, int4 at) {
    return (uint)at.x < image.width && (uint)at.y < image.height && (uint)at.z < image.depth;
}

INSIDE ulong texel_address(struct image_object image, int4 at) {
    if (!is_inside(image, at))
        return image.beyond;
    return image.data + (ulong)(uint)at.z * image.slice_bytes +
           (ulong)((uint)at.y * image.row_bytes + (uint)at.x * (image.sizes & 255));
}

/* A texel in one access, then its channels as they lie in memory. */
INSIDE uint4 load_channels(struct image_object image, int4 at) {
    ulong address = texel_address(image, at);
    uint channel_bytes = image.sizes >> 8;
    uint4 raw = 0;
    switch (image.sizes & 255) {
    case 1:
        raw.x = *(const __global uchar *)address;
        break;
    case 2:
        raw.x = *(const __global ushort *)address;
        break;
    case 4:
        raw.x = *(const __global uint *)address;
        break;
    case 8:
        raw.xy = *(const __global uint2 *)address;
        break;
    default:
        raw = *(const __global uint4 *)address;
    }
    if (channel_bytes == 1)
        return raw.xxxx >> (uint4)(0, 8, 16, 24) & 255;
    if (channel_bytes == 2)
        return raw.xxyy >> (uint4)(0, 16, 0, 16) & 65535;
    return raw;
}

INSIDE void store_channels(struct image_object image, int4 at, uint4 channels) {
    ulong address = texel_address(image, at);
    uint channel_bytes = image.sizes >> 8;
    uint4 raw = channels;
    if (channel_bytes == 1)
        raw.x = (channels.x & 255) | (channels.y & 255) << 8 | (channels.z & 255) << 16 | channels.w << 24;
    if (channel_bytes == 2)
        raw.xy = (channels.xz & 65535) | channels.yw << 16;
    switch (image.sizes & 255) {
    case 1:
        *(__global uchar *)address = (uchar)raw.x;
        break;
    case 2:
        *(__global ushort *)address = (ushort)raw.x;
        break;
    case 4:
        *(__global uint *)address = raw.x;
        break;
    case 8:
        *(__global uint2 *)address = raw.xy;
        break;
    default:
        *(__global uint4 *)address = raw;
    }
}

INSIDE float from_half(uint bits) {
    float value;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"((ushort)bits));
    return value;
}
INSIDE uint to_half(float value) {
    ushort bits;
    __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}

/* Channels as numbers, by the image's type. */
INSIDE float4 as_numbers(uint4 bits, uint type, float4 one) {
    switch (type) {
    case CLK_UNORM_INT8:
        return convert_float4(bits) / 255.0f;
    case CLK_UNORM_INT16:
        return convert_float4(bits) / 65535.0f;
    case CLK_SNORM_INT8:
        return max(convert_float4(as_int4(bits << 24) >> 24) / 127.0f, -1.0f);
    case CLK_SNORM_INT16:
        return max(convert_float4(as_int4(bits << 16) >> 16) / 32767.0f, -1.0f);
    case CLK_HALF_FLOAT:
        return (float4)(from_half(bits.x), from_half(bits.y), from_half(bits.z), from_half(bits.w));
    default:
        return as_float4(bits);
    }
}
INSIDE int4 as_numbers(uint4 bits, uint type, int4 one) {
    uint unused = type == CLK_SIGNED_INT8 ? 24 : type == CLK_SIGNED_INT16 ? 16 : 0;
    return as_int4(bits << unused) >> (int4)(int)unused;
}
INSIDE uint4 as_numbers(uint4 bits, uint type, uint4 one) { return bits; }

INSIDE uint4 as_bits(float4 colour, uint type) {
    switch (type) {
    case CLK_UNORM_INT8:
        return convert_uint4(convert_uchar4_sat_rte(colour * 255.0f));
    case CLK_UNORM_INT16:
        return convert_uint4(convert_ushort4_sat_rte(colour * 65535.0f));
    case CLK_SNORM_INT8:
        return as_uint4(convert_int4(convert_char4_sat_rte(max(colour, -1.0f) * 127.0f)));
    case CLK_SNORM_INT16:
        return as_uint4(convert_int4(convert_short4_sat_rte(max(colour, -1.0f) * 32767.0f)));
    case CLK_HALF_FLOAT:
        return (uint4)(to_half(colour.x), to_half(colour.y), to_half(colour.z), to_half(colour.w));
    default:
        return as_uint4(colour);
    }
}
INSIDE uint4 as_bits(int4 colour, uint type) {
    return as_uint4(type == CLK_SIGNED_INT8    ? convert_int4(convert_char4_sat(colour))
                    : type == CLK_SIGNED_INT16 ? convert_int4(convert_short4_sat(colour))
                                               : colour);
}
INSIDE uint4 as_bits(uint4 colour, uint type) {
    return type == CLK_UNSIGNED_INT8    ? convert_uint4(convert_uchar4_sat(colour))
           : type == CLK_UNSIGNED_INT16 ? convert_uint4(convert_ushort4_sat(colour))
                                        : colour;
}

/* Channels from memory to red, green, blue and alpha; a channel that is not there is 0, alpha 1. */
#define ARRANGE(TYPE)                                                                                                  \
    INSIDE TYPE##4 arrange(TYPE##4 c, uint order) {                                                                    \
        switch (order) {                                                                                               \
        case CLK_R:                                                                                                    \
            return (TYPE##4)(c.x, 0, 0, 1);                                                                            \
        case CLK_A:                                                                                                    \
            return (TYPE##4)(0, 0, 0, c.x);                                                                            \
        case CLK_RG:                                                                                                   \
            return (TYPE##4)(c.x, c.y, 0, 1);                                                                          \
        case CLK_RA:                                                                                                   \
            return (TYPE##4)(c.x, 0, 0, c.y);                                                                          \
        case CLK_BGRA:                                                                                                 \
            return c.zyxw;                                                                                             \
        case CLK_ARGB:                                                                                                 \
            return c.yzwx;                                                                                             \
        case CLK_INTENSITY:                                                                                            \
            return c.xxxx;                                                                                             \
        case CLK_LUMINANCE:                                                                                            \
            return (TYPE##4)(c.x, c.x, c.x, 1);                                                                        \
        default:                                                                                                       \
            return c;                                                                                                  \
        }                                                                                                              \
    }                                                                                                                  \
    INSIDE TYPE##4 texel(struct image_object image, int4 at, TYPE##4 kind) {                                           \
        return arrange(as_numbers(load_channels(image, at), image.type, kind), image.order);                           \
    }                                                                                                                  \
    INSIDE TYPE##4 border(struct image_object image, TYPE##4 kind) {                                                   \
        bool opaque = image.order == CLK_R || image.order == CLK_RG || image.order == CLK_LUMINANCE;                   \
        return (TYPE##4)(0, 0, 0, opaque);                                                                             \
    }                                                                                                                  \
    INSIDE void put(struct image_object image, int4 at, TYPE##4 colour) {                                              \
        TYPE##4 c = colour;                                                                                            \
        switch (image.order) {                                                                                         \
        case CLK_A:                                                                                                    \
            c.x = colour.w;                                                                                            \
            break;                                                                                                     \
        case CLK_RA:                                                                                                   \
            c.y = colour.w;                                                                                            \
            break;                                                                                                     \
        case CLK_BGRA:                                                                                                 \
            c = colour.zyxw;                                                                                           \
            break;                                                                                                     \
        case CLK_ARGB:                                                                                                 \
            c = colour.wxyz;                                                                                           \
            break;                                                                                                     \
        }                                                                                                              \
        store_channels(image, at, as_bits(c, image.type));                                                             \
    }
ARRANGE(float)
ARRANGE(int)
ARRANGE(uint)

/* The places in one dimension that a sampler takes, and the second one's weight. */
struct places {
    int first, second;
    float weight;
};

#define ADDRESSING(SAMPLER) ((SAMPLER)&14)

INSIDE struct places find_places(uint sampler, uint size, float coordinate) {
    float at = coordinate, whole;
    struct places places;
    bool linear = (sampler & CLK_FILTER_LINEAR) != 0;
    int last = (int)size - 1;
    if (ADDRESSING(sampler) == CLK_ADDRESS_REPEAT)
        at = (at - floor(at)) * (float)size;
    else if (ADDRESSING(sampler) == CLK_ADDRESS_MIRRORED_REPEAT)
        at = fabs(at - 2.0f * rint(0.5f * at)) * (float)size;
    else if (sampler & CLK_NORMALIZED_COORDS_TRUE)
        at = at * (float)size;
    at = linear ? at - 0.5f : at;
    whole = floor(at);
    places.first = convert_int_sat(whole);
    places.weight = linear ? at - whole : 0.0f;
    places.second = add_sat(places.first, 1);
    switch (ADDRESSING(sampler)) {
    case CLK_ADDRESS_REPEAT:
        places.first = places.first < 0 ? places.first + (int)size : places.first;
        places.first = places.first > last ? places.first - (int)size : places.first;
        places.second = places.second > last ? places.second - (int)size : places.second;
        break;
    case CLK_ADDRESS_MIRRORED_REPEAT:
    case CLK_ADDRESS_CLAMP_TO_EDGE:
        places.first = clamp(places.first, 0, last);
        places.second = clamp(places.second, 0, last);
        break;
    case CLK_ADDRESS_CLAMP:
        places.first = clamp(places.first, -1, last + 1);
        places.second = clamp(places.second, -1, last + 1);
        break;
    }
    return places;
}

/* The image of an array: never filtered, always clamped. */
INSIDE int find_layer(struct image_object image, float coordinate) {
    return clamp(convert_int_sat(rint(coordinate)), 0, (int)image.depth - 1);
}

/* A texel by whole numbers: the sampler's addressing alone counts. */
INSIDE int wrap(uint sampler, uint size, int at) {
    if (ADDRESSING(sampler) == CLK_ADDRESS_NONE)
        return at;
    return ADDRESSING(sampler) == CLK_ADDRESS_CLAMP ? clamp(at, -1, (int)size) : clamp(at, 0, (int)size - 1);
}

/* A sampler that clamps sees the border's colour outside. */
#define SAMPLE(TYPE)                                                                                                   \
    INSIDE TYPE##4 bounded(struct image_object image, uint sampler, int4 at, TYPE##4 kind) {                           \
        if (ADDRESSING(sampler) == CLK_ADDRESS_CLAMP && !is_inside(image, at))                                         \
            return border(image, kind);                                                                                \
        return texel(image, at, kind);                                                                                 \
    }
SAMPLE(float)
SAMPLE(int)
SAMPLE(uint)

/* The mean of the texels around, in as many dimensions as are filtered; one texel if the sampler
 * takes the nearest. */
INSIDE float4 filtered(struct image_object image, uint sampler, float4 at, int dimensions, int layer) {
    struct places x = find_places(sampler, image.width, at.x), y, z;
    bool linear = (sampler & CLK_FILTER_LINEAR) != 0;
    float4 sum = 0.0f;
    y.first = y.second = 0;
    z.first = z.second = layer;
    y.weight = z.weight = 0.0f;
    if (dimensions > 1)
        y = find_places(sampler, image.height, at.y);
    if (dimensions > 2)
        z = find_places(sampler, image.depth, at.z);
    if (!linear)
        return bounded(image, sampler, (int4)(x.first, y.first, z.first, 0), (float4)0);
    for (int corner = 0; corner < 1 << dimensions; corner++) {
        float weight = corner & 1 ? x.weight : 1.0f - x.weight;
        weight *= dimensions < 2 ? 1.0f : corner & 2 ? y.weight : 1.0f - y.weight;
        weight *= dimensions < 3 ? 1.0f : corner & 4 ? z.weight : 1.0f - z.weight;
        int4 place = (int4)(corner & 1 ? x.second : x.first, corner & 2 ? y.second : y.first,
                            corner & 4 ? z.second : z.first, 0);
        sum += weight * bounded(image, sampler, place, (float4)0);
    }
    return sum;
}
