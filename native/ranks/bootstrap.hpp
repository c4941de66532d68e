// Bootstrap replicates of statistics: rows drawn with replacement.
#pragma once

#include <cstdint>

namespace gnomon {

// What is drawn: `units` numbers below `units`, again for each of `times` replicates from number `first` on.
struct Draws {
    int64_t units, first, times;
    uint64_t seed;
};

// count (times, units): how often each unit is drawn in each replicate.
void bootstrap_counts(const Draws& draws, int threads, uint32_t* count);

// area (times): the AUC of each replicate; NaN if it has no positive or no negative weight. Row i counts as
// often as unit[i] is drawn (unit null: i itself). Callers ensure that n < 2^31, no score is NaN and
// every unit is from 0 to draws.units - 1.
template <class Real>
void bootstrap_auc(const Real* score, const uint8_t* positive, const double* weight, const int32_t* unit,
                   int64_t n, const Draws& draws, int threads, double* area);

// sum (times, columns): sums over the drawn rows of values (draws.units, columns).
template <class Real>
void bootstrap_sums(const Real* values, int64_t columns, const Draws& draws, int threads, double* sum);

}  // namespace gnomon
