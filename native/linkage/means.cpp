// Ward's method by a chain over means.
#include "places.hpp"

namespace gnomon {

namespace {

// Clusters as their means, in panels; a mean at infinity is no neighbor.
class MeanClusters {
   public:
    MeanClusters(const double* x, const double* size, int64_t n, int64_t d, Team& team)
        : at(n, whole_panels(n), size), means_(panels_of(x, n, d)), d_(d), query_(static_cast<size_t>(d)),
          team_(team), found_(static_cast<size_t>(team.size())) {}

    Nearest nearest(int64_t x, int64_t known, double gap) {
        const auto least = GNOMON_CHOSEN(least_ward);
        for (int64_t j = 0; j < d_; j++) query_[static_cast<size_t>(j)] = *cell(x, j);
        *cell(x, 0) = infinity;
        for (Nearest& each : found_) each = {gap, known};
        const int64_t padded = whole_panels(at.places);
        const auto look = [&](int member, Share part) {
            Nearest& found = found_[static_cast<size_t>(member)];
            int64_t place = -1;
            least(cell(part.first, 0), (part.last - part.first) / panel_rows, d_, query_.data(), at.size[x],
                  at.size.data() + part.first, &found.gap, &place);
            if (place >= 0) found.place = place + part.first;
        };
        if (padded * d_ < fewest_shared || team_.size() == 1)
            look(0, Share{0, padded});
        else
            team_.run([&](int member) { look(member, share(padded, panel_rows, member, team_.size())); });
        *cell(x, 0) = query_[0];
        return first_least(found_);
    }

    Merge join(int64_t x, int64_t y, double gap) {
        const double s = at.size[x], t = at.size[y];
        for (int64_t j = 0; j < d_; j++) {
            // From the larger one's mean, so that rows that are equal keep their mean to the last bit.
            const double a = *cell(x, j), b = *cell(y, j);
            *cell(y, j) = s < t ? b + (a - b) * (s / (s + t)) : a + (b - a) * (t / (s + t));
        }
        *cell(x, 0) = infinity;
        return at.join(x, y, gap);
    }

    std::vector<int64_t> close_ranks() {
        const std::vector<int64_t> moved = at.close_ranks();
        const auto before = static_cast<int64_t>(moved.size());
        for (int64_t from = 0; from < before; from++)
            if (const int64_t to = moved[static_cast<size_t>(from)]; to >= 0 && to != from)
                for (int64_t j = 0; j < d_; j++) *cell(to, j) = *cell(from, j);
        for (int64_t i = at.places; i < whole_panels(before); i++) *cell(i, 0) = infinity;
        return moved;
    }

    Places at;

   private:
    double* cell(int64_t place, int64_t column) const {
        return means_.data() + (place / panel_rows * d_ + column) * panel_rows + place % panel_rows;
    }

    Buffer<double> means_;
    int64_t d_;
    std::vector<double> query_;
    Team& team_;
    std::vector<Nearest> found_;
};

}  // namespace

std::vector<Merge> chain_of_means(const double* x, const double* size, int64_t n, int64_t d, int threads,
                                  Interrupt& interrupt) {
    Team team(n * d < fewest_shared ? 1 : threads);
    MeanClusters clusters(x, size, n, d, team);
    return follow(clusters, interrupt);
}

}  // namespace gnomon
