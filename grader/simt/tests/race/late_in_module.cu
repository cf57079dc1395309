// A race behind more instructions than a mark of memory can tell apart: both of its lines are known.
// FIXED: A module with more instructions than a mark of memory can tell apart: who waits by volatile loads is known there, too.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const head = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                ".file 1 \"late.ptx\"\n.visible .entry filler()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, 0;\n";
static const char *const waiting =
    "ret;\n}\n.visible .entry k(.param .u64 place)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %d<2>;\n"
    "ld.param.u64 %d1, [place];\ncvta.to.global.u64 %d1, %d1;\nmov.u32 %r1, %ctaid.x;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra WAIT;\n"
    "mov.u32 %r2, 5;\n.loc 1 7 1\nst.volatile.global.u32 [%d1], %r2;\nret;\n"
#ifdef FIXED
    "WAIT:\n.loc 1 9 1\nld.volatile.global.u32 %r3, [%d1];\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra WAIT;\nst.global.u32 [%d1+4], %r3;\nret;\n}\n";
#else
    "WAIT:\n.loc 1 9 1\nld.global.u32 %r3, [%d1];\nst.global.u32 [%d1+4], %r3;\nret;\n}\n";
#endif

int main(void)
{
    enum { FILLER = 70000 };
    const char add[] = "add.u32 %r1, %r1, 1;\n";
    char *text = (char *)malloc(strlen(head) + FILLER * sizeof add + strlen(waiting) + 1), *at = text;
    at = stpcpy(at, head);
    for (int n = 0; n < FILLER; n++)
        at = stpcpy(at, add);
    strcpy(at, waiting);
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr place;
    int values[2] = {0, 0};
    cuInit(0);
    cuCtxCreate(&context, 0, 0);
    if (cuModuleLoadData(&module, text) != CUDA_SUCCESS || cuModuleGetFunction(&kernel, module, "k") != CUDA_SUCCESS)
        return 1;
    cuMemAlloc(&place, sizeof values);
    cuMemcpyHtoD(place, values, sizeof values);
    void *arguments[] = {&place};
    cuLaunchKernel(kernel, 2, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
    cuMemcpyDtoH(values, place, sizeof values);
    printf("%d %d\n", values[0], values[1]);
    cuMemFree(place);
    cuModuleUnload(module);
    cuCtxDestroy(context);
    free(text);
}

/* simt --quiet
5 5
--
race in kernel k
  array in argument 1, element 0
    write   late.ptx:7               block 0, thread 0
    read    late.ptx:9               block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two launches.

status 1 */
/* FIXED: simt --quiet
5 5
--
status 0 */
