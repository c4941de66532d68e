// The innermost loops over a dense row, compiled for each vector width.
#pragma once

#include <cstdint>

#include "../level.hpp"

namespace gnomon {

GNOMON_LEVELS(double svm_dot(const double* x, const double* w, int64_t n);
              double svm_dot_floats(const float* x, const double* w, int64_t n);
              void svm_dots(const double* x, int64_t n, int64_t stride, const double* w, double* out);
              void svm_add(const double* x, double amount, double* w, int64_t n);
              void svm_add_floats(const float* x, double amount, double* w, int64_t n))

}  // namespace gnomon
