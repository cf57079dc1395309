/* Rows of the host's memory, which the device does not reach, go through the window. */
#include "client.h"

#include <string.h>

/* Moves rows that fit the window, where they are packed. The lock is held. */
static cudaError_t move_piece(const struct client_rows *piece) {
    unsigned char *window = client_window();
    struct wire_copy_q question = {.to = piece->upload ? piece->address : 0,
                                   .from = piece->upload ? 0 : piece->address,
                                   .width = piece->width,
                                   .height = piece->rows,
                                   .to_pitch = piece->upload ? piece->pitch : piece->width,
                                   .from_pitch = piece->upload ? piece->width : piece->pitch,
                                   .whole = piece->whole,
                                   .route = piece->upload ? WIRE_WINDOW_TO_DEVICE
                                                          : WIRE_DEVICE_TO_WINDOW,
                                   .code = piece->code,
                                   .stream = piece->stream,
                                   .later = piece->later};
    for (size_t row = 0; row < piece->rows && piece->upload; row++) {
        memcpy(window + row * piece->width, piece->host + row * piece->host_pitch, piece->width);
    }
    const cudaError_t error = client_ask(WIRE_COPY, &question, NULL);
    for (size_t row = 0; row < piece->rows && !piece->upload && error == cudaSuccess; row++) {
        memcpy(piece->host + row * piece->host_pitch, window + row * piece->width, piece->width);
    }
    return error;
}

cudaError_t client_copy_rows(const struct client_rows *all) {
    const size_t room = (size_t)client_window_bytes();
    const size_t width = all->width < room ? all->width : room;
    const size_t rows = width == all->width ? room / width : 1;
    cudaError_t error = cudaSuccess;
    client_lock();
    for (size_t row = 0; row < all->rows && error == cudaSuccess; row += rows) {
        for (size_t column = 0; column < all->width && error == cudaSuccess; column += width) {
            struct client_rows piece = *all;
            piece.host += row * all->host_pitch + column;
            piece.address += row * all->pitch + column;
            piece.width = all->width - column < width ? all->width - column : width;
            piece.rows = all->rows - row < rows ? all->rows - row : rows;
            error = move_piece(&piece);
        }
    }
    client_unlock();
    return error;
}
