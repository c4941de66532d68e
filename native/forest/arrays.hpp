// Conversion and checks of the arrays of a forest.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "../bindings/arrays.hpp"
#include "../bindings/record.hpp"
#include "forest.hpp"

namespace gnomon::forest {

// order, cumulative weight, draws.
using BootstrapArrays = std::tuple<Vector<int32_t>, Vector<double>, int64_t>;
// nodes (N, 2), side (N), values (leaves, outputs), subsets (S, 4), begin (trees + 1).
using ForestArrays =
    std::tuple<Matrix<uint32_t>, Vector<int32_t>, Matrix<double>, Matrix<uint64_t>, Vector<int64_t>>;
// cuts or tops of all columns, one after the other, and where those of each begin (d + 1).
using PerColumn = std::tuple<Vector<double>, Vector<int64_t>>;

inline void check_begin(const char* name, const Vector<int64_t>& begin, int64_t columns, int64_t items,
                        int64_t max_size) {
    check_length(name, length(begin.shape(0)), columns + 1);
    bool fine = begin.data()[0] == 0 && begin.data()[columns] == items;
    for (int64_t j = 0; j < columns; j++) {
        const int64_t size = begin.data()[j + 1] - begin.data()[j];
        fine = fine && size >= 0 && size <= max_size;
    }
    if (!fine)
        refuse(std::string(name) + " does not divide the items into columns of at most " +
               std::to_string(max_size));
}

inline Bootstrap bootstrap_of(const BootstrapArrays& arrays, int64_t n) {
    const auto& [order, up_to, draws] = arrays;
    check_length("order", length(order.shape(0)), n);
    check_length("up_to", length(up_to.shape(0)), n);
    check_codes("order", order.data(), n, n);
    check_numbers("up_to", up_to.data(), n, 1);
    if (n == 0 || draws < 1 || draws > INT32_MAX)
        refuse("a bootstrap sample needs rows and from 1 to 2147483647 draws");
    bool equal = true, ascends = up_to.data()[0] >= 0;
    for (int64_t i = 0; i < n; i++) {
        equal = equal && up_to.data()[i] == static_cast<double>(i + 1);
        ascends = ascends && (i == 0 || up_to.data()[i] >= up_to.data()[i - 1]);
    }
    if (!ascends || !(up_to.data()[n - 1] > 0)) refuse("up_to must ascend from 0 to more than 0");
    return {order.data(), up_to.data(), n, draws, equal};
}

// Whether a value is missing; refuses codes above that of a missing value.
template <class Code>
bool has_missing(const Matrix<Code>& codes) {
    Code largest = 0;
    for (size_t i = 0; i < codes.size(); i++) largest = std::max(largest, codes.data()[i]);
    if (largest > missing<Code>) refuse("codes has a value above " + std::to_string(missing<Code>));
    return largest == missing<Code>;
}

// Checks that children follow their parents in their tree, and that leaf values, features and subsets exist.
inline void check_nodes(const View& view, int64_t n_nodes, int64_t n_values, int64_t n_subsets, int64_t trees,
                        int64_t d, bool& any_categorical) {
    bool fine = true;
    for (int64_t t = 0; t < trees; t++) {
        const int64_t from = view.begin[t], end = view.begin[t + 1];
        fine = fine && from < end && end <= n_nodes && from >= 0;
        if (!fine) break;
        for (int64_t i = from; i < end; i++) {
            const Node node = view.nodes[i];
            const int64_t left = node.left, side = view.side[i];
            if (left == i) {
                fine = fine && node.test == (threshold_limit - 1) << 2 && side < n_values &&
                       side >= -view.n_outputs;
            } else {
                fine = fine && left > i && left + 1 < end && node.feature() < d;
                fine = fine && (!node.is_categorical() || (side >= 0 && side < n_subsets));
                any_categorical |= node.is_categorical();
            }
        }
    }
    if (!fine) refuse("the arrays are not those of a forest for rows of " + std::to_string(d) + " columns");
}

template <class Code>
View view_of(const ForestArrays& arrays, const Matrix<Code>& codes) {
    const auto& [nodes, side, values, subsets, begin] = arrays;
    const int64_t n_nodes = length(nodes.shape(0)), trees = length(begin.shape(0)) - 1;
    if (nodes.shape(1) != 2 || subsets.shape(1) != 4 || trees < 0)
        refuse("nodes is not (N, 2), or subsets not (S, 4)");
    check_length("side", length(side.shape(0)), n_nodes);
    View view{reinterpret_cast<const Node*>(nodes.data()),
              side.data(),
              values.data(),
              reinterpret_cast<const Subset*>(subsets.data()),
              begin.data(),
              length(values.shape(1)),
              false};
    bool any_categorical = false;
    check_nodes(view, n_nodes, length(values.shape(0)), length(subsets.shape(0)), trees,
                length(codes.shape(1)), any_categorical);
    const bool some_missing = has_missing(codes);
    view.plain = !any_categorical && !some_missing;
    return view;
}

inline void check_trees(const ForestArrays& arrays, int64_t first, int64_t end) {
    const int64_t trees = length(std::get<4>(arrays).shape(0)) - 1;
    if (first < 0 || first > end || end > trees)
        refuse("trees " + std::to_string(first) + " to " + std::to_string(end) + " of " +
               std::to_string(trees));
}

// The arrays of a forest, for Python.
inline nb::object arrays_of(const Forest& forest, int64_t n_outputs, int64_t d) {
    const int64_t n = length(forest.nodes.size());
    auto nodes = new_matrix<uint32_t>(n, 2);
    auto subsets = new_matrix<uint64_t>(length(forest.subsets.size()), 4);
    std::copy(forest.nodes.begin(), forest.nodes.end(), reinterpret_cast<Node*>(nodes.data()));
    std::copy(forest.subsets.begin(), forest.subsets.end(), reinterpret_cast<Subset*>(subsets.data()));
    return record("ForestTrees", nodes, copied(forest.side), copied(forest.values, n_outputs), subsets,
                  copied(forest.begin), copied(forest.weight), copied(forest.importance, d));
}

}  // namespace gnomon::forest
