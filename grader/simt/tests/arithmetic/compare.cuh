// Each operation on each pair of values, on the device and on the host: are the bits equal? The program that includes this
// says what a `number` is, what operate() does with two, OPERATIONS, their `names`, and the `values`.
enum { COUNT = sizeof values / sizeof *values, RESULTS = COUNT * COUNT * OPERATIONS };

__global__ void kernel(const number *in, int count, unsigned long long *out)
{
    int i = threadIdx.x;
    for (int k = 0; k < count; k++)
        operate(in[i], in[k], out + (i * count + k) * OPERATIONS);
}

int main(void)
{
    static unsigned long long host[RESULTS];
    unsigned long long expected[OPERATIONS], *out;
    int wrong[OPERATIONS] = {0}, equal = 0;
    number *in;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, COUNT>>>(in, COUNT, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            operate(values[i], values[k], expected);
            for (int n = 0; n < OPERATIONS; n++)
                wrong[n] += host[(i * COUNT + k) * OPERATIONS + n] != expected[n];
        }
    }
    for (int n = 0; n < OPERATIONS; n++)
        if (wrong[n])
            printf("%s differs\n", names[n]);
        else
            equal++;
    printf("%d operations are equal\n", equal);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
