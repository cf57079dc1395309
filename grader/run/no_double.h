/*
 * For runners of labs with OpenCL: devices that lack something, wherever the program runs. What is
 * hidden is hidden from this program's own code, the student's as well as the runner's. Kernels go
 * on as before. Untrusted, as all of the runner.
 */
#pragma once

/* While `hidden` is not 0, every device says that it has no double precision. */
void runner_hide_double(int hidden);

/* While `hidden` is not 0, no platform has a GPU: its devices are processors. */
void runner_hide_gpu(int hidden);
