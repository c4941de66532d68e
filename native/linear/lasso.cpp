// Coordinate descent with covariance updates (Friedman, Hastie & Tibshirani 2010, section 2.2): a coefficient
// that does not move costs one comparison, one that moves a pass over its column of the Gram matrix.
//
//   w_j <- soft_threshold(gradient_j + gram_jj w_j, l1) / (gram_jj + l2),   gradient = cross - gram w
//
// Passes over the active set (the nonzero coefficients) until these converge, on a copy of their block of the
// Gram matrix, then one pass over all coefficients.
#include "lasso.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gnomon {

namespace {

double soft_threshold(double value, double threshold, bool positive) {
    if (value > threshold) return value - threshold;
    return value < -threshold && !positive ? value + threshold : 0.0;
}

// The duality gap at the dual point that is the residual, scaled to be feasible. The L2 penalty enters as
// additional rows, sqrt(l2) times the identity.
double duality_gap(const double* cross, double total, int64_t p, ElasticPenalty penalty, bool positive,
                   const double* w, const double* gradient) {
    double largest = 0, l1_norm = 0, squares = 0, fitted = 0, product = 0;
    for (int64_t j = 0; j < p; j++) {
        const double penalized = gradient[j] - penalty.l2 * w[j];
        largest = std::max(largest, positive ? penalized : std::abs(penalized));
        l1_norm += std::abs(w[j]);
        squares += w[j] * w[j];
        fitted += cross[j] * w[j];
        product += gradient[j] * w[j];
    }
    const double residual = std::max(total - fitted - product, 0.0);  // |y - X w|^2
    const double scale = largest > penalty.l1 ? penalty.l1 / largest : 1.0;
    return 0.5 * (1 + scale * scale) * (residual + penalty.l2 * squares) + penalty.l1 * l1_norm -
           scale * (total - fitted);
}

// One pass over these coefficients; the largest change of one, as the squared change of the fitted values.
template <class Indices>
double pass(const Indices& indices, const double* gram, int64_t p, ElasticPenalty penalty, bool positive,
            double* w, double* gradient) {
    double largest = 0;
    for (const int64_t j : indices) {
        const double* column = gram + j * p;
        const double curvature = column[j] + penalty.l2;
        if (column[j] <= 0) continue;
        const double old = w[j];
        const double updated =
            soft_threshold(gradient[j] + column[j] * old, penalty.l1, positive) / curvature;
        if (updated == old) continue;
        const double change = updated - old;
        for (int64_t k = 0; k < p; k++) gradient[k] -= change * column[k];
        w[j] = updated;
        largest = std::max(largest, change * change * column[j]);
    }
    return largest;
}

// The active set: the nonzero coefficients, with their part of the problem.
struct ActiveSet {
    std::vector<int64_t> indices, all;
    std::vector<double> gram, w, gradient;

    void load(const double* full_gram, int64_t p, const double* from_w, const double* from_gradient) {
        indices.clear();
        for (int64_t j = 0; j < p; j++)
            if (from_w[j] != 0) indices.push_back(j);
        const size_t a = indices.size();
        all.resize(a), w.resize(a), gradient.resize(a), gram.resize(a * a);
        for (size_t i = 0; i < a; i++) {
            const double* column = full_gram + indices[i] * p;
            all[i] = static_cast<int64_t>(i);
            w[i] = from_w[indices[i]];
            gradient[i] = from_gradient[indices[i]];
            for (size_t k = 0; k < a; k++) gram[i * a + k] = column[indices[k]];
        }
    }

    void store(const double* full_gram, int64_t p, double* to_w, double* to_gradient) const {
        for (size_t i = 0; i < indices.size(); i++) {
            const int64_t j = indices[i];
            const double change = w[i] - to_w[j], *column = full_gram + j * p;
            if (change == 0) continue;
            for (int64_t k = 0; k < p; k++) to_gradient[k] -= change * column[k];
            to_w[j] = w[i];
        }
    }
};

}  // namespace

Descent elastic_descent(const double* gram, const double* cross, double total, int64_t p,
                        ElasticPenalty penalty, bool positive, double tolerance, int64_t max_iter, double* w,
                        double* gradient) {
    std::vector<int64_t> all(static_cast<size_t>(p));
    ActiveSet active;
    for (int64_t j = 0; j < p; j++) all[static_cast<size_t>(j)] = j;
    double gap = duality_gap(cross, total, p, penalty, positive, w, gradient);
    int64_t n_passes = 0;
    while (gap > tolerance && n_passes < max_iter) {
        double change = pass(all, gram, p, penalty, positive, w, gradient);
        n_passes++;
        const double threshold = std::max(tolerance * 1e-2, change * 1e-8);
        const bool uses_active_set = change > threshold && n_passes < max_iter;
        if (uses_active_set) active.load(gram, p, w, gradient);
        while (change > threshold && n_passes < max_iter) {
            change = pass(active.all, active.gram.data(), static_cast<int64_t>(active.all.size()), penalty,
                          positive, active.w.data(), active.gradient.data());
            n_passes++;
        }
        if (uses_active_set) active.store(gram, p, w, gradient);
        const double before = gap;
        gap = duality_gap(cross, total, p, penalty, positive, w, gradient);
        if (change == 0 && gap >= before) break;  // converged to the last bit: the gap left is rounding error
    }
    return {gap, n_passes};
}

}  // namespace gnomon
