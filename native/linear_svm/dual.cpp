#include "dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gnomon::linear_svm {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int64_t glance = 128;    // visits between two looks for Ctrl-C
constexpr int64_t ahead = 8;       // visits that memory is fetched ahead by
constexpr int64_t first_look = 8;  // passes before the first look at the gap
constexpr double still = 1e-12;    // a pull that moves nothing

// The widest pulls upwards and downwards that a pass saw, and those beyond which a row at its bound rests.
struct Pulls {
    double high = -infinity, low = infinity;
    double rest_high = infinity, rest_low = -infinity;

    void start() { high = -infinity, low = infinity; }
    double width() const { return high - low; }
    void finish() {
        rest_high = high > 0 ? high : infinity;
        rest_low = low < 0 ? low : -infinity;
    }
    void wake_all() { rest_high = infinity, rest_low = -infinity; }
};

// Whether the row stays active.
template <class Table>
bool visit(const Table& table, int64_t index, DualRow& row, double bias, DualFit& fit, Pulls& pulls) {
    const double score = table.dot(index, fit.w.data()) + bias * fit.constant;
    const double slope = row.side * score - row.margin + row.soft * row.alpha;
    double pull = slope;
    if (row.alpha <= 0) {
        if (slope > pulls.rest_high) return false;
        pull = std::min(slope, 0.0);
    } else if (row.alpha >= row.most) {
        if (slope < pulls.rest_low) return false;
        pull = std::max(slope, 0.0);
    }
    pulls.high = std::max(pulls.high, pull);
    pulls.low = std::min(pulls.low, pull);
    if (std::abs(pull) <= still) return true;
    const double wanted = row.curvature > 0 ? row.alpha - slope / row.curvature : row.most;
    const double alpha = std::min(std::max(wanted, 0.0), row.most);
    const double amount = (alpha - row.alpha) * row.side;
    row.alpha = alpha;
    table.add(index, amount, fit.w.data());
    fit.constant += amount * bias;
    return true;
}

// One pass; rows that rest are no longer active after it.
template <class Table>
void visit_all(const Table& table, std::vector<DualRow>& rows, double bias, DualFit& fit, Pulls& pulls,
               std::vector<int64_t>& active, Interrupt& interrupt) {
    size_t kept = 0;
    for (size_t place = 0; place < active.size(); place++) {
        if (place % glance == 0) interrupt.check();
        if (place + 2 * ahead < active.size()) {
            table.fetch_place(active[place + 2 * ahead]);
            table.fetch(active[place + ahead]);
            __builtin_prefetch(&rows[active[place + ahead]], 1);
        }
        const int64_t index = active[place];
        if (visit(table, index, rows[index], bias, fit, pulls)) active[kept++] = index;
    }
    active.resize(kept);
}

double loss_of(const DualRow& row, double missing) {
    if (missing <= 0) return 0;
    return row.soft > 0 ? missing * missing / (2 * row.soft) : row.most * missing;
}

// Whether primal less dual value, which is what may be left to gain, is within this share of the primal. Every
// row adds its own part to the difference, never below 0, so that looking ends where too much has come up.
template <class Table>
bool is_within(double share, const Table& table, const std::vector<DualRow>& rows, double bias,
               const DualFit& fit) {
    double primal = fit.constant * fit.constant / 2, most = 0, gap = 0;
    for (const double w : fit.w) primal += w * w / 2;
    // The primal of w = 0, which no better w exceeds.
    for (const DualRow& row : rows) most += loss_of(row, row.margin);
    for (size_t i = 0; i < rows.size(); i++) {
        const DualRow& row = rows[i];
        const double score = table.dot(static_cast<int64_t>(i), fit.w.data()) + bias * fit.constant;
        const double missing = row.margin - row.side * score, loss = loss_of(row, missing);
        primal += loss;
        gap += loss + row.alpha * (row.soft * row.alpha / 2 - missing);
        if (gap > share * most) return false;
    }
    return gap <= share * primal;
}

void shuffle(std::vector<int64_t>& order, Dice& dice) {
    for (int64_t left = static_cast<int64_t>(order.size()); left > 1; left--)
        std::swap(order[left - 1], order[dice.below(left)]);
}

std::vector<int64_t> numbered(size_t n) {
    std::vector<int64_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

}  // namespace

int64_t Dice::below(int64_t n) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    const uint64_t bits = (state_ * 0x2545F4914F6CDD1DULL) >> 32;
    return static_cast<int64_t>((bits * static_cast<uint64_t>(n)) >> 32);
}

template <class Table>
DualFit dual_descent(const Table& table, std::vector<DualRow>& rows, int64_t columns, const DualRule& rule,
                     Dice& dice, Interrupt& interrupt) {
    DualFit fit;
    fit.w.assign(static_cast<size_t>(columns), 0.0);
    std::vector<int64_t> active = numbered(rows.size());
    Pulls pulls;
    int64_t look = first_look;
    for (int64_t pass = 0; pass < rule.most && !fit.converged; pass++) {
        shuffle(active, dice);
        pulls.start();
        visit_all(table, rows, rule.bias, fit, pulls, active, interrupt);
        fit.history.push_back(std::max(pulls.width(), 0.0));
        if (pulls.width() <= rule.tolerance) {
            fit.converged = active.size() == rows.size();
            active = numbered(rows.size());
            pulls.wake_all();
        } else {
            pulls.finish();
        }
        // After 8, 16, 32, ... passes, so that looking costs little.
        if (pass + 1 == look && !fit.converged) {
            fit.converged = is_within(rule.gap, table, rows, rule.bias, fit);
            look *= 2;
        }
    }
    return fit;
}

template DualFit dual_descent(const DenseTable<double>&, std::vector<DualRow>&, int64_t, const DualRule&,
                              Dice&, Interrupt&);
template DualFit dual_descent(const DenseTable<float>&, std::vector<DualRow>&, int64_t, const DualRule&,
                              Dice&, Interrupt&);
template DualFit dual_descent(const SparseTable<double>&, std::vector<DualRow>&, int64_t, const DualRule&,
                              Dice&, Interrupt&);
template DualFit dual_descent(const SparseTable<float>&, std::vector<DualRow>&, int64_t, const DualRule&,
                              Dice&, Interrupt&);

}  // namespace gnomon::linear_svm
