// Stable radix sort by 64-bit keys, least significant digit first; digits that all keys share are skipped.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace gnomon {

// Numbers as unsigned integers in the same order; -0 and 0 become equal.
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

// Items that share their leading digits are sorted by comparison: usually few and short runs.
template <class Item>
void sort_runs(std::vector<Item>& items, int low_bits) {
    const auto by_key = [](const Item& a, const Item& b) { return key_of(a) < key_of(b); };
    for (auto from = items.begin(); from != items.end();) {
        auto end = from + 1;
        while (end != items.end() && key_of(*end) >> low_bits == key_of(*from) >> low_bits) ++end;
        if (end - from > 1 && !std::is_sorted(from, end, by_key)) std::stable_sort(from, end, by_key);
        from = end;
    }
}

// The leading 33 bits by three passes, the rest by comparison.
template <class Item>
void radix_sort(std::vector<Item>& items, std::vector<Item>& spare) {
    constexpr int width = 11, passes = 3, buckets = 1 << width, low_bits = 64 - passes * width;
    const size_t n = items.size();
    spare.resize(n);
    std::vector<uint32_t> counts(static_cast<size_t>(passes) * buckets, 0);
    for (const Item& item : items)
        for (int pass = 0; pass < passes; pass++)
            counts[pass * buckets + (key_of(item) >> (low_bits + pass * width) & (buckets - 1))]++;
    for (int pass = 0; pass < passes; pass++) {
        uint32_t* place = counts.data() + pass * buckets;
        const int shift = low_bits + pass * width;
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
    sort_runs(items, low_bits);
}

}  // namespace gnomon
