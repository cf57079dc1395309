/* connection.h - the socket itself, below requests.c. All is called with client_lock held. */
#pragma once

#include "client.h"

/* Connects, if nobody has tried. */
cudaError_t connection_open(void);

/* Sends a request and waits for its reply, nothing else; then prints what kernels printed. */
cudaError_t connection_exchange(struct call *call);

/* From now on there is no device. */
void connection_end(void);

/* Sets the socket of the connected device, and where its memory lies. */
void connection_device(int *socket, uint64_t *base, uint64_t *end);
