// Members of structures that are smaller than a word: nobody set the blue of a pixel, the flag of a state, the last
// digit of a number.
#include <cstdio>

struct pixel {
    unsigned char red, green, blue;
};

struct state {
    short level;
    bool ready;
    float value;
};

struct number {
    unsigned char digits[12];
    int length;
};

__global__ void brighten(unsigned char *out) {
    pixel p;
    p.red = threadIdx.x;
    p.green = 3;
    out[threadIdx.x] = p.red + p.green + p.blue;
}

__global__ void decide(int *out, int n) {
    state s;
    s.level = threadIdx.x;
    s.value = 1.5f;
    if (n > 100)
        s.ready = true;
    if (s.ready)
        out[threadIdx.x] = s.level;
}

__global__ void add(int *out, int length) {
    number of;
    of.length = length;
    for (int i = 0; i < length - 1; i++)
        of.digits[i] = i;
    int sum = 0;
    for (int i = 0; i < of.length; i++)
        sum += of.digits[i];
    out[threadIdx.x] = sum;
}

int main() {
    unsigned char *bytes;
    int *words;
    cudaMalloc(&bytes, 32);
    cudaMalloc(&words, 128);
    cudaMemset(words, 0, 128);
    brighten<<<1, 32>>>(bytes);
    decide<<<1, 32>>>(words, 32);
    add<<<1, 32>>>(words, 12);
    cudaDeviceSynchronize();
    cudaFree(bytes);
    cudaFree(words);
}
