// Steps within a block in double: for rows that single precision cannot tell apart, or prices so high that
// its rounding is wider than the tolerance.
#include <algorithm>
#include <cmath>

#include "solve.hpp"

namespace gnomon {

namespace {

constexpr double least_curvature = 1e-14;

using Values = std::vector<double>;

struct Pair {
    int64_t up = -1, down = -1;  // the places that rise and fall; -1 for none
    double curvature = 1;
};

// The place that pulls most, and the partner that the exact step gains most with.
Pair best_pair(const Values& values, const Values& low, const Values& high, const Values& pull,
               const Values& b, double tolerance) {
    const auto n = static_cast<int64_t>(b.size());
    Pair best;
    double least = INFINITY, gain = 0;
    for (int64_t i = 0; i < n; i++) {
        if (b[i] < high[i] && (best.up < 0 || pull[i] > pull[best.up])) best.up = i;
        if (b[i] > low[i]) least = std::min(least, pull[i]);
    }
    if (best.up < 0 || !(pull[best.up] - least > tolerance)) return {};
    const double* row = values.data() + best.up * n;
    for (int64_t j = 0; j < n; j++) {
        const double apart = pull[best.up] - pull[j];
        if (!(b[j] > low[j]) || !(apart > 0)) continue;
        const double curvature = std::max(row[best.up] + values[j * n + j] - 2 * row[j], least_curvature);
        if (apart * apart / curvature > gain) {
            gain = apart * apart / curvature;
            best.down = j, best.curvature = curvature;
        }
    }
    return best;
}

// The single place whose step gains most.
int64_t best_single(const Values& values, const Values& low, const Values& high, const Values& pull,
                    const Values& b, double tolerance) {
    const auto n = static_cast<int64_t>(b.size());
    int64_t best = -1;
    double most = 0;
    for (int64_t i = 0; i < n; i++) {
        const bool acts = pull[i] > 0 ? b[i] < high[i] : b[i] > low[i];
        const double gain = pull[i] * pull[i] / std::max(values[i * n + i], least_curvature);
        if (acts && std::abs(pull[i]) > tolerance && gain > most) most = gain, best = i;
    }
    return best;
}

void shift(const Values& values, int64_t place, double to, Values& pull, Values& b) {
    const auto n = static_cast<int64_t>(b.size());
    const double step = to - b[place];
    b[place] = to;
    for (int64_t j = 0; j < n; j++) pull[j] -= step * values[place * n + j];
}

}  // namespace

int64_t exact_steps(const Values& values, const Values& low, const Values& high, bool keeps_sum,
                    double tolerance, int64_t most, Values& pull, Values& b) {
    const auto n = static_cast<int64_t>(b.size());
    for (int64_t taken = 0; taken < most; taken++) {
        if (!keeps_sum) {
            const int64_t i = best_single(values, low, high, pull, b, tolerance);
            if (i < 0) return taken;
            const double to = b[i] + pull[i] / std::max(values[i * n + i], least_curvature);
            shift(values, i, std::clamp(to, low[i], high[i]), pull, b);
            continue;
        }
        const auto [i, j, curvature] = best_pair(values, low, high, pull, b, tolerance);
        if (j < 0) return taken;
        const double wanted = (pull[i] - pull[j]) / curvature, up = high[i] - b[i], down = b[j] - low[j];
        const double step = std::min({wanted, up, down});
        // At a bound exactly: what rounding leaves of the room would be met again and again.
        shift(values, i, step == up ? high[i] : b[i] + step, pull, b);
        shift(values, j, step == down ? low[j] : b[j] - step, pull, b);
    }
    return most;
}

}  // namespace gnomon
