/* The self-test of the device `cuda`: does NVIDIA's driver start in here? Exit status 0 when it
 * does. */
#include <dlfcn.h>

int main(void) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    int (*initialise)(unsigned) = 0;
    if (driver != 0) {
        *(void **)&initialise = dlsym(driver, "cuInit");
    }
    return initialise != 0 && initialise(0) == 0 ? 0 : 1;
}
