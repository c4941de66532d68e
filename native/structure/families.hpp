// Families of a Bayesian network counted over rows of codes: the work of every search for a structure.
// A row with a missing value in a family is left out of that family.
#pragma once

#include <variant>

#include "coded.hpp"
#include "score.hpp"

namespace gnomon::structure {

class Families {
   public:
    // codes: d columns of n; a code is from 0 to levels - 1, or -1 for a missing value.
    Families(const int32_t* codes, int64_t d, int64_t n, const int32_t* levels, const double* weight);

    int64_t columns() const;

    // How many configurations the columns have together, seen or not.
    double configurations(const Places& columns) const;

    // Score of the child with these parents and then, for each candidate, with that one more parent.
    std::vector<double> adding(int64_t child, const Places& parents, const Places& candidates,
                               const Score& score, int threads) const;

    // out[u * d + v]: score of v with u and the given columns as parents; on the diagonal without u.
    void pairs(const Places& given, const Score& score, int threads, double* out) const;

    // out[u * d + v]: mutual information of u and v given these columns, in nats; on the diagonal the entropy.
    void information(const Places& given, int threads, double* out) const;

    // Counts (q, r) of the child's states in each configuration of its parents, the last parent fastest.
    void counts(int64_t child, const Places& parents, double* out) const;

   private:
    std::variant<Coded<uint8_t>, Coded<int32_t>> table_;
};

}  // namespace gnomon::structure
