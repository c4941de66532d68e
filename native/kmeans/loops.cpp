#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

constexpr int C = center_group;
constexpr int V = GNOMON_BYTES == 64 ? 4 : 2;  // vectors of rows at a time: V C sums stay in registers
constexpr int R = V * n_floats;
static_assert(panel_width % R == 0);

struct Ranking {
    Floats smallest[V], second[V];
    Ints nearest[V];
};

static inline void rank(const Floats* score, int32_t center, Ranking& ranking) {
#pragma GCC unroll 4
    for (int v = 0; v < V; v++) {
        const Ints is_less = score[v] < ranking.smallest[v];
        const Floats larger = is_less ? ranking.smallest[v] : score[v];
        ranking.second[v] = larger < ranking.second[v] ? larger : ranking.second[v];
        ranking.smallest[v] = is_less ? score[v] : ranking.smallest[v];
        ranking.nearest[v] = is_less ? Ints{} + center : ranking.nearest[v];
    }
}

static inline void rank_group(const float* panel, int64_t columns, const float* center, int64_t stride,
                              const float* half, int32_t first, Ranking& ranking) {
    Floats score[C][V];
#pragma GCC unroll 6
    for (int c = 0; c < C; c++)
#pragma GCC unroll 4
        for (int v = 0; v < V; v++) score[c][v] = Floats{} + half[c];
    for (int64_t j = 0; j < columns; j++) {
        Floats x[V];
#pragma GCC unroll 4
        for (int v = 0; v < V; v++) x[v] = load_floats(panel + j * panel_width + v * n_floats);
#pragma GCC unroll 6
        for (int c = 0; c < C; c++) {
            const float value = center[c * stride + j];
#pragma GCC unroll 4
            for (int v = 0; v < V; v++) score[c][v] -= value * x[v];
        }
    }
#pragma GCC unroll 6
    for (int c = 0; c < C; c++) rank(score[c], first + c, ranking);
}

void two_nearest(const float* panel, int64_t columns, const float* center, int64_t stride, const float* half,
                 int64_t n, float* smallest, float* second, int32_t* nearest) {
    for (int r = 0; r < panel_width; r += R) {
        Ranking ranking;
        for (int v = 0; v < V; v++) {
            ranking.smallest[v] = ranking.second[v] = Floats{} + __FLT_MAX__;
            ranking.nearest[v] = Ints{};
        }
        for (int64_t c = 0; c < n; c += C)
            rank_group(panel + r, columns, center + c * stride, stride, half + c, (int32_t)c, ranking);
        for (int v = 0; v < V; v++) {
            store(smallest + r + v * n_floats, ranking.smallest[v]);
            store(second + r + v * n_floats, ranking.second[v]);
            __builtin_memcpy(nearest + r + v * n_floats, &ranking.nearest[v], sizeof(Ints));
        }
    }
}

typedef float Four __attribute__((vector_size(16)));

static inline Four load_four(const float* p) {
    Four v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

static inline void store_four(float* p, Four v) { __builtin_memcpy(p, &v, sizeof v); }

// Blocks of 4 rows and 4 columns are transposed in registers.
void fill_rows(const float* x, int64_t stride, int64_t columns, const int64_t* row, float* panel) {
    typedef int32_t Places __attribute__((vector_size(16)));
    const Places low = {0, 4, 1, 5}, high = {2, 6, 3, 7}, first = {0, 1, 4, 5}, last = {2, 3, 6, 7};
    for (int r = 0; r < panel_width; r += 4) {
        const float *a = x + row[r] * stride, *b = x + row[r + 1] * stride, *c = x + row[r + 2] * stride,
                    *d = x + row[r + 3] * stride;
        for (int64_t j = 0; j < columns; j += 4) {
            const Four A = load_four(a + j), B = load_four(b + j), C = load_four(c + j), D = load_four(d + j);
            const Four ab = __builtin_shuffle(A, B, low), AB = __builtin_shuffle(A, B, high);
            const Four cd = __builtin_shuffle(C, D, low), CD = __builtin_shuffle(C, D, high);
            float* to = panel + j * panel_width + r;
            store_four(to, __builtin_shuffle(ab, cd, first));
            store_four(to + panel_width, __builtin_shuffle(ab, cd, last));
            store_four(to + 2 * panel_width, __builtin_shuffle(AB, CD, first));
            store_four(to + 3 * panel_width, __builtin_shuffle(AB, CD, last));
        }
    }
}

uint64_t bound_distances(const float* size, const float* smallest, const float* second, float longest,
                         float slack, float* upper, float* lower) {
    constexpr float up = 1 + 0x1p-21f, down = 1 - 0x1p-21f;
    uint8_t is_open[panel_width];
    for (int r = 0; r < panel_width; r++) {
        const float reach = size[r] + longest, error = slack * reach * reach, square = size[r] * size[r];
        const float near = square + 2 * smallest[r], far = square + 2 * second[r];
        const float above = near + error, below = far - error;
        upper[r] = __builtin_sqrtf(above > 0 ? above : 0) * up;
        lower[r] = __builtin_sqrtf(below > 0 ? below : 0) * down;
        is_open[r] = !(far - near > 2 * error);
    }
    uint64_t bits = 0;
    for (int r = 0; r < panel_width; r++) bits |= (uint64_t)is_open[r] << r;
    return bits;
}

void loosen_bounds(const int32_t* label, int64_t n, const float* drift, const float* others, const float* gap,
                   float* upper, float* lower, uint8_t* is_open) {
    for (int64_t i = 0; i < n; i++) {
        const int32_t own = label[i];
        const float u = upper[i] + drift[own], l = lower[i] - others[own], g = gap[own];
        upper[i] = u;
        lower[i] = l;
        is_open[i] = !(u <= (l > g ? l : g));
    }
}

float squared_distance(const float* x, const float* center, int64_t columns) {
    Floats sum = {};
    Four rest = {};
    int64_t j = 0;
    for (; j + n_floats <= columns; j += n_floats) {
        const Floats gap = load_floats(x + j) - load_floats(center + j);
        sum += gap * gap;
    }
    for (; j < columns; j += 4) {
        const Four gap = load_four(x + j) - load_four(center + j);
        rest += gap * gap;
    }
    float lane[n_floats];
    store(lane, sum);
    for (int half = n_floats / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++) lane[i] += lane[i + half];
    return lane[0] + ((rest[0] + rest[1]) + (rest[2] + rest[3]));
}

void squared_distances(const double* x, int64_t columns, const double* center, int64_t n, double* distance) {
    constexpr int G = center_lanes / n_doubles;
    for (int64_t c = 0; c < n; c += center_lanes) {
        Doubles sum[G] = {};
        for (int64_t j = 0; j < columns; j++) {
#pragma GCC unroll 16
            for (int g = 0; g < G; g++) {
                const Doubles gap = x[j] - load(center + j * n + c + g * n_doubles);
                sum[g] += gap * gap;
            }
        }
        for (int g = 0; g < G; g++) store(distance + c + g * n_doubles, sum[g]);
    }
}

// Four rows at a time, whose sums are independent; the last ones singly.
template <int N>
static inline void try_rows(const double* x, int64_t columns, const double* trial, const double* closest,
                            const double* weight, Doubles* potential, double* nearer) {
    constexpr int T = trial_lanes / n_doubles;
    Doubles sum[N][T] = {};
    for (int64_t j = 0; j < columns; j++) {
#pragma GCC unroll 4
        for (int t = 0; t < T; t++) {
            const Doubles at = load(trial + j * trial_lanes + t * n_doubles);
#pragma GCC unroll 4
            for (int r = 0; r < N; r++) {
                const Doubles gap = x[r * columns + j] - at;
                sum[r][t] += gap * gap;
            }
        }
    }
    for (int r = 0; r < N; r++) {
        const double w = weight ? weight[r] : 1.0;
        for (int t = 0; t < T; t++) {
            const Doubles smallest = sum[r][t] < closest[r] ? sum[r][t] : Doubles{} + closest[r];
            potential[t] += w * smallest;
            if (t == 0 && nearer) nearer[r] = smallest[0];
        }
    }
}

void try_centers(const double* x, int64_t n, int64_t columns, const double* trial, const double* closest,
                 const double* weight, double* potential, double* nearer) {
    constexpr int T = trial_lanes / n_doubles;
    Doubles total[T];
    for (int t = 0; t < T; t++) total[t] = load(potential + t * n_doubles);
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
        try_rows<4>(x + i * columns, columns, trial, closest + i, weight ? weight + i : nullptr, total,
                    nearer ? nearer + i : nullptr);
    for (; i < n; i++)
        try_rows<1>(x + i * columns, columns, trial, closest + i, weight ? weight + i : nullptr, total,
                    nearer ? nearer + i : nullptr);
    for (int t = 0; t < T; t++) store(potential + t * n_doubles, total[t]);
}

}  // namespace gnomon::GNOMON_LEVEL
