// For a segment S of N rows cut into L and R, with l_k, r_k and N_k rows of class k, the score is
//   entropy  H(S) - |L|/N H(L) - |R|/N H(R), H in bits:          (v(L) + v(R) - v(S)) / N
//   gini     G(S) - |L|/N G(L) - |R|/N G(R), G = 1 - sum p_k^2:  (v(L) + v(R) - v(S)) / N
//   chi2     sum (observed - expected)^2 / expected:             (v(L) + v(R) - v(S)) N
// with v = sum x log x - n log n, (sum x^2) / n and (sum x^2 / N_k) / n in turn,
// where x runs over the counts of the side and n is their sum. So one sum for each side, updated from run to
// run, gives every score of a segment in one pass.
#include "partition.hpp"

#include <algorithm>
#include <cmath>

#include "../splits/impurity.hpp"
#include "../splits/search.hpp"

namespace gnomon::discretize {

namespace {

// Updated sums lose some digits; scores closer than this (in units of the score's mean) are equal.
constexpr double tie = 1e-10;

struct Segment {
    int64_t from, end, depth;
};

struct Candidate {
    int64_t block = -1;  // the cut lies before this block
    double value = no_gain;
};

template <Score score>
class Partition {
   public:
    Partition(const Blocks& blocks, int64_t n_classes, const CutRule& rule)
        : blocks_(blocks), rule_(rule), total_(n_classes), left_(n_classes), right_(n_classes) {}

    std::vector<Cut> run() {
        std::vector<Cut> cuts;
        std::vector<Segment> pending;
        if (blocks_.count() > 0) pending.push_back({0, blocks_.count(), 0});
        while (!pending.empty()) {
            const Segment segment = pending.back();
            pending.pop_back();
            if (segment.depth >= rule_.max_depth) continue;
            whole_ = count(segment.from, segment.end, total_);
            const Candidate best = search(segment);
            if (best.block < 0 || !accepts(segment, best)) continue;
            cut_.depth = segment.depth;
            cuts.push_back(cut_);
            pending.push_back({best.block, segment.end, segment.depth + 1});
            pending.push_back({segment.from, best.block, segment.depth + 1});
        }
        return cuts;
    }

   private:
    // The weight of each class from one block to another, and their sum. An absent class has exactly 0, which
    // a difference of sums might miss.
    double count(int64_t from, int64_t end, std::vector<double>& weights) const {
        std::fill(weights.begin(), weights.end(), 0.0);
        for (int64_t e = blocks_.begin[from]; e < blocks_.begin[end]; e++)
            weights[blocks_.entries[e].code] += blocks_.entries[e].weight;
        double whole = 0;
        for (const double each : weights) whole += each;
        return whole;
    }

    double term(double x, int32_t code) const {
        if (score == Score::entropy) return x_log_x(x);
        return score == Score::gini ? x * x : (total_[code] > 0 ? x * x / total_[code] : 0.0);
    }

    double value(double sum, double weight) const {
        return score == Score::entropy ? sum - x_log_x(weight) : sum / weight;
    }

    double scale() const { return score == Score::chi2 ? 1.0 : 1.0 / whole_; }

    double sum_of(const std::vector<double>& counts) const {
        double sum = 0;
        for (size_t k = 0; k < counts.size(); k++) sum += term(counts[k], static_cast<int32_t>(k));
        return sum;
    }

    // The sides of a cut between two blocks.
    struct Sides {
        Partition& all;
        double below = 0, sum_left = 0, sum_right;

        explicit Sides(Partition& all) : all(all), sum_right(all.sum_of(all.total_)) {
            std::fill(all.left_.begin(), all.left_.end(), 0.0);
            std::copy(all.total_.begin(), all.total_.end(), all.right_.begin());
        }
        void move(int64_t block) {
            std::vector<double>&left = all.left_, &right = all.right_;
            for (int64_t e = all.blocks_.begin[block]; e < all.blocks_.begin[block + 1]; e++) {
                const auto [code, weight] = all.blocks_.entries[e];
                sum_left -= all.term(left[code], code), sum_right -= all.term(right[code], code);
                left[code] += weight, right[code] = std::max(right[code] - weight, 0.0), below += weight;
                sum_left += all.term(left[code], code), sum_right += all.term(right[code], code);
            }
        }
        double above() const { return all.whole_ - below; }
        // Weights far below the others may vanish in the sum.
        bool is_allowed() const {
            return below >= all.rule_.min_weight && above() >= all.rule_.min_weight && above() > 0;
        }
        double gain() const {
            return (all.value(sum_left, below) + all.value(sum_right, above())) * all.scale();
        }
    };

    // The leftmost of the best cuts.
    Candidate search(const Segment& segment) {
        Candidate best;
        Sides sides(*this);
        const auto is_allowed = [&] { return sides.is_allowed(); };
        const auto block = [&](int64_t k) { return segment.from + k; };
        search_histogram(sides, segment.end - segment.from - 1, block, [&](int64_t k) {
            if (improves(sides, best.value + tie, is_allowed, best.value)) best.block = block(k + 1);
        });
        return best;
    }

    // The statistics of the cut, from recomputed counts, and whether it is accepted.
    bool accepts(const Segment& segment, const Candidate& best) {
        const double below = count(segment.from, best.block, left_);
        const double above = count(best.block, segment.end, right_);
        const double gained =
            value(sum_of(left_), below) + value(sum_of(right_), above) - value(sum_of(total_), whole_);
        cut_ = {cut_between(blocks_.high[best.block - 1], blocks_.low[best.block]),
                gained * (score == Score::chi2 ? whole_ : 1.0 / whole_),
                rule_.min_gain,
                below,
                above,
                0};
        if (gained * scale() <= tie || cut_.score <= rule_.min_gain) return false;
        if (rule_.by_mdl && !passes_mdl()) return false;
        return !rule_.critical || is_significant();
    }

    // Fayyad & Irani (1993): gain > (log2(N - 1) + log2(3^k - 2) - k H(S) + k_L H(L) + k_R H(R)) / N.
    bool passes_mdl() {
        const auto [k, mixed] = mixture(total_);
        const auto [k_left, mixed_left] = mixture(left_);
        const auto [k_right, mixed_right] = mixture(right_);
        const double gain = (mixed - mixed_left - mixed_right) / whole_;
        const double choices = k * std::log2(3.0) + std::log1p(-2.0 * std::pow(3.0, -k)) / std::log(2.0);
        const double change = choices - k * mixed / whole_ + k_left * mixed_left / cut_.below +
                              k_right * mixed_right / cut_.above;
        const double needed = (std::log2(std::max(whole_ - 1, 1.0)) + change) / whole_;
        if (score == Score::entropy) cut_.needed = std::max(cut_.needed, needed);
        return gain > needed;
    }

    // Number of classes with weight, and total times entropy in bits.
    static std::pair<double, double> mixture(const std::vector<double>& counts) {
        double classes = 0, whole = 0, sum = 0;
        for (const double each : counts) classes += each > 0, whole += each, sum += x_log_x(each);
        return {classes, std::max(x_log_x(whole) - sum, 0.0)};
    }

    bool is_significant() {
        double sum = -1;
        int64_t classes = 0;
        for (size_t k = 0; k < total_.size(); k++)
            if (total_[k] > 0) {
                classes++;
                sum += left_[k] * left_[k] / (total_[k] * cut_.below) +
                       right_[k] * right_[k] / (total_[k] * cut_.above);
            }
        const double needed = rule_.critical[std::max<int64_t>(classes - 1, 0)];
        if (score == Score::chi2) cut_.needed = std::max(cut_.needed, needed);
        return whole_ * sum > needed;
    }

    const Blocks& blocks_;
    const CutRule& rule_;
    std::vector<double> total_, left_, right_;
    double whole_ = 0;
    Cut cut_{};
};

}  // namespace

std::vector<Cut> partition(const Blocks& blocks, int64_t n_classes, const CutRule& rule) {
    if (rule.score == Score::entropy) return Partition<Score::entropy>(blocks, n_classes, rule).run();
    if (rule.score == Score::gini) return Partition<Score::gini>(blocks, n_classes, rule).run();
    return Partition<Score::chi2>(blocks, n_classes, rule).run();
}

}  // namespace gnomon::discretize
