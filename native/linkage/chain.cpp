// Linkages that need all pairwise distances, by the nearest-neighbor chain. Distances are stored for clusters
// of several rows only, and recomputed for single rows, so that the memory is a small part of n² values.
#include <memory>

#include "chain.hpp"

namespace gnomon {

namespace {

// Distances of single rows, computed from the data.
class RowDistances {
   public:
    RowDistances(const double* x, int64_t n, int64_t d, Metric metric)
        : panels_(panels_of(x, n, d)), d_(d), metric_(metric), query_(static_cast<size_t>(d)) {}

    void set_query(int64_t x) {
        for (int64_t j = 0; j < d_; j++) query_[static_cast<size_t>(j)] = *cell(x, j);
    }
    void fill(Share part, double* row) const {
        for (int64_t i = part.first; i < part.last; i += panel_rows)
            loops().distances(metric_, cell(i, 0), d_, query_.data(), nullptr, nullptr, 0.0, row + i);
        if (metric_ == Metric::euclidean)
            GNOMON_CHOSEN(square_roots)(row + part.first, part.last - part.first);
    }
    void move(const std::vector<int64_t>& from) {
        for (size_t to = 0; to < from.size(); to++)
            for (int64_t j = 0; j < d_; j++) *cell(static_cast<int64_t>(to), j) = *cell(from[to], j);
    }

   private:
    double* cell(int64_t slot, int64_t column) const {
        return panels_.data() + (slot / panel_rows * d_ + column) * panel_rows + slot % panel_rows;
    }

    Buffer<double> panels_;
    int64_t d_;
    Metric metric_;
    std::vector<double> query_;
};

// Distances of single rows, from a distance matrix; for ward 2 s t / (s + t) times their squares.
class TableDistances {
   public:
    TableDistances(const double* table, const double* size, int64_t n, bool ward)
        : table_(table), size_(size), n_(n), ward_(ward), origin_(static_cast<size_t>(n)) {
        for (int64_t i = 0; i < n; i++) origin_[static_cast<size_t>(i)] = i;
    }

    void set_query(int64_t x) { query_ = origin_[static_cast<size_t>(x)]; }
    void fill(Share part, double* row) const {
        const double* from = table_ + query_ * n_;
        const auto n_slots = static_cast<int64_t>(origin_.size());
        for (int64_t i = part.first; i < part.last; i++) {
            const int64_t other = i < n_slots ? origin_[static_cast<size_t>(i)] : 0;
            row[i] = ward_ ? from[other] * from[other] * factor(other) : from[other];
        }
    }
    void move(const std::vector<int64_t>& from) {
        for (size_t to = 0; to < from.size(); to++) origin_[to] = origin_[static_cast<size_t>(from[to])];
        origin_.resize(from.size());
    }

   private:
    double factor(int64_t other) const {
        if (size_ == nullptr) return 1;
        const double s = size_[query_], t = size_[other];
        return 2 * s * t / (s + t);
    }

    const double *table_, *size_;
    int64_t n_, query_ = 0;
    bool ward_;
    std::vector<int64_t> origin_;
};

// A memory pool of rows, in chunks of many large pages.
class RowPool {
   public:
    RowPool(int64_t rows, int64_t length)
        : length_(length), rows_per_chunk_(std::clamp<int64_t>(values_per_chunk / length, 1, rows + 2)) {}
    double* take() {
        if (free_.empty()) {
            chunks_.emplace_back(rows_per_chunk_ * length_);
            double* chunk = chunks_.back().data();
            use_large_pages(chunk, rows_per_chunk_ * length_);
            for (int64_t i = rows_per_chunk_ - 1; i >= 0; i--) free_.push_back(chunk + i * length_);
        }
        double* row = free_.back();
        free_.pop_back();
        return row;
    }
    void give_back(double* row) { free_.push_back(row); }

   private:
    static constexpr int64_t values_per_chunk = int64_t{1} << 23;
    int64_t length_, rows_per_chunk_;
    std::vector<Buffer<double>> chunks_;
    std::vector<double*> free_;
};

// A merge writes the row of the new cluster only. Another row copies the distances to the clusters formed
// since its last use when it is next used, as writing a column costs far more than reading a row.
template <class Source>
class PairClusters {
   public:
    PairClusters(Source source, const double* size, int64_t n, Linkage linkage, Team& team)
        : at(n, whole_panels(n), size), source_(std::move(source)), pool_(n, whole_panels(n)),
          rows_(static_cast<size_t>(n), nullptr), mask_(whole_panels(n)),
          log_seen_(static_cast<size_t>(n), 0), log_position_(static_cast<size_t>(n), -1), linkage_(linkage),
          team_(team), nearest_(static_cast<size_t>(team.size())) {
        for (int64_t i = 0; i < whole_panels(n); i++) mask_[i] = i < n ? 0.0 : infinity;
        for (CachedRow& cached : cached_) cached.row = pool_.take();
    }

    Nearest nearest(int64_t x, int64_t before, double) {
        const auto kernel = GNOMON_CHOSEN(nearest_active);
        for (Nearest& each : nearest_) each = {infinity, 0};
        mask_[x] = infinity;
        up_to_date(x, before, [&](int member, Share part, const double* row) {
            Nearest& nearest = nearest_[static_cast<size_t>(member)];
            const double* mask = mask_.data() + part.first;
            kernel(row + part.first, mask, part.last - part.first, &nearest.distance, &nearest.slot);
            nearest.slot += part.first;
        });
        mask_[x] = 0;
        return first_nearest(nearest_);
    }

    Merge join(int64_t x, int64_t y, double distance) {
        const auto nothing = [](int, Share, const double*) {};
        const double* a = up_to_date(x, y, nothing);
        const double* b = up_to_date(y, x, nothing);
        const auto join_some = GNOMON_CHOSEN(join_rows);
        const Union parts{at.size[x], at.size[y], distance};
        double*& out = rows_[static_cast<size_t>(y)];
        if (out == nullptr) out = pool_.take();
        shared([&](int, Share part) {
            join_some(linkage_, a + part.first, b + part.first, at.size.data() + part.first, parts,
                      part.last - part.first, out + part.first);
        });
        if (double*& freed = rows_[static_cast<size_t>(x)]; freed != nullptr) {
            pool_.give_back(freed);
            freed = nullptr;
        }
        mask_[x] = infinity;
        log_position_[static_cast<size_t>(y)] = static_cast<int64_t>(log_.size());
        log_.push_back(y);
        log_seen_[static_cast<size_t>(y)] = static_cast<int64_t>(log_.size());
        for (CachedRow& cached : cached_)
            if (cached.slot == x || cached.slot == y) cached.slot = -1;
        return at.join(x, y, distance);
    }

    // Removes inactive slots from every row and list.
    std::vector<int64_t> compact() {
        for (int64_t i = 0; i < at.n_slots; i++)
            if (rows_[static_cast<size_t>(i)] != nullptr) up_to_date(i, -1, [](int, Share, const double*) {});
        const std::vector<int64_t> moved = at.compact();
        std::vector<int64_t> from;
        for (size_t i = 0; i < moved.size(); i++)
            if (moved[i] >= 0) from.push_back(static_cast<int64_t>(i));
        source_.move(from);
        for (size_t to = 0; to < from.size(); to++) rows_[to] = rows_[static_cast<size_t>(from[to])];
        rows_.resize(from.size());
        for (int64_t i = 0; i < whole_panels(static_cast<int64_t>(moved.size())); i++)
            mask_[i] = i < at.n_slots ? 0.0 : infinity;
        team_.run([&](int member) {
            const Share part = share(at.n_slots, 1, member, team_.size());
            for (int64_t i = part.first; i < part.last; i++)
                if (double* row = rows_[static_cast<size_t>(i)]; row != nullptr)
                    for (size_t to = 0; to < from.size(); to++) row[to] = row[from[to]];
        });
        rewrite_log(moved);
        return moved;
    }

    Slots at;

   private:
    // The distances of a single row, updated up to some length of the log.
    struct CachedRow {
        int64_t slot = -1, seen = 0;
        double* row = nullptr;
    };

    // The distances of slot x, updated, after work(member, part, row) on each part. The cached row of `other`
    // is not overwritten.
    template <class Work>
    const double* up_to_date(int64_t x, int64_t other, const Work& work) {
        double* row = rows_[static_cast<size_t>(x)];
        int64_t* seen = &log_seen_[static_cast<size_t>(x)];
        bool empty = false;
        if (row == nullptr) {
            CachedRow& cached = cached_[cached_[0].slot == x || cached_[1].slot == other ? 0 : 1];
            empty = cached.slot != x;
            if (empty) {
                cached.slot = x;
                cached.seen = 0;
                source_.set_query(x);
            }
            row = cached.row;
            seen = &cached.seen;
        }
        const int64_t known = *seen;
        shared([&](int member, Share part) {
            if (empty) source_.fill(part, row);
            copy_new_distances(x, known, part, row);
            work(member, part, row);
        });
        *seen = static_cast<int64_t>(log_.size());
        return row;
    }

    // Distances to the clusters in the log from `known` on, from their rows.
    void copy_new_distances(int64_t x, int64_t known, Share part, double* row) const {
        constexpr size_t ahead = 24;
        for (auto i = static_cast<size_t>(known); i < log_.size(); i++) {
            if (i + ahead < log_.size()) {
                const int64_t later = log_[i + ahead];
                const double* next = rows_[static_cast<size_t>(later)];
                if (next != nullptr && later >= part.first && later < part.last) __builtin_prefetch(next + x);
            }
            const int64_t other = log_[i];
            if (other < part.first || other >= part.last || other == x) continue;
            const double* made = rows_[static_cast<size_t>(other)];
            if (log_position_[static_cast<size_t>(other)] == static_cast<int64_t>(i) && made != nullptr)
                row[other] = made[x];
        }
    }

    // The log of active clusters only, with their new slots; their rows are all up to date.
    void rewrite_log(const std::vector<int64_t>& moved) {
        std::vector<int64_t> log;
        std::vector<int64_t> made(static_cast<size_t>(at.n_slots), -1);
        for (size_t i = 0; i < log_.size(); i++) {
            const int64_t to = moved[static_cast<size_t>(log_[i])];
            if (to < 0 || log_position_[static_cast<size_t>(log_[i])] != static_cast<int64_t>(i)) continue;
            made[static_cast<size_t>(to)] = static_cast<int64_t>(log.size());
            log.push_back(to);
        }
        log_ = std::move(log);
        log_position_ = std::move(made);
        log_seen_.assign(static_cast<size_t>(at.n_slots), static_cast<int64_t>(log_.size()));
        for (CachedRow& cached : cached_) cached.slot = -1;
    }

    // work(member, part) on parts of a row, in whole panels.
    template <class Work>
    void shared(const Work& work) {
        const int64_t padded = whole_panels(at.n_slots);
        if (padded < min_values_to_share / 4 || team_.size() == 1) return work(0, Share{0, padded});
        team_.run([&](int member) { work(member, share(padded, panel_rows, member, team_.size())); });
    }

    Source source_;
    RowPool pool_;
    std::vector<double*> rows_;      // of clusters of several rows; null for single rows and inactive slots
    Buffer<double> mask_;            // infinity for inactive slots and padding
    std::vector<int64_t> log_;       // slots of the clusters, in the order of their merges
    std::vector<int64_t> log_seen_;  // how much of the log a cluster's row includes
    std::vector<int64_t> log_position_;  // the position of a cluster in the log
    Linkage linkage_;
    Team& team_;
    std::vector<Nearest> nearest_;
    CachedRow cached_[2];
};

}  // namespace

std::vector<Merge> chain_of_rows(const double* x, const double* size, int64_t n, int64_t d, Metric metric,
                                 Linkage linkage, int threads, Interrupt& interrupt) {
    Team team(n < min_values_to_share / 4 ? 1 : threads);
    PairClusters<RowDistances> clusters(RowDistances(x, n, d, metric), size, n, linkage, team);
    return nearest_neighbor_chain(clusters, interrupt);
}

std::vector<Merge> chain_of_table(const double* table, const double* size, int64_t n, Linkage linkage,
                                  int threads, Interrupt& interrupt) {
    Team team(n < min_values_to_share / 4 ? 1 : threads);
    TableDistances source(table, size, n, linkage == Linkage::ward);
    PairClusters<TableDistances> clusters(std::move(source), size, n, linkage, team);
    return nearest_neighbor_chain(clusters, interrupt);
}

}  // namespace gnomon
