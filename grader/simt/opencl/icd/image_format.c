/* The formats of texels: a row for each order of channels and each type of them. */
#include <math.h>
#include <string.h>

#include "../../alu/half.h"
#include "image.h"

enum { FLOATS = 1, INTEGERS = 2, BYTES_ONLY = 4 };

static const struct {
    cl_channel_order order;
    uint32_t channels;
    int takes;             /* which types */
    signed char places[4]; /* of red, green, blue and alpha among the channels; -1: not there */
} orders[] = {
    {CL_RGBA, 4, FLOATS | INTEGERS, {0, 1, 2, 3}}, {CL_BGRA, 4, BYTES_ONLY, {2, 1, 0, 3}},
    {CL_ARGB, 4, BYTES_ONLY, {1, 2, 3, 0}},        {CL_R, 1, FLOATS | INTEGERS, {0, -1, -1, -1}},
    {CL_RG, 2, FLOATS | INTEGERS, {0, 1, -1, -1}}, {CL_A, 1, FLOATS | INTEGERS, {-1, -1, -1, 0}},
    {CL_RA, 2, FLOATS | INTEGERS, {0, -1, -1, 1}}, {CL_INTENSITY, 1, FLOATS, {0, -1, -1, -1}},
    {CL_LUMINANCE, 1, FLOATS, {0, -1, -1, -1}},
};

static const struct {
    cl_channel_type type;
    uint32_t bytes;
    int is;
    double least, most, factor; /* of integers: what fits; of numbers from 0 or -1 to 1: times */
} types[] = {
    {CL_UNORM_INT8, 1, FLOATS | BYTES_ONLY, 0, 255, 255},
    {CL_UNORM_INT16, 2, FLOATS, 0, 65535, 65535},
    {CL_SNORM_INT8, 1, FLOATS | BYTES_ONLY, -127, 127, 127},
    {CL_SNORM_INT16, 2, FLOATS, -32767, 32767, 32767},
    {CL_SIGNED_INT8, 1, INTEGERS | BYTES_ONLY, -128, 127, 1},
    {CL_SIGNED_INT16, 2, INTEGERS, -32768, 32767, 1},
    {CL_SIGNED_INT32, 4, INTEGERS, -2147483648.0, 2147483647.0, 1},
    {CL_UNSIGNED_INT8, 1, INTEGERS | BYTES_ONLY, 0, 255, 1},
    {CL_UNSIGNED_INT16, 2, INTEGERS, 0, 65535, 1},
    {CL_UNSIGNED_INT32, 4, INTEGERS, 0, 4294967295.0, 1},
    {CL_HALF_FLOAT, 2, FLOATS, 0, 0, 0},
    {CL_FLOAT, 4, FLOATS, 0, 0, 0},
};
enum { ORDERS = sizeof orders / sizeof orders[0], TYPES = sizeof types / sizeof types[0] };

/* The rows of a format; false if it is not in them. */
static bool find(const cl_image_format *format, size_t *order, size_t *type) {
    for (*order = 0; *order < ORDERS && orders[*order].order != format->image_channel_order;) {
        ++*order;
    }
    for (*type = 0; *type < TYPES && types[*type].type != format->image_channel_data_type;) {
        ++*type;
    }
    return *order < ORDERS && *type < TYPES && (orders[*order].takes & types[*type].is) != 0;
}

bool image_format_read(const cl_image_format *format, struct image_texel *texel) {
    size_t order, type;
    if (!find(format, &order, &type)) {
        return false;
    }
    *texel = (struct image_texel){orders[order].channels, types[type].bytes};
    return true;
}

bool image_format_at(size_t index, cl_image_format *format) {
    for (size_t i = 0; i < (size_t)ORDERS * TYPES; i++) {
        size_t order = i / TYPES, type = i % TYPES;
        if ((orders[order].takes & types[type].is) != 0 && index-- == 0) {
            *format = (cl_image_format){orders[order].order, types[type].type};
            return true;
        }
    }
    return false;
}

/* A component of the colour, as a number. */
static double component(const void *colour, int number, cl_channel_type type) {
    float real;
    int32_t whole;
    uint32_t positive;
    switch (type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
        memcpy(&whole, (const unsigned char *)colour + 4 * number, 4);
        return whole;
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
        memcpy(&positive, (const unsigned char *)colour + 4 * number, 4);
        return positive;
    default:
        memcpy(&real, (const unsigned char *)colour + 4 * number, 4);
        return (double)real;
    }
}

/* The bits of a channel, in the lower bytes. */
static uint32_t channel_bits(double value, size_t type) {
    uint32_t bits;
    if (types[type].type == CL_FLOAT) {
        float real = (float)value;
        memcpy(&bits, &real, sizeof bits);
        return bits;
    }
    if (types[type].type == CL_HALF_FLOAT) {
        return half_of_double(value);
    }
    /* The factor is a float's in kernels. */
    double scaled =
        rint(types[type].factor == 1 ? value : (double)((float)value * (float)types[type].factor));
    scaled = isnan(scaled) ? 0 : fmin(fmax(scaled, types[type].least), types[type].most);
    return (uint32_t)(int64_t)scaled;
}

void image_encode(const cl_image_format *format, const void *colour,
                  unsigned char texel[IMAGE_TEXEL_MOST]) {
    size_t order, type;
    memset(texel, 0, IMAGE_TEXEL_MOST);
    if (!find(format, &order, &type)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        if (orders[order].places[i] >= 0) {
            uint32_t bits =
                channel_bits(component(colour, i, format->image_channel_data_type), type);
            memcpy(texel + (size_t)orders[order].places[i] * types[type].bytes, &bits,
                   types[type].bytes);
        }
    }
}
