#include "score.hpp"

#include <array>

namespace gnomon::structure {

namespace {

std::array<double, tabled> made_times_logs() {
    std::array<double, tabled> values{};
    for (uint32_t c = 1; c < tabled; c++)
        values[c] = static_cast<double>(c) * std::log(static_cast<double>(c));
    return values;
}

const std::array<double, tabled> times_logs = made_times_logs();

}  // namespace

const double* const small_times_logs = times_logs.data();

double log_gamma(double x) {
    // G(x) = G(x + m) / (x (x + 1) ... (x + m - 1)), then Stirling's series.
    double product = 1;
    while (x < 10) product *= x, x += 1;
    const double z = 1 / (x * x);
    const double series = (1.0 / 12 - z * (1.0 / 360 - z * (1.0 / 1260 - z * (1.0 / 1680 - z / 1188)))) / x;
    constexpr double half_log_two_pi = 0.91893853320467274178;
    return (x - 0.5) * std::log(x) - x + half_log_two_pi + series - std::log(product);
}

}  // namespace gnomon::structure
