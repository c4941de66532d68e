// Panels: 32 rows stored column by column, scanned by one query at a time.
#pragma once

#include <bit>

#include "nearest.hpp"

namespace gnomon {

// panel[column][r] = the value of row[r].
template <class Real>
void fill_panel(Rows<Real> data, const int64_t* row, double* panel) {
    for (int r = 0; r < panel_rows; r++)
        for (int64_t j = 0; j < data.d; j++)
            panel[j * panel_rows + r] = static_cast<double>(data.x[row[r] * data.d + j]);
}

// Offer the first `rows` rows of a panel to the query's list; row_of(r) is the row number of row r of the
// panel.
template <class RowOf>
inline void scan_panel(const Measure& measure, const double* panel, int64_t columns, int64_t rows,
                       const double* query, Best& best, const RowOf& row_of) {
    double distance[panel_rows];
    uint64_t bits = loops().distances(measure.metric, panel, columns, query, measure.weight,
                                      measure.categorical, best.limit(), distance);
    bits &= (uint64_t{1} << rows) - 1;
    for (; bits; bits &= bits - 1) {
        const int r = std::countr_zero(bits);
        if (distance[r] <= best.limit()) best.offer(distance[r], row_of(r));
    }
}

}  // namespace gnomon
