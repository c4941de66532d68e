#include "newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "loops.hpp"

namespace gnomon::linear_svm {

namespace {

constexpr double ridge = 1e-14, rounding = 1e-14, least_gain = 1e-4;
constexpr double equal_values = 1e-13;  // objectives no further apart differ by rounding
constexpr double least_left = 1e-4;     // of a sum that products were taken off
constexpr int most_halvings = 40;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (size_t j = 0; j < a.size(); j++) sum += a[j] * b[j];
    return sum;
}

double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
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

SquaredFit SquaredNewton::minimize(const SquaredRows& rows, const double* start, int64_t most,
                                   Interrupt& interrupt) {
    rows_ = &rows;
    Values w(static_cast<size_t>(table_.stride), 0.0), scores(static_cast<size_t>(table_.n));
    std::copy_n(start, table_.width, w.begin());
    table_.scores(w.data(), scores.data());
    renew_system();
    SquaredFit fit;
    fit.history.push_back(objective(w, scores));
    while (!fit.converged && int64_t(fit.history.size()) <= most && std::isfinite(fit.history.back())) {
        interrupt.check();
        const Values slopes = gradient(w, scores);
        if (!update_system(scores)) {
            fit.history.push_back(NAN);
            break;
        }
        Values step = slopes;
        for (double& value : step) value = -value;
        system_.solve(step.data());
        const double slope = dot(slopes, step);
        const auto [share, value] = shorten(w, step, scores, fit.history.back(), std::min(slope, 0.0));
        for (size_t j = 0; j < w.size(); j++) w[j] += share * step[j];
        table_.scores(w.data(), scores.data());
        const bool is_exact = share == 1 && counts_alike(scores);
        fit.converged = is_exact || share == 0 || -slope <= rounding * std::abs(value);
        fit.history.push_back(value);
    }
    if (std::isfinite(fit.history.back())) certify(fit, fit.history.size() > 1 ? refined(w, scores) : w);
    return fit;
}

double SquaredNewton::objective(const Values& w, const Values& scores) const {
    double sum = dot(w, w) / 2;
    for (int64_t i = 0; i < table_.n; i++) {
        const double rho = rows_->rho(i, scores[i]);
        sum += rows_->price[i] * rho * rho;
    }
    return sum;
}

// The sum of 2 price rho x, which is w itself at the minimum.
SquaredNewton::Values SquaredNewton::pull(const Values& scores) const {
    const auto add = GNOMON_CHOSEN(svm_add);
    Values sum(static_cast<size_t>(table_.stride), 0.0);
    for (int64_t i = 0; i < table_.n; i++) {
        const double rho = rows_->rho(i, scores[i]);
        if (rho != 0) add(table_.row(i), 2 * rows_->price[i] * rho, sum.data(), table_.stride);
    }
    return sum;
}

SquaredNewton::Values SquaredNewton::gradient(const Values& w, const Values& scores) const {
    Values found = pull(scores);
    for (size_t j = 0; j < w.size(); j++) found[j] = w[j] - found[j];
    return found;
}

// The share of a step that lowers the objective enough, halved until it does, and its value; 0 if none. A
// whole step that changes no more than rounding is taken too.
std::pair<double, double> SquaredNewton::shorten(const Values& w, const Values& step, const Values& scores,
                                                 double before, double slope) const {
    Values along(scores.size()), there(scores.size()), moved(w.size());
    table_.scores(step.data(), along.data());
    double share = 1;
    for (int halving = 0; halving < most_halvings; halving++, share /= 2) {
        for (size_t i = 0; i < scores.size(); i++) there[i] = scores[i] + share * along[i];
        for (size_t j = 0; j < w.size(); j++) moved[j] = w[j] + share * step[j];
        const double after = objective(moved, there);
        if (after < before && after <= before + least_gain * share * slope) return {share, after};
        if (share == 1 && std::abs(after - before) <= equal_values * std::abs(before)) return {1.0, before};
    }
    return {0.0, before};
}

void SquaredNewton::renew_system() {
    system_.clear();
    for (int64_t j = 0; j < table_.width; j++) system_.at(j, j) = 1;
    std::fill(weight_.begin(), weight_.end(), 0.0);
    most_.assign(static_cast<size_t>(table_.width), 1.0);
}

// The system of the rows that count at these scores, factorized; false where its numbers are too large.
bool SquaredNewton::update_system(const Values& scores) {
    std::vector<const double*> changed;
    Values amount;
    int64_t n_counting = 0;
    for (const bool is_anew : {false, true}) {
        for (int64_t i = 0; i < table_.n; i++) {
            const double wanted = rows_->rho(i, scores[i]) != 0 ? 2 * rows_->price[i] : 0.0;
            n_counting += wanted > 0;
            if (wanted == weight_[i]) continue;
            changed.push_back(table_.row(i));
            amount.push_back(wanted - weight_[i]);
            weight_[i] = wanted;
        }
        system_.add(changed, amount);
        if (is_anew || !(int64_t(changed.size()) > n_counting || lost_digits())) break;
        renew_system();
        changed.clear(), amount.clear();
    }
    return system_.factorize(ridge);
}

// Whether so much was taken off a sum that its rounding counts in what is left.
bool SquaredNewton::lost_digits() {
    bool lost = false;
    for (int64_t j = 0; j < table_.width; j++) {
        most_[j] = std::max(most_[j], system_.at(j, j));
        lost |= !(system_.at(j, j) >= least_left * most_[j]);
    }
    return lost;
}

bool SquaredNewton::counts_alike(const Values& scores) const {
    for (int64_t i = 0; i < table_.n; i++)
        if ((rows_->rho(i, scores[i]) != 0) != (weight_[i] > 0)) return false;
    return true;
}

// One more step by the last system wins back the digits that rounding took.
SquaredNewton::Values SquaredNewton::refined(const Values& w, const Values& scores) {
    const Values slopes = gradient(w, scores);
    Values step = slopes, better = w, there(scores.size());
    system_.solve(step.data());
    for (size_t j = 0; j < w.size(); j++) better[j] -= step[j];
    table_.scores(better.data(), there.data());
    return largest(gradient(better, there)) < largest(slopes) ? better : w;
}

void SquaredNewton::certify(SquaredFit& fit, const Values& w) const {
    Values scores(static_cast<size_t>(table_.n));
    table_.scores(w.data(), scores.data());
    const Values pulled = pull(scores);
    fit.primal = objective(w, scores);
    fit.dual = -dot(pulled, pulled) / 2;
    for (int64_t i = 0; i < table_.n; i++) {
        const double rho = rows_->rho(i, scores[i]);
        fit.dual += rows_->price[i] * rho * (rho + 2 * scores[i]);
    }
    fit.w.assign(w.begin(), w.begin() + table_.width);
}

}  // namespace gnomon::linear_svm
