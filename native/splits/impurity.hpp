// Sums over the classes of one side of a split, and its impurity times weight:
//   gini     W (1 - sum_c p_c^2)
//   entropy  W (- sum_c p_c log2 p_c)
//   error    W (1 - max_c p_c)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace gnomon {

inline double x_log_x(double x) { return x > 0 ? x * std::log2(x) : 0; }

template <bool has_logs>
struct ClassSums {
    double all = 0, squares = 0, logs = 0, largest = 0;
    int64_t present = 0;  // classes with weight

    ClassSums(const double* weight, int64_t classes) {
        for (int64_t c = 0; c < classes; c++) {
            all += weight[c];
            squares += weight[c] * weight[c];
            if constexpr (has_logs) logs += x_log_x(weight[c]);
            largest = std::max(largest, weight[c]);
            present += weight[c] > 0;
        }
    }
    double gini() const { return all - squares / all; }
    double entropy() const { return x_log_x(all) - logs; }
    double error() const { return all - largest; }
};

}  // namespace gnomon
