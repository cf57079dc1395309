/* Buffers: creation, sub-buffers, all copies, fills, maps; a host array beside them is the judge.
 */
#include "tap.h"

enum { COUNT = 3000 };
static struct setting it;
static unsigned model[COUNT], back[COUNT];

static cl_mem make(cl_mem_flags flags, size_t bytes, void *host) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(it.context, flags, bytes, host, &error);
    if (error) {
        printf("# clCreateBuffer: %d\n", error);
    }
    return buffer;
}

static bool holds(cl_mem buffer, const void *wanted, size_t bytes) {
    memset(back, 0x77, sizeof back);
    return clEnqueueReadBuffer(it.queue, buffer, CL_TRUE, 0, bytes, back, 0, NULL, NULL) ==
               CL_SUCCESS &&
           !memcmp(back, wanted, bytes);
}

static void creation(void) {
    REFUSES(CL_INVALID_CONTEXT, clCreateBuffer((cl_context)it.queue, 0, 4, NULL, &error));
    REFUSES(CL_INVALID_VALUE,
            clCreateBuffer(it.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateBuffer(it.context, 1 << 20, 4, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateBuffer(it.context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
                                             4, model, &error));
    REFUSES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(it.context, 0, 0, NULL, &error));
    REFUSES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(it.context, 0, (size_t)1 << 40, NULL, &error));
    REFUSES(CL_INVALID_HOST_PTR, clCreateBuffer(it.context, 0, 4, model, &error));
    REFUSES(CL_INVALID_HOST_PTR, clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, 4, NULL, &error));
    cl_mem buffer = make(CL_MEM_COPY_HOST_PTR, sizeof model, model);
    OK(holds(buffer, model, sizeof model));
    TELLS(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, cl_mem_flags, clGetMemObjectInfo, buffer,
          CL_MEM_FLAGS);
    TELLS(sizeof model, size_t, clGetMemObjectInfo, buffer, CL_MEM_SIZE);
    WORKS(clReleaseMemObject(buffer));
    GIVES(CL_INVALID_MEM_OBJECT, clReleaseMemObject(buffer));
    buffer = make(CL_MEM_USE_HOST_PTR, sizeof model, model);
    TELLS((void *)model, void *, clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR);
    OK(holds(buffer, model, sizeof model));
    clReleaseMemObject(buffer);
}

static void parts(void) {
    cl_mem whole = make(CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY, sizeof model, model);
    cl_buffer_region region = {1024, 512}, odd = {100, 8}, far = {1 << 20, 4}, none = {0, 0};
    cl_int error = 1;
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    WORKS(error);
    OK(holds(part, model + 256, 512));
    TELLS(whole, cl_mem, clGetMemObjectInfo, part, CL_MEM_ASSOCIATED_MEMOBJECT);
    TELLS(1024, size_t, clGetMemObjectInfo, part, CL_MEM_OFFSET);
    GIVES(CL_INVALID_OPERATION,
          clEnqueueWriteBuffer(it.queue, part, CL_TRUE, 0, 4, model, 0, NULL, NULL));
    const cl_buffer_create_type kind = CL_BUFFER_CREATE_TYPE_REGION;
    REFUSES(CL_MISALIGNED_SUB_BUFFER_OFFSET, clCreateSubBuffer(whole, 0, kind, &odd, &error));
    REFUSES(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, kind, &far, &error));
    REFUSES(CL_INVALID_BUFFER_SIZE, clCreateSubBuffer(whole, 0, kind, &none, &error));
    REFUSES(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, kind, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateSubBuffer(whole, 0, 0, &region, &error));
    REFUSES(CL_INVALID_VALUE,
            clCreateSubBuffer(whole, CL_MEM_HOST_WRITE_ONLY, kind, &region, &error));
    REFUSES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(part, 0, kind, &region, &error));
    WORKS(clReleaseMemObject(whole)); /* the part keeps it */
    OK(holds(part, model + 256, 512));
    WORKS(clReleaseMemObject(part));
}

static void copies(void) {
    cl_mem a = make(0, sizeof model, NULL), b = make(0, sizeof model, NULL);
    WORKS(clEnqueueWriteBuffer(it.queue, a, CL_TRUE, 0, sizeof model, model, 0, NULL, NULL));
    WORKS(clEnqueueCopyBuffer(it.queue, a, b, 0, 0, sizeof model, 0, NULL, NULL));
    OK(holds(b, model, sizeof model));
    GIVES(CL_INVALID_VALUE,
          clEnqueueWriteBuffer(it.queue, a, CL_TRUE, 8, sizeof model, model, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueWriteBuffer(it.queue, a, CL_TRUE, SIZE_MAX - 3, 8, model, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueReadBuffer(it.queue, a, CL_TRUE, 0, 4, NULL, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueReadBuffer(it.queue, a, CL_TRUE, 0, 0, back, 0, NULL, NULL));
    GIVES(CL_INVALID_MEM_OBJECT,
          clEnqueueReadBuffer(it.queue, (cl_mem)it.queue, CL_TRUE, 0, 4, back, 0, NULL, NULL));
    GIVES(CL_INVALID_COMMAND_QUEUE,
          clEnqueueReadBuffer((cl_command_queue)a, a, CL_TRUE, 0, 4, back, 0, NULL, NULL));
    GIVES(CL_INVALID_EVENT_WAIT_LIST,
          clEnqueueReadBuffer(it.queue, a, CL_TRUE, 0, 4, back, 1, NULL, NULL));
    GIVES(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(it.queue, a, a, 0, 8, 16, 0, NULL, NULL));
    WORKS(clEnqueueCopyBuffer(it.queue, a, a, 0, 16, 16, 0, NULL, NULL));
    for (int i = 0; i < 4; i++) {
        model[4 + i] = model[i];
    }
    OK(holds(a, model, sizeof model));
    RELEASE(a, b);
}

/* 40 bytes × 5 rows × 3 slices, out of a buffer of rows of 64 bytes and slices of 512. */
static void boxes(void) {
    static unsigned char host[4096], got[4096], wanted[4096];
    const size_t from[3] = {8, 1, 2}, to[3] = {4, 2, 0}, region[3] = {40, 5, 3};
    const size_t nothing[3] = {0, 1, 1}, start[3] = {0, 0, 0};
    for (size_t i = 0; i < sizeof host; i++) {
        host[i] = (unsigned char)(i * 7 + i / 64);
    }
    cl_mem a = make(CL_MEM_COPY_HOST_PTR, sizeof host, host), b = make(0, sizeof host, NULL);
    memset(wanted, 0xEE, sizeof wanted);
    memset(got, 0xEE, sizeof got);
    for (size_t z = 0; z < 3; z++) {
        for (size_t y = 0; y < 5; y++) {
            memcpy(wanted + 4 + (y + 2) * 50 + z * 400, host + 8 + (y + 1) * 64 + (z + 2) * 512,
                   40);
        }
    }
    WORKS(clEnqueueReadBufferRect(it.queue, a, CL_TRUE, from, to, region, 64, 512, 50, 400, got, 0,
                                  NULL, NULL));
    OK(!memcmp(got, wanted, sizeof got));
    const unsigned char fill = 0xEE;
    WORKS(clEnqueueFillBuffer(it.queue, b, &fill, 1, 0, sizeof host, 0, NULL, NULL));
    WORKS(
        clEnqueueCopyBufferRect(it.queue, a, b, from, to, region, 64, 512, 50, 400, 0, NULL, NULL));
    OK(holds(b, wanted, sizeof wanted));
    WORKS(clEnqueueFillBuffer(it.queue, b, &fill, 1, 0, sizeof host, 0, NULL, NULL));
    WORKS(clEnqueueWriteBufferRect(it.queue, b, CL_TRUE, to, from, region, 50, 400, 64, 512, host,
                                   0, NULL, NULL));
    OK(holds(b, wanted, sizeof wanted));
    GIVES(CL_INVALID_VALUE, clEnqueueReadBufferRect(it.queue, a, CL_TRUE, start, start, nothing, 0,
                                                    0, 0, 0, got, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueReadBufferRect(it.queue, a, CL_TRUE, from, to, region, 39, 390,
                                                    50, 400, got, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueReadBufferRect(it.queue, a, CL_TRUE, from, to, region, 64, 500,
                                                    50, 400, got, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueReadBufferRect(it.queue, a, CL_TRUE, from, to, region, 64,
                                                    1024, 50, 400, got, 0, NULL, NULL));
    const size_t right[3] = {20, 1, 2};
    GIVES(CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(it.queue, a, a, from, right, region, 64, 512,
                                                       64, 512, 0, NULL, NULL));
    const size_t late[3] = {50, 0, 0}, two_rows[3] = {40, 2, 1}; /* the first ends in a next row */
    GIVES(CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect(it.queue, a, a, late, start, two_rows, 64, 0,
                                                       64, 0, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueCopyBufferRect(it.queue, a, a, from, start, region, 64, 512,
                                                    128, 1024, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueCopyBufferRect(it.queue, a, a, from, start, two_rows, 64, 512,
                                                    128, 512, 0, NULL, NULL));
    RELEASE(a, b);
}

static void fills(void) {
    cl_mem buffer = make(CL_MEM_COPY_HOST_PTR, sizeof model, model);
    const unsigned pattern[4] = {1, 2, 3, 4};
    WORKS(clEnqueueFillBuffer(it.queue, buffer, pattern, 16, 16, 16 * 99, 0, NULL, NULL));
    for (int i = 4; i < 4 * 100; i++) {
        model[i] = pattern[i % 4];
    }
    OK(holds(buffer, model, sizeof model));
    WORKS(clEnqueueFillBuffer(it.queue, buffer, pattern, 4, 0, 0, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueFillBuffer(it.queue, buffer, pattern, 3, 0, 12, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueFillBuffer(it.queue, buffer, pattern, 16, 8, 16, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueFillBuffer(it.queue, buffer, pattern, 16, 0, 24, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clEnqueueFillBuffer(it.queue, buffer, NULL, 16, 0, 16, 0, NULL, NULL));
    OK(holds(buffer, model, sizeof model));
    clReleaseMemObject(buffer);
}

static void maps(cl_mem_flags flags) {
    cl_mem buffer = make(flags, sizeof model, flags & CL_MEM_USE_HOST_PTR ? model : NULL);
    cl_int error = 1;
    WORKS(clEnqueueWriteBuffer(it.queue, buffer, CL_TRUE, 0, sizeof model, model, 0, NULL, NULL));
    unsigned *a = clEnqueueMapBuffer(it.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 400,
                                     800, 0, NULL, NULL, &error);
    WORKS(error);
    OK(!memcmp(a, model + 100, 800));
    OK(!(flags & CL_MEM_USE_HOST_PTR) || a == model + 100);
    unsigned *b =
        clEnqueueMapBuffer(it.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 400, 0, NULL, NULL, &error);
    TELLS(2, cl_uint, clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT);
    OK(b + 100 == a);
    a[0] = 4711;
    model[100] = 4711;
    WORKS(clEnqueueUnmapMemObject(it.queue, buffer, a, 0, NULL, NULL));
    WORKS(clEnqueueUnmapMemObject(it.queue, buffer, b, 0, NULL, NULL));
    OK(holds(buffer, model, sizeof model));
    GIVES(CL_INVALID_VALUE, clEnqueueUnmapMemObject(it.queue, buffer, a, 0, NULL, NULL));
    a = clEnqueueMapBuffer(it.queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 8, 0, NULL,
                           NULL, &error);
    a[0] = model[0] = 1;
    a[1] = model[1] = 2;
    WORKS(clEnqueueUnmapMemObject(it.queue, buffer, a, 0, NULL, NULL));
    OK(holds(buffer, model, sizeof model));
    REFUSES(CL_INVALID_VALUE, clEnqueueMapBuffer(it.queue, buffer, CL_TRUE, CL_MAP_READ, 8,
                                                 sizeof model, 0, NULL, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clEnqueueMapBuffer(it.queue, buffer, CL_TRUE,
                                                 CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 8,
                                                 0, NULL, NULL, &error));
    WORKS(clEnqueueMigrateMemObjects(it.queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL,
                                     NULL));
    clReleaseMemObject(buffer);
}

static char order[8];
static void CL_CALLBACK note_end(cl_mem buffer, void *data) {
    (void)buffer;
    const char *name = data;
    order[strlen(order)] = *name;
}

/* More than the window that messages go through holds. */
static void large(void) {
    const size_t bytes = ((size_t)20 << 20) + 12;
    unsigned char *out = malloc(bytes), *in = calloc(bytes, 1);
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (unsigned char)(i * 31 + (i >> 13) + (i >> 22)); /* no two windows alike */
    }
    cl_mem buffer = make(CL_MEM_COPY_HOST_PTR, bytes, out);
    WORKS(clSetMemObjectDestructorCallback(buffer, note_end, "b"));
    WORKS(clSetMemObjectDestructorCallback(buffer, note_end, "a"));
    WORKS(clEnqueueReadBuffer(it.queue, buffer, CL_TRUE, 0, bytes, in, 0, NULL, NULL));
    OK(!memcmp(in, out, bytes));
    clReleaseMemObject(buffer);
    OK(!strcmp(order, "ab"));
    free(in);
    free(out);
}

int main(void) {
    it = open_setting(0);
    for (unsigned i = 0; i < COUNT; i++) {
        model[i] = i * 2654435761u;
    }
    creation();
    parts();
    copies();
    boxes();
    fills();
    maps(0);
    maps(CL_MEM_ALLOC_HOST_PTR);
    maps(CL_MEM_USE_HOST_PTR);
    large();
    close_setting(&it);
    return tap_end();
}
