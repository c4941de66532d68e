// Many queries against a panel of rows in single precision: half the squared distance, less the term of the
// query alone, and a bit for every pair that may be among the nearest.
#include "lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

#if GNOMON_BYTES == 64
constexpr int Q = 8, V = 3;
#elif GNOMON_BYTES == 32
constexpr int Q = 6, V = 2;
#else
constexpr int Q = 6, V = 2;
#endif
constexpr int R = V * n_floats;
static_assert(R <= 64, "one bit for each row of the panel");
extern const int screen_rows = R;
extern const int screen_queries = Q;

bool screen(const float* panel, const float* half, const float* query, int64_t columns, const float* cut,
            float* s, uint64_t* hits) {
    Floats sum[Q][V];
#pragma GCC unroll 8
    for (int q = 0; q < Q; q++)
#pragma GCC unroll 3
        for (int v = 0; v < V; v++) sum[q][v] = load_floats(half + v * n_floats);
    for (int64_t k = 0; k < columns; k++) {
        Floats row[V];
#pragma GCC unroll 3
        for (int v = 0; v < V; v++) row[v] = load_floats(panel + k * R + v * n_floats);
#pragma GCC unroll 8
        for (int q = 0; q < Q; q++) {
            const float y = query[k * Q + q];
#pragma GCC unroll 3
            for (int v = 0; v < V; v++) sum[q][v] -= y * row[v];
        }
    }
    uint64_t any = 0;
#pragma GCC unroll 8
    for (int q = 0; q < Q; q++) {
        uint64_t bits = 0;
#pragma GCC unroll 3
        for (int v = 0; v < V; v++) bits |= at_most(sum[q][v], cut[q]) << (v * n_floats);
        hits[q] = bits;
        any |= bits;
    }
    if (!any) return false;
#pragma GCC unroll 8
    for (int q = 0; q < Q; q++)
#pragma GCC unroll 3
        for (int v = 0; v < V; v++) store(s + q * R + v * n_floats, sum[q][v]);
    return true;
}

}  // namespace gnomon::GNOMON_LEVEL
