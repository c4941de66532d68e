// Prim's rule: the tree takes in the row that is nearest to it; each row outside knows its nearest inside.
#include <limits>
#include <stdexcept>

#include "linkage.hpp"
#include "team.hpp"

namespace gnomon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// With fewer numbers to read, sharing a step costs more than it saves.
constexpr int64_t fewest_shared = 65536;

struct Least {
    double gap;
    int64_t place;
};

// The rows outside the tree, in panels; the last one moves to where one is taken out.
class Outside {
   public:
    Outside(const double* x, int64_t n, int64_t d)
        : count(n), panels_(panels_of(x, n, d)), d_(d), near_(whole_panels(n)), from_(whole_panels(n)),
          row_(static_cast<size_t>(n)) {
        for (int64_t i = 0; i < whole_panels(n); i++) {
            near_[i] = infinity;
            from_[i] = 0;
        }
        for (int64_t i = 0; i < n; i++) row_[static_cast<size_t>(i)] = i;
    }

    Merge take(int64_t place) {
        const Merge merge{from_[place], row_[static_cast<size_t>(place)], near_[place]};
        const int64_t last = --count;
        for (int64_t j = 0; j < d_; j++) {
            *cell(place, j) = *cell(last, j);
            *cell(last, j) = infinity;
        }
        near_[place] = near_[last];
        from_[place] = from_[last];
        row_[static_cast<size_t>(place)] = row_[static_cast<size_t>(last)];
        near_[last] = infinity;
        return merge;
    }

    void reach_from(const double* query, int64_t row, bool squared, Share part, Least& least) {
        least = {infinity, part.first};
        if (part.first == part.last) return;
        const int64_t panels = (part.last - part.first) / panel_rows;
        GNOMON_CHOSEN(reach)(cell(part.first, 0), panels, d_, query, squared, row, near_.data() + part.first,
                             from_.data() + part.first, &least.gap, &least.place);
        least.place += part.first;
    }

    int64_t count;

   private:
    double* cell(int64_t place, int64_t column) const {
        return panels_.data() + (place / panel_rows * d_ + column) * panel_rows + place % panel_rows;
    }

    Buffer<double> panels_;
    int64_t d_;
    Buffer<double> near_;
    Buffer<int64_t> from_;
    std::vector<int64_t> row_;
};

}  // namespace

std::vector<Merge> spanning_tree(const double* x, int64_t n, int64_t d, bool squared, int threads,
                                 Interrupt& interrupt) {
    std::vector<Merge> merges;
    merges.reserve(static_cast<size_t>(n));
    Outside outside(x, n, d);
    Team team(n * d < fewest_shared ? 1 : threads);
    std::vector<Least> found(static_cast<size_t>(team.size()));
    int64_t newest = outside.take(0).b;
    while (outside.count > 0) {
        interrupt.check();
        const int64_t padded = whole_panels(outside.count);
        const int members = padded * d < fewest_shared ? 1 : team.size();
        const auto reach_part = [&](int member) {
            const Share part = share(padded, panel_rows, member, members);
            outside.reach_from(x + newest * d, newest, squared, part, found[static_cast<size_t>(member)]);
        };
        if (members == 1)
            reach_part(0);
        else
            team.run(reach_part);
        Least best = found[0];
        for (int member = 1; member < members; member++)
            if (found[static_cast<size_t>(member)].gap < best.gap) best = found[static_cast<size_t>(member)];
        if (!(best.gap < infinity))
            throw std::invalid_argument("distances between rows are too large for a float; rescale X");
        merges.push_back(outside.take(best.place));
        newest = merges.back().b;
    }
    return merges;
}

std::vector<Merge> spanning_tree_of_table(const double* table, int64_t n, Interrupt& interrupt) {
    std::vector<Merge> merges;
    std::vector<Least> near(static_cast<size_t>(n), Least{infinity, 0});
    std::vector<char> inside(static_cast<size_t>(n), 0);
    for (int64_t newest = 0, step = 1; step < n; step++) {
        interrupt.check();
        inside[static_cast<size_t>(newest)] = 1;
        int64_t next = -1;
        for (int64_t i = 0; i < n; i++) {
            if (inside[static_cast<size_t>(i)]) continue;
            Least& least = near[static_cast<size_t>(i)];
            if (table[newest * n + i] < least.gap) least = {table[newest * n + i], newest};
            if (next < 0 || least.gap < near[static_cast<size_t>(next)].gap) next = i;
        }
        merges.push_back({near[static_cast<size_t>(next)].place, next, near[static_cast<size_t>(next)].gap});
        newest = next;
    }
    return merges;
}

}  // namespace gnomon
