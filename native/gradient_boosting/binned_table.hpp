// The binned columns in the layout of gradient boosting.
#pragma once

#include <cstdint>
#include <vector>

#include "loops.hpp"

namespace gnomon::gradient_boosting {

// A histogram of gradients and hessians has cells (panels, cell_bins, 16), one for each bin of each column.
class BinnedTable {
public:
    // codes (n, d) below the bins of their columns, of which there are at most 255, or missing.
    BinnedTable(const uint8_t* codes, int64_t n, int64_t d, const int32_t* bins, const uint8_t* is_category);

    int64_t n, d;
    std::vector<int32_t> bins;  // of each column, missing values aside
    std::vector<uint8_t> is_category;
    int64_t cell_bins;          // the maximum of all columns; 256 if values are missing, the last for them
    std::vector<int> max_bins;  // by panel: the maximum number of bins of its columns

    int64_t panels() const { return (d + panel_columns - 1) / panel_columns; }
    int64_t histogram_size() const { return panels() * cell_bins * panel_columns; }
    const uint8_t* panel(int64_t p) const { return codes_.data() + p * n * panel_columns; }
    uint8_t code(int64_t row, int64_t column) const {
        return panel(column / panel_columns)[row * panel_columns + column % panel_columns];
    }
    int64_t cell(int64_t column, int64_t code) const {
        return (column / panel_columns * cell_bins + code) * panel_columns + column % panel_columns;
    }

    // Where most values are the most frequent of their column, the cells of each row's other values are
    // listed (sparse rows): places[begin[row]] .. places[begin[row + 1]], padded to whole steps with cells
    // beyond the last.
    std::vector<uint8_t> common;  // by column: its most frequent code
    std::vector<uint16_t> places;
    std::vector<int64_t> begin;
    // The transposed lists, the rows of each cell; empty if there are many rows.
    std::vector<uint16_t> cell_rows;
    std::vector<int64_t> cell_begin;

    // Whether so many rows are summed faster by their lists, including the cost of completing the cells.
    bool are_lists_faster(int64_t rows) const {
        return !places.empty() && rows * (n_common_ / n) * 4 > histogram_size();
    }

private:
    void lay_panels(const uint8_t* codes);
    void count_bins();
    void find_common();
    void list_places();
    void list_rows();

    std::vector<uint8_t> codes_;  // (panels, n, 16); columns beyond the last are 0
    int64_t n_common_ = 0;        // values that are the most frequent of their column
};

}  // namespace gnomon::gradient_boosting
