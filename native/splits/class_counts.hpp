// The class counts of both sides of a split, in integers, and the sums over classes that criteria need: they
// change by a term or two when rows move, so that equal splits tie exactly in any order of the rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gnomon {

inline double real(int64_t whole) { return static_cast<double>(whole); }

struct ClassCounts {
    std::vector<int64_t> left, right;
    int64_t n_left = 0;
    const int64_t n;  // of both sides

    // total: the counts of both sides together, n of them.
    ClassCounts(const std::vector<double>& total, int64_t n)
        : left(total.size(), 0), right(total.begin(), total.end()), n(n) {}
    void move(int32_t c, int64_t amount) {
        left[c] += amount, right[c] -= amount, n_left += amount;
    }
    int64_t n_right() const { return n - n_left; }
    static int64_t largest(const std::vector<int64_t>& counts) {
        return *std::max_element(counts.begin(), counts.end());
    }
};

// With sum_c count_c^2 of each side.
struct SquaredCounts : ClassCounts {
    int64_t left_squares = 0, right_squares = 0;

    SquaredCounts(const std::vector<double>& total, int64_t n) : ClassCounts(total, n) {
        for (int64_t count : right) right_squares += count * count;
    }
    void move(int32_t c, int64_t amount) {
        left_squares += amount * (2 * left[c] + amount);
        right_squares -= amount * (2 * right[c] - amount);
        ClassCounts::move(c, amount);
    }
    // sum_c count_c^2 / n
    double left_purity() const { return real(left_squares) / real(n_left); }
    double right_purity() const { return real(right_squares) / real(n_right()); }
};

// With sum_c count_c log2 count_c over both sides, from a table of x log2 x.
template <class Log>
struct LogCounts : ClassCounts {
    const Log* table;
    Log logs = 0;

    LogCounts(const std::vector<double>& total, int64_t n, const Log* table)
        : ClassCounts(total, n), table(table) {
        for (int64_t count : right) logs += table[count];
    }
    void move(int32_t c, int64_t amount) {
        const int64_t l = left[c], r = right[c];
        logs += table[l + amount] - table[l] - table[r] + table[r - amount];
        ClassCounts::move(c, amount);
    }
    // The entropy of both sides in bits, times their counts.
    Log entropy() const { return table[n_left] + table[n_right()] - logs; }
};

}  // namespace gnomon
