// A junction tree (clique tree) as arrays, and inference in it.
#pragma once

#include <cstdint>

namespace gnomon {

// Cliques 0..cliques-1 with children before parents; the last is the root. Clique c has the entries
// [start[c], start[c+1]) of `potential`, the product of the tables assigned to it. The separator to its
// parent has separator[c+1] - separator[c] entries: entry e of the clique maps to its entry up[e], entry f of
// the parent to down[below[c] + f]. The evidence of node v enters and its marginal is read at the clique
// home[v], where its level is (e / stride[v]) % levels[v].
struct CliqueTree {
    int64_t cliques, nodes;
    const double* potential;
    const int64_t* start;
    const int32_t* parent;
    const int64_t* separator;
    const int32_t* up;
    const int64_t* below;
    const int32_t* down;
    const int32_t* home;
    const int64_t* stride;
    const int32_t* levels;

    int64_t entries(int64_t c) const { return start[c + 1] - start[c]; }
    int64_t size(int64_t c) const { return separator[c + 1] - separator[c]; }
    int64_t root() const { return cliques - 1; }
};

// n rows of one code for each node, -1 where it is not observed.
struct Observed {
    const int32_t* codes;
    int64_t n;
};

// For each row: share[o], the sum of p(root clique's entry, observed) over the entries with output[e] = o,
// divided by p(observed); and log p(observed), minus infinity (with shares of 0) where that is 0.
void tree_query(const CliqueTree& tree, Observed rows, const int32_t* output, int64_t outputs, int threads,
                double* share, double* log_probability);

// For each row: p(level | observed) of all levels of all nodes, side by side, and log p(observed).
void tree_marginals(const CliqueTree& tree, Observed rows, int threads, double* share,
                    double* log_probability);

// The sum over rows of weight x p(entry | observed), for every entry of every clique, and log p(observed).
void tree_counts(const CliqueTree& tree, Observed rows, const double* weight, int threads, double* total,
                 double* log_probability);

// For each row: the most probable explanation (the jointly most probable levels of all nodes) and the log of
// its probability (minus infinity, with the levels as observed and -1 elsewhere, where the evidence is
// impossible). Ties: the lowest entries, the root's first.
void tree_explain(const CliqueTree& tree, Observed rows, int threads, int32_t* best, double* log_probability);

}  // namespace gnomon
