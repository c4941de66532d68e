// A stump cuts one column into groups: at or below a threshold and above it, or one for each level of a
// category; missing values are a group of their own. It maximizes, over columns and thresholds,
//   error  sum_groups max_c W_gc                 (the weight that the groups' majorities get right)
//   gini   sum_groups sum_c W_gc^2 / W_g         (least Gini impurity)
// where W_gc is the weight of class c in group g. Scores closer than 1e-11 of the whole weight are equal; of
// equals the first column is taken, and of its thresholds the lowest.
//
// With two classes and s_i = +-w_i the error's score of a threshold is (W + |S| + |T - S|) / 2, S the sum of
// s below it: convex in S, so the largest and the smallest S of a column are all that must be found.
#include "stump_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr uint32_t row_bits = 0x7fffffff;
constexpr double equal_share = 1e-11;
constexpr double none = -std::numeric_limits<double>::infinity();
constexpr int together = 4;

int64_t row_of(uint32_t entry) { return entry & row_bits; }
bool rises_at(uint32_t entry) { return entry >> 31; }

// The score of one group, kept while rows are added.
struct Group {
    std::vector<double> weight;
    double all = 0, squares = 0, most = 0;
    explicit Group(int64_t classes) : weight(static_cast<size_t>(classes), 0.0) {}
    void clear() {
        std::fill(weight.begin(), weight.end(), 0.0);
        all = squares = most = 0;
    }
    void add(int32_t code, double w) {
        squares += w * (2 * weight[code] + w);
        weight[code] += w;
        all += w;
        most = std::max(most, weight[code]);
    }
    double score(StumpScore kind) const {
        if (kind == StumpScore::error) return most;
        return all > 0 ? squares / all : 0;
    }
};

// Some rows of one value and class. at: the first of them in the column's order. rises: whether their value is
// above the one before and no other such rows of it came earlier.
struct Like {
    int64_t at;
    double weight;
    int32_t code;
    bool rises;
};

// scores[at] = missing + the scores of the groups on both sides of each rise; gives the whole's score.
template <class Item>
double sweep(int64_t size, const Item& item, StumpScore kind, double missing, Group& group, double* scores) {
    group.clear();
    for (int64_t i = 0; i < size; i++) {
        const Like like = item(i);
        if (like.rises) scores[like.at] = missing + group.score(kind);
        group.add(like.code, like.weight);
    }
    const double whole = group.score(kind);
    group.clear();
    for (int64_t i = size - 1; i > 0; i--) {
        const Like like = item(i);
        group.add(like.code, like.weight);
        if (like.rises) scores[like.at] += group.score(kind);
    }
    return whole;
}

// The largest and smallest sums below the thresholds of several columns, side by side: each addition waits
// for the one before it, so one column alone would leave the processor idle.
struct Extremes {
    double sum[together], high[together], low[together];
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

void advance_together(const uint32_t* const* entries, const double* s, int64_t end, Extremes& kept) {
    Extremes x = kept;
    for (int64_t i = 0; i < end; i++)
        for (int c = 0; c < together; c++) {
            const uint32_t entry = entries[c][i];
            const double high = std::max(x.high[c], x.sum[c]), low = std::min(x.low[c], x.sum[c]);
            x.high[c] = rises_at(entry) ? high : x.high[c];
            x.low[c] = rises_at(entry) ? low : x.low[c];
            x.sum[c] += s[row_of(entry)];
        }
    kept = x;
}

}  // namespace

struct StumpSearch::Desk {
    std::vector<double> scores, sum;
    std::vector<Like> alike;
    Group group;
    Desk(int64_t members, int64_t classes)
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
            // The first row in view has none before it to be above; the first missing one begins no group.
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

FoundStump StumpSearch::best(const StumpQuestion& asked, int threads) const {
    std::vector<double> score(static_cast<size_t>(d_), none);
    if (asked.classes == 2)
        two_class_bests(asked, threads, score);
    else
        many_class_bests(asked, threads, score);
    double all = 0;
    for (int64_t i = 0; i < n_; i++) all += asked.weight[i];
    const double most = d_ ? *std::max_element(score.begin(), score.end()) : none;
    if (most == none) return describe(-1, 0, asked);
    const double wanted = most - equal_share * all;
    const auto first = std::find_if(score.begin(), score.end(), [&](double s) { return s >= wanted; });
    return describe(first - score.begin(), wanted, asked);
}

void StumpSearch::many_class_bests(const StumpQuestion& asked, int threads, std::vector<double>& best) const {
    const int64_t panels = asked.score == StumpScore::error ? counted_.n_panels() : 0;
    ClassMembers by_class;
    if (panels) by_class.take(member_rows_, asked.codes, asked.weight, asked.classes);
    parallel(
        threads, panels + d_, [&] { return Desk(members_, asked.classes); },
        [&](int64_t task, Desk& desk) {
            const int64_t j = task - panels;
            if (j < 0) return counted_.error_bests(task, by_class, best);
            const StumpColumn c = column(j);
            const bool is_counted = panels && c.can_be_counted() && c.has_few_values(asked.classes);
            if (!is_counted) best[j] = column_best(j, asked, desk);
        });
}

double StumpSearch::column_best(int64_t j, const StumpQuestion& asked, Desk& desk) const {
    const StumpColumn c = column(j);
    if (c.categorical) return categorical_score(c, asked, desk);
    threshold_scores(c, asked, desk);
    return *std::max_element(desk.scores.begin(), desk.scores.begin() + std::max<int64_t>(c.present, 1));
}

// The sum of the groups' scores; none where all rows are one group.
double StumpSearch::categorical_score(const StumpColumn& c, const StumpQuestion& asked, Desk& desk) const {
    double sum = 0;
    int64_t groups = 0;
    for (int64_t i = 0; i < c.members;) {
        desk.group.clear();
        const bool missing = i >= c.present;
        do {
            const int64_t row = row_of(c.entries[i++]);
            desk.group.add(asked.codes[row], asked.weight[row]);
        } while (i < c.members && (missing || (i < c.present && !rises_at(c.entries[i]))));
        sum += desk.group.score(asked.score);
        groups++;
    }
    return groups > 1 ? sum : none;
}

// Rows put together by value and class, where that leaves far fewer.
void StumpSearch::put_together(const StumpColumn& c, const StumpQuestion& asked, Desk& desk) const {
    desk.alike.clear();
    for (int64_t from = 0; from < c.present;) {
        std::fill(desk.sum.begin(), desk.sum.end(), 0.0);
        int64_t i = from;
        do {
            const int64_t row = row_of(c.entries[i++]);
            desk.sum[asked.codes[row]] += asked.weight[row];
        } while (i < c.present && !rises_at(c.entries[i]));
        bool rises = from > 0;
        for (int64_t k = 0; k < asked.classes; k++) {
            if (desk.sum[k] == 0 && !(rises && k + 1 == asked.classes)) continue;
            desk.alike.push_back({from, desk.sum[k], static_cast<int32_t>(k), rises});
            rises = false;
        }
        from = i;
    }
}

// scores[i]: of a threshold below entry i. scores[0]: of none, which cuts off the missing values alone.
void StumpSearch::threshold_scores(const StumpColumn& c, const StumpQuestion& asked, Desk& desk) const {
    const auto one = [&](int64_t i) {
        const int64_t row = row_of(c.entries[i]);
        return Like{i, asked.weight[row], asked.codes[row], rises_at(c.entries[i])};
    };
    desk.group.clear();
    for (int64_t i = c.present; i < c.members; i++) desk.group.add(one(i).code, one(i).weight);
    const double missing = desk.group.score(asked.score);
    double* scores = desk.scores.data();
    std::fill(scores, scores + std::max<int64_t>(c.present, 1), none);
    double whole;
    if (c.has_few_values(asked.classes)) {
        put_together(c, asked, desk);
        const auto size = static_cast<int64_t>(desk.alike.size());
        const auto some = [&](int64_t i) { return desk.alike[static_cast<size_t>(i)]; };
        whole = sweep(size, some, asked.score, missing, desk.group, scores);
    } else {
        whole = sweep(c.present, one, asked.score, missing, desk.group, scores);
    }
    scores[0] = c.present > 0 && c.present < c.members ? missing + whole : none;
}

void StumpSearch::two_class_bests(const StumpQuestion& asked, int threads, std::vector<double>& best) const {
    Signed signs{std::vector<double>(static_cast<size_t>(n_)), 0, 0};
    for (int64_t i = 0; i < n_; i++) {
        signs.s[i] = asked.codes[i] ? asked.weight[i] : -asked.weight[i];
        signs.all += asked.weight[i];
        signs.total += signs.s[i];
    }
    const bool by_error = asked.score == StumpScore::error;
    parallel(
        threads, blocks_of(d_, together), [&] { return Desk(0, 2); },
        [&](int64_t block, Desk& desk) {
            const int64_t first = block * together, end = std::min<int64_t>(first + together, d_);
            if (by_error) error_bests(first, static_cast<int>(end - first), signs, best);
            for (int64_t j = first; j < end; j++)
                if (column(j).categorical)
                    best[j] = categorical_score(column(j), asked, desk);
                else if (!by_error)
                    best[j] = gini_best(column(j), signs);
        });
}

// The best error's score of a few columns.
void StumpSearch::error_bests(int64_t first, int columns, const Signed& signs,
                              std::vector<double>& best) const {
    const uint32_t* entries[together];
    int64_t shared = members_;
    Extremes x;
    for (int c = 0; c < columns; c++) {
        entries[c] = column(first + c).entries;
        shared = std::min(shared, present_[first + c]);
        x.sum[c] = 0, x.high[c] = none, x.low[c] = -none;
    }
    if (columns == together)
        advance_together(entries, signs.s.data(), shared, x);
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
        double& found = best[first + c];
        if (one.present > 0 && one.present < one.members) found = score(total);
        if (rest.high[0] != none) found = std::max({found, score(rest.high[0]), score(rest.low[0])});
    }
}

// The best Gini score of a column: a group with sums W of |s| and S of s scores (W + S^2 / W) / 2.
double StumpSearch::gini_best(const StumpColumn& c, const Signed& signs) const {
    double missing_weight = 0, missing = 0;
    for (int64_t i = c.present; i < c.members; i++) {
        const double s = signs.s[row_of(c.entries[i])];
        missing_weight += std::abs(s), missing += s;
    }
    const auto part = [](double sum, double weight) { return weight > 0 ? sum * sum / weight : 0.0; };
    const double weight = signs.all - missing_weight, total = signs.total - missing;
    double below_weight = 0, below = 0;
    double most = c.present > 0 && c.present < c.members ? part(total, weight) : none;
    for (int64_t i = 0; i < c.present; i++) {
        const uint32_t entry = c.entries[i];
        if (rises_at(entry)) {
            const double above_weight = weight - below_weight, above = total - below;
            const double sides = below * below * above_weight + above * above * below_weight;
            most = std::max(most, below_weight > 0 && above_weight > 0
                                      ? sides / (below_weight * above_weight)
                                      : part(total, weight));
        }
        const double s = signs.s[row_of(entry)];
        below_weight += std::abs(s), below += s;
    }
    return most == none ? none : (signs.all + most + part(missing, missing_weight)) / 2;
}

// The groups of the winner: its first threshold whose score reaches what is wanted, counted again.
FoundStump StumpSearch::describe(int64_t j, double wanted, const StumpQuestion& asked) const {
    FoundStump found;
    found.column = j;
    found.sides.assign(static_cast<size_t>(n_), -1);
    const StumpColumn c = column(j);
    int64_t cut = c.present;
    if (j >= 0 && !c.categorical) {
        Desk desk(members_, asked.classes);
        threshold_scores(c, asked, desk);
        // Counted in another order, the score may fall short of what is wanted by a rounding.
        const double most =
            *std::max_element(desk.scores.begin(), desk.scores.begin() + std::max<int64_t>(c.present, 1));
        int64_t i = 0;
        while (i + 1 < c.present && desk.scores[i] < std::min(wanted, most)) i++;
        cut = i > 0 ? i : c.present;
    }
    int32_t group = 0;
    const int64_t present = c.present;
    for (int64_t i = 0; i < present; i++) {
        const bool begins = j >= 0 && (c.categorical ? rises_at(c.entries[i]) : i == cut);
        group += begins;
        // Of the lower group the highest row stands beside the threshold, of any other the first.
        if (i == 0 || begins) found.heads.push_back(static_cast<int32_t>(row_of(c.entries[i])));
        if (begins && !c.categorical) found.heads[0] = static_cast<int32_t>(row_of(c.entries[i - 1]));
        found.sides[row_of(c.entries[i])] = group;
    }
    const int32_t missing = static_cast<int32_t>(found.heads.size());
    for (int64_t i = present; i < c.members; i++) found.sides[row_of(c.entries[i])] = missing;
    found.table.assign(static_cast<size_t>((missing + 1) * asked.classes), 0.0);
    for (int64_t i = 0; i < n_; i++)
        if (found.sides[i] >= 0)
            found.table[found.sides[i] * asked.classes + asked.codes[i]] += asked.weight[i];
    Group whole(asked.classes);
    for (int32_t g = 0; g <= missing; g++) {
        whole.clear();
        for (int64_t k = 0; k < asked.classes; k++)
            whole.add(static_cast<int32_t>(k), found.table[g * asked.classes + k]);
        found.score += whole.score(asked.score);
    }
    return found;
}

}  // namespace gnomon
