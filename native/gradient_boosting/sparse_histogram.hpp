// The sums of few rows by bin: only the occupied bins, in order.
#pragma once

#include <cstdint>

#include "loops.hpp"

namespace gnomon::gradient_boosting {

class SparseHistogram {
public:
    int size = 0;
    int64_t missing = 0;
    int64_t sum[panel_bins];
    int bin[panel_bins];

    // Sum m rows of one column, whose codes stand panel_columns apart; packed in the order of the rows.
    void fill(const uint8_t* column, const int32_t* rows, const int64_t* packed, int64_t m) {
        for (int64_t i = 0; i < m; i++) {
            const uint8_t code = column[static_cast<int64_t>(rows[i]) * panel_columns];
            sums_[code] += packed[i];
            occupied_[code >> 6] |= uint64_t{1} << (code & 63);
        }
        size = 0;
        for (int word = 0; word < 4; word++)
            for (; occupied_[word]; occupied_[word] &= occupied_[word] - 1) {
                const int code = word * 64 + __builtin_ctzll(occupied_[word]);
                if (sums_[code] != 0) bin[size] = code, sum[size++] = sums_[code];
                sums_[code] = 0;
            }
        const bool has_missing = size > 0 && bin[size - 1] == panel_bins - 1;
        missing = has_missing ? sum[--size] : 0;
    }

private:
    int64_t sums_[panel_bins] = {};
    uint64_t occupied_[4] = {};
};

}  // namespace gnomon::gradient_boosting
