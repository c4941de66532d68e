// Conjugate gradients on the places of b that are off their bounds: where many are (a high price of errors),
// they move all of these at once, and steps along pairs need only find which bounds hold.
#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "solve.hpp"

namespace gnomon {

namespace {

constexpr int64_t rows_a_task = 128;
constexpr double most_outside = 0.02, least_left = 1e-8;

using Values = std::vector<double>;

double dot(const Values& a, const Values& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); i++) sum += a[i] * b[i];
    return sum;
}

void center(Values& a) {
    double mean = 0;
    for (const double value : a) mean += value / double(a.size());
    for (double& value : a) value -= mean;
}

class Products {
public:
    Products(const float* values, int64_t stride, size_t n, int threads)
        : values_(values), stride_(stride), n_(int64_t(n)), threads_(threads), in_(stride, zeroed),
          out_(stride) {}

    Values of(const Values& x) const {
        for (int64_t i = 0; i < n_; i++) in_[i] = static_cast<float>(x[size_t(i)]);
        parallel(threads_, blocks_of(n_, rows_a_task), [&](int64_t task) {
            const int64_t first = task * rows_a_task, rows = std::min(rows_a_task, n_ - first);
            const float* from = values_ + first * stride_;
            GNOMON_CHOSEN(row_products)(from, rows, stride_, in_.data(), out_.data() + first);
        });
        return Values(out_.data(), out_.data() + n_);
    }

private:
    const float* values_;
    int64_t stride_, n_;
    int threads_;
    Buffer<float> in_, out_;
};

double share_outside(const Values& x, const Values& low, const Values& high) {
    size_t outside = 0;
    for (size_t i = 0; i < x.size(); i++) outside += x[i] < low[i] || x[i] > high[i];
    return double(outside) / double(x.size());
}

// The nearest point between the bounds; if the sum is kept, all are moved by the same amount first.
Values projected(Values x, const Values& low, const Values& high, bool keeps_sum) {
    const auto clipped = [&](size_t i, double shift) { return std::clamp(x[i] - shift, low[i], high[i]); };
    double from = 0, to = 0;
    if (keeps_sum) {
        for (size_t i = 0; i < x.size(); i++) {
            from = std::min(from, x[i] - high[i]);
            to = std::max(to, x[i] - low[i]);
        }
        for (int round = 0; round < 60; round++) {
            const double middle = 0.5 * (from + to);
            double sum = 0;
            for (size_t i = 0; i < x.size(); i++) sum += clipped(i, middle);
            (sum > 0 ? from : to) = middle;
        }
    }
    for (size_t i = 0; i < x.size(); i++) x[i] = clipped(i, 0.5 * (from + to));
    return x;
}

// x with K x = pull as nearly as `most` products find, or as far as the bounds are of no account.
Values unbounded(const Products& products, Values residual, const Values& low, const Values& high,
                 bool keeps_sum, int most) {
    if (keeps_sum) center(residual);
    Values x(residual.size(), 0.0), along = residual;
    double square = dot(residual, residual);
    const double enough = least_left * square;
    for (int step = 0; step < most && square > enough; step++) {
        Values image = products.of(along);
        if (keeps_sum) center(image);
        const double curvature = dot(along, image);
        if (!(curvature > 0)) break;
        const double length = square / curvature, before = square;
        for (size_t i = 0; i < x.size(); i++) {
            x[i] += length * along[i];
            residual[i] -= length * image[i];
        }
        square = dot(residual, residual);
        for (size_t i = 0; i < x.size(); i++) along[i] = residual[i] + square / before * along[i];
        if (keeps_sum) center(along);
        if (share_outside(x, low, high) > most_outside) break;
    }
    return x;
}

}  // namespace

std::vector<double> conjugate_change(const float* values, int64_t stride, const std::vector<double>& pull,
                                     const std::vector<double>& low, const std::vector<double>& high,
                                     bool keeps_sum, int most, int threads) {
    const Products products(values, stride, pull.size(), threads);
    const Values x = unbounded(products, pull, low, high, keeps_sum, most);
    double length = 1;
    for (int attempt = 0; attempt < 8; attempt++, length *= 0.4) {
        Values change = x;
        for (double& value : change) value *= length;
        change = projected(change, low, high, keeps_sum);
        const double gain = dot(pull, change), curvature = dot(change, products.of(change));
        if (gain - 0.5 * curvature <= 0 || !(gain > 0)) continue;
        const double step = curvature > gain ? gain / curvature : 1.0;
        for (double& value : change) value *= step;
        return change;
    }
    return {};
}

}  // namespace gnomon
