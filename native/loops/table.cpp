// The loops of this level, as one table.
#include "lanes.hpp"

#define GNOMON_TEXT(word) #word
#define GNOMON_NAME(word) GNOMON_TEXT(word)

namespace gnomon::GNOMON_LEVEL {

extern const int syrk_tile, screen_rows, screen_queries;
void syrk(const double*, const double*, int64_t, int64_t, int64_t, int64_t, double*, int64_t);
void weigh(const double*, const double*, int64_t, double*);
bool screen(const float*, const float*, const float*, int64_t, const float*, float*, uint64_t*);
uint32_t distances(Metric, const double*, int64_t, const double*, const double*, const uint8_t*, double,
                   double*);
double box(Metric, const double*, const double*, int64_t, const double*);
template <class Real>
void column_sums(const Real*, int64_t, int64_t, int64_t, const double*, const double*, double*);
template <class Real>
void pack(const Real*, int64_t, int64_t, int64_t, const double*, const double*, int64_t, int64_t, double*);
template <class Real>
void class_sums(const Real*, int64_t, int64_t, const int32_t*, const double*, const double*, int64_t,
                double*);
template <class Real>
void class_scatter(const Real*, int64_t, int64_t, const int32_t*, const double*, const double*,
                   const double*, int64_t, double*);
template <class Real>
void gaussian(const Real*, int64_t, int64_t, const double*, const double*, const double*, int64_t, double*);
template <class Real>
void distances_to(const Real*, int64_t, const int64_t*, int64_t, const double*, double*);

template <class Real>
static RowLoops<Real> rows_of() {
    return {column_sums<Real>,   pack<Real>,     class_sums<Real>,
            class_scatter<Real>, gaussian<Real>, distances_to<Real>};
}

Loops table() {
    return {syrk_tile, screen_rows, screen_queries,    GNOMON_NAME(GNOMON_LEVEL), syrk, weigh, screen,
            distances, box,         rows_of<double>(), rows_of<float>()};
}

}  // namespace gnomon::GNOMON_LEVEL
