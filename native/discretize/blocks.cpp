#include "blocks.hpp"

#include <cmath>

namespace gnomon::discretize {

namespace {

// Weights of the classes at one value, cleared after each.
struct Tally {
    std::vector<double> weight;
    std::vector<int32_t> present;
    explicit Tally(int64_t n_classes) : weight(static_cast<size_t>(n_classes), 0.0) {}
    void add(int32_t code, double more) {
        if (weight[code] == 0) present.push_back(code);
        weight[code] += more;
    }
};

bool is_pure(const Blocks& blocks, int64_t block) {
    return blocks.begin[block + 1] - blocks.begin[block] == 1;
}

void close_block(double value, bool join_pure, Tally& tally, Blocks& blocks) {
    if (tally.present.empty()) return;
    const int64_t last = blocks.count() - 1;
    const bool joins = join_pure && last >= 0 && tally.present.size() == 1 && is_pure(blocks, last) &&
                       blocks.entries.back().code == tally.present[0];
    if (joins) {
        blocks.high[last] = value;
        blocks.entries.back().weight += tally.weight[tally.present[0]];
    } else {
        for (const int32_t code : tally.present) blocks.entries.push_back({code, tally.weight[code]});
        blocks.low.push_back(value);
        blocks.high.push_back(value);
        blocks.begin.push_back(static_cast<int64_t>(blocks.entries.size()));
    }
    for (const int32_t code : tally.present) tally.weight[code] = 0;
    tally.present.clear();
}

}  // namespace

Blocks blocks_of_column(const SortedColumn& column, int64_t n_classes, bool join_pure) {
    Blocks blocks;
    blocks.begin.push_back(0);
    Tally tally(n_classes);
    double value = 0;
    for (int64_t i = 0; i < column.n && !std::isinf(column.values[i]); i++) {
        const int32_t row = column.order[i];
        const double weight = column.weight ? column.weight[row] : 1.0;
        if ((column.member && !column.member[row]) || weight <= 0) continue;
        if (column.values[i] != value) close_block(value, join_pure, tally, blocks);
        value = column.values[i];
        tally.add(column.codes[row], weight);
    }
    close_block(value, join_pure, tally, blocks);
    return blocks;
}

double cut_between(double low, double high) {
    const double middle = low / 2 + high / 2;
    return middle > low && middle <= high ? middle : high;
}

}  // namespace gnomon::discretize
