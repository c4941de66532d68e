// count_uv = sum of w_i over rows with a_i = u and b_i = v, for each listed pair (a, b) of columns.
// Columns of few levels are counted as intersections of bit planes, 64 rows or more at a time; others, and
// all columns of weighted rows, cell by cell in a table that stays in cache.
#include "pair_counts.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "../parallel.hpp"
#include "planes.hpp"

namespace gnomon {

namespace {

// Intersections take (levels of a) x (levels of b) / 64 steps a row, cells one; a block of words fits in L1.
constexpr int64_t max_cells = 200, max_planes = 64, block_words = 8 * plane_run, block_rows = 1024;
constexpr int64_t rows_per_turn = 50'000'000;

bool few_levels(int64_t a, int64_t b) { return a * b <= max_cells && std::max(a, b) <= max_planes; }

template <class Code>
std::vector<bool> columns_of_planes(const CodedColumns<Code>& table, const ColumnPairs& pairs) {
    std::vector<bool> wanted(static_cast<size_t>(table.d), false);
    for (int64_t p = 0; p < pairs.n; p++)
        if (few_levels(table.levels[pairs.first[p]], table.levels[pairs.second[p]]))
            wanted[static_cast<size_t>(pairs.first[p])] = wanted[static_cast<size_t>(pairs.second[p])] = true;
    return wanted;
}

// The counts of the last level of a complete column are the remainder of the others.
void complete(int64_t a, int64_t b, int64_t counted_a, int64_t counted_b, const std::vector<int64_t>& size_a,
              const std::vector<int64_t>& size_b, double* count) {
    if (counted_b < b)
        for (int64_t u = 0; u < counted_a; u++) {
            count[u * b + counted_b] = static_cast<double>(size_a[u]);
            for (int64_t v = 0; v < counted_b; v++) count[u * b + counted_b] -= count[u * b + v];
        }
    if (counted_a < a)
        for (int64_t v = 0; v < b; v++) {
            count[counted_a * b + v] = static_cast<double>(size_b[v]);
            for (int64_t u = 0; u < counted_a; u++) count[counted_a * b + v] -= count[u * b + v];
        }
}

void intersect(const LevelPlanes& planes, int64_t a, int64_t b, int64_t levels_a, int64_t levels_b,
               double* count) {
    const auto overlaps = GNOMON_CHOSEN(plane_overlaps);
    const int64_t counted_a = planes.counted(a), counted_b = planes.counted(b), words = planes.words();
    std::vector<int64_t> sum(static_cast<size_t>(counted_a * counted_b) + 1, 0);
    for (int64_t w = 0; w < words; w += block_words)
        for (int64_t u = 0; u < counted_a; u++)
            overlaps(planes.of(a) + u * words + w, planes.of(b) + w, words, counted_b,
                     std::min(block_words, words - w), sum.data() + u * counted_b);
    for (int64_t u = 0; u < counted_a; u++)
        for (int64_t v = 0; v < counted_b; v++)
            count[u * levels_b + v] = static_cast<double>(sum[static_cast<size_t>(u * counted_b + v)]);
    complete(levels_a, levels_b, counted_a, counted_b, planes.sizes(a), planes.sizes(b), count);
}

// An additional row and column take the missing values, so that no cell is out of range.
template <class Code, class Count>
void cell_by_cell(const CodedColumns<Code>& table, const double* weight, int64_t a, int64_t b,
                  double* count) {
    const auto levels_a = static_cast<uint32_t>(table.levels[a]);
    const auto levels_b = static_cast<uint32_t>(table.levels[b]);
    const uint32_t wide = levels_b + 1;
    const Code *code_a = table.codes + a * table.n, *code_b = table.codes + b * table.n;
    std::vector<Count> cell(static_cast<size_t>(levels_a + 1) * wide, 0);
    uint32_t place[block_rows];
    for (int64_t begin = 0; begin < table.n; begin += block_rows) {
        const int64_t rows = std::min(block_rows, table.n - begin);
        for (int64_t i = 0; i < rows; i++)
            place[i] = std::min<uint32_t>(code_a[begin + i], levels_a) * wide +
                       std::min<uint32_t>(code_b[begin + i], levels_b);
        for (int64_t i = 0; i < rows; i++) {
            if constexpr (std::is_same_v<Count, double>)
                cell[place[i]] += weight[begin + i];
            else
                cell[place[i]]++;
        }
    }
    for (int64_t u = 0; u < levels_a; u++)
        for (int64_t v = 0; v < levels_b; v++)
            count[u * levels_b + v] = static_cast<double>(cell[static_cast<size_t>(u * wide + v)]);
}

}  // namespace

template <class Code>
void pair_counts(const CodedColumns<Code>& table, const double* weight, const ColumnPairs& pairs,
                 const int64_t* place, int threads, Interrupt& interrupt, double* count) {
    std::vector<bool> wanted(static_cast<size_t>(table.d), false);
    if (!weight) wanted = columns_of_planes(table, pairs);
    const LevelPlanes planes(table, wanted, threads);
    const int64_t turn = std::clamp<int64_t>(rows_per_turn / (table.n + 1), 4 * threads, 65536);
    for (int64_t begin = 0; begin < pairs.n; begin += turn) {
        interrupt.check();
        parallel(threads, std::min(turn, pairs.n - begin), [&](int64_t task) {
            const int64_t a = pairs.first[begin + task], b = pairs.second[begin + task];
            double* cells = count + place[begin + task];
            if (weight)
                cell_by_cell<Code, double>(table, weight, a, b, cells);
            else if (few_levels(table.levels[a], table.levels[b]))
                intersect(planes, a, b, table.levels[a], table.levels[b], cells);
            else
                cell_by_cell<Code, int64_t>(table, weight, a, b, cells);
        });
    }
}

template void pair_counts<uint8_t>(const CodedColumns<uint8_t>&, const double*, const ColumnPairs&,
                                   const int64_t*, int, Interrupt&, double*);
template void pair_counts<uint16_t>(const CodedColumns<uint16_t>&, const double*, const ColumnPairs&,
                                    const int64_t*, int, Interrupt&, double*);

}  // namespace gnomon
