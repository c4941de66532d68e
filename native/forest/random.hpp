// Random numbers of a tree: SplitMix64 (Steele, Lea & Flood 2014), the same on every machine.
#pragma once

#include <cstdint>

namespace gnomon::forest {

class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) { next(); }

    uint64_t next() {
        uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    // Uniform in 0..n-1, for n below 2^32.
    uint32_t below(uint64_t n) { return static_cast<uint32_t>((next() >> 32) * n >> 32); }
    // Uniform in [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    uint64_t state_;
};

// The seed of one tree of a forest; it does not depend on the other trees.
inline uint64_t seed_of_tree(uint64_t seed, int64_t tree) {
    return Random(seed ^ (0xD1342543DE82EF95u * (static_cast<uint64_t>(tree) + 1))).next();
}

}  // namespace gnomon::forest
