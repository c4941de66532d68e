// Histograms: sums of gradients and hessians by column and bin, and a pool of their memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "binned_table.hpp"

namespace gnomon::gradient_boosting {

using Histogram = std::unique_ptr<Buffer<int64_t>>;  // in the layout of BinnedTable::cell

class HistogramPool {
public:
    explicit HistogramPool(const BinnedTable& table) : table_(table) {}

    // All zero, in returned memory if there is any: new memory is slow at its first touch.
    Histogram take() {
        if (spare_.empty())
            return std::make_unique<Buffer<int64_t>>(table_.histogram_size() + list_step, zeroed);
        Histogram histogram = std::move(spare_.back());
        spare_.pop_back();
        int64_t* values = histogram->data();
        for_each_range([&](int64_t from, int64_t end) { std::fill(values + from, values + end, 0); });
        std::fill_n(values + table_.histogram_size(), list_step, 0);
        return histogram;
    }

    void give(Histogram histogram) {
        if (histogram) spare_.push_back(std::move(histogram));
    }

    void subtract(const Histogram& gone, const Histogram& from) const {
        const int64_t* less = gone->data();
        int64_t* left = from->data();
        const auto subtract = GNOMON_CHOSEN(boost_subtract);
        for_each_range([&](int64_t at, int64_t end) { subtract(less + at, end - at, left + at); });
    }

    // Fill the cells of the most frequent codes, from the others and the sum of all rows.
    void complete(const Histogram& histogram, int64_t total) const {
        const auto add_up = GNOMON_CHOSEN(boost_add_up);
        for (int64_t p = 0; p < table_.panels(); p++) {
            int64_t sums[panel_columns] = {};
            for_each_range(
                p, [&](int64_t at, int64_t end) { add_up(histogram->data() + at, end - at, sums); });
            for (int64_t j = p * panel_columns; j < std::min(table_.d, (p + 1) * panel_columns); j++) {
                const uint8_t code = table_.common[static_cast<size_t>(j)];
                (*histogram)[table_.cell(j, code)] += total - sums[j % panel_columns];
            }
        }
    }

private:
    // The ranges of cells that rows can fall into.
    template <class Work>
    void for_each_range(const Work& work) const {
        for (int64_t p = 0; p < table_.panels(); p++) for_each_range(p, work);
    }

    template <class Work>
    void for_each_range(int64_t p, const Work& work) const {
        const int64_t last = table_.cell(p * panel_columns, table_.cell_bins - 1);
        const int64_t end = table_.cell(p * panel_columns, table_.max_bins[static_cast<size_t>(p)]);
        work(table_.cell(p * panel_columns, 0), std::min(end, last));
        work(last, last + panel_columns);
    }

    const BinnedTable& table_;
    std::vector<Histogram> spare_;
};

}  // namespace gnomon::gradient_boosting
