// count_juv = sum of w_i over rows with code_ij = u and label_i = v, for all columns j in one pass over rows.
// Few levels: rows are sorted by label, and many columns are compared with each level at once. Else a row
// adds to one cell of each column, so that consecutive additions are independent. Columns are processed in
// blocks whose tables stay in cache; rows are divided into chunks that do not depend on the number of
// threads.
#include "tables.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t cached_cells = 1 << 15, shortest_chunk = 1 << 14, max_chunks = 32;
constexpr int64_t partial_cells = 1 << 22, checked_rows = 64;
constexpr int64_t few_levels = 32, fewest_rows = 64;  // where comparing is faster than adding cell by cell

struct Block {
    int64_t row, row_end, column, width;
};

bool is_in_range(const CodedRows& rows, const Block& block, int64_t row, int64_t row_end) {
    if (rows.n_levels >= 256) return true;
    uint8_t highest = 0;
    for (int64_t i = row; i < row_end; i++) {
        const uint8_t* code = rows.code + i * rows.d + block.column;
        for (int64_t j = 0; j < block.width; j++) highest = std::max(highest, code[j]);
    }
    return highest < rows.n_levels;
}

// table[label][column][level]
template <class Count>
bool count_cells(const CodedRows& rows, const Block& block, Count* table) {
    const int64_t levels = rows.n_levels;
    for (int64_t i = block.row; i < block.row_end; i++) {
        if ((i - block.row) % checked_rows == 0 &&
            !is_in_range(rows, block, i, std::min(i + checked_rows, block.row_end)))
            return false;
        const uint8_t* code = rows.code + i * rows.d + block.column;
        const Count w = rows.weight ? static_cast<Count>(rows.weight[i]) : Count{1};
        Count* cell = table + rows.label[i] * block.width * levels;
#pragma GCC unroll 8
        for (int64_t j = 0; j < block.width; j++) cell[j * levels + code[j]] += w;
    }
    return true;
}

// Row numbers of a block sorted by label, and where the rows of each label begin.
std::vector<int32_t> sort_by_label(const CodedRows& rows, const Block& block, std::vector<int64_t>& begin) {
    begin.assign(static_cast<size_t>(rows.n_labels) + 1, 0);
    for (int64_t i = block.row; i < block.row_end; i++) begin[rows.label[i] + 1]++;
    for (int64_t v = 0; v < rows.n_labels; v++) begin[v + 1] += begin[v];
    std::vector<int32_t> row(static_cast<size_t>(block.row_end - block.row));
    std::vector<int64_t> next(begin.begin(), begin.end() - 1);
    for (int64_t i = block.row; i < block.row_end; i++)
        row[static_cast<size_t>(next[rows.label[i]]++)] = static_cast<int32_t>(i);
    return row;
}

// As count_cells; a code that is not a level is missing from the sum over levels.
bool count_by_levels(const CodedRows& rows, const Block& block, uint32_t* table) {
    const auto count_levels = GNOMON_CHOSEN(count_levels);
    const int64_t levels = rows.n_levels, width = block.width;
    std::vector<int64_t> begin;
    const std::vector<int32_t> row = sort_by_label(rows, block, begin);
    std::vector<uint32_t> counted(static_cast<size_t>(levels * width));
    std::vector<int64_t> sum(static_cast<size_t>(width), 0);
    for (int64_t v = 0; v < rows.n_labels; v++) {
        std::fill(counted.begin(), counted.end(), 0u);
        count_levels(rows.code + block.column, rows.d, row.data() + begin[v], begin[v + 1] - begin[v], width,
                     levels, counted.data());
        for (int64_t u = 0; u < levels; u++)
            for (int64_t j = 0; j < width; j++) {
                table[(v * width + j) * levels + u] = counted[u * width + j];
                sum[j] += counted[u * width + j];
            }
    }
    return std::all_of(sum.begin(), sum.end(), [&](int64_t s) { return s == block.row_end - block.row; });
}

bool count_block(const CodedRows& rows, const Block& block, uint32_t* table) {
    const int64_t n = block.row_end - block.row;
    const bool compares = rows.n_levels <= few_levels && n >= fewest_rows * rows.n_labels;
    return compares ? count_by_levels(rows, block, table) : count_cells(rows, block, table);
}

bool count_block(const CodedRows& rows, const Block& block, double* table) {
    return count_cells(rows, block, table);
}

template <class Count>
void add_to(const CodedRows& rows, const Block& block, const Count* table, double* count) {
    const int64_t levels = rows.n_levels, labels = rows.n_labels;
    for (int64_t v = 0; v < labels; v++)
        for (int64_t j = 0; j < block.width; j++)
            for (int64_t u = 0; u < levels; u++)
                count[((block.column + j) * levels + u) * labels + v] +=
                    static_cast<double>(table[(v * block.width + j) * levels + u]);
}

template <class Count>
bool count_all(const CodedRows& rows, int threads, double* count) {
    const int64_t cells = rows.n_levels * rows.n_labels;
    const int64_t width = std::clamp<int64_t>(cached_cells / cells, std::min<int64_t>(8, rows.d), rows.d);
    const int64_t chunk_limit = std::clamp<int64_t>(partial_cells / (cells * rows.d), 1, max_chunks);
    const int64_t chunk = std::max(shortest_chunk, blocks_of(rows.n, chunk_limit));
    const int64_t chunks = blocks_of(rows.n, chunk), blocks = blocks_of(rows.d, width);
    std::vector<std::vector<Count>> parts(static_cast<size_t>(chunks * blocks));
    const auto block_of = [&](int64_t task) {
        const int64_t row = task / blocks * chunk, column = task % blocks * width;
        return Block{row, std::min(rows.n, row + chunk), column, std::min(width, rows.d - column)};
    };
    std::atomic<bool> in_range{true};
    Interrupt interrupt;
    const auto caller = std::this_thread::get_id();
    parallel(threads, chunks * blocks, [&](int64_t task) {
        if (std::this_thread::get_id() == caller) interrupt.check();
        const Block block = block_of(task);
        parts[task].assign(static_cast<size_t>(cells * block.width), Count{});
        if (!count_block(rows, block, parts[task].data())) in_range = false;
    });
    for (int64_t task = 0; task < chunks * blocks && in_range; task++)
        add_to(rows, block_of(task), parts[task].data(), count);
    return in_range;
}

}  // namespace

bool label_tables(const CodedRows& rows, int threads, double* count) {
    std::fill(count, count + rows.d * rows.n_levels * rows.n_labels, 0.0);
    if (rows.n == 0 || rows.d == 0) return true;
    return rows.weight ? count_all<double>(rows, threads, count) : count_all<uint32_t>(rows, threads, count);
}

}  // namespace gnomon
