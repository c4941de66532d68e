// Elastic net path: argument checks, allocation of the results, and the call of the kernel.
#pragma once

#include <tuple>

#include "../lasso.hpp"
#include "arrays.hpp"

namespace gnomon {

inline nb::tuple elastic_path_of(Matrix<double> gram, Vector<double> cross, double total,
                                 Matrix<double> penalties, Vector<double> start, bool positive,
                                 double tolerance, int64_t max_iter) {
    const int64_t p = length(cross.shape(0)), settings = length(penalties.shape(0));
    check_length("gram", length(gram.shape(0)), p);
    check_length("a row of gram", length(gram.shape(1)), p);
    check_length("start", length(start.shape(0)), p);
    check_length("a row of penalties", length(penalties.shape(1)), 2);
    check_numbers("gram", gram.data(), p * p, p);
    auto coefficients = new_matrix<double>(settings, p);
    auto gaps = new_vector<double>(settings);
    auto passes = new_vector<int64_t>(settings);
    {
        nb::gil_scoped_release free;
        std::vector<double> w(start.data(), start.data() + p), gradient(cross.data(), cross.data() + p);
        for (int64_t j = 0; j < p; j++)
            if (w[j] != 0)
                for (int64_t k = 0; k < p; k++) gradient[k] -= w[j] * gram.data()[j * p + k];
        for (int64_t s = 0; s < settings; s++) {
            const ElasticPenalty penalty{penalties.data()[2 * s], penalties.data()[2 * s + 1]};
            const Descent result = elastic_descent(gram.data(), cross.data(), total, p, penalty, positive,
                                                   tolerance, max_iter, w.data(), gradient.data());
            std::copy(w.begin(), w.end(), coefficients.data() + s * p);
            gaps.data()[s] = result.gap;
            passes.data()[s] = result.iterations;
        }
    }
    return nb::make_tuple(coefficients, gaps, passes);
}

}  // namespace gnomon
