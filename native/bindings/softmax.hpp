// The log loss of class scores: argument checks, allocation of the results, and the call of the kernel.
#pragma once

#include "../softmax.hpp"
#include "arrays.hpp"

namespace gnomon {

inline nb::tuple softmax_loss_of(Matrix<double> scores, Vector<int64_t> codes, Vector<double> weight,
                                 int threads) {
    check_threads(threads);
    const int64_t n = length(scores.shape(0)), k = length(scores.shape(1));
    check_length("codes", length(codes.shape(0)), n);
    check_length("weight", length(weight.shape(0)), n);
    check_codes("codes", codes.data(), n, k);
    auto slope = new_matrix<double>(n, k);
    double loss;
    {
        nb::gil_scoped_release free;
        loss = softmax_loss(scores.data(), codes.data(), weight.data(), n, k, threads, slope.data());
    }
    return nb::make_tuple(loss, slope);
}

}  // namespace gnomon
