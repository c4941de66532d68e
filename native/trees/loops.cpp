#include "loops.hpp"

#include "../splits/search.hpp"

namespace gnomon::GNOMON_LEVEL {

constexpr int lanes = columns_at_once;
constexpr int max_classes = 32;

void tree_count_rows(const uint8_t* codes, TreeCounts shape, const TreeRow* rows, int64_t n,
                     int16_t* counts) {
    const int64_t apart = shape.classes * shape.columns;
    for (int64_t i = 0; i < n; i++) {
        const uint8_t* code = codes + rows[i].row * shape.columns;
        const int16_t times = rows[i].times;
        int16_t* count = counts + rows[i].label * shape.columns;
        for (int64_t j = 0; j < shape.columns; j++) {
            int16_t& one = count[code[j] * apart + j];
            one = (int16_t)(one + times);
        }
    }
}

void tree_subtract(int16_t* from, const int16_t* less, int64_t n) {
    for (int64_t i = 0; i < n; i++) from[i] = (int16_t)(from[i] - less[i]);
}

namespace {

// The sides of the same cut of several columns.
struct Sides {
    TreeCounts shape;
    const int16_t* total;
    int16_t left[max_classes][lanes];
    int32_t rows[lanes], left_squares[lanes], right_squares[lanes];

    void move(const int16_t* counts) {
        int32_t sums[lanes] = {}, on_left[lanes] = {}, on_right[lanes] = {};
        for (int64_t c = 0; c < shape.classes; c++) {
            const int16_t* more = counts + c * shape.columns;
            int16_t* of_class = left[c];
            const int32_t all = total[c];
            for (int j = 0; j < lanes; j++) {
                of_class[j] = (int16_t)(of_class[j] + more[j]);
                const int32_t l = of_class[j], r = all - l;
                sums[j] += l, on_left[j] += l * l, on_right[j] += r * r;
            }
        }
        for (int j = 0; j < lanes; j++) {
            rows[j] = sums[j], left_squares[j] = on_left[j], right_squares[j] = on_right[j];
        }
    }
};

}  // namespace

static void update_best(const Sides& sides, TreeCuts cuts, int32_t code, BestCuts best) {
    for (int j = 0; j < lanes; j++) {
        const int32_t rows = sides.rows[j], others = cuts.all - rows;
        const double gain = cuts.base + (double)sides.left_squares[j] / (double)rows +
                            (double)sides.right_squares[j] / (double)others;
        const bool is_better =
            (rows >= cuts.min_rows) & (others >= cuts.min_rows) & (gain > best.gain[j] + cuts.tie);
        best.gain[j] = is_better ? gain : best.gain[j];
        best.code[j] = is_better ? code : best.code[j];
        best.rows[j] = is_better ? rows : best.rows[j];
    }
}

void tree_best_cuts(const int16_t* counts, TreeCounts shape, TreeCuts cuts, BestCuts best) {
    const int64_t apart = shape.classes * shape.columns;
    for (int64_t from = 0; from < shape.columns; from += lanes) {
        const BestCuts here{best.gain + from, best.code + from, best.rows + from};
        for (int j = 0; j < lanes; j++) here.gain[j] = -__builtin_inf(), here.code[j] = -1, here.rows[j] = 0;
        Sides sides;
        sides.shape = shape, sides.total = cuts.total;
        for (int64_t c = 0; c < shape.classes; c++)
            for (int j = 0; j < lanes; j++) sides.left[c][j] = 0;
        search_histogram(sides, shape.codes - 1,
                         [&](int64_t code) { return counts + code * apart + from; },
                         [&](int64_t code) { update_best(sides, cuts, (int32_t)code, here); });
    }
}

}  // namespace gnomon::GNOMON_LEVEL
