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

/* simt --quiet
xorwow fd8aefce de4da9d1 3a0de992 3fdf091a2eef188f 1.141 0.276 0.135 -0.315508802
xorwow ceccfa62 a4bb2255 3e4401a6 3fea81607bb1f798 -0.078 -0.666 -1.727 1.095490074
xorwow 3c26c5ab 35896259 3e68cb7d 3feae1a4d05ec65c 0.906 -0.806 0.813 -0.257297256
philox 1cbe137c 3fd9a0fc 3f39b0ce 3fe0f4988e000000 -0.184 1.658 1.194 0.571055408
philox 3f02d8db 9ed3225e 3ea323dd 3fee5fe4bee00000 -0.870 1.357 0.351 -1.195281100
philox 09fd93eb ecd95707 3e55f905 3fe1d24de9800000 1.532 1.852 0.330 0.450299671
host xorwow 0: 253d5e15 0.43489880438841294 1.4762
host xorwow 1: d1f7605a 0.92641692020243771 -1.7520
host xorwow 4095: e5dcbada 0.98820661192243198 2.1218
host xorwow 4096: 6f558604 0.45516523048612917 2.9238
host xorwow 8999: eb5198ff 0.73545085686289347 0.6636
then fe99c0b2, odd 105
host philox 0: 2090b348 0.85346899543001431 -1.5206
host philox 1: da7cf0ab 0.79605514883270523 2.0364
host philox 4095: 3aad5500 0.80878207458661233 0.5928
host philox 4096: 7a6635c0 0.21564764650400298 1.9833
host philox 8999: 7ca73d33 0.28030738713082087 -0.9289
then abd18965, odd 105
--
note: failed call (2 times)
  curandGenerateNormal at random_numbers.cu:54 returned cudaErrorInvalidValue:
  normal numbers come in pairs: ask for an even count. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
