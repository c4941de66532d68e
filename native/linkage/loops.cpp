// See loops.hpp; compiled once for each width of vectors.
#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

constexpr int V = panel_rows / n_doubles;

// The running minimum in each lane, and its first index.
struct Minimum {
    Doubles value = Doubles{} + __builtin_inf();
    Longs slot = Longs{};

    void update(Doubles seen, Longs where) {
        const auto less = seen < value;
        value = less ? seen : value;
        slot = less ? where : slot;
    }
    void result(double* smallest, int64_t* first) const {
        *smallest = value[0];
        *first = slot[0];
        for (int i = 1; i < n_doubles; i++)
            if (value[i] < *smallest || (value[i] == *smallest && slot[i] < *first)) {
                *smallest = value[i];
                *first = slot[i];
            }
    }
};

static inline Longs lanes_from(int64_t first) {
    Longs slot;
    for (int i = 0; i < n_doubles; i++) slot[i] = first + i;
    return slot;
}

void nearest_active(const double* value, const double* mask, int64_t n, double* smallest, int64_t* slot) {
    Minimum minimum;
    Longs where = lanes_from(0);
    for (int64_t i = 0; i < n; i += n_doubles, where += n_doubles)
        minimum.update(load(value + i) + load(mask + i), where);
    minimum.result(smallest, slot);
}

static inline Doubles smaller(Doubles a, Doubles b) { return a < b ? a : b; }
static inline Doubles larger(Doubles a, Doubles b) { return a > b ? a : b; }

// With n = s + t, k the size of cluster i, and d the distance of the two parts:
// average (s a + t b) / n, weighted (a + b) / 2, ward ((s + k) a + (t + k) b - k d) / (n + k),
// centroid (s a + t b - s t d / n) / n, median (a + b) / 2 - d / 4.
static inline Doubles joined(Linkage linkage, Doubles a, Doubles b, Doubles k, Union parts) {
    const double s = parts.size_a, t = parts.size_b, n = s + t;
    switch (linkage) {
        case Linkage::single:
            return smaller(a, b);
        case Linkage::complete:
            return larger(a, b);
        case Linkage::average: return a * (s / n) + b * (t / n);
        case Linkage::weighted: return (a + b) / 2;
        case Linkage::ward:
            return ((s + k) * a + (t + k) * b - k * parts.distance) / (n + k);
        case Linkage::centroid:
            return a * (s / n) + b * (t / n) - s / n * (t / n) * parts.distance;
        case Linkage::median:
            return (a + b) / 2 - parts.distance / 4;
    }
    return a;
}

template <Linkage linkage>
static void join_all(const double* a, const double* b, const double* size, Union parts, int64_t n,
                     double* out) {
    for (int64_t i = 0; i < n; i += n_doubles)
        store(out + i, joined(linkage, load(a + i), load(b + i), load(size + i), parts));
}

void join_rows(Linkage linkage, const double* a, const double* b, const double* size, Union parts, int64_t n,
               double* out) {
    switch (linkage) {
        case Linkage::single: return join_all<Linkage::single>(a, b, size, parts, n, out);
        case Linkage::complete: return join_all<Linkage::complete>(a, b, size, parts, n, out);
        case Linkage::average: return join_all<Linkage::average>(a, b, size, parts, n, out);
        case Linkage::weighted: return join_all<Linkage::weighted>(a, b, size, parts, n, out);
        case Linkage::ward: return join_all<Linkage::ward>(a, b, size, parts, n, out);
        case Linkage::centroid: return join_all<Linkage::centroid>(a, b, size, parts, n, out);
        case Linkage::median: return join_all<Linkage::median>(a, b, size, parts, n, out);
    }
}

// The distances of one panel's rows to the query.
template <bool squared>
static inline void panel_distances(const double* panel, int64_t columns, const double* query, Doubles* sum) {
    for (int v = 0; v < V; v++) sum[v] = Doubles{};
    for (int64_t j = 0; j < columns; j++) {
#pragma GCC unroll 16
        for (int v = 0; v < V; v++) {
            const Doubles difference = load(panel + j * panel_rows + v * n_doubles) - query[j];
            sum[v] += squared ? difference * difference : (difference < 0 ? -difference : difference);
        }
    }
}

template <bool squared>
static void reach_all(const double* panel, int64_t panels, int64_t columns, const double* query, int64_t row,
                      double* near, int64_t* from, double* smallest, int64_t* slot) {
    Minimum minimum;
    Longs where = lanes_from(0);
    const Longs rows = Longs{} + row;
    for (int64_t p = 0; p < panels; p++) {
        Doubles sum[V];
        panel_distances<squared>(panel + p * panel_rows * columns, columns, query, sum);
#pragma GCC unroll 16
        for (int v = 0; v < V; v++, where += n_doubles) {
            const int64_t i = p * panel_rows + v * n_doubles;
            const Doubles before = load(near + i);
            Longs source;
            __builtin_memcpy(&source, from + i, sizeof source);
            const auto nearer = sum[v] < before;
            const Doubles now = nearer ? sum[v] : before;
            source = nearer ? rows : source;
            store(near + i, now);
            __builtin_memcpy(from + i, &source, sizeof source);
            minimum.update(now, where);
        }
    }
    minimum.result(smallest, slot);
}

void reach(const double* panel, int64_t panels, int64_t columns, const double* query, bool squared,
           int64_t row, double* near, int64_t* from, double* smallest, int64_t* slot) {
    if (squared)
        reach_all<true>(panel, panels, columns, query, row, near, from, smallest, slot);
    else
        reach_all<false>(panel, panels, columns, query, row, near, from, smallest, slot);
}

void nearest_ward(const double* panel, int64_t panels, int64_t columns, const double* query,
                  double query_size, const double* size, double* smallest, int64_t* slot) {
    // Comparing products instead of quotients excludes rows that are farther; slack covers rounding errors.
    constexpr double slack = 1 + 0x1p-48;
    for (int64_t p = 0; p < panels; p++) {
        Doubles sum[V];
        panel_distances<true>(panel + p * panel_rows * columns, columns, query, sum);
        for (int v = 0; v < V; v++) {
            const int64_t i = p * panel_rows + v * n_doubles;
            const Doubles t = load(size + i), both = t + query_size, top = sum[v] * (t * query_size);
            if (at_most(top - both * (*smallest * slack), 0.0) == 0) continue;
            const Doubles distance = top / both;
            for (int lane = 0; lane < n_doubles; lane++)
                if (distance[lane] < *smallest) {
                    *smallest = distance[lane];
                    *slot = i + lane;
                }
        }
    }
}

void square_roots(double* value, int64_t n) {
    for (int64_t i = 0; i < n; i++) value[i] = __builtin_sqrt(value[i]);
}

}  // namespace gnomon::GNOMON_LEVEL
