// Conversions with every rounding, beyond the target's range, and of NaN.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(const float *in, int *out)
{
    int i = threadIdx.x;
    float a = in[i];
    double wide = a;
    out[12 * i] = __float2int_rn(a);
    out[12 * i + 1] = __float2int_rz(a);
    out[12 * i + 2] = __float2int_ru(a);
    out[12 * i + 3] = __float2int_rd(a);
    out[12 * i + 4] = (int)__float2uint_rz(a);
    out[12 * i + 5] = __double2int_rn(wide * 1.5);
    out[12 * i + 6] = (int)(__double2ll_rz(wide * 1e3) % 1000);
    out[12 * i + 7] = __float_as_int(__double2float_ru(wide / 3));
    out[12 * i + 8] = __float_as_int(__int2float_rd(16777217 + i));
    out[12 * i + 9] = __float_as_int(__fadd_ru(a, 1e-9f));
    out[12 * i + 10] = __float_as_int(__fmul_rd(a, 0.1f));
    out[12 * i + 11] = __double2hiint(wide) ^ __double2loint(wide);
}

int main(void)
{
    static const float values[] = {0.5f, 1.5f, -2.5f, -0.75f, 3e9f, -3e9f, 0.0f / 1.0f, 1e-40f};
    int host[8 * 12], *out;
    float *in;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, 8>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 12; k++)
            printf("%d ", host[12 * i + k]);
        printf("\n");
    }
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
0 0 1 0 0 1 500 1042983595 1266679808 1056964609 1028443341 1071644672 
2 1 2 1 1 2 500 1056964608 1266679809 1069547521 1041865113 1073217536 
-2 -2 -2 -3 0 -4 -500 -1084926635 1266679809 -1071644673 -1098907647 -1073479680 
-1 0 0 -1 0 -1 -750 -1098907648 1266679810 -1086324737 -1114007142 -1075314688 
2147483647 2147483647 2147483647 2147483647 -1294967296 2147483647 0 1315859240 1266679810 1328730207 1301220632 -2115610101 
-2147483648 -2147483648 -2147483648 -2147483648 0 -2147483648 0 -831624408 1266679811 -818753443 -846263015 31873547 
0 0 0 0 0 0 0 0 1266679811 814313567 0 0 
0 0 1 0 0 0 0 23788 1266679812 814313568 7136 933325856 
--
status 0 */
