// Sums of slopes and curvatures by column and bin, and memory for them that goes from leaf to leaf.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "boost_table.hpp"

namespace gnomon::forest {

using Cells = std::unique_ptr<Buffer<int64_t>>;  // as BoostTable has them

class CellsPool {
public:
    explicit CellsPool(const BoostTable& table) : table_(table) {}

    // All zero, in memory that was given back if there is any: new memory is slow at its first touch.
    Cells take() {
        if (spare_.empty()) return std::make_unique<Buffer<int64_t>>(table_.cells() + list_step, zeroed);
        Cells cells = std::move(spare_.back());
        spare_.pop_back();
        int64_t* values = cells->data();
        for_each_stretch([&](int64_t from, int64_t end) { std::fill(values + from, values + end, 0); });
        std::fill_n(values + table_.cells(), list_step, 0);
        return cells;
    }

    void give(Cells cells) {
        if (cells) spare_.push_back(std::move(cells));
    }

    void subtract(const Cells& gone, const Cells& from) const {
        const int64_t* less = gone->data();
        int64_t* left = from->data();
        const auto take_off = GNOMON_CHOSEN(boost_subtract);
        for_each_stretch([&](int64_t at, int64_t end) { take_off(less + at, end - at, left + at); });
    }

    // The cells of common codes, from the others and from the sum of all rows.
    void complete(const Cells& cells, int64_t total) const {
        const auto add_up = GNOMON_CHOSEN(boost_add_up);
        for (int64_t p = 0; p < table_.panels(); p++) {
            int64_t sums[panel_columns] = {};
            for_each_stretch(p, [&](int64_t at, int64_t end) { add_up(cells->data() + at, end - at, sums); });
            for (int64_t j = p * panel_columns; j < std::min(table_.d, (p + 1) * panel_columns); j++) {
                const uint8_t code = table_.common[static_cast<size_t>(j)];
                (*cells)[table_.cell(j, code)] += total - sums[j % panel_columns];
            }
        }
    }

private:
    // The stretches of cells that rows can fall into.
    template <class Work>
    void for_each_stretch(const Work& work) const {
        for (int64_t p = 0; p < table_.panels(); p++) for_each_stretch(p, work);
    }

    template <class Work>
    void for_each_stretch(int64_t p, const Work& work) const {
        const int64_t last = table_.cell(p * panel_columns, table_.cell_bins - 1);
        const int64_t end = table_.cell(p * panel_columns, table_.most_bins[static_cast<size_t>(p)]);
        work(table_.cell(p * panel_columns, 0), std::min(end, last));
        work(last, last + panel_columns);
    }

    const BoostTable& table_;
    std::vector<Cells> spare_;
};

}  // namespace gnomon::forest
