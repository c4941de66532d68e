#include "curvature.hpp"

#include <algorithm>

#include "../parallel.hpp"

namespace gnomon::linear_svm {

namespace {

constexpr int64_t values_per_part = 1 << 16;
constexpr int64_t max_parts = 4;  // each has its own sum, of the width of a row

}  // namespace

// Four independent sums, for instruction-level parallelism.
double CompressedRows::dot(int64_t row, const double* v) const {
    double sum[4] = {};
    int64_t k = begin[row];
    const int64_t end = begin[row + 1];
    for (; k + 4 <= end; k += 4)
        for (int lane = 0; lane < 4; lane++) sum[lane] += value[k + lane] * v[column[k + lane]];
    for (; k < end; k++) sum[0] += value[k] * v[column[k]];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + bias * v[width];
}

void CompressedRows::add(int64_t row, double amount, double* w) const {
    for (int64_t k = begin[row]; k < begin[row + 1]; k++) w[column[k]] += amount * value[k];
    w[width] += amount * bias;
}

std::vector<int64_t> CompressedRows::parts() const {
    const int64_t size = begin[n];
    const int64_t count = std::clamp<int64_t>(size / values_per_part, 1, max_parts);
    std::vector<int64_t> first(static_cast<size_t>(count) + 1, 0);
    for (int64_t part = 1; part < count; part++)
        first[part] = std::lower_bound(begin, begin + n, size / count * part) - begin;
    first[count] = n;
    return first;
}

// out = the sum over rows whose weight is not 0 of what visit(row, sum) adds.
template <class Visit>
void CompressedRows::sum(const double* weight, int threads, double* out, const Visit& visit) const {
    const std::vector<int64_t> first = parts();
    const auto count = static_cast<int64_t>(first.size()) - 1;
    const auto n_out = static_cast<size_t>(width) + 1;
    std::fill(out, out + n_out, 0.0);
    std::vector<std::vector<double>> others(static_cast<size_t>(count) - 1);
    parallel(threads, count, [&](int64_t part) {
        double* own = out;
        if (part > 0) {
            others[part - 1].assign(n_out, 0.0);
            own = others[part - 1].data();
        }
        for (int64_t row = first[part]; row < first[part + 1]; row++)
            if (weight[row] != 0) visit(row, own);
    });
    for (const auto& other : others)
        for (size_t j = 0; j < n_out; j++) out[j] += other[j];
}

void CompressedRows::scores(const double* v, int threads, double* out) const {
    const std::vector<int64_t> first = parts();
    parallel(threads, static_cast<int64_t>(first.size()) - 1, [&](int64_t part) {
        for (int64_t row = first[part]; row < first[part + 1]; row++) out[row] = dot(row, v);
    });
}

void CompressedRows::transposed(const double* weight, int threads, double* out) const {
    sum(weight, threads, out, [&](int64_t row, double* w) { add(row, weight[row], w); });
}

void CompressedRows::curvature(const double* weight, const double* v, int threads, double* out) const {
    sum(weight, threads, out, [&](int64_t row, double* w) { add(row, weight[row] * dot(row, v), w); });
}

void CompressedRows::squares(const double* weight, int threads, double* out) const {
    sum(weight, threads, out, [&](int64_t row, double* w) {
        for (int64_t k = begin[row]; k < begin[row + 1]; k++)
            w[column[k]] += weight[row] * value[k] * value[k];
        w[width] += weight[row] * bias * bias;
    });
}

}  // namespace gnomon::linear_svm
