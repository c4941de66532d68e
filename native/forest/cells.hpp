// Sums of slopes and curvatures by column and bin, and memory for them that goes from leaf to leaf.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "boost.hpp"
#include "loops.hpp"

namespace gnomon::forest {

using Cells = std::unique_ptr<Buffer<int64_t>>;  // (d, panel_bins); a column's bins, and its last for missing

class CellsPool {
public:
    explicit CellsPool(const Panels& panels) : panels_(panels) {}

    // All zero, in memory that was given back if there is any: new memory is slow at its first touch.
    Cells take() {
        if (spare_.empty())
            return std::make_unique<Buffer<int64_t>>(panels_.panels() * panel_columns * panel_bins, zeroed);
        Cells cells = std::move(spare_.back());
        spare_.pop_back();
        int64_t* values = cells->data();
        for_each_stretch([&](int64_t from, int64_t end) { std::fill(values + from, values + end, 0); });
        return cells;
    }

    void give(Cells cells) {
        if (cells) spare_.push_back(std::move(cells));
    }

    void subtract(const Cells& gone, const Cells& from) const {
        const int64_t* less = gone->data();
        int64_t* left = from->data();
        for_each_stretch([&](int64_t first, int64_t end) {
            for (int64_t i = first; i < end; i++) left[i] -= less[i];
        });
    }

private:
    // The stretches of cells that rows can fall into.
    template <class Work>
    void for_each_stretch(const Work& work) const {
        for (int64_t j = 0; j < panels_.d; j++) {
            const int64_t first = j * panel_bins, last = first + panel_bins - 1;
            work(first, first + panels_.bins[j]);
            work(last, last + 1);
        }
    }

    Panels panels_;
    std::vector<Cells> spare_;
};

}  // namespace gnomon::forest
