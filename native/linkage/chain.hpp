// The nearest-neighbor chain, and the state of its clusters.
#pragma once

#include <limits>
#include <stdexcept>

#include "linkage.hpp"
#include "team.hpp"

namespace gnomon {

constexpr double infinity = std::numeric_limits<double>::infinity();
// With fewer values to read, parallel work costs more than it saves.
constexpr int64_t min_values_to_share = 16384;

struct Nearest {
    double distance;
    int64_t slot;
};

inline Nearest first_nearest(const std::vector<Nearest>& nearest) {
    Nearest best = nearest[0];
    for (const Nearest& each : nearest)
        if (each.distance < best.distance || (each.distance == best.distance && each.slot < best.slot))
            best = each;
    return best;
}

// The slots of the clusters, for both representations: a member row, the size, and the height of the merge.
struct Slots {
    std::vector<int64_t> member;
    std::vector<double> height;
    Buffer<double> size;
    int64_t n_slots, n_active, first = 0;

    Slots(int64_t n, int64_t padded, const double* sizes)
        : member(static_cast<size_t>(n)), height(static_cast<size_t>(n), 0.0), size(padded), n_slots(n),
          n_active(n) {
        for (int64_t i = 0; i < padded; i++) size[i] = sizes != nullptr && i < n ? sizes[i] : 1.0;
        for (int64_t i = 0; i < n; i++) member[static_cast<size_t>(i)] = i;
    }
    bool is_active(int64_t slot) const { return member[static_cast<size_t>(slot)] >= 0; }
    int64_t first_active() {
        while (!is_active(first)) first++;
        return first;
    }
    // Merges two slots into b; rounding cannot make the height lower than those of the parts.
    Merge join(int64_t a, int64_t b, double distance) {
        const auto x = static_cast<size_t>(a), y = static_cast<size_t>(b);
        const Merge merge{member[x], member[y], std::max({distance, height[x], height[y]})};
        height[y] = merge.height;
        size[b] += size[a];
        member[x] = -1;
        n_active--;
        return merge;
    }
    bool is_sparse() const { return n_active * 2 <= n_slots && n_slots > 64; }
    // Removes inactive slots; returns the new slot of each, -1 if inactive.
    std::vector<int64_t> compact() {
        std::vector<int64_t> moved(static_cast<size_t>(n_slots), -1);
        int64_t to = 0;
        for (int64_t from = 0; from < n_slots; from++) {
            if (!is_active(from)) continue;
            moved[static_cast<size_t>(from)] = to;
            member[static_cast<size_t>(to)] = member[static_cast<size_t>(from)];
            height[static_cast<size_t>(to)] = height[static_cast<size_t>(from)];
            size[to++] = size[from];
        }
        n_slots = to;
        first = 0;
        return moved;
    }
};

struct Link {
    int64_t slot;
    double distance;  // to the previous link
};

// Otherwise no slot would be the nearest.
inline void check_distance(double distance) {
    if (!(distance < infinity))
        throw std::invalid_argument("distances of clusters are too large for a float; rescale X or weights");
}

// With ties up to rounding, a merge may involve an earlier link of the chain; the chain then starts anew,
// which is always valid.
inline void drop_if_broken(std::vector<Link>& chain, const Slots& at) {
    for (const Link& link : chain)
        if (!at.is_active(link.slot)) return chain.clear();
}

template <class Clusters>
std::vector<Merge> nearest_neighbor_chain(Clusters& clusters, Interrupt& interrupt) {
    std::vector<Merge> merges;
    merges.reserve(static_cast<size_t>(clusters.at.n_active));
    std::vector<Link> chain;
    while (clusters.at.n_active > 1) {
        interrupt.check();
        if (chain.empty()) chain.push_back({clusters.at.first_active(), infinity});
        const Link last = chain.back();
        const int64_t before = chain.size() > 1 ? chain[chain.size() - 2].slot : -1;
        const Nearest next = clusters.nearest(last.slot, before, last.distance);
        check_distance(next.distance);
        // Ties go to the previous link, so that the chain ends.
        if (before < 0 || next.distance < last.distance) {
            chain.push_back({next.slot, next.distance});
            continue;
        }
        chain.resize(chain.size() - 2);
        merges.push_back(
            clusters.join(std::max(last.slot, before), std::min(last.slot, before), last.distance));
        drop_if_broken(chain, clusters.at);
        if (clusters.at.is_sparse()) {
            const std::vector<int64_t> moved = clusters.compact();
            for (Link& link : chain) link.slot = moved[static_cast<size_t>(link.slot)];
        }
    }
    return merges;
}

}  // namespace gnomon
