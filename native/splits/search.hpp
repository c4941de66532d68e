// The search for a split, for every criterion: what is on the right side of a cut moves to the left one by
// one, rows in ascending order of a column or the bins of a histogram, and each cut is offered.
//
// A criterion is a class of sides, which holds the statistics of both:
//     void move(item)                  a row, or a bin, leaves the right side for the left
//     double gain() const              of the cut; larger is better
//     bool beats(double limit) const   gain() > limit, where this needs no division; it may be left out
//
// Inlined without exception: the sides then stay in registers.
#pragma once

#include <cstdint>
#include <limits>

namespace gnomon {

constexpr double no_gain = -std::numeric_limits<double>::infinity();

// Sorted search: cut i lies below item i, for i in [from, end), where a value rises.
template <class Sides, class Item, class Rises, class Offer>
[[gnu::always_inline]] inline void search_sorted(Sides& sides, int64_t from, int64_t end, const Item& item,
                                                 const Rises& rises, const Offer& offer) {
    for (int64_t i = from; i < end; i++) {
        sides.move(item(i - 1));
        if (rises(i)) offer(i);
    }
}

// Histogram search: cut k lies above bin k, for k in [0, cuts).
template <class Sides, class Bin, class Offer>
[[gnu::always_inline]] inline void search_histogram(Sides& sides, int64_t cuts, const Bin& bin,
                                                    const Offer& offer) {
    for (int64_t k = 0; k < cuts; k++) {
        sides.move(bin(k));
        offer(k);
    }
}

// Whether the cut is allowed and better than `limit`, the best so far or, if gains that differ by a tie are
// equal and the first of them stays, that much more; `best` is then replaced. Few cuts are: a branch costs
// less than a conditional move, which would make every cut wait for the one before.
template <class Sides, class Allowed>
[[gnu::always_inline]] inline bool improves(const Sides& sides, double limit, const Allowed& is_allowed,
                                            double& best) {
    if constexpr (requires { sides.beats(limit); }) {
        if (sides.beats(limit) && is_allowed()) {
            best = sides.gain();
            return true;
        }
    } else {
        const double gain = sides.gain();
        if (gain > limit && is_allowed()) [[unlikely]] {
            best = gain;
            return true;
        }
    }
    return false;
}

template <class Sides>
[[gnu::always_inline]] inline bool improves(const Sides& sides, double& best) {
    return improves(sides, best, [] { return true; }, best);
}

}  // namespace gnomon
