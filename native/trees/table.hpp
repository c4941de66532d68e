// The columns of a table in sorted order, and those of few values as codes: computed once, shared by all
// trees.
#pragma once

#include <vector>

#include "../buffer.hpp"
#include "../ranks/order.hpp"
#include "counted.hpp"

namespace gnomon::trees {

class TreeTable {
   public:
    // x (n, d): infinity where a value is missing, and no NaN.
    TreeTable(Rows<double> x, const uint8_t* categorical, int threads)
        : n_(x.n),
          d_(x.d),
          values_(x.n * x.d),
          order_(x.n * x.d),
          categorical_(categorical, categorical + x.d) {
        sort_columns(x, threads, values_.data(), order_.data());
        counted_ = count_values(columns());
    }

    Sorted columns() const {
        return {values_.data(), order_.data(), n_, d_, categorical_.data(), &counted_};
    }

   private:
    int64_t n_, d_;
    Buffer<double> values_;
    Buffer<int32_t> order_;
    std::vector<uint8_t> categorical_;
    Counted counted_;
};

}  // namespace gnomon::trees
