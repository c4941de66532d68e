#include "rows.hpp"

namespace gnomon::linear_svm {

template <>
DenseTable<double>::DenseTable(const double* x, int64_t columns)
    : x(x), columns(columns), dot_loop(GNOMON_CHOSEN(svm_dot)), add_loop(GNOMON_CHOSEN(svm_add)) {}

template <>
DenseTable<float>::DenseTable(const float* x, int64_t columns)
    : x(x),
      columns(columns),
      dot_loop(GNOMON_CHOSEN(svm_dot_floats)),
      add_loop(GNOMON_CHOSEN(svm_add_floats)) {}

template <class Real>
double DenseTable<Real>::square(int64_t row) const {
    double sum = 0;
    for (int64_t j = 0; j < columns; j++) {
        const double value = x[row * columns + j];
        sum += value * value;
    }
    return sum;
}

template <class Real>
SparseTable<Real>::SparseTable(const Real* values, const int32_t* columns, const int32_t* from, int64_t rows,
                               int64_t width) {
    std::vector<int64_t> last_entry(static_cast<std::size_t>(width), -1);  // of each column's last entry
    begin.reserve(static_cast<std::size_t>(rows) + 1);
    entries.reserve(static_cast<std::size_t>(from[rows]));
    begin.push_back(0);
    for (int64_t row = 0; row < rows; row++) {
        for (int32_t k = from[row]; k < from[row + 1]; k++) {
            int64_t& at = last_entry[columns[k]];
            if (at >= begin.back()) {
                entries[at].value += values[k];
            } else {
                at = static_cast<int64_t>(entries.size());
                entries.push_back({columns[k], values[k]});
            }
        }
        begin.push_back(static_cast<int64_t>(entries.size()));
    }
}

// Four independent sums, for instruction-level parallelism.
template <class Real>
double SparseTable<Real>::dot(int64_t row, const double* w) const {
    double sum[4] = {};
    const Entry *at = entries.data() + begin[row], *end = entries.data() + begin[row + 1];
    for (; at + 4 <= end; at += 4)
        for (int lane = 0; lane < 4; lane++) sum[lane] += at[lane].value * w[at[lane].column];
    for (; at < end; at++) sum[0] += at->value * w[at->column];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

template <class Real>
void SparseTable<Real>::add(int64_t row, double amount, double* w) const {
    const Entry *at = entries.data() + begin[row], *end = entries.data() + begin[row + 1];
    for (; at < end; at++) w[at->column] += amount * at->value;
}

template <class Real>
double SparseTable<Real>::square(int64_t row) const {
    double sum = 0;
    for (int64_t k = begin[row]; k < begin[row + 1]; k++) {
        const double value = entries[k].value;
        sum += value * value;
    }
    return sum;
}

template struct DenseTable<double>;
template struct DenseTable<float>;
template struct SparseTable<double>;
template struct SparseTable<float>;

}  // namespace gnomon::linear_svm
