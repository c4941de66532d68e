// Columns of few values, as histograms of class weights by value: all columns in one pass over the rows.
#pragma once

#include <cstdint>
#include <vector>

namespace gnomon {

// entries: the members in ascending order, missing ones last; each is the row, and in the highest bit whether
// its value is above the one before. present: entries with a value. values: the number of distinct values.
struct StumpColumn {
    const uint32_t* entries;
    int64_t present, members, values;
    bool categorical;

    // Whether it is faster to aggregate the rows of one value and class.
    bool has_few_values(int64_t classes) const { return 2 * values * classes <= present; }
    // For three classes or more.
    bool can_be_counted() const { return !categorical && values > 0 && values < 256 && has_few_values(3); }
};

struct CountedColumn : StumpColumn {
    int64_t number;
};

// The members of each class, class after class, and where those of each begin; the weight of every member.
struct ClassMembers {
    std::vector<int32_t> members;
    std::vector<int64_t> begin;
    std::vector<double> weight;

    void assign(const std::vector<int32_t>& rows, const int32_t* codes, const double* weights,
                int64_t n_classes);
    int64_t classes() const { return static_cast<int64_t>(begin.size()) - 1; }
};

class CountedColumns {
   public:
    // Columns that can be counted; member_of: the number of each row among the members.
    void add_panels(const std::vector<CountedColumn>& columns, const std::vector<int32_t>& member_of);

    int64_t n_panels() const { return static_cast<int64_t>(panels_.size()); }

    // best[number] = the largest sum of the weights of the groups' majority classes, for each column of one
    // panel that has few values for so many classes; unchanged where no threshold makes two groups.
    void error_bests(int64_t panel, const ClassMembers& by_class, std::vector<double>& best) const;

   private:
    struct Panel {
        std::vector<CountedColumn> columns;
        int64_t bins = 0, width = 0;   // the largest number of values of a column; padded number of columns
        std::vector<uint16_t> places;  // (members, width) bin * width + column; bin `bins` for missing values
    };
    std::vector<Panel> panels_;
};

}  // namespace gnomon
