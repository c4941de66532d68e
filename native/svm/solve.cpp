// Two levels, as in ThunderSVM (Wen et al. 2018): SMO on a working set of the largest violators within the
// processor's cache, then an update of the whole gradient by rows of K. The rows are in single precision; the
// gradient is recomputed in double precision once rounding may matter, and the solver continues from there.
// If single precision makes no more progress, working sets are solved in double precision.
#include "solve.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../parallel.hpp"

namespace gnomon {

namespace {

// Larger working sets for problems with many free coefficients, which interact.
constexpr int64_t small_working_set = 512, large_working_set = 1024, tile = 512;
// Conjugate gradient steps are added to a long run.
constexpr int64_t first_conjugate_block = 24, blocks_per_conjugate = 6, min_free_for_conjugate = 128;
constexpr int64_t steps_per_variable = 10;
constexpr int64_t max_recomputations = 30, max_stalled = 3, max_stalled_blocks = 100, blocks_per_round = 20;
constexpr double min_gain = 1e-7;  // of a round in double precision, as a fraction of the objective's terms
constexpr double rounding = 1e-7;  // of a value in single precision and of its sum
constexpr double safety = 6;       // factor on the expected rounding error if the gradient is not recomputed
// Work between two checks for Ctrl-C.
constexpr int64_t rows_at_once = 4096, work_at_once = 1LL << 30, rounded_work_at_once = 1LL << 34;
constexpr int conjugate_steps = 60;
constexpr double inner_fraction = 0.1;

class Solver {
public:
    Solver(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> gradient,
           Interrupt& interrupt)
        : gram_(gram), problem_(problem), interrupt_(interrupt), m_(problem.m), b_(std::move(b)),
          gradient_(std::move(gradient)), low_(scaled(problem.low)), high_(scaled(problem.high)),
          sum_(static_cast<size_t>(gram.n()), 0.0), change_of_row_(static_cast<size_t>(gram.n()), -1) {
        for (double& value : b_) value *= gram_.size();
        find_tiles();
        is_whole_ = gram_.round_all(problem_.threads) && is_one_working_set();
        const bool is_known = !gradient_.empty();
        if (is_known) start_error_ = problem_.error.value_or(0.0);
        if (!is_known) gradient_.assign(problem_.linear, problem_.linear + m_);
        if (problem_.bias)
            for (double& value : gradient_) value -= *problem_.bias;
        exact_gradient_ = gradient_;
        b_at_recomputation_ = is_known ? b_ : std::vector<double>(static_cast<size_t>(m_), 0.0);
        recompute_gradient();
    }

    Solution run() {
        double best = INFINITY, gap = INFINITY;
        int64_t stalled = 0;
        for (int64_t recomputation = 0; recomputation < max_recomputations && stalled < max_stalled;
             recomputation++) {
            descend();
            if (problem_.error && gap_ + error() <= problem_.tolerance) return solution();
            recompute_gradient();
            gap = update_working_set();
            if (gap <= problem_.tolerance || steps_ >= problem_.max_iter) return solution();
            stalled = gap > 0.9 * best ? stalled + 1 : 0;
            best = std::min(best, gap);
        }
        descend_in_double();
        return solution();
    }

private:
    std::vector<double> scaled(const double* values) const {
        std::vector<double> to(values, values + m_);
        for (double& value : to) value *= gram_.size();
        return to;
    }

    // Whether the coefficients are the rows of the table, in order, and fit one working set.
    bool is_one_working_set() const {
        if (problem_.bias || m_ != gram_.n() || m_ > small_working_set) return false;
        for (int64_t v = 0; v < m_; v++)
            if (problem_.row[v] != v) return false;
        return true;
    }

    // The tiles of the table that hold the row of any coefficient.
    void find_tiles() {
        std::vector<char> is_used(static_cast<size_t>(blocks_of(gram_.n(), tile)), 0);
        for (int64_t v = 0; v < m_; v++) is_used[problem_.row[v] / tile] = 1;
        for (size_t t = 0; t < is_used.size(); t++)
            if (is_used[t]) tiles_.push_back(int64_t(t));
    }

    void descend() {
        double best = INFINITY;
        for (int64_t blocks = 1, stalled = 0; stalled < max_stalled_blocks; blocks++) {
            interrupt_.check();
            const double gap = update_working_set();
            history_.push_back({steps_, gap, value()});
            if (gap <= 0.9 * problem_.tolerance || steps_ >= problem_.max_iter) return;
            if (gap <= rounding * std::sqrt(moved_)) return;
            if (solve_working_set(gap) == 0) return;
            if (blocks >= first_conjugate_block && blocks % blocks_per_conjugate == 0) take_conjugate_step();
            stalled = gap > 0.9 * best ? stalled + 1 : 0;
            best = std::min(best, gap);
        }
    }

    // Working sets in double precision, until the gap is closed or a round of them gains too little.
    void descend_in_double() {
        double before = value();
        for (int64_t blocks = 1;; blocks++) {
            interrupt_.check();
            const double gap = update_working_set();
            history_.push_back({steps_, gap, value()});
            if (gap <= problem_.tolerance || steps_ >= problem_.max_iter) return;
            if (solve_working_set_exactly(gap) == 0) return;
            recompute_gradient();
            if (blocks % blocks_per_round > 0) continue;
            if (!(value() > before + min_gain * size_of_value())) return;
            before = value();
        }
    }

    int64_t solve_working_set_exactly(double gap) {
        std::vector<int64_t> rows;
        std::vector<double> low, high, gradient, b;
        for (const int64_t v : working_set_) {
            rows.push_back(problem_.row[v]);
            low.push_back(low_[v]), high.push_back(high_[v]), gradient.push_back(gradient_[v]),
                b.push_back(b_[v]);
        }
        std::vector<double> values = gram_.exact_submatrix(rows);
        for (double& value : values) value /= gram_.size();
        const double tolerance = std::max(0.5 * problem_.tolerance, inner_fraction * gap);
        const int64_t max_steps =
            std::min(problem_.max_iter - steps_, steps_per_variable * int64_t(working_set_.size()));
        const int64_t n_steps =
            exact_steps(values, low, high, !problem_.bias, tolerance, max_steps, gradient, b);
        for (size_t k = 0; k < working_set_.size(); k++) b_[working_set_[k]] = b[k];
        steps_ += n_steps;
        return n_steps;
    }

    double error() const { return start_error_ + safety * rounding * std::sqrt(moved_); }

    bool can_increase(int64_t v) const { return b_[v] < high_[v]; }
    bool can_decrease(int64_t v) const { return b_[v] > low_[v]; }
    bool is_free(int64_t v) const { return can_increase(v) && can_decrease(v); }

    // Selects the next working set and returns the gap.
    double update_working_set() {
        double upper = -INFINITY, lower = INFINITY;
        for (int64_t v = 0; v < m_; v++) {
            if (can_increase(v)) upper = std::max(upper, gradient_[v]);
            if (can_decrease(v)) lower = std::min(lower, gradient_[v]);
        }
        const bool free_bias = !problem_.bias;
        if (!free_bias) upper = std::max(upper, 0.0), lower = std::min(lower, 0.0);
        const double gap = free_bias ? upper - lower : std::max(upper, -lower);
        const double floor = free_bias ? lower : 0.0, ceiling = free_bias ? upper : 0.0;
        gap_ = upper == -INFINITY || lower == INFINITY ? 0.0 : gap;
        if (is_whole_) {
            working_set_.resize(static_cast<size_t>(m_));
            std::iota(working_set_.begin(), working_set_.end(), 0);
            return gap_;
        }
        increasing_.clear(), decreasing_.clear();
        for (int64_t v = 0; v < m_; v++) {
            if (can_increase(v) && gradient_[v] > floor) increasing_.push_back(v);
            if (can_decrease(v) && gradient_[v] < ceiling) decreasing_.push_back(v);
        }
        fill_working_set();
        return gap_;
    }

    void fill_working_set() {
        int64_t free = 0;
        for (int64_t v = 0; v < m_; v++) free += is_free(v);
        const int64_t size = free > small_working_set ? large_working_set : small_working_set;
        working_set_ = select_working_set(std::move(increasing_),
                                          std::move(decreasing_), working_set_, gradient_, size);
    }

    int64_t solve_working_set(double gap) {
        const int64_t n = int64_t(working_set_.size()), size = (n + 15) / 16 * 16;
        const float *values, *inverse;
        if (is_whole_)
            values = gram_.whole().values.data(), inverse = gram_.whole().inverse.data();
        else
            values = between_and_inverse(n, size), inverse = values + size * size;
        std::vector<double> low(size, 0.0), high(size, 0.0), gradient(size, 0.0), b(size, 0.0);
        std::vector<double> up(size), down(size);
        for (int64_t k = 0; k < n; k++) {
            const int64_t v = working_set_[k];
            low[k] = low_[v], high[k] = high_[v], gradient[k] = gradient_[v], b[k] = b_[v];
        }
        const Subproblem subproblem{size,     values,    inverse,    low.data(), high.data(), gradient.data(),
                                    b.data(), up.data(), down.data()};
        // A working set that is not all coefficients need not be solved to full accuracy.
        const double tolerance = std::max(0.5 * problem_.tolerance, is_whole_ ? 0.0 : inner_fraction * gap);
        const int64_t max_steps = std::min(problem_.max_iter - steps_, steps_per_variable * size);
        const int64_t n_steps = problem_.bias ? GNOMON_CHOSEN(single_steps)(subproblem, tolerance, max_steps)
                                              : GNOMON_CHOSEN(pair_steps)(subproblem, tolerance, max_steps);
        steps_ += n_steps;
        b.resize(static_cast<size_t>(n));
        set_coefficients(working_set_, b);
        return n_steps;
    }

    const float* between_and_inverse(int64_t n, int64_t size) {
        float* values = workspace(2 * size * size);
        between(working_set_, values, size);
        invert(values, values + size * size, n, size);
        return values;
    }

    // Memory that is reused: the first access to new memory is slow.
    float* workspace(int64_t size) {
        if (size > workspace_size_) {
            workspace_size_ = size + size / 4;
            workspace_.emplace(workspace_size_);
        }
        return workspace_->data();
    }

    // K between these coefficients, rows `stride` apart, zero-padded.
    void between(const std::vector<int64_t>& indices, float* values, int64_t stride) const {
        std::vector<int64_t> rows;
        for (const int64_t v : indices) rows.push_back(problem_.row[v]);
        gram_.between(rows, rows, values, stride, problem_.threads);
        const int64_t n = int64_t(indices.size());
        for (int64_t i = 0; i < n; i++) std::fill(values + i * stride + n, values + (i + 1) * stride, 0.0f);
    }

    void invert(const float* values, float* inverse, int64_t n, int64_t size) const {
        const float min_curvature = static_cast<float>(min_rounded_curvature);
        std::vector<float> diagonal(static_cast<size_t>(size), 0.0f);
        for (int64_t i = 0; i < n; i++) diagonal[i] = values[i * size + i];
        if (!problem_.bias)
            return GNOMON_CHOSEN(pair_inverses)(values, diagonal.data(), n, size, min_curvature, inverse);
        for (int64_t i = 0; i < n; i++) inverse[i] = 1 / std::max(diagonal[i], min_curvature);
    }

    // Set these coefficients and update the whole gradient.
    void set_coefficients(const std::vector<int64_t>& indices, const std::vector<double>& to) {
        std::vector<int64_t> rows;
        std::vector<float> change;
        for (size_t k = 0; k < indices.size(); k++) {
            const int64_t v = indices[k], row = problem_.row[v];
            const double change_of_v = to[k] - b_[v];
            if (change_of_v == 0) continue;
            b_[v] = to[k];
            moved_ += change_of_v * change_of_v;
            if (change_of_row_[row] < 0) {
                change_of_row_[row] = int64_t(rows.size());
                rows.push_back(row);
                change.push_back(0.0f);
            }
            change[change_of_row_[row]] += static_cast<float>(change_of_v);
        }
        for (const int64_t row : rows) change_of_row_[row] = -1;
        const int64_t work = gram_.n() * (gram_.columns() + 16);
        const int64_t at_once = std::min(gram_.slots(), std::max<int64_t>(rounded_work_at_once / work, 64));
        for (int64_t first = 0; first < int64_t(rows.size()); first += at_once) {
            const auto last = std::min<int64_t>(int64_t(rows.size()), first + at_once);
            if (first > 0) interrupt_.check();
            add({rows.begin() + first, rows.begin() + last}, change.data() + first);
        }
    }

    void add(const std::vector<int64_t>& rows, const float* change) {
        const std::vector<const float*> kernel_rows = gram_.rows(rows, problem_.threads);
        const int64_t r = int64_t(rows.size());
        const auto work = [&](int64_t task, std::vector<const float*>& at) {
            const int64_t first = tiles_[task] * tile, columns = std::min(tile, gram_.n() - first);
            double* sum = sum_.data() + first;
            std::fill_n(sum, columns, 0.0);
            at.resize(kernel_rows.size());
            for (int64_t k = 0; k < r; k++) at[k] = kernel_rows[k] + first;
            GNOMON_CHOSEN(add_rows)(at.data(), change, r, columns, sum);
        };
        const int64_t tasks = int64_t(tiles_.size());
        const int threads = r * tasks < 256 ? 1 : problem_.threads;
        parallel(threads, tasks, [] { return std::vector<const float*>(); }, work);
        for (int64_t v = 0; v < m_; v++) gradient_[v] -= sum_[problem_.row[v]];
    }

    // If many coefficients are free, a conjugate gradient step changes all of them.
    void take_conjugate_step() {
        std::vector<int64_t> free;
        for (int64_t v = 0; v < m_; v++)
            if (is_free(v)) free.push_back(v);
        const int64_t n = int64_t(free.size()), stride = (n + 15) / 16 * 16;
        if (n <= min_free_for_conjugate || n * stride > gram_.max_floats()) return;
        float* values = workspace(n * stride);
        between(free, values, stride);
        std::vector<double> low, high, gradient;
        for (const int64_t v : free) {
            low.push_back(low_[v] - b_[v]), high.push_back(high_[v] - b_[v]),
                gradient.push_back(gradient_[v]);
        }
        std::vector<double> change = conjugate_gradient_step(
            values, stride, gradient, low, high, !problem_.bias, conjugate_steps, problem_.threads);
        if (change.empty()) return;
        for (int64_t k = 0; k < n; k++) {
            const int64_t v = free[k];
            const double slack = 1e-12 * (high_[v] - low_[v]), to = b_[v] + change[k];
            change[k] = to < low_[v] + slack ? low_[v] : to > high_[v] - slack ? high_[v] : to;
        }
        set_coefficients(free, change);
    }

    // The gradient in double precision, by the changes of b since the last recomputation.
    void recompute_gradient() {
        std::vector<int64_t> rows;
        std::vector<double> change;
        for (int64_t v = 0; v < m_; v++) {
            const int64_t row = problem_.row[v];
            const double change_of_v = b_[v] - b_at_recomputation_[v];
            if (change_of_v == 0) continue;
            if (change_of_row_[row] < 0) {
                change_of_row_[row] = int64_t(rows.size());
                rows.push_back(row);
                change.push_back(0.0);
            }
            change[change_of_row_[row]] += change_of_v / gram_.size();
        }
        for (const int64_t row : rows) change_of_row_[row] = -1;
        b_at_recomputation_ = b_;
        moved_ = 0;
        for (int64_t first = 0; first < int64_t(rows.size()); first += rows_at_once) {
            const auto last = std::min<int64_t>(int64_t(rows.size()), first + rows_at_once);
            subtract_products({rows.begin() + first, rows.begin() + last},
                              {change.begin() + first, change.begin() + last});
        }
        gradient_ = exact_gradient_;
    }

    // exact_gradient -= K change.
    void subtract_products(const std::vector<int64_t>& rows, const std::vector<double>& change) {
        const int64_t work = int64_t(rows.size()) * tile * (gram_.columns() + 16);
        const int64_t at_once = std::max<int64_t>(work_at_once / work, problem_.threads);
        for (int64_t first = 0; first < int64_t(tiles_.size()); first += at_once) {
            const auto last = std::min<int64_t>(int64_t(tiles_.size()), first + at_once);
            gram_.exact_sums(rows, change, {tiles_.begin() + first, tiles_.begin() + last}, tile, sum_.data(),
                             problem_.threads);
            interrupt_.check();
        }
        for (int64_t v = 0; v < m_; v++) exact_gradient_[v] -= sum_[problem_.row[v]];
    }

    double value() const {
        double sum = 0;
        const double bias = problem_.bias.value_or(0.0);
        for (int64_t v = 0; v < m_; v++) sum += b_[v] * (problem_.linear[v] - bias + gradient_[v]);
        return 0.5 * sum / gram_.size();
    }

    // The sum of the absolute terms of the objective, relative to which its rounding is measured.
    double size_of_value() const {
        double sum = 0;
        for (int64_t v = 0; v < m_; v++)
            sum += std::abs(b_[v]) * (std::abs(problem_.linear[v]) + std::abs(gradient_[v]));
        return 0.5 * sum / gram_.size();
    }

    Solution solution() {
        const double gap = update_working_set() + error();
        Solution result{b_, gradient_, gap, error(), steps_, std::move(history_)};
        result.history.push_back({steps_, result.gap, value()});
        for (int64_t v = 0; v < m_; v++) {
            const double low = problem_.low[v], high = problem_.high[v];
            const double inside = std::clamp(b_[v] / gram_.size(), low, high);
            result.b[v] = !can_increase(v) ? high : !can_decrease(v) ? low : inside;
        }
        if (problem_.bias)
            for (double& value : result.gradient) value += *problem_.bias;
        return result;
    }

    Gram& gram_;
    const Problem& problem_;
    Interrupt& interrupt_;
    int64_t m_, steps_ = 0;
    bool is_whole_ = false;  // one working set of all coefficients
    double moved_ = 0;       // the sum of squared changes of b since the gradient was recomputed
    double gap_ = INFINITY, start_error_ = 0;
    std::vector<double> b_, gradient_, low_, high_, sum_, b_at_recomputation_, exact_gradient_;
    std::vector<int64_t> change_of_row_, tiles_, increasing_, decreasing_, working_set_;
    std::optional<Buffer<float>> workspace_;
    int64_t workspace_size_ = 0;
    std::vector<Record> history_;
};

}  // namespace

Solution solve(Gram& gram, const Problem& problem, std::vector<double> b, std::vector<double> gradient,
               Interrupt& interrupt) {
    return Solver(gram, problem, std::move(b), std::move(gradient), interrupt).run();
}

}  // namespace gnomon
