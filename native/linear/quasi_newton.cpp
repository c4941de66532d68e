#include "quasi_newton.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace gnomon {

namespace {

constexpr size_t memory = 12;
constexpr int most_halvings = 40;
constexpr double least_gain = 1e-4, least_bend = 1e-14;
constexpr double equal_values = 1e-13;  // objectives no further apart differ by rounding

// Steps before which the preconditioner is made, for where they are by then.
bool is_renewed(int64_t step) { return step == 0 || step == 4 || step == 50; }

double dot(const Values& a, const Values& b) {
    double sum = 0;
    for (size_t k = 0; k < a.size(); k++) sum += a[k] * b[k];
    return sum;
}

void add(double share, const Values& a, Values& to) {
    for (size_t k = 0; k < a.size(); k++) to[k] += share * a[k];
}

struct Pair {
    Values step, change;
    double bend;
};

class Search {
   public:
    Search(const SoftmaxProblem& problem, Values start, const SoftmaxRule& rule)
        : problem_(problem), rule_(rule), rows_(problem), blocks_(rows_), theta_(std::move(start)),
          z_(problem.classes * rows_.stride(), 0.0), slope_(z_), along_(z_), there_(z_) {}

    SoftmaxFit run(Interrupt& interrupt) {
        rows_.scores(theta_, z_);
        fit_.history.push_back(rows_.loss(z_, slope_) + rows_.price(theta_));
        gradient_ = rows_.gradient(slope_, theta_);
        fit_.theta = theta_, fit_.pull = INFINITY;
        for (fit_.steps = 0; fit_.steps <= rule_.most; fit_.steps++) {
            interrupt.check();
            if (has_come_to_its_end()) break;
            if (is_renewed(fit_.steps)) blocks_.renew(slope_);
            if (step()) continue;
            fit_.converged = is_rounding();
            break;
        }
        fit_.steps = std::min(fit_.steps, rule_.most);
        return std::move(fit_);
    }

   private:
    // Keep where it is, if that is better than before, and say whether to stop.
    bool has_come_to_its_end() {
        const double now = pull();
        const size_t n = fit_.history.size();
        if (now < fit_.pull || (n > 1 && fit_.history[n - 1] < fit_.history[n - 2])) {
            fit_.theta = theta_, fit_.pull = now, fit_.converged = now <= rule_.tolerance;
            if (!fit_.converged && fit_.steps == rule_.most) fit_.converged = is_rounding();
            return fit_.converged || fit_.steps == rule_.most;
        }
        // Neither the objective nor its slope went down: what is left is rounding, or the pairs lead astray.
        if (pairs_.empty()) fit_.converged = is_rounding();
        const bool is_end = pairs_.empty();
        pairs_.clear();
        return is_end;
    }

    bool is_rounding() const { return fit_.pull <= std::max(rule_.tolerance, rule_.rounding); }

    double pull() const {
        const int64_t width = problem_.d + 1;
        double most = 0;
        for (int64_t c = 0; c < problem_.classes; c++)
            for (int64_t j = 0; j < width; j++) {
                const double size = std::abs(gradient_[c * width + j]);
                most = std::max(most, j < problem_.d ? size / rule_.spread[j] : size);
            }
        return most / rows_.total_weight();
    }

    // Along the direction as far as it is good; false where no share of it is.
    bool step() {
        Values step = direction();
        std::fill(along_.begin(), along_.end(), 0.0);
        rows_.scores(step, along_);
        const double share = shorten(step, dot(step, gradient_));
        if (share == 0) return false;
        for (double& value : step) value *= share;
        add(1.0, step, theta_);
        std::swap(z_, there_);
        Values change = rows_.gradient(slope_, theta_);
        std::swap(change, gradient_);
        for (size_t k = 0; k < change.size(); k++) change[k] = gradient_[k] - change[k];
        const double bend = dot(change, step);
        if (bend > least_bend * dot(change, change)) {
            if (pairs_.size() == memory) pairs_.pop_front();
            pairs_.push_back({std::move(step), std::move(change), bend});
        }
        return true;
    }

    // The two-loop recursion about the preconditioner.
    Values direction() {
        Values found = gradient_, shares(pairs_.size());
        for (double& value : found) value = -value;
        for (size_t k = pairs_.size(); k-- > 0;) {
            shares[k] = dot(pairs_[k].step, found) / pairs_[k].bend;
            add(-shares[k], pairs_[k].change, found);
        }
        blocks_.precondition(found);
        for (size_t k = 0; k < pairs_.size(); k++)
            add(shares[k] - dot(pairs_[k].change, found) / pairs_[k].bend, pairs_[k].step, found);
        return found;
    }

    // The share of a step that lowers the objective enough, halved until it does; 0 if none. A whole step
    // that changes no more than rounding is taken too: the slope tells whether it was good.
    double shorten(const Values& step, double slope) {
        const double before = fit_.history.back();
        double share = 1;
        for (int halving = 0; halving < most_halvings; halving++, share /= 2) {
            Values moved = theta_;
            add(share, step, moved);
            there_ = z_;
            add(share, along_, there_);
            const double after = rows_.loss(there_, slope_) + rows_.price(moved);
            const bool is_lower = after < before && after <= before + least_gain * share * slope;
            const bool is_equal = std::abs(after - before) <= equal_values * std::abs(before);
            if (!is_lower && !(share == 1 && is_equal)) continue;
            fit_.history.push_back(is_lower ? after : before);
            return share;
        }
        return 0;
    }

    const SoftmaxProblem& problem_;
    SoftmaxRule rule_;
    SoftmaxRows rows_;
    SoftmaxBlocks blocks_;
    SoftmaxFit fit_;
    Values theta_, gradient_, z_, slope_, along_, there_;
    std::deque<Pair> pairs_;
};

}  // namespace

SoftmaxFit softmax_quasi_newton(const SoftmaxProblem& problem, Values start, const SoftmaxRule& rule,
                                Interrupt& interrupt) {
    return Search(problem, std::move(start), rule).run(interrupt);
}

}  // namespace gnomon
