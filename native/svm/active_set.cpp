#include "active_set.hpp"

#include <algorithm>
#include <cmath>

#include "../linear/cholesky.hpp"
#include "../linear_svm/loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t steps_before_newton = 300, steps_per_variable = 50, max_values = 1 << 18;
constexpr int max_trials = 7, max_rounds = 200;
constexpr double fine_tolerance = 1e-9, ridge = 1e-13, violation_tolerance = 1e-11, at_bound = 1e-12;

using Values = std::vector<double>;
using Indices = std::vector<int64_t>;

// Rows of K for some of the coefficients, cached between iterations.
class KernelRows {
public:
    KernelRows(const Gram& gram, const Problem& problem)
        : gram_(gram), all_(problem.row, problem.row + problem.m), offset_(problem.m, -1) {
        bool is_all = problem.m == gram.n();
        for (int64_t v = 0; v < problem.m; v++) is_all &= problem.row[v] == v;
        stored_ = is_all ? gram.exact_values() : nullptr;
    }

    void load(const Indices& indices) {
        if (stored_) return;
        Indices rows;
        for (const int64_t index : indices)
            if (offset_[index] < 0) {
                offset_[index] = int64_t(values_.size() / all_.size() + rows.size());
                rows.push_back(all_[index]);
            }
        const size_t before = values_.size();
        values_.resize(before + rows.size() * all_.size());
        gram_.exact_rows(rows, all_, values_.data() + before);
    }
    const double* of(int64_t index) const {
        const int64_t m = int64_t(all_.size());
        return stored_ ? stored_ + index * m : values_.data() + offset_[index] * m;
    }

private:
    const Gram& gram_;
    const double* stored_;
    Indices all_, offset_;
    Values values_;
};

class ActiveSetNewton {
public:
    ActiveSetNewton(const Gram& gram, const Problem& problem)
        : problem_(problem), kernel_(gram, problem), is_free_(problem.m) {}

    // The maximum over the free coefficients, with the active set updated; accepted only if the gap
    // decreases. Each iteration solves K d = gradient - bias on the free coefficients, steps along d as far
    // as the bounds allow, and frees coefficients at a bound that violate the Karush-Kuhn-Tucker conditions.
    void refine(Solution& solution, Interrupt& interrupt) {
        b_ = solution.b, gradient_ = solution.gradient;
        for (int64_t v = 0; v < problem_.m; v++) is_free_[v] = can_increase(v) && can_decrease(v);
        for (int round = 0; round < max_rounds && iterate(); round++) interrupt.check();
        const double gap = this->gap();
        if (!(gap <= solution.gap)) return;
        solution.b = b_, solution.gradient = gradient_, solution.gap = std::max(gap, 0.0);
    }

    // The mean gradient of free coefficients; if there are none, the middle of the interval the others allow.
    double bias_of(const Solution& solution) {
        b_ = solution.b, gradient_ = solution.gradient;
        for (int64_t v = 0; v < problem_.m; v++) is_free_[v] = can_increase(v) && can_decrease(v);
        return bias();
    }

private:
    bool can_increase(int64_t v) const { return b_[v] < problem_.high[v]; }
    bool can_decrease(int64_t v) const { return b_[v] > problem_.low[v]; }

    // One iteration; false at convergence.
    bool iterate() {
        if (std::find(is_free_.begin(), is_free_.end(), 1) == is_free_.end()) release_violators();
        Indices free;
        for (int64_t v = 0; v < problem_.m; v++)
            if (is_free_[v]) free.push_back(v);
        if (free.empty() || int64_t(free.size()) * problem_.m > max_values) return false;
        kernel_.load(free);
        const Values direction = newton_direction(free);
        const double length = max_step(free, direction);
        const std::vector<size_t> blocked = blocking(free, direction, length);
        move(free, direction, std::min(length, 1.0));
        if (length > 1) return release_violators();
        for (const size_t k : blocked) {
            b_[free[k]] = direction[k] > 0 ? problem_.high[free[k]] : problem_.low[free[k]];
            is_free_[free[k]] = 0;
        }
        return true;
    }

    // d with K d = gradient - bias; if the bias is free, with sum(d) = 0 and the bias that this implies.
    Values newton_direction(const Indices& free) {
        const int64_t n = int64_t(free.size());
        Cholesky system(n);
        Values target(free.size()), mean(free.size(), 0.0);
        for (int64_t i = 0; i < n; i++) {
            target[i] = gradient_[free[i]] - problem_.bias.value_or(0.0);
            const double* row = kernel_.of(free[i]);
            for (int64_t j = i; j < n; j++) system.at(i, j) = row[free[j]];
            for (int64_t j = 0; j < n; j++) mean[i] += row[free[j]];
        }
        if (!problem_.bias) center(system, target, mean);
        if (!system.factorize(ridge, false)) return Values(free.size(), 0.0);
        system.solve(target.data());
        if (!problem_.bias) subtract_mean(target);
        for (const double value : target)
            if (!std::isfinite(value)) return Values(free.size(), 0.0);
        return target;
    }

    // Both sides are centered: a constant added to all of K would cause cancellation.
    static void center(Cholesky& system, Values& target, Values& mean) {
        const double n = double(target.size());
        double whole = 0;
        for (double& value : mean) whole += value /= n;
        for (size_t i = 0; i < mean.size(); i++)
            for (size_t j = i; j < mean.size(); j++) system.at(i, j) -= mean[i] + (mean[j] - whole / n);
        subtract_mean(target);
    }

    static void subtract_mean(Values& values) {
        double sum = 0;
        for (const double value : values) sum += value;
        for (double& value : values) value -= sum / double(values.size());
    }

    // The largest step along the direction that the bounds allow.
    double max_step(const Indices& free, const Values& direction) const {
        double length = INFINITY;
        for (size_t k = 0; k < free.size(); k++)
            length = std::min(length, step_to_bound(free[k], direction[k]));
        return std::max(length, 0.0);
    }

    double step_to_bound(int64_t index, double direction) const {
        if (direction == 0) return INFINITY;
        return ((direction > 0 ? problem_.high[index] : problem_.low[index]) - b_[index]) / direction;
    }

    // The blocking constraints: which coefficients are at a bound after this step.
    std::vector<size_t> blocking(const Indices& free, const Values& direction, double length) const {
        std::vector<size_t> blocked;
        for (size_t k = 0; k < free.size(); k++)
            if (step_to_bound(free[k], direction[k]) <= length * (1 + at_bound)) blocked.push_back(k);
        return blocked;
    }

    void move(const Indices& free, const Values& direction, double length) {
        const auto add = GNOMON_CHOSEN(svm_add);
        for (size_t k = 0; k < free.size(); k++) {
            b_[free[k]] += length * direction[k];
            add(kernel_.of(free[k]), -length * direction[k], gradient_.data(), problem_.m);
        }
    }

    // Free the coefficients at a bound that violate the conditions by more than rounding; whether there are
    // any.
    bool release_violators() {
        const double threshold = problem_.bias.value_or(bias());
        double largest = 1;
        for (const double value : gradient_) largest = std::max(largest, std::abs(value));
        const double slack = violation_tolerance * largest;
        bool any = false;
        for (int64_t v = 0; v < problem_.m; v++) {
            const bool increases = can_increase(v) && gradient_[v] > threshold + slack;
            const bool decreases = can_decrease(v) && gradient_[v] < threshold - slack;
            if (is_free_[v] || !(increases || decreases)) continue;
            is_free_[v] = 1, any = true;
        }
        return any;
    }

    double bias() const {
        if (problem_.bias) return *problem_.bias;
        double sum = 0;
        int64_t n = 0;
        for (int64_t v = 0; v < problem_.m; v++)
            if (is_free_[v]) sum += gradient_[v], n++;
        if (n > 0) return sum / double(n);
        const auto [upper, lower] = bias_interval();
        if (std::isinf(upper) && std::isinf(lower)) return 0;
        return std::isinf(upper) ? lower : std::isinf(lower) ? upper : (upper + lower) / 2;
    }

    // The largest violation of the Karush-Kuhn-Tucker conditions.
    double gap() const {
        const auto [upper, lower] = bias_interval();
        return problem_.bias ? std::max(upper - *problem_.bias, *problem_.bias - lower) : upper - lower;
    }

    // The largest gradient of a coefficient below its upper bound, the smallest of one above its lower bound.
    std::pair<double, double> bias_interval() const {
        double upper = -INFINITY, lower = INFINITY;
        for (int64_t v = 0; v < problem_.m; v++) {
            if (can_increase(v)) upper = std::max(upper, gradient_[v]);
            if (can_decrease(v)) lower = std::min(lower, gradient_[v]);
        }
        return {upper, lower};
    }

    const Problem& problem_;
    KernelRows kernel_;
    std::vector<char> is_free_;
    Values b_, gradient_;
};

// SMO from the current solution with another tolerance; steps and history are accumulated.
void continue_smo(Gram& gram, Problem problem, Solution& solution, double tolerance, int64_t max_iter,
                  Interrupt& interrupt) {
    problem.tolerance = tolerance, problem.max_iter = max_iter;
    Solution next = solve(gram, problem, std::move(solution.b), std::move(solution.gradient), interrupt);
    for (Record& record : next.history) record.steps += solution.steps;
    next.history.insert(next.history.begin(), solution.history.begin(), solution.history.end());
    next.steps += solution.steps;
    solution = std::move(next);
}

}  // namespace

ExactSolution solve_exactly(Gram& gram, const Problem& problem, std::vector<double> b,
                            std::vector<double> gradient, Interrupt& interrupt) {
    const int64_t max_steps = steps_before_newton * problem.m;
    ExactSolution result;
    Solution& solution = result.solution;
    solution.b = std::move(b), solution.gradient = std::move(gradient);
    continue_smo(gram, problem, solution, problem.tolerance, std::min(problem.max_iter, max_steps),
                 interrupt);
    ActiveSetNewton newton(gram, problem);
    for (int trial = 1; trial < max_trials; trial++) {
        if (solution.gap <= problem.tolerance || solution.steps >= problem.max_iter) break;
        newton.refine(solution, interrupt);
        if (solution.gap <= problem.tolerance) break;
        const int64_t max_iter =
            std::min(problem.max_iter - solution.steps, (int64_t(1) << trial) * max_steps);
        continue_smo(gram, problem, solution, problem.tolerance, max_iter, interrupt);
    }
    if (solution.gap <= problem.tolerance) newton.refine(solution, interrupt);
    if (solution.gap <= problem.tolerance && solution.gap > fine_tolerance) {
        continue_smo(gram, problem, solution, fine_tolerance, steps_per_variable * problem.m, interrupt);
        newton.refine(solution, interrupt);
    }
    result.bias = newton.bias_of(solution);
    return result;
}

}  // namespace gnomon
