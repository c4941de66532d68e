#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

namespace {

// exp(x) - 1: x = k log 2 + r, exp(r) - 1 by its series, 2^k by its bits.
inline float exp_minus_one(float x) {
    x = x < -87.0f ? -87.0f : x;
    x = x > 88.0f ? 88.0f : x;
    const float shifted = x * 1.44269504f + 12582912.0f;
    int32_t bits;
    __builtin_memcpy(&bits, &shifted, sizeof bits);
    const float k = shifted - 12582912.0f;
    const float r = x - k * 0.693359375f - k * -2.12194440e-4f;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    const int32_t power = (bits - 0x4B400000 + 127) << 23;
    float two_to_k;
    __builtin_memcpy(&two_to_k, &power, sizeof power);
    return two_to_k * (p * r) + (two_to_k - 1.0f);
}

inline double exp_minus_one(double x) {
    x = x < -700.0 ? -700.0 : x;
    x = x > 709.0 ? 709.0 : x;
    const double shifted = x * 1.4426950408889634 + 6755399441055744.0;
    int64_t bits;
    __builtin_memcpy(&bits, &shifted, sizeof bits);
    const double k = shifted - 6755399441055744.0;
    const double r = x - k * 6.93147180369123816490e-1 - k * 1.90821492927058770002e-10;
    double p = 1.0 / 6227020800;
    p = p * r + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    const int64_t power = (bits - 0x4338000000000000 + 1023) << 52;
    double two_to_k;
    __builtin_memcpy(&two_to_k, &power, sizeof power);
    return two_to_k * (p * r) + (two_to_k - 1.0);
}

inline float rounding(float) { return 2e-6f; }
inline double rounding(double) { return 1e-14; }
inline float root(float x) { return __builtin_sqrtf(x); }
inline double root(double x) { return __builtin_sqrt(x); }

template <class Real>
void exponentials(Real* values, int64_t n, Real plus) {
    for (int64_t j = 0; j < n; j++) values[j] = exp_minus_one(values[j]) + plus;
}

template <class Real>
void powers(Real* values, int64_t n, int degree) {
    for (int64_t j = 0; j < n; j++) {
        const Real base = values[j];
        Real power = 1;
        for (int k = 0; k < degree; k++) power *= base;
        values[j] = power;
    }
}

template <class Real>
void kernel_values(const Kernel& kernel, Real* values, int64_t n, Real square, const Real* squares) {
    const Real gamma = (Real)kernel.gamma, coef0 = (Real)kernel.coef0, times = (Real)kernel.times;
    const Real plus = (Real)(kernel.plus + 1);
    switch (kernel.shape) {
        case Shape::linear:
            for (int64_t j = 0; j < n; j++) values[j] *= times;
            return;
        case Shape::polynomial:
            for (int64_t j = 0; j < n; j++) values[j] = times * (gamma * values[j] + coef0);
            return powers(values, n, kernel.degree);
        case Shape::tanh:
            for (int64_t j = 0; j < n; j++) {
                // tanh(s) = e / (e + 2) with e = exp(2 s) - 1; beyond 18 it is 1 to the last digit.
                Real s = gamma * values[j] + coef0;
                s = s > 18 ? 18 : s;
                const Real e = exp_minus_one(2 * s);
                values[j] = times * e / (e + 2);
            }
            return;
        case Shape::exponential:
            for (int64_t j = 0; j < n; j++) values[j] = gamma * values[j] + coef0;
            return exponentials(values, n, plus);
        case Shape::rbf:
        case Shape::laplacian:
            for (int64_t j = 0; j < n; j++) {
                // For equal rows the result is rounding error, not a distance; its root would be far from 0.
                const Real both = square + squares[j], u = both - 2 * values[j];
                values[j] = u > rounding(Real()) * both ? u : 0;
            }
            if (kernel.shape == Shape::laplacian)
                for (int64_t j = 0; j < n; j++) values[j] = root(values[j]);
            for (int64_t j = 0; j < n; j++) values[j] *= -gamma;
            return exponentials(values, n, plus);
    }
}

inline void mark_bounds(const Subproblem& problem, int64_t i) {
    problem.up[i] = problem.b[i] < problem.high[i] ? 0.0 : -barrier;
    problem.down[i] = problem.b[i] > problem.low[i] ? 0.0 : barrier;
}

// A value this close to its bound is set to it: steps of that size would change nothing.
inline void snap_to_bounds(const Subproblem& problem, int64_t i) {
    const double slack = 1e-12 * (problem.high[i] - problem.low[i]);
    if (problem.b[i] < problem.low[i] + slack) problem.b[i] = problem.low[i];
    if (problem.b[i] > problem.high[i] - slack) problem.b[i] = problem.high[i];
    mark_bounds(problem, i);
}

struct Selection {
    int64_t index;    // of the largest gradient
    double max, min;  // the largest gradient of b < high, the smallest of b > low
};

inline Selection reduce(Doubles highest, Longs where, Doubles lowest) {
    Selection selection{where[0], highest[0], lowest[0]};
    for (int lane = 1; lane < n_doubles; lane++) {
        if (highest[lane] > selection.max ||
            (highest[lane] == selection.max && where[lane] < selection.index)) {
            selection.max = highest[lane];
            selection.index = where[lane];
        }
        if (lowest[lane] < selection.min) selection.min = lowest[lane];
    }
    return selection;
}

inline Longs first_indices() {
    Longs index;
    for (int lane = 0; lane < n_doubles; lane++) index[lane] = lane;
    return index;
}

// gradient -= step (K_i - K_j), and the largest and smallest gradients after it.
Selection update_gradient(const Subproblem& problem, double step, const float* row_i, const float* row_j) {
    Doubles highest = Doubles{} - 2 * barrier, lowest = Doubles{} + 2 * barrier;
    Longs index = first_indices(), where = index;
    for (int64_t t = 0; t < problem.size; t += n_doubles) {
        const Doubles gradient = load(problem.gradient + t) - step * (load(row_i + t) - load(row_j + t));
        store(problem.gradient + t, gradient);
        const Doubles increasing = gradient + load(problem.up + t),
                      decreasing = gradient + load(problem.down + t);
        where = increasing > highest ? index : where;
        highest = increasing > highest ? increasing : highest;
        lowest = decreasing < lowest ? decreasing : lowest;
        index += n_doubles;
    }
    return reduce(highest, where, lowest);
}

// The second index of the pair, of the largest increase of the objective: (gradient_i - gradient_j)^2 /
// curvature.
int64_t second_index(const Subproblem& problem, double max_gradient, const float* inverse) {
    Doubles best = Doubles{} - 1.0;
    Longs index = first_indices(), where = index;
    for (int64_t t = 0; t < problem.size; t += n_doubles) {
        const Doubles difference = max_gradient - (load(problem.gradient + t) + load(problem.down + t));
        Doubles gain = difference * difference * load(inverse + t);
        gain = difference > 0.0 ? gain : Doubles{} - 1.0;
        where = gain > best ? index : where;
        best = gain > best ? gain : best;
        index += n_doubles;
    }
    return reduce(best, where, best).index;
}

}  // namespace

void kernel_of_floats(const Kernel& kernel, float* values, int64_t n, float square, const float* squares) {
    kernel_values(kernel, values, n, square, squares);
}

void kernel_of_doubles(const Kernel& kernel, double* values, int64_t n, double square,
                       const double* squares) {
    kernel_values(kernel, values, n, square, squares);
}

void pair_inverses(const float* values, const float* diagonal, int64_t n, int64_t stride, float min_curvature,
                   float* inverse) {
    for (int64_t i = 0; i < n; i++) {
        const float *row = values + i * stride, own = diagonal[i];
        float* to = inverse + i * stride;
        for (int64_t j = 0; j < stride; j++) {
            const float curvature = own + diagonal[j] - 2 * row[j];
            to[j] = 1 / (curvature > min_curvature ? curvature : min_curvature);
        }
    }
}

void add_rows(const float* const* rows, const float* change, int64_t r, int64_t n, double* sum) {
    int64_t k = 0;
    for (; k + 8 <= r; k += 8) {
        const float *const *x = rows + k, *c = change + k;
        const float *x0 = x[0], *x1 = x[1], *x2 = x[2], *x3 = x[3];
        const float *x4 = x[4], *x5 = x[5], *x6 = x[6], *x7 = x[7];
        for (int64_t j = 0; j < n; j++) {
            const float first = c[0] * x0[j] + c[1] * x1[j] + c[2] * x2[j] + c[3] * x3[j];
            const float second = c[4] * x4[j] + c[5] * x5[j] + c[6] * x6[j] + c[7] * x7[j];
            sum[j] += double(first + second);
        }
    }
    for (; k < r; k++)
        for (int64_t j = 0; j < n; j++) sum[j] += double(change[k] * rows[k][j]);
}

void row_products(const float* rows, int64_t n, int64_t stride, const float* x, float* out) {
    for (int64_t i = 0; i < n; i++) {
        const float* row = rows + i * stride;
        Floats even = {}, odd = {};
        int64_t j = 0;
        for (; j + 2 * n_floats <= stride; j += 2 * n_floats) {
            even += load_floats(row + j) * load_floats(x + j);
            odd += load_floats(row + j + n_floats) * load_floats(x + j + n_floats);
        }
        for (; j < stride; j += n_floats) even += load_floats(row + j) * load_floats(x + j);
        even += odd;
        float sum = 0;
        for (int lane = 0; lane < n_floats; lane++) sum += even[lane];
        out[i] = sum;
    }
}

int64_t pair_steps(const Subproblem& problem, double tolerance, int64_t max_iter) {
    for (int64_t i = 0; i < problem.size; i++) mark_bounds(problem, i);
    Selection selection = update_gradient(problem, 0.0, problem.values, problem.values);
    int64_t n_steps = 0;
    while (n_steps < max_iter && selection.max - selection.min > tolerance && selection.max > -barrier &&
           selection.min < barrier) {
        const int64_t i = selection.index;
        const int64_t j = second_index(problem, selection.max, problem.inverse + i * problem.size);
        double step = (problem.gradient[i] - problem.gradient[j]) * problem.inverse[i * problem.size + j];
        step = step < problem.high[i] - problem.b[i] ? step : problem.high[i] - problem.b[i];
        step = step < problem.b[j] - problem.low[j] ? step : problem.b[j] - problem.low[j];
        problem.b[i] += step;
        problem.b[j] -= step;
        snap_to_bounds(problem, i);
        snap_to_bounds(problem, j);
        selection = update_gradient(problem, step, problem.values + i * problem.size,
                                    problem.values + j * problem.size);
        n_steps++;
    }
    return n_steps;
}

int64_t single_steps(const Subproblem& problem, double tolerance, int64_t max_iter) {
    for (int64_t n_steps = 0; n_steps < max_iter; n_steps++) {
        double best = 0;
        int64_t i = -1;
        for (int64_t t = 0; t < problem.size; t++) {
            const double gradient = problem.gradient[t];
            const bool can_move =
                gradient > 0 ? problem.b[t] < problem.high[t] : problem.b[t] > problem.low[t];
            const double size = gradient > 0 ? gradient : -gradient;
            if (can_move && size > tolerance && gradient * gradient * problem.inverse[t] > best) {
                best = gradient * gradient * problem.inverse[t];
                i = t;
            }
        }
        if (i < 0) return n_steps;
        double to = problem.b[i] + problem.gradient[i] * problem.inverse[i];
        to = to > problem.high[i] ? problem.high[i] : to;
        to = to < problem.low[i] ? problem.low[i] : to;
        const double step = to - problem.b[i];
        problem.b[i] = to;
        const float* row = problem.values + i * problem.size;
        for (int64_t t = 0; t < problem.size; t++) problem.gradient[t] -= step * row[t];
    }
    return max_iter;
}

}  // namespace gnomon::GNOMON_LEVEL
