/*
 * cublas_routines.h - the routines for one kind of number; cublas_single.c and cublas_double.c read
 * it, with NUMBER, and ROUTINE(NAME) and INDEX(NAME) for the names. Sums are taken in double
 * precision.
 */
#include "cublas_library.h"

#include <math.h>
#include <stdlib.h>

/* A vector as a matrix of one row; a negative step walks backwards. */
static struct cublas_area vector_at(const NUMBER *x, int n, int step) {
    size_t apart = (size_t)abs(step);
    return (struct cublas_area){x, 1, n > 0 ? (size_t)n : 0, sizeof *x, apart * sizeof *x};
}

static struct cublas_area matrix_at(const NUMBER *a, int rows, int columns, int leading) {
    return (struct cublas_area){a, (size_t)rows, (size_t)columns, sizeof *a,
                                (size_t)leading * sizeof *a};
}

static void turn_around(NUMBER *x, int n) {
    for (int i = 0; i < n / 2; i++) {
        NUMBER first = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = first;
    }
}

static NUMBER *take_vector(struct cublas_work *work, const NUMBER *x, int n, int step, bool read) {
    struct cublas_area area = vector_at(x, n, step);
    NUMBER *taken = cublas_take(work, &area, read);
    if (taken != NULL && read && step < 0) {
        turn_around(taken, n);
    }
    return taken;
}

static void put_vector(struct cublas_work *work, NUMBER *x, int n, int step, NUMBER *from) {
    struct cublas_area area = vector_at(x, n, step);
    if (from != NULL && step < 0) {
        turn_around(from, n);
    }
    cublas_put(work, &area, from);
}

static NUMBER factor(struct cublas_work *work, const NUMBER *from) {
    NUMBER value = 0;
    cublas_factor(work, from, &value, sizeof value);
    return value;
}

/* ---- vectors --------------------------------------------------------------------------------- */

cublasStatus_t ROUTINE(axpy)(cublasHandle_t handle, int n, const NUMBER *alpha, const NUMBER *x,
                             int x_step, NUMBER *y, int y_step) {
    struct cublas_work work = cublas_begin(handle, n <= 1 || y_step != 0);
    double a = (double)factor(&work, alpha);
    NUMBER *from = take_vector(&work, x, n, x_step, true);
    NUMBER *to = take_vector(&work, y, n, y_step, true);
    for (int i = 0; to != NULL && i < n; i++) {
        to[i] = (NUMBER)fma(a, (double)from[i], (double)to[i]);
    }
    put_vector(&work, y, n, y_step, to);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(scal)(cublasHandle_t handle, int n, const NUMBER *alpha, NUMBER *x,
                             int x_step) {
    struct cublas_work work = cublas_begin(handle, n <= 1 || x_step != 0);
    NUMBER a = factor(&work, alpha), *to = take_vector(&work, x, n, x_step, true);
    for (int i = 0; to != NULL && i < n; i++) {
        to[i] *= a;
    }
    put_vector(&work, x, n, x_step, to);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(copy)(cublasHandle_t handle, int n, const NUMBER *x, int x_step, NUMBER *y,
                             int y_step) {
    struct cublas_work work = cublas_begin(handle, n <= 1 || y_step != 0);
    NUMBER *from = take_vector(&work, x, n, x_step, true);
    put_vector(&work, y, n, y_step, from);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(swap)(cublasHandle_t handle, int n, NUMBER *x, int x_step, NUMBER *y,
                             int y_step) {
    struct cublas_work work = cublas_begin(handle, n <= 1 || (x_step != 0 && y_step != 0));
    NUMBER *first = take_vector(&work, x, n, x_step, true);
    NUMBER *second = take_vector(&work, y, n, y_step, true);
    put_vector(&work, x, n, x_step, second);
    put_vector(&work, y, n, y_step, first);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(dot)(cublasHandle_t handle, int n, const NUMBER *x, int x_step,
                            const NUMBER *y, int y_step, NUMBER *result) {
    struct cublas_work work = cublas_begin(handle, true);
    NUMBER *first = take_vector(&work, x, n, x_step, true);
    NUMBER *second = take_vector(&work, y, n, y_step, true);
    double sum = 0;
    for (int i = 0; second != NULL && i < n; i++) {
        sum = fma((double)first[i], (double)second[i], sum);
    }
    cublas_result(&work, &(NUMBER){(NUMBER)sum}, result, sizeof *result);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(nrm2)(cublasHandle_t handle, int n, const NUMBER *x, int x_step,
                             NUMBER *result) {
    struct cublas_work work = cublas_begin(handle, true);
    NUMBER *from = take_vector(&work, x, n, x_step, true);
    double largest = 0, sum = 0;
    for (int i = 0; from != NULL && i < n; i++) {
        largest = fmax(largest, fabs((double)from[i]));
    }
    for (int i = 0; largest > 0 && i < n; i++) {
        double part = (double)from[i] / largest; /* squares neither overflow nor vanish */
        sum = fma(part, part, sum);
    }
    cublas_result(&work, &(NUMBER){(NUMBER)(largest * sqrt(sum))}, result, sizeof *result);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(asum)(cublasHandle_t handle, int n, const NUMBER *x, int x_step,
                             NUMBER *result) {
    struct cublas_work work = cublas_begin(handle, true);
    NUMBER *from = take_vector(&work, x, n, x_step, true);
    double sum = 0;
    for (int i = 0; from != NULL && i < n; i++) {
        sum += fabs((double)from[i]);
    }
    cublas_result(&work, &(NUMBER){(NUMBER)sum}, result, sizeof *result);
    return CUBLAS_END(&work);
}

/* The first of the largest, or of the smallest, sizes; 0: there is none. */
static int extreme(const NUMBER *x, int n, bool largest) {
    int best = -1;
    for (int i = 0; x != NULL && i < n; i++) {
        double size = fabs((double)x[i]), known = best < 0 ? 0 : fabs((double)x[best]);
        if (best < 0 || (largest ? size > known : size < known)) {
            best = i;
        }
    }
    return best + 1;
}

cublasStatus_t INDEX(amax)(cublasHandle_t handle, int n, const NUMBER *x, int x_step, int *result) {
    struct cublas_work work = cublas_begin(handle, true);
    int best = extreme(take_vector(&work, x, n, x_step, true), n, true);
    cublas_result(&work, &best, result, sizeof *result);
    return CUBLAS_END(&work);
}

cublasStatus_t INDEX(amin)(cublasHandle_t handle, int n, const NUMBER *x, int x_step, int *result) {
    struct cublas_work work = cublas_begin(handle, true);
    int best = extreme(take_vector(&work, x, n, x_step, true), n, false);
    cublas_result(&work, &best, result, sizeof *result);
    return CUBLAS_END(&work);
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* An operand as the routine means it: `rows` rows after the operation. */
struct operand {
    const NUMBER *at;
    cublasOperation_t operation;
    int rows, columns, leading;
};

static bool is_possible(const struct operand *a) {
    int rows = a->operation == CUBLAS_OP_N ? a->rows : a->columns;
    return a->rows >= 0 && a->columns >= 0 && a->leading >= (rows > 1 ? rows : 1);
}

/* Its elements by columns, turned if it is to be. */
static NUMBER *take_operand(struct cublas_work *work, const struct operand *a) {
    bool turned = a->operation != CUBLAS_OP_N;
    struct cublas_area area =
        matrix_at(a->at, turned ? a->columns : a->rows, turned ? a->rows : a->columns, a->leading);
    NUMBER *taken = cublas_take(work, &area, true);
    if (taken == NULL || !turned) {
        return taken;
    }
    NUMBER *straight = cublas_take(work, &area, false);
    for (size_t j = 0; straight != NULL && j < (size_t)a->columns; j++) {
        for (size_t i = 0; i < (size_t)a->rows; i++) {
            straight[i + j * (size_t)a->rows] = taken[j + i * (size_t)a->columns];
        }
    }
    return straight;
}

/* One column of C = alpha A B + beta C. */
static void multiply_column(const NUMBER *a, size_t m, const NUMBER *b, size_t k, double alpha,
                            double beta, NUMBER *c, double *sum) {
    for (size_t i = 0; i < m; i++) {
        sum[i] = 0;
    }
    for (size_t l = 0; l < k; l++) {
        const NUMBER *column = a + l * m;
        const double times = (double)b[l];
        for (size_t i = 0; i < m; i++) {
            sum[i] += (double)column[i] * times;
        }
    }
    for (size_t i = 0; i < m; i++) {
        c[i] = (NUMBER)(beta == 0 ? alpha * sum[i] : alpha * sum[i] + beta * (double)c[i]);
    }
}

static void multiply(struct cublas_work *work, const struct operand *a, const struct operand *b,
                     double alpha, double beta, NUMBER *c, int leading) {
    struct cublas_area area = matrix_at(c, a->rows, b->columns, leading);
    struct cublas_area column = {.rows = (size_t)a->rows, .columns = 1, .size = sizeof(double)};
    NUMBER *first = take_operand(work, a), *second = take_operand(work, b);
    NUMBER *to = cublas_take(work, &area, beta != 0);
    double *sum = cublas_take(work, &column, false);
    for (size_t j = 0; sum != NULL && j < (size_t)b->columns; j++) {
        multiply_column(first, (size_t)a->rows, second + j * (size_t)b->rows, (size_t)b->rows,
                        alpha, beta, to + j * (size_t)a->rows, sum);
    }
    cublas_put(work, &area, to);
}

cublasStatus_t ROUTINE(gemm)(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                             int m, int n, int k, const NUMBER *alpha, const NUMBER *a, int a_rows,
                             const NUMBER *b, int b_rows, const NUMBER *beta, NUMBER *c,
                             int c_rows) {
    const struct operand first = {a, of_a, m, k, a_rows}, second = {b, of_b, k, n, b_rows};
    struct cublas_work work =
        cublas_begin(handle, is_possible(&first) && is_possible(&second) && c_rows >= m);
    double one = (double)factor(&work, alpha), two = (double)factor(&work, beta);
    multiply(&work, &first, &second, one, two, c, c_rows);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t of_a,
                                           cublasOperation_t of_b, int m, int n, int k,
                                           const NUMBER *alpha, const NUMBER *a, int a_rows,
                                           long long a_stride, const NUMBER *b, int b_rows,
                                           long long b_stride, const NUMBER *beta, NUMBER *c,
                                           int c_rows, long long c_stride, int count) {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++) {
        status = ROUTINE(gemm)(handle, of_a, of_b, m, n, k, alpha, a + i * a_stride, a_rows,
                               b + i * b_stride, b_rows, beta, c + i * c_stride, c_rows);
    }
    return status;
}

/* The arrays of pointers lie on the device. */
cublasStatus_t ROUTINE(gemmBatched)(cublasHandle_t handle, cublasOperation_t of_a,
                                    cublasOperation_t of_b, int m, int n, int k,
                                    const NUMBER *alpha, const NUMBER *const a[], int a_rows,
                                    const NUMBER *const b[], int b_rows, const NUMBER *beta,
                                    NUMBER *const c[], int c_rows, int count) {
    struct cublas_work work = cublas_begin(handle, count >= 0);
    const size_t size = sizeof(NUMBER *);
    struct cublas_area areas[3] = {{a, (size_t)count, 1, size, 0},
                                   {b, (size_t)count, 1, size, 0},
                                   {c, (size_t)count, 1, size, 0}};
    NUMBER **list[3];
    for (int i = 0; i < 3; i++) {
        areas[i].pitch = areas[i].rows * size;
        list[i] = cublas_take(&work, &areas[i], true);
    }
    for (int i = 0; i < count && work.status == CUBLAS_STATUS_SUCCESS; i++) {
        work.status = ROUTINE(gemm)(handle, of_a, of_b, m, n, k, alpha, list[0][i], a_rows,
                                    list[1][i], b_rows, beta, list[2][i], c_rows);
    }
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(gemv)(cublasHandle_t handle, cublasOperation_t operation, int m, int n,
                             const NUMBER *alpha, const NUMBER *a, int a_rows, const NUMBER *x,
                             int x_step, const NUMBER *beta, NUMBER *y, int y_step) {
    const int rows = operation == CUBLAS_OP_N ? m : n, columns = operation == CUBLAS_OP_N ? n : m;
    const struct operand matrix = {a, operation, rows, columns, a_rows};
    struct cublas_work work =
        cublas_begin(handle, is_possible(&matrix) && x_step != 0 && y_step != 0);
    struct cublas_area column = {.rows = (size_t)rows, .columns = 1, .size = sizeof(double)};
    double one = (double)factor(&work, alpha), two = (double)factor(&work, beta);
    NUMBER *by = take_operand(&work, &matrix);
    NUMBER *from = take_vector(&work, x, columns, x_step, true);
    NUMBER *to = take_vector(&work, y, rows, y_step, two != 0);
    double *sum = cublas_take(&work, &column, false);
    if (sum != NULL) {
        multiply_column(by, (size_t)rows, from, (size_t)columns, one, two, to, sum);
    }
    put_vector(&work, y, rows, y_step, to);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(ger)(cublasHandle_t handle, int m, int n, const NUMBER *alpha,
                            const NUMBER *x, int x_step, const NUMBER *y, int y_step, NUMBER *a,
                            int a_rows) {
    const struct operand matrix = {a, CUBLAS_OP_N, m, n, a_rows};
    struct cublas_work work =
        cublas_begin(handle, is_possible(&matrix) && x_step != 0 && y_step != 0);
    double one = (double)factor(&work, alpha);
    NUMBER *rows = take_vector(&work, x, m, x_step, true);
    NUMBER *columns = take_vector(&work, y, n, y_step, true);
    NUMBER *to = take_operand(&work, &matrix);
    for (size_t i = 0; to != NULL && i < (size_t)m * (size_t)n; i++) {
        double times = (double)rows[i % (size_t)m] * (double)columns[i / (size_t)m];
        to[i] = (NUMBER)fma(one, times, (double)to[i]);
    }
    struct cublas_area area = matrix_at(a, m, n, a_rows);
    cublas_put(&work, &area, to);
    return CUBLAS_END(&work);
}

cublasStatus_t ROUTINE(geam)(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                             int m, int n, const NUMBER *alpha, const NUMBER *a, int a_rows,
                             const NUMBER *beta, const NUMBER *b, int b_rows, NUMBER *c,
                             int c_rows) {
    const struct operand first = {a, of_a, m, n, a_rows}, second = {b, of_b, m, n, b_rows};
    struct cublas_work work = cublas_begin(handle, m >= 0 && n >= 0 && c_rows >= m);
    struct cublas_area area = matrix_at(c, m, n, c_rows);
    double one = (double)factor(&work, alpha), two = (double)factor(&work, beta);
    NUMBER *left = one != 0 ? take_operand(&work, &first) : NULL;
    NUMBER *right = two != 0 ? take_operand(&work, &second) : NULL;
    NUMBER *to = cublas_take(&work, &area, false);
    for (size_t i = 0; to != NULL && i < (size_t)m * (size_t)n; i++) {
        to[i] = (NUMBER)((left != NULL ? one * (double)left[i] : 0) +
                         (right != NULL ? two * (double)right[i] : 0));
    }
    cublas_put(&work, &area, to);
    return CUBLAS_END(&work);
}
