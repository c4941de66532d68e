// See loops.hpp; compiled once for each width of vectors.
#include "loops.hpp"

#include "../loops/lanes.hpp"

namespace gnomon::GNOMON_LEVEL {

constexpr int V = panel_rows / n_doubles;

// The least of some values seen so far in each lane, and the places of the first such.
struct Least {
    Doubles value = Doubles{} + __builtin_inf();
    Longs place = Longs{};

    void offer(Doubles seen, Longs where) {
        const auto less = seen < value;
        value = less ? seen : value;
        place = less ? where : place;
    }
    void result(double* least, int64_t* first) const {
        *least = value[0];
        *first = place[0];
        for (int i = 1; i < n_doubles; i++)
            if (value[i] < *least || (value[i] == *least && place[i] < *first)) {
                *least = value[i];
                *first = place[i];
            }
    }
};

static inline Longs lanes_from(int64_t first) {
    Longs place;
    for (int i = 0; i < n_doubles; i++) place[i] = first + i;
    return place;
}

void least_allowed(const double* value, const double* bar, int64_t n, double* least, int64_t* place) {
    Least found;
    Longs where = lanes_from(0);
    for (int64_t i = 0; i < n; i += n_doubles, where += n_doubles)
        found.offer(load(value + i) + load(bar + i), where);
    found.result(least, place);
}

static inline Doubles less_of(Doubles a, Doubles b) { return a < b ? a : b; }
static inline Doubles more_of(Doubles a, Doubles b) { return a > b ? a : b; }

// With n = size of the parts together, and k the size of cluster i:
// average (s a + t b) / n, weighted (a + b) / 2, ward ((s + k) a + (t + k) b - k gap) / (n + k),
// centroid (s a + t b - s t gap / n) / n, median (a + b) / 2 - gap / 4.
static inline Doubles joined(Linkage linkage, Doubles a, Doubles b, Doubles k, Union parts) {
    const double s = parts.size_a, t = parts.size_b, n = s + t;
    switch (linkage) {
        case Linkage::single: return less_of(a, b);
        case Linkage::complete: return more_of(a, b);
        case Linkage::average: return a * (s / n) + b * (t / n);
        case Linkage::weighted: return (a + b) / 2;
        case Linkage::ward: return ((s + k) * a + (t + k) * b - k * parts.gap) / (n + k);
        case Linkage::centroid: return a * (s / n) + b * (t / n) - s / n * (t / n) * parts.gap;
        case Linkage::median: return (a + b) / 2 - parts.gap / 4;
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

// The gaps of one panel's rows to the query.
template <bool squared>
static inline void panel_gaps(const double* panel, int64_t columns, const double* query, Doubles* sum) {
    for (int v = 0; v < V; v++) sum[v] = Doubles{};
    for (int64_t j = 0; j < columns; j++) {
#pragma GCC unroll 16
        for (int v = 0; v < V; v++) {
            const Doubles gap = load(panel + j * panel_rows + v * n_doubles) - query[j];
            sum[v] += squared ? gap * gap : (gap < 0 ? -gap : gap);
        }
    }
}

template <bool squared>
static void reach_all(const double* panel, int64_t panels, int64_t columns, const double* query, int64_t name,
                      double* near, int64_t* from, double* least, int64_t* place) {
    Least found;
    Longs where = lanes_from(0);
    const Longs named = Longs{} + name;
    for (int64_t p = 0; p < panels; p++) {
        Doubles sum[V];
        panel_gaps<squared>(panel + p * panel_rows * columns, columns, query, sum);
#pragma GCC unroll 16
        for (int v = 0; v < V; v++, where += n_doubles) {
            const int64_t i = p * panel_rows + v * n_doubles;
            const Doubles before = load(near + i);
            Longs source;
            __builtin_memcpy(&source, from + i, sizeof source);
            const auto nearer = sum[v] < before;
            const Doubles now = nearer ? sum[v] : before;
            source = nearer ? named : source;
            store(near + i, now);
            __builtin_memcpy(from + i, &source, sizeof source);
            found.offer(now, where);
        }
    }
    found.result(least, place);
}

void reach(const double* panel, int64_t panels, int64_t columns, const double* query, bool squared,
           int64_t name, double* near, int64_t* from, double* least, int64_t* place) {
    if (squared)
        reach_all<true>(panel, panels, columns, query, name, near, from, least, place);
    else
        reach_all<false>(panel, panels, columns, query, name, near, from, least, place);
}

void least_ward(const double* panel, int64_t panels, int64_t columns, const double* query, double query_size,
                const double* size, double* least, int64_t* place) {
    // A product in place of the quotient says which rows cannot win; a few rounding errors of slack.
    constexpr double slack = 1 + 0x1p-48;
    for (int64_t p = 0; p < panels; p++) {
        Doubles sum[V];
        panel_gaps<true>(panel + p * panel_rows * columns, columns, query, sum);
        for (int v = 0; v < V; v++) {
            const int64_t i = p * panel_rows + v * n_doubles;
            const Doubles t = load(size + i), both = t + query_size, top = sum[v] * (t * query_size);
            if (at_most(top - both * (*least * slack), 0.0) == 0) continue;
            const Doubles distance = top / both;
            for (int lane = 0; lane < n_doubles; lane++)
                if (distance[lane] < *least) {
                    *least = distance[lane];
                    *place = i + lane;
                }
        }
    }
}

void take_roots(double* value, int64_t n) {
    for (int64_t i = 0; i < n; i++) value[i] = __builtin_sqrt(value[i]);
}

}  // namespace gnomon::GNOMON_LEVEL
