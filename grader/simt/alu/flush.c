/* In a file of its own: the compiler must not know its value where the lanes' code uses it
 * (lanes.h). */
extern const float simt_one;
const float simt_one = 1.0f;
