// The last component of a vector has no value, and something is computed from it.
// FIXED: It has one.
kernel void down(global float4 *out) {
    float4 point;
    point.x = 1.5f;
    point.y = 2.5f;
    point.z = 3.5f;
#ifdef FIXED
    point.w = 4.5f;
#endif
    const float4 whole = floor(point);
    out[get_global_id(0)] = whole;
}

/* sim
down
2 1 1
2 1 1
<size=32 float fill=0>
prints
uninitialised read in kernel down
    starts  private_component.cl:4   work-group 0, work-item 0
    uses    private_component.cl:11  work-group 0, work-item 0
  A variable that starts there has no value yet in this work-item: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

verdict uninitialised-read */
/* FIXED: sim
prints
verdict pass */
