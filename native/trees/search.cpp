// max over thresholds (or groups of levels) of the gain, where each side has its minimum size and the values
// of both sides satisfy the monotonic constraint of the column and the bounds from those of the ancestors.
// (For unconstrained columns values are clamped to the bounds later.) The best two groups of levels are among
// those in the order of their mean, or of their proportion of one of two classes (Breiman et al. 1984, 4.2);
// with more classes all pairs of groups are tried for up to 8 levels, and above that the orders by the
// proportion of each class.
#include "search.hpp"

#include <algorithm>
#include <numeric>

#include "../splits/search.hpp"
#include "apply.hpp"
#include "medians.hpp"
#include "sides.hpp"

namespace gnomon::trees {

namespace {

constexpr int64_t max_subset_levels = 8;

struct SearchTask {
    const View& view;
    const PendingNode& node;
    int64_t column;
    Workspace& workspace;
    double tie() const { return equal_gains * node.sums.impurity; }
};

template <class Sides>
[[gnu::always_inline]] inline bool is_allowed(const Sides& sides, const SearchTask& task) {
    const Growth& growth = task.view.growth;
    const int64_t rows = sides.left_rows();
    if (rows < growth.min_leaf || task.node.sums.rows - rows < growth.min_leaf) return false;
    const double weight = sides.left_weight(), slack = 1e-12 * task.node.sums.weight;
    if (growth.min_weight > 0 &&
        std::min(weight, task.node.sums.weight - weight) < growth.min_weight - slack)
        return false;
    if (!growth.monotone || growth.monotone[task.column] == 0) return true;
    const double left = sides.left_value(), right = sides.right_value();
    return growth.monotone[task.column] * (right - left) >= 0 && std::min(left, right) >= task.node.lower &&
           std::max(left, right) <= task.node.upper;
}

template <class Sides>
[[gnu::always_inline]] inline void consider(const Sides& sides, const SearchTask& task, uint32_t low,
                                            uint32_t high, bool missing_left, Candidate& best) {
    if (!improves(sides, best.gain + task.tie(), [&] { return is_allowed(sides, task); }, best.gain)) return;
    best.column = task.column;
    best.low = low, best.high = high, best.missing_left = missing_left;
    best.threshold = std::numeric_limits<double>::quiet_NaN();
    best.left_weight = sides.left_weight();
    if (task.view.growth.monotone)
        best.left_value = sides.left_value(), best.right_value = sides.right_value();
}

// Every threshold among the first `present` items; the last one, which separates the missing values, only if
// these are on the right.
template <class Sides>
void try_every_cut(Sides sides, const SearchTask& task, const Item* items, int64_t present, int64_t last,
                   bool missing_left, Candidate& best) {
    const auto item = [&](int64_t i) { return items[i]; };
    const auto rises = [&](int64_t i) { return i >= present || items[i].rank != items[i - 1].rank; };
    search_sorted(sides, 1, last + 1, item, rises, [&](int64_t i) {
        const uint32_t next = i < present ? items[i].rank : missing_rank;
        consider(sides, task, items[i - 1].rank, next, missing_left, best);
    });
}

// Thresholds drawn uniformly between the minimum and the maximum.
template <class Sides>
void try_drawn_cuts(const Sides& start, const SearchTask& task, const Item* items, int64_t present,
                    bool missing_left, Candidate& best) {
    const View& view = task.view;
    const double low = view.value(task.column, items[0].rank);
    const double high = view.value(task.column, items[present - 1].rank);
    const uint64_t key = mixed(task.node.key, static_cast<uint64_t>(task.column));
    for (int64_t draw = 0; draw < view.growth.thresholds && low < high; draw++) {
        double t = low + between_0_and_1(mixed(key, static_cast<uint64_t>(draw))) * (high - low);
        if (!(t < high)) t = low;
        Sides sides = start;
        int64_t i = 0;
        for (; view.value(task.column, items[i].rank) <= t; i++) sides.move(items[i]);
        const double before = best.gain;
        consider(sides, task, items[i - 1].rank, items[i].rank, missing_left, best);
        if (best.gain != before) best.threshold = t;
    }
}

template <class Sides>
Candidate try_numbers(const Sides& start, const SearchTask& task, const Item* items, int64_t n) {
    Candidate best;
    const auto is_present = [](const Item& item) { return item.rank != missing_rank; };
    const int64_t present = std::partition_point(items, items + n, is_present) - items;
    const bool drawn = task.view.growth.thresholds > 0 && items[0].rank != items[present - 1].rank;
    best.had_missing = present < n;
    if (drawn) try_drawn_cuts(start, task, items, present, false, best);
    else try_every_cut(start, task, items, present, present < n ? present : present - 1, false, best);
    if (present == n || items[0].rank == items[present - 1].rank) return best;
    Sides sides = start;
    for (int64_t i = present; i < n; i++) sides.move(items[i]);
    if (drawn) try_drawn_cuts(sides, task, items, present, true, best);
    else try_every_cut(sides, task, items, present, present - 1, true, best);
    return best;
}

// The items of each level: the positions where a new rank begins, and the end.
std::vector<int64_t> level_starts(const Item* items, int64_t n) {
    std::vector<int64_t> starts{0};
    for (int64_t i = 1; i < n; i++)
        if (items[i].rank != items[i - 1].rank) starts.push_back(i);
    starts.push_back(n);
    return starts;
}

// The position of each level in the order of its proportion of one class, or of its mean; ties in order of
// code.
std::vector<int64_t> places_of_levels(const View& view, const Item* items, const std::vector<int64_t>& starts,
                                      int64_t by) {
    const int64_t levels = static_cast<int64_t>(starts.size()) - 1;
    std::vector<double> key(static_cast<size_t>(levels));
    for (int64_t g = 0; g < levels; g++) {
        double sum = 0, all = 0;
        for (int64_t i = starts[g]; i < starts[g + 1]; i++) {
            const int32_t row = items[i].row();
            const double y = view.targets.classes ? static_cast<double>(view.code[row] == by) : view.y[row];
            sum += view.weight[row] * y;
            all += view.weight[row];
        }
        key[g] = sum / all;
    }
    std::vector<int64_t> order(key.size()), place(key.size());
    std::iota(order.begin(), order.end(), int64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return key[a] < key[b]; });
    for (int64_t p = 0; p < levels; p++) place[order[p]] = p;
    return place;
}

template <class Sides>
void try_groups(const Sides& start, const SearchTask& task, const Item* items,
                const std::vector<int64_t>& starts, int64_t by, Candidate& best) {
    const std::vector<int64_t> place = places_of_levels(task.view, items, starts, by);
    std::vector<int64_t> level(place.size());
    for (size_t g = 0; g < place.size(); g++) level[place[g]] = static_cast<int64_t>(g);
    std::vector<Item>& copy = task.workspace.items;
    copy.clear();
    for (size_t p = 0; p < level.size(); p++)
        for (int64_t i = starts[level[p]]; i < starts[level[p] + 1]; i++)
            copy.push_back({static_cast<uint32_t>(p), items[i].tag});
    const double before = best.gain;
    const int64_t n = static_cast<int64_t>(copy.size());
    try_every_cut(start, task, copy.data(), n, n - 1, false, best);
    if (best.gain != before) best.kind = Kind::groups, best.by = by;
}

template <class Sides>
void try_subsets(const Sides& start, const SearchTask& task, const Item* items,
                 const std::vector<int64_t>& starts, Candidate& best) {
    const size_t levels = starts.size() - 1;
    // Bit 0 is always set: the subset and its complement are one split.
    for (uint32_t subset = 1; subset + 1 < (1u << levels); subset += 2) {
        Sides sides = start;
        for (size_t g = 0; g < levels; g++)
            for (int64_t i = starts[g]; (subset >> g & 1) && i < starts[g + 1]; i++) sides.move(items[i]);
        consider(sides, task, subset, 0, false, best);
    }
    best.kind = Kind::subset;
}

Candidate multiway_split(const SearchTask& task, const Item* items, const std::vector<int64_t>& starts) {
    Candidate best;
    double left = 0;
    for (size_t g = 0; g + 1 < starts.size(); g++) {
        const Sums sums = sums_of(task.view, items + starts[g], starts[g + 1] - starts[g]);
        if (sums.rows < task.view.growth.min_leaf || sums.weight < task.view.growth.min_weight) return best;
        left += sums.impurity;
        best.split_information -= x_log_x(sums.weight / task.node.sums.weight);
    }
    best.gain = task.node.sums.impurity - left;
    best.column = task.column, best.kind = Kind::levels;
    return best;
}

template <class Sides>
Candidate try_levels(const Sides& start, const SearchTask& task, const Item* items, int64_t n) {
    const std::vector<int64_t> starts = level_starts(items, n);
    if (task.view.growth.multiway) return multiway_split(task, items, starts);
    Candidate best;
    const int64_t levels = static_cast<int64_t>(starts.size()) - 1, classes = task.view.targets.classes;
    if (classes > 2 && levels <= max_subset_levels) try_subsets(start, task, items, starts, best);
    else if (classes > 2)
        for (int64_t c = 0; c < classes; c++) try_groups(start, task, items, starts, c, best);
    else try_groups(start, task, items, starts, 1, best);
    return best;
}

template <class Sides>
Candidate search(const Sides& start, const SearchTask& task, const Item* items, int64_t n) {
    return task.view.columns.categorical[task.column] ? try_levels(start, task, items, n)
                                                      : try_numbers(start, task, items, n);
}

template <Criterion criterion>
Candidate search_classes(const SearchTask& task, const Item* items, int64_t n) {
    const View& view = task.view;
    const Sums& sums = task.node.sums;
    if (!view.whole) return search(WeightedClasses<criterion>(view, sums), task, items, n);
    if (view.targets.classes != 2) return search(ManyClasses<criterion>(view, sums), task, items, n);
    if (view.unit) return search(TwoClasses<criterion, true>(view, sums), task, items, n);
    return search(TwoClasses<criterion, false>(view, sums), task, items, n);
}

void assign_sides(const View& view, const PendingNode& node, const Candidate& best, Branches& branches) {
    const Counted& counted = *view.counted;
    const int64_t place = counted.place[best.column];
    const std::vector<uint32_t>& ranks = counted.columns[place].ranks;
    const Item* items = view.items[view.columns.d].data() + node.begin;
    for (int64_t i = 0; i < node.size(); i++) {
        const int32_t row = items[i].row();
        branches.side[row] = ranks[counted.code(view.table_row[row], place)] > best.low;
    }
}

}  // namespace

Candidate search_column(const View& view, const PendingNode& node, int64_t column, Workspace& workspace) {
    const Item* items = view.items[column].data() + node.begin;
    const int64_t n = node.size();
    if (items[0].rank == items[n - 1].rank) return {};
    const SearchTask task{view, node, column, workspace};
    switch (view.growth.criterion) {
        case Criterion::gini: return search_classes<Criterion::gini>(task, items, n);
        case Criterion::entropy: return search_classes<Criterion::entropy>(task, items, n);
        case Criterion::error: return search_classes<Criterion::error>(task, items, n);
        case Criterion::squared:
            return view.unit ? search(Squares<true>(view, node.sums), task, items, n)
                             : search(Squares<false>(view, node.sums), task, items, n);
        case Criterion::absolute: break;
    }
    if (workspace.place.empty()) workspace.place.resize(static_cast<size_t>(view.n));
    const Item* targets = view.items[view.columns.d].data() + node.begin;
    return search(Medians(view, node.sums, targets, n, workspace.place), task, items, n);
}

int32_t assign_branches(const View& view, const PendingNode& node, const Candidate& best, Branches& branches,
                        std::vector<std::pair<int32_t, int32_t>>& levels) {
    if (view.is_counted(best.column)) {
        assign_sides(view, node, best, branches);
        return 2;
    }
    const Item* items = view.items[best.column].data() + node.begin;
    const int64_t n = node.size();
    if (best.kind == Kind::number) {
        for (int64_t i = 0; i < n; i++)
            branches.side[items[i].row()] =
                items[i].rank == missing_rank ? !best.missing_left : items[i].rank > best.low;
        return 2;
    }
    const std::vector<int64_t> starts = level_starts(items, n);
    const int32_t count = best.kind == Kind::levels ? static_cast<int32_t>(starts.size()) - 1 : 2;
    std::vector<int64_t> place;
    if (best.kind == Kind::groups) place = places_of_levels(view, items, starts, best.by);
    for (size_t g = 0; g + 1 < starts.size(); g++) {
        const int32_t to = best.kind == Kind::levels   ? static_cast<int32_t>(g)
                           : best.kind == Kind::groups ? place[g] > static_cast<int64_t>(best.low)
                                                       : !(best.low >> g & 1);
        const uint32_t rank = items[starts[g]].rank;
        levels.emplace_back(
            rank == missing_rank ? missing_level : static_cast<int32_t>(view.value(best.column, rank)), to);
        for (int64_t i = starts[g]; i < starts[g + 1]; i++) branches.set(items[i].row(), to, count == 2);
    }
    return count;
}

}  // namespace gnomon::trees
