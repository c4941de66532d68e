#include "loops.hpp"

namespace gnomon::GNOMON_LEVEL {

void stump_add_rows(const uint16_t* places, int64_t width, const int32_t* members, int64_t n,
                    const double* weight, double* cells) {
    for (int64_t i = 0; i < n; i++) {
        const uint16_t* place = places + members[i] * width;
        const double more = weight[members[i]];
        for (int64_t j = 0; j < width; j += 8)
#pragma GCC unroll 8
            for (int64_t k = 0; k < 8; k++) cells[place[j + k]] += more;
    }
}

static void fill(double* values, int64_t n, double value) {
    for (int64_t i = 0; i < n; i++) values[i] = value;
}

// Adds one bin of every column to a group; max_weight: the weight of the group's majority class.
static void add_bin(const double* cells, int64_t classes, int64_t apart, int64_t width, double* sums,
                    double* max_weight) {
    for (int64_t c = 0; c < classes; c++) {
        const double* more = cells + c * apart;
        double* sum = sums + c * width;
        for (int64_t j = 0; j < width; j++) {
            sum[j] += more[j];
            max_weight[j] = sum[j] > max_weight[j] ? sum[j] : max_weight[j];
        }
    }
}

void stump_error_scores(const double* cells, int64_t classes, int64_t bins, int64_t width, double* sums,
                        double* scores) {
    const int64_t apart = (bins + 1) * width;
    double *missing = sums + classes * width, *max_weight = missing + width;
    fill(sums, (classes + 2) * width, 0.0);
    add_bin(cells + bins * width, classes, apart, width, sums, missing);
    fill(sums, classes * width, 0.0);
    for (int64_t b = 0; b < bins; b++) {
        for (int64_t j = 0; j < width; j++) scores[b * width + j] = missing[j] + max_weight[j];
        add_bin(cells + b * width, classes, apart, width, sums, max_weight);
    }
    for (int64_t j = 0; j < width; j++) scores[j] = missing[j] + max_weight[j];
    fill(sums, classes * width, 0.0);
    fill(max_weight, width, 0.0);
    for (int64_t b = bins - 1; b > 0; b--) {
        add_bin(cells + b * width, classes, apart, width, sums, max_weight);
        for (int64_t j = 0; j < width; j++) scores[b * width + j] += max_weight[j];
    }
}

}  // namespace gnomon::GNOMON_LEVEL
