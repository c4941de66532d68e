// Linear machines under the squared hinge or squared epsilon-insensitive loss, by Newton's method, for tables
// that fit the processor's cache.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "../interrupt.hpp"
#include "../linear/cholesky.hpp"

namespace gnomon::linear_svm {

// Rows with the constant in the last column, zero-padded to a multiple of the vector width.
struct PaddedRows {
    PaddedRows(const double* x, int64_t n, int64_t d, double bias);

    const double* row(int64_t i) const { return values.data() + i * stride; }
    // out (n): x_i·v for v of `stride` numbers, zeros past the width.
    void scores(const double* v, double* out) const;

    int64_t n, width, stride;
    Buffer<double> values;
};

struct SquaredRows {
    const double* target;         // the side ±1, or a number for regression
    const double* C;              // above 0
    std::optional<double> width;  // of the epsilon-insensitive tube about the target; none for sides

    // The difference of a score from the nearest one without loss.
    double rho(int64_t i, double score) const {
        const double off = target[i] - score;
        if (!width) return target[i] * score < 1 ? off : 0.0;
        return off > *width ? off - *width : off < -*width ? off + *width : 0.0;
    }
};

struct SquaredFit {
    std::vector<double> w, history;  // the constant's coefficient last; the objective after each step
    double primal = 0, dual = 0;     // the objectives of the primal and of the dual problem
    bool converged = false;          // false with a last objective that is not finite: overflow
};

// Minimizes |w|^2/2 + sum of C_i rho_i(x_i·w)^2. If rho is not 0 it is t - z for a fixed t, so each step
// solves (I + 2 sum of C x x') step = -gradient over the active rows, those with loss, and a full step that
// leaves the active set unchanged ends at the minimum (Mangasarian 2002). The system is updated by the
// products of the rows that enter or leave the active set.
class SquaredNewton {
   public:
    explicit SquaredNewton(const PaddedRows& table);
    SquaredFit minimize(const SquaredRows& rows, const double* start, int64_t max_iter, Interrupt& interrupt);

   private:
    using Values = std::vector<double>;

    double objective(const Values& w, const Values& scores) const;
    Values loss_gradient(const Values& scores) const;
    Values gradient(const Values& w, const Values& scores) const;
    std::pair<double, double> line_search(const Values& w, const Values& step, const Values& scores,
                                          double before, double slope) const;
    bool update_system(const Values& scores);
    void reset_system();
    bool has_cancellation();
    bool active_set_unchanged(const Values& scores) const;
    Values refined(const Values& w, const Values& scores);
    void certify(SquaredFit& fit, const Values& w) const;

    const PaddedRows& table_;
    const SquaredRows* rows_ = nullptr;
    Cholesky system_;
    Values weight_;        // of each row in the system
    Values max_diagonal_;  // the largest values of the diagonal since the last reset
};

}  // namespace gnomon::linear_svm
