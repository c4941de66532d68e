// count_jlc = sum of w_i over rows i of class c with x_ij = l.
//
// A block of rows is read twice while it is in the cache: for the largest value of each column, so that its
// table can grow, then for the counts. Chunks of rows have tables of their own and are added up in order, so
// that no bit depends on the number of threads.
#include <algorithm>
#include <bit>
#include <numeric>
#include <type_traits>

#include "../parallel.hpp"
#include "levels.hpp"

namespace gnomon {

namespace {

constexpr int64_t shortest_chunk = 16384, max_chunks = 16, block_bytes = 1 << 17, max_cells = 1 << 20;

template <class Value>
struct Part {
    std::vector<int64_t> levels, begin;
    std::vector<double> count;
    std::vector<Value> low, top;
    bool are_codes = true;

    explicit Part(int64_t d) : levels(d, 0), begin(d + 1, 0), low(d), top(d) {}
};

// The same counts in a table with more levels; false if that would be too large.
template <class Value>
bool grow(Part<Value>& part, const std::vector<int64_t>& levels, int64_t K) {
    std::vector<int64_t> begin(levels.size() + 1, 0);
    std::partial_sum(levels.begin(), levels.end(), begin.begin() + 1);
    if (begin.back() > max_cells / K) return false;
    std::vector<double> count(static_cast<size_t>(begin.back() * K), 0.0);
    for (size_t j = 0; j < levels.size(); j++)
        std::copy_n(part.count.begin() + part.begin[j] * K, part.levels[j] * K, count.begin() + begin[j] * K);
    part.levels = levels;
    part.begin.swap(begin);
    part.count.swap(count);
    return true;
}

// Bounds of the values: of integers by the union of their bits, which is faster than the maximum; negative if
// a value is below 0.
template <class Value>
void find_bounds(Part<Value>& part, const Value* x, int64_t rows, int64_t d) {
    Value *low = part.low.data(), *top = part.top.data();
    std::fill_n(low, d, Value(0));
    std::fill_n(top, d, Value(0));
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < d; j++) {
            const Value v = x[i * d + j];
            if constexpr (std::is_floating_point_v<Value>) {
                low[j] = v < low[j] ? v : low[j];  // NaN changes neither bound
                top[j] = v > top[j] ? v : top[j];
            } else {
                top[j] |= v;
            }
        }
}

// Grows the table to fit every value of these rows; false if one of them is not a code.
template <class Value>
bool fit_levels(Part<Value>& part, const Value* x, int64_t rows, int64_t d, int64_t K, int64_t max_levels) {
    find_bounds(part, x, rows, d);
    std::vector<int64_t> levels = part.levels;
    for (int64_t j = 0; j < d; j++) {
        const double top = static_cast<double>(part.top[j]);
        if (part.low[j] < Value(0) || top < 0 || top >= static_cast<double>(max_levels)) return false;
        const int64_t largest = static_cast<int64_t>(part.top[j]);
        const bool is_bits = !std::is_floating_point_v<Value>;
        const int64_t needed = is_bits ? int64_t(std::bit_ceil(uint64_t(largest) + 1)) : largest + 1;
        levels[j] = std::max(levels[j], needed);
    }
    return levels == part.levels || grow(part, levels, K);
}

// Counts rows whose values are known to lie within the table; false if one of them is not whole.
template <class Value>
bool add_rows(Part<Value>& part, const Value* x, int64_t rows, int64_t d, const int64_t* classes, int64_t K,
              const double* weight) {
    const int64_t* begin = part.begin.data();
    double* count = part.count.data();
    bool whole = true;
    for (int64_t i = 0; i < rows; i++) {
        const double w = weight ? weight[i] : 1.0;
        double* of_class = count + classes[i];
        for (int64_t j = 0; j < d; j++) {
            const Value v = x[i * d + j];
            if constexpr (std::is_floating_point_v<Value>) {
                if (v != v) continue;
                const int64_t level = static_cast<int64_t>(v);
                whole &= static_cast<Value>(level) == v;
                of_class[(begin[j] + level) * K] += w;
            } else {
                of_class[(begin[j] + static_cast<int64_t>(v)) * K] += w;
            }
        }
    }
    return whole;
}

// Drops the trailing levels without weight.
template <class Value>
LevelCounts trimmed(const Part<Value>& sum, int64_t K) {
    LevelCounts result{{0}, {}, true};
    for (size_t j = 0; j < sum.levels.size(); j++) {
        const auto first = sum.count.begin() + sum.begin[j] * K;
        int64_t cells = sum.levels[j] * K;
        while (cells > 0 && first[cells - 1] == 0) cells--;
        const int64_t levels = blocks_of(cells, K);
        result.begin.push_back(result.begin.back() + levels);
        result.count.insert(result.count.end(), first, first + levels * K);
    }
    return result;
}

}  // namespace

template <class Value>
LevelCounts level_counts(Rows<Value> x, const int64_t* classes, int64_t K, const double* weight,
                         int64_t max_levels, int threads) {
    const int64_t d = x.d, chunk = std::max(shortest_chunk, blocks_of(x.n, max_chunks)),
                  chunks = blocks_of(x.n, chunk);
    const int64_t step = std::max<int64_t>(block_bytes / (sizeof(Value) * std::max<int64_t>(d, 1)), 16);
    std::vector<Part<Value>> parts(static_cast<size_t>(chunks), Part<Value>(d));
    parallel(threads, chunks, [&](int64_t c) {
        Part<Value>& part = parts[c];
        const int64_t end = std::min(x.n, (c + 1) * chunk);
        for (int64_t i = c * chunk; i < end && part.are_codes; i += step) {
            const int64_t rows = std::min(step, end - i);
            part.are_codes =
                fit_levels(part, x.x + i * d, rows, d, K, max_levels) &&
                add_rows(part, x.x + i * d, rows, d, classes + i, K, weight ? weight + i : nullptr);
        }
    });
    Part<Value> sum(d);
    std::vector<int64_t> levels(static_cast<size_t>(d), 0);
    for (const auto& part : parts) {
        sum.are_codes &= part.are_codes;
        for (int64_t j = 0; j < d; j++) levels[j] = std::max(levels[j], part.levels[j]);
    }
    if (!sum.are_codes || !grow(sum, levels, K)) return {{}, {}, false};
    for (const auto& part : parts)
        for (int64_t j = 0; j < d; j++)
            for (int64_t cell = 0; cell < part.levels[j] * K; cell++)
                sum.count[sum.begin[j] * K + cell] += part.count[part.begin[j] * K + cell];
    return trimmed(sum, K);
}

template LevelCounts level_counts<double>(Rows<double>, const int64_t*, int64_t, const double*, int64_t, int);
template LevelCounts level_counts<float>(Rows<float>, const int64_t*, int64_t, const double*, int64_t, int);
template LevelCounts level_counts<int64_t>(Rows<int64_t>, const int64_t*, int64_t, const double*, int64_t,
                                           int);
template LevelCounts level_counts<int32_t>(Rows<int32_t>, const int64_t*, int64_t, const double*, int64_t,
                                           int);
template LevelCounts level_counts<uint8_t>(Rows<uint8_t>, const int64_t*, int64_t, const double*, int64_t,
                                           int);

}  // namespace gnomon
