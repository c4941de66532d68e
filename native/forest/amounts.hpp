// Slopes and curvatures of rows as whole steps, both in one 64-bit number: sums do not depend on their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "loops.hpp"

namespace gnomon::forest {

struct Amounts {
    double slope_step = 1.0, curvature_step = 1.0;
    std::vector<int64_t> of;  // by row; of rows not learned from, anything

    // Steps are powers of two, as fine as 31 bits allow for the sum of all rows. A row of weight w is rounded
    // as one of weight 1 and then multiplied: so many equal rows add up to the same, and ties stay ties.
    void quantize(const std::vector<int32_t>& rows, int64_t n, const double* slope, const double* curvature,
                  const double* weight) {
        double slopes = 0.0, curvatures = 0.0, count = 0.0;
        for (const int32_t row : rows) {
            slopes += std::abs(slope[row]), curvatures += curvature[row];
            count += weight ? weight[row] : 1.0;
        }
        // Rounding adds (1 + w) / 2 steps a row at most.
        const bool by_unit = weight && count < 0x1.0p29;
        const double room = 0x1.0p31 - 1 - std::max(by_unit ? count : 0.0, static_cast<double>(rows.size()));
        slope_step = std::exp2(std::ceil(std::log2(std::max(slopes, 1e-290) / room)));
        curvature_step = std::exp2(std::ceil(std::log2(std::max(curvatures, 1e-290) / room)));
        const double slopes_a_step = 1 / slope_step, curvatures_a_step = 1 / curvature_step;
        of.resize(static_cast<size_t>(n));
        if (!by_unit) {
            const auto round = GNOMON_CHOSEN(boost_quantize);
            return round(slope, curvature, n, slopes_a_step, curvatures_a_step, of.data());
        }
        for (const int32_t row : rows) {
            const double w = weight[row];
            const auto s = static_cast<int64_t>(in_steps(slope[row] * slopes_a_step, w));
            const auto c = static_cast<int64_t>(in_steps(curvature[row] * curvatures_a_step, w));
            of[static_cast<size_t>(row)] = s * (int64_t{1} << 32) + c;
        }
    }

    double slope(int64_t sum) const { return static_cast<double>(sum >> 32) * slope_step; }
    double curvature(int64_t sum) const {
        return static_cast<double>(static_cast<int32_t>(sum)) * curvature_step;
    }

private:
    static double in_steps(double sum, double weight) {
        if (weight == 1.0) return std::nearbyint(sum);
        return std::nearbyint(std::nearbyint(sum / weight) * weight);
    }
};

}  // namespace gnomon::forest
