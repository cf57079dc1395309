/* For oracles of OpenCL labs: what an error number says to a student. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The name of an error number of CL/cl.h, and what to look at where that is clear. */
static inline const char *opencl_error(int32_t error) {
    static const struct {
        int32_t number;
        const char *text;
    } rows[] = {
        {-1, "CL_DEVICE_NOT_FOUND: the platform has no device of that type"},
        {-2, "CL_DEVICE_NOT_AVAILABLE"},
        {-3, "CL_COMPILER_NOT_AVAILABLE"},
        {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
        {-5, "CL_OUT_OF_RESOURCES"},
        {-6, "CL_OUT_OF_HOST_MEMORY"},
        {-11, "CL_BUILD_PROGRAM_FAILURE: the kernels do not compile"},
        {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
        {-30, "CL_INVALID_VALUE: an argument of the call is out of range, or an offset and size "
              "together"},
        {-33, "CL_INVALID_DEVICE"},
        {-34, "CL_INVALID_CONTEXT: it is NULL or released, or two objects are of different ones"},
        {-36, "CL_INVALID_COMMAND_QUEUE: the queue is NULL or released"},
        {-37, "CL_INVALID_HOST_PTR: a host pointer without the flag that uses it, or the flag "
              "without it"},
        {-38, "CL_INVALID_MEM_OBJECT: a buffer is NULL or released"},
        {-44, "CL_INVALID_PROGRAM: the program is NULL or released"},
        {-45, "CL_INVALID_PROGRAM_EXECUTABLE: it was not built, or does not compile"},
        {-46, "CL_INVALID_KERNEL_NAME: no kernel of that name"},
        {-48, "CL_INVALID_KERNEL: the kernel is NULL or released"},
        {-49, "CL_INVALID_ARG_INDEX: the kernel has fewer arguments"},
        {-50,
         "CL_INVALID_ARG_VALUE: a value without a pointer to it, or a pointer for local memory"},
        {-51,
         "CL_INVALID_ARG_SIZE: clSetKernelArg got another size than the kernel's argument has"},
        {-52, "CL_INVALID_KERNEL_ARGS: an argument was never set"},
        {-53, "CL_INVALID_WORK_DIMENSION"},
        {-54, "CL_INVALID_WORK_GROUP_SIZE: the local size must divide the global one, and be one "
              "that the kernel accepts"},
        {-55, "CL_INVALID_WORK_ITEM_SIZE: the work-group is larger than the device takes"},
        {-56, "CL_INVALID_GLOBAL_OFFSET"},
        {-57, "CL_INVALID_EVENT_WAIT_LIST"},
        {-58, "CL_INVALID_EVENT"},
        {-59, "CL_INVALID_OPERATION"},
        {-61, "CL_INVALID_BUFFER_SIZE: a buffer of no bytes, or larger than the device has"},
        {-63, "CL_INVALID_GLOBAL_WORK_SIZE: a launch of no work-items"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].number == error) {
            return rows[i].text;
        }
    }
    return error > 0 ? "errors of OpenCL are less than 0, and CL_SUCCESS is 0"
                     : "an error of OpenCL's (CL/cl.h lists them)";
}
