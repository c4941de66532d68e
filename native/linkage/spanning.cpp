// Prim's algorithm: add the row nearest to the tree; each row outside stores its nearest row inside.
#include <limits>
#include <stdexcept>

#include "linkage.hpp"
#include "team.hpp"

namespace gnomon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// With fewer values to read, parallel work costs more than it saves.
constexpr int64_t min_values_to_share = 65536;

struct Nearest {
    double distance;
    int64_t slot;
};

// The rows outside the tree, in panels; the last one moves to the slot of a removed one.
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

    Merge take(int64_t slot) {
        const Merge merge{from_[slot], row_[static_cast<size_t>(slot)], near_[slot]};
        const int64_t last = --count;
        for (int64_t j = 0; j < d_; j++) {
            *cell(slot, j) = *cell(last, j);
            *cell(last, j) = infinity;
        }
        near_[slot] = near_[last];
        from_[slot] = from_[last];
        row_[static_cast<size_t>(slot)] = row_[static_cast<size_t>(last)];
        near_[last] = infinity;
        return merge;
    }

    void reach_from(const double* query, int64_t row, bool squared, Share part, Nearest& closest) {
        closest = {infinity, part.first};
        if (part.first == part.last) return;
        const int64_t panels = (part.last - part.first) / panel_rows;
        GNOMON_CHOSEN(reach)(cell(part.first, 0), panels, d_, query, squared, row, near_.data() + part.first,
                             from_.data() + part.first, &closest.distance, &closest.slot);
        closest.slot += part.first;
    }

    int64_t count;

   private:
    double* cell(int64_t slot, int64_t column) const {
        return panels_.data() + (slot / panel_rows * d_ + column) * panel_rows + slot % panel_rows;
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
    Team team(n * d < min_values_to_share ? 1 : threads);
    std::vector<Nearest> nearest(static_cast<size_t>(team.size()));
    int64_t newest = outside.take(0).b;
    while (outside.count > 0) {
        interrupt.check();
        const int64_t padded = whole_panels(outside.count);
        const int members = padded * d < min_values_to_share ? 1 : team.size();
        const auto reach_part = [&](int member) {
            const Share part = share(padded, panel_rows, member, members);
            outside.reach_from(x + newest * d, newest, squared, part, nearest[static_cast<size_t>(member)]);
        };
        if (members == 1)
            reach_part(0);
        else
            team.run(reach_part);
        Nearest best = nearest[0];
        for (int member = 1; member < members; member++)
            if (nearest[static_cast<size_t>(member)].distance < best.distance)
                best = nearest[static_cast<size_t>(member)];
        if (!(best.distance < infinity))
            throw std::invalid_argument("distances between rows are too large for a float; rescale X");
        merges.push_back(outside.take(best.slot));
        newest = merges.back().b;
    }
    return merges;
}

std::vector<Merge> spanning_tree_of_table(const double* table, int64_t n, Interrupt& interrupt) {
    std::vector<Merge> merges;
    std::vector<Nearest> near(static_cast<size_t>(n), Nearest{infinity, 0});
    std::vector<char> inside(static_cast<size_t>(n), 0);
    for (int64_t newest = 0, step = 1; step < n; step++) {
        interrupt.check();
        inside[static_cast<size_t>(newest)] = 1;
        int64_t next = -1;
        for (int64_t i = 0; i < n; i++) {
            if (inside[static_cast<size_t>(i)]) continue;
            Nearest& closest = near[static_cast<size_t>(i)];
            if (table[newest * n + i] < closest.distance) closest = {table[newest * n + i], newest};
            if (next < 0 || closest.distance < near[static_cast<size_t>(next)].distance) next = i;
        }
        merges.push_back(
            {near[static_cast<size_t>(next)].slot, next, near[static_cast<size_t>(next)].distance});
        newest = next;
    }
    return merges;
}

}  // namespace gnomon
