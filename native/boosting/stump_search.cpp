// A stump splits one column into groups: at or below a threshold and above it, or one for each level of a
// category; missing values are a group of their own. It maximizes, over columns and thresholds,
//   error  sum_groups max_c W_gc                 (the weight that the majority classes predict correctly)
//   gini   sum_groups sum_c W_gc^2 / W_g         (minimum Gini impurity)
// where W_gc is the weight of class c in group g. Scores closer than 1e-11 of the total weight are ties; of
// these the first column is taken, and of its thresholds the lowest.
//
// With two classes and s_i = +-w_i the error's score of a threshold is (W + |S| + |T - S|) / 2, S the sum of
// s below it: convex in S, so only the largest and the smallest S of a column must be found.
#include "stump_search.hpp"

#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "../splits/search.hpp"

namespace gnomon {

namespace {

constexpr uint32_t row_bits = 0x7fffffff;
constexpr double equal_share = 1e-11;
constexpr double none = no_gain;
constexpr int column_batch = 4;

int64_t row_of(uint32_t entry) { return entry & row_bits; }
bool rises_at(uint32_t entry) { return entry >> 31; }

// The aggregated rows of one value and class. at: the first of them in the column's order. rises: whether
// their value is above the one before and no aggregate of the same value came earlier.
struct Aggregate {
    int64_t at;
    double weight;
    int32_t code;
    bool rises;
};

// The score of one group, updated as rows are added.
struct Group {
    std::vector<double> weight;
    double all = 0, squares = 0, largest = 0;
    explicit Group(int64_t classes) : weight(static_cast<size_t>(classes), 0.0) {}
    void clear() {
        std::fill(weight.begin(), weight.end(), 0.0);
        all = squares = largest = 0;
    }
    void add(int32_t code, double w) {
        squares += w * (2 * weight[code] + w);
        weight[code] += w;
        all += w;
        largest = std::max(largest, weight[code]);
    }
    void move(const Aggregate& rows) { add(rows.code, rows.weight); }
    double score(StumpScore kind) const {
        if (kind == StumpScore::error) return largest;
        return all > 0 ? squares / all : 0;
    }
};

// scores[at] = missing + the scores of the groups on both sides of each rise; returns the score of all rows.
// A maximum cannot be updated as rows leave a group, so each side is summed from its own end.
template <class Item>
double sweep(int64_t size, const Item& item, StumpScore kind, double missing, Group& group, double* scores) {
    const auto rises = [&](int64_t i) { return item(i).rises; };
    group.clear();
    search_sorted(group, 1, size, item, rises,
                  [&](int64_t i) { scores[item(i).at] = missing + group.score(kind); });
    if (size > 0) group.move(item(size - 1));
    const double whole = group.score(kind);
    group.clear();
    search_sorted(group, 1, size, [&](int64_t i) { return item(size - 1 - i); },
                  [&](int64_t i) { return rises(size - i); },
                  [&](int64_t i) { scores[item(size - i).at] += group.score(kind); });
    return whole;
}

// Two classes: a group with sums W of |s| and S of s scores (W + S^2 / W) / 2.
struct TwoClassGini {
    double weight, total;  // of both sides
    double below_weight = 0, below = 0;

    static double part(double sum, double weight) { return weight > 0 ? sum * sum / weight : 0.0; }
    void move(double s) { below_weight += std::abs(s), below += s; }
    double gain() const {
        const double above_weight = weight - below_weight, above = total - below;
        const double sides = below * below * above_weight + above * above * below_weight;
        return below_weight > 0 && above_weight > 0 ? sides / (below_weight * above_weight)
                                                    : part(total, weight);
    }
};

// The largest and smallest sums below the thresholds of several columns, side by side: each addition depends
// on the one before it, so a single column would be bound by latency, and search_sorted takes one at a time.
struct Extremes {
    double sum[column_batch], high[column_batch], low[column_batch];
};

void advance(const uint32_t* const* entries, const double* s, int64_t from, int64_t end, int columns,
             Extremes& x) {
    for (int64_t i = from; i < end; i++)
        for (int c = 0; c < columns; c++) {
            const uint32_t entry = entries[c][i];
            const double high = std::max(x.high[c], x.sum[c]), low = std::min(x.low[c], x.sum[c]);
            x.high[c] = rises_at(entry) ? high : x.high[c];
            x.low[c] = rises_at(entry) ? low : x.low[c];
            x.sum[c] += s[row_of(entry)];
        }
}

void advance_batch(const uint32_t* const* entries, const double* s, int64_t end, Extremes& state) {
    Extremes x = state;
    for (int64_t i = 0; i < end; i++)
        for (int c = 0; c < column_batch; c++) {
            const uint32_t entry = entries[c][i];
            const double high = std::max(x.high[c], x.sum[c]), low = std::min(x.low[c], x.sum[c]);
            x.high[c] = rises_at(entry) ? high : x.high[c];
            x.low[c] = rises_at(entry) ? low : x.low[c];
            x.sum[c] += s[row_of(entry)];
        }
    state = x;
}

}  // namespace

struct StumpSearch::Workspace {
    std::vector<double> scores, sum;
    std::vector<Aggregate> aggregates;
    Group group;
    Workspace(int64_t members, int64_t classes)
        : scores(static_cast<size_t>(std::max<int64_t>(members, 1)), none),
          sum(static_cast<size_t>(classes), 0.0),
          group(classes) {}
};

StumpSearch::StumpSearch(const int32_t* order, const uint8_t* rises, const int64_t* present,
                         const uint8_t* categorical, const uint8_t* member, int64_t d, int64_t n, int threads)
    : d_(d),
      n_(n),
      present_(static_cast<size_t>(d)),
      values_(static_cast<size_t>(d)),
      categorical_(categorical, categorical + d) {
    for (int64_t i = 0; i < n; i++) members_ += !member || member[i];
    entries_.resize(static_cast<size_t>(d * members_));
    parallel(threads, d, [&](int64_t j) {
        const int32_t* rows = order + j * n;
        uint32_t* out = entries_.data() + j * members_;
        int64_t m = 0, seen = 0;
        bool rose = false;
        for (int64_t i = 0; i < n; i++) {
            rose |= rises[j * n + i] != 0;
            if (member && !member[rows[i]]) continue;
            // The first member has no predecessor; the first missing value begins no group.
            const bool marked = rose && m > 0 && i < present[j];
            values_[j] += marked;
            out[m++] = static_cast<uint32_t>(rows[i]) | (marked ? ~row_bits : 0u);
            seen += i < present[j];
            rose = false;
        }
        present_[j] = seen;
        values_[j] += seen > 0;
    });
    for (int64_t i = 0; i < n; i++)
        if (!member || member[i]) member_rows_.push_back(static_cast<int32_t>(i));
    count_columns();
}

void StumpSearch::count_columns() {
    std::vector<CountedColumn> columns;
    for (int64_t j = 0; j < d_; j++)
        if (column(j).can_be_counted()) columns.push_back({column(j), j});
    std::vector<int32_t> member_of(static_cast<size_t>(n_), -1);
    for (size_t m = 0; m < member_rows_.size(); m++) member_of[member_rows_[m]] = static_cast<int32_t>(m);
    counted_.add_panels(columns, member_of);
}

StumpColumn StumpSearch::column(int64_t j) const {
    if (j < 0 || j >= d_) return {nullptr, 0, 0, 0, false};
    return {entries_.data() + j * members_, present_[j], members_, values_[j], categorical_[j] != 0};
}

BestStump StumpSearch::best(const StumpTarget& target, int threads) const {
    std::vector<double> score(static_cast<size_t>(d_), none);
    if (target.classes == 2)
        two_class_bests(target, threads, score);
    else
        many_class_bests(target, threads, score);
    double all = 0;
    for (int64_t i = 0; i < n_; i++) all += target.weight[i];
    const double max_score = d_ ? *std::max_element(score.begin(), score.end()) : none;
    if (max_score == none) return describe(-1, 0, target);
    const double wanted = max_score - equal_share * all;
    const auto first = std::find_if(score.begin(), score.end(), [&](double s) { return s >= wanted; });
    return describe(first - score.begin(), wanted, target);
}

void StumpSearch::many_class_bests(const StumpTarget& target, int threads, std::vector<double>& best) const {
    const int64_t panels = target.score == StumpScore::error ? counted_.n_panels() : 0;
    ClassMembers by_class;
    if (panels) by_class.assign(member_rows_, target.codes, target.weight, target.classes);
    parallel(
        threads, panels + d_, [&] { return Workspace(members_, target.classes); },
        [&](int64_t task, Workspace& workspace) {
            const int64_t j = task - panels;
            if (j < 0) return counted_.error_bests(task, by_class, best);
            const StumpColumn c = column(j);
            const bool is_counted = panels && c.can_be_counted() && c.has_few_values(target.classes);
            if (!is_counted) best[j] = column_best(j, target, workspace);
        });
}

double StumpSearch::column_best(int64_t j, const StumpTarget& target, Workspace& workspace) const {
    const StumpColumn c = column(j);
    if (c.categorical) return categorical_score(c, target, workspace);
    threshold_scores(c, target, workspace);
    const auto scores = workspace.scores.begin();
    return *std::max_element(scores, scores + std::max<int64_t>(c.present, 1));
}

// The sum of the groups' scores; `none` where all rows are one group.
double StumpSearch::categorical_score(const StumpColumn& c, const StumpTarget& target,
                                      Workspace& workspace) const {
    double sum = 0;
    int64_t groups = 0;
    for (int64_t i = 0; i < c.members;) {
        workspace.group.clear();
        const bool missing = i >= c.present;
        do {
            const int64_t row = row_of(c.entries[i++]);
            workspace.group.add(target.codes[row], target.weight[row]);
        } while (i < c.members && (missing || (i < c.present && !rises_at(c.entries[i]))));
        sum += workspace.group.score(target.score);
        groups++;
    }
    return groups > 1 ? sum : none;
}

// Aggregates rows by value and class.
void StumpSearch::aggregate_rows(const StumpColumn& c, const StumpTarget& target,
                                 Workspace& workspace) const {
    workspace.aggregates.clear();
    for (int64_t from = 0; from < c.present;) {
        std::fill(workspace.sum.begin(), workspace.sum.end(), 0.0);
        int64_t i = from;
        do {
            const int64_t row = row_of(c.entries[i++]);
            workspace.sum[target.codes[row]] += target.weight[row];
        } while (i < c.present && !rises_at(c.entries[i]));
        bool rises = from > 0;
        for (int64_t k = 0; k < target.classes; k++) {
            if (workspace.sum[k] == 0 && !(rises && k + 1 == target.classes)) continue;
            workspace.aggregates.push_back({from, workspace.sum[k], static_cast<int32_t>(k), rises});
            rises = false;
        }
        from = i;
    }
}

// scores[i]: of a threshold below entry i. scores[0]: of no threshold, which only separates the missing
// values.
void StumpSearch::threshold_scores(const StumpColumn& c, const StumpTarget& target,
                                   Workspace& workspace) const {
    const auto one = [&](int64_t i) {
        const int64_t row = row_of(c.entries[i]);
        return Aggregate{i, target.weight[row], target.codes[row], rises_at(c.entries[i])};
    };
    workspace.group.clear();
    for (int64_t i = c.present; i < c.members; i++) workspace.group.add(one(i).code, one(i).weight);
    const double missing = workspace.group.score(target.score);
    double* scores = workspace.scores.data();
    std::fill(scores, scores + std::max<int64_t>(c.present, 1), none);
    double whole;
    if (c.has_few_values(target.classes)) {
        aggregate_rows(c, target, workspace);
        const auto size = static_cast<int64_t>(workspace.aggregates.size());
        const auto some = [&](int64_t i) { return workspace.aggregates[static_cast<size_t>(i)]; };
        whole = sweep(size, some, target.score, missing, workspace.group, scores);
    } else {
        whole = sweep(c.present, one, target.score, missing, workspace.group, scores);
    }
    scores[0] = c.present > 0 && c.present < c.members ? missing + whole : none;
}

void StumpSearch::two_class_bests(const StumpTarget& target, int threads, std::vector<double>& best) const {
    Signed signs{std::vector<double>(static_cast<size_t>(n_)), 0, 0};
    for (int64_t i = 0; i < n_; i++) {
        signs.s[i] = target.codes[i] ? target.weight[i] : -target.weight[i];
        signs.all += target.weight[i];
        signs.total += signs.s[i];
    }
    const bool by_error = target.score == StumpScore::error;
    parallel(
        threads, blocks_of(d_, column_batch), [&] { return Workspace(0, 2); },
        [&](int64_t block, Workspace& workspace) {
            const int64_t first = block * column_batch, end = std::min<int64_t>(first + column_batch, d_);
            if (by_error) error_bests(first, static_cast<int>(end - first), signs, best);
            for (int64_t j = first; j < end; j++)
                if (column(j).categorical)
                    best[j] = categorical_score(column(j), target, workspace);
                else if (!by_error)
                    best[j] = gini_best(column(j), signs);
        });
}

// The best scores of a few columns by error.
void StumpSearch::error_bests(int64_t first, int columns, const Signed& signs,
                              std::vector<double>& best) const {
    const uint32_t* entries[column_batch];
    int64_t shared = members_;
    Extremes x;
    for (int c = 0; c < columns; c++) {
        entries[c] = column(first + c).entries;
        shared = std::min(shared, present_[first + c]);
        x.sum[c] = 0, x.high[c] = none, x.low[c] = -none;
    }
    if (columns == column_batch)
        advance_batch(entries, signs.s.data(), shared, x);
    else
        advance(entries, signs.s.data(), 0, shared, columns, x);
    for (int c = 0; c < columns; c++) {
        const StumpColumn one = column(first + c);
        Extremes rest;
        rest.sum[0] = x.sum[c], rest.high[0] = x.high[c], rest.low[0] = x.low[c];
        advance(&one.entries, signs.s.data(), shared, one.present, 1, rest);
        const double total = rest.sum[0], missing = signs.total - total;
        const auto score = [&](double below) {
            return (signs.all + std::abs(below) + std::abs(total - below) + std::abs(missing)) / 2;
        };
        double& best_score = best[first + c];
        if (one.present > 0 && one.present < one.members) best_score = score(total);
        if (rest.high[0] != none)
            best_score = std::max({best_score, score(rest.high[0]), score(rest.low[0])});
    }
}

// The best Gini score of a column of two classes.
double StumpSearch::gini_best(const StumpColumn& c, const Signed& signs) const {
    double missing_weight = 0, missing = 0;
    for (int64_t i = c.present; i < c.members; i++) {
        const double s = signs.s[row_of(c.entries[i])];
        missing_weight += std::abs(s), missing += s;
    }
    TwoClassGini sides{signs.all - missing_weight, signs.total - missing};
    double best = c.present > 0 && c.present < c.members ? sides.part(sides.total, sides.weight) : none;
    const auto item = [&](int64_t i) { return signs.s[row_of(c.entries[i])]; };
    const auto rises = [&](int64_t i) { return rises_at(c.entries[i]); };
    search_sorted(sides, 1, c.present, item, rises, [&](int64_t) { improves(sides, best); });
    return best == none ? none : (signs.all + best + sides.part(missing, missing_weight)) / 2;
}

// The groups of the best stump: the first threshold of its column whose score reaches `wanted`, counted
// again.
BestStump StumpSearch::describe(int64_t j, double wanted, const StumpTarget& target) const {
    BestStump stump;
    stump.column = j;
    stump.sides.assign(static_cast<size_t>(n_), -1);
    const StumpColumn c = column(j);
    int64_t cut = c.present;
    if (j >= 0 && !c.categorical) {
        Workspace workspace(members_, target.classes);
        threshold_scores(c, target, workspace);
        // Summed in another order, the score may fall short of `wanted` by rounding.
        const auto scores = workspace.scores.begin();
        const double max_score = *std::max_element(scores, scores + std::max<int64_t>(c.present, 1));
        int64_t i = 0;
        while (i + 1 < c.present && workspace.scores[i] < std::min(wanted, max_score)) i++;
        cut = i > 0 ? i : c.present;
    }
    int32_t group = 0;
    const int64_t present = c.present;
    for (int64_t i = 0; i < present; i++) {
        const bool begins = j >= 0 && (c.categorical ? rises_at(c.entries[i]) : i == cut);
        group += begins;
        // The row adjacent to the threshold is the highest of the lower group, the first of any other.
        if (i == 0 || begins) stump.heads.push_back(static_cast<int32_t>(row_of(c.entries[i])));
        if (begins && !c.categorical) stump.heads[0] = static_cast<int32_t>(row_of(c.entries[i - 1]));
        stump.sides[row_of(c.entries[i])] = group;
    }
    const int32_t missing = static_cast<int32_t>(stump.heads.size());
    for (int64_t i = present; i < c.members; i++) stump.sides[row_of(c.entries[i])] = missing;
    stump.table.assign(static_cast<size_t>((missing + 1) * target.classes), 0.0);
    for (int64_t i = 0; i < n_; i++)
        if (stump.sides[i] >= 0)
            stump.table[stump.sides[i] * target.classes + target.codes[i]] += target.weight[i];
    Group whole(target.classes);
    for (int32_t g = 0; g <= missing; g++) {
        whole.clear();
        for (int64_t k = 0; k < target.classes; k++)
            whole.add(static_cast<int32_t>(k), stump.table[g * target.classes + k]);
        stump.score += whole.score(target.score);
    }
    return stump;
}

}  // namespace gnomon
