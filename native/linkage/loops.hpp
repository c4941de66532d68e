// The innermost loops of hierarchical clustering, compiled for each vector width.
#pragma once

#include "../level.hpp"

namespace gnomon {

// The update of distances after a merge (Lance & Williams 1967).
enum class Linkage : int { single, complete, average, weighted, ward, centroid, median };

// The parts a and b, their distance (squared for ward, centroid and median) and their sizes.
struct Union {
    double size_a, size_b, distance;
};

// The minimum of value[i] + mask[i] for i in [0, n), n a multiple of 8, and its first index; n is not 0.
GNOMON_LEVELS(void nearest_active(const double* value, const double* mask, int64_t n, double* smallest,
                                  int64_t* slot))
// out[i] = distance of cluster i, of size[i], to the union, from a[i] and b[i]; n a multiple of 8.
GNOMON_LEVELS(void join_rows(Linkage linkage, const double* a, const double* b, const double* size,
                             Union parts, int64_t n, double* out))
// For each row i of the panels, with its squared (or Manhattan) distance to the query: if it is below
// near[i], near[i] = distance and from[i] = row. Then the minimum of near and its first index.
GNOMON_LEVELS(void reach(const double* panel, int64_t panels, int64_t columns, const double* query,
                         bool squared, int64_t row, double* near, int64_t* from, double* smallest,
                         int64_t* slot))
// Ward's distance, s t / (s + t) times the squared distance, of a query of size s to each row of the panels,
// of size t = size[i]: the minimum below *smallest and its first index; unchanged if there is none.
GNOMON_LEVELS(void nearest_ward(const double* panel, int64_t panels, int64_t columns, const double* query,
                                double query_size, const double* size, double* smallest, int64_t* slot))
// value[i] = sqrt(value[i]).
GNOMON_LEVELS(void square_roots(double* value, int64_t n))

}  // namespace gnomon
