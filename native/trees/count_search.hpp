// The best splits of the columns of few values at a node, from counts of its rows by code and class.
#pragma once

#include "loops.hpp"
#include "search.hpp"

namespace gnomon::trees {

class CountSearch {
   public:
    explicit CountSearch(const View& view);

    // found[column] for each counted column; no columns were drawn.
    void search(const Spot& spot, std::vector<Candidate>& found);

    // The split of a counted column, found at this node, between two values that the node has.
    void place(const Spot& spot, Candidate& best) const;

    // Counts of a node that was split become those of its larger child: the smaller one's are taken off.
    void pass_on(Spot& spot, std::vector<Spot>& children, const std::vector<bool>& wanted);

   private:
    void count_rows(const Spot& spot, int16_t* counts);
    const int16_t* counts_of(const Spot& spot) const;

    const View& view_;
    const Counted& counted_;
    TreeCounts shape_;
    int64_t cells_;
    Buffer<int16_t> counts_;  // of a node that has none
    std::vector<TreeRow> rows_;
    std::vector<int16_t> total_;
    std::vector<double> gain_;
    std::vector<int32_t> code_, left_;
};

}  // namespace gnomon::trees
