// Stable radix sort by 64-bit keys, least digit first; digits that all keys share are skipped.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace gnomon {

// Numbers as unsigned integers in the same order; -0 and 0 become one.
inline uint64_t ordered_key(double value) {
    const uint64_t bits = std::bit_cast<uint64_t>(value + 0.0);
    return bits ^ ((bits >> 63) ? ~uint64_t{0} : uint64_t{1} << 63);
}

inline double value_of_key(uint64_t key) {
    return std::bit_cast<double>(key ^ ((key >> 63) ? uint64_t{1} << 63 : ~uint64_t{0}));
}

struct Keyed {
    uint64_t key;
    uint32_t row;
};

inline uint64_t key_of(uint64_t item) { return item; }
inline uint64_t key_of(const Keyed& item) { return item.key; }

template <class Item>
void radix_sort(std::vector<Item>& items, std::vector<Item>& spare) {
    constexpr int width = 11, passes = 6, buckets = 1 << width;
    const size_t n = items.size();
    spare.resize(n);
    std::vector<uint32_t> counts(static_cast<size_t>(passes) * buckets, 0);
    for (const Item& item : items)
        for (int pass = 0; pass < passes; pass++)
            counts[pass * buckets + (key_of(item) >> (pass * width) & (buckets - 1))]++;
    for (int pass = 0; pass < passes; pass++) {
        uint32_t* place = counts.data() + pass * buckets;
        const int shift = pass * width;
        if (n == 0 || place[key_of(items[0]) >> shift & (buckets - 1)] == n) continue;
        uint32_t start = 0;
        for (int b = 0; b < buckets; b++) {
            const uint32_t count = place[b];
            place[b] = start;
            start += count;
        }
        for (const Item& item : items) spare[place[key_of(item) >> shift & (buckets - 1)]++] = item;
        items.swap(spare);
    }
}

}  // namespace gnomon
