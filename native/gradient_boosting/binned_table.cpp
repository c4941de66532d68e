#include "binned_table.hpp"

#include <algorithm>
#include <numeric>

#include "../forest/node.hpp"

namespace gnomon::gradient_boosting {

using forest::missing;

BinnedTable::BinnedTable(const uint8_t* codes, int64_t n, int64_t d, const int32_t* bins,
                       const uint8_t* is_category)
    : n(n), d(d), bins(bins, bins + d), is_category(is_category, is_category + d) {
    lay_panels(codes);
    count_bins();
    find_common();
    const bool fits = histogram_size() + list_step <= 1 << 16;
    if (!fits || n_common_ < n * d / 4) return;
    list_places();
    constexpr int64_t many_rows = 1 << 14;  // whose gradients for eight trees exceed the L2 cache
    if (n < many_rows) list_rows();
}

void BinnedTable::lay_panels(const uint8_t* codes) {
    codes_.assign(static_cast<size_t>(panels() * n * panel_columns), 0);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < d; j++)
            codes_[static_cast<size_t>((j / panel_columns * n + i) * panel_columns + j % panel_columns)] =
                codes[i * d + j];
}

void BinnedTable::count_bins() {
    max_bins.assign(static_cast<size_t>(panels()), 1);
    for (int64_t j = 0; j < d; j++) {
        int& largest = max_bins[static_cast<size_t>(j / panel_columns)];
        largest = std::max(largest, bins[static_cast<size_t>(j)]);
    }
    const bool some_missing = std::find(codes_.begin(), codes_.end(), missing<uint8_t>) != codes_.end();
    cell_bins = some_missing ? panel_bins : *std::max_element(max_bins.begin(), max_bins.end());
}

void BinnedTable::find_common() {
    for (int64_t j = 0; j < d; j++) {
        int64_t times[panel_bins] = {};
        for (int64_t i = 0; i < n; i++) times[code(i, j)]++;
        const auto mode = std::max_element(times, times + panel_bins);
        common.push_back(static_cast<uint8_t>(mode - times));
        n_common_ += *mode;
    }
}

void BinnedTable::list_places() {
    begin.push_back(0);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < d; j++)
            if (code(i, j) != common[static_cast<size_t>(j)])
                places.push_back(static_cast<uint16_t>(cell(j, code(i, j))));
        for (int64_t spare = histogram_size(); places.size() % list_step; spare++)
            places.push_back(static_cast<uint16_t>(spare));
        begin.push_back(static_cast<int64_t>(places.size()));
    }
}

void BinnedTable::list_rows() {
    const auto is_spare = [&](uint16_t place) { return place >= histogram_size(); };
    cell_begin.assign(static_cast<size_t>(histogram_size() + 1), 0);
    for (const uint16_t place : places)
        if (!is_spare(place)) cell_begin[place + size_t{1}]++;
    std::partial_sum(cell_begin.begin(), cell_begin.end(), cell_begin.begin());
    cell_rows.resize(static_cast<size_t>(cell_begin.back()));
    std::vector<int64_t> next = cell_begin;
    for (size_t i = 0; i + 1 < begin.size(); i++)
        for (int64_t k = begin[i]; k < begin[i + 1]; k++) {
            const uint16_t place = places[static_cast<size_t>(k)];
            if (!is_spare(place)) cell_rows[static_cast<size_t>(next[place]++)] = static_cast<uint16_t>(i);
        }
}

}  // namespace gnomon::gradient_boosting
