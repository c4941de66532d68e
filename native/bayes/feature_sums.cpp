// Chunks of rows are summed by themselves and then added up in order, so that no bit depends on the number of
// threads.
#include "feature_sums.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../buffer.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t shortest_chunk = 2048, max_chunks = 64, partial_values = 8'000'000;

// add_row(row, weight, sums of its class, marks): the mark of all rows is the smallest mark of any column, or
// NaN if one is NaN. values: their number, which bounds the work for the partial sums.
template <class AddRow>
double sum_rows(int64_t n, int64_t d, int64_t values, const ClassRows& rows, int threads, double* sum,
                const AddRow& add_row) {
    const int64_t cells = rows.n_classes * d;
    const int64_t limit = std::min(partial_values, values / 4) / (cells + 1);
    const int64_t chunk_limit = std::clamp<int64_t>(limit, 1, max_chunks);
    const int64_t chunk = std::max(shortest_chunk, blocks_of(n, chunk_limit)), chunks = blocks_of(n, chunk);
    std::vector<Buffer<double>> parts, marks;
    for (int64_t c = 0; c < chunks; c++) {
        parts.emplace_back(c == 0 ? 0 : cells, zeroed);
        marks.emplace_back(d, zeroed);
    }
    std::fill_n(sum, cells, 0.0);
    parallel(threads, chunks, [&](int64_t c) {
        double* part = c == 0 ? sum : parts[c].data();
        for (int64_t i = c * chunk; i < std::min(n, (c + 1) * chunk); i++) {
            const double w = rows.weight ? rows.weight[i] : 1.0;
            if (w != 0) add_row(i, w, part + rows.code[i] * d, marks[c].data());
        }
    });
    double mark = 0;
    for (int64_t c = 0; c < chunks; c++) {
        for (int64_t cell = 0; c > 0 && cell < cells; cell++) sum[cell] += parts[c][cell];
        for (int64_t j = 0; j < d; j++) mark = mark < marks[c][j] || mark != mark ? mark : marks[c][j];
    }
    return mark;
}

}  // namespace

double feature_sums(Rows<double> x, const ClassRows& rows, int threads, double* sum) {
    const int64_t d = x.d;
    return sum_rows(x.n, d, x.n * d, rows, threads, sum, [&](int64_t i, double w, double* s, double* low) {
        const double* row = x.x + i * d;
        for (int64_t j = 0; j < d; j++) s[j] += w * row[j];
        for (int64_t j = 0; j < d; j++) low[j] = row[j] < low[j] ? row[j] : low[j];
    });
}

double feature_sums(SparseFeatures x, const ClassRows& rows, int threads, double* sum) {
    const int64_t values = x.begin[x.n];
    return sum_rows(x.n, x.d, values, rows, threads, sum, [&](int64_t i, double w, double* s, double* low) {
        for (int64_t k = x.begin[i]; k < x.begin[i + 1]; k++) {
            s[x.column[k]] += w * x.value[k];
            low[0] = std::min(low[0], x.value[k]);
        }
    });
}

double binarized_sums(Rows<double> x, double threshold, const ClassRows& rows, int threads, double* sum) {
    const int64_t d = x.d;
    return sum_rows(x.n, d, x.n * d, rows, threads, sum, [&](int64_t i, double w, double* s, double* mark) {
        const double* row = x.x + i * d;
        for (int64_t j = 0; j < d; j++) s[j] += row[j] > threshold ? w : 0.0;
        for (int64_t j = 0; j < d; j++) mark[j] += row[j] == row[j] ? 0.0 : row[j];
    });
}

double binarized_sums(SparseFeatures x, double threshold, const ClassRows& rows, int threads, double* sum) {
    const int64_t values = x.begin[x.n];
    return sum_rows(x.n, x.d, values, rows, threads, sum, [&](int64_t i, double w, double* s, double* mark) {
        for (int64_t k = x.begin[i]; k < x.begin[i + 1]; k++) {
            s[x.column[k]] += x.value[k] > threshold ? w : 0.0;
            mark[0] += x.value[k] == x.value[k] ? 0.0 : x.value[k];
        }
    });
}

}  // namespace gnomon
