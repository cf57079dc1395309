// Texture references: bound to linear memory, to pitched memory and to an array, with filters. A surface reference, which
// nobody unbinds.
#include <stdio.h>

texture<int> table;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;
static texture<float, 2> picture;
surface<void, cudaSurfaceType2D> sheet;

__global__ void look(int *found, float *blend, float *between) {
    int i = threadIdx.x;
    found[i] = tex1Dfetch(table, 7 - i) + tex1Dfetch(table, 100);
    float4 colour = tex2D(colours, i + 0.5f, 1.5f);
    blend[i] = colour.x + colour.w;
    between[i] = tex2D(picture, (float)i, 1.0f);
}

__global__ void lift() {
    int x = threadIdx.x * (int)sizeof(float);
    float value;
    surf2Dread(&value, sheet, x, 0);
    surf2Dwrite(value + surf2Dread<float>(sheet, x, 1), sheet, x, 1, cudaBoundaryModeZero);
}

int main() {
    int values[8], *found, *linear;
    float *blend, *between, dots[16];
    uchar4 pixels[16], *pitched;
    cudaArray *array;
    for (int i = 0; i < 16; i++) {
        values[i % 8] = 10 * i;
        pixels[i] = make_uchar4(17 * i, 0, 0, 255);
        dots[i] = i;
    }
    cudaMalloc(&linear, sizeof values);
    cudaMemcpy(linear, values, sizeof values, cudaMemcpyHostToDevice);
    cudaBindTexture(0, table, linear, sizeof values);

    size_t pitch, offset = 1;
    cudaMallocPitch(&pitched, &pitch, 8 * sizeof *pixels, 2);
    cudaMemcpy2D(pitched, pitch, pixels, 8 * sizeof *pixels, 8 * sizeof *pixels, 2, cudaMemcpyHostToDevice);
    cudaBindTexture2D(&offset, colours, pitched, cudaCreateChannelDesc<uchar4>(), 8, 2, pitch);

    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 8, 2);
    cudaMemcpyToArray(array, 0, 0, dots, sizeof dots, cudaMemcpyHostToDevice);
    picture.filterMode = cudaFilterModeLinear;
    picture.addressMode[0] = cudaAddressModeClamp;
    cudaBindTextureToArray(picture, array);

    cudaMallocManaged(&found, 8 * sizeof *found);
    cudaMallocManaged(&blend, 8 * sizeof *blend);
    cudaMallocManaged(&between, 8 * sizeof *between);
    look<<<1, 8>>>(found, blend, between);
    cudaDeviceSynchronize();
    cudaBindSurfaceToArray(sheet, array, format);
    cudaBindSurfaceToArray(sheet, array);
    lift<<<1, 8>>>();
    cudaMemcpyFromArray(dots, array, 0, 0, sizeof dots, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%d %.4f %.3f %g %g\n", found[i], blend[i], between[i], dots[i], dots[i + 8]);
    printf("offset %zu, %s\n", offset, cudaGetErrorString(cudaGetLastError()));
    cudaUnbindTexture(table);
    cudaUnbindTexture(colours);
    cudaUnbindTexture(picture);
    cudaFreeArray(array);
    cudaFree(linear);
    cudaFree(pitched);
    cudaFree(found);
    cudaFree(blend);
    cudaFree(between);
}

/* simt --quiet
150 1.5333 4.000 0 8
140 1.6000 4.500 1 10
130 1.6667 5.500 2 12
120 1.7333 6.500 3 14
110 1.8000 7.500 4 16
100 1.8667 8.500 5 18
90 1.9333 9.500 6 20
80 2.0000 10.500 7 22
offset 0, no error
--
status 0 */
