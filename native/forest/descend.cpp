// The leaves of rows: several rows descend at a time, so that their memory latencies overlap.
#include <algorithm>

#include "../parallel.hpp"
#include "forest.hpp"

namespace gnomon::forest {

namespace {

constexpr int64_t block = 256;  // rows whose codes stay in the L1 cache while they descend every tree
constexpr int lanes = 16;

template <class Code>
uint32_t step(const View& view, uint32_t place, const Code* row) {
    const Node node = view.nodes[place];
    if (node.is_leaf(place)) return place;
    const Subset* subset = node.is_categorical() ? view.subsets + view.side[place] : nullptr;
    return node.left + !goes_left(node, subset, row[node.feature()]);
}

template <class Code>
uint32_t plain_step(const Node* nodes, uint32_t place, const Code* row) {
    const Node node = nodes[place];
    return node.left + (row[node.feature()] > node.threshold());
}

template <class Code>
uint32_t descend(const View& view, uint32_t root, const Code* row) {
    for (uint32_t place = root;;) {
        const uint32_t next = step(view, place, row);
        if (next == place) return place;
        place = next;
    }
}

// The leaves of m rows (each d apart) in one tree.
template <class Code>
void descend_all(const View& view, uint32_t root, const Code* codes, int64_t m, int64_t d, int32_t* leaf) {
    int64_t i = 0;
    for (; view.plain && i + lanes <= m; i += lanes) {
        uint32_t place[lanes];
        for (uint32_t& each : place) each = root;
        const Code* row = codes + i * d;
        for (uint32_t moved = 1; moved;) {
            moved = 0;
            for (int lane = 0; lane < lanes; lane++) {
                const uint32_t next = plain_step(view.nodes, place[lane], row + lane * d);
                moved |= next ^ place[lane];
                place[lane] = next;
            }
        }
        for (int lane = 0; lane < lanes; lane++) leaf[i + lane] = static_cast<int32_t>(place[lane]);
    }
    for (; i < m; i++) leaf[i] = static_cast<int32_t>(descend(view, root, codes + i * d));
}

int64_t argmax(const double* value, int64_t n) { return std::max_element(value, value + n) - value; }

void add_leaf(const View& view, int32_t leaf, bool votes, double* sum) {
    const int32_t side = view.side[leaf];
    if (side < 0) {
        sum[-1 - side] += 1.0;
        return;
    }
    const double* value = view.values + static_cast<int64_t>(side) * view.n_outputs;
    if (votes)
        sum[argmax(value, view.n_outputs)] += 1.0;
    else
        for (int64_t c = 0; c < view.n_outputs; c++) sum[c] += value[c];
}

}  // namespace

template <class Code>
void find_leaves(const View& view, const Code* codes, int64_t n, int64_t d, int64_t first, int64_t end,
                 int threads, int32_t* leaf) {
    const int64_t trees = end - first;
    parallel(threads, blocks_of(n, block), [&](int64_t task) {
        const int64_t from = task * block, m = std::min(block, n - from);
        int32_t leaves[block];
        for (int64_t t = 0; t < trees; t++) {
            descend_all(view, static_cast<uint32_t>(view.begin[first + t]), codes + from * d, m, d, leaves);
            for (int64_t i = 0; i < m; i++) leaf[(from + i) * trees + t] = leaves[i];
        }
    });
}

template <class Code>
void add_predictions(const View& view, const Code* codes, int64_t n, int64_t d, int64_t first, int64_t end,
                     bool votes, int threads, double* sum) {
    parallel(threads, blocks_of(n, block), [&](int64_t task) {
        const int64_t from = task * block, m = std::min(block, n - from);
        int32_t leaf[block];
        for (int64_t t = first; t < end; t++) {
            descend_all(view, static_cast<uint32_t>(view.begin[t]), codes + from * d, m, d, leaf);
            for (int64_t i = 0; i < m; i++)
                add_leaf(view, leaf[i], votes, sum + (from + i) * view.n_outputs);
        }
    });
}

template <class Code>
void add_held_out_predictions(const View& view, const Bootstrap& bootstrap, uint64_t seed, const Code* codes,
                              int64_t n, int64_t d, int64_t first, int64_t end, bool votes, int threads,
                              double* sum, int32_t* times) {
    std::vector<int32_t> drawn_times;
    for (int64_t t = first; t < end; t++) {
        drawn(bootstrap, seed, t, drawn_times);
        parallel(threads, blocks_of(n, block * 16), [&](int64_t task) {
            const int64_t from = task * block * 16, last = std::min(n, from + block * 16);
            for (int64_t i = from; i < last; i++) {
                if (drawn_times[static_cast<size_t>(i)]) continue;
                const uint32_t leaf = descend(view, static_cast<uint32_t>(view.begin[t]), codes + i * d);
                add_leaf(view, static_cast<int32_t>(leaf), votes, sum + i * view.n_outputs);
                times[i]++;
            }
        });
    }
}

#define GNOMON_FOREST_CODES(Code)                                                                            \
    template void find_leaves<Code>(const View&, const Code*, int64_t, int64_t, int64_t, int64_t, int,       \
                                    int32_t*);                                                               \
    template void add_predictions<Code>(const View&, const Code*, int64_t, int64_t, int64_t, int64_t, bool,  \
                                        int, double*);                                                       \
    template void add_held_out_predictions<Code>(const View&, const Bootstrap&, uint64_t, const Code*,       \
                                                 int64_t, int64_t, int64_t, int64_t, bool, int, double*,     \
                                                 int32_t*);
GNOMON_FOREST_CODES(uint8_t)
GNOMON_FOREST_CODES(uint16_t)

}  // namespace gnomon::forest
