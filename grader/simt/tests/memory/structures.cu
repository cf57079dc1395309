// Structures by value as arguments, and arrays of them.
#include <cuda_runtime.h>
#include <stdio.h>

struct body {
    double x, y;
    float mass;
    char tag;
};

struct options {
    int first;
    double scale;
    short shift[3];
};

__global__ void kernel(body *bodies, options chosen, char letter)
{
    body *b = &bodies[threadIdx.x];
    b->x = b->x * chosen.scale + chosen.shift[threadIdx.x % 3];
    b->y += chosen.first;
    b->mass *= 2;
    b->tag = letter + threadIdx.x;
}

int main(void)
{
    body host[4], *device;
    options chosen = {7, 0.5, {10, 20, 30}};
    for (int i = 0; i < 4; i++)
        host[i] = body{i * 2.0, i * 3.0, i * 0.25f, 'x'};
    cudaMalloc((void **)&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 4>>>(device, chosen, 'a');
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("%g %g %g %c\n", host[i].x, host[i].y, host[i].mass, host[i].tag);
    cudaFree(device);
    return 0;
}

/* simt --quiet
10 7 0 a
21 10 0.5 b
32 13 1 c
13 16 1.5 d
--
status 0 */
