// The k nearest rows: the query, and the list of the nearest so far.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "../loops/loops.hpp"
#include "../rows.hpp"

namespace gnomon {

// How distance is measured; weight and categorical (one value a column) belong to the mixed metric alone.
struct Measure {
    Metric metric;
    const double* weight = nullptr;
    const uint8_t* categorical = nullptr;
    bool has_root() const { return metric == Metric::euclidean || metric == Metric::mixed; }
};

// For each query its k nearest rows but `exclude[query]` (-1: none; null: none for all), to distance and
// index (q, k).
template <class Real>
struct Question {
    Rows<Real> queries;
    int64_t k;
    const int64_t* exclude;
    int threads;
    double* distance;
    int64_t* index;
    int64_t excluded(int64_t query) const { return exclude ? exclude[query] : -1; }
};

// A distance rounded to 33 significant bits: distances that differ by rounding alone have the same rank, so
// that the order of neighbors does not depend on the last bits of coordinates.
inline double rank_of(double distance) {
    constexpr uint64_t dropped = 20, half = uint64_t{1} << (dropped - 1);
    return std::bit_cast<double>((std::bit_cast<uint64_t>(distance) + half) >> dropped << dropped);
}

// An upper bound of the relative difference of distances of one rank.
constexpr double rank_width = 0x1p-32;

struct Neighbor {
    double rank;
    int64_t row;
    double distance;
    bool operator<(const Neighbor& other) const {
        return rank < other.rank || (rank == other.rank && row < other.row);
    }
};

// The k nearest of the rows offered; ties of rank go to the lower row.
class Best {
public:
    Best(int64_t k, bool has_root) : k_(static_cast<size_t>(k)), has_root_(has_root) { heap_.reserve(k_); }

    void clear(int64_t excluded) {
        heap_.clear();
        excluded_ = excluded;
        limit_ = std::numeric_limits<double>::infinity();
    }

    // No sum above this can enter.
    double limit() const { return limit_; }

    void offer(double sum, int64_t row) {
        if (row == excluded_) return;
        const double distance = has_root_ ? std::sqrt(sum) : sum;
        const Neighbor item{rank_of(distance), row, distance};
        if (heap_.size() == k_) {
            if (!(item < heap_.front())) return;
            std::pop_heap(heap_.begin(), heap_.end());
            heap_.back() = item;
        } else {
            heap_.push_back(item);
        }
        std::push_heap(heap_.begin(), heap_.end());
        if (heap_.size() == k_) limit_ = sum_at_most(heap_.front().rank * (1 + rank_width));
    }

    // The items, nearest first.
    const std::vector<Neighbor>& sorted() {
        std::sort_heap(heap_.begin(), heap_.end());
        return heap_;
    }

    void write(double* distance, int64_t* index) {
        sorted();
        for (size_t i = 0; i < heap_.size(); i++) {
            distance[i] = heap_[i].distance;
            index[i] = heap_[i].row;
        }
    }

private:
    // An upper bound of the sums whose root rounds to this distance or less.
    double sum_at_most(double distance) const {
        if (!has_root_) return distance;
        const double square = distance * distance * (1 + 8 * std::numeric_limits<double>::epsilon());
        return std::nextafter(square, std::numeric_limits<double>::infinity());
    }

    size_t k_;
    bool has_root_;
    int64_t excluded_ = -1;
    double limit_ = std::numeric_limits<double>::infinity();
    std::vector<Neighbor> heap_;
};

// Every distance computed directly.
template <class Real>
void search_directly(Rows<Real> data, const Measure& measure, const Question<Real>& question);

// Euclidean only: screened in single precision, then decided by exact distances; false if the range of the
// data does not allow it.
template <class Real>
bool search_screened(Rows<Real> data, const Question<Real>& question);

}  // namespace gnomon
