// The score of one family of a Bayesian network (a node and its parents), from its counts.
#pragma once

#include <cmath>
#include <cstdint>

namespace gnomon::structure {

enum class Kind { likelihood, bdeu, k2 };

// number: the penalty per free parameter (likelihood), or the equivalent sample size (bdeu).
struct Score {
    Kind kind;
    double number;
};

// The size of a family: q possible configurations of the parents and r states of the node; `total` is the
// weight of all rows, including those with a missing value.
struct Shape {
    double q, r, total;
};

// log G(x), x > 0, G the gamma function.
double log_gamma(double x);

constexpr uint32_t tabled = 8192;
extern const double* const small_times_logs;  // c log c for c < tabled

inline double times_log(uint32_t c) {
    return c < tabled ? small_times_logs[c] : static_cast<double>(c) * std::log(static_cast<double>(c));
}

inline double times_log(double c) { return c > 0 ? c * std::log(c) : 0.0; }

// total / N [sum_jk N_jk log(N_jk / N_j)  -  number q (r - 1)]: N_jk rows have the parents in configuration j
// and the node in state k, N_j = sum_k N_jk, N = sum_j N_j. The penalty is scaled as the log-likelihood is,
// or else parents that are mostly missing, whose few rows are always fitted well, would be preferred. Without
// complete rows the distribution is uniform, -log r per row, with the penalty of a single row.
template <class Count>
class Likelihood {
   public:
    Likelihood(const Score& score, const Shape& shape) : penalty_(score.number), shape_(shape) {}
    void cell(Count c) {
        sum_ += times_log(c);
        all_ += c;
    }
    void close_configuration() {
        sum_ -= times_log(all_);
        rows_ += static_cast<double>(all_);
        all_ = 0;
    }
    double value() const {
        const double penalty = penalty_ * shape_.q * (shape_.r - 1);
        if (rows_ > 0) return (sum_ - penalty) * (shape_.total / rows_);
        return -shape_.total * (std::log(shape_.r) + penalty);
    }

   private:
    double penalty_;
    Shape shape_;
    Count all_ = 0;
    double sum_ = 0, rows_ = 0;
};

// sum_j [log G(r a) - log G(r a + N_j) + sum_k log G(a + N_jk) - log G(a)], where a = number / (q r) for bdeu
// (Heckerman, Geiger & Chickering 1995) and 1 for k2 (Cooper & Herskovits 1992).
template <class Count>
class MarginalLikelihood {
   public:
    MarginalLikelihood(const Score& score, const Shape& shape)
        : a_(score.kind == Kind::k2 ? 1.0 : score.number / (shape.q * shape.r)),
          whole_(a_ * shape.r),
          of_a_(log_gamma(a_)),
          of_whole_(log_gamma(whole_)) {}
    void cell(Count c) {
        if (c > 0) sum_ += log_gamma(a_ + static_cast<double>(c)) - of_a_;
        all_ += static_cast<double>(c);
    }
    void close_configuration() {
        if (all_ > 0) sum_ += of_whole_ - log_gamma(whole_ + all_);
        all_ = 0;
    }
    double value() const { return sum_; }

   private:
    double a_, whole_, of_a_, of_whole_, all_ = 0, sum_ = 0;
};

// use(tally) adds the counts to the tally of this kind of score; returns the score.
template <class Count, class Use>
double tallied(const Score& score, const Shape& shape, const Use& use) {
    if (score.kind == Kind::likelihood) {
        Likelihood<Count> tally(score, shape);
        use(tally);
        return tally.value();
    }
    MarginalLikelihood<Count> tally(score, shape);
    use(tally);
    return tally.value();
}

}  // namespace gnomon::structure
