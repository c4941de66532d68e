// A table of codes, and the configuration of a node and its parents as one number per row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace gnomon::structure {

using Indices = std::vector<int64_t>;

// Columns of codes, one after the other; the code `levels` is a missing value. No weights: 1 each.
template <class Code>
struct Coded {
    int64_t d, n;
    double total;
    std::vector<int32_t> levels;
    std::vector<uint8_t> has_missing;
    std::vector<Code> codes;
    std::vector<double> weight;

    const Code* column(int64_t j) const { return codes.data() + j * n; }
    int64_t states(int64_t j) const { return levels[static_cast<size_t>(j)]; }
    // States with the missing one, where there is one.
    int64_t step(int64_t j) const { return states(j) + has_missing[static_cast<size_t>(j)]; }
};

// A family: a node and its parents. State k in configuration j has the index j states + k; the last index is
// for rows with a missing value.
struct Base {
    int64_t configurations, states;
    std::vector<uint32_t> index;

    int64_t cells() const { return configurations * states + 1; }
};

// Renumbers keys 0, 1, ... in the order of those that occur; the key `missing`, the highest, becomes the
// last.
inline uint64_t renumber(std::vector<uint64_t>& keys, uint64_t missing) {
    std::vector<uint64_t> present(keys);
    std::sort(present.begin(), present.end());
    present.erase(std::unique(present.begin(), present.end()), present.end());
    if (!present.empty() && present.back() == missing) present.pop_back();
    for (auto& key : keys)
        key = static_cast<uint64_t>(std::lower_bound(present.begin(), present.end(), key) - present.begin());
    return present.size();
}

// Each row's configuration of these columns, and their number. Where far more are possible than there are
// rows, they are renumbered, so that only observed ones take memory.
template <class Code>
uint64_t configurations_of(const Coded<Code>& table, const Indices& columns, std::vector<uint64_t>& keys) {
    keys.assign(static_cast<size_t>(table.n), 0);
    uint64_t count = 1;
    for (const int64_t column : columns) {
        const Code* x = table.column(column);
        const auto states = static_cast<uint64_t>(table.states(column));
        const uint64_t wider = count * states;
        for (int64_t i = 0; i < table.n; i++) {
            const uint64_t key = keys[static_cast<size_t>(i)], code = static_cast<uint64_t>(x[i]);
            keys[static_cast<size_t>(i)] = key == count || code == states ? wider : key * states + code;
        }
        count = wider;
        if (count > static_cast<uint64_t>(std::max<int64_t>(4096, 2 * table.n)))
            count = renumber(keys, count);
    }
    return count;
}

template <class Code>
Base base_of(const Coded<Code>& table, int64_t child, const Indices& parents) {
    const Code* y = table.column(child);
    const int64_t states = table.states(child);
    Base base{1, states, std::vector<uint32_t>(static_cast<size_t>(table.n))};
    if (parents.empty()) {
        std::copy(y, y + table.n, base.index.begin());
        return base;
    }
    std::vector<uint64_t> keys;
    base.configurations = static_cast<int64_t>(configurations_of(table, parents, keys));
    if (base.cells() >= UINT32_MAX) throw std::invalid_argument("a family has too many configurations");
    for (int64_t i = 0; i < table.n; i++) {
        const auto key = static_cast<int64_t>(keys[static_cast<size_t>(i)]);
        const bool is_whole = key < base.configurations && y[i] < states;
        base.index[static_cast<size_t>(i)] =
            static_cast<uint32_t>(is_whole ? key * states + y[i] : base.cells() - 1);
    }
    return base;
}

}  // namespace gnomon::structure
