#include "quasi_newton.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace gnomon {

namespace {

constexpr size_t memory = 12;
constexpr int max_halvings = 40;
constexpr double min_decrease = 1e-4, min_curvature = 1e-14;
constexpr double equal_values = 1e-13;  // objectives this close are equal up to rounding

// The steps before which the preconditioner is computed, at the current point.
bool renews_preconditioner(int64_t step) { return step == 0 || step == 4 || step == 50; }

double dot(const Values& a, const Values& b) {
    double sum = 0;
    for (size_t k = 0; k < a.size(); k++) sum += a[k] * b[k];
    return sum;
}

void add(double factor, const Values& a, Values& to) {
    for (size_t k = 0; k < a.size(); k++) to[k] += factor * a[k];
}

struct Pair {
    Values step, change;
    double curvature;
};

class Solver {
   public:
    Solver(const SoftmaxProblem& problem, Values start, const SoftmaxRule& rule)
        : problem_(problem), rule_(rule), rows_(problem), blocks_(rows_), theta_(std::move(start)),
          scores_(problem.classes * rows_.stride(), 0.0), slope_(scores_), scores_of_step_(scores_),
          scores_after_(scores_) {}

    SoftmaxFit run(Interrupt& interrupt) {
        rows_.scores(theta_, scores_);
        fit_.history.push_back(rows_.loss(scores_, slope_) + rows_.penalty(theta_));
        gradient_ = rows_.gradient(slope_, theta_);
        fit_.theta = theta_, fit_.max_gradient = INFINITY;
        for (fit_.steps = 0; fit_.steps <= rule_.max_iter; fit_.steps++) {
            interrupt.check();
            if (should_stop()) break;
            if (renews_preconditioner(fit_.steps)) blocks_.update(slope_);
            if (step()) continue;
            fit_.converged = is_rounding();
            break;
        }
        fit_.steps = std::min(fit_.steps, rule_.max_iter);
        return std::move(fit_);
    }

   private:
    // Stores the current point if it is better than the last one; whether to stop.
    bool should_stop() {
        const double now = max_gradient();
        const size_t n = fit_.history.size();
        if (now < fit_.max_gradient || (n > 1 && fit_.history[n - 1] < fit_.history[n - 2])) {
            fit_.theta = theta_, fit_.max_gradient = now, fit_.converged = now <= rule_.tolerance;
            if (!fit_.converged && fit_.steps == rule_.max_iter) fit_.converged = is_rounding();
            return fit_.converged || fit_.steps == rule_.max_iter;
        }
        // Neither the objective nor the gradient decreased: by rounding, or by bad curvature pairs.
        if (pairs_.empty()) fit_.converged = is_rounding();
        const bool stops = pairs_.empty();
        pairs_.clear();
        return stops;
    }

    bool is_rounding() const { return fit_.max_gradient <= std::max(rule_.tolerance, rule_.rounding); }

    double max_gradient() const {
        const int64_t width = problem_.d + 1;
        double largest = 0;
        for (int64_t c = 0; c < problem_.classes; c++)
            for (int64_t j = 0; j < width; j++) {
                const double size = std::abs(gradient_[c * width + j]);
                largest = std::max(largest, j < problem_.d ? size / rule_.spread[j] : size);
            }
        return largest / rows_.total_weight();
    }

    // A step along the search direction; false if the line search fails.
    bool step() {
        Values step = direction();
        std::fill(scores_of_step_.begin(), scores_of_step_.end(), 0.0);
        rows_.scores(step, scores_of_step_);
        const double step_size = line_search(step, dot(step, gradient_));
        if (step_size == 0) return false;
        for (double& value : step) value *= step_size;
        add(1.0, step, theta_);
        std::swap(scores_, scores_after_);
        Values change = rows_.gradient(slope_, theta_);
        std::swap(change, gradient_);
        for (size_t k = 0; k < change.size(); k++) change[k] = gradient_[k] - change[k];
        const double curvature = dot(change, step);
        if (curvature > min_curvature * dot(change, change)) {
            if (pairs_.size() == memory) pairs_.pop_front();
            pairs_.push_back({std::move(step), std::move(change), curvature});
        }
        return true;
    }

    // The L-BFGS two-loop recursion, with the preconditioner as initial Hessian.
    Values direction() {
        Values direction = gradient_, weights(pairs_.size());
        for (double& value : direction) value = -value;
        for (size_t k = pairs_.size(); k-- > 0;) {
            weights[k] = dot(pairs_[k].step, direction) / pairs_[k].curvature;
            add(-weights[k], pairs_[k].change, direction);
        }
        blocks_.precondition(direction);
        for (size_t k = 0; k < pairs_.size(); k++)
            add(weights[k] - dot(pairs_[k].change, direction) / pairs_[k].curvature, pairs_[k].step,
                direction);
        return direction;
    }

    // Backtracking line search: the step size that decreases the objective sufficiently; 0 if none. A full
    // step that changes the objective by no more than rounding is accepted too: the gradient then decides.
    double line_search(const Values& step, double slope) {
        const double before = fit_.history.back();
        double step_size = 1;
        for (int halving = 0; halving < max_halvings; halving++, step_size /= 2) {
            Values theta_after = theta_;
            add(step_size, step, theta_after);
            scores_after_ = scores_;
            add(step_size, scores_of_step_, scores_after_);
            const double after = rows_.loss(scores_after_, slope_) + rows_.penalty(theta_after);
            const bool is_lower = after < before && after <= before + min_decrease * step_size * slope;
            const bool is_equal = std::abs(after - before) <= equal_values * std::abs(before);
            if (!is_lower && !(step_size == 1 && is_equal)) continue;
            fit_.history.push_back(is_lower ? after : before);
            return step_size;
        }
        return 0;
    }

    const SoftmaxProblem& problem_;
    SoftmaxRule rule_;
    SoftmaxRows rows_;
    SoftmaxBlocks blocks_;
    SoftmaxFit fit_;
    Values theta_, gradient_, scores_, slope_, scores_of_step_, scores_after_;
    std::deque<Pair> pairs_;
};

}  // namespace

SoftmaxFit softmax_quasi_newton(const SoftmaxProblem& problem, Values start, const SoftmaxRule& rule,
                                Interrupt& interrupt) {
    return Solver(problem, std::move(start), rule).run(interrupt);
}

}  // namespace gnomon
