// The innermost loops of hierarchical clustering, at every width of vectors.
#pragma once

#include "../level.hpp"

namespace gnomon {

// How the distance to a union of clusters follows from those to its two parts (Lance & Williams 1967).
enum class Linkage : int { single, complete, average, weighted, ward, centroid, median };

// The parts a and b, their distance (squared for ward, centroid and median) and their sizes.
struct Union {
    double size_a, size_b, gap;
};

// The least of value[i] + bar[i] for i in [0, n), n a multiple of 8, and its first place; n is not 0.
GNOMON_LEVELS(void least_allowed(const double* value, const double* bar, int64_t n, double* least,
                                 int64_t* place))
// out[i] = distance of cluster i, of size[i], to the union, from a[i] and b[i]; n a multiple of 8.
GNOMON_LEVELS(void join_rows(Linkage linkage, const double* a, const double* b, const double* size,
                             Union parts, int64_t n, double* out))
// For each row i of the panels: gap = squared (or absolute) distance to the query; where it is below near[i],
// near[i] = gap and from[i] = name. Then the least of near and its first place.
GNOMON_LEVELS(void reach(const double* panel, int64_t panels, int64_t columns, const double* query,
                         bool squared, int64_t name, double* near, int64_t* from, double* least,
                         int64_t* place))
// Ward's distance, s t / (s + t) times the squared gap, of a query of size s to each row of the panels, of
// size t = size[i]: the first place of the least below *least, which is left as it is if there is none.
GNOMON_LEVELS(void least_ward(const double* panel, int64_t panels, int64_t columns, const double* query,
                              double query_size, const double* size, double* least, int64_t* place))
// value[i] = its square root.
GNOMON_LEVELS(void take_roots(double* value, int64_t n))

}  // namespace gnomon
