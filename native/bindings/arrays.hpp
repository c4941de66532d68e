// Argument checks for the arrays that come from Python, and allocation of the arrays that are returned.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "../finite.hpp"
#include "../rows.hpp"

namespace gnomon {

namespace nb = nanobind;

template <class Value>
using Vector = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Value>
using Matrix = nb::ndarray<const Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class Value>
using NewVector = nb::ndarray<nb::numpy, Value, nb::ndim<1>>;
template <class Value>
using NewMatrix = nb::ndarray<nb::numpy, Value, nb::ndim<2>>;
using Weight = std::optional<Vector<double>>;

[[noreturn]] inline void refuse(const std::string& message) { throw std::invalid_argument(message); }

inline int64_t length(size_t size) { return static_cast<int64_t>(size); }

template <class Value>
Rows<Value> rows(const Matrix<Value>& x) {
    return {x.data(), length(x.shape(0)), length(x.shape(1))};
}

inline void check_threads(int threads) {
    if (threads < 1 || threads > 4096)
        refuse("threads is " + std::to_string(threads) + "; it must be from 1 to 4096");
}

inline void check_length(const char* name, int64_t size, int64_t expected) {
    if (size != expected)
        refuse(std::string(name) + " has " + std::to_string(size) + " items where " +
               std::to_string(expected) + " are needed");
}

// Some kernels use 32-bit row indices.
inline void check_row_count(int64_t n) {
    if (n > INT32_MAX) refuse("more than 2147483647 rows; this kernel has 32-bit row indices");
}

template <class Array>
auto data_or_null(const char* name, const std::optional<Array>& values, int64_t n)
    -> decltype(values->data()) {
    if (!values) return nullptr;
    check_length(name, length(values->shape(0)), n);
    return values->data();
}

template <class Code>
void check_codes(const char* name, const Code* codes, int64_t n, int64_t classes) {
    bool in_range = true;
    for (int64_t i = 0; i < n; i++) in_range &= codes[i] >= 0 && static_cast<int64_t>(codes[i]) < classes;
    if (!in_range) refuse(std::string(name) + " has a value outside 0.." + std::to_string(classes - 1));
}

template <class Real>
void check_numbers(const char* name, const Real* x, int64_t n, int64_t columns) {
    const int64_t i = first_not_finite(x, n, 1);
    if (i >= 0)
        refuse(std::string(name) + " has a value that is NaN or infinite at row " +
               std::to_string(i / columns) + ", column " + std::to_string(i % columns));
}

template <class Real>
void check_no_nan(const char* name, const Real* x, int64_t n) {
    bool any = false;
    for (int64_t i = 0; i < n; i++) any |= x[i] != x[i];
    if (any) refuse(std::string(name) + " has NaN among its values");
}

// Sums of weights, and their squares, must be finite too.
inline void check_weights(const double* weight, int64_t n) {
    check_numbers("weight", weight, n, 1);
    double sum = 0;
    bool below = false;
    for (int64_t i = 0; i < n; i++) sum += weight[i], below |= weight[i] < 0;
    if (below) refuse("weight has a value below 0");
    if (!(sum <= 1e150)) refuse("weight has a sum above 1e150");
}

// CSR rows: where the values of each begin (n + 1), and their columns.
inline void check_sparse(const int32_t* begin, int64_t n, const int32_t* columns, int64_t size, int64_t d) {
    if (n < 0 || begin[0] != 0 || begin[n] != size) refuse("begin does not span the values");
    for (int64_t row = 0; row < n; row++)
        if (begin[row] > begin[row + 1]) refuse("begin decreases at row " + std::to_string(row));
    check_codes("columns", columns, size, d);
}

// A new array that owns its memory.
template <class Value>
Value* allocate(size_t size, nb::capsule& owner) {
    std::unique_ptr<Value[]> values(new Value[size]);  // not initialized: the kernel writes every element
    Value* data = values.get();
    owner = nb::capsule(data, [](void* p) noexcept { delete[] static_cast<Value*>(p); });
    values.release();
    return data;
}

template <class Value>
NewVector<Value> new_vector(int64_t n) {
    nb::capsule owner;
    Value* data = allocate<Value>(static_cast<size_t>(n), owner);
    return NewVector<Value>(data, {static_cast<size_t>(n)}, owner);
}

template <class Value>
NewMatrix<Value> new_matrix(int64_t n, int64_t d) {
    nb::capsule owner;
    Value* data = allocate<Value>(static_cast<size_t>(n) * static_cast<size_t>(d), owner);
    return NewMatrix<Value>(data, {static_cast<size_t>(n), static_cast<size_t>(d)}, owner);
}

template <class Value>
NewVector<Value> copied(const std::vector<Value>& values) {
    auto out = new_vector<Value>(length(values.size()));
    std::copy(values.begin(), values.end(), out.data());
    return out;
}

template <class Value>
NewMatrix<Value> copied(const std::vector<Value>& values, int64_t columns) {
    auto out = new_matrix<Value>(length(values.size()) / columns, columns);
    std::copy(values.begin(), values.end(), out.data());
    return out;
}

}  // namespace gnomon
