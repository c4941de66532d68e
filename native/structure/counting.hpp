// The counts of a node, its parents and one more column, and their scores.
#pragma once

#include <utility>

#include "coded.hpp"
#include "score.hpp"

namespace gnomon::structure {

// Buffers of one thread.
struct Workspace {
    std::vector<uint32_t> whole;
    std::vector<double> weighted;
};

// Tables up to this many cells have four copies: else increments of the same cell depend on each other.
constexpr int64_t small_table = 2048;

// table[base step + x] += 1 over rows.
template <class Code>
const uint32_t* count(const uint32_t* base, const Code* x, uint32_t step, int64_t n, int64_t cells,
                      Workspace& workspace) {
    const int64_t copies = cells <= small_table ? 4 : 1;
    workspace.whole.assign(static_cast<size_t>(copies * cells), 0);
    uint32_t* table = workspace.whole.data();
    int64_t i = 0;
    if (copies == 4) {
        uint32_t *second = table + cells, *third = second + cells, *fourth = third + cells;
        for (; i + 4 <= n; i += 4) {
            table[base[i] * step + static_cast<uint32_t>(x[i])]++;
            second[base[i + 1] * step + static_cast<uint32_t>(x[i + 1])]++;
            third[base[i + 2] * step + static_cast<uint32_t>(x[i + 2])]++;
            fourth[base[i + 3] * step + static_cast<uint32_t>(x[i + 3])]++;
        }
        for (int64_t c = 0; c < cells; c++) table[c] += second[c] + third[c] + fourth[c];
    }
    for (; i < n; i++) table[base[i] * step + static_cast<uint32_t>(x[i])]++;
    return table;
}

// The same with the weight of each row instead of 1.
template <class Code>
const double* count(const uint32_t* base, const Code* x, uint32_t step, const std::vector<double>& weight,
                    int64_t cells, Workspace& workspace) {
    workspace.weighted.assign(static_cast<size_t>(cells), 0.0);
    double* table = workspace.weighted.data();
    for (size_t i = 0; i < weight.size(); i++)
        table[base[i] * step + static_cast<uint32_t>(x[i])] += weight[i];
    return table;
}

// N[(j states + k) step + x]: j a configuration, k < states a state of the node, x < others one of the
// column.
template <class Count>
struct Counted {
    const Count* table;
    int64_t configurations, states, step, others;

    // The node with the column as one more parent.
    double of_node(const Score& score, const Shape& shape) const {
        return tallied<Count>(score, shape, [&](auto& tally) {
            for (int64_t j = 0; j < configurations; j++)
                for (int64_t x = 0; x < others; x++) {
                    const Count* cell = table + j * states * step + x;
                    for (int64_t k = 0; k < states; k++) tally.cell(cell[k * step]);
                    tally.close_configuration();
                }
        });
    }

    // The column with the node as one more parent.
    double of_column(const Score& score, const Shape& shape) const {
        return tallied<Count>(score, shape, [&](auto& tally) {
            for (int64_t row = 0; row < configurations * states; row++) {
                for (int64_t x = 0; x < others; x++) tally.cell(table[row * step + x]);
                tally.close_configuration();
            }
        });
    }

    // sum_j [sum_kx f(N_jkx) - sum_k f(N_jk.) - sum_x f(N_j.x) + f(N_j..)] / N with f(c) = c log c: the
    // mutual information of node and column given the configuration, in nats, over the rows that have both.
    double information() const {
        double sum = 0, rows = 0;
        std::vector<Count> of_column(static_cast<size_t>(others));
        for (int64_t j = 0; j < configurations; j++) {
            std::fill(of_column.begin(), of_column.end(), Count{0});
            Count all = 0;
            for (int64_t k = 0; k < states; k++) {
                Count of_node = 0;
                for (int64_t x = 0; x < others; x++) {
                    const Count c = table[(j * states + k) * step + x];
                    sum += times_log(c), of_node += c, of_column[static_cast<size_t>(x)] += c;
                }
                sum -= times_log(of_node), all += of_node;
            }
            for (const Count c : of_column) sum -= times_log(c);
            sum += times_log(all), rows += static_cast<double>(all);
        }
        return rows > 0 ? std::max(sum / rows, 0.0) : 0.0;
    }
};

// As Counted::of_node where the table would have far more cells than there are rows: occupied cells by
// sorting.
template <class Code>
double sorted_score(const Coded<Code>& table, const Base& base, int64_t column, const Score& score,
                    const Shape& shape) {
    std::vector<std::pair<uint64_t, double>> cells;
    const auto states = static_cast<uint64_t>(base.states);
    const auto others = static_cast<uint64_t>(table.states(column));
    const Code* x = table.column(column);
    for (int64_t i = 0; i < table.n; i++) {
        const uint64_t index = base.index[static_cast<size_t>(i)], other = static_cast<uint64_t>(x[i]);
        if (static_cast<int64_t>(index) == base.cells() - 1 || other == others) continue;
        const uint64_t key = (index / states * others + other) * states + index % states;
        cells.emplace_back(key, table.weight.empty() ? 1.0 : table.weight[static_cast<size_t>(i)]);
    }
    std::sort(cells.begin(), cells.end());
    return tallied<double>(score, shape, [&](auto& tally) {
        for (size_t i = 0; i < cells.size();) {
            const uint64_t key = cells[i].first;
            double c = 0;
            for (; i < cells.size() && cells[i].first == key; i++) c += cells[i].second;
            tally.cell(c);
            if (i == cells.size() || cells[i].first / states != key / states) tally.close_configuration();
        }
    });
}

}  // namespace gnomon::structure
