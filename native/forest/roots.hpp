// The cells of the roots of several trees: they share rows and bins, so that one visit of a row serves eight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "amounts.hpp"
#include "leaf.hpp"

namespace gnomon::forest {

// A tree before its first split.
struct Start {
    const double* slope;
    const double* curvature;
    Amounts amounts;
    Leaf root;
};

class Roots {
public:
    explicit Roots(const BoostTable& table)
        : table_(table),
          amounts_(table.n * trees_together),
          sums_(table.cells() * trees_together) {}

    // Fill the cells of these roots, at most trees_together, from m rows.
    void fill(const std::vector<const Start*>& starts, const int32_t* rows, int64_t m,
              const CellsPool& pool) {
        std::fill_n(amounts_.data(), table_.n * trees_together, 0);
        for (size_t k = 0; k < starts.size(); k++)
            for (int64_t i = 0; i < m; i++)
                amounts_[rows[i] * int64_t{trees_together} + static_cast<int64_t>(k)] +=
                    starts[k]->amounts.of[static_cast<size_t>(rows[i])];
        const auto sum_up = GNOMON_CHOSEN(boost_sum_listed);
        sum_up(table_.cell_rows.data(), table_.cell_begin.data(), table_.cells(), amounts_.data(),
               sums_.data());
        for (size_t k = 0; k < starts.size(); k++) {
            const Leaf& root = starts[k]->root;
            for (int64_t cell = 0; cell < table_.cells(); cell++)
                (*root.cells)[cell] = sums_[cell * trees_together + static_cast<int64_t>(k)];
            pool.complete(root.cells, root.total);
        }
    }

private:
    const BoostTable& table_;
    Buffer<int64_t> amounts_, sums_;  // (n, trees_together), (cells, trees_together)
};

// Fill the cells of all roots that have some.
inline void fill_roots(const BoostTable& table, const int32_t* rows, int64_t m,
                       const std::vector<Start>& starts, const CellsPool& pool) {
    Roots roots(table);
    std::vector<const Start*> some;
    for (const Start& start : starts) {
        if (start.root.cells) some.push_back(&start);
        if (some.size() == trees_together || (&start == &starts.back() && !some.empty())) {
            roots.fill(some, rows, m, pool);
            some.clear();
        }
    }
}

}  // namespace gnomon::forest
