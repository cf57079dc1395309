/* Images: made, asked about, filled, copied, mapped, read and written by kernels, through samplers.
 */
#include <math.h>

#include "tap.h"

static const char source[] =
    "__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
    "                            CLK_FILTER_NEAREST;\n"
    "__kernel void blur(read_only image2d_t in, write_only image2d_t out) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    float4 sum = 0;\n"
    "    for (int y = -1; y <= 1; y++)\n"
    "        for (int x = -1; x <= 1; x++)\n"
    "            sum += read_imagef(in, edge, at + (int2)(x, y));\n"
    "    write_imagef(out, at, sum / 9);\n"
    "}\n"
    "__kernel void look(read_only image2d_t in, sampler_t sampler, __global const float2 *at,\n"
    "                   __global float4 *out) {\n"
    "    size_t i = get_global_id(0);\n"
    "    out[i] = read_imagef(in, sampler, at[i]);\n"
    "}\n"
    "__kernel void whole(read_only image2d_t in, write_only image2d_t out) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    write_imagei(out, at, read_imagei(in, at) * 100);\n"
    "}\n"
    "__kernel void positive(read_only image2d_t in, write_only image2d_t out) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    write_imageui(out, at, read_imageui(in, at) + 250u);\n"
    "}\n"
    "__kernel void real(read_only image2d_t in, write_only image2d_t out) {\n"
    "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
    "    write_imagef(out, at, read_imagef(in, at));\n"
    "}\n"
    "__kernel void deep(read_only image3d_t in, sampler_t sampler, write_only image3d_t out,\n"
    "                   __global float4 *mean) {\n"
    "    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\n"
    "    write_imagef(out, at, read_imagef(in, edge, at) + get_image_depth(in));\n"
    "    if (at.x + at.y + at.z == 0)\n"
    "        mean[0] = read_imagef(in, sampler, (float4)(1, 1, 1, 0));\n"
    "}\n"
    "__kernel void lines(read_only image1d_t line, read_only image1d_array_t lines,\n"
    "                    read_only image2d_array_t planes, read_only image1d_buffer_t bytes,\n"
    "                    __global float *out) {\n"
    "    out[0] = read_imagef(line, edge, 2).x;\n"
    "    out[1] = read_imagef(lines, edge, (int2)(1, 1)).x;\n"
    "    out[2] = read_imagef(planes, edge, (int4)(1, 0, 1, 0)).x;\n"
    "    out[3] = read_imagei(bytes, 3).x;\n"
    "    out[4] = get_image_array_size(lines) + 10 * get_image_array_size(planes);\n"
    "    out[5] = get_image_channel_order(line) == CLK_R;\n"
    "    out[6] = get_image_channel_data_type(line) == CLK_FLOAT;\n"
    "    out[7] = get_image_dim(planes).y;\n"
    "}\n";

static const size_t zero[3];

static cl_mem image_of(struct setting *all, cl_mem_object_type type, cl_channel_order order,
                       cl_channel_type channel, const size_t sides[3], void *host) {
    const cl_image_format format = {order, channel};
    const cl_image_desc description = {.image_type = type,
                                       .image_width = sides[0],
                                       .image_height = sides[1],
                                       .image_depth = sides[2],
                                       .image_array_size = sides[2]};
    return clCreateImage(all->context,
                         CL_MEM_READ_WRITE | (host != NULL ? CL_MEM_COPY_HOST_PTR : 0), &format,
                         &description, host, NULL);
}

/* Runs a kernel that takes `in` and `out`. */
static cl_int over(struct setting *all, cl_program program, const char *name, cl_mem in, cl_mem out,
                   const size_t *range) {
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    SET_OBJECTS(kernel, in, out);
    cl_int error = clEnqueueNDRangeKernel(all->queue, kernel, 2, NULL, range, NULL, 0, NULL, NULL);
    clFinish(all->queue);
    clReleaseKernel(kernel);
    return error;
}

static void test_description(struct setting *all) {
    const size_t sides[3] = {5, 3, 0};
    cl_mem image = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, sides, NULL);
    cl_image_format format = {0}, formats[100];
    cl_uint count = 0;
    TELLS(20, size_t, clGetImageInfo, image, CL_IMAGE_ROW_PITCH);
    TELLS(3, size_t, clGetImageInfo, image, CL_IMAGE_HEIGHT);
    TELLS(0, size_t, clGetImageInfo, image, CL_IMAGE_DEPTH);
    TELLS(4, size_t, clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE);
    WORKS(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
    OK(format.image_channel_order == CL_RGBA && format.image_channel_data_type == CL_UNORM_INT8);
    TELLS(CL_MEM_OBJECT_IMAGE2D, cl_mem_object_type, clGetMemObjectInfo, image, CL_MEM_TYPE);
    WORKS(clGetSupportedImageFormats(all->context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 100,
                                     formats, &count));
    OK(count > 20 && count <= 100);
    OK(formats[0].image_channel_order == CL_RGBA);
    const cl_image_format none = {CL_RGB, CL_FLOAT};
    const cl_image_desc description = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1, .image_height = 1};
    REFUSES(CL_IMAGE_FORMAT_NOT_SUPPORTED,
            clCreateImage(all->context, 0, &none, &description, NULL, &error));
    const cl_image_desc empty = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1};
    REFUSES(CL_INVALID_IMAGE_SIZE, clCreateImage(all->context, 0, &format, &empty, NULL, &error));
    REFUSES(CL_INVALID_VALUE,
            clCreateSampler(all->context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &error));
    clReleaseMemObject(image);
}

/* Samplers and queues tell the list of properties that they were made with. */
static void test_properties(struct setting *all) {
    const cl_sampler_properties look[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    const cl_sampler_properties twice[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                           CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    const cl_queue_properties timed[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_ulong found[8] = {0};
    size_t bytes = 0;
    cl_int error = CL_SUCCESS;
    cl_sampler sampler = clCreateSamplerWithProperties(all->context, look, &error);
    WORKS(clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof found, found, &bytes));
    OK(bytes == sizeof look && !memcmp(found, look, sizeof look));
    clReleaseSampler(sampler);
    REFUSES(CL_INVALID_VALUE, clCreateSamplerWithProperties(all->context, twice, &error));
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(all->context, all->device, timed, &error);
    WORKS(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof found, found, &bytes));
    OK(bytes == sizeof timed && !memcmp(found, timed, sizeof timed));
    clReleaseCommandQueue(queue);
    WORKS(clGetCommandQueueInfo(all->queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &bytes));
    OK(bytes == 0);
}

static void test_blur(struct setting *all, cl_program program) {
    enum { W = 6, H = 5 };
    const size_t sides[3] = {W, H, 0}, region[3] = {W, H, 1};
    unsigned char in[H][W][4], out[H][W][4];
    bool right = true;
    for (int i = 0; i < W * H * 4; i++) {
        ((unsigned char *)in)[i] = (unsigned char)(i * 37);
    }
    cl_mem from = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, sides, in);
    cl_mem to = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNORM_INT8, sides, NULL);
    WORKS(over(all, program, "blur", from, to, region));
    WORKS(clEnqueueReadImage(all->queue, to, CL_TRUE, zero, region, 0, 0, out, 0, NULL, NULL));
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            for (int c = 0; c < 4; c++) {
                int sum = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        int i = y + dy < 0 ? 0 : y + dy >= H ? H - 1 : y + dy;
                        int j = x + dx < 0 ? 0 : x + dx >= W ? W - 1 : x + dx;
                        sum += in[i][j][c];
                    }
                }
                right = right && fabs(out[y][x][c] - sum / 9.0) <= 0.51;
            }
        }
    }
    OK(right && "a picture is blurred");
    RELEASE(from, to);
}

/* What a sampler sees of the row 1 2 3 4 at places, and what it must be. */
static void test_sampler(struct setting *all, cl_program program, cl_bool normalised,
                         cl_addressing_mode addressing, cl_filter_mode filter, const float *places,
                         const float *wanted) {
    enum { COUNT = 6 };
    const size_t sides[3] = {4, 1, 0}, range = COUNT;
    float row[4] = {1, 2, 3, 4}, at[COUNT][2], out[COUNT][4];
    bool right = true;
    for (int i = 0; i < COUNT; i++) {
        at[i][0] = places[i];
        at[i][1] = 0.5f;
    }
    cl_mem image = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_FLOAT, sides, row);
    cl_mem where = clCreateBuffer(all->context, CL_MEM_COPY_HOST_PTR, sizeof at, at, NULL);
    cl_mem result = clCreateBuffer(all->context, 0, sizeof out, NULL, NULL);
    cl_sampler sampler = clCreateSampler(all->context, normalised, addressing, filter, NULL);
    cl_kernel kernel = clCreateKernel(program, "look", NULL);
    SET_OBJECTS(kernel, image, sampler, where, result);
    WORKS(clEnqueueNDRangeKernel(all->queue, kernel, 1, NULL, &range, NULL, 0, NULL, NULL));
    WORKS(clEnqueueReadBuffer(all->queue, result, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    for (int i = 0; i < COUNT; i++) {
        bool same = fabsf(out[i][0] - wanted[i]) < 1e-5f && out[i][3] == 1;
        if (!same) {
            printf("# at %g: %g, not %g\n", (double)places[i], (double)out[i][0],
                   (double)wanted[i]);
        }
        right = right && same;
    }
    OK(right && "a sampler sees what it should");
    clReleaseKernel(kernel);
    clReleaseSampler(sampler);
    RELEASE(image, where, result);
}

static void test_samplers(struct setting *all, cl_program program) {
    const float plain[] = {-3, 0.2f, 1, 1.9f, 3.99f, 9};
    const float parts[] = {-0.75f, 0.05f, 0.25f, 0.7f, 1.1f, 2.3f};
    test_sampler(all, program, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, plain,
                 (const float[]){1, 1, 2, 2, 4, 4});
    test_sampler(all, program, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, plain,
                 (const float[]){0, 1, 2, 2, 4, 0});
    test_sampler(all, program, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, plain,
                 (const float[]){1, 1, 1.5f, 2.4f, 4, 4});
    test_sampler(all, program, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, parts,
                 (const float[]){2, 1, 2, 3, 1, 2});
    test_sampler(all, program, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, parts,
                 (const float[]){4, 1, 2, 3, 4, 2});
    test_sampler(all, program, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, parts,
                 (const float[]){1.5f, 1.9f, 1.5f, 3.3f, 1.3f, 1.7f});
}

static void test_numbers(struct setting *all, cl_program program) {
    const size_t sides[3] = {2, 1, 0}, region[3] = {2, 1, 1};
    signed char small[8] = {1, -1, 2, -2, 0, 3, -3, 4};
    short large[8];
    unsigned char byte[2] = {3, 9}, byte_out[2];
    float real[8] = {0.5f, -2, 65504, 1e-8f, 3, 4, 5, 6}, real_out[8];
    unsigned short half[8];
    cl_mem a = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_SIGNED_INT8, sides, small);
    cl_mem b = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_SIGNED_INT16, sides, NULL);
    WORKS(over(all, program, "whole", a, b, region));
    WORKS(clEnqueueReadImage(all->queue, b, CL_TRUE, zero, region, 0, 0, large, 0, NULL, NULL));
    OK(large[0] == 100 && large[1] == -100 && large[3] == -200 && large[7] == 400);
    cl_mem c = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_UNSIGNED_INT8, sides, byte);
    cl_mem d = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_UNSIGNED_INT8, sides, NULL);
    WORKS(over(all, program, "positive", c, d, region));
    WORKS(clEnqueueReadImage(all->queue, d, CL_TRUE, zero, region, 0, 0, byte_out, 0, NULL, NULL));
    OK(byte_out[0] == 253 && byte_out[1] == 255);
    cl_mem e = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_FLOAT, sides, real);
    cl_mem f = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_HALF_FLOAT, sides, NULL);
    WORKS(over(all, program, "real", e, f, region));
    WORKS(clEnqueueReadImage(all->queue, f, CL_TRUE, zero, region, 0, 0, half, 0, NULL, NULL));
    OK(half[0] == 0x3800 && half[1] == 0xC000 && half[2] == 0x7BFF && half[3] == 0);
    WORKS(over(all, program, "real", f, e, region));
    WORKS(clEnqueueReadImage(all->queue, e, CL_TRUE, zero, region, 0, 0, real_out, 0, NULL, NULL));
    OK(real_out[0] == 0.5f && real_out[2] == 65504 && real_out[7] == 6);
    RELEASE(a, b, c, d, e, f);
}

static void test_moves(struct setting *all) {
    enum { W = 4, H = 3 };
    const size_t sides[3] = {W, H, 0}, region[3] = {W, H, 1}, part[3] = {2, 2, 1};
    const size_t at[3] = {1, 1, 0};
    unsigned char in[H][W], out[H][W], packed[4];
    for (int i = 0; i < W * H; i++) {
        ((unsigned char *)in)[i] = (unsigned char)i;
    }
    cl_mem a = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_UNSIGNED_INT8, sides, NULL);
    cl_mem b = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_UNSIGNED_INT8, sides, NULL);
    cl_mem buffer = clCreateBuffer(all->context, 0, 8, NULL, NULL);
    WORKS(clEnqueueWriteImage(all->queue, a, CL_TRUE, zero, region, 0, 0, in, 0, NULL, NULL));
    const cl_uint seven[4] = {7, 0, 0, 0};
    WORKS(clEnqueueFillImage(all->queue, b, seven, zero, region, 0, NULL, NULL));
    WORKS(clEnqueueCopyImage(all->queue, a, b, zero, at, part, 0, NULL, NULL));
    WORKS(clEnqueueReadImage(all->queue, b, CL_TRUE, zero, region, 0, 0, out, 0, NULL, NULL));
    OK(out[0][0] == 7 && out[1][1] == 0 && out[1][2] == 1 && out[2][1] == 4 && out[2][2] == 5 &&
       out[2][3] == 7);
    GIVES(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(all->queue, a, a, zero, at, part, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueCopyImage(all->queue, a, b, at, at, region, 0, NULL, NULL));
    WORKS(clEnqueueCopyImageToBuffer(all->queue, a, buffer, at, part, 2, 0, NULL, NULL));
    WORKS(clEnqueueReadBuffer(all->queue, buffer, CL_TRUE, 2, 4, packed, 0, NULL, NULL));
    OK(packed[0] == 5 && packed[1] == 6 && packed[2] == 9 && packed[3] == 10);
    WORKS(clEnqueueCopyBufferToImage(all->queue, buffer, b, 2, zero, part, 0, NULL, NULL));
    size_t pitch = 0;
    cl_int error;
    unsigned char *mapped = clEnqueueMapImage(all->queue, b, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                              zero, region, &pitch, NULL, 0, NULL, NULL, &error);
    OK(mapped != NULL && pitch == W && mapped[0] == 5 && mapped[W + 1] == 10);
    mapped[2 * W + 3] = 99;
    WORKS(clEnqueueUnmapMemObject(all->queue, b, mapped, 0, NULL, NULL));
    WORKS(clEnqueueReadImage(all->queue, b, CL_TRUE, zero, region, 0, 0, out, 0, NULL, NULL));
    OK(out[2][3] == 99 && out[1][1] == 10);
    GIVES(CL_INVALID_MEM_OBJECT,
          clEnqueueReadBuffer(all->queue, a, CL_TRUE, 0, 4, packed, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueReadImage(all->queue, b, CL_TRUE, NULL, region, 0, 0, out, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueReadImage(all->queue, b, CL_TRUE, zero, NULL, 0, 0, out, 0, NULL, NULL));
    RELEASE(a, b, buffer);
}

static void test_deep(struct setting *all, cl_program program) {
    const size_t sides[3] = {3, 2, 2}, region[3] = {3, 2, 2};
    float in[12], out[12], mean[4];
    bool right = true;
    for (int i = 0; i < 12; i++) {
        in[i] = (float)i;
    }
    cl_mem from = image_of(all, CL_MEM_OBJECT_IMAGE3D, CL_R, CL_FLOAT, sides, in);
    cl_mem to = image_of(all, CL_MEM_OBJECT_IMAGE3D, CL_R, CL_FLOAT, sides, NULL);
    cl_mem result = clCreateBuffer(all->context, 0, sizeof mean, NULL, NULL);
    cl_sampler sampler =
        clCreateSampler(all->context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, NULL);
    cl_kernel kernel = clCreateKernel(program, "deep", NULL);
    SET_OBJECTS(kernel, from, sampler, to, result);
    WORKS(clEnqueueNDRangeKernel(all->queue, kernel, 3, NULL, region, NULL, 0, NULL, NULL));
    WORKS(clEnqueueReadImage(all->queue, to, CL_TRUE, zero, region, 0, 0, out, 0, NULL, NULL));
    WORKS(clEnqueueReadBuffer(all->queue, result, CL_TRUE, 0, sizeof mean, mean, 0, NULL, NULL));
    for (int i = 0; i < 12; i++) {
        right = right && out[i] == in[i] + 2;
    }
    OK(right && "a volume is written");
    OK(mean[0] == (0 + 1 + 3 + 4 + 6 + 7 + 9 + 10) / 8.0f);
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof(cl_mem), &result));
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 3, sizeof(cl_mem), &to));
    GIVES(CL_INVALID_SAMPLER, clSetKernelArg(kernel, 1, sizeof(cl_sampler), &result));
    clReleaseKernel(kernel);
    clReleaseSampler(sampler);
    RELEASE(from, to, result);
}

/* Maps an image of the floats 0, 1, 2 and so on: does each lie where the pitches say? An array of
 * lines has them in the region's second side. */
static bool maps_in_order(struct setting *all, cl_mem image, const size_t region[3],
                          bool in_layers) {
    size_t row = 1, slice = 1, rows = in_layers ? 1 : region[1];
    size_t slices = in_layers ? region[1] : region[2];
    bool right = true;
    cl_int error;
    unsigned char *mapped = clEnqueueMapImage(all->queue, image, CL_TRUE, CL_MAP_READ, zero, region,
                                              &row, &slice, 0, NULL, NULL, &error);
    for (size_t i = 0; mapped != NULL && i < region[0] * rows * slices; i++) {
        const size_t x = i % region[0], y = i / region[0] % rows, z = i / region[0] / rows;
        float number;
        memcpy(&number, mapped + z * slice + y * row + x * sizeof number, sizeof number);
        right = right && number == (float)i;
    }
    WORKS(clEnqueueUnmapMemObject(all->queue, image, mapped, 0, NULL, NULL));
    return mapped != NULL && right;
}

static void test_mapped_slices(struct setting *all) {
    const size_t volume[3] = {3, 2, 2}, flat[3] = {3, 4, 1}, layers[3] = {3, 0, 4};
    float in[12];
    for (int i = 0; i < 12; i++) {
        in[i] = (float)i;
    }
    cl_mem deep = image_of(all, CL_MEM_OBJECT_IMAGE3D, CL_R, CL_FLOAT, volume, in);
    cl_mem plane = image_of(all, CL_MEM_OBJECT_IMAGE2D, CL_R, CL_FLOAT, flat, in);
    cl_mem array = image_of(all, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_R, CL_FLOAT, layers, in);
    OK(maps_in_order(all, deep, volume, false));
    OK(maps_in_order(all, array, flat, true) && "lines of an array lie a slice apart");
    size_t row = 1, slice = 1;
    cl_int error;
    void *mapped = clEnqueueMapImage(all->queue, plane, CL_TRUE, CL_MAP_READ, zero, flat, &row,
                                     &slice, 0, NULL, NULL, &error);
    OK(mapped != NULL && row >= 3 * sizeof *in && slice == 0);
    WORKS(clEnqueueUnmapMemObject(all->queue, plane, mapped, 0, NULL, NULL));
    REFUSES(CL_INVALID_VALUE, clEnqueueMapImage(all->queue, array, CL_TRUE, CL_MAP_READ, zero, flat,
                                                &row, NULL, 0, NULL, NULL, &error));
    RELEASE(deep, plane, array);
}

static void test_lines(struct setting *all, cl_program program) {
    const size_t line[3] = {4, 0, 0}, lines[3] = {2, 0, 2}, planes[3] = {2, 1, 2};
    float numbers[4] = {10, 20, 30, 40}, out[8];
    int whole[4] = {5, 6, 7, 8};
    cl_mem bytes = clCreateBuffer(all->context, CL_MEM_COPY_HOST_PTR, sizeof whole, whole, NULL);
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    const cl_image_desc description = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 4, .buffer = bytes};
    cl_mem result = clCreateBuffer(all->context, 0, sizeof out, NULL, NULL);
    cl_mem arguments[] = {
        image_of(all, CL_MEM_OBJECT_IMAGE1D, CL_R, CL_FLOAT, line, numbers),
        image_of(all, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_R, CL_FLOAT, lines, numbers),
        image_of(all, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_R, CL_FLOAT, planes, numbers),
        clCreateImage(all->context, 0, &format, &description, NULL, NULL), result};
    cl_kernel kernel = clCreateKernel(program, "lines", NULL);
    set_objects(kernel, 5, (const void *const *)arguments);
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof(cl_mem), &arguments[1]));
    WORKS(clEnqueueTask(all->queue, kernel, 0, NULL, NULL));
    WORKS(clEnqueueReadBuffer(all->queue, result, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OK(out[0] == 30 && out[1] == 40 && out[2] == 40 && out[3] == 8);
    OK(out[4] == 22 && out[5] == 1 && out[6] == 1 && out[7] == 1);
    clReleaseKernel(kernel);
    for (int i = 0; i < 5; i++) {
        clReleaseMemObject(arguments[i]);
    }
    clReleaseMemObject(bytes);
}

int main(void) {
    struct setting all = open_setting(0);
    cl_program program = build_program(&all, source);
    test_description(&all);
    test_properties(&all);
    test_blur(&all, program);
    test_samplers(&all, program);
    test_numbers(&all, program);
    test_moves(&all);
    test_deep(&all, program);
    test_lines(&all, program);
    test_mapped_slices(&all);
    clReleaseProgram(program);
    close_setting(&all);
    return tap_end();
}
