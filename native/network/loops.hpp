// The innermost loops of message passing, at every width of vectors. Eight rows are propagated at once: each
// entry of a table is eight doubles, one for each row, on a 64-byte boundary.
#pragma once

#include "../level.hpp"

namespace gnomon {

constexpr int64_t batch = 8;

// table[e] = potential[e] for all eight rows, or that times message[map[e]]; peak becomes the largest entry.
GNOMON_LEVELS(void spread_potential(const double* potential, int64_t n, double* table))
GNOMON_LEVELS(void absorb_first(const double* potential, const double* message, const int32_t* map, int64_t n,
                                double* table, double* peak))
// table[e] *= message[map[e]]; peak becomes the largest entry.
GNOMON_LEVELS(void absorb_message(const double* message, const int32_t* map, int64_t n, double* table,
                                  double* peak))
// table[e] /= divisor.
GNOMON_LEVELS(void divide_table(const double* divisor, int64_t n, double* table))
// table[o][l][i] *= evidence[l] over a table of (outer, levels, inner) entries.
GNOMON_LEVELS(void apply_evidence(const double* evidence, int64_t outer, int64_t levels, int64_t inner,
                               double* table))
// message[s] = the sum, or the maximum, of table[e] over the entries e with map[e] = s (sum- and
// max-product).
GNOMON_LEVELS(void sum_onto(const double* table, const int32_t* map, int64_t n, int64_t size,
                            double* message))
GNOMON_LEVELS(void max_onto(const double* table, const int32_t* map, int64_t n, int64_t size,
                             double* message))
// sums[l] = the sum of table[o][l][i] over o and i.
GNOMON_LEVELS(void sum_levels(const double* table, int64_t outer, int64_t levels, int64_t inner,
                              double* sums))
// Divides by the sum, or by the maximum (by 1 where that is 0), and returns the sum or the maximum.
GNOMON_LEVELS(void divide_by_sum(double* parts, int64_t n, double* sum))
GNOMON_LEVELS(void divide_by_max(double* message, int64_t n, double* best))
// fresh[s] /= stale[s] * scale; 0 where that is 0.
GNOMON_LEVELS(void divide_by_stale(const double* stale, const double* scale, int64_t n, double* fresh))
// total[e] += table[e] * weight.
GNOMON_LEVELS(void add_weighted(const double* table, const double* weight, int64_t n, double* total))

}  // namespace gnomon
