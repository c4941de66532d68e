// Ward's method by the nearest-neighbor chain on cluster means.
#include "chain.hpp"

namespace gnomon {

namespace {

// Clusters represented by their means, in panels; a mean at infinity excludes its slot from the search.
class MeanClusters {
   public:
    MeanClusters(const double* x, const double* size, int64_t n, int64_t d, Team& team)
        : at(n, whole_panels(n), size), means_(panels_of(x, n, d)), d_(d), query_(static_cast<size_t>(d)),
          team_(team), nearest_(static_cast<size_t>(team.size())) {}

    Nearest nearest(int64_t x, int64_t previous, double distance) {
        const auto kernel = GNOMON_CHOSEN(nearest_ward);
        for (int64_t j = 0; j < d_; j++) query_[static_cast<size_t>(j)] = *cell(x, j);
        *cell(x, 0) = infinity;
        for (Nearest& each : nearest_) each = {distance, previous};
        const int64_t padded = whole_panels(at.n_slots);
        const auto search = [&](int member, Share part) {
            Nearest& nearest = nearest_[static_cast<size_t>(member)];
            int64_t slot = -1;
            kernel(cell(part.first, 0), (part.last - part.first) / panel_rows, d_, query_.data(), at.size[x],
                   at.size.data() + part.first, &nearest.distance, &slot);
            if (slot >= 0) nearest.slot = slot + part.first;
        };
        if (padded * d_ < min_values_to_share || team_.size() == 1)
            search(0, Share{0, padded});
        else
            team_.run([&](int member) { search(member, share(padded, panel_rows, member, team_.size())); });
        *cell(x, 0) = query_[0];
        return first_nearest(nearest_);
    }

    Merge join(int64_t x, int64_t y, double distance) {
        const double s = at.size[x], t = at.size[y];
        for (int64_t j = 0; j < d_; j++) {
            // Relative to the larger cluster's mean, so that the mean of equal rows is exact.
            const double a = *cell(x, j), b = *cell(y, j);
            *cell(y, j) = s < t ? b + (a - b) * (s / (s + t)) : a + (b - a) * (t / (s + t));
        }
        *cell(x, 0) = infinity;
        return at.join(x, y, distance);
    }

    std::vector<int64_t> compact() {
        const std::vector<int64_t> moved = at.compact();
        const auto before = static_cast<int64_t>(moved.size());
        for (int64_t from = 0; from < before; from++)
            if (const int64_t to = moved[static_cast<size_t>(from)]; to >= 0 && to != from)
                for (int64_t j = 0; j < d_; j++) *cell(to, j) = *cell(from, j);
        for (int64_t i = at.n_slots; i < whole_panels(before); i++) *cell(i, 0) = infinity;
        return moved;
    }

    Slots at;

   private:
    double* cell(int64_t slot, int64_t column) const {
        return means_.data() + (slot / panel_rows * d_ + column) * panel_rows + slot % panel_rows;
    }

    Buffer<double> means_;
    int64_t d_;
    std::vector<double> query_;
    Team& team_;
    std::vector<Nearest> nearest_;
};

}  // namespace

std::vector<Merge> chain_of_means(const double* x, const double* size, int64_t n, int64_t d, int threads,
                                  Interrupt& interrupt) {
    Team team(n * d < min_values_to_share ? 1 : threads);
    MeanClusters clusters(x, size, n, d, team);
    return nearest_neighbor_chain(clusters, interrupt);
}

}  // namespace gnomon
