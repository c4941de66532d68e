// Many columns side by side: a row of codes is compared with each level at once, and the results (0 or -1)
// are subtracted from one-byte counters, which are flushed before they overflow.
#include "loops.hpp"

#if defined(__AVX512BW__)
#define GNOMON_BYTES 64
#elif defined(__AVX2__)
#define GNOMON_BYTES 32
#else
#define GNOMON_BYTES 16
#endif

namespace gnomon::GNOMON_LEVEL {

typedef uint8_t Bytes __attribute__((vector_size(GNOMON_BYTES)));
constexpr int64_t lanes = GNOMON_BYTES, max_rows = 255;
constexpr int group = 8;

// Up to max_rows rows to count, and as many that follow (or the same again), to be prefetched meanwhile.
struct Batch {
    const int32_t *row, *next;
    int64_t n;
};

// Lanes `first`.. of one panel, for the levels low.. low + group - 1.
static void count_panel(const uint8_t* code, int64_t stride, const Batch& batch, int64_t low, int64_t levels,
                        int64_t first, int64_t width, uint32_t* count) {
    Bytes tally[group] = {};
    for (int64_t i = 0; i < batch.n; i++) {
        Bytes x;
        __builtin_memcpy(&x, code + batch.row[i] * stride, sizeof x);
        __builtin_prefetch(code + batch.next[i] * stride);
#pragma GCC unroll 8
        for (int u = 0; u < group; u++) tally[u] -= (Bytes)(x == (Bytes{} + (uint8_t)(low + u)));
    }
    for (int64_t u = 0; u < group && u < levels; u++)
        for (int64_t j = first; j < lanes; j++) count[u * width + j] += tally[u][j];
}

static void count_some(const uint8_t* code, int64_t stride, const Batch& batch, int64_t width,
                       int64_t n_levels, uint32_t* count) {
    for (int64_t low = 0; low < n_levels; low += group) {
        uint32_t* to = count + low * width;
        int64_t done = 0;
        for (; done + lanes <= width; done += lanes)
            count_panel(code + done, stride, batch, low, n_levels - low, 0, width, to + done);
        // The last panel overlaps the one before; only its new columns are counted.
        const int64_t last = width - lanes;
        if (done < width)
            count_panel(code + last, stride, batch, low, n_levels - low, done - last, width, to + last);
    }
}

// Fewer columns than lanes: rows are copied into wider ones first.
static void count_narrow(const uint8_t* code, int64_t stride, const Batch& batch, int64_t width,
                         int64_t n_levels, uint32_t* count) {
    uint8_t wide[max_rows * lanes] = {};
    int32_t place[max_rows];
    uint32_t counted[group * lanes];
    for (int64_t i = 0; i < batch.n; i++) {
        place[i] = (int32_t)i;
        __builtin_memcpy(wide + i * lanes, code + batch.row[i] * stride, (uint64_t)width);
        __builtin_prefetch(code + batch.next[i] * stride);
    }
    for (int64_t low = 0; low < n_levels; low += group) {
        __builtin_memset(counted, 0, sizeof counted);
        const int64_t levels = n_levels - low < group ? n_levels - low : group;
        count_panel(wide, lanes, {place, place, batch.n}, low, levels, 0, lanes, counted);
        for (int64_t u = 0; u < levels; u++)
            for (int64_t j = 0; j < width; j++) count[(low + u) * width + j] += counted[u * lanes + j];
    }
}

void count_levels(const uint8_t* code, int64_t stride, const int32_t* row, int64_t n, int64_t width,
                  int64_t n_levels, uint32_t* count) {
    for (int64_t i = 0; i < n; i += max_rows) {
        const int64_t some = n - i < max_rows ? n - i : max_rows;
        const Batch batch{row + i, n - i >= 2 * max_rows ? row + i + max_rows : row + i, some};
        if (width >= lanes)
            count_some(code, stride, batch, width, n_levels, count);
        else
            count_narrow(code, stride, batch, width, n_levels, count);
    }
}

template <class Value>
void whole_codes(const Value* value, int64_t n, Value limit, uint8_t* code, uint8_t* fits) {
    for (int64_t j = 0; j < n; j++) {
        const Value inside = (value[j] >= Value{0}) & (value[j] < limit) ? value[j] : Value{0};
        const int32_t level = (int32_t)inside;
        code[j] = (uint8_t)level;
        fits[j] &= (uint8_t)((Value)level == value[j]);
    }
}

void add_gaps(double a, const double* b, int64_t n, double scale, bool is_category, double* total,
              double* shared) {
    if (is_category) {
        for (int64_t j = 0; j < n; j++) {
            const bool known = b[j] == b[j];
            total[j] += known & (b[j] != a) ? scale : 0.0;
            shared[j] += known ? 1.0 : 0.0;
        }
        return;
    }
    for (int64_t j = 0; j < n; j++) {
        const double gap = __builtin_fabs(a - b[j]) * scale;
        const bool known = gap == gap;
        total[j] += known ? gap : 0.0;
        shared[j] += known ? 1.0 : 0.0;
    }
}

template void whole_codes<double>(const double*, int64_t, double, uint8_t*, uint8_t*);
template void whole_codes<float>(const float*, int64_t, float, uint8_t*, uint8_t*);
template void whole_codes<int64_t>(const int64_t*, int64_t, int64_t, uint8_t*, uint8_t*);
template void whole_codes<int32_t>(const int32_t*, int64_t, int32_t, uint8_t*, uint8_t*);

}  // namespace gnomon::GNOMON_LEVEL
