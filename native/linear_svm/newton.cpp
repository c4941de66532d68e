#include "newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "loops.hpp"

namespace gnomon::linear_svm {

namespace {

constexpr double ridge = 1e-14, rounding = 1e-14, min_decrease = 1e-4;
constexpr double equal_values = 1e-13;  // objectives this close are equal up to rounding
constexpr double min_remaining = 1e-4;  // of a sum from which products were subtracted
constexpr int max_halvings = 40;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (size_t j = 0; j < a.size(); j++) sum += a[j] * b[j];
    return sum;
}

double largest(const std::vector<double>& values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
}

}  // namespace

PaddedRows::PaddedRows(const double* x, int64_t n, int64_t d, double bias)
    : n(n), width(d + 1), stride((d + 8) / 8 * 8), values(n * stride) {
    for (int64_t i = 0; i < n; i++) {
        double* to = values.data() + i * stride;
        std::copy_n(x + i * d, d, to);
        to[d] = bias;
        std::fill(to + width, to + stride, 0.0);
    }
}

void PaddedRows::scores(const double* v, double* out) const {
    const auto dots = GNOMON_CHOSEN(svm_dots);
    dots(values.data(), n, stride, v, out);
}

SquaredNewton::SquaredNewton(const PaddedRows& table)
    : table_(table), system_(table.width), weight_(static_cast<size_t>(table.n)) {}

SquaredFit SquaredNewton::minimize(const SquaredRows& rows, const double* start, int64_t max_iter,
                                   Interrupt& interrupt) {
    rows_ = &rows;
    Values w(static_cast<size_t>(table_.stride), 0.0), scores(static_cast<size_t>(table_.n));
    std::copy_n(start, table_.width, w.begin());
    table_.scores(w.data(), scores.data());
    reset_system();
    SquaredFit fit;
    fit.history.push_back(objective(w, scores));
    while (!fit.converged && int64_t(fit.history.size()) <= max_iter && std::isfinite(fit.history.back())) {
        interrupt.check();
        const Values g = gradient(w, scores);
        if (!update_system(scores)) {
            fit.history.push_back(NAN);
            break;
        }
        Values step = g;
        for (double& value : step) value = -value;
        system_.solve(step.data());
        const double slope = dot(g, step);
        const auto [step_size, value] =
            line_search(w, step, scores, fit.history.back(), std::min(slope, 0.0));
        for (size_t j = 0; j < w.size(); j++) w[j] += step_size * step[j];
        table_.scores(w.data(), scores.data());
        const bool is_exact = step_size == 1 && active_set_unchanged(scores);
        fit.converged = is_exact || step_size == 0 || -slope <= rounding * std::abs(value);
        fit.history.push_back(value);
    }
    if (std::isfinite(fit.history.back())) certify(fit, fit.history.size() > 1 ? refined(w, scores) : w);
    return fit;
}

double SquaredNewton::objective(const Values& w, const Values& scores) const {
    double sum = dot(w, w) / 2;
    for (int64_t i = 0; i < table_.n; i++) {
        const double rho = rows_->rho(i, scores[i]);
        sum += rows_->C[i] * rho * rho;
    }
    return sum;
}

// The negative gradient of the loss, the sum of 2 C rho x: equal to w at the minimum.
SquaredNewton::Values SquaredNewton::loss_gradient(const Values& scores) const {
    const auto add = GNOMON_CHOSEN(svm_add);
    Values sum(static_cast<size_t>(table_.stride), 0.0);
    for (int64_t i = 0; i < table_.n; i++) {
        const double rho = rows_->rho(i, scores[i]);
        if (rho != 0) add(table_.row(i), 2 * rows_->C[i] * rho, sum.data(), table_.stride);
    }
    return sum;
}

SquaredNewton::Values SquaredNewton::gradient(const Values& w, const Values& scores) const {
    Values g = loss_gradient(scores);
    for (size_t j = 0; j < w.size(); j++) g[j] = w[j] - g[j];
    return g;
}

// Backtracking line search: the step size that decreases the objective sufficiently, and its value; 0 if
// none. A full step that changes the objective by no more than rounding is accepted too.
std::pair<double, double> SquaredNewton::line_search(const Values& w, const Values& step,
                                                     const Values& scores, double before,
                                                     double slope) const {
    Values scores_of_step(scores.size()), scores_after(scores.size()), w_after(w.size());
    table_.scores(step.data(), scores_of_step.data());
    double step_size = 1;
    for (int halving = 0; halving < max_halvings; halving++, step_size /= 2) {
        for (size_t i = 0; i < scores.size(); i++)
            scores_after[i] = scores[i] + step_size * scores_of_step[i];
        for (size_t j = 0; j < w.size(); j++) w_after[j] = w[j] + step_size * step[j];
        const double after = objective(w_after, scores_after);
        if (after < before && after <= before + min_decrease * step_size * slope) return {step_size, after};
        if (step_size == 1 && std::abs(after - before) <= equal_values * std::abs(before))
            return {1.0, before};
    }
    return {0.0, before};
}

void SquaredNewton::reset_system() {
    system_.clear();
    for (int64_t j = 0; j < table_.width; j++) system_.at(j, j) = 1;
    std::fill(weight_.begin(), weight_.end(), 0.0);
    max_diagonal_.assign(static_cast<size_t>(table_.width), 1.0);
}

// The system of the active rows at these scores, factorized; false on overflow.
bool SquaredNewton::update_system(const Values& scores) {
    std::vector<const double*> changed;
    Values change;
    int64_t n_active = 0;
    for (const bool is_reset : {false, true}) {
        for (int64_t i = 0; i < table_.n; i++) {
            const double weight = rows_->rho(i, scores[i]) != 0 ? 2 * rows_->C[i] : 0.0;
            n_active += weight > 0;
            if (weight == weight_[i]) continue;
            changed.push_back(table_.row(i));
            change.push_back(weight - weight_[i]);
            weight_[i] = weight;
        }
        system_.add(changed, change);
        if (is_reset || !(int64_t(changed.size()) > n_active || has_cancellation())) break;
        reset_system();
        changed.clear(), change.clear();
    }
    return system_.factorize(ridge);
}

// Whether so much was subtracted from a sum that its rounding error matters in the remainder.
bool SquaredNewton::has_cancellation() {
    bool is_lost = false;
    for (int64_t j = 0; j < table_.width; j++) {
        max_diagonal_[j] = std::max(max_diagonal_[j], system_.at(j, j));
        is_lost |= !(system_.at(j, j) >= min_remaining * max_diagonal_[j]);
    }
    return is_lost;
}

bool SquaredNewton::active_set_unchanged(const Values& scores) const {
    for (int64_t i = 0; i < table_.n; i++)
        if ((rows_->rho(i, scores[i]) != 0) != (weight_[i] > 0)) return false;
    return true;
}

// Iterative refinement: one more step with the last system corrects rounding errors.
SquaredNewton::Values SquaredNewton::refined(const Values& w, const Values& scores) {
    const Values g = gradient(w, scores);
    Values step = g, better = w, scores_after(scores.size());
    system_.solve(step.data());
    for (size_t j = 0; j < w.size(); j++) better[j] -= step[j];
    table_.scores(better.data(), scores_after.data());
    return largest(gradient(better, scores_after)) < largest(g) ? better : w;
}

void SquaredNewton::certify(SquaredFit& fit, const Values& w) const {
    Values scores(static_cast<size_t>(table_.n));
    table_.scores(w.data(), scores.data());
    const Values sum = loss_gradient(scores);
    fit.primal = objective(w, scores);
    fit.dual = -dot(sum, sum) / 2;
    for (int64_t i = 0; i < table_.n; i++) {
        const double rho = rows_->rho(i, scores[i]);
        fit.dual += rows_->C[i] * rho * (rho + 2 * scores[i]);
    }
    fit.w.assign(w.begin(), w.begin() + table_.width);
}

}  // namespace gnomon::linear_svm
