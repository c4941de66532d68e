// Columns of few levels as planes of bits, so that a joint count is the size of an intersection.
#pragma once

#include <algorithm>
#include <vector>

#include "../parallel.hpp"
#include "loops.hpp"
#include "pair_counts.hpp"

namespace gnomon {

constexpr int64_t plane_rows = 64 * plane_run;

class LevelPlanes {
   public:
    // Planes of the columns that are wanted. Where no value of a column is missing, the plane of its last
    // level is implied by the others.
    template <class Code>
    LevelPlanes(const CodedColumns<Code>& table, const std::vector<bool>& wanted, int threads)
        : words_(plane_run * blocks_of(table.n, plane_rows)), columns_(static_cast<size_t>(table.d)) {
        std::vector<int64_t> chosen;
        for (int64_t j = 0; j < table.d; j++)
            if (wanted[static_cast<size_t>(j)]) chosen.push_back(j);
        parallel(threads, static_cast<int64_t>(chosen.size()), [&](int64_t c) {
            const int64_t j = chosen[static_cast<size_t>(c)];
            fill(table.codes + j * table.n, table.n, table.levels[j], columns_[static_cast<size_t>(j)]);
        });
    }

    int64_t words() const { return words_; }
    const uint64_t* of(int64_t column) const { return columns_[static_cast<size_t>(column)].bits.data(); }
    const std::vector<int64_t>& sizes(int64_t column) const {
        return columns_[static_cast<size_t>(column)].size;
    }
    // Levels that have a plane: all, or all but the last.
    int64_t counted(int64_t column) const { return columns_[static_cast<size_t>(column)].counted; }

   private:
    struct Column {
        std::vector<uint64_t> bits;
        std::vector<int64_t> size;
        int64_t counted = 0;
    };

    template <class Code>
    void fill(const Code* code, int64_t n, int64_t levels, Column& column) const {
        column.bits.assign(static_cast<size_t>(words_ * levels), 0);
        column.size.assign(static_cast<size_t>(levels) + 1, 0);
        std::vector<uint64_t> word(static_cast<size_t>(levels) + 1);
        for (int64_t w = 0; 64 * w < n; w++) {
            std::fill(word.begin(), word.end(), 0);
            const int64_t rows = std::min<int64_t>(64, n - 64 * w);
            for (int64_t i = 0; i < rows; i++)
                word[std::min<size_t>(code[64 * w + i], static_cast<size_t>(levels))] |= uint64_t{1} << i;
            for (int64_t v = 0; v < levels; v++) column.bits[static_cast<size_t>(v * words_ + w)] = word[v];
            for (int64_t v = 0; v <= levels; v++) column.size[v] += __builtin_popcountll(word[v]);
        }
        column.counted = column.size[levels] ? levels : std::max<int64_t>(levels - 1, 0);
    }

    int64_t words_;
    std::vector<Column> columns_;
};

}  // namespace gnomon
