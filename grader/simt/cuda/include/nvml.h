/*
 * nvml.h - the part of NVIDIA's management library that programs ask for a device's name, memory,
 * clocks and driver. It answers from the runtime's properties. What only hardware knows (power,
 * temperature, utilisation) is NVML_ERROR_NOT_SUPPORTED, as on devices without such sensors.
 */
#ifndef LOCKSTEP_NVML_H
#define LOCKSTEP_NVML_H

#include <cuda_runtime_api.h>
#include <stdio.h>

typedef enum nvmlReturn_enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef struct nvmlDevice_st *nvmlDevice_t;
typedef struct nvmlMemory_st {
    unsigned long long total, free, used; /* bytes */
} nvmlMemory_t;
typedef struct nvmlUtilization_st {
    unsigned int gpu, memory; /* per cent */
} nvmlUtilization_t;
typedef enum nvmlClockType_enum { NVML_CLOCK_GRAPHICS = 0, NVML_CLOCK_SM = 1, NVML_CLOCK_MEM = 2 } nvmlClockType_t;
typedef enum nvmlTemperatureSensors_enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;

enum {
    NVML_DEVICE_NAME_BUFFER_SIZE = 64,
    NVML_DEVICE_NAME_V2_BUFFER_SIZE = 96,
    NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE = 80
};

static inline const char *nvmlErrorString(nvmlReturn_t result) {
    return result == NVML_SUCCESS                   ? "The operation was successful"
           : result == NVML_ERROR_INVALID_ARGUMENT  ? "A supplied argument is invalid"
           : result == NVML_ERROR_NOT_SUPPORTED     ? "The device does not support this"
           : result == NVML_ERROR_NOT_FOUND         ? "There is no such device"
           : result == NVML_ERROR_INSUFFICIENT_SIZE ? "The buffer is too small"
                                                    : "Unknown error";
}

static inline nvmlReturn_t lockstep_nvml(cudaError_t error) {
    return error == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}
static inline nvmlReturn_t lockstep_nvml_text(char *to, unsigned int room, const char *text) {
    int length = to == NULL ? 0 : snprintf(to, room, "%s", text);
    return to == NULL ? NVML_ERROR_INVALID_ARGUMENT : length >= (int)room ? NVML_ERROR_INSUFFICIENT_SIZE : NVML_SUCCESS;
}

static inline nvmlReturn_t nvmlInit(void) { return NVML_SUCCESS; }
static inline nvmlReturn_t nvmlInit_v2(void) { return NVML_SUCCESS; }
static inline nvmlReturn_t nvmlShutdown(void) { return NVML_SUCCESS; }

static inline nvmlReturn_t nvmlDeviceGetCount(unsigned int *count) {
    return count == NULL ? NVML_ERROR_INVALID_ARGUMENT : lockstep_nvml(cudaGetDeviceCount((int *)count));
}
/* The one device there is: its handle is the address of something that is no null pointer. */
static inline nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device) {
    static int only;
    if (device == NULL || index != 0) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    *device = (nvmlDevice_t)(void *)&only;
    return NVML_SUCCESS;
}
static inline nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *bus, nvmlDevice_t *device) {
    return bus == NULL ? NVML_ERROR_INVALID_ARGUMENT : nvmlDeviceGetHandleByIndex(0, device);
}

static inline nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int room) {
    struct cudaDeviceProp properties;
    nvmlReturn_t result = lockstep_nvml(cudaGetDeviceProperties(&properties, 0));
    return device == NULL           ? NVML_ERROR_INVALID_ARGUMENT
           : result != NVML_SUCCESS ? result
                                    : lockstep_nvml_text(name, room, properties.name);
}
static inline nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
    size_t left = 0, total = 0;
    if (device == NULL || memory == NULL) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    nvmlReturn_t result = lockstep_nvml(cudaMemGetInfo(&left, &total));
    memory->total = total;
    memory->free = left;
    memory->used = total - left;
    return result;
}
/* In MHz. */
static inline nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *clock) {
    int kilohertz = 0;
    if (device == NULL || clock == NULL) {
        return NVML_ERROR_INVALID_ARGUMENT;
    }
    nvmlReturn_t result = lockstep_nvml(cudaDeviceGetAttribute(
        &kilohertz, type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate, 0));
    *clock = (unsigned int)kilohertz / 1000;
    return result;
}
static inline nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned int *clock) {
    return nvmlDeviceGetMaxClockInfo(device, type, clock);
}
static inline nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int room) {
    return lockstep_nvml_text(version, room, "0.0 (Lockstep)");
}

static inline nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int *milliwatts) {
    return device == NULL || milliwatts == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED;
}
static inline nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *millijoules) {
    return device == NULL || millijoules == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED;
}
static inline nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor,
                                                    unsigned int *celsius) {
    return device == NULL || celsius == NULL || sensor != NVML_TEMPERATURE_GPU ? NVML_ERROR_INVALID_ARGUMENT
                                                                               : NVML_ERROR_NOT_SUPPORTED;
}
static inline nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *utilization) {
    return device == NULL || utilization == NULL ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED;
}

#endif
