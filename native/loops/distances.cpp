// Distances in double precision: the sum over columns, taken in their order, without fused operations,
// so that every method and every machine gives the same bits.
#include "lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

constexpr int V = panel_rows / n_doubles;

static inline Doubles magnitude(Doubles v) { return v < 0 ? -v : v; }

struct Squared {
    static Doubles term(Doubles x, double q) { return (x - q) * (x - q); }
};
struct Absolute {
    static Doubles term(Doubles x, double q) { return magnitude(x - q); }
};
struct Differs {
    static Doubles term(Doubles x, double q) { return x != q ? Doubles{} + 1.0 : Doubles{}; }
};

template <class Term>
static inline void add(const double* column, double q, double weight, Doubles* sum) {
#pragma GCC unroll 16
    for (int v = 0; v < V; v++) sum[v] += weight * Term::term(load(column + v * n_doubles), q);
}

template <class Term>
static inline void add_all(const double* panel, int64_t columns, const double* query, Doubles* sum) {
    for (int64_t k = 0; k < columns; k++) {
#pragma GCC unroll 16
        for (int v = 0; v < V; v++)
            sum[v] += Term::term(load(panel + k * panel_rows + v * n_doubles), query[k]);
    }
}

static inline void add_mixed(const double* panel, int64_t columns, const double* query, const double* weight,
                             const uint8_t* categorical, Doubles* sum) {
    for (int64_t k = 0; k < columns; k++) {
        const double* column = panel + k * panel_rows;
        if (categorical[k])
            add<Differs>(column, query[k], weight[k], sum);
        else
            add<Squared>(column, query[k], weight[k], sum);
    }
}

uint32_t distances(Metric metric, const double* panel, int64_t columns, const double* query,
                   const double* weight, const uint8_t* categorical, double limit, double* distance) {
    Doubles sum[V] = {};
    switch (metric) {
        case Metric::euclidean: add_all<Squared>(panel, columns, query, sum); break;
        case Metric::manhattan: add_all<Absolute>(panel, columns, query, sum); break;
        case Metric::hamming: add_all<Differs>(panel, columns, query, sum); break;
        case Metric::mixed: add_mixed(panel, columns, query, weight, categorical, sum); break;
    }
    uint64_t bits = 0;
#pragma GCC unroll 16
    for (int v = 0; v < V; v++) {
        bits |= at_most(sum[v], limit) << (v * n_doubles);
        store(distance + v * n_doubles, sum[v]);
    }
    return (uint32_t)bits;
}

// Eight rows at a time, whose sums are independent.
template <class Real>
void distances_to(const Real* x, int64_t columns, const int64_t* row, int64_t n, const double* query,
                  double* distance) {
    for (int64_t i = 0; i < n; i += 8) {
        const Real* at[8];
        for (int t = 0; t < 8; t++) at[t] = x + row[i + t < n ? i + t : n - 1] * columns;
        double sum[8] = {};
        for (int64_t k = 0; k < columns; k++)
            for (int t = 0; t < 8; t++) {
                const double gap = (double)at[t][k] - query[k];
                sum[t] += gap * gap;
            }
        for (int t = 0; t < 8 && i + t < n; t++) distance[i + t] = sum[t];
    }
}

double box(Metric metric, const double* low, const double* high, int64_t columns, const double* query) {
    Doubles sum = {};
    for (int64_t k = 0; k < columns; k += n_doubles) {
        const Doubles q = load(query + k), below = load(low + k) - q, above = q - load(high + k);
        Doubles gap = below > above ? below : above;
        gap = gap > 0 ? gap : Doubles{};
        sum += metric == Metric::manhattan ? gap : gap * gap;
    }
    return total(sum);
}

template void distances_to<double>(const double*, int64_t, const int64_t*, int64_t, const double*, double*);
template void distances_to<float>(const float*, int64_t, const int64_t*, int64_t, const double*, double*);

}  // namespace gnomon::GNOMON_LEVEL
