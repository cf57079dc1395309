// OpenCV's sum behind a C function. It has no unsigned 32-bit elements; the data is below 2^31.
#include "cpu.h"

#include <opencv2/core.hpp>

double opencv_sum(const uint32_t *data, size_t n) {
    // A row of a matrix holds an int's worth of elements: 2^20 columns, as many rows as there are.
    const int columns = n < (1 << 20) ? static_cast<int>(n) : 1 << 20;
    const int rows = columns > 0 ? static_cast<int>(n / columns) : 0;
    return cv::sum(cv::Mat(rows, columns, CV_32SC1, const_cast<uint32_t *>(data)))[0];
}

const char *opencv_version(void) {
    return CV_VERSION;
}
