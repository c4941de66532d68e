// Merging in order of distance, for linkages that may have inversions.
#include <limits>
#include <stdexcept>

#include "linkage.hpp"

namespace gnomon {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Bound {
    double distance;  // lower bound of the distance to any other cluster
    int64_t near;     // the cluster at that distance, or -1 if unknown
};

class Clusters {
   public:
    Clusters(Square& table, const double* size, Linkage linkage)
        : table_(table), linkage_(linkage), size_(table.stride), mask_(table.stride),
          bound_(static_cast<size_t>(table.n)) {
        for (int64_t i = 0; i < table.stride; i++) {
            size_[i] = size != nullptr && i < table.n ? size[i] : 1.0;
            mask_[i] = i < table.n ? 0.0 : infinity;
        }
        for (int64_t i = 0; i < table.n; i++) update_bound(i);
    }

    // Merges the two nearest clusters into the slot of the second; the first slot becomes inactive.
    Merge join_nearest() {
        const int64_t x = nearest(), y = at(x).near;
        const double distance = at(x).distance;
        double *a = table_.row(x), *b = table_.row(y);
        GNOMON_CHOSEN(join_rows)(linkage_, a, b, size_.data(), {size_[x], size_[y], distance}, table_.stride,
                                 b);
        size_[y] += size_[x];
        mask_[x] = at(x).distance = infinity;
        for (int64_t k = 0; k < table_.n; k++) {
            if (mask_[k] != 0 || k == y) continue;
            // Rounding may make a distance of 0 negative.
            b[k] = std::max(b[k], 0.0);
            table_.row(k)[y] = b[k];
            if (b[k] < at(k).distance)
                at(k) = {b[k], y};
            else if (at(k).near == x || at(k).near == y)
                at(k).near = -1;
        }
        update_bound(y);
        return {x, y, distance};
    }

   private:
    Bound& at(int64_t i) { return bound_[static_cast<size_t>(i)]; }
    void update_bound(int64_t i) {
        mask_[i] = infinity;
        GNOMON_CHOSEN(nearest_active)(table_.row(i), mask_.data(), table_.stride, &at(i).distance,
                                      &at(i).near);
        mask_[i] = 0;
    }
    int64_t nearest() {
        while (true) {
            int64_t best = 0;
            for (int64_t i = 1; i < table_.n; i++)
                if (at(i).distance < at(best).distance) best = i;
            if (!(at(best).distance < infinity))
                throw std::invalid_argument("distances of clusters are too large for a float; rescale X");
            if (at(best).near >= 0) return best;
            update_bound(best);
        }
    }

    Square& table_;
    Linkage linkage_;
    Buffer<double> size_, mask_;
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
