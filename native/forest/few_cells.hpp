// The sums of few rows by bin: only the bins that some row falls in, in order.
#pragma once

#include <cstdint>

#include "loops.hpp"

namespace gnomon::forest {

class FewCells {
public:
    int size = 0;
    int64_t missing = 0;
    int64_t sum[panel_bins];
    int bin[panel_bins];

    // Sum m rows of one column, whose codes stand panel_columns apart; amounts in the order of the rows.
    void fill(const uint8_t* column, const int32_t* rows, const int64_t* amount, int64_t m) {
        for (int64_t i = 0; i < m; i++) {
            const uint8_t code = column[static_cast<int64_t>(rows[i]) * panel_columns];
            cells_[code] += amount[i];
            occupied_[code >> 6] |= uint64_t{1} << (code & 63);
        }
        size = 0;
        for (int word = 0; word < 4; word++)
            for (; occupied_[word]; occupied_[word] &= occupied_[word] - 1) {
                const int code = word * 64 + __builtin_ctzll(occupied_[word]);
                if (cells_[code] != 0) bin[size] = code, sum[size++] = cells_[code];
                cells_[code] = 0;
            }
        const bool has_missing = size > 0 && bin[size - 1] == panel_bins - 1;
        missing = has_missing ? sum[--size] : 0;
    }

private:
    int64_t cells_[panel_bins] = {};
    uint64_t occupied_[4] = {};
};

}  // namespace gnomon::forest
