// order_j: the permutation with x[order_j[0], j] <= x[order_j[1], j] <= ..., stable, for each column j.
#include "order.hpp"

#include <algorithm>
#include <vector>

#include "../parallel.hpp"
#include "radix.hpp"

namespace gnomon {

namespace {

// A block of columns is read row by row.
constexpr int64_t block_columns_limit = 8;

struct Workspace {
    std::vector<Keyed> column[block_columns_limit], spare;
};

template <class Real>
void read_columns(Rows<Real> x, int64_t first, int64_t count, Workspace& workspace) {
    for (int64_t c = 0; c < count; c++) workspace.column[c].resize(static_cast<size_t>(x.n));
    for (int64_t i = 0; i < x.n; i++)
        for (int64_t c = 0; c < count; c++)
            workspace.column[c][i] = {ordered_key(static_cast<double>(x.x[i * x.d + first + c])),
                                      static_cast<uint32_t>(i)};
}

template <class Real>
void write_column(const std::vector<Keyed>& items, Real* values, int32_t* order) {
    for (size_t i = 0; i < items.size(); i++) {
        order[i] = static_cast<int32_t>(items[i].row);
        if (values) values[i] = static_cast<Real>(value_of_key(items[i].key));
    }
}

}  // namespace

template <class Real>
void sort_columns(Rows<Real> x, int threads, Real* values, int32_t* order) {
    const int64_t block_columns = std::clamp<int64_t>(x.d / (2 * threads), 1, block_columns_limit);
    parallel(
        threads, blocks_of(x.d, block_columns), [] { return Workspace(); },
        [&](int64_t group, Workspace& workspace) {
            const int64_t first = group * block_columns, count = std::min(block_columns, x.d - first);
            read_columns(x, first, count, workspace);
            for (int64_t c = 0; c < count; c++) {
                radix_sort(workspace.column[c], workspace.spare);
                const int64_t start = (first + c) * x.n;
                write_column<Real>(workspace.column[c], values ? values + start : nullptr, order + start);
            }
        });
}

template void sort_columns<double>(Rows<double>, int, double*, int32_t*);
template void sort_columns<float>(Rows<float>, int, float*, int32_t*);

}  // namespace gnomon
