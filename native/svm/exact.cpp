// SMO on a working set in double precision: for rows that are equal in single precision, or C so large that
// single-precision rounding exceeds the tolerance.
#include <algorithm>
#include <cmath>

#include "solve.hpp"

namespace gnomon {

namespace {

constexpr double min_curvature = 1e-14;

using Values = std::vector<double>;

struct Pair {
    int64_t up = -1, down = -1;  // the coefficients that increase and decrease; -1 for none
    double curvature = 1;
};

// The coefficient of the largest gradient, and the second one by the largest gain of the exact step.
Pair best_pair(const Values& values, const Values& low, const Values& high, const Values& gradient,
               const Values& b, double tolerance) {
    const auto n = static_cast<int64_t>(b.size());
    Pair best;
    double smallest = INFINITY, gain = 0;
    for (int64_t i = 0; i < n; i++) {
        if (b[i] < high[i] && (best.up < 0 || gradient[i] > gradient[best.up])) best.up = i;
        if (b[i] > low[i]) smallest = std::min(smallest, gradient[i]);
    }
    if (best.up < 0 || !(gradient[best.up] - smallest > tolerance)) return {};
    const double* row = values.data() + best.up * n;
    for (int64_t j = 0; j < n; j++) {
        const double difference = gradient[best.up] - gradient[j];
        if (!(b[j] > low[j]) || !(difference > 0)) continue;
        const double curvature = std::max(row[best.up] + values[j * n + j] - 2 * row[j], min_curvature);
        if (difference * difference / curvature > gain) {
            gain = difference * difference / curvature;
            best.down = j, best.curvature = curvature;
        }
    }
    return best;
}

// The single coefficient of the largest gain.
int64_t best_single(const Values& values, const Values& low, const Values& high, const Values& gradient,
                    const Values& b, double tolerance) {
    const auto n = static_cast<int64_t>(b.size());
    int64_t best = -1;
    double max_gain = 0;
    for (int64_t i = 0; i < n; i++) {
        const bool can_move = gradient[i] > 0 ? b[i] < high[i] : b[i] > low[i];
        const double gain = gradient[i] * gradient[i] / std::max(values[i * n + i], min_curvature);
        if (can_move && std::abs(gradient[i]) > tolerance && gain > max_gain) max_gain = gain, best = i;
    }
    return best;
}

void update(const Values& values, int64_t index, double to, Values& gradient, Values& b) {
    const auto n = static_cast<int64_t>(b.size());
    const double step = to - b[index];
    b[index] = to;
    for (int64_t j = 0; j < n; j++) gradient[j] -= step * values[index * n + j];
}

}  // namespace

int64_t exact_steps(const Values& values, const Values& low, const Values& high, bool sum_is_fixed,
                    double tolerance, int64_t max_iter, Values& gradient, Values& b) {
    const auto n = static_cast<int64_t>(b.size());
    for (int64_t n_steps = 0; n_steps < max_iter; n_steps++) {
        if (!sum_is_fixed) {
            const int64_t i = best_single(values, low, high, gradient, b, tolerance);
            if (i < 0) return n_steps;
            const double to = b[i] + gradient[i] / std::max(values[i * n + i], min_curvature);
            update(values, i, std::clamp(to, low[i], high[i]), gradient, b);
            continue;
        }
        const auto [i, j, curvature] = best_pair(values, low, high, gradient, b, tolerance);
        if (j < 0) return n_steps;
        const double full_step = (gradient[i] - gradient[j]) / curvature, up = high[i] - b[i],
                     down = b[j] - low[j];
        const double step = std::min({full_step, up, down});
        // Set to the bound exactly: a remainder by rounding would block the step again and again.
        update(values, i, step == up ? high[i] : b[i] + step, gradient, b);
        update(values, j, step == down ? low[j] : b[j] - step, gradient, b);
    }
    return max_iter;
}

}  // namespace gnomon
