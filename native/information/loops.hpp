// The innermost loop of counting pairs, at every level.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

// A plane is the set of rows that have one level of a column, a bit a row, in whole runs of this many words.
constexpr int64_t plane_run = 64;

GNOMON_LEVELS(void plane_overlaps(const uint64_t* a, const uint64_t* b, int64_t stride, int64_t planes,
                                  int64_t words, int64_t* count))

}  // namespace gnomon
