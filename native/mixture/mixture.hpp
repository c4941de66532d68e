// A Gaussian mixture of k components: log(w_k) + log N(x | m_k, S_k) = c_k - |(x - m_k) P_k|² / 2 with P_k
// P_k' the inverse of S_k.
#pragma once

#include "../rows.hpp"

namespace gnomon {

struct Normals {
    int64_t k, d;
    bool full;               // P_k is upper triangular (d, d), else diagonal (d)
    const double* mean;      // (k, d)
    const double* root;      // (k, d, d) or (k, d)
    const double* constant;  // c_k
};

// scores[i][k] = c_k - |(x_i - m_k) P_k|² / 2.
void mixture_scores(Rows<double> x, const Normals& normals, int threads, double* scores);

// One E-step of expectation-maximization (EM). With the responsibilities r_ik = exp(scores_ik) / sum_k, or 1
// at a known component (known[i] >= 0), times the row's weight: count_k = sum_i r_ik, first_k = sum_i r_ik g,
// second_k = sum_i r_ik g g' (or its diagonal) with g = x_i - m_k. Returns the log likelihood: the weighted
// sum of log sum_k exp(scores_ik), or of the known component's score.
double mixture_pass(Rows<double> x, const Normals& normals, const double* weight, const int64_t* known,
                    int threads, double* count, double* first, double* second);

}  // namespace gnomon
