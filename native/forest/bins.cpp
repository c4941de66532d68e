#include "bins.hpp"

#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "../ranks/radix.hpp"
#include "node.hpp"

namespace gnomon::forest {

namespace {

struct Level {
    double value, weight;
};

struct Workspace {
    std::vector<uint64_t> keys, spare_keys;
    std::vector<Keyed> rows, spare_rows;
    std::vector<Level> levels;
};

void add_level(std::vector<Level>& levels, double value, double weight) {
    if (!levels.empty() && levels.back().value == value)
        levels.back().weight += weight;
    else
        levels.push_back({value, weight});
}

// The distinct values of a column in order, with the weight of each.
void find_levels(Rows<double> x, const double* weight, int64_t column, Workspace& workspace) {
    workspace.levels.clear();
    workspace.keys.clear();
    workspace.rows.clear();
    for (int64_t i = 0; i < x.n; i++) {
        const double value = x.x[i * x.d + column];
        if (std::isnan(value) || (weight && weight[i] <= 0)) continue;
        if (weight)
            workspace.rows.push_back({ordered_key(value), static_cast<uint32_t>(i)});
        else
            workspace.keys.push_back(ordered_key(value));
    }
    radix_sort(workspace.keys, workspace.spare_keys);
    radix_sort(workspace.rows, workspace.spare_rows);
    for (const uint64_t key : workspace.keys) add_level(workspace.levels, value_of_key(key), 1.0);
    for (const Keyed& item : workspace.rows)
        add_level(workspace.levels, value_of_key(item.key), weight[item.row]);
}

// The midpoint, or the lower value where the midpoint rounds to the higher.
double between(double low, double high) {
    const double middle = low / 2 + high / 2;
    return middle < high && middle >= low ? middle : low;
}

Cuts cuts_of(const std::vector<Level>& levels, int64_t max_bins) {
    Cuts result;
    const int64_t n = static_cast<int64_t>(levels.size());
    double whole = 0.0, below = 0.0;
    for (const Level& level : levels) whole += level.weight;
    const double share = whole / static_cast<double>(max_bins);
    double wanted = share;
    for (int64_t i = 0; i + 1 < n; i++) {
        below += levels[i].weight;
        if (n > max_bins && below < wanted) continue;
        if (static_cast<int64_t>(result.cuts.size()) == max_bins - 1) break;
        result.cuts.push_back(between(levels[i].value, levels[i + 1].value));
        result.tops.push_back(levels[i].value);
        while (wanted <= below) wanted += share;
    }
    result.tops.push_back(n > 0 ? levels.back().value : 0.0);
    return result;
}

}  // namespace

std::vector<Cuts> cuts(Rows<double> x, const double* weight, int64_t max_bins, int threads) {
    std::vector<Cuts> result(static_cast<size_t>(x.d));
    parallel(
        threads, x.d, [] { return Workspace(); },
        [&](int64_t column, Workspace& workspace) {
            find_levels(x, weight, column, workspace);
            result[static_cast<size_t>(column)] = cuts_of(workspace.levels, max_bins);
        });
    return result;
}

template <class Code>
void codes(Rows<double> x, const double* cuts, const int64_t* begin, int threads, Code* out) {
    constexpr int64_t block = 256;
    parallel(threads, blocks_of(x.n, block), [&](int64_t task) {
        const int64_t from = task * block, m = std::min(x.n - from, block);
        double value[block];
        int32_t below[block];
        for (int64_t j = 0; j < x.d; j++) {
            const double* first = cuts + begin[j];
            for (int64_t i = 0; i < m; i++) value[i] = x.x[(from + i) * x.d + j], below[i] = 0;
            // Many binary searches side by side, so that their memory latencies overlap.
            for (auto length = static_cast<int32_t>(begin[j + 1] - begin[j]); length > 0;) {
                const int32_t half = (length + 1) / 2;
                for (int64_t i = 0; i < m; i++) below[i] += half * (first[below[i] + half - 1] < value[i]);
                length -= half;
            }
            for (int64_t i = 0; i < m; i++)
                out[(from + i) * x.d + j] =
                    std::isnan(value[i]) ? missing<Code> : static_cast<Code>(below[i]);
        }
    });
}

template void codes<uint8_t>(Rows<double>, const double*, const int64_t*, int, uint8_t*);
template void codes<uint16_t>(Rows<double>, const double*, const int64_t*, int, uint16_t*);

}  // namespace gnomon::forest
