#include "words.h"

#include <stdio.h>
#include <string.h>

/* Phrases, not words: a student's array may be called `block`. Each is replaced wherever it stands,
 * in this order. */
static const struct {
    const char *cuda;
    const char *opencl;
} phrases[] = {
    {"Threads of one block wait", "Work-items of one work-group wait"},
    {"of the block's", "of the work-group's"},
    {" threads ended without", " work-items ended without"},
    {" threads wait at a barrier", " work-items wait at a barrier"},
    {"is for all threads:", "is for all work-items:"},
    {"all threads of the block", "all work-items of the work-group"},
    {"The threads are in one warp, and no __syncwarp() lies between.",
     "The work-items are in one group, and no barrier lies between."},
    {"Lanes need not run in step: put __syncwarp() between the accesses.",
     "They need not run in step: put a barrier() between the two accesses."},
    {"The threads are in one block, and", "The work-items are in one group, and"},
    {"Put __syncthreads() between", "Put a barrier() between"},
    {"The threads are in different blocks, which",
     "The work-items are in different work-groups, which"},
    {"split the work into two launches", "split the work into two kernels"},
    {"blocks that wait for other blocks", "work-groups that wait for other work-groups"},
    {"Put __threadfence() between", "Put mem_fence(CLK_GLOBAL_MEM_FENCE) between"},
    {"Several threads write", "Several work-items write"},
    {"give each thread its own", "give each work-item its own"},
    {"No thread of this block", "No work-item of this group"},
    {"Shared memory starts", "Local memory starts"},
    {"cudaMalloc does not clear memory: copy to it or use cudaMemset first.",
     "clCreateBuffer does not clear memory: write or fill the buffer first."},
    {"Call cudaFree() only when", "Call clReleaseMemObject() only when"},
    {"Pass the device's pointer: to a copy (cudaMemcpy) or to mapped memory.",
     "Pass buffers with clSetKernelArg(); addresses of the host mean nothing here."},
    {"Pass a pointer that cudaMalloc has set, and check its result.",
     "Set the argument to a buffer, and check what clCreateBuffer says."},
    {"global or shared memory", "global or local memory"},
    {"The thread's stack", "The work-item's stack"},
    {"The threads wait for each other", "The work-items wait for each other"},
    {"The block has ", "The work-group has "},
    {" of shared memory.", " of local memory."},
    {"over into the shared array", "over into the local array"},
    {"Give its size at the launch: <<<grid, block, bytes>>>.",
     "Give its size to clSetKernelArg(), with NULL for the value."},
    {"The launch gives it", "clSetKernelArg() gives it"},
    {"is that enough for the block?", "is that enough for the work-group?"},
    {"outside of the thread's local arrays", "outside of the work-item's private arrays"},
    {"smaller local arrays", "smaller private arrays"},
    {"Give it back with cudaFree().", "Give it back with clReleaseMemObject()."},
    {"Call cudaDeviceSynchronize, and", "Call clFinish before the program ends, and"},
    {"Call cudaDeviceSynchronize before", "Call clFinish before"},
};

/* How a finding's subject begins. */
static const struct {
    const char *cuda;
    const char *opencl;
} subjects[] = {
    {"shared ", "local "},
    {"the thread's own memory", "the work-item's own memory"},
};

static void replace(char *text, size_t size, const char *from, const char *to) {
    char *at = strstr(text, from);
    if (at == NULL) {
        return;
    }
    char rest[256];
    snprintf(rest, sizeof rest, "%s", at + strlen(from));
    snprintf(at, size - (size_t)(at - text), "%s%s", to, rest);
}

void words_opencl(struct simt_finding *finding) {
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        replace(finding->message, sizeof finding->message, phrases[i].cuda, phrases[i].opencl);
        replace(finding->advice, sizeof finding->advice, phrases[i].cuda, phrases[i].opencl);
    }
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        if (!strncmp(finding->subject, subjects[i].cuda, strlen(subjects[i].cuda))) {
            replace(finding->subject, sizeof finding->subject, subjects[i].cuda,
                    subjects[i].opencl);
        }
    }
}
