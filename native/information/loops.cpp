// count_v += |a and b_v| for planes b_v, stride words apart; words is a multiple of plane_run up to 4096.
// Bits are added as whole vectors by carry-save adders, eight vectors to one population count (Harley and
// Seal, in Warren, Hacker's Delight, section 5.1).
#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

typedef uint64_t Words __attribute__((vector_size(GNOMON_BYTES)));

constexpr int n_words = GNOMON_BYTES / 8;

static inline Words load_words(const uint64_t* p) {
    Words v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

// a + b + c, bit by bit: the low bit stays in a, the carry is returned.
static inline Words carry(Words& a, Words b, Words c) {
    const Words either = a ^ b, both = (a & b) | (either & c);
    a = either ^ c;
    return both;
}

// The number of bits set in each 16 bits.
static inline Words bits_set(Words v) {
    v -= (v >> 1) & 0x5555555555555555u;
    v = (v & 0x3333333333333333u) + ((v >> 2) & 0x3333333333333333u);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (v + (v >> 8)) & 0x00ff00ff00ff00ffu;
}

static inline int64_t total_bits(Words v) {
    uint64_t sum = 0;
    for (int i = 0; i < n_words; i++) sum += (v[i] * 0x0001000100010001u) >> 48;
    return (int64_t)sum;
}

static int64_t overlap(const uint64_t* a, const uint64_t* b, int64_t words) {
    Words ones = {}, twos = {}, fours = {}, eights = {};
    for (int64_t w = 0; w < words; w += 8 * n_words) {
        Words x[8];
        for (int i = 0; i < 8; i++) x[i] = load_words(a + w + i * n_words) & load_words(b + w + i * n_words);
        const Words two_a = carry(ones, x[0], x[1]), two_b = carry(ones, x[2], x[3]);
        const Words four_a = carry(twos, two_a, two_b);
        const Words two_c = carry(ones, x[4], x[5]), two_d = carry(ones, x[6], x[7]);
        const Words four_b = carry(twos, two_c, two_d);
        eights += bits_set(carry(fours, four_a, four_b));
    }
    return 8 * total_bits(eights) + total_bits(4 * bits_set(fours) + 2 * bits_set(twos) + bits_set(ones));
}

void plane_overlaps(const uint64_t* a, const uint64_t* b, int64_t stride, int64_t planes, int64_t words,
                    int64_t* count) {
    for (int64_t v = 0; v < planes; v++) count[v] += overlap(a, b + v * stride, words);
}

}  // namespace gnomon::GNOMON_LEVEL
