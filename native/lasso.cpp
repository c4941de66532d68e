// Coordinate descent with covariance updates (Friedman, Hastie & Tibshirani 2010, section 2.2): a coefficient
// that does not move costs one comparison, one that moves a pass over its column of the Gram matrix.
//
//   w_j <- soft(slope_j + gram_jj w_j, size) / (gram_jj + square),   slope = cross - gram w
//
// Passes go over the coefficients that are not zero until those are at rest, on a copy of their own block of
// the Gram matrix, then once over all of them.
#include "lasso.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gnomon {

namespace {

double soft(double value, double price, bool positive) {
    if (value > price) return value - price;
    return value < -price && !positive ? value + price : 0.0;
}

// The gap between the problem and its dual at the point that the residual, scaled into the dual's domain,
// makes. With a price on squares the rows are thought of as longer by sqrt(square) times the identity.
double duality_gap(const double* cross, double total, int64_t p, ElasticPrices prices, bool positive,
                   const double* w, const double* slope) {
    double largest = 0, sizes = 0, squares = 0, fitted = 0, along = 0;
    for (int64_t j = 0; j < p; j++) {
        const double pull = slope[j] - prices.square * w[j];
        largest = std::max(largest, positive ? pull : std::abs(pull));
        sizes += std::abs(w[j]);
        squares += w[j] * w[j];
        fitted += cross[j] * w[j];
        along += slope[j] * w[j];
    }
    const double residual = std::max(total - fitted - along, 0.0);  // |y - X w|^2
    const double scale = largest > prices.size ? prices.size / largest : 1.0;
    return 0.5 * (1 + scale * scale) * (residual + prices.square * squares) + prices.size * sizes -
           scale * (total - fitted);
}

// One pass over these coefficients; the largest move, in units of what it changes in the fit.
template <class Places>
double pass(const Places& places, const double* gram, int64_t p, ElasticPrices prices, bool positive, double* w,
            double* slope) {
    double largest = 0;
    for (const int64_t j : places) {
        const double* column = gram + j * p;
        const double curve = column[j] + prices.square;
        if (column[j] <= 0) continue;
        const double old = w[j], now = soft(slope[j] + column[j] * old, prices.size, positive) / curve;
        if (now == old) continue;
        const double move = now - old;
        for (int64_t k = 0; k < p; k++) slope[k] -= move * column[k];
        w[j] = now;
        largest = std::max(largest, move * move * column[j]);
    }
    return largest;
}

// The coefficients that are not zero, with their part of the problem.
struct Active {
    std::vector<int64_t> places, all;
    std::vector<double> gram, w, slope;

    void take(const double* whole, int64_t p, const double* from_w, const double* from_slope) {
        places.clear();
        for (int64_t j = 0; j < p; j++)
            if (from_w[j] != 0) places.push_back(j);
        const size_t a = places.size();
        all.resize(a), w.resize(a), slope.resize(a), gram.resize(a * a);
        for (size_t i = 0; i < a; i++) {
            const double* column = whole + places[i] * p;
            all[i] = static_cast<int64_t>(i);
            w[i] = from_w[places[i]];
            slope[i] = from_slope[places[i]];
            for (size_t k = 0; k < a; k++) gram[i * a + k] = column[places[k]];
        }
    }

    void give(const double* whole, int64_t p, double* to_w, double* to_slope) const {
        for (size_t i = 0; i < places.size(); i++) {
            const int64_t j = places[i];
            const double move = w[i] - to_w[j], *column = whole + j * p;
            if (move == 0) continue;
            for (int64_t k = 0; k < p; k++) to_slope[k] -= move * column[k];
            to_w[j] = w[i];
        }
    }
};

}  // namespace

Descent elastic_descent(const double* gram, const double* cross, double total, int64_t p, ElasticPrices prices,
                        bool positive, double tolerance, int64_t most, double* w, double* slope) {
    std::vector<int64_t> all(static_cast<size_t>(p));
    Active active;
    for (int64_t j = 0; j < p; j++) all[static_cast<size_t>(j)] = j;
    double gap = duality_gap(cross, total, p, prices, positive, w, slope);
    int64_t done = 0;
    while (gap > tolerance && done < most) {
        double moved = pass(all, gram, p, prices, positive, w, slope);
        done++;
        const double rest = std::max(tolerance * 1e-2, moved * 1e-8);
        const bool restless = moved > rest && done < most;
        if (restless) active.take(gram, p, w, slope);
        while (moved > rest && done < most) {
            moved = pass(active.all, active.gram.data(), static_cast<int64_t>(active.all.size()), prices, positive,
                         active.w.data(), active.slope.data());
            done++;
        }
        if (restless) active.give(gram, p, w, slope);
        const double before = gap;
        gap = duality_gap(cross, total, p, prices, positive, w, slope);
        if (moved == 0 && gap >= before) break;  // at rest to the last bit: rounding is all that is left
    }
    return {gap, done};
}

}  // namespace gnomon
