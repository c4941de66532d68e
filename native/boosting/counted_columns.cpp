#include "counted_columns.hpp"

#include <algorithm>

#include "loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t max_columns = 64, lanes = 8;
constexpr uint32_t row_bits = 0x7fffffff;

void find_places(const CountedColumn& column, int64_t place, int64_t bins, int64_t width,
                 const std::vector<int32_t>& member_of, uint16_t* places) {
    int64_t bin = 0;
    for (int64_t i = 0; i < column.members; i++) {
        bin = i < column.present ? bin + (i > 0 && column.entries[i] >> 31) : bins;
        places[member_of[column.entries[i] & row_bits] * width + place] =
            static_cast<uint16_t>(bin * width + place);
    }
}

}  // namespace

void ClassMembers::assign(const std::vector<int32_t>& rows, const int32_t* codes, const double* weights,
                          int64_t n_classes) {
    members.resize(rows.size());
    begin.assign(static_cast<size_t>(n_classes) + 1, 0);
    for (const int32_t row : rows) begin[codes[row] + 1]++, weight.push_back(weights[row]);
    for (int64_t c = 0; c < n_classes; c++) begin[c + 1] += begin[c];
    std::vector<int64_t> next(begin.begin(), begin.end() - 1);
    for (size_t m = 0; m < rows.size(); m++) members[next[codes[rows[m]]]++] = static_cast<int32_t>(m);
}

void CountedColumns::add_panels(const std::vector<CountedColumn>& columns,
                                const std::vector<int32_t>& member_of) {
    for (size_t first = 0; first < columns.size(); first += max_columns) {
        const size_t end = std::min(columns.size(), first + max_columns);
        Panel panel;
        panel.columns.assign(columns.begin() + static_cast<int64_t>(first),
                             columns.begin() + static_cast<int64_t>(end));
        for (const CountedColumn& each : panel.columns) panel.bins = std::max(panel.bins, each.values);
        panel.width = (static_cast<int64_t>(panel.columns.size()) + lanes - 1) / lanes * lanes;
        for (int64_t i = 0; i < columns[first].members * panel.width; i++)
            panel.places.push_back(static_cast<uint16_t>(i % panel.width));
        for (size_t j = 0; j < panel.columns.size(); j++)
            find_places(panel.columns[j], static_cast<int64_t>(j), panel.bins, panel.width, member_of,
                        panel.places.data());
        panels_.push_back(std::move(panel));
    }
}

void CountedColumns::error_bests(int64_t number, const ClassMembers& by_class,
                                 std::vector<double>& best) const {
    const Panel& panel = panels_[static_cast<size_t>(number)];
    const int64_t classes = by_class.classes(), size = (panel.bins + 1) * panel.width;
    std::vector<double> cells(static_cast<size_t>(classes * size), 0.0);
    std::vector<double> sums(static_cast<size_t>((classes + 2) * panel.width));
    std::vector<double> scores(static_cast<size_t>(panel.bins * panel.width));
    const auto add_rows = GNOMON_CHOSEN(stump_add_rows);
    for (int64_t c = 0; c < classes; c++)
        add_rows(panel.places.data(), panel.width, by_class.members.data() + by_class.begin[c],
                 by_class.begin[c + 1] - by_class.begin[c], by_class.weight.data(), cells.data() + c * size);
    GNOMON_CHOSEN(stump_error_scores)
    (cells.data(), classes, panel.bins, panel.width, sums.data(), scores.data());
    for (size_t j = 0; j < panel.columns.size(); j++) {
        const CountedColumn& column = panel.columns[j];
        if (!column.has_few_values(classes)) continue;
        double& best_score = best[static_cast<size_t>(column.number)];
        for (int64_t b = column.present < column.members ? 0 : 1; b < column.values; b++)
            best_score = std::max(best_score, scores[static_cast<size_t>(b * panel.width) + j]);
    }
}

}  // namespace gnomon
