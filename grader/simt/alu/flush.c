/* Compiled once, where opcodes.c is not needed: no copy of the lanes' code may know its value. */
extern const float simt_one;
const float simt_one = 1.0f;
