// Counts and scores of the families of a Bayesian network over coded rows, for score-based structure
// learning. A row with a missing value in a family is left out of that family.
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

    // The number of possible configurations of the columns.
    double configurations(const Indices& columns) const;

    // Score of the child with these parents and then, for each candidate, with that one more parent.
    std::vector<double> adding(int64_t child, const Indices& parents, const Indices& candidates,
                               const Score& score, int threads) const;

    // out[u * d + v]: score of v with u and the conditioning columns as parents; on the diagonal without u.
    void pairs(const Indices& conditioning, const Score& score, int threads, double* out) const;

    // out[u * d + v]: conditional mutual information of u and v given the conditioning columns, in nats; on
    // the diagonal the conditional entropy.
    void information(const Indices& conditioning, int threads, double* out) const;

    // Counts (q, r) of the child's states in each configuration of its parents, the last parent fastest.
    void counts(int64_t child, const Indices& parents, double* out) const;

   private:
    std::variant<Coded<uint8_t>, Coded<int32_t>> table_;
};

}  // namespace gnomon::structure
