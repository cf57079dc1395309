/* Programs and kernels: building, logs, binaries, arguments of every kind, and all their info. */
#include "tap.h"

#include <sys/stat.h>

static struct setting it;

static const char source[] =
    "typedef struct { char tag; double x; short y; } point;\n"
    "kernel void by_value(point p, float4 v, char c, ulong u, global double *out) {\n"
    "    out[0] = p.tag + p.x + p.y;\n"
    "    out[1] = v.x + v.y + v.z + v.w;\n"
    "    out[2] = c;\n"
    "    out[3] = u;\n"
    "}\n"
    "kernel void tables(constant int *table, local int *a, local double *b, global int *out) {\n"
    "    int i = get_local_id(0);\n"
    "    a[i] = table[i];\n"
    "    b[i] = 2 * i;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    int j = get_local_size(0) - 1 - i;\n"
    "    out[i] = a[j] + (int)b[j];\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(8, 2, 1), vec_type_hint(uint)))\n"
    "void shaped(global const volatile uint *restrict in, global uint *out) {\n"
    "    out[get_local_id(1) * 8 + get_local_id(0)] = in[0];\n"
    "}\n"
    "kernel __attribute__((work_group_size_hint(64, 1, 1), vec_type_hint(double2)))\n"
    "void null(global int *nothing, global int *out) { out[0] = nothing == 0; }\n";

static void creation(void) {
    const char *text = source, *none = NULL;
    const char *parts[2] = {"\xef\xbb\xbfkernel void k(global int *a) {",
                            "a[0] = 1; }  what follows"};
    const size_t lengths[2] = {0, 11};
    char back[64];
    REFUSES(CL_INVALID_CONTEXT,
            clCreateProgramWithSource((cl_context)it.queue, 1, &text, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateProgramWithSource(it.context, 0, &text, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateProgramWithSource(it.context, 1, &none, NULL, &error));
    cl_program program = clCreateProgramWithSource(it.context, 2, parts, lengths, NULL);
    WORKS(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof back, back, NULL));
    OK(!strcmp(back, "kernel void k(global int *a) {a[0] = 1; }"));
    REFUSES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &error));
    TELLS(CL_BUILD_NONE, cl_build_status, clGetProgramBuildInfo, program, it.device,
          CL_PROGRAM_BUILD_STATUS);
    WORKS(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    GIVES(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    clReleaseKernel(kernel);
    WORKS(clBuildProgram(program, 1, &it.device, "-DX=1 -cl-mad-enable", NULL, NULL));
    TELLS_TEXT("-DX=1 -cl-mad-enable", clGetProgramBuildInfo, program, it.device,
               CL_PROGRAM_BUILD_OPTIONS);
    GIVES(CL_INVALID_VALUE, clBuildProgram(program, 1, NULL, NULL, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clBuildProgram(program, 0, NULL, NULL, NULL, back));
    GIVES(CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, NULL, "--sideways", NULL, NULL));
    WORKS(clReleaseProgram(program));
    GIVES(CL_INVALID_PROGRAM, clReleaseProgram(program));
}

static int built;
static void CL_CALLBACK note_build(cl_program program, void *data) {
    (void)program;
    built += *(int *)data;
}

/* Pipes, queues and images of depths: queries say that they are absent, and sources get a line. */
static void absent(void) {
    static const struct {
        const char *text, *options, *line;
    } rows[] = {
        {"kernel void k(read_only pipe int p) {}", "-cl-std=CL2.0",
         "error: Lockstep has no pipes: pass the data in a buffer"},
        {"kernel void k(read_only image2d_depth_t i) {}", "-cl-std=CL3.0",
         "error: Lockstep has no images of depths"},
        {"kernel void k() { queue_t q = get_default_queue(); }", "-cl-std=CL2.0",
         "error: Lockstep has no queues on the device: launch from the host"},
        {"#if defined(__opencl_c_pipes) || defined(cl_khr_depth_images)\n#error there\n#endif",
         "-cl-std=CL2.0", NULL}};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        char log[2048] = "";
        const char *text = rows[n].text;
        cl_program program = clCreateProgramWithSource(it.context, 1, &text, NULL, NULL);
        GIVES(rows[n].line != NULL ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS,
              clBuildProgram(program, 0, NULL, rows[n].options, NULL, NULL));
        clGetProgramBuildInfo(program, it.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        OK(rows[n].line == NULL || strstr(log, rows[n].line) != NULL);
        clReleaseProgram(program);
    }
    TELLS(CL_FALSE, cl_bool, clGetDeviceInfo, it.device, CL_DEVICE_PIPE_SUPPORT);
    REFUSES(CL_INVALID_OPERATION, clCreatePipe(it.context, 0, 4, 16, NULL, &error));
    REFUSES(CL_INVALID_CONTEXT, clCreatePipe(NULL, 0, 4, 16, NULL, &error));
}

static void logs(void) {
    const char *text = "kernel void k(global int *a) {\n    a[0] = missing;\n}\n";
    char log[2048] = "";
    int by = 5;
    cl_program program = clCreateProgramWithSource(it.context, 1, &text, NULL, NULL);
    GIVES(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 1, &it.device, "", note_build, &by));
    OK(built == 5);
    WORKS(clGetProgramBuildInfo(program, it.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    OK(strstr(log, ":2:12: error: use of undeclared identifier 'missing'"));
    TELLS(CL_BUILD_ERROR, cl_build_status, clGetProgramBuildInfo, program, it.device,
          CL_PROGRAM_BUILD_STATUS);
    REFUSES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &error));
    clReleaseProgram(program);
}

static cl_mem room;
static union {
    double values[64];
    int numbers[128];
} out;
static bool run(cl_kernel kernel, size_t global) {
    return !clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL) &&
           !clEnqueueReadBuffer(it.queue, room, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL);
}

static void values(cl_program program) {
    struct {
        char tag;
        double x;
        short y;
    } point = {'\3', 0.5, -7};
    const cl_float4 vector = {{1, 2, 4, 8}};
    const cl_char c = -9;
    const cl_ulong u = 1ul << 40;
    const size_t one = 1;
    cl_kernel kernel = clCreateKernel(program, "by_value", NULL);
    GIVES(CL_INVALID_KERNEL_ARGS,
          clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    WORKS(clSetKernelArg(kernel, 0, sizeof point, &point));
    WORKS(clSetKernelArg(kernel, 1, sizeof vector, &vector));
    WORKS(clSetKernelArg(kernel, 2, sizeof c, &c));
    WORKS(clSetKernelArg(kernel, 3, sizeof u, &u));
    WORKS(clSetKernelArg(kernel, 4, sizeof(cl_mem), &room));
    GIVES(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 5, sizeof u, &u));
    GIVES(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 3, 4, &u));
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 3, 8, NULL));
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 3, sizeof(cl_mem), &room));
    GIVES(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 4, 4, &room));
    const void *wild = &point;
    GIVES(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 4, sizeof(void *), &wild));
    OK(run(kernel, 1));
    OK(out.values[0] == 3 + 0.5 - 7 && out.values[1] == 15 && out.values[2] == -9 &&
       out.values[3] == (double)u);
    clReleaseKernel(kernel);
}

static void tables(cl_program program) {
    int table[16], bad = 0;
    for (int i = 0; i < 16; i++) {
        table[i] = 100 * i;
    }
    cl_mem constant = clCreateBuffer(it.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     sizeof table, table, NULL);
    cl_kernel kernel = clCreateKernel(program, "tables", NULL);
    WORKS(clSetKernelArg(kernel, 0, sizeof(cl_mem), &constant));
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, 64, table));
    GIVES(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 0, NULL));
    WORKS(clSetKernelArg(kernel, 1, 16 * sizeof(int), NULL));
    WORKS(clSetKernelArg(kernel, 2, 16 * sizeof(double), NULL));
    WORKS(clSetKernelArg(kernel, 3, sizeof(cl_mem), &room));
    OK(run(kernel, 16));
    for (int i = 0; i < 16; i++) {
        bad += out.numbers[i] != 102 * (15 - i);
    }
    OK(bad == 0);
    TELLS(64 + 128, cl_ulong, clGetKernelWorkGroupInfo, kernel, it.device,
          CL_KERNEL_LOCAL_MEM_SIZE);
    const size_t size = 16;
    WORKS(clSetKernelArg(kernel, 1, 60000, NULL));
    GIVES(CL_OUT_OF_RESOURCES,
          clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL));
    clReleaseKernel(kernel);
    clReleaseMemObject(constant);
    kernel = clCreateKernel(program, "null", NULL);
    WORKS(clSetKernelArg(kernel, 0, sizeof(cl_mem), NULL));
    WORKS(clSetKernelArg(kernel, 1, sizeof(cl_mem), &room));
    OK(run(kernel, 1) && out.numbers[0] == 1);
    clReleaseKernel(kernel);
}

static void info(cl_program program) {
    char text[128];
    cl_uint count = 0;
    size_t numbers[3] = {0};
    cl_kernel kernels[4], kernel = clCreateKernel(program, "shaped", NULL);
    WORKS(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
    OK(!strcmp(text, "by_value;tables;shaped;null"));
    TELLS(4, size_t, clGetProgramInfo, program, CL_PROGRAM_NUM_KERNELS);
    GIVES(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 2, kernels, NULL));
    WORKS(clCreateKernelsInProgram(program, 4, kernels, &count));
    OK(count == 4);
    for (cl_uint i = 0; i < count; i++) {
        clReleaseKernel(kernels[i]);
    }
    REFUSES(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "missing", &error));
    REFUSES(CL_INVALID_VALUE, clCreateKernel(program, NULL, &error));
    TELLS_TEXT("shaped", clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME);
    TELLS(2, cl_uint, clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS);
    TELLS_TEXT("reqd_work_group_size(8,2,1) vec_type_hint(uint)", clGetKernelInfo, kernel,
               CL_KERNEL_ATTRIBUTES);
    WORKS(clGetKernelWorkGroupInfo(kernel, it.device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof numbers, numbers, NULL));
    OK(numbers[0] == 8 && numbers[1] == 2 && numbers[2] == 1);
    TELLS(32, size_t, clGetKernelWorkGroupInfo, kernel, NULL,
          CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    TELLS(CL_KERNEL_ARG_ADDRESS_GLOBAL, cl_uint, clGetKernelArgInfo, kernel, 0,
          CL_KERNEL_ARG_ADDRESS_QUALIFIER);
    TELLS(CL_KERNEL_ARG_ACCESS_NONE, cl_uint, clGetKernelArgInfo, kernel, 0,
          CL_KERNEL_ARG_ACCESS_QUALIFIER);
    TELLS(CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT,
          cl_kernel_arg_type_qualifier, clGetKernelArgInfo, kernel, 0,
          CL_KERNEL_ARG_TYPE_QUALIFIER);
    TELLS_TEXT("uint*", clGetKernelArgInfo, kernel, 0, CL_KERNEL_ARG_TYPE_NAME);
    TELLS_TEXT("in", clGetKernelArgInfo, kernel, 0, CL_KERNEL_ARG_NAME);
    GIVES(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
    clReleaseKernel(kernel);
}

static void binaries(cl_program program) {
    size_t bytes = 0;
    cl_int status = 7, error = 7;
    WORKS(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
    unsigned char *binary = malloc(bytes);
    const unsigned char *given = binary;
    GIVES(CL_INVALID_VALUE, clGetProgramInfo(program, CL_PROGRAM_BINARIES, 4, &binary, NULL));
    WORKS(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(unsigned char *), &binary, NULL));
    cl_program again =
        clCreateProgramWithBinary(it.context, 1, &it.device, &bytes, &given, &status, &error);
    OK(!error && !status);
    REFUSES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(again, "null", &error));
    WORKS(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(again, "null", NULL);
    TELLS_TEXT("work_group_size_hint(64,1,1) vec_type_hint(double2)", clGetKernelInfo, kernel,
               CL_KERNEL_ATTRIBUTES);
    SET_OBJECTS(kernel, NULL, room);
    OK(run(kernel, 1) && out.numbers[0] == 1);
    clReleaseKernel(kernel);
    clReleaseProgram(again);
    memset(binary, 'x', bytes);
    REFUSES(CL_INVALID_BINARY,
            clCreateProgramWithBinary(it.context, 1, &it.device, &bytes, &given, &status, &error));
    OK(status == CL_INVALID_BINARY);
    free(binary);
}

static void separately(void) {
    const char *text = "#include \"deep/size.h\"\n"
                       "kernel void k(global int *nothing, global int *a) { a[0] = SIZE; }";
    const char *header = "#define SIZE 77\n", *name = "deep/size.h";
    cl_int error = 7;
    cl_program part = clCreateProgramWithSource(it.context, 1, &header, NULL, NULL);
    cl_program program = clCreateProgramWithSource(it.context, 1, &text, NULL, NULL);
    GIVES(CL_COMPILE_PROGRAM_FAILURE,
          clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    /* A file of the same name does not count. */
    mkdir("deep", 0700);
    FILE *file = fopen(name, "w");
    OK(file != NULL && fputs("#define SIZE 78\n", file) >= 0 && fclose(file) == 0);
    WORKS(clCompileProgram(program, 0, NULL, "", 1, &part, &name, NULL, NULL));
    cl_program linked = clLinkProgram(it.context, 0, NULL, "", 1, &program, NULL, NULL, &error);
    WORKS(error);
    cl_kernel kernel = clCreateKernel(linked, "k", NULL);
    SET_OBJECTS(kernel, NULL, room);
    OK(run(kernel, 1) && out.numbers[0] == 77);
    clReleaseKernel(kernel);
    clReleaseProgram(linked);
    clReleaseProgram(program);
    clReleaseProgram(part);
}

/* Two compiled programs, one of which calls the other's function; lines stay those of each. */
static void together(void) {
    const char *texts[2] = {
        "int twice(int x);\n"
        "constant int own[2] = {20, 21};\n"
        "int __attribute__((noinline)) static step(int x, volatile int *y) { return x + *y; }\n"
        "kernel void k(global int *nothing, global int *a) {\n"
        "    volatile int one = 1;\n"
        "    a[0] = twice(step(own[get_global_id(0)], &one));\n"
        "}",
        "constant static int own[2] = {2, 3};\n"
        "int __attribute__((noinline)) static step(int x, volatile int *y) { return x * *y; }\n"
        "int twice(int x) {\n"
        "    volatile int factor = own[x - 21];\n"
        "    return step(x, &factor);\n"
        "}"};
    cl_program parts[2], library, linked;
    cl_int error = 7;
    for (int i = 0; i < 2; i++) {
        parts[i] = clCreateProgramWithSource(it.context, 1, &texts[i], NULL, NULL);
        WORKS(clCompileProgram(parts[i], 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    }
    TELLS(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, cl_program_binary_type, clGetProgramBuildInfo,
          parts[0], it.device, CL_PROGRAM_BINARY_TYPE);
    REFUSES(CL_INVALID_LINKER_OPTIONS,
            clLinkProgram(it.context, 0, NULL, "-x", 2, parts, NULL, NULL, &error));
    library =
        clLinkProgram(it.context, 0, NULL, "-create-library", 1, parts + 1, NULL, NULL, &error);
    WORKS(error);
    TELLS(CL_PROGRAM_BINARY_TYPE_LIBRARY, cl_program_binary_type, clGetProgramBuildInfo, library,
          it.device, CL_PROGRAM_BINARY_TYPE);
    const cl_program both[2] = {parts[0], library};
    linked = clLinkProgram(it.context, 1, &it.device, NULL, 2, both, NULL, NULL, &error);
    WORKS(error);
    cl_kernel kernel = clCreateKernel(linked, "k", NULL);
    SET_OBJECTS(kernel, NULL, room);
    OK(run(kernel, 1) && out.numbers[0] == 42);
    clReleaseKernel(kernel);
    clReleaseProgram(linked);
    clReleaseProgram(library);
    linked = clLinkProgram(it.context, 0, NULL, "", 1, parts, NULL, NULL, &error);
    GIVES(CL_LINK_PROGRAM_FAILURE, error); /* twice() is nowhere */
    clReleaseProgram(linked);
    clReleaseProgram(parts[0]);
    clReleaseProgram(parts[1]);
}

/* A kernel calls one of another program, in either order of linking; a host runs that one, too. */
static void kernels_of_others(void) {
    const char *texts[2] = {
        "kernel void inner(global int *nothing, global int *a, char plus, local int *shared);\n"
        "kernel void outer(global int *nothing, global int *a) {\n"
        "    local int shared[2];\n"
        "    inner(nothing, a, 3, shared);\n"
        "    a[get_global_id(0)]++;\n"
        "}",
        "kernel void inner(global int *nothing, global int *a, char plus, local int *shared) {\n"
        "    int at = get_global_id(0);\n"
        "    shared[at] = 10 * at;\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    a[at] = shared[at ^ 1] + plus;\n"
        "}"};
    cl_program parts[2];
    for (int i = 0; i < 2; i++) {
        parts[i] = clCreateProgramWithSource(it.context, 1, &texts[i], NULL, NULL);
        WORKS(clCompileProgram(parts[i], 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    }
    for (int first = 0; first < 2; first++) {
        const cl_program both[2] = {parts[first], parts[1 - first]};
        cl_int error = 7;
        cl_program linked = clLinkProgram(it.context, 0, NULL, "", 2, both, NULL, NULL, &error);
        WORKS(error);
        cl_kernel outer = clCreateKernel(linked, "outer", NULL),
                  inner = clCreateKernel(linked, "inner", NULL);
        SET_OBJECTS(outer, NULL, room);
        OK(run(outer, 2) && out.numbers[0] == 14 && out.numbers[1] == 4);
        SET_OBJECTS(inner, NULL, room);
        WORKS(clSetKernelArg(inner, 2, sizeof(cl_char), &(cl_char){5}));
        WORKS(clSetKernelArg(inner, 3, 2 * sizeof(cl_int), NULL));
        OK(run(inner, 2) && out.numbers[0] == 15 && out.numbers[1] == 5);
        clReleaseKernel(inner);
        clReleaseKernel(outer);
        clReleaseProgram(linked);
    }
    char log[512] = "";
    cl_program alone = clCreateProgramWithSource(it.context, 1, &texts[0], NULL, NULL);
    GIVES(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(alone, 0, NULL, "", NULL, NULL));
    WORKS(clGetProgramBuildInfo(alone, it.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    OK(strstr(log, "'inner' has no body in this program") != NULL &&
       strstr(log, "clLinkProgram") != NULL);
    clReleaseProgram(alone);
    clReleaseProgram(parts[0]);
    clReleaseProgram(parts[1]);
}

/* clang 14's backend crashes on what optimising makes of these. */
static void null_pointers(void) {
    const char *text = "kernel void compare(global int *a) {\n"
                       "    int *any = NULL;\n"
                       "    local int *shared = NULL;\n"
                       "    global int *array = NULL;\n"
                       "    any = shared;\n"
                       "    a[0] = 40 + (array == any) + (shared == any);\n"
                       "}\n";
    cl_program program = clCreateProgramWithSource(it.context, 1, &text, NULL, NULL);
    WORKS(clBuildProgram(program, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "compare", NULL);
    SET_OBJECTS(kernel, room);
    OK(run(kernel, 1) && out.numbers[0] == 42);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

int main(void) {
    it = open_setting(0);
    room = clCreateBuffer(it.context, 0, sizeof out, NULL, NULL);
    clEnqueueFillBuffer(it.queue, room, &(int){0}, 4, 0, sizeof out, 0, NULL, NULL);
    creation();
    logs();
    absent();
    cl_program program = build_program(&it, source);
    values(program);
    tables(program);
    info(program);
    binaries(program);
    clReleaseProgram(program);
    separately();
    together();
    kernels_of_others();
    null_pointers();
    clReleaseMemObject(room);
    close_setting(&it);
    return tap_end();
}
