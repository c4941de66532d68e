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
                // What rounding makes of equal rows is no distance; its root would be far from 0.
                const Real both = square + squares[j], u = both - 2 * values[j];
                values[j] = u > rounding(Real()) * both ? u : 0;
            }
            if (kernel.shape == Shape::laplacian)
                for (int64_t j = 0; j < n; j++) values[j] = root(values[j]);
            for (int64_t j = 0; j < n; j++) values[j] *= -gamma;
            return exponentials(values, n, plus);
    }
}

inline void mark(const Block& block, int64_t i) {
    block.up[i] = block.b[i] < block.high[i] ? 0.0 : -barrier;
    block.down[i] = block.b[i] > block.low[i] ? 0.0 : barrier;
}

// A value this close to its bound is at it: it would else take steps that change nothing.
inline void settle(const Block& block, int64_t i) {
    const double slack = 1e-12 * (block.high[i] - block.low[i]);
    if (block.b[i] < block.low[i] + slack) block.b[i] = block.low[i];
    if (block.b[i] > block.high[i] - slack) block.b[i] = block.high[i];
    mark(block, i);
}

struct Found {
    int64_t place;
    double most, least;  // max of pull over those that may rise, min over those that may fall
};

inline Found reduce(Doubles best, Longs where, Doubles least) {
    Found found{where[0], best[0], least[0]};
    for (int lane = 1; lane < n_doubles; lane++) {
        if (best[lane] > found.most || (best[lane] == found.most && where[lane] < found.place)) {
            found.most = best[lane];
            found.place = where[lane];
        }
        if (least[lane] < found.least) found.least = least[lane];
    }
    return found;
}

inline Longs first_places() {
    Longs index;
    for (int lane = 0; lane < n_doubles; lane++) index[lane] = lane;
    return index;
}

// pull -= step (K_i - K_j), and who pulls most.
Found moved(const Block& block, double step, const float* row_i, const float* row_j) {
    Doubles best = Doubles{} - 2 * barrier, least = Doubles{} + 2 * barrier;
    Longs index = first_places(), where = index;
    for (int64_t t = 0; t < block.size; t += n_doubles) {
        const Doubles pull = load(block.pull + t) - step * (load(row_i + t) - load(row_j + t));
        store(block.pull + t, pull);
        const Doubles rising = pull + load(block.up + t), falling = pull + load(block.down + t);
        where = rising > best ? index : where;
        best = rising > best ? rising : best;
        least = falling < least ? falling : least;
        index += n_doubles;
    }
    return reduce(best, where, least);
}

// The partner that the pair's exact step lowers the problem most with: (pull_i - pull_j)^2 / curvature.
int64_t partner(const Block& block, double most, const float* inverse) {
    Doubles best = Doubles{} - 1.0;
    Longs index = first_places(), where = index;
    for (int64_t t = 0; t < block.size; t += n_doubles) {
        const Doubles apart = most - (load(block.pull + t) + load(block.down + t));
        Doubles gain = apart * apart * load(inverse + t);
        gain = apart > 0.0 ? gain : Doubles{} - 1.0;
        where = gain > best ? index : where;
        best = gain > best ? gain : best;
        index += n_doubles;
    }
    return reduce(best, where, best).place;
}

}  // namespace

void kernel_of_floats(const Kernel& kernel, float* values, int64_t n, float square, const float* squares) {
    kernel_values(kernel, values, n, square, squares);
}

void kernel_of_doubles(const Kernel& kernel, double* values, int64_t n, double square,
                       const double* squares) {
    kernel_values(kernel, values, n, square, squares);
}

void pair_inverses(const float* values, const float* diagonal, int64_t n, int64_t stride, float least,
                   float* inverse) {
    for (int64_t i = 0; i < n; i++) {
        const float *row = values + i * stride, own = diagonal[i];
        float* to = inverse + i * stride;
        for (int64_t j = 0; j < stride; j++) {
            const float curvature = own + diagonal[j] - 2 * row[j];
            to[j] = 1 / (curvature > least ? curvature : least);
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

int64_t pair_steps(const Block& block, double tolerance, int64_t most) {
    for (int64_t i = 0; i < block.size; i++) mark(block, i);
    Found found = moved(block, 0.0, block.values, block.values);
    int64_t taken = 0;
    while (taken < most && found.most - found.least > tolerance && found.most > -barrier &&
           found.least < barrier) {
        const int64_t i = found.place;
        const int64_t j = partner(block, found.most, block.inverse + i * block.size);
        double step = (block.pull[i] - block.pull[j]) * block.inverse[i * block.size + j];
        step = step < block.high[i] - block.b[i] ? step : block.high[i] - block.b[i];
        step = step < block.b[j] - block.low[j] ? step : block.b[j] - block.low[j];
        block.b[i] += step;
        block.b[j] -= step;
        settle(block, i);
        settle(block, j);
        found = moved(block, step, block.values + i * block.size, block.values + j * block.size);
        taken++;
    }
    return taken;
}

int64_t single_steps(const Block& block, double tolerance, int64_t most) {
    for (int64_t taken = 0; taken < most; taken++) {
        double best = 0;
        int64_t i = -1;
        for (int64_t t = 0; t < block.size; t++) {
            const double pull = block.pull[t];
            const bool acts = pull > 0 ? block.b[t] < block.high[t] : block.b[t] > block.low[t];
            const double size = pull > 0 ? pull : -pull;
            if (acts && size > tolerance && pull * pull * block.inverse[t] > best) {
                best = pull * pull * block.inverse[t];
                i = t;
            }
        }
        if (i < 0) return taken;
        double to = block.b[i] + block.pull[i] * block.inverse[i];
        to = to > block.high[i] ? block.high[i] : to;
        to = to < block.low[i] ? block.low[i] : to;
        const double step = to - block.b[i];
        block.b[i] = to;
        const float* row = block.values + i * block.size;
        for (int64_t t = 0; t < block.size; t++) block.pull[t] -= step * row[t];
    }
    return most;
}

}  // namespace gnomon::GNOMON_LEVEL
