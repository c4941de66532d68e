// Linkages that need the distances of all pairs, by a chain. Only unions of rows keep their distances; those
// of a single row are found again when asked for, so that the memory is a small part of n² numbers.
#include <memory>

#include "places.hpp"

namespace gnomon {

namespace {

// Distances of single rows, from their columns.
class FromRows {
   public:
    FromRows(const double* x, int64_t n, int64_t d, Metric metric)
        : panels_(panels_of(x, n, d)), d_(d), metric_(metric), query_(static_cast<size_t>(d)) {}

    void ask(int64_t x) {
        for (int64_t j = 0; j < d_; j++) query_[static_cast<size_t>(j)] = *cell(x, j);
    }
    void fill(Share part, double* row) const {
        for (int64_t i = part.first; i < part.last; i += panel_rows)
            loops().distances(metric_, cell(i, 0), d_, query_.data(), nullptr, nullptr, 0.0, row + i);
        if (metric_ == Metric::euclidean) GNOMON_CHOSEN(take_roots)(row + part.first, part.last - part.first);
    }
    void move(const std::vector<int64_t>& from) {
        for (size_t to = 0; to < from.size(); to++)
            for (int64_t j = 0; j < d_; j++) *cell(static_cast<int64_t>(to), j) = *cell(from[to], j);
    }

   private:
    double* cell(int64_t place, int64_t column) const {
        return panels_.data() + (place / panel_rows * d_ + column) * panel_rows + place % panel_rows;
    }

    Buffer<double> panels_;
    int64_t d_;
    Metric metric_;
    std::vector<double> query_;
};

// Distances of single rows, from a given table; for ward 2 s t / (s + t) times their squares.
class FromTable {
   public:
    FromTable(const double* table, const double* size, int64_t n, bool ward)
        : table_(table), size_(size), n_(n), ward_(ward), origin_(static_cast<size_t>(n)) {
        for (int64_t i = 0; i < n; i++) origin_[static_cast<size_t>(i)] = i;
    }

    void ask(int64_t x) { asked_ = origin_[static_cast<size_t>(x)]; }
    void fill(Share part, double* row) const {
        const double* from = table_ + asked_ * n_;
        const auto places = static_cast<int64_t>(origin_.size());
        for (int64_t i = part.first; i < part.last; i++) {
            const int64_t other = i < places ? origin_[static_cast<size_t>(i)] : 0;
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
        const double s = size_[asked_], t = size_[other];
        return 2 * s * t / (s + t);
    }

    const double *table_, *size_;
    int64_t n_, asked_ = 0;
    bool ward_;
    std::vector<int64_t> origin_;
};

// Rows of numbers, used again when given back; in chunks of many large pages.
class Store {
   public:
    Store(int64_t rows, int64_t length)
        : length_(length), rows_a_chunk_(std::clamp<int64_t>(numbers_a_chunk / length, 1, rows + 2)) {}
    double* take() {
        if (free_.empty()) {
            chunks_.emplace_back(rows_a_chunk_ * length_);
            double* chunk = chunks_.back().data();
            use_large_pages(chunk, rows_a_chunk_ * length_);
            for (int64_t i = rows_a_chunk_ - 1; i >= 0; i--) free_.push_back(chunk + i * length_);
        }
        double* row = free_.back();
        free_.pop_back();
        return row;
    }
    void give_back(double* row) { free_.push_back(row); }

   private:
    static constexpr int64_t numbers_a_chunk = int64_t{1} << 23;
    int64_t length_, rows_a_chunk_;
    std::vector<Buffer<double>> chunks_;
    std::vector<double*> free_;
};

// A union writes its row alone. A row takes over the distances to the unions made since it was last looked at
// when it is looked at again, as a column costs far more to write than a row to read.
template <class Source>
class PairClusters {
   public:
    PairClusters(Source source, const double* size, int64_t n, Linkage linkage, Team& team)
        : at(n, whole_panels(n), size), source_(std::move(source)), store_(n, whole_panels(n)),
          rows_(static_cast<size_t>(n), nullptr), bar_(whole_panels(n)), seen_(static_cast<size_t>(n), 0),
          made_(static_cast<size_t>(n), -1), linkage_(linkage), team_(team),
          found_(static_cast<size_t>(team.size())) {
        for (int64_t i = 0; i < whole_panels(n); i++) bar_[i] = i < n ? 0.0 : infinity;
        for (Sheet& sheet : sheets_) sheet.row = store_.take();
    }

    Nearest nearest(int64_t x, int64_t before, double) {
        const auto least = GNOMON_CHOSEN(least_allowed);
        for (Nearest& each : found_) each = {infinity, 0};
        bar_[x] = infinity;
        up_to_date(x, before, [&](int member, Share part, const double* row) {
            Nearest& found = found_[static_cast<size_t>(member)];
            const double* bar = bar_.data() + part.first;
            least(row + part.first, bar, part.last - part.first, &found.gap, &found.place);
            found.place += part.first;
        });
        bar_[x] = 0;
        return first_least(found_);
    }

    Merge join(int64_t x, int64_t y, double gap) {
        const auto nothing = [](int, Share, const double*) {};
        const double* a = up_to_date(x, y, nothing);
        const double* b = up_to_date(y, x, nothing);
        const auto join_some = GNOMON_CHOSEN(join_rows);
        const Union parts{at.size[x], at.size[y], gap};
        double*& out = rows_[static_cast<size_t>(y)];
        if (out == nullptr) out = store_.take();
        shared([&](int, Share part) {
            join_some(linkage_, a + part.first, b + part.first, at.size.data() + part.first, parts,
                      part.last - part.first, out + part.first);
        });
        if (double*& dead = rows_[static_cast<size_t>(x)]; dead != nullptr) {
            store_.give_back(dead);
            dead = nullptr;
        }
        bar_[x] = infinity;
        made_[static_cast<size_t>(y)] = static_cast<int64_t>(log_.size());
        log_.push_back(y);
        seen_[static_cast<size_t>(y)] = static_cast<int64_t>(log_.size());
        for (Sheet& sheet : sheets_)
            if (sheet.place == x || sheet.place == y) sheet.place = -1;
        return at.join(x, y, gap);
    }

    // The dead are taken out of every row and list.
    std::vector<int64_t> close_ranks() {
        for (int64_t i = 0; i < at.places; i++)
            if (rows_[static_cast<size_t>(i)] != nullptr) up_to_date(i, -1, [](int, Share, const double*) {});
        const std::vector<int64_t> moved = at.close_ranks();
        std::vector<int64_t> from;
        for (size_t i = 0; i < moved.size(); i++)
            if (moved[i] >= 0) from.push_back(static_cast<int64_t>(i));
        source_.move(from);
        for (size_t to = 0; to < from.size(); to++) rows_[to] = rows_[static_cast<size_t>(from[to])];
        rows_.resize(from.size());
        for (int64_t i = 0; i < whole_panels(static_cast<int64_t>(moved.size())); i++)
            bar_[i] = i < at.places ? 0.0 : infinity;
        team_.run([&](int member) {
            const Share part = share(at.places, 1, member, team_.size());
            for (int64_t i = part.first; i < part.last; i++)
                if (double* row = rows_[static_cast<size_t>(i)]; row != nullptr)
                    for (size_t to = 0; to < from.size(); to++) row[to] = row[from[to]];
        });
        rewrite_log(moved);
        return moved;
    }

    Places at;

   private:
    // The row of a single row's distances, as of some length of the log.
    struct Sheet {
        int64_t place = -1, seen = 0;
        double* row = nullptr;
    };

    // The distances of place x, after work(member, part, row) on each part of them. The sheet of `other` is
    // left alone.
    template <class Work>
    const double* up_to_date(int64_t x, int64_t other, const Work& work) {
        double* row = rows_[static_cast<size_t>(x)];
        int64_t* seen = &seen_[static_cast<size_t>(x)];
        bool empty = false;
        if (row == nullptr) {
            Sheet& sheet = sheets_[sheets_[0].place == x || sheets_[1].place == other ? 0 : 1];
            empty = sheet.place != x;
            if (empty) {
                sheet.place = x;
                sheet.seen = 0;
                source_.ask(x);
            }
            row = sheet.row;
            seen = &sheet.seen;
        }
        const int64_t known = *seen;
        shared([&](int member, Share part) {
            if (empty) source_.fill(part, row);
            take_over(x, known, part, row);
            work(member, part, row);
        });
        *seen = static_cast<int64_t>(log_.size());
        return row;
    }

    // Distances to the unions that the log names from `known` on, from their rows.
    void take_over(int64_t x, int64_t known, Share part, double* row) const {
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
            if (made_[static_cast<size_t>(other)] == static_cast<int64_t>(i) && made != nullptr)
                row[other] = made[x];
        }
    }

    // Only the unions that live, at their new places; every row of theirs holds all of it.
    void rewrite_log(const std::vector<int64_t>& moved) {
        std::vector<int64_t> log;
        std::vector<int64_t> made(static_cast<size_t>(at.places), -1);
        for (size_t i = 0; i < log_.size(); i++) {
            const int64_t to = moved[static_cast<size_t>(log_[i])];
            if (to < 0 || made_[static_cast<size_t>(log_[i])] != static_cast<int64_t>(i)) continue;
            made[static_cast<size_t>(to)] = static_cast<int64_t>(log.size());
            log.push_back(to);
        }
        log_ = std::move(log);
        made_ = std::move(made);
        seen_.assign(static_cast<size_t>(at.places), static_cast<int64_t>(log_.size()));
        for (Sheet& sheet : sheets_) sheet.place = -1;
    }

    // work(member, part) on parts of a row, in whole panels.
    template <class Work>
    void shared(const Work& work) {
        const int64_t padded = whole_panels(at.places);
        if (padded < fewest_shared / 4 || team_.size() == 1) return work(0, Share{0, padded});
        team_.run([&](int member) { work(member, share(padded, panel_rows, member, team_.size())); });
    }

    Source source_;
    Store store_;
    std::vector<double*> rows_;  // of unions; null for single rows and the dead
    Buffer<double> bar_;         // infinity for the dead and for what lies past the last place
    std::vector<int64_t> log_;   // places of unions, in the order they were made
    std::vector<int64_t> seen_;  // how much of the log the row of a union holds
    std::vector<int64_t> made_;  // where in the log a union was made
    Linkage linkage_;
    Team& team_;
    std::vector<Nearest> found_;
    Sheet sheets_[2];
};

}  // namespace

std::vector<Merge> chain_of_rows(const double* x, const double* size, int64_t n, int64_t d, Metric metric,
                                 Linkage linkage, int threads, Interrupt& interrupt) {
    Team team(n < fewest_shared / 4 ? 1 : threads);
    PairClusters<FromRows> clusters(FromRows(x, n, d, metric), size, n, linkage, team);
    return follow(clusters, interrupt);
}

std::vector<Merge> chain_of_table(const double* table, const double* size, int64_t n, Linkage linkage,
                                  int threads, Interrupt& interrupt) {
    Team team(n < fewest_shared / 4 ? 1 : threads);
    FromTable source(table, size, n, linkage == Linkage::ward);
    PairClusters<FromTable> clusters(std::move(source), size, n, linkage, team);
    return follow(clusters, interrupt);
}

}  // namespace gnomon
