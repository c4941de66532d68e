// Numeric columns of few values, as codes: rows of a node are counted by code and class instead of sorted.
#pragma once

#include <cstdint>
#include <vector>

#include "grow.hpp"

namespace gnomon::trees {

constexpr int64_t max_codes = 256;
constexpr int64_t min_rows_per_code = 8;  // rows of the table for each value of a column

struct Counted {
    struct Column {
        int64_t number;               // in the table
        std::vector<uint32_t> ranks;  // of each code: the first position of its value in the sorted column
    };
    std::vector<Column> columns;
    std::vector<int64_t> place;  // by column of the table; -1 if it is not counted
    std::vector<uint8_t> codes;  // (rows, width); 0 in columns that are there for the width alone
    int64_t width = 0;           // a multiple of columns_at_once
    int64_t n_codes = 0;         // the largest number of codes of a column

    bool empty() const { return columns.empty(); }
    uint8_t code(int64_t row, int64_t column) const { return codes[row * width + column]; }
};

// Encodes the columns without missing values in which each value has many rows.
Counted count_values(const Sorted& table);

}  // namespace gnomon::trees
