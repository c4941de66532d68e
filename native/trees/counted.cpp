#include "counted.hpp"

#include <algorithm>
#include <cmath>

#include "loops.hpp"

namespace gnomon::trees {

namespace {

bool is_above(const double* values, int64_t i) { return i == 0 || values[i] > values[i - 1]; }

bool has_few_values(const Sorted& table, int64_t column) {
    const double* values = table.values + column * table.n;
    const int64_t limit = std::min(max_codes, table.n / min_rows_per_code);
    if (table.categorical[column] || limit < 1) return false;
    if (std::isinf(values[0]) || std::isinf(values[table.n - 1])) return false;
    int64_t distinct = 0;
    for (int64_t i = 0; i < table.n && distinct <= limit; i++) distinct += is_above(values, i);
    return distinct <= limit;
}

void encode(const Sorted& table, int64_t place, Counted& counted) {
    Counted::Column& column = counted.columns[place];
    const double* values = table.values + column.number * table.n;
    const int32_t* order = table.order + column.number * table.n;
    for (int64_t i = 0; i < table.n; i++) {
        if (is_above(values, i)) column.ranks.push_back(static_cast<uint32_t>(i));
        counted.codes[order[i] * counted.width + place] = static_cast<uint8_t>(column.ranks.size() - 1);
    }
    counted.n_codes = std::max(counted.n_codes, static_cast<int64_t>(column.ranks.size()));
}

}  // namespace

Counted count_values(const Sorted& table) {
    Counted counted;
    counted.place.assign(static_cast<size_t>(table.d), -1);
    for (int64_t j = 0; j < table.d; j++) {
        if (!has_few_values(table, j)) continue;
        counted.place[j] = static_cast<int64_t>(counted.columns.size());
        counted.columns.push_back({j, {}});
    }
    const auto n_columns = static_cast<int64_t>(counted.columns.size());
    counted.width = (n_columns + columns_at_once - 1) / columns_at_once * columns_at_once;
    counted.codes.assign(static_cast<size_t>(table.n * counted.width), 0);
    for (int64_t p = 0; p < n_columns; p++) encode(table, p, counted);
    return counted;
}

}  // namespace gnomon::trees
