// For each query the k nearest rows, by a k-d tree (Friedman, Bentley & Finkel 1977): a node is pruned if its
// bounding box is farther away than the k-th nearest row so far.
#include "kd_tree.hpp"

#include <numeric>

#include "panels.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t query_block = 64;
constexpr double infinite = std::numeric_limits<double>::infinity();

int64_t padded_columns(int64_t d) { return blocks_of(d, 8) * 8; }

}  // namespace

template <class Real>
KdTree::KdTree(Rows<Real> data, int64_t leaf_size, int threads)
    : n_(data.n),
      d_(data.d),
      padded_(padded_columns(data.d)),
      leaf_panels_(std::max<int64_t>(blocks_of(std::min(leaf_size, data.n), panel_rows), 1)),
      row_(static_cast<size_t>(data.n)),
      node_(static_cast<size_t>(data.n ? count_nodes(blocks_of(data.n, panel_rows)) : 0)),
      packed_(blocks_of(data.n, panel_rows) * panel_rows * data.d),
      low_(static_cast<int64_t>(node_.size()) * padded_),
      high_(static_cast<int64_t>(node_.size()) * padded_) {
    std::iota(row_.begin(), row_.end(), int64_t{0});
    if (!n_) return;
    std::vector<double> cell(static_cast<size_t>(2 * d_), infinite);
    std::fill(cell.begin() + d_, cell.end(), -infinite);
    for (int64_t i = 0; i < n_; i++) widen(data, i, cell.data(), cell.data() + d_);
    grow(data, 0, 0, blocks_of(n_, panel_rows), cell, threads);
}

int64_t KdTree::count_nodes(int64_t panels) const {
    if (panels <= leaf_panels_) return 1;
    return 1 + count_nodes((panels + 1) / 2) + count_nodes(panels / 2);
}

// Splits the longest side of the cell at its median row; the cell is the box of all rows, cut by the splits
// above.
template <class Real>
void KdTree::grow(Rows<Real> data, int64_t node, int64_t first_panel, int64_t panels,
                  std::vector<double> cell, int threads) {
    const int64_t from = first_panel * panel_rows, end = std::min(n_, (first_panel + panels) * panel_rows);
    node_[node] = {0, first_panel, panels, end - from};
    if (panels <= leaf_panels_) return fill_leaf(data, node);
    int64_t longest = 0;
    for (int64_t j = 1; j < d_; j++)
        if (cell[d_ + j] - cell[j] > cell[d_ + longest] - cell[longest]) longest = j;
    const int64_t left = (panels + 1) / 2, right = node + 1 + count_nodes(left);
    const double middle = d_ ? part(data, longest, from, from + left * panel_rows, end) : 0;
    node_[node].right = right;
    parallel(threads, 2, [&](int64_t side) {
        std::vector<double> half = cell;
        if (d_) half[side == 0 ? d_ + longest : longest] = middle;
        const int64_t first = side == 0 ? first_panel : first_panel + left;
        grow(data, side == 0 ? node + 1 : right, first, side == 0 ? left : panels - left, half,
             (threads + 1) / 2);
    });
    for (int64_t j = 0; j < padded_; j++) {
        low_[node * padded_ + j] = std::min(low_[(node + 1) * padded_ + j], low_[right * padded_ + j]);
        high_[node * padded_ + j] = std::max(high_[(node + 1) * padded_ + j], high_[right * padded_ + j]);
    }
}

// Partitions the rows by a column, ties by row number, at `middle`; returns the value there.
template <class Real>
double KdTree::part(Rows<Real> data, int64_t column, int64_t from, int64_t middle, int64_t end) {
    std::vector<std::pair<Real, int64_t>> items(static_cast<size_t>(end - from));
    for (int64_t i = from; i < end; i++) items[i - from] = {data.x[row_[i] * d_ + column], row_[i]};
    std::nth_element(items.begin(), items.begin() + (middle - from), items.end());
    for (int64_t i = from; i < end; i++) row_[i] = items[i - from].second;
    return static_cast<double>(items[middle - from].first);
}

// Widens a box of d lower and d upper bounds to contain the row.
template <class Real>
void KdTree::widen(Rows<Real> data, int64_t row, double* low, double* high) const {
    for (int64_t j = 0; j < d_; j++) {
        low[j] = std::min(low[j], static_cast<double>(data.x[row * d_ + j]));
        high[j] = std::max(high[j], static_cast<double>(data.x[row * d_ + j]));
    }
}

template <class Real>
void KdTree::fill_leaf(Rows<Real> data, int64_t node) {
    const Node& leaf = node_[node];
    double *low = low_.data() + node * padded_, *high = high_.data() + node * padded_;
    for (int64_t j = 0; j < padded_; j++) low[j] = j < d_ ? infinite : -infinite, high[j] = -low[j];
    for (int64_t p = leaf.panel; p < leaf.panel + leaf.panels; p++) {
        int64_t row[panel_rows];
        for (int64_t r = 0; r < panel_rows; r++) row[r] = row_[std::min(p * panel_rows + r, n_ - 1)];
        fill_panel(data, row, packed_.data() + p * panel_rows * d_);
        for (int64_t each : row) widen(data, each, low, high);
    }
}

// A lower bound of every computed distance to a row of the node, rounding included.
double KdTree::gap(const Measure& measure, int64_t node, const double* query) const {
    const double sum = loops().box(measure.metric, low_.data() + node * padded_,
                                   high_.data() + node * padded_, padded_, query);
    return sum * (1 - 4 * static_cast<double>(d_ + 4) * std::numeric_limits<double>::epsilon());
}

// The leaf reached by always descending to the nearer child.
int64_t KdTree::nearest_leaf(const Measure& measure, const double* query) const {
    int64_t node = 0;
    while (node_[node].right) {
        const int64_t left = node + 1, right = node_[node].right;
        node = gap(measure, left, query) <= gap(measure, right, query) ? left : right;
    }
    return node;
}

void KdTree::search_one(const Measure& measure, const double* query, Best& best,
                      std::vector<std::pair<double, int64_t>>& stack) const {
    stack.assign(1, {0.0, 0});
    while (!stack.empty()) {
        auto [bound, node] = stack.back();
        stack.pop_back();
        if (bound > best.limit()) continue;
        while (node_[node].right) {
            int64_t near = node + 1, far = node_[node].right;
            double near_gap = gap(measure, near, query), far_gap = gap(measure, far, query);
            if (far_gap < near_gap) std::swap(near, far), std::swap(near_gap, far_gap);
            if (far_gap <= best.limit()) stack.emplace_back(far_gap, far);
            node = near;
            if (near_gap > best.limit()) break;
        }
        const Node& leaf = node_[node];
        if (leaf.right) continue;
        for (int64_t p = 0; p < leaf.panels; p++) {
            const int64_t first = (leaf.panel + p) * panel_rows;
            const int64_t rows = std::min<int64_t>(panel_rows, leaf.rows - p * panel_rows);
            scan_panel(measure, packed_.data() + first * d_, d_, rows, query, best,
                       [&](int r) { return row_[first + r]; });
        }
    }
}

// Sorts queries by leaf: the rows that one query reads are in the cache for the next.
template <class Real>
std::vector<int64_t> KdTree::in_leaf_order(const Measure& measure, const Question<Real>& ask) const {
    const int64_t q = ask.queries.n;
    std::vector<std::pair<int64_t, int64_t>> place(static_cast<size_t>(q));
    parallel(ask.threads, blocks_of(q, query_block), [&](int64_t block) {
        Buffer<double> query(padded_, zeroed);
        for (int64_t i = block * query_block; i < std::min(q, (block + 1) * query_block); i++) {
            for (int64_t j = 0; j < d_; j++) query[j] = static_cast<double>(ask.queries.x[i * d_ + j]);
            place[i] = {nearest_leaf(measure, query.data()), i};
        }
    });
    std::sort(place.begin(), place.end());
    std::vector<int64_t> order(static_cast<size_t>(q));
    for (int64_t i = 0; i < q; i++) order[i] = place[i].second;
    return order;
}

template <class Real>
void KdTree::search(const Measure& measure, const Question<Real>& ask) const {
    if (!n_) return;
    const std::vector<int64_t> order = in_leaf_order(measure, ask);
    const int64_t q = ask.queries.n;
    parallel(ask.threads, blocks_of(q, query_block), [&](int64_t block) {
        Buffer<double> query(padded_, zeroed);
        Best best(ask.k, measure.has_root());
        std::vector<std::pair<double, int64_t>> stack;
        for (int64_t i = block * query_block; i < std::min(q, (block + 1) * query_block); i++) {
            const int64_t at = order[i];
            for (int64_t j = 0; j < d_; j++) query[j] = static_cast<double>(ask.queries.x[at * d_ + j]);
            best.clear(ask.excluded(at));
            search_one(measure, query.data(), best, stack);
            best.write(ask.distance + at * ask.k, ask.index + at * ask.k);
        }
    });
}

template KdTree::KdTree(Rows<double>, int64_t, int);
template KdTree::KdTree(Rows<float>, int64_t, int);
template void KdTree::search<double>(const Measure&, const Question<double>&) const;
template void KdTree::search<float>(const Measure&, const Question<float>&) const;

}  // namespace gnomon
