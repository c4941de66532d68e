#include "cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../linear_svm/loops.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr double ridge_growth = 100;

}  // namespace

void Cholesky::clear() { std::fill_n(values_.data(), n_ * stride_, 0.0); }

void Cholesky::add(const std::vector<const double*>& rows, const std::vector<double>& amount) {
    const auto add_block = GNOMON_CHOSEN(add_products);
    for (size_t k = 0; k < rows.size(); k += rows_per_product) {
        const double* block[rows_per_product];
        double amounts[rows_per_product];
        for (size_t r = 0; r < rows_per_product; r++) {
            block[r] = k + r < rows.size() ? rows[k + r] : zeros_.data();
            amounts[r] = k + r < rows.size() ? amount[k + r] : 0.0;
        }
        add_block(block, amounts, 0, n_, stride_, values_.data());
    }
}

bool Cholesky::factorize(double ridge, bool by_column, double largest_ridge) {
    double largest = 0;
    for (int64_t i = 0; i < n_; i++) {
        if (!std::isfinite(at(i, i))) return false;
        largest = std::max(largest, std::abs(at(i, i)));
    }
    for (int64_t i = 0; i < n_; i++) {
        const double size = by_column ? at(i, i) : largest;
        scale_[i] = 1 / std::sqrt(std::max(size, std::numeric_limits<double>::min()));
    }
    while (!try_factors(ridge)) {
        ridge *= ridge_growth;
        if (!(ridge > 0 && ridge <= largest_ridge)) return false;
    }
    return true;
}

bool Cholesky::try_factors(double ridge) {
    std::fill_n(factor_.data(), n_ * stride_, 0.0);
    for (int64_t i = 0; i < n_; i++) {
        for (int64_t j = i; j < n_; j++)
            factor_[i * stride_ + j] = scale_[i] * scale_[j] * values_[i * stride_ + j];
        factor_[i * stride_ + i] += ridge;
    }
    const auto add_block = GNOMON_CHOSEN(add_products);
    for (int64_t first = 0; first < n_; first += rows_per_product) {
        const int64_t last = std::min(n_, first + rows_per_product);
        if (!eliminate(first, last)) return false;
        const double *block[rows_per_product], amounts[rows_per_product] = {-1.0, -1.0, -1.0, -1.0};
        for (int64_t r = 0; r < rows_per_product; r++)
            block[r] = first + r < last ? factor_.data() + (first + r) * stride_ : zeros_.data();
        add_block(block, amounts, last, n_, stride_, factor_.data());
    }
    return true;
}

// The rows of the factor from `first` to `last`, each from those before it.
bool Cholesky::eliminate(int64_t first, int64_t last) {
    for (int64_t i = first; i < last; i++) {
        double* row = factor_.data() + i * stride_;
        for (int64_t k = first; k < i; k++) {
            const double* pivot_row = factor_.data() + k * stride_;
            for (int64_t j = i; j < n_; j++) row[j] -= pivot_row[i] * pivot_row[j];
        }
        if (!(row[i] > 0)) return false;
        const double inverse = 1 / std::sqrt(row[i]);
        for (int64_t j = i; j < n_; j++) row[j] *= inverse;
    }
    return true;
}

void Cholesky::solve(double* x) {
    const auto add = GNOMON_CHOSEN(svm_add);
    const auto dot = GNOMON_CHOSEN(svm_dot);
    for (int64_t i = 0; i < n_; i++) right_[i] = scale_[i] * x[i];
    for (int64_t i = 0; i < n_; i++) {
        const double* row = factor_.data() + i * stride_;
        right_[i] /= row[i];
        add(row + i + 1, -right_[i], right_.data() + i + 1, n_ - i - 1);
    }
    for (int64_t i = n_ - 1; i >= 0; i--) {
        const double* row = factor_.data() + i * stride_;
        right_[i] = (right_[i] - dot(row + i + 1, right_.data() + i + 1, n_ - i - 1)) / row[i];
    }
    for (int64_t i = 0; i < n_; i++) x[i] = scale_[i] * right_[i];
}

}  // namespace gnomon
