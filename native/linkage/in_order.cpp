// Joining in order of distance, for linkages whose heights may fall.
#include <limits>
#include <stdexcept>

#include "linkage.hpp"

namespace gnomon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Bound {
    double gap;    // no other cluster is nearer
    int64_t near;  // the cluster at that distance, or -1 if it has to be looked for
};

class Clusters {
   public:
    Clusters(Square& table, const double* size, Linkage linkage)
        : table_(table), linkage_(linkage), size_(table.stride), bar_(table.stride),
          bound_(static_cast<size_t>(table.n)) {
        for (int64_t i = 0; i < table.stride; i++) {
            size_[i] = size != nullptr && i < table.n ? size[i] : 1.0;
            bar_[i] = i < table.n ? 0.0 : infinity;
        }
        for (int64_t i = 0; i < table.n; i++) look(i);
    }

    // The two nearest clusters become one, in the place of the second; the first place is dead.
    Merge join_nearest() {
        const int64_t x = nearest(), y = at(x).near;
        const double gap = at(x).gap;
        double *a = table_.row(x), *b = table_.row(y);
        GNOMON_CHOSEN(join_rows)(linkage_, a, b, size_.data(), {size_[x], size_[y], gap}, table_.stride, b);
        size_[y] += size_[x];
        bar_[x] = at(x).gap = infinity;
        for (int64_t k = 0; k < table_.n; k++) {
            if (bar_[k] != 0 || k == y) continue;
            // Rounding may take a distance of nothing below it.
            b[k] = std::max(b[k], 0.0);
            table_.row(k)[y] = b[k];
            if (b[k] < at(k).gap)
                at(k) = {b[k], y};
            else if (at(k).near == x || at(k).near == y)
                at(k).near = -1;
        }
        look(y);
        return {x, y, gap};
    }

   private:
    Bound& at(int64_t i) { return bound_[static_cast<size_t>(i)]; }
    void look(int64_t i) {
        bar_[i] = infinity;
        GNOMON_CHOSEN(least_allowed)(table_.row(i), bar_.data(), table_.stride, &at(i).gap, &at(i).near);
        bar_[i] = 0;
    }
    int64_t nearest() {
        while (true) {
            int64_t best = 0;
            for (int64_t i = 1; i < table_.n; i++)
                if (at(i).gap < at(best).gap) best = i;
            if (!(at(best).gap < infinity))
                throw std::invalid_argument("distances of clusters are too large for a float; rescale X");
            if (at(best).near >= 0) return best;
            look(best);
        }
    }

    Square& table_;
    Linkage linkage_;
    Buffer<double> size_, bar_;
    std::vector<Bound> bound_;
};

}  // namespace

std::vector<Merge> joined_in_order(Square& table, const double* size, Linkage linkage, Interrupt& interrupt) {
    std::vector<Merge> merges;
    Clusters clusters(table, size, linkage);
    for (int64_t i = 1; i < table.n; i++) {
        interrupt.check();
        merges.push_back(clusters.join_nearest());
    }
    return merges;
}

}  // namespace gnomon
