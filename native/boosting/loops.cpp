#include "loops.hpp"

#include "../splits/search.hpp"

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

namespace {

// The same group of every column: its class weights, and that of its majority class.
struct Group {
    const double* cells;
    int64_t classes, apart, width;
    double *sums, *max_weight;

    void move(int64_t bin) {
        for (int64_t c = 0; c < classes; c++) {
            const double* more = cells + bin * width + c * apart;
            double* sum = sums + c * width;
            for (int64_t j = 0; j < width; j++) {
                sum[j] += more[j];
                max_weight[j] = sum[j] > max_weight[j] ? sum[j] : max_weight[j];
            }
        }
    }
};

}  // namespace

void stump_error_scores(const double* cells, int64_t classes, int64_t bins, int64_t width, double* sums,
                        double* scores) {
    double *missing = sums + classes * width, *max_weight = missing + width;
    Group group{cells, classes, (bins + 1) * width, width, sums, missing};
    fill(sums, (classes + 2) * width, 0.0);
    group.move(bins);
    fill(sums, classes * width, 0.0);
    group.max_weight = max_weight;
    const auto score = [&](int64_t bin) {
        for (int64_t j = 0; j < width; j++) scores[bin * width + j] = missing[j] + max_weight[j];
    };
    search_histogram(group, bins - 1, [](int64_t k) { return k; }, [&](int64_t k) { score(k + 1); });
    group.move(bins - 1);
    score(0);
    // A maximum cannot be updated as bins leave a group: the upper group is summed from its own end.
    fill(sums, classes * width, 0.0);
    fill(max_weight, width, 0.0);
    search_histogram(group, bins - 1, [&](int64_t k) { return bins - 1 - k; }, [&](int64_t k) {
        double* of_bin = scores + (bins - 1 - k) * width;
        for (int64_t j = 0; j < width; j++) of_bin[j] += max_weight[j];
    });
}

}  // namespace gnomon::GNOMON_LEVEL
