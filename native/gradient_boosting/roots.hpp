// The histograms of the roots of several trees, which share rows and bins: eight are filled in one pass.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "leaf.hpp"
#include "quantized_gradients.hpp"

namespace gnomon::gradient_boosting {

// A tree before its first split.
struct Start {
    const double* gradient;
    const double* hessian;
    QuantizedGradients quantized;
    Leaf root;
};

class Roots {
public:
    explicit Roots(const BinnedTable& table)
        : table_(table),
          packed_(table.n * tree_batch),
          sums_(table.histogram_size() * tree_batch) {}

    // Fill the histograms of these roots, at most tree_batch, from m rows.
    void fill(const std::vector<const Start*>& starts, const int32_t* rows, int64_t m,
              const HistogramPool& pool) {
        std::fill_n(packed_.data(), table_.n * tree_batch, 0);
        for (size_t k = 0; k < starts.size(); k++)
            for (int64_t i = 0; i < m; i++)
                packed_[rows[i] * int64_t{tree_batch} + static_cast<int64_t>(k)] +=
                    starts[k]->quantized.values[static_cast<size_t>(rows[i])];
        const auto sum_up = GNOMON_CHOSEN(boost_sum_listed);
        sum_up(table_.cell_rows.data(), table_.cell_begin.data(), table_.histogram_size(), packed_.data(),
               sums_.data());
        for (size_t k = 0; k < starts.size(); k++) {
            const Leaf& root = starts[k]->root;
            for (int64_t cell = 0; cell < table_.histogram_size(); cell++)
                (*root.histogram)[cell] = sums_[cell * tree_batch + static_cast<int64_t>(k)];
            pool.complete(root.histogram, root.total);
        }
    }

private:
    const BinnedTable& table_;
    Buffer<int64_t> packed_, sums_;  // (n, tree_batch), (cells, tree_batch)
};

// Fill the histograms of all roots that have one.
inline void fill_roots(const BinnedTable& table, const int32_t* rows, int64_t m,
                       const std::vector<Start>& starts, const HistogramPool& pool) {
    Roots roots(table);
    std::vector<const Start*> some;
    for (const Start& start : starts) {
        if (start.root.histogram) some.push_back(&start);
        if (some.size() == tree_batch || (&start == &starts.back() && !some.empty())) {
            roots.fill(some, rows, m, pool);
            some.clear();
        }
    }
}

}  // namespace gnomon::gradient_boosting
