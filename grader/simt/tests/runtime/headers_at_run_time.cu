// NVRTC looks for headers in the folder of the source, by the name that the program gives it, unless told not to.
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void compile(const char *name, int count, const char *option) {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, "#include \"beside.h\"\n__global__ void k(int *a) { *a = BESIDE; }", name, 0, NULL, NULL);
    printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, count, &option)));
    nvrtcDestroyProgram(&program);
}

int main() {
    char folder[] = "/tmp/headers-XXXXXX", header[64], source[64];
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(header, sizeof header, "%s/beside.h", folder);
    snprintf(source, sizeof source, "%s/kernel.cu", folder);
    FILE *file = fopen(header, "w");
    fputs("#define BESIDE 1\n", file);
    fclose(file);
    compile(source, 0, NULL);
    compile(source, 1, "-no-source-include");
    compile("kernel.cu", 0, NULL);
    if (chdir(folder) != 0)
        return 1;
    compile("kernel.cu", 0, NULL);
    compile(NULL, 0, NULL);
    remove(header);
    rmdir(folder);
}

/* simt --quiet
NVRTC_SUCCESS
NVRTC_ERROR_COMPILATION
NVRTC_ERROR_COMPILATION
NVRTC_SUCCESS
NVRTC_SUCCESS
--
lockstep: the program never used the GPU
status 0 */
