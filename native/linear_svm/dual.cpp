#include "dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gnomon::linear_svm {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int64_t rows_per_check = 128;           // rows between two checks for Ctrl-C
constexpr int64_t prefetch_distance = 8;          // rows
constexpr int64_t first_gap_check = 8;            // passes before the duality gap is first computed
constexpr double min_projected_gradient = 1e-12;  // below it the multiplier is not updated

// The largest and smallest projected gradient of a pass, and the gradients beyond which a row at its bound is
// shrunk.
struct ProjectedGradients {
    double high = -infinity, low = infinity;
    double shrink_above = infinity, shrink_below = -infinity;

    void reset() { high = -infinity, low = infinity; }
    double width() const { return high - low; }
    void update_shrinking() {
        shrink_above = high > 0 ? high : infinity;
        shrink_below = low < 0 ? low : -infinity;
    }
    void unshrink() { shrink_above = infinity, shrink_below = -infinity; }
};

// Whether the row stays active.
template <class Table>
bool visit(const Table& table, int64_t index, DualRow& row, double bias, DualFit& fit,
           ProjectedGradients& violation) {
    const double score = table.dot(index, fit.w.data()) + bias * fit.constant;
    const double gradient = row.side * score - row.margin + row.diagonal * row.alpha;
    double projected = gradient;
    if (row.alpha <= 0) {
        if (gradient > violation.shrink_above) return false;
        projected = std::min(gradient, 0.0);
    } else if (row.alpha >= row.upper_bound) {
        if (gradient < violation.shrink_below) return false;
        projected = std::max(gradient, 0.0);
    }
    violation.high = std::max(violation.high, projected);
    violation.low = std::min(violation.low, projected);
    if (std::abs(projected) <= min_projected_gradient) return true;
    const double unclipped = row.curvature > 0 ? row.alpha - gradient / row.curvature : row.upper_bound;
    const double alpha = std::min(std::max(unclipped, 0.0), row.upper_bound);
    const double amount = (alpha - row.alpha) * row.side;
    row.alpha = alpha;
    table.add(index, amount, fit.w.data());
    fit.constant += amount * bias;
    return true;
}

// One pass, after which shrunk rows are no longer active.
template <class Table>
void visit_all(const Table& table, std::vector<DualRow>& rows, double bias, DualFit& fit,
               ProjectedGradients& violation, std::vector<int64_t>& active, Interrupt& interrupt) {
    size_t n_active = 0;
    for (size_t position = 0; position < active.size(); position++) {
        if (position % rows_per_check == 0) interrupt.check();
        if (position + 2 * prefetch_distance < active.size()) {
            table.prefetch_offset(active[position + 2 * prefetch_distance]);
            table.prefetch(active[position + prefetch_distance]);
            __builtin_prefetch(&rows[active[position + prefetch_distance]], 1);
        }
        const int64_t index = active[position];
        if (visit(table, index, rows[index], bias, fit, violation)) active[n_active++] = index;
    }
    active.resize(n_active);
}

double loss_of(const DualRow& row, double shortfall) {
    if (shortfall <= 0) return 0;
    return row.diagonal > 0 ? shortfall * shortfall / (2 * row.diagonal) : row.upper_bound * shortfall;
}

// Whether the duality gap is at most this fraction of the primal objective. Every row contributes a term of
// at least 0 to the gap, so the sum may stop early.
template <class Table>
bool is_within(double share, const Table& table, const std::vector<DualRow>& rows, double bias,
               const DualFit& fit) {
    double primal = fit.constant * fit.constant / 2, objective_at_zero = 0, gap = 0;
    for (const double w : fit.w) primal += w * w / 2;
    // The primal objective at w = 0, an upper bound of its minimum.
    for (const DualRow& row : rows) objective_at_zero += loss_of(row, row.margin);
    for (size_t i = 0; i < rows.size(); i++) {
        const DualRow& row = rows[i];
        const double score = table.dot(static_cast<int64_t>(i), fit.w.data()) + bias * fit.constant;
        const double shortfall = row.margin - row.side * score, loss = loss_of(row, shortfall);
        primal += loss;
        gap += loss + row.alpha * (row.diagonal * row.alpha / 2 - shortfall);
        if (gap > share * objective_at_zero) return false;
    }
    return gap <= share * primal;
}

void shuffle(std::vector<int64_t>& order, XorShift& random) {
    for (int64_t left = static_cast<int64_t>(order.size()); left > 1; left--)
        std::swap(order[left - 1], order[random.below(left)]);
}

std::vector<int64_t> all_rows(size_t n) {
    std::vector<int64_t> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

}  // namespace

int64_t XorShift::below(int64_t n) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const uint64_t bits = (state_ * 0x2545F4914F6CDD1DULL) >> 32;
    return static_cast<int64_t>((bits * static_cast<uint64_t>(n)) >> 32);
}

template <class Table>
DualFit dual_descent(const Table& table, std::vector<DualRow>& rows, int64_t columns,
                     const DualOptions& options, XorShift& random, Interrupt& interrupt) {
    DualFit fit;
    fit.w.assign(static_cast<size_t>(columns), 0.0);
    std::vector<int64_t> active = all_rows(rows.size());
    ProjectedGradients violation;
    int64_t next_gap_check = first_gap_check;
    for (int64_t pass = 0; pass < options.max_iter && !fit.converged; pass++) {
        shuffle(active, random);
        violation.reset();
        visit_all(table, rows, options.bias, fit, violation, active, interrupt);
        fit.history.push_back(std::max(violation.width(), 0.0));
        if (violation.width() <= options.tolerance) {
            fit.converged = active.size() == rows.size();
            active = all_rows(rows.size());
            violation.unshrink();
        } else {
            violation.update_shrinking();
        }
        // After 8, 16, 32, ... passes, so that the check costs little.
        if (pass + 1 == next_gap_check && !fit.converged) {
            fit.converged = is_within(options.gap, table, rows, options.bias, fit);
            next_gap_check *= 2;
        }
    }
    return fit;
}

template DualFit dual_descent(const DenseTable<double>&, std::vector<DualRow>&, int64_t, const DualOptions&,
                              XorShift&, Interrupt&);
template DualFit dual_descent(const DenseTable<float>&, std::vector<DualRow>&, int64_t, const DualOptions&,
                              XorShift&, Interrupt&);
template DualFit dual_descent(const SparseTable<double>&, std::vector<DualRow>&, int64_t, const DualOptions&,
                              XorShift&, Interrupt&);
template DualFit dual_descent(const SparseTable<float>&, std::vector<DualRow>&, int64_t, const DualOptions&,
                              XorShift&, Interrupt&);

}  // namespace gnomon::linear_svm
