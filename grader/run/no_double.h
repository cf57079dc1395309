/*
 * For runners of labs with OpenCL: a device that cannot compute in double precision, wherever the
 * program runs. Untrusted, as all of the runner.
 */
#ifndef LOCKSTEP_NO_DOUBLE_H
#define LOCKSTEP_NO_DOUBLE_H

/* While `hidden` is not 0, every device tells this program's own code, the student's as well as the
 * runner's, that it has no double precision. Kernels go on to have it. */
void runner_hide_double(int hidden);

#endif
