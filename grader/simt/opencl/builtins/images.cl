/* Reading, writing and asking about images, for each kind of them. */
#include "images.h"

#define HANDLE(X) ((ulong)__builtin_astype(X, __constant char *))
#define IMAGE(X)  image_at((ulong)__builtin_astype(X, __global char *))

/* A sampler is its own bits. */
__constant char *__translate_sampler_initializer(int bits) { return (__constant char *)(ulong)(uint)bits; }

/* For each kind of image: the vectors of its coordinates, its filtered dimensions, and the place of the coordinate `at`
 * in whole numbers, with each made whole by AT(number, size). */
#define PLACE_1D(AT)       (int4)(AT(at, image.width), 0, 0, 0)
#define PLACE_1D_ARRAY(AT) (int4)(AT(at.x, image.width), 0, LAYER(at.y), 0)
#define PLACE_2D(AT)       (int4)(AT(at.x, image.width), AT(at.y, image.height), 0, 0)
#define PLACE_2D_ARRAY(AT) (int4)(AT(at.x, image.width), AT(at.y, image.height), LAYER(at.z), 0)
#define PLACE_3D(AT)       (int4)(AT(at.x, image.width), AT(at.y, image.height), AT(at.z, image.depth), 0)

#define AS_IT_IS(AT, SIZE) (AT)
#define WRAPPED(AT, SIZE)  wrap(bits, SIZE, AT)
#define NEAREST(AT, SIZE)  find_places(bits &(uint)~CLK_FILTER_LINEAR, SIZE, AT).first
#define POSITION_1D        (float4)(at, 0, 0, 0)
#define POSITION_1D_ARRAY  (float4)(at, 0, 0)
#define POSITION_2D        (float4)(at, 0, 0)
#define POSITION_2D_ARRAY  at
#define POSITION_3D        at
#define LAYER_1D           0
#define LAYER_1D_ARRAY     find_layer(image, at.y)
#define LAYER_2D           0
#define LAYER_2D_ARRAY     find_layer(image, at.z)
#define LAYER_3D           0

#define READ_PLAIN(NAME, TYPE, ACCESS, IMAGE_T, KIND, INTS)                                                            \
    BUILTIN TYPE##4 NAME(ACCESS IMAGE_T from, INTS at) {                                                               \
        struct image_object image = IMAGE(from);                                                                       \
        return texel(image, PLACE_##KIND(AS_IT_IS), (TYPE##4)0);                                                       \
    }
#define READ_SAMPLED(NAME, TYPE, IMAGE_T, KIND, INTS)                                                                  \
    BUILTIN TYPE##4 NAME(read_only IMAGE_T from, sampler_t sampler, INTS at) {                                         \
        struct image_object image = IMAGE(from);                                                                       \
        uint bits = (uint)HANDLE(sampler);                                                                             \
        return bounded(image, bits, PLACE_##KIND(WRAPPED), (TYPE##4)0);                                                \
    }
#define READ_NEAREST(NAME, TYPE, IMAGE_T, KIND, FLOATS)                                                                \
    BUILTIN TYPE##4 NAME(read_only IMAGE_T from, sampler_t sampler, FLOATS at) {                                       \
        struct image_object image = IMAGE(from);                                                                       \
        uint bits = (uint)HANDLE(sampler);                                                                             \
        return bounded(image, bits, PLACE_##KIND(NEAREST), (TYPE##4)0);                                                \
    }
#define READ_FILTERED(IMAGE_T, KIND, DIMENSIONS, FLOATS)                                                               \
    BUILTIN float4 read_imagef(read_only IMAGE_T from, sampler_t sampler, FLOATS at) {                                 \
        struct image_object image = IMAGE(from);                                                                       \
        return filtered(image, (uint)HANDLE(sampler), POSITION_##KIND, DIMENSIONS, LAYER_##KIND);                      \
    }
#define WRITE(NAME, TYPE, ACCESS, IMAGE_T, KIND, INTS)                                                                 \
    BUILTIN void NAME(ACCESS IMAGE_T to, INTS at, TYPE##4 colour) {                                                    \
        struct image_object image = IMAGE(to);                                                                         \
        put(image, PLACE_##KIND(AS_IT_IS), colour);                                                                    \
    }
#define ASK(ACCESS, IMAGE_T)                                                                                           \
    BUILTIN int get_image_width(ACCESS IMAGE_T image) { return (int)IMAGE(image).width; }                              \
    BUILTIN int get_image_channel_data_type(ACCESS IMAGE_T image) { return (int)IMAGE(image).type; }                   \
    BUILTIN int get_image_channel_order(ACCESS IMAGE_T image) { return (int)IMAGE(image).order; }
#define ASK_HEIGHT(ACCESS, IMAGE_T)                                                                                    \
    BUILTIN int get_image_height(ACCESS IMAGE_T image) { return (int)IMAGE(image).height; }
#define ASK_PLANE(ACCESS, IMAGE_T)                                                                                     \
    BUILTIN int2 get_image_dim(ACCESS IMAGE_T image) {                                                                 \
        return (int2)((int)IMAGE(image).width, (int)IMAGE(image).height);                                              \
    }
#define ASK_LAYERS(ACCESS, IMAGE_T)                                                                                    \
    BUILTIN size_t get_image_array_size(ACCESS IMAGE_T image) { return IMAGE(image).depth; }
#define ASK_DEPTH(ACCESS, IMAGE_T)                                                                                     \
    BUILTIN int get_image_depth(ACCESS IMAGE_T image) { return (int)IMAGE(image).depth; }                              \
    BUILTIN int4 get_image_dim(ACCESS IMAGE_T image) {                                                                 \
        return (int4)((int)IMAGE(image).width, (int)IMAGE(image).height, (int)IMAGE(image).depth, 0);                  \
    }

#define WITHOUT_SAMPLER(ACCESS, IMAGE_T, KIND, INTS)                                                                   \
    READ_PLAIN(read_imagef, float, ACCESS, IMAGE_T, KIND, INTS)                                                        \
    READ_PLAIN(read_imagei, int, ACCESS, IMAGE_T, KIND, INTS)                                                          \
    READ_PLAIN(read_imageui, uint, ACCESS, IMAGE_T, KIND, INTS)
#define WITH_SAMPLER(IMAGE_T, KIND, DIMENSIONS, INTS, FLOATS)                                                          \
    READ_SAMPLED(read_imagef, float, IMAGE_T, KIND, INTS)                                                              \
    READ_SAMPLED(read_imagei, int, IMAGE_T, KIND, INTS)                                                                \
    READ_SAMPLED(read_imageui, uint, IMAGE_T, KIND, INTS)                                                              \
    READ_FILTERED(IMAGE_T, KIND, DIMENSIONS, FLOATS)                                                                   \
    READ_NEAREST(read_imagei, int, IMAGE_T, KIND, FLOATS)                                                              \
    READ_NEAREST(read_imageui, uint, IMAGE_T, KIND, FLOATS)
#define WRITES(ACCESS, IMAGE_T, KIND, INTS)                                                                            \
    WRITE(write_imagef, float, ACCESS, IMAGE_T, KIND, INTS)                                                            \
    WRITE(write_imagei, int, ACCESS, IMAGE_T, KIND, INTS)                                                              \
    WRITE(write_imageui, uint, ACCESS, IMAGE_T, KIND, INTS)

#define EACH_ACCESS(WHAT, IMAGE_T)                                                                                     \
    WHAT(read_only, IMAGE_T)                                                                                           \
    WHAT(write_only, IMAGE_T)                                                                                          \
    WHAT(read_write, IMAGE_T)
#define OF_IMAGE(IMAGE_T, KIND, INTS)                                                                                  \
    WITHOUT_SAMPLER(read_only, IMAGE_T, KIND, INTS)                                                                    \
    WITHOUT_SAMPLER(read_write, IMAGE_T, KIND, INTS)                                                                   \
    WRITES(write_only, IMAGE_T, KIND, INTS)                                                                            \
    WRITES(read_write, IMAGE_T, KIND, INTS)                                                                            \
    EACH_ACCESS(ASK, IMAGE_T)

#define LAYER(AT) (AT)
OF_IMAGE(image1d_t, 1D, int)
OF_IMAGE(image1d_buffer_t, 1D, int)
OF_IMAGE(image1d_array_t, 1D_ARRAY, int2)
OF_IMAGE(image2d_t, 2D, int2)
OF_IMAGE(image2d_array_t, 2D_ARRAY, int4)
OF_IMAGE(image3d_t, 3D, int4)
EACH_ACCESS(ASK_HEIGHT, image2d_t)
EACH_ACCESS(ASK_HEIGHT, image2d_array_t)
EACH_ACCESS(ASK_HEIGHT, image3d_t)
EACH_ACCESS(ASK_PLANE, image2d_t)
EACH_ACCESS(ASK_PLANE, image2d_array_t)
EACH_ACCESS(ASK_LAYERS, image1d_array_t)
EACH_ACCESS(ASK_LAYERS, image2d_array_t)
EACH_ACCESS(ASK_DEPTH, image3d_t)

#undef LAYER
#define LAYER(AT) find_layer(image, (float)(AT))
WITH_SAMPLER(image1d_t, 1D, 1, int, float)
WITH_SAMPLER(image1d_array_t, 1D_ARRAY, 1, int2, float2)
WITH_SAMPLER(image2d_t, 2D, 2, int2, float2)
WITH_SAMPLER(image2d_array_t, 2D_ARRAY, 2, int4, float4)
WITH_SAMPLER(image3d_t, 3D, 3, int4, float4)
