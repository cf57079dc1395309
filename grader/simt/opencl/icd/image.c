/* Making images and asking about them. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

/* What kernels read of an image: the order of builtins/images.h. */
struct description {
    uint64_t data;
    uint32_t width, height;
    uint32_t row_bytes, order, type, sizes;
    uint64_t slice_bytes, beyond;
    uint32_t depth, unused[3];
};
enum { DESCRIPTION_BYTES = 128 }; /* texels begin at a sector of their own */

static const struct image_kind {
    cl_mem_object_type type;
    const char *name; /* of a kernel's parameter */
    int dimensions;   /* of one image */
    bool layers;
} kinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", 1, false},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", 1, false},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", 1, true},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", 2, false},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", 2, true},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", 3, false},
};

static const struct image_kind *find_kind(cl_mem_object_type type) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].type == type) {
            return &kinds[i];
        }
    }
    return NULL;
}

bool image_fits(const struct image *image, const char *type) {
    const struct image_kind *kind = find_kind(image->asked.image_type);
    return kind != NULL && !strcmp(kind->name, type);
}

bool image_host_pitches(const struct image *image, const size_t region[3], size_t row_pitch,
                        size_t slice_pitch, size_t *row_bytes, size_t *slice_bytes) {
    size_t row = region[0] * image->texel_bytes;
    if (image->asked.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY) { /* its rows are layers */
        row_pitch = slice_pitch ? slice_pitch : row_pitch;
        slice_pitch = 0;
    }
    *row_bytes = row_pitch ? row_pitch : row;
    *slice_bytes = slice_pitch ? slice_pitch : *row_bytes * region[1];
    return *row_bytes >= row && *slice_bytes >= *row_bytes * region[1];
}

static cl_int too_large(void) {
    return client_refuse(CL_INVALID_IMAGE_SIZE, MESSAGE_WHY_TEXT,
                         "a side of the image is 0, or longer than the device allows");
}

/* The sides that the description asks for. */
static cl_int read_sides(struct image *image, const struct image_kind *kind) {
    const cl_image_desc *asked = &image->asked;
    size_t most = kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? IMAGE_MOST_BUFFER
                  : kind->dimensions == 3                    ? IMAGE_MOST_3D
                                                             : IMAGE_MOST_2D;
    const size_t sides[3] = {asked->image_width, asked->image_height, asked->image_depth};
    for (int i = 0; i < 3; i++) {
        image->extent[i] = i < kind->dimensions ? sides[i] : 1;
        if (image->extent[i] == 0 || image->extent[i] > most) {
            return too_large();
        }
    }
    if (kind->layers) {
        if (asked->image_array_size == 0 || asked->image_array_size > IMAGE_MOST_LAYERS) {
            return too_large();
        }
        image->extent[kind->dimensions] = asked->image_array_size;
    }
    return CL_SUCCESS;
}

static cl_int read_description(struct image *image, const void *host) {
    const cl_image_desc *asked = &image->asked;
    const struct image_kind *kind = find_kind(asked->image_type);
    if (kind == NULL || asked->num_mip_levels != 0 || asked->num_samples != 0) {
        return client_refuse(CL_INVALID_IMAGE_DESCRIPTOR, MESSAGE_WHY_TEXT,
                             "this device does not have this type of image");
    }
    cl_int error = read_sides(image, kind);
    if (error) {
        return error;
    }
    bool pitches = asked->image_row_pitch != 0 || asked->image_slice_pitch != 0;
    if ((pitches && host == NULL && asked->buffer == NULL) ||
        asked->image_row_pitch % image->texel_bytes != 0 ||
        !image_host_pitches(image, image->extent, asked->image_row_pitch, asked->image_slice_pitch,
                            &image->host_row_bytes, &image->host_slice_bytes)) {
        return client_refuse(CL_INVALID_IMAGE_DESCRIPTOR, MESSAGE_WHY_TEXT,
                             "the pitches do not fit the image's sides and its host memory");
    }
    image->row_bytes = image->extent[0] * image->texel_bytes;
    image->slice_bytes = image->row_bytes * image->extent[1];
    return CL_SUCCESS;
}

/* An image of a buffer's bytes: one row of them, or the rows of a picture. */
static cl_int take_buffer(struct image *image, cl_mem buffer) {
    bool possible = image->asked.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
                    image->asked.image_type == CL_MEM_OBJECT_IMAGE2D;
    if (!possible || !object_is(buffer, OBJECT_MEMORY) || buffer->image != NULL) {
        return CL_INVALID_IMAGE_DESCRIPTOR;
    }
    image->row_bytes = image->host_row_bytes;
    image->slice_bytes = image->row_bytes * image->extent[1];
    if (image->slice_bytes > buffer->bytes) {
        client_why(MESSAGE_WHY_PAST_BUFFER, NULL, (int64_t)buffer->bytes,
                   (int64_t)image->slice_bytes, 0);
        return CL_INVALID_IMAGE_SIZE;
    }
    image->data = buffer->address;
    return CL_SUCCESS;
}

static cl_int upload_description(cl_mem memory) {
    const struct image *image = memory->image;
    bool rows_are_layers = image->asked.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    struct description description = {
        .data = image->data,
        .width = (uint32_t)image->extent[0],
        .height = rows_are_layers ? 1 : (uint32_t)image->extent[1],
        .depth = (uint32_t)(rows_are_layers ? image->extent[1] : image->extent[2]),
        .row_bytes = (uint32_t)image->row_bytes,
        .slice_bytes = rows_are_layers ? image->row_bytes : image->slice_bytes,
        .order = image->format.image_channel_order,
        .type = image->format.image_channel_data_type,
        .sizes = (uint32_t)image->texel_bytes | image->texel.channel_bytes << 8,
        .beyond = memory->parent ? 0 : image->data + image->slice_bytes * image->extent[2],
    };
    const struct transfer transfer = {.direction = BUFFER_WRITE,
                                      .region = {sizeof description, 1, 1},
                                      .address = memory->address,
                                      .host = (unsigned char *)&description};
    return transfer_now(&transfer, 0);
}

static cl_int fill(cl_mem memory, void *host) {
    const struct image *image = memory->image;
    const struct transfer transfer = {
        .direction = BUFFER_WRITE,
        .region = {image->extent[0] * image->texel_bytes, image->extent[1], image->extent[2]},
        .address = image->data,
        .row_pitch = image->row_bytes,
        .slice_pitch = image->slice_bytes,
        .host = host,
        .other_row_pitch = image->host_row_bytes,
        .other_slice_pitch = image->host_slice_bytes};
    return transfer_now(&transfer, 0);
}

/* The device's side: the description, and the texels behind it unless a buffer has them. */
static cl_int allocate(cl_mem memory, void *host) {
    struct image *image = memory->image;
    bool own = !memory->parent;
    memory->bytes = image->slice_bytes * image->extent[2];
    struct wire_allocate_q question = {.bytes = DESCRIPTION_BYTES + (own ? memory->bytes : 0),
                                       .memory = WIRE_DEVICE_MEMORY,
                                       .flags =
                                           memory->flags & CL_MEM_READ_ONLY ? WIRE_READ_ONLY : 0};
    struct wire_address_r reply = {0};
    cl_int error = icd_ask(WIRE_ALLOCATE, &question, &reply);
    if (error) {
        return error;
    }
    memory->address = reply.address;
    if (own) {
        image->data = memory->address + DESCRIPTION_BYTES;
    }
    error = upload_description(memory);
    return !error && own && host != NULL ? fill(memory, host) : error;
}

static cl_int make(cl_mem memory, cl_context context, void *host) {
    struct image *image = memory->image;
    cl_int error = read_description(image, host);
    if (!error && image->asked.buffer != NULL) {
        error = take_buffer(image, image->asked.buffer);
    }
    object_retain(context);
    memory->context = context;
    if (error) {
        return error;
    }
    if (image->asked.buffer != NULL) {
        memory->parent = image->asked.buffer;
        object_retain(memory->parent);
        memory->parent->parts++;
    }
    return allocate(memory, host);
}

static cl_mem create(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *asked, void *host, cl_int *error) {
    struct image_texel texel;
    if (format == NULL || asked == NULL) {
        return icd_null(error, format == NULL ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR
                                              : CL_INVALID_IMAGE_DESCRIPTOR);
    }
    if (!image_format_read(format, &texel)) {
        client_why(MESSAGE_WHY_TEXT, "clGetSupportedImageFormats does not list the image's format",
                   0, 0, 0);
        return icd_null(error, CL_IMAGE_FORMAT_NOT_SUPPORTED);
    }
    struct image *image = calloc(1, sizeof *image);
    cl_mem memory =
        image != NULL ? object_create(OBJECT_MEMORY, sizeof *memory, memory_clear) : NULL;
    if (!memory) {
        free(image);
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    *image = (struct image){.format = *format,
                            .texel = texel,
                            .texel_bytes = (size_t)texel.channels * texel.channel_bytes,
                            .asked = *asked};
    memory->image = image;
    memory->flags = memory_access(flags);
    memory->host_pointer = flags & CL_MEM_USE_HOST_PTR ? host : NULL;
    cl_int wrong = make(memory, context, host);
    if (wrong) {
        object_release(memory);
        return icd_null(error, wrong);
    }
    return memory;
}

static cl_mem create_checked(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                             const cl_image_desc *asked, void *host, cl_int *error) {
    client_working();
    client_lock();
    cl_int wrong = memory_check(context, flags, host);
    cl_mem memory =
        wrong ? icd_null(error, wrong) : create(context, flags, format, asked, host, error);
    client_unlock();
    return memory;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *description, void *host, cl_int *error) {
    return MADE(create_checked(context, flags, format, description, host, error));
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *format,
                                   const cl_image_desc *description, void *host, cl_int *error) {
    return memory_is_plain(properties)
               ? clCreateImage(context, flags, format, description, host, error)
               : MADE(icd_null(error, CL_INVALID_PROPERTY));
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t pitch, void *host, cl_int *error) {
    const cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                       .image_width = width,
                                       .image_height = height,
                                       .image_row_pitch = pitch};
    return MADE(create_checked(context, flags, format, &description, host, error));
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t depth, size_t row_pitch,
                       size_t slice_pitch, void *host, cl_int *error) {
    const cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                                       .image_width = width,
                                       .image_height = height,
                                       .image_depth = depth,
                                       .image_row_pitch = row_pitch,
                                       .image_slice_pitch = slice_pitch};
    return MADE(create_checked(context, flags, format, &description, host, error));
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint room, cl_image_format *formats, cl_uint *count) {
    cl_image_format format;
    cl_uint number = 0;
    (void)flags;
    if (!object_is(context, OBJECT_CONTEXT)) {
        return CL_INVALID_CONTEXT;
    }
    if (find_kind(type) == NULL || (formats != NULL && room == 0)) {
        return CL_INVALID_VALUE;
    }
    for (; image_format_at(number, &format); number++) {
        if (formats != NULL && number < room) {
            formats[number] = format;
        }
    }
    if (count != NULL) {
        *count = number;
    }
    return CL_SUCCESS;
}

cl_int clGetImageInfo(cl_mem memory, cl_image_info name, size_t room, void *to, size_t *needed) {
    if (!object_is(memory, OBJECT_MEMORY) || memory->image == NULL) {
        return CL_INVALID_MEM_OBJECT;
    }
    const struct image *image = memory->image;
    const struct image_kind *kind = find_kind(image->asked.image_type);
    bool of_host = memory->host_pointer != NULL;
    size_t row = of_host ? image->host_row_bytes : image->row_bytes;
    bool sliced = kind->layers || kind->dimensions == 3;
    size_t slice = kind->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? row
                   : of_host                                 ? image->host_slice_bytes
                                                             : image->slice_bytes;
    const struct info_row answers[] = {
        {CL_IMAGE_FORMAT, &image->format, sizeof image->format},
        ANSWER(CL_IMAGE_ELEMENT_SIZE, size_t, image->texel_bytes),
        ANSWER(CL_IMAGE_ROW_PITCH, size_t, row),
        ANSWER(CL_IMAGE_SLICE_PITCH, size_t, sliced ? slice : 0),
        ANSWER(CL_IMAGE_WIDTH, size_t, *image->extent),
        ANSWER(CL_IMAGE_HEIGHT, size_t, kind->dimensions > 1 ? image->extent[1] : 0),
        ANSWER(CL_IMAGE_DEPTH, size_t, kind->dimensions > 2 ? image->extent[2] : 0),
        ANSWER(CL_IMAGE_ARRAY_SIZE, size_t, kind->layers ? image->asked.image_array_size : 0),
        ANSWER(CL_IMAGE_BUFFER, cl_mem, memory->parent),
        ANSWER(CL_IMAGE_NUM_MIP_LEVELS, cl_uint, 0),
        ANSWER(CL_IMAGE_NUM_SAMPLES, cl_uint, 0),
    };
    return ANSWERED(answers);
}
