/* Geometric and common built-ins, on numbers that give exact results. */
__kernel void geometry(__global const float *in, __global float *out) {
    float4 a = vload4(0, in), b = vload4(1, in);
    out[0] = dot(a, b);
    out[1] = length((float2)(3.0f, 4.0f));
    out[2] = distance((float2)(1.0f, 1.0f), (float2)(4.0f, 5.0f));
    vstore4(cross(a, b), 0, out + 4);
    vstore4(normalize((float4)(0.0f, 3.0f, 0.0f, 4.0f)), 0, out + 8);
    out[12] = clamp(9.0f, -1.0f, 2.5f);
    out[13] = mix(1.0f, 3.0f, 0.25f);
    out[14] = step(2.0f, 1.5f) + 10.0f * step(2.0f, 2.0f);
    out[15] = smoothstep(0.0f, 2.0f, 1.0f);
    out[16] = sign(-3.0f);
    out[17] = degrees(M_PI_F) - 180.0f;
    out[18] = fast_length((float2)(3.0f, 4.0f));
    out[19] = fmax(1.0f, NAN);
}

/* sim
geometry
1 1 1
1 1 1
<size=32 float> 1 2 3 4 2 3 4 5
<size=80 float fill=0 dump>
prints
out[0] = 40 5 5 0 -1 2 -1 0 0 0.6 0 0.8 2.5 1.5 10 0.5 -1 0 5 1
verdict pass */
