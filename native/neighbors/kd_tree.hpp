// A k-d tree with wide leaves.
#pragma once

#include <vector>

#include "../buffer.hpp"
#include "nearest.hpp"

namespace gnomon {

// Nodes are in preorder: the left child follows its parent. Leaves hold whole panels of rows.
struct Node {
    int64_t right;                // 0 for a leaf
    int64_t panel, panels, rows;  // rows in all panels of the leaf
};

class KdTree {
public:
    template <class Real>
    KdTree(Rows<Real> data, int64_t leaf_size, int threads);

    int64_t n() const { return n_; }
    int64_t d() const { return d_; }

    // Euclidean or Manhattan.
    template <class Real>
    void search(const Measure& measure, const Question<Real>& question) const;

private:
    template <class Real>
    void grow(Rows<Real> data, int64_t node, int64_t first_panel, int64_t panels, std::vector<double> cell,
              int threads);
    template <class Real>
    double part(Rows<Real> data, int64_t column, int64_t from, int64_t middle, int64_t end);
    template <class Real>
    void widen(Rows<Real> data, int64_t row, double* low, double* high) const;
    template <class Real>
    void fill_leaf(Rows<Real> data, int64_t node);
    int64_t count_nodes(int64_t panels) const;
    double gap(const Measure& measure, int64_t node, const double* query) const;
    int64_t nearest_leaf(const Measure& measure, const double* query) const;
    void search_one(const Measure& measure, const double* query, Best& best,
                    std::vector<std::pair<double, int64_t>>& stack) const;
    template <class Real>
    std::vector<int64_t> in_leaf_order(const Measure& measure, const Question<Real>& question) const;

    int64_t n_, d_, padded_, leaf_panels_;
    std::vector<int64_t> row_;  // the row number of each position
    std::vector<Node> node_;
    Buffer<double> packed_, low_, high_;
};

}  // namespace gnomon
