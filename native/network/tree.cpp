// Message passing in a junction tree, eight rows at once (Lauritzen & Spiegelhalter 1988; Jensen 1990).
// In the upward pass messages, and tables whose entries become small, are divided by their largest entry, so
// that products of many small numbers do not underflow.
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

constexpr double log_zero = -std::numeric_limits<double>::infinity(), small = 1e-100;
constexpr int64_t rows_of_a_task = 256, max_chunks = 64, max_stored_values = int64_t{1} << 24;

int64_t max_levels(const CliqueTree& tree) {
    return *std::max_element(tree.levels, tree.levels + tree.nodes);
}

int64_t max_separator_size(const CliqueTree& tree) {
    int64_t largest = 1;
    for (int64_t c = 0; c < tree.cliques; c++) largest = std::max(largest, tree.size(c));
    return largest;
}

// Buffers for one thread's eight rows: every clique's table, every separator's message and its divisor, the
// evidence of a node, the output.
struct Workspace {
    Buffer<double> table, message, scale, fresh, evidence, peak, output;
    std::vector<std::vector<int32_t>> observed_at;  // for each clique the nodes assigned to it
    std::vector<char> has_child;                    // whether a message has reached a clique
    double log_probability[batch];

    Workspace(const CliqueTree& tree, int64_t outputs)
        : table(tree.start[tree.cliques] * batch), message(tree.separator[tree.cliques] * batch),
          scale(tree.cliques * batch), fresh(max_separator_size(tree) * batch),
          evidence(max_levels(tree) * batch), peak(batch), output(outputs * batch),
          observed_at(static_cast<size_t>(tree.cliques)), has_child(static_cast<size_t>(tree.cliques)) {
        for (int64_t v = 0; v < tree.nodes; v++)
            observed_at[static_cast<size_t>(tree.home[v])].push_back(static_cast<int32_t>(v));
    }
};

double* table_of(const CliqueTree& tree, Workspace& workspace, int64_t c) {
    return workspace.table.data() + tree.start[c] * batch;
}

double* scale_of(Workspace& workspace, int64_t c) { return workspace.scale.data() + c * batch; }

double* message_of(const CliqueTree& tree, Workspace& workspace, int64_t c) {
    return workspace.message.data() + tree.separator[c] * batch;
}

// Enters the evidence of node v: multiplies a clique's table by 0 where it contradicts the observed level.
void enter_evidence(const CliqueTree& tree, Observed rows, int64_t first, int64_t c, int64_t v,
                    Workspace& workspace) {
    const int64_t lanes = std::min(batch, rows.n - first), levels = tree.levels[v];
    int32_t code[batch];
    bool any = false;
    for (int64_t r = 0; r < batch; r++) {
        code[r] = r < lanes ? rows.codes[(first + r) * tree.nodes + v] : -1;
        any |= code[r] >= 0;
    }
    if (!any) return;
    for (int64_t l = 0; l < levels; l++)
        for (int64_t r = 0; r < batch; r++)
            workspace.evidence[l * batch + r] = code[r] < 0 || code[r] == l ? 1.0 : 0.0;
    const int64_t inner = tree.stride[v], outer = tree.entries(c) / (inner * levels);
    GNOMON_CHOSEN(apply_evidence)
    (workspace.evidence.data(), outer, levels, inner, table_of(tree, workspace, c));
}

// Logarithms of divisors are taken only when their product becomes small or large.
struct Scale {
    double product[batch], logs[batch];
    Scale() {
        std::fill(product, product + batch, 1.0);
        std::fill(logs, logs + batch, 0.0);
    }
    void multiply(const double* divisor) {
        for (int64_t r = 0; r < batch; r++) {
            product[r] *= divisor[r];
            if (product[r] < small || product[r] > 1 / small) take(r);
        }
    }
    void take(int64_t r) {
        logs[r] += product[r] > 0 ? std::log(product[r]) : log_zero;
        product[r] = 1.0;
    }
};

// Divides a table whose entries have all become small by the largest of them.
void rescale(const CliqueTree& tree, int64_t c, Scale& scale, Workspace& workspace) {
    bool any = false;
    for (int64_t r = 0; r < batch; r++) {
        const bool is_small = workspace.peak[r] > 0 && workspace.peak[r] < small;
        workspace.peak[r] = is_small ? workspace.peak[r] : 1.0;
        any |= is_small;
    }
    if (!any) return;
    scale.multiply(workspace.peak.data());
    GNOMON_CHOSEN(divide_table)(workspace.peak.data(), tree.entries(c), table_of(tree, workspace, c));
}

// Multiplies the message of clique c into its parent's table, which the first child's message initializes.
void send_up(const CliqueTree& tree, int64_t c, Workspace& workspace) {
    const int64_t p = tree.parent[c], entries = tree.entries(p);
    const int32_t* over = tree.down + tree.below[c];
    double *message = message_of(tree, workspace, c), *table = table_of(tree, workspace, p);
    double* peak = workspace.peak.data();
    if (std::exchange(workspace.has_child[static_cast<size_t>(p)], 1))
        GNOMON_CHOSEN(absorb_message)(message, over, entries, table, peak);
    else
        GNOMON_CHOSEN(absorb_first)(tree.potential + tree.start[p], message, over, entries, table, peak);
}

// Upward pass (collect evidence): afterwards the root's table is p(its entry, observed) up to a factor, whose
// logarithm is log_probability. best: max-product instead of sum-product.
void collect(const CliqueTree& tree, Observed rows, int64_t first, bool best, Workspace& workspace) {
    Scale scale;
    std::fill(workspace.has_child.begin(), workspace.has_child.end(), 0);
    for (int64_t c = 0; c < tree.cliques; c++) {
        double *table = table_of(tree, workspace, c), *message = message_of(tree, workspace, c);
        if (!workspace.has_child[static_cast<size_t>(c)])
            GNOMON_CHOSEN(spread_potential)(tree.potential + tree.start[c], tree.entries(c), table);
        for (const int32_t v : workspace.observed_at[static_cast<size_t>(c)])
            enter_evidence(tree, rows, first, c, v, workspace);
        if (c == tree.root()) break;
        const int32_t* map = tree.up + tree.start[c];
        (best ? GNOMON_CHOSEN(max_onto) : GNOMON_CHOSEN(sum_onto))(table, map, tree.entries(c), tree.size(c),
                                                                    message);
        GNOMON_CHOSEN(divide_by_max)(message, tree.size(c), scale_of(workspace, c));
        scale.multiply(scale_of(workspace, c));
        send_up(tree, c, workspace);
        rescale(tree, tree.parent[c], scale, workspace);
    }
    for (int64_t r = 0; r < batch; r++) {
        scale.take(r);
        workspace.log_probability[r] = scale.logs[r];
    }
}

// Divides parts of the root's table by their sum, which completes the log probability.
void divide(const CliqueTree& tree, double* parts, int64_t n, Workspace& workspace) {
    const double* sum = scale_of(workspace, tree.root());
    GNOMON_CHOSEN(divide_by_sum)(parts, n, scale_of(workspace, tree.root()));
    for (int64_t r = 0; r < batch; r++)
        workspace.log_probability[r] += sum[r] > 0 ? std::log(sum[r]) : log_zero;
}

// Downward pass (distribute evidence): afterwards every table is p(its entry | observed).
void distribute(const CliqueTree& tree, Workspace& workspace) {
    divide(tree, table_of(tree, workspace, tree.root()), tree.entries(tree.root()), workspace);
    for (int64_t c = tree.root() - 1; c >= 0; c--) {
        const int64_t p = tree.parent[c], size = tree.size(c);
        double *fresh = workspace.fresh.data(), *table = table_of(tree, workspace, c);
        const int32_t* over = tree.down + tree.below[c];
        GNOMON_CHOSEN(sum_onto)(table_of(tree, workspace, p), over, tree.entries(p), size, fresh);
        GNOMON_CHOSEN(divide_by_stale)(message_of(tree, workspace, c), scale_of(workspace, c), size, fresh);
        GNOMON_CHOSEN(absorb_message)(fresh, tree.up + tree.start[c], tree.entries(c), table,
                                      workspace.peak.data());
    }
}

// Runs work(first row, workspace) for every eight rows.
template <class Work>
void each_eight(const CliqueTree& tree, int64_t n, int64_t outputs, int threads, const Work& work) {
    const auto caller = std::this_thread::get_id();
    Interrupt interrupt;
    parallel(
        threads, blocks_of(n, rows_of_a_task), [&] { return Workspace(tree, outputs); },
        [&](int64_t task, Workspace& workspace) {
            const int64_t end = std::min(n, (task + 1) * rows_of_a_task);
            for (int64_t first = task * rows_of_a_task; first < end; first += batch) {
                if (std::this_thread::get_id() == caller) interrupt.check();
                work(first, workspace);
            }
        });
}

// Eight numbers for each of `count` items, written into rows of `width` numbers, as many as there are.
void write_rows(const double* eights, int64_t count, int64_t lanes, int64_t width, double* out) {
    for (int64_t r = 0; r < lanes; r++)
        for (int64_t o = 0; o < count; o++) out[r * width + o] = eights[o * batch + r];
}

// The most probable entry of clique c for row r, among those over the entry `over` of its separator (-1:
// all).
int64_t best_entry(const CliqueTree& tree, Workspace& workspace, int64_t c, int64_t over, int64_t r) {
    const double* table = table_of(tree, workspace, c) + r;
    const int32_t* up = tree.up + tree.start[c];
    int64_t best = -1;
    for (int64_t e = 0; e < tree.entries(c); e++)
        if ((over < 0 || up[e] == over) && (best < 0 || table[e * batch] > table[best * batch]))
            best = e;
    return best;
}

// Traceback: the most probable entry of every clique, from the root down, and from these the level of every
// node.
void decode(const CliqueTree& tree, Workspace& workspace, int64_t r, std::vector<int64_t>& chosen,
            int32_t* best) {
    for (int64_t c = tree.root(); c >= 0; c--) {
        const bool is_root = c == tree.root();
        const int64_t over =
            is_root ? -1 : tree.down[tree.below[c] + chosen[static_cast<size_t>(tree.parent[c])]];
        chosen[static_cast<size_t>(c)] = best_entry(tree, workspace, c, over, r);
    }
    const double value = table_of(tree, workspace, tree.root())[chosen.back() * batch + r];
    workspace.log_probability[r] += value > 0 ? std::log(value) : log_zero;
    for (int64_t v = 0; v < tree.nodes; v++) {
        const int64_t entry = chosen[static_cast<size_t>(tree.home[v])];
        best[v] = static_cast<int32_t>(entry / tree.stride[v] % tree.levels[v]);
    }
}

// total[e] = the sum of the eight rows' parts.
void add_rows(const double* eights, int64_t n, double* total) {
    for (int64_t e = 0; e < n; e++)
        for (int64_t r = 0; r < batch; r++) total[e] += eights[e * batch + r];
}

}  // namespace

void tree_query(const CliqueTree& tree, Observed rows, const int32_t* output, int64_t outputs, int threads,
                double* share, double* log_probability) {
    each_eight(tree, rows.n, outputs, threads, [&](int64_t first, Workspace& workspace) {
        const int64_t lanes = std::min(batch, rows.n - first), root = tree.root();
        double* sums = workspace.output.data();
        collect(tree, rows, first, false, workspace);
        GNOMON_CHOSEN(sum_onto)(table_of(tree, workspace, root), output, tree.entries(root), outputs, sums);
        divide(tree, sums, outputs, workspace);
        write_rows(sums, outputs, lanes, outputs, share + first * outputs);
        std::copy_n(workspace.log_probability, lanes, log_probability + first);
    });
}

void tree_marginals(const CliqueTree& tree, Observed rows, int threads, double* share,
                    double* log_probability) {
    int64_t width = 0;
    for (int64_t v = 0; v < tree.nodes; v++) width += tree.levels[v];
    each_eight(tree, rows.n, width, threads, [&](int64_t first, Workspace& workspace) {
        const int64_t lanes = std::min(batch, rows.n - first);
        collect(tree, rows, first, false, workspace);
        distribute(tree, workspace);
        double* sums = workspace.output.data();
        for (int64_t v = 0; v < tree.nodes; sums += tree.levels[v] * batch, v++) {
            const int64_t c = tree.home[v], inner = tree.stride[v], levels = tree.levels[v];
            const int64_t outer = tree.entries(c) / (inner * levels);
            GNOMON_CHOSEN(sum_levels)(table_of(tree, workspace, c), outer, levels, inner, sums);
        }
        write_rows(workspace.output.data(), width, lanes, width, share + first * width);
        std::copy_n(workspace.log_probability, lanes, log_probability + first);
    });
}

void tree_counts(const CliqueTree& tree, Observed rows, const double* weight, int threads, double* total,
                 double* log_probability) {
    // Partial sums are of chunks of rows whose number depends on the sizes alone, so threads do not change a
    // bit.
    const int64_t n = rows.n, entries = tree.start[tree.cliques];
    const int64_t chunk_limit = std::clamp(max_stored_values / entries, int64_t{1}, max_chunks);
    const int64_t chunk = std::max(rows_of_a_task, blocks_of(blocks_of(n, chunk_limit), batch) * batch);
    const int64_t chunks = blocks_of(n, chunk);
    std::vector<double> parts(static_cast<size_t>(chunks * entries), 0.0);
    const auto caller = std::this_thread::get_id();
    Interrupt interrupt;
    parallel(
        threads, chunks, [&] { return Workspace(tree, 1); },
        [&](int64_t task, Workspace& workspace) {
            Buffer<double> sums(entries * batch, zeroed);
            const int64_t end = std::min(n, (task + 1) * chunk);
            for (int64_t first = task * chunk; first < end; first += batch) {
                if (std::this_thread::get_id() == caller) interrupt.check();
                const int64_t lanes = std::min(batch, n - first);
                collect(tree, rows, first, false, workspace);
                distribute(tree, workspace);
                for (int64_t r = 0; r < batch; r++)
                    workspace.output[r] = r >= lanes ? 0.0 : weight == nullptr ? 1.0 : weight[first + r];
                GNOMON_CHOSEN(add_weighted)
                (workspace.table.data(), workspace.output.data(), entries, sums.data());
                std::copy_n(workspace.log_probability, lanes, log_probability + first);
            }
            add_rows(sums.data(), entries, parts.data() + task * entries);
        });
    std::fill_n(total, entries, 0.0);
    for (int64_t task = 0; task < chunks; task++)
        for (int64_t e = 0; e < entries; e++) total[e] += parts[static_cast<size_t>(task * entries + e)];
}

void tree_explain(const CliqueTree& tree, Observed rows, int threads, int32_t* best,
                  double* log_probability) {
    each_eight(tree, rows.n, 1, threads, [&](int64_t first, Workspace& workspace) {
        std::vector<int64_t> chosen(static_cast<size_t>(tree.cliques));
        collect(tree, rows, first, true, workspace);
        for (int64_t r = 0; r < std::min(batch, rows.n - first); r++) {
            int32_t* row = best + (first + r) * tree.nodes;
            decode(tree, workspace, r, chosen, row);
            log_probability[first + r] = workspace.log_probability[r];
            if (workspace.log_probability[r] == log_zero)
                std::copy_n(rows.codes + (first + r) * tree.nodes, tree.nodes, row);
        }
    });
}

}  // namespace gnomon
