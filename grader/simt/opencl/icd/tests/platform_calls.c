/* Platforms, devices, contexts and queues: what they say and what they refuse. */
#include "tap.h"

static void platforms(void) {
    cl_platform_id platform = NULL;
    cl_uint count = 0;
    char text[128];
    size_t bytes = 0;
    GIVES(CL_INVALID_VALUE, clGetPlatformIDs(0, &platform, NULL));
    GIVES(CL_INVALID_VALUE, clGetPlatformIDs(1, NULL, NULL));
    WORKS(clGetPlatformIDs(1, &platform, &count));
    OK(count == 1);
    WORKS(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, &bytes));
    OK(!strcmp(text, "Lockstep") && bytes == 9);
    WORKS(clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text, text, NULL));
    OK(!strncmp(text, "OpenCL 3.0 ", 11));
    GIVES(CL_INVALID_VALUE, clGetPlatformInfo(platform, CL_PLATFORM_NAME, 3, text, NULL));
    GIVES(CL_INVALID_VALUE, clGetPlatformInfo(platform, 0, sizeof text, text, NULL));
}

static void devices(cl_platform_id platform, cl_device_id device) {
    cl_device_id found = NULL;
    cl_uint count = 7;
    GIVES(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &found, &count));
    OK(count == 0);
    GIVES(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 0, 1, &found, NULL));
    GIVES(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 1 << 20, 1, &found, NULL));
    GIVES(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, NULL));
    WORKS(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &found, NULL));
    OK(found == device);
    WORKS(clRetainDevice(device));
    WORKS(clReleaseDevice(device));
    GIVES(CL_INVALID_VALUE, clGetDeviceInfo(device, 0x7fff, 0, NULL, NULL));
}

/* Every query of OpenCL 1.2: it answers, with a size that a second call accepts. */
static void device_info(cl_device_id device) {
    char text[512];
    int bad = 0;
    for (cl_device_info name = CL_DEVICE_TYPE; name <= CL_DEVICE_PRINTF_BUFFER_SIZE; name++) {
        size_t bytes = 0;
        bool later = (name > CL_DEVICE_DOUBLE_FP_CONFIG && name < 0x1034) || name == 0x1033;
        if (later || name == 0x1033 || name == 0x102E) {
            continue;
        }
        cl_int error = clGetDeviceInfo(device, name, 0, NULL, &bytes);
        if (error || bytes > sizeof text ||
            clGetDeviceInfo(device, name, sizeof text, text, NULL) ||
            (bytes > 0 &&
             clGetDeviceInfo(device, name, bytes - 1, text, NULL) != CL_INVALID_VALUE)) {
            printf("# query %#x: %d\n", name, error), bad++;
        }
    }
    OK(bad == 0);
    size_t items[3];
    WORKS(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL));
    OK(items[0] == 1024 && items[1] == 1024 && items[2] == 64);
    TELLS(48 << 10, cl_ulong, clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE);
    TELLS(CL_TRUE, cl_bool, clGetDeviceInfo, device, CL_DEVICE_AVAILABLE);
    TELLS(CL_TRUE, cl_bool, clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT);
    WORKS(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    OK(strstr(text, "cl_khr_fp64") != NULL && strstr(text, "cl_khr_int64_base_atomics") != NULL);
    cl_name_version list[32];
    size_t bytes = 0;
    TELLS(CL_MAKE_VERSION(3, 0, 0), cl_version, clGetDeviceInfo, device, CL_DEVICE_NUMERIC_VERSION);
    WORKS(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof list, list, &bytes));
    OK(bytes == 5 * sizeof list[0] && !strcmp(list[3].name, "OpenCL C") &&
       list[3].version == CL_MAKE_VERSION(2, 0, 0));
    WORKS(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof list, list, &bytes));
    OK(!strcmp(list[0].name, "__opencl_c_3d_image_writes"));
    WORKS(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list, &bytes));
    OK(!strcmp(list[0].name, "cl_khr_global_int32_base_atomics"));
    TELLS(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, cl_device_svm_capabilities, clGetDeviceInfo, device,
          CL_DEVICE_SVM_CAPABILITIES);
}

static void contexts(cl_platform_id platform, cl_device_id device) {
    cl_context_properties good[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform,
                                     CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_context_properties unknown[] = {0x4444, 1, 0};
    cl_context_properties back[3];
    size_t bytes = 0;
    REFUSES(CL_INVALID_VALUE, clCreateContext(good, 0, &device, NULL, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateContext(good, 1, NULL, NULL, NULL, &error));
    REFUSES(CL_INVALID_VALUE, clCreateContext(good, 1, &device, NULL, good, &error));
    REFUSES(CL_INVALID_PROPERTY, clCreateContext(twice, 1, &device, NULL, NULL, &error));
    REFUSES(CL_INVALID_PROPERTY, clCreateContext(unknown, 1, &device, NULL, NULL, &error));
    REFUSES(CL_DEVICE_NOT_FOUND,
            clCreateContextFromType(good, CL_DEVICE_TYPE_ACCELERATOR, NULL, NULL, &error));
    cl_context context = clCreateContextFromType(good, CL_DEVICE_TYPE_GPU, NULL, NULL, NULL);
    OK(context);
    WORKS(clRetainContext(context));
    TELLS(2, cl_uint, clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT);
    WORKS(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof back, back, &bytes));
    OK(bytes == sizeof good && !memcmp(back, good, sizeof good));
    TELLS(device, cl_device_id, clGetContextInfo, context, CL_CONTEXT_DEVICES);
    WORKS(clReleaseContext(context));
    WORKS(clReleaseContext(context));
    GIVES(CL_INVALID_CONTEXT, clReleaseContext(context));
}

static void queues(const struct setting *setting) {
    const cl_command_queue_properties both =
        CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    REFUSES(CL_INVALID_CONTEXT,
            clCreateCommandQueue((cl_context)setting->queue, setting->device, 0, &error));
    REFUSES(CL_INVALID_VALUE,
            clCreateCommandQueue(setting->context, setting->device, 1 << 9, &error));
    cl_command_queue queue = clCreateCommandQueue(setting->context, setting->device, both, NULL);
    TELLS(both, cl_command_queue_properties, clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES);
    TELLS(setting->context, cl_context, clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
    WORKS(clFlush(queue));
    WORKS(clFinish(queue));
    WORKS(clReleaseCommandQueue(queue));
    GIVES(CL_INVALID_COMMAND_QUEUE, clFinish(queue));
    GIVES(CL_INVALID_COMMAND_QUEUE, clFlush(queue));
}

static void absent(const struct setting *setting) {
    cl_uint count = 7;
    cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    GIVES(CL_INVALID_VALUE, clCreateSubDevices(setting->device, equally, 0, NULL, &count));
    OK(clGetExtensionFunctionAddressForPlatform(setting->platform, "clNoSuchThing") == NULL);
    WORKS(clUnloadPlatformCompiler(setting->platform));
}

int main(void) {
    struct setting setting = open_setting(0);
    platforms();
    devices(setting.platform, setting.device);
    device_info(setting.device);
    contexts(setting.platform, setting.device);
    queues(&setting);
    absent(&setting);
    close_setting(&setting);
    return tap_end();
}
