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

// One bin of every column joins a group; most: the largest class's weight there.
static void join(const double* cells, int64_t classes, int64_t apart, int64_t width, double* sums,
                 double* most) {
    for (int64_t c = 0; c < classes; c++) {
        const double* more = cells + c * apart;
        double* sum = sums + c * width;
        for (int64_t j = 0; j < width; j++) {
            sum[j] += more[j];
            most[j] = sum[j] > most[j] ? sum[j] : most[j];
        }
    }
}

void stump_error_scores(const double* cells, int64_t classes, int64_t bins, int64_t width, double* sums,
                        double* scores) {
    const int64_t apart = (bins + 1) * width;
    double *missing = sums + classes * width, *most = missing + width;
    fill(sums, (classes + 2) * width, 0.0);
    join(cells + bins * width, classes, apart, width, sums, missing);
    fill(sums, classes * width, 0.0);
    for (int64_t b = 0; b < bins; b++) {
        for (int64_t j = 0; j < width; j++) scores[b * width + j] = missing[j] + most[j];
        join(cells + b * width, classes, apart, width, sums, most);
    }
    for (int64_t j = 0; j < width; j++) scores[j] = missing[j] + most[j];
    fill(sums, classes * width, 0.0);
    fill(most, width, 0.0);
    for (int64_t b = bins - 1; b > 0; b--) {
        join(cells + b * width, classes, apart, width, sums, most);
        for (int64_t j = 0; j < width; j++) scores[b * width + j] += most[j];
    }
}

}  // namespace gnomon::GNOMON_LEVEL
