// Draw i of replicate r is floor(u m / 2^64) for m units, where
//     u = mix(key_r + (i + 1) gold),  key_r = mix(seed + (r + 1) gold),
// and mix is the finalizer of SplitMix64 (Steele, Lea & Flood 2014). So a replicate depends on the seed and
// its index alone, not on the thread. With c_i the number of times that row i is drawn,
//     AUC_r = sum over pairs of a positive p and a negative q of
//             c_p w_p c_q w_q ([s_p > s_q] + [s_p = s_q] / 2) / (C+ C-),  sum_rj = sum_i c_i v_ij.
#include "bootstrap.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "../parallel.hpp"
#include "radix.hpp"

namespace gnomon {

namespace {

constexpr uint64_t gold = 0x9E3779B97F4A7C15;

inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

template <class Use>
void draw(const Draws& draws, int64_t replicate, const Use& use) {
    const uint64_t m = static_cast<uint64_t>(draws.units);
    uint64_t state = mix(draws.seed + (static_cast<uint64_t>(draws.first + replicate) + 1) * gold);
    for (int64_t i = 0; i < draws.units; i++) {
        const uint64_t u = mix(state += gold);
        // The high half of u m, as m < 2^32.
        use(static_cast<int64_t>(((u >> 32) * m + ((u & 0xFFFFFFFF) * m >> 32)) >> 32));
    }
}

void count_draws(const Draws& draws, int64_t replicate, uint32_t* count) {
    std::fill(count, count + draws.units, 0u);
    draw(draws, replicate, [&](int64_t place) { count[place]++; });
}

// Rows in ascending order of score.
struct Ranked {
    std::vector<int32_t> unit;
    std::vector<uint8_t> positive, ends_tie;
    std::vector<double> weight;
};

template <class Real>
Ranked rank(const Real* score, const uint8_t* positive, const double* weight, const int32_t* unit,
            int64_t n) {
    std::vector<Keyed> items(static_cast<size_t>(n)), spare;
    for (int64_t i = 0; i < n; i++)
        items[i] = {ordered_key(static_cast<double>(score[i])), static_cast<uint32_t>(i)};
    radix_sort(items, spare);
    Ranked ranked;
    for (size_t i = 0; i < items.size(); i++) {
        const uint32_t row = items[i].row;
        ranked.unit.push_back(unit ? unit[row] : static_cast<int32_t>(row));
        ranked.positive.push_back(positive[row] != 0);
        ranked.ends_tie.push_back(i + 1 == items.size() || items[i + 1].key != items[i].key);
        if (weight) ranked.weight.push_back(weight[row]);
    }
    return ranked;
}

template <class Sum, class WeightOf>
double area_of(const Ranked& ranked, const WeightOf& weight_of) {
    Sum twice = 0, below = 0, above = 0, tied_below = 0, tied_above = 0;
    for (size_t i = 0; i < ranked.unit.size(); i++) {
        // A product instead of a branch, which would often be mispredicted.
        const Sum weight = weight_of(i), of_positive = weight * ranked.positive[i];
        tied_above += of_positive;
        tied_below += weight - of_positive;
        if (ranked.ends_tie[i]) {
            twice += tied_above * (2 * below + tied_below);
            below += tied_below;
            above += tied_above;
            tied_below = tied_above = 0;
        }
    }
    if (!(below > 0 && above > 0)) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(twice) / 2 / (static_cast<double>(below) * static_cast<double>(above));
}

}  // namespace

void bootstrap_counts(const Draws& draws, int threads, uint32_t* count) {
    parallel(threads, draws.times, [&](int64_t r) { count_draws(draws, r, count + r * draws.units); });
}

template <class Real>
void bootstrap_auc(const Real* score, const uint8_t* positive, const double* weight, const int32_t* unit,
                   int64_t n, const Draws& draws, int threads, double* area) {
    const Ranked ranked = rank(score, positive, weight, unit, n);
    const auto make_count = [&] { return std::vector<uint32_t>(static_cast<size_t>(draws.units)); };
    parallel(threads, draws.times, make_count, [&](int64_t r, std::vector<uint32_t>& count) {
        count_draws(draws, r, count.data());
        const auto drawn = [&](size_t i) { return count[ranked.unit[i]]; };
        // Integers are exact and fast; they cannot overflow, as the number of draws is the number of rows.
        if (!weight && !unit)
            area[r] = area_of<int64_t>(ranked, [&](size_t i) { return static_cast<int64_t>(drawn(i)); });
        else if (!weight)
            area[r] = area_of<double>(ranked, [&](size_t i) { return static_cast<double>(drawn(i)); });
        else
            area[r] = area_of<double>(ranked, [&](size_t i) { return ranked.weight[i] * drawn(i); });
    });
}

template <class Real>
void bootstrap_sums(const Real* values, int64_t columns, const Draws& draws, int threads, double* sum) {
    parallel(threads, draws.times, [&](int64_t r) {
        double* total = sum + r * columns;
        std::fill(total, total + columns, 0.0);
        draw(draws, r, [&](int64_t row) {
            for (int64_t j = 0; j < columns; j++) total[j] += static_cast<double>(values[row * columns + j]);
        });
    });
}

template void bootstrap_auc(const double*, const uint8_t*, const double*, const int32_t*, int64_t,
                            const Draws&, int, double*);
template void bootstrap_auc(const float*, const uint8_t*, const double*, const int32_t*, int64_t,
                            const Draws&, int, double*);
template void bootstrap_sums(const double*, int64_t, const Draws&, int, double*);
template void bootstrap_sums(const float*, int64_t, const Draws&, int, double*);

}  // namespace gnomon
