// See loops.hpp; compiled once for each width of vectors.
#include "loops.hpp"

namespace gnomon::GNOMON_LEVEL {

namespace {

// Eight rows as one value; the compiler cuts it into the widest vectors of the level.
typedef double Eight __attribute__((vector_size(64)));

const Eight* eights(const double* p) { return reinterpret_cast<const Eight*>(p); }
Eight* eights(double* p) { return reinterpret_cast<Eight*>(p); }

constexpr Eight none = {}, one = {1, 1, 1, 1, 1, 1, 1, 1};

}  // namespace

void spread_potential(const double* potential, int64_t n, double* table) {
    Eight* out = eights(table);
    for (int64_t e = 0; e < n; e++) out[e] = none + potential[e];
}

void absorb_first(const double* potential, const double* message, const int32_t* map, int64_t n,
                  double* table, double* peak) {
    const Eight* in = eights(message);
    Eight* out = eights(table);
    Eight best = none;
    for (int64_t e = 0; e < n; e++) {
        const Eight entry = potential[e] * in[map[e]];
        best = entry > best ? entry : best;
        out[e] = entry;
    }
    *eights(peak) = best;
}

void absorb_message(const double* message, const int32_t* map, int64_t n, double* table, double* peak) {
    const Eight* in = eights(message);
    Eight* out = eights(table);
    Eight best = none;
    for (int64_t e = 0; e < n; e++) {
        const Eight entry = out[e] * in[map[e]];
        best = entry > best ? entry : best;
        out[e] = entry;
    }
    *eights(peak) = best;
}

void divide_table(const double* divisor, int64_t n, double* table) {
    const Eight by = *eights(divisor);
    Eight* out = eights(table);
    for (int64_t e = 0; e < n; e++) out[e] /= by;
}

void apply_evidence(const double* evidence, int64_t outer, int64_t levels, int64_t inner, double* table) {
    const Eight* factor = eights(evidence);
    Eight* out = eights(table);
    for (int64_t o = 0; o < outer; o++)
        for (int64_t l = 0; l < levels; l++, out += inner)
            for (int64_t i = 0; i < inner; i++) out[i] *= factor[l];
}

void sum_onto(const double* table, const int32_t* map, int64_t n, int64_t size, double* message) {
    const Eight* in = eights(table);
    Eight* out = eights(message);
    for (int64_t s = 0; s < size; s++) out[s] = none;
    for (int64_t e = 0; e < n; e++) out[map[e]] += in[e];
}

void max_onto(const double* table, const int32_t* map, int64_t n, int64_t size, double* message) {
    const Eight* in = eights(table);
    Eight* out = eights(message);
    for (int64_t s = 0; s < size; s++) out[s] = none;
    for (int64_t e = 0; e < n; e++) {
        const Eight best = out[map[e]];
        out[map[e]] = in[e] > best ? in[e] : best;
    }
}

void sum_levels(const double* table, int64_t outer, int64_t levels, int64_t inner, double* sums) {
    const Eight* in = eights(table);
    Eight* out = eights(sums);
    for (int64_t l = 0; l < levels; l++) out[l] = none;
    for (int64_t o = 0; o < outer; o++)
        for (int64_t l = 0; l < levels; l++, in += inner) {
            Eight sum = out[l];
            for (int64_t i = 0; i < inner; i++) sum += in[i];
            out[l] = sum;
        }
}

void divide_by_sum(double* parts, int64_t n, double* sum) {
    const Eight* in = eights(parts);
    Eight whole = none;
    for (int64_t s = 0; s < n; s++) whole += in[s];
    *eights(sum) = whole == 0.0 ? one : whole;
    divide_table(sum, n, parts);
    *eights(sum) = whole;
}

void divide_by_max(double* message, int64_t n, double* best) {
    const Eight* in = eights(message);
    Eight top = none;
    for (int64_t s = 0; s < n; s++) top = in[s] > top ? in[s] : top;
    *eights(best) = top == 0.0 ? one : top;
    divide_table(best, n, message);
    *eights(best) = top;
}

void divide_by_stale(const double* stale, const double* scale, int64_t n, double* fresh) {
    const Eight* old = eights(stale);
    const Eight by = *eights(scale);
    Eight* out = eights(fresh);
    for (int64_t s = 0; s < n; s++) {
        const Eight divisor = old[s] * by;
        out[s] = divisor == 0.0 ? none : out[s] / (divisor == 0.0 ? one : divisor);
    }
}

void add_weighted(const double* table, const double* weight, int64_t n, double* total) {
    const Eight* in = eights(table);
    const Eight by = *eights(weight);
    Eight* out = eights(total);
    for (int64_t e = 0; e < n; e++) out[e] += in[e] * by;
}

}  // namespace gnomon::GNOMON_LEVEL
