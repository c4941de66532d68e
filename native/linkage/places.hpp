// What a chain keeps of its clusters, and the chain itself.
#pragma once

#include <limits>
#include <stdexcept>

#include "linkage.hpp"
#include "team.hpp"

namespace gnomon {

constexpr double infinity = std::numeric_limits<double>::infinity();
// With fewer numbers to read, sharing a step costs more than it saves.
constexpr int64_t fewest_shared = 16384;

struct Nearest {
    double gap;
    int64_t place;
};

inline Nearest first_least(const std::vector<Nearest>& found) {
    Nearest best = found[0];
    for (const Nearest& each : found)
        if (each.gap < best.gap || (each.gap == best.gap && each.place < best.place)) best = each;
    return best;
}

// What both kinds of clusters keep of each place: a row in it, its size and the height it was made at.
struct Places {
    std::vector<int64_t> member;
    std::vector<double> height;
    Buffer<double> size;
    int64_t places, alive, first = 0;

    Places(int64_t n, int64_t padded, const double* sizes)
        : member(static_cast<size_t>(n)), height(static_cast<size_t>(n), 0.0), size(padded), places(n),
          alive(n) {
        for (int64_t i = 0; i < padded; i++) size[i] = sizes != nullptr && i < n ? sizes[i] : 1.0;
        for (int64_t i = 0; i < n; i++) member[static_cast<size_t>(i)] = i;
    }
    bool is_alive(int64_t place) const { return member[static_cast<size_t>(place)] >= 0; }
    int64_t first_alive() {
        while (!is_alive(first)) first++;
        return first;
    }
    // The union of two places stands at b; a union is never lower than its parts, whatever the rounding.
    Merge join(int64_t a, int64_t b, double gap) {
        const auto x = static_cast<size_t>(a), y = static_cast<size_t>(b);
        const Merge merge{member[x], member[y], std::max({gap, height[x], height[y]})};
        height[y] = merge.height;
        size[b] += size[a];
        member[x] = -1;
        alive--;
        return merge;
    }
    bool is_sparse() const { return alive * 2 <= places && places > 64; }
    // Places move down over the dead ones; new place of each, -1 for the dead.
    std::vector<int64_t> close_ranks() {
        std::vector<int64_t> moved(static_cast<size_t>(places), -1);
        int64_t to = 0;
        for (int64_t from = 0; from < places; from++) {
            if (!is_alive(from)) continue;
            moved[static_cast<size_t>(from)] = to;
            member[static_cast<size_t>(to)] = member[static_cast<size_t>(from)];
            height[static_cast<size_t>(to)] = height[static_cast<size_t>(from)];
            size[to++] = size[from];
        }
        places = to;
        first = 0;
        return moved;
    }
};

struct Link {
    int64_t place;
    double gap;  // to the link before
};

// Without this no place would be the nearest.
inline void check_gap(double gap) {
    if (!(gap < infinity))
        throw std::invalid_argument("distances of clusters are too large for a float; rescale X or weights");
}

// Where distances are equal but for rounding, a union may take in a link from further down; the chain then
// begins anew, as it may at any time.
inline void drop_if_broken(std::vector<Link>& chain, const Places& at) {
    for (const Link& link : chain)
        if (!at.is_alive(link.place)) return chain.clear();
}

template <class Clusters>
std::vector<Merge> follow(Clusters& clusters, Interrupt& interrupt) {
    std::vector<Merge> merges;
    merges.reserve(static_cast<size_t>(clusters.at.alive));
    std::vector<Link> chain;
    while (clusters.at.alive > 1) {
        interrupt.check();
        if (chain.empty()) chain.push_back({clusters.at.first_alive(), infinity});
        const Link last = chain.back();
        const int64_t before = chain.size() > 1 ? chain[chain.size() - 2].place : -1;
        const Nearest next = clusters.nearest(last.place, before, last.gap);
        check_gap(next.gap);
        // Of equal neighbors the one we came from is taken, so that the chain ends.
        if (before < 0 || next.gap < last.gap) {
            chain.push_back({next.place, next.gap});
            continue;
        }
        chain.resize(chain.size() - 2);
        merges.push_back(clusters.join(std::max(last.place, before), std::min(last.place, before), last.gap));
        drop_if_broken(chain, clusters.at);
        if (clusters.at.is_sparse()) {
            const std::vector<int64_t> moved = clusters.close_ranks();
            for (Link& link : chain) link.place = moved[static_cast<size_t>(link.place)];
        }
    }
    return merges;
}

}  // namespace gnomon
