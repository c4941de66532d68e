// Planes under a squared loss beyond a margin, by Newton's method, for tables that fit the processor's cache.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "../interrupt.hpp"
#include "../linear/positive.hpp"

namespace gnomon::linear_svm {

// Rows with the constant at their end and zeros up to a whole number of vectors.
struct PaddedRows {
    PaddedRows(const double* x, int64_t n, int64_t d, double bias);

    const double* row(int64_t i) const { return values.data() + i * stride; }
    // out (n): x_i·v for v of `stride` numbers, zeros past the width.
    void scores(const double* v, double* out) const;

    int64_t n, width, stride;
    Buffer<double> values;
};

struct SquaredRows {
    const double* target;         // the side ±1, or a number where there is a tube
    const double* price;          // above 0
    std::optional<double> width;  // of the tube without loss about the target; none for sides

    // The way from a score to the nearest one without loss.
    double rho(int64_t i, double score) const {
        const double off = target[i] - score;
        if (!width) return target[i] * score < 1 ? off : 0.0;
        return off > *width ? off - *width : off < -*width ? off + *width : 0.0;
    }
};

struct SquaredFit {
    std::vector<double> w, history;  // the constant's coefficient last; the objective after each step
    double primal = 0, dual = 0;     // the objective, and a bound that no plane's is below
    bool converged = false;          // false with a last objective that is not finite: numbers too large
};

// The least of |w|^2/2 + sum of price_i rho_i(x_i·w)^2. Where rho is not 0 it is t - z for a fixed t, so each
// step solves (I + 2 sum of price x x') step = -gradient over the rows that count, and a whole step after
// which the same rows count ends at the minimum (Mangasarian 2002). The products of rows that come in or go
// out are added to the system or taken off it.
class SquaredNewton {
   public:
    explicit SquaredNewton(const PaddedRows& table);
    SquaredFit minimize(const SquaredRows& rows, const double* start, int64_t most, Interrupt& interrupt);

   private:
    using Values = std::vector<double>;

    double objective(const Values& w, const Values& scores) const;
    Values pull(const Values& scores) const;
    Values gradient(const Values& w, const Values& scores) const;
    std::pair<double, double> shorten(const Values& w, const Values& step, const Values& scores,
                                      double before, double slope) const;
    bool update_system(const Values& scores);
    void renew_system();
    bool lost_digits();
    bool counts_alike(const Values& scores) const;
    Values refined(const Values& w, const Values& scores);
    void certify(SquaredFit& fit, const Values& w) const;

    const PaddedRows& table_;
    const SquaredRows* rows_ = nullptr;
    Positive system_;
    Values weight_;  // of each row in the system
    Values most_;    // the diagonal's largest numbers since it was made anew
};

}  // namespace gnomon::linear_svm
