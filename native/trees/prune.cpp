// Weakest-link pruning (Breiman et al. 1984, 3.3): repeatedly the node with the smallest
//   g(t) = (R(t) - R(leaves below t)) / (number of leaves below t - 1)
// becomes a leaf; alpha is the largest g so far.
#include "prune.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace gnomon::trees {

void find_stops(int64_t nodes, const int32_t* parent, const uint8_t* closed, int64_t* stop) {
    for (int64_t i = 0; i < nodes; i++) {
        const int64_t above = parent[i];
        const bool is_below = above >= 0 && (closed[above] || stop[above] != above);
        stop[i] = is_below ? stop[above] : i;
    }
}

void collapse_alphas(int64_t nodes, const int32_t* parent, const int32_t* first_child,
                     const int32_t* n_children, const double* risk, double* alpha, double* fewer,
                     double* more) {
    std::vector<double> below(risk, risk + nodes);
    std::vector<int64_t> leaves(static_cast<size_t>(nodes), 1);
    std::vector<uint8_t> closed(static_cast<size_t>(nodes), 0);
    using Link = std::pair<double, int64_t>;
    std::priority_queue<Link, std::vector<Link>, std::greater<Link>> links;
    const auto strength = [&](int64_t t) {
        return (risk[t] - below[t]) / static_cast<double>(leaves[t] - 1);
    };
    for (int64_t t = nodes - 1; t >= 0; t--) {
        alpha[t] = std::numeric_limits<double>::infinity(), fewer[t] = 0, more[t] = 0;
        closed[t] = n_children[t] == 0;
        if (closed[t]) continue;
        below[t] = 0, leaves[t] = 0;
        for (int32_t c = first_child[t]; c < first_child[t] + n_children[t]; c++)
            below[t] += below[c], leaves[t] += leaves[c];
        links.push({strength(t), t});
    }
    const auto is_pruned = [&](int64_t t) {
        for (; t >= 0; t = parent[t])
            if (closed[t]) return true;
        return false;
    };
    double alpha_so_far = 0;
    while (!links.empty()) {
        const auto [g, t] = links.top();
        links.pop();
        if (is_pruned(t) || g != strength(t)) continue;
        alpha_so_far = std::max(alpha_so_far, g);
        alpha[t] = alpha_so_far, closed[t] = 1;
        const int64_t lost = leaves[t] - 1;
        fewer[t] = static_cast<double>(lost), more[t] = risk[t] - below[t];
        for (int64_t up = t; up >= 0; up = parent[up]) {
            below[up] += more[t], leaves[up] -= lost;
            if (up != t) links.push({strength(up), up});
        }
    }
}

}  // namespace gnomon::trees
