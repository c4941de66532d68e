// The best decision stump of a table under any weights, searched repeatedly over columns that are sorted
// once.
#pragma once

#include <cstdint>
#include <vector>

#include "counted_columns.hpp"

namespace gnomon {

enum class StumpScore : int { error, gini };

// The target of a round of boosting: weights w and classes y by row, and the criterion.
struct StumpTarget {
    const double* weight;
    const int32_t* codes;
    int64_t classes;
    StumpScore score;
};

// The best stump: its column (-1: no column has two groups), the groups' class weights (groups + 1, classes)
// with missing values last, a row of each group adjacent to the threshold, and the group of every row (-1:
// none).
struct BestStump {
    int64_t column = -1;
    double score = 0;
    std::vector<double> table;
    std::vector<int32_t> heads, sides;
};

class StumpSearch {
   public:
    // order (d, n): rows of each column in ascending order, missing ones last; rises (d, n): whether a value
    // is above the one before; present (d): how many are not missing; member (n) may be null (all rows).
    StumpSearch(const int32_t* order, const uint8_t* rises, const int64_t* present,
                const uint8_t* categorical, const uint8_t* member, int64_t d, int64_t n, int threads);

    BestStump best(const StumpTarget& target, int threads) const;
    int64_t n_rows() const { return n_; }

   private:
    struct Workspace;
    struct Signed {
        std::vector<double> s;  // the weight of a row, below 0 for the first class
        double all, total;      // sums of |s| and of s
    };
    StumpColumn column(int64_t j) const;
    void count_columns();
    void many_class_bests(const StumpTarget& target, int threads, std::vector<double>& best) const;
    double column_best(int64_t j, const StumpTarget& target, Workspace& workspace) const;
    double categorical_score(const StumpColumn& c, const StumpTarget& target, Workspace& workspace) const;
    void aggregate_rows(const StumpColumn& c, const StumpTarget& target, Workspace& workspace) const;
    void threshold_scores(const StumpColumn& c, const StumpTarget& target, Workspace& workspace) const;
    void two_class_bests(const StumpTarget& target, int threads, std::vector<double>& best) const;
    void error_bests(int64_t first, int columns, const Signed& signs, std::vector<double>& best) const;
    double gini_best(const StumpColumn& c, const Signed& signs) const;
    BestStump describe(int64_t j, double wanted, const StumpTarget& target) const;

    int64_t d_, n_, members_ = 0;
    std::vector<uint32_t> entries_;
    std::vector<int64_t> present_, values_;
    std::vector<uint8_t> categorical_;
    CountedColumns counted_;
    std::vector<int32_t> member_rows_;
};

}  // namespace gnomon
