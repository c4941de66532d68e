// order_j: the permutation with x[order_j[0], j] <= x[order_j[1], j] <= ..., stable, for each column j.
#include "order.hpp"

#include <vector>

#include "parallel.hpp"
#include "radix.hpp"

namespace gnomon {

template <class Real>
void sort_columns(Rows<Real> x, int threads, Real* values, int32_t* order) {
    parallel(threads, x.d, [&](int64_t j) {
        std::vector<Keyed> items(static_cast<size_t>(x.n)), spare;
        for (int64_t i = 0; i < x.n; i++)
            items[i] = {ordered_key(static_cast<double>(x.x[i * x.d + j])), static_cast<uint32_t>(i)};
        radix_sort(items, spare);
        for (int64_t i = 0; i < x.n; i++) {
            order[j * x.n + i] = static_cast<int32_t>(items[i].row);
            if (values) values[j * x.n + i] = static_cast<Real>(value_of_key(items[i].key));
        }
    });
}

template void sort_columns<double>(Rows<double>, int, double*, int32_t*);
template void sort_columns<float>(Rows<float>, int, float*, int32_t*);

}  // namespace gnomon
