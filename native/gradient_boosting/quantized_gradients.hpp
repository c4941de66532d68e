// Gradients and hessians of rows as integers, packed in one 64-bit number: sums do not depend on their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "loops.hpp"

namespace gnomon::gradient_boosting {

struct QuantizedGradients {
    double gradient_step = 1.0, hessian_step = 1.0;
    std::vector<int64_t> values;  // by row; undefined for rows outside the training sample

    // Steps are powers of two, as fine as 31 bits allow for the sum of all rows. A row of weight w is rounded
    // as one of weight 1 and then multiplied, as w equal rows are, so that ties stay ties.
    void quantize(const std::vector<int32_t>& rows, int64_t n, const double* gradient, const double* hessian,
                  const double* weight) {
        double gradients = 0.0, hessians = 0.0, count = 0.0;
        for (const int32_t row : rows) {
            gradients += std::abs(gradient[row]), hessians += hessian[row];
            count += weight ? weight[row] : 1.0;
        }
        // Rounding adds at most (1 + w) / 2 steps per row.
        const bool by_unit = weight && count < 0x1.0p29;
        const double limit = 0x1.0p31 - 1 - std::max(by_unit ? count : 0.0, static_cast<double>(rows.size()));
        gradient_step = std::exp2(std::ceil(std::log2(std::max(gradients, 1e-290) / limit)));
        hessian_step = std::exp2(std::ceil(std::log2(std::max(hessians, 1e-290) / limit)));
        const double gradient_scale = 1 / gradient_step, hessian_scale = 1 / hessian_step;
        values.resize(static_cast<size_t>(n));
        if (!by_unit) {
            const auto round = GNOMON_CHOSEN(boost_quantize);
            return round(gradient, hessian, n, gradient_scale, hessian_scale, values.data());
        }
        for (const int32_t row : rows) {
            const double w = weight[row];
            const auto s = static_cast<int64_t>(in_steps(gradient[row] * gradient_scale, w));
            const auto c = static_cast<int64_t>(in_steps(hessian[row] * hessian_scale, w));
            values[static_cast<size_t>(row)] = s * (int64_t{1} << 32) + c;
        }
    }

    double gradient(int64_t sum) const { return static_cast<double>(sum >> 32) * gradient_step; }
    double hessian(int64_t sum) const {
        return static_cast<double>(static_cast<int32_t>(sum)) * hessian_step;
    }

private:
    static double in_steps(double sum, double weight) {
        if (weight == 1.0) return std::nearbyint(sum);
        return std::nearbyint(std::nearbyint(sum / weight) * weight);
    }
};

}  // namespace gnomon::gradient_boosting
