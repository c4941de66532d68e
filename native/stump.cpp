// Over columns j and thresholds t the least impurity of the two sides x_j <= t and x_j > t, of weights W_l + W_r = W
// and class shares p, for every setting:
//   gini     sum_sides W_s (1 - sum_c p_sc^2) / W
//   entropy  sum_sides W_s (- sum_c p_sc log2 p_sc) / W
//   error    sum_sides W_s (1 - max_c p_sc) / W; or, with two classes, the share of errors if class 1 is predicted
//            above t (error_above) or below it (error_below)
//
// Without weights the sums over classes are kept as integers and change by one term a row, so equal splits tie
// exactly, whatever the order of rows; x log2 x comes from a table in fixed point.
#include "stump.hpp"

#include <bit>
#include <cmath>

#include "parallel.hpp"

namespace gnomon {

namespace {

double x_log_x(double x) { return x > 0 ? x * std::log2(x) : 0; }

// x log2 x for whole numbers 0..n, scaled so that sums of it fit 63 bits.
std::vector<int64_t> fixed_x_log_x(int64_t n) {
    const double most = std::max(x_log_x(static_cast<double>(n)), 1.0);
    const double unit = std::exp2(59 - std::ceil(std::log2(most)));
    std::vector<int64_t> table(static_cast<size_t>(n) + 1);
    for (int64_t x = 0; x <= n; x++) table[x] = std::llround(x_log_x(static_cast<double>(x)) * unit);
    return table;
}

// Whole counts of the two sides.
class Counts {
public:
    Counts(const std::vector<double>& total, const std::vector<int64_t>& table)
        : table_(table), left_(total.size(), 0), right_(total.begin(), total.end()) {
        for (int64_t count : right_) {
            n_right_ += count;
            right_squares_ += count * count;
            if (!table_.empty()) right_logs_ += table_[count];
        }
        right_most_ = *std::max_element(right_.begin(), right_.end());
    }

    void move(int32_t c, double) {
        int64_t &l = left_[c], &r = right_[c];
        left_squares_ += 2 * l + 1;
        right_squares_ -= 2 * r - 1;
        if (!table_.empty()) {
            left_logs_ += table_[l + 1] - table_[l];
            right_logs_ -= table_[r] - table_[r - 1];
        }
        l++, r--, n_left_++, n_right_--;
        left_most_ = std::max(left_most_, l);
        if (r + 1 == right_most_) right_most_ = *std::max_element(right_.begin(), right_.end());
    }

    double cost(Rule rule) const {
        const auto real = [](int64_t whole) { return static_cast<double>(whole); };
        switch (rule) {
            case Rule::error: return real(n_left_ - left_most_ + n_right_ - right_most_);
            case Rule::error_above: return real(left_[1] + right_[0]);
            case Rule::error_below: return real(left_[0] + right_[1]);
            case Rule::gini: return -(real(left_squares_) / real(n_left_) + real(right_squares_) / real(n_right_));
            case Rule::entropy: return real(table_[n_left_] - left_logs_ + table_[n_right_] - right_logs_);
        }
        return 0;
    }

private:
    const std::vector<int64_t>& table_;
    std::vector<int64_t> left_, right_;
    int64_t n_left_ = 0, n_right_ = 0, left_squares_ = 0, right_squares_ = 0, left_logs_ = 0, right_logs_ = 0;
    int64_t left_most_ = 0, right_most_ = 0;
};

double impurity(Rule rule, const double* left, const double* right, int64_t classes);

// Weights of the two sides.
class Weights {
public:
    Weights(const std::vector<double>& total, const std::vector<int64_t>&)
        : total_(total), left_(total.size(), 0.0), right_(total) {}

    void move(int32_t c, double weight) {
        left_[c] += weight;
        right_[c] = std::max(total_[c] - left_[c], 0.0);
    }

    double cost(Rule rule) const {
        return impurity(rule, left_.data(), right_.data(), static_cast<int64_t>(left_.size()));
    }

private:
    const std::vector<double>& total_;
    std::vector<double> left_, right_;
};

double side_impurity(Rule rule, const double* share, int64_t classes) {
    double all = 0, squares = 0, logs = 0, most = 0;
    for (int64_t c = 0; c < classes; c++) {
        all += share[c];
        squares += share[c] * share[c];
        if (rule == Rule::entropy) logs += x_log_x(share[c]);
        most = std::max(most, share[c]);
    }
    if (all <= 0) return 0;
    if (rule == Rule::gini) return all - squares / all;
    return rule == Rule::entropy ? x_log_x(all) - logs : all - most;
}

// Summed over both sides and not yet divided by W.
double impurity(Rule rule, const double* left, const double* right, int64_t classes) {
    if (rule == Rule::error_above) return left[1] + right[0];
    if (rule == Rule::error_below) return left[0] + right[1];
    return side_impurity(rule, left, classes) + side_impurity(rule, right, classes);
}

// The class of each member row, -1 for the others; one look-up a row and column.
template <class Real>
std::vector<int32_t> member_codes(const SortedColumns<Real>& columns, const Labels& labels) {
    std::vector<int32_t> codes(static_cast<size_t>(columns.n));
    for (int64_t i = 0; i < columns.n; i++) codes[i] = columns.has(i) ? labels.codes[i] : -1;
    return codes;
}

struct Plan {
    std::vector<Rule> rules;
    LeafSizes sizes;
    std::vector<int32_t> codes;
    std::vector<double> total;
    std::vector<int64_t> table;
    int64_t members;
};

// A column's best split for each rule and least size.
template <class Sides, class Real>
std::vector<Split> scan_column(const SortedColumns<Real>& columns, int64_t column, const double* weight,
                               const Plan& plan) {
    const Real* value = columns.values + column * columns.n;
    const int32_t* row = columns.order + column * columns.n;
    const int64_t sizes = plan.sizes.count();
    std::vector<Split> best(static_cast<size_t>(n_rules * sizes));
    Sides sides(plan.total, plan.table);
    int64_t moved = 0, place = -1;
    double low = 0;
    for (int64_t i = 0; i < columns.n && moved < plan.members; i++) {
        const int32_t c = plan.codes[row[i]];
        if (c < 0) continue;
        const double high = static_cast<double>(value[i]);
        if (moved && high > low) {
            plan.sizes.follow(std::min(moved, plan.members - moved), place);
            if (place >= 0)
                for (Rule rule : plan.rules) {
                    Split& so_far = best[static_cast<int64_t>(rule) * sizes + place];
                    const double cost = sides.cost(rule);
                    if (cost < so_far.cost) so_far = {cost, column, low, high};
                }
        }
        sides.move(c, weight ? weight[row[i]] : 1.0);
        low = high;
        moved++;
    }
    return best;
}

template <class Real>
Plan make_plan(const SortedColumns<Real>& columns, const Labels& labels, const std::vector<Setting>& settings) {
    std::vector<int64_t> least;
    std::vector<Rule> rules;
    for (const Setting& each : settings) {
        least.push_back(each.min_leaf);
        if (std::find(rules.begin(), rules.end(), each.rule) == rules.end()) rules.push_back(each.rule);
    }
    Plan plan{rules, LeafSizes(least), member_codes(columns, labels), {}, {}, 0};
    plan.total.assign(static_cast<size_t>(labels.classes), 0.0);
    for (int64_t i = 0; i < columns.n; i++)
        if (plan.codes[i] >= 0) {
            plan.total[plan.codes[i]] += labels.weight ? labels.weight[i] : 1.0;
            plan.members++;
        }
    const bool has_entropy = std::find(rules.begin(), rules.end(), Rule::entropy) != rules.end();
    if (has_entropy && !labels.weight) plan.table = fixed_x_log_x(plan.members);
    return plan;
}

// Count the winner's sides again, from its values.
template <class Real>
void report(const SortedColumns<Real>& columns, const Labels& labels, const Plan& plan, Rule rule, const Split& split,
            int64_t setting, const Stumps& out) {
    double *left = out.left + setting * labels.classes, *right = out.right + setting * labels.classes;
    std::fill(left, left + labels.classes, 0.0);
    std::copy(plan.total.begin(), plan.total.end(), right);
    out.column[setting] = split.column;
    out.low[setting] = out.high[setting] = out.impurity[setting] = std::numeric_limits<double>::quiet_NaN();
    if (split.column < 0) return;
    out.low[setting] = split.low, out.high[setting] = split.high;
    std::fill(right, right + labels.classes, 0.0);
    double all = 0;
    for (int64_t i = split.column * columns.n; i < (split.column + 1) * columns.n; i++) {
        const int32_t row = columns.order[i], c = plan.codes[row];
        if (c < 0) continue;
        const double weight = labels.weight ? labels.weight[row] : 1.0;
        (static_cast<double>(columns.values[i]) <= split.low ? left : right)[c] += weight;
        all += weight;
    }
    out.impurity[setting] = impurity(rule, left, right, labels.classes) / all;
}

}  // namespace

template <class Real>
void stump_scan(const SortedColumns<Real>& columns, const Labels& labels, const std::vector<Setting>& settings,
                int threads, const Stumps& out) {
    const Plan plan = make_plan(columns, labels, settings);
    std::vector<std::vector<Split>> found(static_cast<size_t>(columns.d));
    parallel(threads, columns.d, [&](int64_t j) {
        found[j] = labels.weight ? scan_column<Weights>(columns, j, labels.weight, plan)
                                 : scan_column<Counts>(columns, j, nullptr, plan);
    });
    parallel(threads, static_cast<int64_t>(settings.size()), [&](int64_t s) {
        const Rule rule = settings[s].rule;
        const int64_t place = plan.sizes.place(settings[s].min_leaf);
        report(columns, labels, plan, rule, best_of(found, static_cast<int64_t>(rule), plan.sizes.count(), place), s,
               out);
    });
}

template void stump_scan<double>(const SortedColumns<double>&, const Labels&, const std::vector<Setting>&, int,
                                 const Stumps&);
template void stump_scan<float>(const SortedColumns<float>&, const Labels&, const std::vector<Setting>&, int,
                                const Stumps&);

}  // namespace gnomon
