// Descents over coefficients: arguments checked, memory made, kernel called.
#pragma once

#include <tuple>

#include "../lasso.hpp"
#include "arrays.hpp"

namespace gnomon {

inline nb::tuple elastic_path_of(Matrix<double> gram, Vector<double> cross, double total, Matrix<double> prices,
                                 Vector<double> start, bool positive, double tolerance, int64_t most) {
    const int64_t p = length(cross.shape(0)), settings = length(prices.shape(0));
    check_length("gram", length(gram.shape(0)), p);
    check_length("a row of gram", length(gram.shape(1)), p);
    check_length("start", length(start.shape(0)), p);
    check_length("a row of prices", length(prices.shape(1)), 2);
    check_numbers("gram", gram.data(), p * p, p);
    auto coefficients = new_matrix<double>(settings, p);
    auto gaps = new_vector<double>(settings);
    auto passes = new_vector<int64_t>(settings);
    {
        nb::gil_scoped_release free;
        std::vector<double> w(start.data(), start.data() + p), slope(cross.data(), cross.data() + p);
        for (int64_t j = 0; j < p; j++)
            if (w[j] != 0)
                for (int64_t k = 0; k < p; k++) slope[k] -= w[j] * gram.data()[j * p + k];
        for (int64_t s = 0; s < settings; s++) {
            const ElasticPrices price{prices.data()[2 * s], prices.data()[2 * s + 1]};
            const Descent found = elastic_descent(gram.data(), cross.data(), total, p, price, positive,
                                                  tolerance, most, w.data(), slope.data());
            std::copy(w.begin(), w.end(), coefficients.data() + s * p);
            gaps.data()[s] = found.gap;
            passes.data()[s] = found.iterations;
        }
    }
    return nb::make_tuple(coefficients, gaps, passes);
}

}  // namespace gnomon
