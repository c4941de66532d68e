// Message passing in a junction tree, eight rows at once (Lauritzen & Spiegelhalter 1988; Jensen 1990).
// On the way up messages, and tables that get small, are divided by their largest entry, so that no product
// of many small numbers vanishes.
#include "tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity(), small = 1e-100;
constexpr int64_t rows_of_a_task = 256, most_stretches = 64, most_numbers_kept = int64_t{1} << 24;

int64_t most_levels(const CliqueTree& tree) {
    return *std::max_element(tree.levels, tree.levels + tree.nodes);
}

int64_t most_entries_of_a_separator(const CliqueTree& tree) {
    int64_t most = 1;
    for (int64_t c = 0; c < tree.cliques; c++) most = std::max(most, tree.size(c));
    return most;
}

// Room for one thread's eight rows: every clique's table, every separator's message and what it was divided
// by, an answer.
struct Desk {
    Buffer<double> table, message, scale, fresh, keep, peak, answer;
    std::vector<std::vector<int32_t>> observed_at;  // for each clique the nodes whose home it is
    std::vector<char> has_child;                    // whether a message has reached a clique
    double log_probability[together];

    Desk(const CliqueTree& tree, int64_t outputs)
        : table(tree.start[tree.cliques] * together), message(tree.separator[tree.cliques] * together),
          scale(tree.cliques * together), fresh(most_entries_of_a_separator(tree) * together),
          keep(most_levels(tree) * together), peak(together), answer(outputs * together),
          observed_at(static_cast<size_t>(tree.cliques)), has_child(static_cast<size_t>(tree.cliques)) {
        for (int64_t v = 0; v < tree.nodes; v++)
            observed_at[static_cast<size_t>(tree.home[v])].push_back(static_cast<int32_t>(v));
    }
};

double* table_of(const CliqueTree& tree, Desk& desk, int64_t c) {
    return desk.table.data() + tree.start[c] * together;
}

double* scale_of(Desk& desk, int64_t c) { return desk.scale.data() + c * together; }

double* message_of(const CliqueTree& tree, Desk& desk, int64_t c) {
    return desk.message.data() + tree.separator[c] * together;
}

// Multiplies a clique's table by 0 where it contradicts what was observed of node v.
void observe(const CliqueTree& tree, Observed rows, int64_t first, int64_t c, int64_t v, Desk& desk) {
    const int64_t lanes = std::min(together, rows.n - first), levels = tree.levels[v];
    int32_t code[together];
    bool any = false;
    for (int64_t r = 0; r < together; r++) {
        code[r] = r < lanes ? rows.codes[(first + r) * tree.nodes + v] : -1;
        any |= code[r] >= 0;
    }
    if (!any) return;
    for (int64_t l = 0; l < levels; l++)
        for (int64_t r = 0; r < together; r++)
            desk.keep[l * together + r] = code[r] < 0 || code[r] == l ? 1.0 : 0.0;
    const int64_t inner = tree.stride[v], outer = tree.entries(c) / (inner * levels);
    GNOMON_CHOSEN(keep_levels)(desk.keep.data(), outer, levels, inner, table_of(tree, desk, c));
}

// Logs of divisors are taken only when their product gets small or large.
struct Scale {
    double product[together], logs[together];
    Scale() {
        std::fill(product, product + together, 1.0);
        std::fill(logs, logs + together, 0.0);
    }
    void multiply(const double* divisor) {
        for (int64_t r = 0; r < together; r++) {
            product[r] *= divisor[r];
            if (product[r] < small || product[r] > 1 / small) take(r);
        }
    }
    void take(int64_t r) {
        logs[r] += product[r] > 0 ? std::log(product[r]) : nothing;
        product[r] = 1.0;
    }
};

// Divides a table whose entries all got small by the largest of them.
void lift(const CliqueTree& tree, int64_t c, Scale& scale, Desk& desk) {
    bool any = false;
    for (int64_t r = 0; r < together; r++) {
        const bool is_small = desk.peak[r] > 0 && desk.peak[r] < small;
        desk.peak[r] = is_small ? desk.peak[r] : 1.0;
        any |= is_small;
    }
    if (!any) return;
    scale.multiply(desk.peak.data());
    GNOMON_CHOSEN(divide_table)(desk.peak.data(), tree.entries(c), table_of(tree, desk, c));
}

// Multiplies the message of clique c into its parent's table, which the first child's message begins.
void send_up(const CliqueTree& tree, int64_t c, Desk& desk) {
    const int64_t p = tree.parent[c], entries = tree.entries(p);
    const int32_t* over = tree.down + tree.below[c];
    double *message = message_of(tree, desk, c), *table = table_of(tree, desk, p), *peak = desk.peak.data();
    if (std::exchange(desk.has_child[static_cast<size_t>(p)], 1))
        GNOMON_CHOSEN(absorb_message)(message, over, entries, table, peak);
    else
        GNOMON_CHOSEN(absorb_first)(tree.potential + tree.start[p], message, over, entries, table, peak);
}

// Messages from the leaves to the root: afterwards the root's table is p(its entry, observed) but for a
// factor, which log_probability holds. Best: largest instead of sums.
void collect(const CliqueTree& tree, Observed rows, int64_t first, bool best, Desk& desk) {
    Scale scale;
    std::fill(desk.has_child.begin(), desk.has_child.end(), 0);
    for (int64_t c = 0; c < tree.cliques; c++) {
        double *table = table_of(tree, desk, c), *message = message_of(tree, desk, c);
        if (!desk.has_child[static_cast<size_t>(c)])
            GNOMON_CHOSEN(spread_potential)(tree.potential + tree.start[c], tree.entries(c), table);
        for (const int32_t v : desk.observed_at[static_cast<size_t>(c)])
            observe(tree, rows, first, c, v, desk);
        if (c == tree.root()) break;
        const int32_t* map = tree.up + tree.start[c];
        (best ? GNOMON_CHOSEN(best_onto) : GNOMON_CHOSEN(sum_onto))(table, map, tree.entries(c), tree.size(c),
                                                                    message);
        GNOMON_CHOSEN(divide_by_best)(message, tree.size(c), scale_of(desk, c));
        scale.multiply(scale_of(desk, c));
        send_up(tree, c, desk);
        lift(tree, tree.parent[c], scale, desk);
    }
    for (int64_t r = 0; r < together; r++) {
        scale.take(r);
        desk.log_probability[r] = scale.logs[r];
    }
}

// Divides parts of the root's table by their sum, which completes the log probability.
void divide(const CliqueTree& tree, double* parts, int64_t n, Desk& desk) {
    const double* sum = scale_of(desk, tree.root());
    GNOMON_CHOSEN(divide_by_sum)(parts, n, scale_of(desk, tree.root()));
    for (int64_t r = 0; r < together; r++) desk.log_probability[r] += sum[r] > 0 ? std::log(sum[r]) : nothing;
}

// Messages from the root to the leaves: afterwards every table is p(its entry | observed).
void distribute(const CliqueTree& tree, Desk& desk) {
    divide(tree, table_of(tree, desk, tree.root()), tree.entries(tree.root()), desk);
    for (int64_t c = tree.root() - 1; c >= 0; c--) {
        const int64_t p = tree.parent[c], size = tree.size(c);
        double *fresh = desk.fresh.data(), *table = table_of(tree, desk, c);
        const int32_t* over = tree.down + tree.below[c];
        GNOMON_CHOSEN(sum_onto)(table_of(tree, desk, p), over, tree.entries(p), size, fresh);
        GNOMON_CHOSEN(divide_by_stale)(message_of(tree, desk, c), scale_of(desk, c), size, fresh);
        GNOMON_CHOSEN(absorb_message)(fresh, tree.up + tree.start[c], tree.entries(c), table,
                                      desk.peak.data());
    }
}

// Runs work(first row, desk) for every eight rows.
template <class Work>
void each_eight(const CliqueTree& tree, int64_t n, int64_t outputs, int threads, const Work& work) {
    const auto caller = std::this_thread::get_id();
    Interrupt interrupt;
    parallel(
        threads, blocks_of(n, rows_of_a_task), [&] { return Desk(tree, outputs); },
        [&](int64_t task, Desk& desk) {
            const int64_t end = std::min(n, (task + 1) * rows_of_a_task);
            for (int64_t first = task * rows_of_a_task; first < end; first += together) {
                if (std::this_thread::get_id() == caller) interrupt.check();
                work(first, desk);
            }
        });
}

// Eight numbers for each of `count` items, written into rows of `width` numbers, as many as there are.
void write_rows(const double* eights, int64_t count, int64_t lanes, int64_t width, double* out) {
    for (int64_t r = 0; r < lanes; r++)
        for (int64_t o = 0; o < count; o++) out[r * width + o] = eights[o * together + r];
}

// The entry of clique c that row r does best at, among those over the given entry of its separator.
int64_t best_entry(const CliqueTree& tree, Desk& desk, int64_t c, int64_t over, int64_t r) {
    const double* table = table_of(tree, desk, c) + r;
    const int32_t* up = tree.up + tree.start[c];
    int64_t best = -1;
    for (int64_t e = 0; e < tree.entries(c); e++)
        if ((over < 0 || up[e] == over) && (best < 0 || table[e * together] > table[best * together]))
            best = e;
    return best;
}

// The best entry of every clique, from the root down, and from these the level of every node.
void decode(const CliqueTree& tree, Desk& desk, int64_t r, std::vector<int64_t>& chosen, int32_t* best) {
    for (int64_t c = tree.root(); c >= 0; c--) {
        const bool is_root = c == tree.root();
        const int64_t over =
            is_root ? -1 : tree.down[tree.below[c] + chosen[static_cast<size_t>(tree.parent[c])]];
        chosen[static_cast<size_t>(c)] = best_entry(tree, desk, c, over, r);
    }
    const double value = table_of(tree, desk, tree.root())[chosen.back() * together + r];
    desk.log_probability[r] += value > 0 ? std::log(value) : nothing;
    for (int64_t v = 0; v < tree.nodes; v++) {
        const int64_t entry = chosen[static_cast<size_t>(tree.home[v])];
        best[v] = static_cast<int32_t>(entry / tree.stride[v] % tree.levels[v]);
    }
}

// total[e] = the sum of the eight rows' parts.
void add_rows(const double* eights, int64_t n, double* total) {
    for (int64_t e = 0; e < n; e++)
        for (int64_t r = 0; r < together; r++) total[e] += eights[e * together + r];
}

}  // namespace

void tree_query(const CliqueTree& tree, Observed rows, const int32_t* output, int64_t outputs, int threads,
                double* share, double* log_probability) {
    each_eight(tree, rows.n, outputs, threads, [&](int64_t first, Desk& desk) {
        const int64_t lanes = std::min(together, rows.n - first), root = tree.root();
        double* sums = desk.answer.data();
        collect(tree, rows, first, false, desk);
        GNOMON_CHOSEN(sum_onto)(table_of(tree, desk, root), output, tree.entries(root), outputs, sums);
        divide(tree, sums, outputs, desk);
        write_rows(sums, outputs, lanes, outputs, share + first * outputs);
        std::copy_n(desk.log_probability, lanes, log_probability + first);
    });
}

void tree_marginals(const CliqueTree& tree, Observed rows, int threads, double* share,
                    double* log_probability) {
    int64_t width = 0;
    for (int64_t v = 0; v < tree.nodes; v++) width += tree.levels[v];
    each_eight(tree, rows.n, width, threads, [&](int64_t first, Desk& desk) {
        const int64_t lanes = std::min(together, rows.n - first);
        collect(tree, rows, first, false, desk);
        distribute(tree, desk);
        double* sums = desk.answer.data();
        for (int64_t v = 0; v < tree.nodes; sums += tree.levels[v] * together, v++) {
            const int64_t c = tree.home[v], inner = tree.stride[v], levels = tree.levels[v];
            const int64_t outer = tree.entries(c) / (inner * levels);
            GNOMON_CHOSEN(sum_levels)(table_of(tree, desk, c), outer, levels, inner, sums);
        }
        write_rows(desk.answer.data(), width, lanes, width, share + first * width);
        std::copy_n(desk.log_probability, lanes, log_probability + first);
    });
}

void tree_counts(const CliqueTree& tree, Observed rows, const double* weight, int threads, double* total,
                 double* log_probability) {
    // Sums are kept for stretches of rows whose number depends on the sizes alone, so threads change no bit.
    const int64_t n = rows.n, entries = tree.start[tree.cliques];
    const int64_t most = std::clamp(most_numbers_kept / entries, int64_t{1}, most_stretches);
    const int64_t stretch = std::max(rows_of_a_task, blocks_of(blocks_of(n, most), together) * together);
    const int64_t stretches = blocks_of(n, stretch);
    std::vector<double> parts(static_cast<size_t>(stretches * entries), 0.0);
    const auto caller = std::this_thread::get_id();
    Interrupt interrupt;
    parallel(
        threads, stretches, [&] { return Desk(tree, 1); },
        [&](int64_t task, Desk& desk) {
            Buffer<double> sums(entries * together, zeroed);
            const int64_t end = std::min(n, (task + 1) * stretch);
            for (int64_t first = task * stretch; first < end; first += together) {
                if (std::this_thread::get_id() == caller) interrupt.check();
                const int64_t lanes = std::min(together, n - first);
                collect(tree, rows, first, false, desk);
                distribute(tree, desk);
                for (int64_t r = 0; r < together; r++)
                    desk.answer[r] = r >= lanes ? 0.0 : weight == nullptr ? 1.0 : weight[first + r];
                GNOMON_CHOSEN(add_weighed)(desk.table.data(), desk.answer.data(), entries, sums.data());
                std::copy_n(desk.log_probability, lanes, log_probability + first);
            }
            add_rows(sums.data(), entries, parts.data() + task * entries);
        });
    std::fill_n(total, entries, 0.0);
    for (int64_t task = 0; task < stretches; task++)
        for (int64_t e = 0; e < entries; e++) total[e] += parts[static_cast<size_t>(task * entries + e)];
}

void tree_explain(const CliqueTree& tree, Observed rows, int threads, int32_t* best,
                  double* log_probability) {
    each_eight(tree, rows.n, 1, threads, [&](int64_t first, Desk& desk) {
        std::vector<int64_t> chosen(static_cast<size_t>(tree.cliques));
        collect(tree, rows, first, true, desk);
        for (int64_t r = 0; r < std::min(together, rows.n - first); r++) {
            int32_t* row = best + (first + r) * tree.nodes;
            decode(tree, desk, r, chosen, row);
            log_probability[first + r] = desk.log_probability[r];
            if (desk.log_probability[r] == nothing)
                std::copy_n(rows.codes + (first + r) * tree.nodes, tree.nodes, row);
        }
    });
}

}  // namespace gnomon
