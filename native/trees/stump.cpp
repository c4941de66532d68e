// Over columns j and thresholds t the minimum impurity of the two sides x_j <= t and x_j > t, of weights W_l
// + W_r = W and class proportions p, for every setting:
//   gini     sum_sides W_s (1 - sum_c p_sc^2) / W
//   entropy  sum_sides W_s (- sum_c p_sc log2 p_sc) / W
//   error    sum_sides W_s (1 - max_c p_sc) / W; or, with two classes, the error rate if class 1 is predicted
//            above t (error_above) or below it (error_below)
//
// Without weights the sums over classes are integers and change by one term per row, so that equal splits tie
// exactly, in any order of the rows; x log2 x comes from a fixed-point table.
#include "stump.hpp"

#include <cmath>

#include "../parallel.hpp"
#include "../splits/class_counts.hpp"
#include "../splits/impurity.hpp"
#include "leaf_sizes.hpp"

namespace gnomon::trees {

namespace {

// x log2 x for integers 0..n, scaled so that sums of it fit in 63 bits.
std::vector<int64_t> fixed_x_log_x(int64_t n) {
    const double largest = std::max(x_log_x(static_cast<double>(n)), 1.0);
    const double unit = std::exp2(59 - std::ceil(std::log2(largest)));
    std::vector<int64_t> table(static_cast<size_t>(n) + 1);
    for (int64_t x = 0; x <= n; x++) table[x] = std::llround(x_log_x(static_cast<double>(x)) * unit);
    return table;
}

double impurity(Rule rule, const double* left, const double* right, int64_t classes);

struct Plan {
    std::vector<Rule> rules;
    LeafSizes sizes;
    std::vector<int32_t> codes;  // the class of each member row, -1 for the others
    std::vector<double> total;   // weight of each class
    std::vector<int64_t> table;  // x log2 x
    int64_t members;
};

// A row as it is moved.
struct Member {
    int32_t code;
    double weight;
};

// The criteria, as sides of the search: without weights in integers, each with the sums that it needs.
struct GiniSides : SquaredCounts {
    GiniSides(const Plan& plan, Rule) : SquaredCounts(plan.total, plan.members) {}
    void move(Member row) { SquaredCounts::move(row.code, 1); }
    double gain() const { return left_purity() + right_purity(); }
};

struct EntropySides : LogCounts<int64_t> {
    EntropySides(const Plan& plan, Rule) : LogCounts(plan.total, plan.members, plan.table.data()) {}
    void move(Member row) { LogCounts::move(row.code, 1); }
    double gain() const { return -real(entropy()); }
};

struct ErrorSides : ClassCounts {
    int64_t left_max = 0, right_max;
    ErrorSides(const Plan& plan, Rule) : ClassCounts(plan.total, plan.members), right_max(largest(right)) {}
    void move(Member row) {
        const bool was_max = right[row.code] == right_max;
        ClassCounts::move(row.code, 1);
        left_max = std::max(left_max, left[row.code]);
        if (was_max) right_max = largest(right);
    }
    double gain() const { return -real(n - left_max - right_max); }
};

struct PolaritySides : ClassCounts {
    size_t wrong_left, wrong_right;
    PolaritySides(const Plan& plan, Rule rule)
        : ClassCounts(plan.total, plan.members),
          wrong_left(rule == Rule::error_above),
          wrong_right(rule == Rule::error_below) {}
    void move(Member row) { ClassCounts::move(row.code, 1); }
    double gain() const { return -real(left[wrong_left] + right[wrong_right]); }
};

// Any weights, every rule.
struct WeightedSides {
    const std::vector<double>& total;
    std::vector<double> left, right;
    Rule rule;
    WeightedSides(const Plan& plan, Rule rule)
        : total(plan.total), left(total.size(), 0.0), right(total), rule(rule) {}
    void move(Member row) {
        left[row.code] += row.weight;
        right[row.code] = std::max(total[row.code] - left[row.code], 0.0);
    }
    double gain() const {
        return -impurity(rule, left.data(), right.data(), static_cast<int64_t>(left.size()));
    }
};

double side_impurity(Rule rule, const double* share, int64_t classes) {
    if (rule == Rule::entropy) {
        const ClassSums<true> sums(share, classes);
        return sums.all <= 0 ? 0 : sums.entropy();
    }
    const ClassSums<false> sums(share, classes);
    if (sums.all <= 0) return 0;
    return rule == Rule::gini ? sums.gini() : sums.error();
}

// Summed over both sides and not yet divided by W.
double impurity(Rule rule, const double* left, const double* right, int64_t classes) {
    if (rule == Rule::error_above) return left[1] + right[0];
    if (rule == Rule::error_below) return left[0] + right[1];
    return side_impurity(rule, left, classes) + side_impurity(rule, right, classes);
}

// The member rows of a column, in ascending order.
struct Column {
    std::vector<double> value, weight;
    std::vector<int32_t> code;
};

Column make_column(int64_t n, bool has_weight) {
    const auto capacity = static_cast<size_t>(n) + 1;
    return {std::vector<double>(capacity), std::vector<double>(has_weight ? capacity : 0),
            std::vector<int32_t>(capacity)};
}

template <class Real>
void read_members(const SortedColumns<Real>& columns, int64_t column, const double* weight, const Plan& plan,
                  Column& members) {
    const Real* value = columns.values + column * columns.n;
    const int32_t* order = columns.order + column * columns.n;
    for (int64_t i = 0, m = 0; i < columns.n; i++) {
        const int32_t c = plan.codes[order[i]];
        members.value[m] = static_cast<double>(value[i]);
        members.code[m] = c;
        if (weight) members.weight[m] = weight[order[i]];
        m += c >= 0;
    }
}

// A rule's best split of a column for each minimum leaf size.
template <class Sides>
void scan(const Column& members, int64_t column, const Plan& plan, Rule rule, Split* best) {
    Sides sides(plan, rule);
    const double* weight = members.weight.empty() ? nullptr : members.weight.data();
    const int32_t* code = members.code.data();
    const auto item = [&](int64_t i) { return Member{code[i], weight ? weight[i] : 1.0}; };
    search_each_size(sides, plan.sizes, plan.members, members.value.data(), column, item, best);
}

// A column's best split for each rule and minimum leaf size.
template <class Real>
std::vector<Split> scan_column(const SortedColumns<Real>& columns, int64_t column, const double* weight,
                               const Plan& plan, Column& members) {
    read_members(columns, column, weight, plan, members);
    std::vector<Split> best(static_cast<size_t>(n_rules * plan.sizes.count()));
    for (Rule rule : plan.rules) {
        Split* place = best.data() + static_cast<int64_t>(rule) * plan.sizes.count();
        if (weight)
            scan<WeightedSides>(members, column, plan, rule, place);
        else if (rule == Rule::gini)
            scan<GiniSides>(members, column, plan, rule, place);
        else if (rule == Rule::entropy)
            scan<EntropySides>(members, column, plan, rule, place);
        else if (rule == Rule::error)
            scan<ErrorSides>(members, column, plan, rule, place);
        else
            scan<PolaritySides>(members, column, plan, rule, place);
    }
    return best;
}

template <class Real>
Plan make_plan(const SortedColumns<Real>& columns, const Labels& labels,
               const std::vector<Setting>& settings) {
    std::vector<int64_t> min_leaf;
    std::vector<Rule> rules;
    for (const Setting& each : settings) {
        min_leaf.push_back(each.min_leaf);
        if (std::find(rules.begin(), rules.end(), each.rule) == rules.end()) rules.push_back(each.rule);
    }
    Plan plan{rules,
              LeafSizes(min_leaf),
              std::vector<int32_t>(static_cast<size_t>(columns.n), -1),
              std::vector<double>(static_cast<size_t>(labels.classes), 0.0),
              {},
              0};
    for (int64_t i = 0; i < columns.n; i++)
        if (columns.has(i)) {
            plan.codes[i] = labels.codes[i];
            plan.total[labels.codes[i]] += labels.weight ? labels.weight[i] : 1.0;
            plan.members++;
        }
    const bool has_entropy = std::find(rules.begin(), rules.end(), Rule::entropy) != rules.end();
    if (has_entropy && !labels.weight) plan.table = fixed_x_log_x(plan.members);
    return plan;
}

// Recounts the sides of the best split from its values.
template <class Real>
void report(const SortedColumns<Real>& columns, const Labels& labels, const Plan& plan, Rule rule,
            const Split& split, int64_t setting, Stumps& out) {
    double* left = out.left.data() + setting * labels.classes;
    double* right = out.right.data() + setting * labels.classes;
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
void stump_scan(const SortedColumns<Real>& columns, const Labels& labels,
                const std::vector<Setting>& settings, int threads, Stumps& out) {
    const Plan plan = make_plan(columns, labels, settings);
    std::vector<std::vector<Split>> best_splits(static_cast<size_t>(columns.d));
    parallel(
        threads, columns.d, [&] { return make_column(columns.n, labels.weight != nullptr); },
        [&](int64_t j, Column& members) {
            best_splits[j] = scan_column(columns, j, labels.weight, plan, members);
        });
    parallel(threads, static_cast<int64_t>(settings.size()), [&](int64_t s) {
        const Rule rule = settings[s].rule;
        const int64_t index = plan.sizes.index(settings[s].min_leaf);
        report(columns, labels, plan, rule,
               best_of(best_splits, static_cast<int64_t>(rule), plan.sizes.count(), index), s, out);
    });
}

template void stump_scan<double>(const SortedColumns<double>&, const Labels&, const std::vector<Setting>&,
                                 int, Stumps&);
template void stump_scan<float>(const SortedColumns<float>&, const Labels&, const std::vector<Setting>&, int,
                                Stumps&);

}  // namespace gnomon::trees
