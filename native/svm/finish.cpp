#include "finish.hpp"

#include <algorithm>
#include <cmath>

#include "../linear/positive.hpp"
#include "../linear_svm/loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t steps_before_newton = 300, steps_a_place = 50, most_values = 1 << 18;
constexpr int newton_trials = 7, most_rounds = 200;
constexpr double fine = 1e-9, digits = 1e-13, astray_by = 1e-11, at_bound = 1e-12;

using Values = std::vector<double>;
using Places = std::vector<int64_t>;

// Rows of K between all places and some of them, kept from round to round.
class Lines {
public:
    Lines(const Gram& gram, const Problem& problem)
        : gram_(gram), all_(problem.row, problem.row + problem.m), known_(problem.m, -1) {
        bool is_all = problem.m == gram.n();
        for (int64_t v = 0; v < problem.m; v++) is_all &= problem.row[v] == v;
        at_hand_ = is_all ? gram.exact_values() : nullptr;
    }

    void look_up(const Places& places) {
        if (at_hand_) return;
        Places rows;
        for (const int64_t place : places)
            if (known_[place] < 0) {
                known_[place] = int64_t(values_.size() / all_.size() + rows.size());
                rows.push_back(all_[place]);
            }
        const size_t before = values_.size();
        values_.resize(before + rows.size() * all_.size());
        gram_.exact_lines(rows, all_, values_.data() + before);
    }
    const double* of(int64_t place) const {
        const int64_t m = int64_t(all_.size());
        return at_hand_ ? at_hand_ + place * m : values_.data() + known_[place] * m;
    }

private:
    const Gram& gram_;
    const double* at_hand_;
    Places all_, known_;
    Values values_;
};

class Newton {
public:
    Newton(const Gram& gram, const Problem& problem)
        : problem_(problem), lines_(gram, problem), is_free_(problem.m) {}

    // The maximum over the places off their bounds, and who else must leave its bound; what does not narrow
    // the gap is not taken. Each round solves K d = pull - bias on those places, goes along d as far as the
    // bounds let it, and lets places at a bound go that pull away from it.
    void finish(Solution& found, Interrupt& interrupt) {
        b_ = found.b, pull_ = found.pull;
        for (int64_t v = 0; v < problem_.m; v++) is_free_[v] = may_rise(v) && may_fall(v);
        for (int round = 0; round < most_rounds && go_on(); round++) interrupt.check();
        const double gap = this->gap();
        if (!(gap <= found.gap)) return;
        found.b = b_, found.pull = pull_, found.gap = std::max(gap, 0.0);
    }

    // The mean pull of places off their bounds; if there are none, the middle of what the others allow.
    double bias_of(const Solution& found) {
        b_ = found.b, pull_ = found.pull;
        for (int64_t v = 0; v < problem_.m; v++) is_free_[v] = may_rise(v) && may_fall(v);
        return bias();
    }

private:
    bool may_rise(int64_t v) const { return b_[v] < problem_.high[v]; }
    bool may_fall(int64_t v) const { return b_[v] > problem_.low[v]; }

    // One round; false once there is nothing more to do.
    bool go_on() {
        if (std::find(is_free_.begin(), is_free_.end(), 1) == is_free_.end()) free_astray();
        Places free;
        for (int64_t v = 0; v < problem_.m; v++)
            if (is_free_[v]) free.push_back(v);
        if (free.empty() || int64_t(free.size()) * problem_.m > most_values) return false;
        lines_.look_up(free);
        const Values along = direction(free);
        const double length = room(free, along);
        const std::vector<size_t> stopped = at_bounds(free, along, length);
        move(free, along, std::min(length, 1.0));
        if (length > 1) return free_astray();
        for (const size_t k : stopped) {
            b_[free[k]] = along[k] > 0 ? problem_.high[free[k]] : problem_.low[free[k]];
            is_free_[free[k]] = 0;
        }
        return true;
    }

    // d with K d = pull - bias; if the bias is free, with sum(d) = 0 and whatever bias that needs.
    Values direction(const Places& free) {
        const int64_t n = int64_t(free.size());
        Positive system(n);
        Values target(free.size()), mean(free.size(), 0.0);
        for (int64_t i = 0; i < n; i++) {
            target[i] = pull_[free[i]] - problem_.bias.value_or(0.0);
            const double* line = lines_.of(free[i]);
            for (int64_t j = i; j < n; j++) system.at(i, j) = line[free[j]];
            for (int64_t j = 0; j < n; j++) mean[i] += line[free[j]];
        }
        if (!problem_.bias) center(system, target, mean);
        if (!system.factorize(digits, false)) return Values(free.size(), 0.0);
        system.solve(target.data());
        if (!problem_.bias) take_mean_off(target);
        for (const double value : target)
            if (!std::isfinite(value)) return Values(free.size(), 0.0);
        return target;
    }

    // Both sides about their means: a constant that all of K shares would cost digits.
    static void center(Positive& system, Values& target, Values& mean) {
        const double n = double(target.size());
        double whole = 0;
        for (double& value : mean) whole += value /= n;
        for (size_t i = 0; i < mean.size(); i++)
            for (size_t j = i; j < mean.size(); j++) system.at(i, j) -= mean[i] + (mean[j] - whole / n);
        take_mean_off(target);
    }

    static void take_mean_off(Values& values) {
        double sum = 0;
        for (const double value : values) sum += value;
        for (double& value : values) value -= sum / double(values.size());
    }

    // How far along the direction the bounds allow, from 0 on.
    double room(const Places& free, const Values& along) const {
        double least = INFINITY;
        for (size_t k = 0; k < free.size(); k++) least = std::min(least, room_of(free[k], along[k]));
        return std::max(least, 0.0);
    }

    double room_of(int64_t place, double along) const {
        if (along == 0) return INFINITY;
        return ((along > 0 ? problem_.high[place] : problem_.low[place]) - b_[place]) / along;
    }

    // Who is at a bound after so far.
    std::vector<size_t> at_bounds(const Places& free, const Values& along, double length) const {
        std::vector<size_t> found;
        for (size_t k = 0; k < free.size(); k++)
            if (room_of(free[k], along[k]) <= length * (1 + at_bound)) found.push_back(k);
        return found;
    }

    void move(const Places& free, const Values& along, double length) {
        const auto add = GNOMON_CHOSEN(svm_add);
        for (size_t k = 0; k < free.size(); k++) {
            b_[free[k]] += length * along[k];
            add(lines_.of(free[k]), -length * along[k], pull_.data(), problem_.m);
        }
    }

    // Let places at a bound go that pull away from it by more than rounding; whether there are any.
    bool free_astray() {
        const double middle = problem_.bias.value_or(bias());
        double largest = 1;
        for (const double value : pull_) largest = std::max(largest, std::abs(value));
        const double slack = astray_by * largest;
        bool any = false;
        for (int64_t v = 0; v < problem_.m; v++) {
            const bool rises = may_rise(v) && pull_[v] > middle + slack;
            const bool falls = may_fall(v) && pull_[v] < middle - slack;
            if (is_free_[v] || !(rises || falls)) continue;
            is_free_[v] = 1, any = true;
        }
        return any;
    }

    double bias() const {
        if (problem_.bias) return *problem_.bias;
        double sum = 0;
        int64_t n = 0;
        for (int64_t v = 0; v < problem_.m; v++)
            if (is_free_[v]) sum += pull_[v], n++;
        if (n > 0) return sum / double(n);
        const auto [most, least] = ends();
        if (std::isinf(most) && std::isinf(least)) return 0;
        return std::isinf(most) ? least : std::isinf(least) ? most : (most + least) / 2;
    }

    // How far a place that may rise pulls harder than one that may fall, or than the given bias.
    double gap() const {
        const auto [most, least] = ends();
        return problem_.bias ? std::max(most - *problem_.bias, *problem_.bias - least) : most - least;
    }

    // The hardest pull of those that may rise, the least of those that may fall.
    std::pair<double, double> ends() const {
        double most = -INFINITY, least = INFINITY;
        for (int64_t v = 0; v < problem_.m; v++) {
            if (may_rise(v)) most = std::max(most, pull_[v]);
            if (may_fall(v)) least = std::min(least, pull_[v]);
        }
        return {most, least};
    }

    const Problem& problem_;
    Lines lines_;
    std::vector<char> is_free_;
    Values b_, pull_;
};

// The same search to another tolerance, after which the history and the steps are those of both.
void go_on(Gram& gram, Problem problem, Solution& found, double tolerance, int64_t most,
           Interrupt& interrupt) {
    problem.tolerance = tolerance, problem.most = most;
    Solution next = solve(gram, problem, std::move(found.b), std::move(found.pull), interrupt);
    for (Record& record : next.history) record.steps += found.steps;
    next.history.insert(next.history.begin(), found.history.begin(), found.history.end());
    next.steps += found.steps;
    found = std::move(next);
}

}  // namespace

Finished solve_to_the_end(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> pull,
                          Interrupt& interrupt) {
    const int64_t room = steps_before_newton * problem.m;
    Finished end;
    Solution& found = end.solution;
    found.b = std::move(b), found.pull = std::move(pull);
    go_on(gram, problem, found, problem.tolerance, std::min(problem.most, room), interrupt);
    Newton newton(gram, problem);
    for (int trial = 1; trial < newton_trials; trial++) {
        if (found.gap <= problem.tolerance || found.steps >= problem.most) break;
        newton.finish(found, interrupt);
        if (found.gap <= problem.tolerance) break;
        const int64_t most = std::min(problem.most - found.steps, (int64_t(1) << trial) * room);
        go_on(gram, problem, found, problem.tolerance, most, interrupt);
    }
    if (found.gap <= problem.tolerance) newton.finish(found, interrupt);
    if (found.gap <= problem.tolerance && found.gap > fine) {
        go_on(gram, problem, found, fine, steps_a_place * problem.m, interrupt);
        newton.finish(found, interrupt);
    }
    end.bias = newton.bias_of(found);
    return end;
}

}  // namespace gnomon
