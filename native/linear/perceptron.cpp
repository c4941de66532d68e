// Rosenblatt's perceptron (1958). Sums run over the columns in order, so that the results equal a
// step-by-step calculation.
#include "perceptron.hpp"

#include <cmath>

namespace gnomon {

double DenseRows::dot(int64_t row, const double* w) const {
    double sum = 0;
    for (int64_t j = 0; j < columns; j++) sum += x[row * columns + j] * w[j];
    return sum;
}

double DenseRows::square(int64_t row) const { return dot(row, x + row * columns); }

void DenseRows::add(int64_t row, double amount, double* w) const {
    for (int64_t j = 0; j < columns; j++) w[j] += amount * x[row * columns + j];
}

double SparseRows::dot(int64_t row, const double* w) const {
    double sum = 0;
    for (int32_t k = begin[row]; k < begin[row + 1]; k++) sum += values[k] * w[columns[k]];
    return sum;
}

double SparseRows::square(int64_t row) const {
    double sum = 0;
    for (int32_t k = begin[row]; k < begin[row + 1]; k++) sum += values[k] * values[k];
    return sum;
}

void SparseRows::add(int64_t row, double amount, double* w) const {
    for (int32_t k = begin[row]; k < begin[row + 1]; k++) w[columns[k]] += amount * values[k];
}

void GramRows::add(int64_t row, double amount, double* w) const {
    for (int64_t i = 0; i < n; i++) w[i] += amount * gram[row * n + i];
}

template <class Rows>
Mistakes perceptron_pass(const Rows& rows, const double* side, const int64_t* order, int64_t visits,
                         PerceptronRule rule, Plane& plane) {
    Mistakes mistakes;
    for (int64_t visit = 0; visit < visits; visit++) {
        const int64_t row = order[visit];
        const double inner = rows.dot(row, plane.w), score = inner + plane.b;
        const bool above = score > 0, below = rule.strict ? score < 0 : score <= 0;
        if (side[row] > 0 ? above : below) continue;
        double step = rule.rate;
        if (rule.by_distance && plane.square > 0 && score != 0)
            step *= std::abs(score) / std::sqrt(plane.square);
        const double amount = side[row] * step;
        // |w + amount x|^2, which only distances need.
        if (rule.by_distance) plane.square += amount * (2 * inner + amount * rows.square(row));
        rows.add(row, amount, plane.w);
        if (rule.constant) plane.b += amount;
        mistakes.visit.push_back(visit);
        mistakes.amount.push_back(amount);
    }
    return mistakes;
}

template Mistakes perceptron_pass(const DenseRows&, const double*, const int64_t*, int64_t, PerceptronRule,
                                  Plane&);
template Mistakes perceptron_pass(const SparseRows&, const double*, const int64_t*, int64_t, PerceptronRule,
                                  Plane&);
template Mistakes perceptron_pass(const GramRows&, const double*, const int64_t*, int64_t, PerceptronRule,
                                  Plane&);

}  // namespace gnomon
