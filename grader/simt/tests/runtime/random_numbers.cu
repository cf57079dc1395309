// cuRAND: what kernels and the host draw. Words, and the bits of uniform numbers, are those of an H200 with CUDA 13.
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>

struct drawn {
    unsigned int word, ahead, uniform;
    unsigned long long uniform_double;
    float normal[3];
    double normal_double;
};

template <class State> __global__ void draw(unsigned long long seed, drawn *all) {
    State state;
    drawn *own = &all[threadIdx.x];
    curand_init(seed, threadIdx.x * 35000ull, 5 + threadIdx.x, &state);
    own->word = curand(&state);
    skipahead(1000003ull, &state);
    own->ahead = curand(&state);
    own->uniform = __float_as_uint(curand_uniform(&state));
    own->uniform_double = __double_as_longlong(curand_uniform_double(&state));
    for (int i = 0; i < 3; i++)
        own->normal[i] = curand_normal(&state);
    own->normal_double = curand_normal_double(&state);
}

static void print(const char *name, const drawn *all) {
    for (int i = 0; i < 3; i++)
        printf("%s %08x %08x %08x %016llx %.3f %.3f %.3f %.9f\n", name, all[i].word, all[i].ahead, all[i].uniform, all[i].uniform_double,
               all[i].normal[0], all[i].normal[1], all[i].normal[2], all[i].normal_double);
}

static void draw_on_host(curandRngType_t type, const char *name) {
    enum { COUNT = 9000 };
    curandGenerator_t generator;
    unsigned int *words;
    double *doubles;
    float *normals;
    cudaMallocManaged(&words, COUNT * sizeof *words);
    cudaMallocManaged(&doubles, COUNT * sizeof *doubles);
    cudaMallocManaged(&normals, COUNT * sizeof *normals);
    curandCreateGenerator(&generator, type);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandGenerate(generator, words, COUNT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandGenerateUniformDouble(generator, doubles, COUNT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    curandGenerateNormal(generator, normals, COUNT, 0.5f, 1.25f);
    cudaDeviceSynchronize();
    for (int i : {0, 1, 4095, 4096, 8999})
        printf("%s %d: %08x %.17g %.4f\n", name, i, words[i], doubles[i], normals[i]);
    curandGenerate(generator, words, 1);
    cudaDeviceSynchronize();
    printf("then %08x, odd %d\n", words[0], curandGenerateNormal(generator, normals, 3, 0, 1));
    curandDestroyGenerator(generator);
    cudaFree(words);
    cudaFree(doubles);
    cudaFree(normals);
}

int main() {
    drawn *all;
    cudaMallocManaged(&all, 32 * sizeof *all);
    draw<curandState><<<1, 32>>>(0xdeadbeefcafeull, all);
    cudaDeviceSynchronize();
    print("xorwow", all);
    draw<curandStatePhilox4_32_10_t><<<1, 32>>>(1234, all);
    cudaDeviceSynchronize();
    print("philox", all);
    draw_on_host(CURAND_RNG_PSEUDO_DEFAULT, "host xorwow");
    draw_on_host(CURAND_RNG_PSEUDO_PHILOX4_32_10, "host philox");
    cudaFree(all);
}
