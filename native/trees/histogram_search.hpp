// The best splits of the columns of few values at a node, from histograms: counts of its rows by code and
// class.
#pragma once

#include "loops.hpp"
#include "search.hpp"

namespace gnomon::trees {

class HistogramSearch {
   public:
    explicit HistogramSearch(const View& view);

    // Sets candidates[column] for each counted column; all columns are searched.
    void search(const PendingNode& node, std::vector<Candidate>& candidates);

    // Moves the split of a counted column between two values that occur at the node.
    void place(const PendingNode& node, Candidate& best) const;

    // Histogram subtraction: the counts of a split node less those of its smaller child are those of the
    // larger.
    void pass_on(PendingNode& node, std::vector<PendingNode>& children, const std::vector<bool>& wanted);

   private:
    void count_rows(const PendingNode& node, int16_t* counts);
    const int16_t* counts_of(const PendingNode& node) const;

    const View& view_;
    const Counted& counted_;
    TreeCounts shape_;
    int64_t cells_;
    Buffer<int16_t> counts_;  // of a node without a cached histogram
    std::vector<TreeRow> rows_;
    std::vector<int16_t> total_;
    std::vector<double> gain_;
    std::vector<int32_t> code_, left_;
};

}  // namespace gnomon::trees
