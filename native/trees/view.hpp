// The rows in view, renumbered consecutively, and every column's rows in ascending order of value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../buffer.hpp"
#include "../parallel.hpp"
#include "../splits/impurity.hpp"
#include "counted.hpp"
#include "grow.hpp"

namespace gnomon::trees {

constexpr uint32_t missing_rank = UINT32_MAX;
constexpr int64_t max_whole_weight = int64_t{1} << 24;
constexpr double max_counted = 32'767;  // a count takes 16 bits, a sum of their squares 32
constexpr int64_t max_counted_classes = 32;

// rank: the first position, in the whole sorted column, of this value. The highest bit of `tag` is set if the
// row is of class 1, so that two classes are scanned without another memory access; the other bits are the
// row's number.
struct Item {
    uint32_t rank, tag;
    int32_t row() const { return static_cast<int32_t>(tag & 0x7FFFFFFFu); }
    bool is_one() const { return tag >> 31; }
};

struct View {
    const Sorted& columns;
    const Targets& targets;
    const Growth& growth;
    int64_t n = 0;                // rows in view
    // One more than the table's if medians need the targets in order, or counted columns the rows in any.
    int64_t n_columns = 0;
    const Counted* counted = nullptr;  // null if no column is to be counted
    // All weights are 1; all are whole numbers; all are how often the row is in view.
    bool unit = true, whole = true, same = true;
    std::vector<int32_t> code, times, amount;  // amount: the weight, where all are whole
    std::vector<int32_t> table_row;            // the number of each row in the table
    std::vector<double> y, weight, logs;  // logs: x log2 x of whole numbers
    std::vector<Buffer<Item>> items;
    double total = 0;

    View(const Sorted& columns, const Targets& targets, const Growth& growth, int threads)
        : columns(columns), targets(targets), growth(growth) {
        const std::vector<int32_t> number = take_rows();
        if (whole && growth.criterion == Criterion::entropy)
            for (double x = 0; x <= total; x++) logs.push_back(x_log_x(x));
        if (can_count()) counted = columns.counted;
        n_columns = columns.d + (growth.criterion == Criterion::absolute || counted);
        for (int64_t j = 0; j < n_columns; j++) items.emplace_back(is_counted(j) ? 0 : n);
        parallel(threads, columns.d, [&](int64_t j) { take_column(j, number); });
        if (n_columns > columns.d) take_unsorted_rows();
        if (growth.criterion == Criterion::absolute) sort_targets();
    }

    bool is_counted(int64_t column) const {
        return counted && column < columns.d && counted->place[column] >= 0;
    }

    int64_t outputs() const { return targets.classes ? targets.classes : 1; }
    double value(int64_t column, uint32_t rank) const { return columns.values[column * columns.n + rank]; }

    uint32_t tag_of(int32_t row) const {
        const bool is_one = targets.classes == 2 && code[row] == 1;
        return static_cast<uint32_t>(row) | static_cast<uint32_t>(is_one) << 31;
    }

   private:
    // With Gini every sum is an integer and gains are the same bit for bit; two classes are as fast in sorted
    // order.
    bool can_count() const {
        return columns.counted && !columns.counted->empty() && growth.criterion == Criterion::gini &&
               growth.thresholds == 0 && growth.max_features >= columns.d && !growth.monotone && whole &&
               same && targets.classes > 2 && targets.classes <= max_counted_classes && total <= max_counted;
    }

    std::vector<int32_t> take_rows() {
        std::vector<int32_t> number(static_cast<size_t>(columns.n), -1);
        for (int64_t i = 0; i < columns.n; i++) {
            const double each = targets.weight ? targets.weight[i] : 1.0, w = each * targets.times[i];
            if (!(w > 0)) continue;
            number[i] = static_cast<int32_t>(n++);
            table_row.push_back(static_cast<int32_t>(i));
            weight.push_back(w);
            times.push_back(targets.times[i]);
            if (targets.classes) code.push_back(targets.codes[i]);
            else y.push_back(targets.numbers[i]);
            unit &= w == 1 && targets.times[i] == 1;
            same &= each == 1;
            whole &= w == std::floor(w);
            total += w;
        }
        whole &= targets.classes > 0 && total < static_cast<double>(max_whole_weight);
        if (whole) amount.assign(weight.begin(), weight.end());
        return number;
    }

    void take_column(int64_t column, const std::vector<int32_t>& number) {
        if (is_counted(column)) return;
        const double* values = columns.values + column * columns.n;
        const int32_t* order = columns.order + column * columns.n;
        Item* out = items[column].data();
        uint32_t rank = 0;
        for (int64_t i = 0; i < columns.n; i++) {
            if (i > 0 && values[i] > values[i - 1]) rank = static_cast<uint32_t>(i);
            const int32_t row = number[order[i]];
            if (row >= 0) *out++ = {std::isinf(values[i]) ? missing_rank : rank, tag_of(row)};
        }
    }

    void take_unsorted_rows() {
        for (int64_t i = 0; i < n; i++) items[columns.d][i] = {0, static_cast<uint32_t>(i)};
    }

    void sort_targets() {
        Item* out = items[columns.d].data();
        std::stable_sort(out, out + n, [&](const Item& a, const Item& b) { return y[a.row()] < y[b.row()]; });
    }
};

}  // namespace gnomon::trees
