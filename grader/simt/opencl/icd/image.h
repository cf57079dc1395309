/*
 * image.h - images: texels in rows on the device, behind a description that kernels read
 * (builtins/images.h), and the formats of texels.
 */
#pragma once

#include "icd.h"

enum {
    IMAGE_MOST_2D = 16384, /* texels a side */
    IMAGE_MOST_3D = 2048,
    IMAGE_MOST_LAYERS = 2048,
    IMAGE_MOST_BUFFER = 1 << 26,
    IMAGE_TEXEL_MOST = 16, /* bytes */
};

/* What a format means; NULL if there is none like it. */
struct image_texel {
    uint32_t channels;
    uint32_t channel_bytes;
};
bool image_format_read(const cl_image_format *format, struct image_texel *texel);
/* The format number `index`, in the order in which programs get them; false past the last. */
bool image_format_at(size_t index, cl_image_format *format);
/* A colour as kernels' write functions take it (four float, int or uint), as a texel. */
void image_encode(const cl_image_format *format, const void *colour,
                  unsigned char texel[IMAGE_TEXEL_MOST]);

struct image {
    cl_image_format format;
    struct image_texel texel;
    size_t texel_bytes;
    cl_image_desc asked;
    size_t extent[3]; /* texels, rows, slices: where origins and regions count; layers are the last
                         of them */
    uint64_t data;    /* on the device */
    size_t row_bytes, slice_bytes;
    size_t host_row_bytes, host_slice_bytes; /* of the program's memory, CL_MEM_USE_HOST_PTR */
};

/* Whether a kernel's parameter of this type ("image2d_t") takes such an image. */
bool image_fits(const struct image *image, const char *type);

/* Which of the two pitches of a host's memory lie between rows and slices, with 0 as packed; false
 * if they do not fit the region. */
bool image_host_pitches(const struct image *image, const size_t region[3], size_t row_pitch,
                        size_t slice_pitch, size_t *row_bytes, size_t *slice_bytes);
