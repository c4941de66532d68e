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

using Cells = std::unique_ptr<Buffer<int64_t>>;  // (d, width); of all 256 cells the last is for missing values

// How many cells a column gets, so that all codes fall into its own: few where no column has many bins and no
// value is missing, which keeps the cells of a leaf in the nearest cache.
inline int cells_a_column(const Panels& panels) {
    int most = 0;
    for (int64_t j = 0; j < panels.d; j++) most = std::max<int>(most, panels.bins[j]);
    if (most > 128) return panel_bins;
    most = std::max(most, 1 + GNOMON_CHOSEN(boost_largest)(panels.codes, panels.panels() * panels.n * panel_columns));
    for (const int width : {32, 64, 128})
        if (most <= width) return width;
    return panel_bins;
}

class CellsPool {
public:
    CellsPool(const Panels& panels, int width) : panels_(panels), width_(width) {}

    // All zero, in memory that was given back if there is any: new memory is slow at its first touch.
    Cells take() {
        if (spare_.empty())
            return std::make_unique<Buffer<int64_t>>(panels_.panels() * panel_columns * width_, zeroed);
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
            const int64_t first = j * width_, last = first + width_ - 1;
            work(first, std::min(first + panels_.bins[j], last));
            work(last, last + 1);
        }
    }

    Panels panels_;
    int width_;
    std::vector<Cells> spare_;
};

}  // namespace gnomon::forest
