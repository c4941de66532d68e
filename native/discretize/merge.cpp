// The score of two neighboring bins A and B with a_k and b_k rows of class k is chi2 of their table,
//   |A| |B| sum_k (a_k / |A| - b_k / |B|)^2 / (a_k + b_k),
// or the distance of their means. The pair of lowest score is merged, until the lowest is too high. A heap
// holds the pairs; entries made before one of their bins grew are recognized by their age, and skipped.
#include "merge.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace gnomon::discretize {

namespace {

// Scores that differ by rounding alone become equal: they are rounded to 40 bits.
double rounded(double score) {
    int exponent = 0;
    const double share = std::frexp(score, &exponent);
    return std::ldexp(std::round(std::ldexp(share, 40)), exponent - 40);
}

struct Pair {
    double score;
    int64_t left, age;
    bool operator<(const Pair& other) const {
        return score != other.score ? score > other.score : left > other.left;
    }
};

struct Bin {
    std::vector<Entry> entries;  // by class
    double weight, half_mean, low, high;  // half, so that gaps do not overflow
    int64_t next, previous, age;
};

std::vector<Entry> added(const std::vector<Entry>& a, const std::vector<Entry>& b) {
    std::vector<Entry> both;
    both.reserve(a.size() + b.size());
    for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        if (j == b.size() || (i < a.size() && a[i].code < b[j].code))
            both.push_back(a[i++]);
        else if (i == a.size() || b[j].code < a[i].code)
            both.push_back(b[j++]);
        else
            both.push_back({a[i].code, a[i].weight + b[j].weight}), i++, j++;
    }
    return both;
}

double chi2(const Bin& a, const Bin& b) {
    double sum = 0;
    for (size_t i = 0, j = 0; i < a.entries.size() || j < b.entries.size();) {
        const int32_t of_a = i < a.entries.size() ? a.entries[i].code : INT32_MAX;
        const int32_t of_b = j < b.entries.size() ? b.entries[j].code : INT32_MAX;
        const double one = of_a <= of_b ? a.entries[i++].weight : 0.0;
        const double two = of_b <= of_a ? b.entries[j++].weight : 0.0;
        const double gap = one / a.weight - two / b.weight;
        // Proportions that differ by rounding alone are equal.
        if (std::abs(gap) > 1e-12) sum += gap * gap * a.weight * (b.weight / (one + two));
    }
    return sum;
}

class Merger {
   public:
    Merger(const Blocks& blocks, const MergeRule& rule)
        : rule_(rule), bins_(static_cast<size_t>(blocks.count())), n_bins_(blocks.count()) {
        for (int64_t b = 0; b < blocks.count(); b++) {
            Bin& bin = bins_[b];
            const auto entries = blocks.entries.begin();
            bin.entries.assign(entries + blocks.begin[b], entries + blocks.begin[b + 1]);
            std::sort(bin.entries.begin(), bin.entries.end(),
                      [](const Entry& one, const Entry& other) { return one.code < other.code; });
            bin.weight = 0;
            for (const Entry& entry : bin.entries) bin.weight += entry.weight;
            bin.low = blocks.low[b], bin.high = blocks.high[b];
            bin.half_mean = bin.low / 4 + bin.high / 4;
            bin.next = b + 1, bin.previous = b - 1, bin.age = 0;
        }
        for (int64_t b = 0; b + 1 < blocks.count(); b++) push(b);
    }

    Merging run() {
        Merging done;
        while (n_bins_ > rule_.min_bins) {
            const std::vector<int64_t> lowest = pop_lowest();
            if (lowest.empty()) break;
            for (const int64_t left : lowest)
                if (n_bins_ > rule_.min_bins) done.merged.push_back(join(owner(left)));
        }
        for (int64_t b = 0; b < count() && bins_[b].next < count(); b = bins_[b].next)
            done.cuts.push_back(cut_between(bins_[b].high, bins_[bins_[b].next].low));
        return done;
    }

   private:
    double score(int64_t left) const {
        const Bin &a = bins_[left], &b = bins_[a.next];
        return rounded(rule_.by_distance ? 2 * (b.half_mean - a.half_mean) : chi2(a, b));
    }

    void push(int64_t left) { heap_.push({score(left), left, bins_[left].age}); }

    bool is_current(const Pair& pair) const { return bins_[pair.left].age == pair.age; }

    // Left bins of the pairs to merge now, from left to right; none if merging ends.
    std::vector<int64_t> pop_lowest() {
        std::vector<int64_t> lowest;
        while (!heap_.empty() && !is_current(heap_.top())) heap_.pop();
        if (heap_.empty()) return lowest;
        const double lowest_score = heap_.top().score;
        if (lowest_score > rounded(rule_.stop) && n_bins_ <= rule_.max_bins) return lowest;
        do {
            if (is_current(heap_.top())) lowest.push_back(heap_.top().left);
            heap_.pop();
        } while (rule_.all_ties && !heap_.empty() && heap_.top().score == lowest_score);
        return lowest;
    }

    // The bin into which a bin has been merged.
    int64_t owner(int64_t bin) const {
        while (bins_[bin].age < 0) bin = bins_[bin].previous;
        return bin;
    }

    Merged join(int64_t left) {
        Bin& a = bins_[left];
        Bin& b = bins_[a.next];
        const Merged step{cut_between(a.high, b.low), score(left)};
        a.entries = added(a.entries, b.entries);
        a.half_mean += (b.half_mean - a.half_mean) * (b.weight / (a.weight + b.weight));
        a.weight += b.weight, a.high = b.high, a.next = b.next, a.age++;
        b.age = -1, b.previous = left, b.entries = {};
        n_bins_--;
        if (a.next < count()) bins_[a.next].previous = left, push(left);
        if (a.previous >= 0) bins_[a.previous].age++, push(a.previous);
        return step;
    }

    int64_t count() const { return static_cast<int64_t>(bins_.size()); }

    const MergeRule& rule_;
    std::vector<Bin> bins_;
    std::priority_queue<Pair> heap_;
    int64_t n_bins_;
};

}  // namespace

Merging merge(const Blocks& blocks, const MergeRule& rule) { return Merger(blocks, rule).run(); }

}  // namespace gnomon::discretize
