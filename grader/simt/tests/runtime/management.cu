/* What programs ask NVML: how many devices, their name, memory and clocks; there is no sensor. */
#include <nvml.h>
#include <stdio.h>

int main() {
    unsigned int count = 0, clock = 0, watts = 0;
    nvmlDevice_t device;
    nvmlMemory_t memory;
    char name[NVML_DEVICE_NAME_BUFFER_SIZE], bus[32];
    cudaDeviceGetPCIBusId(bus, sizeof bus, 0);
    printf("%s\n", nvmlErrorString(nvmlInit()));
    printf("%d %u\n", nvmlDeviceGetCount(&count), count);
    printf("%d\n", nvmlDeviceGetHandleByPciBusId(bus, &device));
    printf("%d %s\n", nvmlDeviceGetName(device, name, sizeof name), name);
    printf("%d\n", nvmlDeviceGetName(device, name, 2));
    printf("%d %d\n", nvmlDeviceGetMemoryInfo(device, &memory), memory.used + memory.free == memory.total);
    printf("%d %d\n", nvmlDeviceGetClockInfo(device, NVML_CLOCK_MEM, &clock), clock > 0);
    printf("%s\n", nvmlErrorString(nvmlDeviceGetPowerUsage(device, &watts)));
    printf("%d\n", nvmlDeviceGetHandleByIndex(1, &device));
    return nvmlShutdown();
}

/* simt --quiet
The operation was successful
0 1
0
0 Lockstep SIMT machine
7
0 1
0 1
The device does not support this
2
--
status 0 */
