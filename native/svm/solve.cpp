// Two levels, as in ThunderSVM (Wen et al. 2018): a block of the places that fail most is solved to the end
// within the cache of the processor, then its changes are brought to all pulls by whole rows of K. Rows come
// rounded to single precision; the pulls are renewed in double once rounding may matter, and the search goes
// on from there. Where single precision gets no further, blocks are solved in double.
#include "solve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../parallel.hpp"

namespace gnomon {

namespace {

// Larger blocks for a problem of many free places, which meet each other there.
constexpr int64_t small_block = 512, large_block = 1024, tile = 512;
// Conjugate gradients join a search that turns out long.
constexpr int64_t blocks_before = 24, blocks_between = 6, fewest_for_gradients = 128, steps_a_place = 10;
constexpr int64_t most_renewals = 30, most_idle = 3, most_idle_blocks = 100, blocks_a_round = 20;
constexpr double least_gain = 1e-7;  // of a round of blocks in double, as a share of the value's terms
constexpr double rounding = 1e-7;  // of a value in single precision, with the sum that it enters
constexpr double safety = 6;       // times the rounding that is likely, where the pulls are not renewed
// Work between two looks for Ctrl-C.
constexpr int64_t rows_at_once = 4096, work_at_once = 1LL << 30, rounded_work_at_once = 1LL << 34;
constexpr int conjugate_steps = 60;
constexpr double inner_share = 0.1;

class Search {
public:
    Search(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> pull,
           Interrupt& interrupt)
        : gram_(gram), problem_(problem), interrupt_(interrupt), m_(problem.m), b_(std::move(b)),
          pull_(std::move(pull)), low_(scaled(problem.low)), high_(scaled(problem.high)),
          sum_(static_cast<size_t>(gram.n()), 0.0), place_(static_cast<size_t>(gram.n()), -1) {
        for (double& value : b_) value *= gram_.size();
        find_tiles();
        is_whole_ = gram_.round_all(problem_.threads) && is_one_block();
        const bool is_known = !pull_.empty();
        if (is_known) given_error_ = problem_.error.value_or(0.0);
        if (!is_known) pull_.assign(problem_.linear, problem_.linear + m_);
        if (problem_.bias)
            for (double& value : pull_) value -= *problem_.bias;
        exact_ = pull_;
        renewed_ = is_known ? b_ : std::vector<double>(static_cast<size_t>(m_), 0.0);
        renew();
    }

    Solution run() {
        double best = INFINITY, gap = INFINITY;
        int64_t idle = 0;
        for (int64_t renewal = 0; renewal < most_renewals && idle < most_idle; renewal++) {
            descend();
            if (problem_.error && gap_ + error() <= problem_.tolerance) return solution();
            renew();
            gap = choose();
            if (gap <= problem_.tolerance || steps_ >= problem_.most) return solution();
            idle = gap > 0.9 * best ? idle + 1 : 0;
            best = std::min(best, gap);
        }
        descend_exactly();
        return solution();
    }

private:
    std::vector<double> scaled(const double* values) const {
        std::vector<double> to(values, values + m_);
        for (double& value : to) value *= gram_.size();
        return to;
    }

    // Whether every row of the table is a place, in order, and all are one block.
    bool is_one_block() const {
        if (problem_.bias || m_ != gram_.n() || m_ > small_block) return false;
        for (int64_t v = 0; v < m_; v++)
            if (problem_.row[v] != v) return false;
        return true;
    }

    // The tiles of rows of the table that any place stands for.
    void find_tiles() {
        std::vector<char> is_met(static_cast<size_t>(blocks_of(gram_.n(), tile)), 0);
        for (int64_t v = 0; v < m_; v++) is_met[problem_.row[v] / tile] = 1;
        for (size_t t = 0; t < is_met.size(); t++)
            if (is_met[t]) tiles_.push_back(int64_t(t));
    }

    void descend() {
        double best = INFINITY;
        for (int64_t blocks = 1, idle = 0; idle < most_idle_blocks; blocks++) {
            interrupt_.check();
            const double gap = choose();
            history_.push_back({steps_, gap, value()});
            if (gap <= 0.9 * problem_.tolerance || steps_ >= problem_.most) return;
            if (gap <= rounding * std::sqrt(moved_)) return;
            if (solve_block(gap) == 0) return;
            if (blocks >= blocks_before && blocks % blocks_between == 0) move_free();
            idle = gap > 0.9 * best ? idle + 1 : 0;
            best = std::min(best, gap);
        }
    }

    // Blocks in double, until the gap is closed, or a round of them gains too little to go on.
    void descend_exactly() {
        double before = value();
        for (int64_t blocks = 1;; blocks++) {
            interrupt_.check();
            const double gap = choose();
            history_.push_back({steps_, gap, value()});
            if (gap <= problem_.tolerance || steps_ >= problem_.most) return;
            if (solve_exact_block(gap) == 0) return;
            renew();
            if (blocks % blocks_a_round > 0) continue;
            if (!(value() > before + least_gain * size_of_value())) return;
            before = value();
        }
    }

    int64_t solve_exact_block(double gap) {
        std::vector<int64_t> rows;
        std::vector<double> low, high, pull, b;
        for (const int64_t v : block_) {
            rows.push_back(problem_.row[v]);
            low.push_back(low_[v]), high.push_back(high_[v]), pull.push_back(pull_[v]), b.push_back(b_[v]);
        }
        std::vector<double> values = gram_.exact_between(rows);
        for (double& value : values) value /= gram_.size();
        const double tolerance = std::max(0.5 * problem_.tolerance, inner_share * gap);
        const int64_t most = std::min(problem_.most - steps_, steps_a_place * int64_t(block_.size()));
        const int64_t taken = exact_steps(values, low, high, !problem_.bias, tolerance, most, pull, b);
        for (size_t k = 0; k < block_.size(); k++) b_[block_[k]] = b[k];
        steps_ += taken;
        return taken;
    }

    double error() const { return given_error_ + safety * rounding * std::sqrt(moved_); }

    bool may_rise(int64_t v) const { return b_[v] < high_[v]; }
    bool may_fall(int64_t v) const { return b_[v] > low_[v]; }
    bool is_free(int64_t v) const { return may_rise(v) && may_fall(v); }

    // The gap, and the block of places to move: those that fail most, and some of the last block.
    double choose() {
        double most = -INFINITY, least = INFINITY;
        for (int64_t v = 0; v < m_; v++) {
            if (may_rise(v)) most = std::max(most, pull_[v]);
            if (may_fall(v)) least = std::min(least, pull_[v]);
        }
        const bool free_bias = !problem_.bias;
        if (!free_bias) most = std::max(most, 0.0), least = std::min(least, 0.0);
        const double gap = free_bias ? most - least : std::max(most, -least);
        const double floor = free_bias ? least : 0.0, ceiling = free_bias ? most : 0.0;
        gap_ = most == -INFINITY || least == INFINITY ? 0.0 : gap;
        if (is_whole_) {
            block_.resize(static_cast<size_t>(m_));
            std::iota(block_.begin(), block_.end(), 0);
            return gap_;
        }
        rising_.clear(), falling_.clear();
        for (int64_t v = 0; v < m_; v++) {
            if (may_rise(v) && pull_[v] > floor) rising_.push_back(v);
            if (may_fall(v) && pull_[v] < ceiling) falling_.push_back(v);
        }
        fill_block();
        return gap_;
    }

    void fill_block() {
        int64_t free = 0;
        for (int64_t v = 0; v < m_; v++) free += is_free(v);
        const int64_t size = free > small_block ? large_block : small_block;
        block_ = next_block(std::move(rising_), std::move(falling_), block_, pull_, size);
    }

    int64_t solve_block(double gap) {
        const int64_t n = int64_t(block_.size()), size = (n + 15) / 16 * 16;
        const float *values, *inverse;
        if (is_whole_)
            values = gram_.whole().values.data(), inverse = gram_.whole().inverse.data();
        else
            values = between_and_inverse(n, size), inverse = values + size * size;
        std::vector<double> low(size, 0.0), high(size, 0.0), pull(size, 0.0), b(size, 0.0);
        std::vector<double> up(size), down(size);
        for (int64_t k = 0; k < n; k++) {
            const int64_t v = block_[k];
            low[k] = low_[v], high[k] = high_[v], pull[k] = pull_[v], b[k] = b_[v];
        }
        const Block block{size,        values,   inverse,   low.data(), high.data(),
                          pull.data(), b.data(), up.data(), down.data()};
        // A block of some places is not worth a close look before the others have been seen.
        const double tolerance = std::max(0.5 * problem_.tolerance, is_whole_ ? 0.0 : inner_share * gap);
        const int64_t most = std::min(problem_.most - steps_, steps_a_place * size);
        const int64_t taken = problem_.bias ? GNOMON_CHOSEN(single_steps)(block, tolerance, most)
                                            : GNOMON_CHOSEN(pair_steps)(block, tolerance, most);
        steps_ += taken;
        b.resize(static_cast<size_t>(n));
        move(block_, b);
        return taken;
    }

    const float* between_and_inverse(int64_t n, int64_t size) {
        float* values = room(2 * size * size);
        between(block_, values, size);
        invert(values, values + size * size, n, size);
        return values;
    }

    // Scratch memory, kept from block to block: new memory is slow at its first touch.
    float* room(int64_t size) {
        if (size > room_size_) {
            room_size_ = size + size / 4;
            room_.emplace(room_size_);
        }
        return room_->data();
    }

    // K between these places, rows `stride` apart, zeros past the end.
    void between(const std::vector<int64_t>& places, float* values, int64_t stride) const {
        std::vector<int64_t> rows;
        for (const int64_t v : places) rows.push_back(problem_.row[v]);
        gram_.between(rows, rows, values, stride, problem_.threads);
        const int64_t n = int64_t(places.size());
        for (int64_t i = 0; i < n; i++) std::fill(values + i * stride + n, values + (i + 1) * stride, 0.0f);
    }

    void invert(const float* values, float* inverse, int64_t n, int64_t size) const {
        const float least = static_cast<float>(least_rounded_curvature);
        std::vector<float> diagonal(static_cast<size_t>(size), 0.0f);
        for (int64_t i = 0; i < n; i++) diagonal[i] = values[i * size + i];
        if (!problem_.bias)
            return GNOMON_CHOSEN(pair_inverses)(values, diagonal.data(), n, size, least, inverse);
        for (int64_t i = 0; i < n; i++) inverse[i] = 1 / std::max(diagonal[i], least);
    }

    // Set these places of b, and bring the change to all pulls.
    void move(const std::vector<int64_t>& places, const std::vector<double>& to) {
        std::vector<int64_t> rows;
        std::vector<float> change;
        for (size_t k = 0; k < places.size(); k++) {
            const int64_t v = places[k], row = problem_.row[v];
            const double moved = to[k] - b_[v];
            if (moved == 0) continue;
            b_[v] = to[k];
            moved_ += moved * moved;
            if (place_[row] < 0) {
                place_[row] = int64_t(rows.size());
                rows.push_back(row);
                change.push_back(0.0f);
            }
            change[place_[row]] += static_cast<float>(moved);
        }
        for (const int64_t row : rows) place_[row] = -1;
        const int64_t work = gram_.n() * (gram_.columns() + 16);
        const int64_t at_once = std::min(gram_.slots(), std::max<int64_t>(rounded_work_at_once / work, 64));
        for (int64_t first = 0; first < int64_t(rows.size()); first += at_once) {
            const auto last = std::min<int64_t>(int64_t(rows.size()), first + at_once);
            if (first > 0) interrupt_.check();
            add({rows.begin() + first, rows.begin() + last}, change.data() + first);
        }
    }

    void add(const std::vector<int64_t>& rows, const float* change) {
        const std::vector<const float*> found = gram_.rows(rows, problem_.threads);
        const int64_t r = int64_t(rows.size());
        const auto work = [&](int64_t task, std::vector<const float*>& at) {
            const int64_t first = tiles_[task] * tile, columns = std::min(tile, gram_.n() - first);
            double* sum = sum_.data() + first;
            std::fill_n(sum, columns, 0.0);
            at.resize(found.size());
            for (int64_t k = 0; k < r; k++) at[k] = found[k] + first;
            GNOMON_CHOSEN(add_rows)(at.data(), change, r, columns, sum);
        };
        const int64_t tasks = int64_t(tiles_.size());
        const int threads = r * tasks < 256 ? 1 : problem_.threads;
        parallel(threads, tasks, [] { return std::vector<const float*>(); }, work);
        for (int64_t v = 0; v < m_; v++) pull_[v] -= sum_[problem_.row[v]];
    }

    // Where many places are free, conjugate gradients move all of them.
    void move_free() {
        std::vector<int64_t> free;
        for (int64_t v = 0; v < m_; v++)
            if (is_free(v)) free.push_back(v);
        const int64_t n = int64_t(free.size()), stride = (n + 15) / 16 * 16;
        if (n <= fewest_for_gradients || n * stride > gram_.most_floats()) return;
        float* values = room(n * stride);
        between(free, values, stride);
        std::vector<double> low, high, pull;
        for (const int64_t v : free) {
            low.push_back(low_[v] - b_[v]), high.push_back(high_[v] - b_[v]), pull.push_back(pull_[v]);
        }
        std::vector<double> change = conjugate_change(values, stride, pull, low, high, !problem_.bias,
                                                      conjugate_steps, problem_.threads);
        if (change.empty()) return;
        for (int64_t k = 0; k < n; k++) {
            const int64_t v = free[k];
            const double slack = 1e-12 * (high_[v] - low_[v]), to = b_[v] + change[k];
            change[k] = to < low_[v] + slack ? low_[v] : to > high_[v] - slack ? high_[v] : to;
        }
        move(free, change);
    }

    // The pulls in double: from those of `renewed_`, by what has changed since.
    void renew() {
        std::vector<int64_t> rows;
        std::vector<double> change;
        for (int64_t v = 0; v < m_; v++) {
            const int64_t row = problem_.row[v];
            const double moved = b_[v] - renewed_[v];
            if (moved == 0) continue;
            if (place_[row] < 0) {
                place_[row] = int64_t(rows.size());
                rows.push_back(row);
                change.push_back(0.0);
            }
            change[place_[row]] += moved / gram_.size();
        }
        for (const int64_t row : rows) place_[row] = -1;
        renewed_ = b_;
        moved_ = 0;
        for (int64_t first = 0; first < int64_t(rows.size()); first += rows_at_once) {
            const auto last = std::min<int64_t>(int64_t(rows.size()), first + rows_at_once);
            subtract({rows.begin() + first, rows.begin() + last},
                     {change.begin() + first, change.begin() + last});
        }
        pull_ = exact_;
    }

    // exact -= K change.
    void subtract(const std::vector<int64_t>& rows, const std::vector<double>& change) {
        const int64_t work = int64_t(rows.size()) * tile * (gram_.columns() + 16);
        const int64_t at_once = std::max<int64_t>(work_at_once / work, problem_.threads);
        for (int64_t first = 0; first < int64_t(tiles_.size()); first += at_once) {
            const auto last = std::min<int64_t>(int64_t(tiles_.size()), first + at_once);
            gram_.exact_sums(rows, change, {tiles_.begin() + first, tiles_.begin() + last}, tile, sum_.data(),
                             problem_.threads);
            interrupt_.check();
        }
        for (int64_t v = 0; v < m_; v++) exact_[v] -= sum_[problem_.row[v]];
    }

    double value() const {
        double sum = 0;
        const double bias = problem_.bias.value_or(0.0);
        for (int64_t v = 0; v < m_; v++) sum += b_[v] * (problem_.linear[v] - bias + pull_[v]);
        return 0.5 * sum / gram_.size();
    }

    // The sum of the value's terms without their signs, against which rounding is measured.
    double size_of_value() const {
        double sum = 0;
        for (int64_t v = 0; v < m_; v++)
            sum += std::abs(b_[v]) * (std::abs(problem_.linear[v]) + std::abs(pull_[v]));
        return 0.5 * sum / gram_.size();
    }

    Solution solution() {
        Solution found{b_, pull_, choose() + error(), error(), steps_, std::move(history_)};
        found.history.push_back({steps_, found.gap, value()});
        for (int64_t v = 0; v < m_; v++) {
            const double low = problem_.low[v], high = problem_.high[v];
            const double inside = std::clamp(b_[v] / gram_.size(), low, high);
            found.b[v] = !may_rise(v) ? high : !may_fall(v) ? low : inside;
        }
        if (problem_.bias)
            for (double& value : found.pull) value += *problem_.bias;
        return found;
    }

    Gram& gram_;
    const Problem& problem_;
    Interrupt& interrupt_;
    int64_t m_, steps_ = 0;
    bool is_whole_ = false;  // one block of all places
    double moved_ = 0;  // the sum of squared changes of b since the pulls were renewed
    double gap_ = INFINITY, given_error_ = 0;
    std::vector<double> b_, pull_, low_, high_, sum_, renewed_, exact_;
    std::vector<int64_t> place_, tiles_, rising_, falling_, block_;
    std::optional<Buffer<float>> room_;
    int64_t room_size_ = 0;
    std::vector<Record> history_;
};

}  // namespace

Solution solve(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> pull,
               Interrupt& interrupt) {
    return Search(gram, problem, std::move(b), std::move(pull), interrupt).run();
}

}  // namespace gnomon
