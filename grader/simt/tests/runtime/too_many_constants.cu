// Each constant of a kernel takes a row of its frame. A module whose frame would be too large is refused.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CUresult load(int constants)
{
    static const char head[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                               ".visible .entry kernel(.param .u64 data)\n{\n.reg .b64 %rd<3>;\n"
                               "ld.param.u64 %rd1, [data];\nmov.u64 %rd2, 0;\n";
    char *text = (char *)malloc(sizeof head + 128 + (size_t)constants * 24), *to = text;
    to += sprintf(to, "%s", head);
    for (int i = 1; i <= constants; i += 2) {
        to += sprintf(to, "mad.lo.s64 %%rd2, %%rd2, %d, %d;\n", i, i + 1);
    }
    sprintf(to, "st.global.u64 [%%rd1], %%rd2;\nret;\n}\n");
    CUmodule module;
    CUresult result = cuModuleLoadData(&module, text);
    free(text);
    return result;
}

int main(void)
{
    CUcontext context;
    cuInit(0);
    cuCtxCreate(&context, 0, 0);
    printf("%d\n", load(1000));
    printf("%d\n", load(270000) != CUDA_SUCCESS);
}

/* simt --quiet
0
1
--
lockstep: 'kernel' needs too many registers
not supported
  No kernel of this file can run: 'kernel' needs too many registers.
  Write it in CUDA C instead, or leave it out.

status 1 */
