#include "bins.hpp"

#include <algorithm>
#include <cmath>

#include "../parallel.hpp"
#include "../radix.hpp"
#include "node.hpp"

namespace gnomon::forest {

namespace {

struct Level {
    double value, weight;
};

struct Desk {
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
void find_levels(Rows<double> x, const double* weight, int64_t column, Desk& desk) {
    desk.levels.clear();
    desk.keys.clear();
    desk.rows.clear();
    for (int64_t i = 0; i < x.n; i++) {
        const double value = x.x[i * x.d + column];
        if (std::isnan(value) || (weight && weight[i] <= 0)) continue;
        if (weight)
            desk.rows.push_back({ordered_key(value), static_cast<uint32_t>(i)});
        else
            desk.keys.push_back(ordered_key(value));
    }
    radix_sort(desk.keys, desk.spare_keys);
    radix_sort(desk.rows, desk.spare_rows);
    for (const uint64_t key : desk.keys) add_level(desk.levels, value_of_key(key), 1.0);
    for (const Keyed& item : desk.rows) add_level(desk.levels, value_of_key(item.key), weight[item.row]);
}

// The middle, or the lower value where the middle rounds to the higher.
double between(double low, double high) {
    const double middle = low / 2 + high / 2;
    return middle < high && middle >= low ? middle : low;
}

Cuts cuts_of(const std::vector<Level>& levels, int64_t most) {
    Cuts found;
    const int64_t n = static_cast<int64_t>(levels.size());
    double whole = 0.0, below = 0.0;
    for (const Level& level : levels) whole += level.weight;
    const double share = whole / static_cast<double>(most);
    double wanted = share;
    for (int64_t i = 0; i + 1 < n; i++) {
        below += levels[i].weight;
        if (n > most && below < wanted) continue;
        if (static_cast<int64_t>(found.cuts.size()) == most - 1) break;
        found.cuts.push_back(between(levels[i].value, levels[i + 1].value));
        found.tops.push_back(levels[i].value);
        while (wanted <= below) wanted += share;
    }
    found.tops.push_back(n > 0 ? levels.back().value : 0.0);
    return found;
}

}  // namespace

std::vector<Cuts> cuts(Rows<double> x, const double* weight, int64_t most, int threads) {
    std::vector<Cuts> found(static_cast<size_t>(x.d));
    parallel(
        threads, x.d, [] { return Desk(); },
        [&](int64_t column, Desk& desk) {
            find_levels(x, weight, column, desk);
            found[static_cast<size_t>(column)] = cuts_of(desk.levels, most);
        });
    return found;
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
            // Many searches side by side: one waits for memory while others go on.
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
