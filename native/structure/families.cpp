#include "families.hpp"

#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "counting.hpp"

namespace gnomon::structure {

namespace {

// Fewer rows than this, over all families of a call, are faster on a single thread.
constexpr int64_t rows_for_threads = 400'000;

template <class Code>
Coded<Code> coded(const int32_t* codes, int64_t d, int64_t n, const int32_t* levels, const double* weight) {
    Coded<Code> table{d, n, static_cast<double>(n), {levels, levels + d}, {}, {}, {}};
    table.has_missing.assign(static_cast<size_t>(d), 0);
    table.codes.resize(static_cast<size_t>(d * n));
    for (int64_t j = 0; j < d; j++)
        for (int64_t i = j * n; i < (j + 1) * n; i++) {
            const bool is_missing = codes[i] < 0;
            table.codes[static_cast<size_t>(i)] = static_cast<Code>(is_missing ? levels[j] : codes[i]);
            table.has_missing[static_cast<size_t>(j)] |= is_missing;
        }
    if (weight) {
        table.weight.assign(weight, weight + n);
        table.total = 0;
        for (const double w : table.weight) table.total += w;
    }
    return table;
}

// Scores of one node with its parents, alone and with one more column.
template <class Code>
class Scorer {
   public:
    // q: the configurations that the parents can have.
    Scorer(const Coded<Code>& table, Base base, const Score& score, double q)
        : table_(table), base_(std::move(base)), score_(score), q_(q) {}

    double alone(Workspace& workspace) const {
        const std::vector<Code> constant(static_cast<size_t>(table_.n), 0);
        return counted(constant.data(), 1, 1, workspace,
                       [&](const auto& counts) { return counts.of_node(score_, shape(q_, base_.states)); });
    }

    double adding(int64_t column, Workspace& workspace) const {
        const Shape wider = shape(q_ * static_cast<double>(table_.states(column)), base_.states);
        if (is_sparse(column)) return sorted_score(table_, base_, column, score_, wider);
        return counted(table_.column(column), table_.step(column), table_.states(column), workspace,
                       [&](const auto& counts) { return counts.of_node(score_, wider); });
    }

    // The node with the column as a parent, and the column with the node as one, from the same counts.
    std::pair<double, double> both(int64_t column, Workspace& workspace) const {
        const int64_t others = table_.states(column);
        const Shape down = shape(q_ * static_cast<double>(others), base_.states);
        const Shape up = shape(q_ * static_cast<double>(base_.states), others);
        return counted(table_.column(column), table_.step(column), others, workspace,
                       [&](const auto& counts) {
                           return std::pair(counts.of_node(score_, down), counts.of_column(score_, up));
                       });
    }

    double information(int64_t column, Workspace& workspace) const {
        const double cells = static_cast<double>(base_.cells()) * static_cast<double>(table_.step(column));
        if (cells > 1e8) throw std::invalid_argument("a table of two columns has more than 1e8 cells");
        return counted(table_.column(column), table_.step(column), table_.states(column), workspace,
                       [](const auto& counts) { return counts.information(); });
    }

    bool is_sparse(int64_t column) const {
        return base_.cells() * table_.step(column) > std::max<int64_t>(65536, 4 * table_.n);
    }

   private:
    Shape shape(double q, int64_t r) const { return {q, static_cast<double>(r), table_.total}; }

    template <class Use>
    auto counted(const Code* x, int64_t step, int64_t others, Workspace& workspace, const Use& use) const {
        const int64_t cells = base_.cells() * step;
        const auto wide = static_cast<uint32_t>(step);
        if (table_.weight.empty()) {
            const uint32_t* table = count(base_.index.data(), x, wide, table_.n, cells, workspace);
            return use(Counted<uint32_t>{table, base_.configurations, base_.states, step, others});
        }
        const double* table = count(base_.index.data(), x, wide, table_.weight, cells, workspace);
        return use(Counted<double>{table, base_.configurations, base_.states, step, others});
    }

    const Coded<Code>& table_;
    const Base base_;
    const Score score_;
    const double q_;
};

// Row v of the table of pairs: v with each later column, in both directions.
template <class Code>
void pairs_of(const Coded<Code>& table, int64_t v, const Indices& conditioning, double q, const Score& score,
              Workspace& workspace, double* out) {
    const Scorer<Code> scorer(table, base_of(table, v, conditioning), score, q);
    out[v * table.d + v] = scorer.alone(workspace);
    for (int64_t u = v + 1; u < table.d; u++) {
        double &down = out[u * table.d + v], &up = out[v * table.d + u];
        if (!scorer.is_sparse(u)) {
            std::tie(down, up) = scorer.both(u, workspace);
        } else {
            down = scorer.adding(u, workspace);
            up = Scorer<Code>(table, base_of(table, u, conditioning), score, q).adding(v, workspace);
        }
    }
}

// Runs work(task, workspace), on several threads if there is enough to do; the calling thread checks for
// Ctrl-C.
template <class Work>
void run_tasks(int threads, int64_t rows, int64_t tasks, const Work& work) {
    Interrupt interrupt;
    const auto caller = std::this_thread::get_id();
    parallel(rows < rows_for_threads ? 1 : threads, tasks, [] { return Workspace{}; },
             [&](int64_t task, Workspace& workspace) {
                 if (std::this_thread::get_id() == caller) interrupt.check();
                 work(task, workspace);
             });
}

}  // namespace

Families::Families(const int32_t* codes, int64_t d, int64_t n, const int32_t* levels, const double* weight) {
    // 255 stands for a missing value of a column with 255 levels.
    const bool is_narrow = std::all_of(levels, levels + d, [](int32_t r) { return r <= 255; });
    if (is_narrow) table_ = coded<uint8_t>(codes, d, n, levels, weight);
    else table_ = coded<int32_t>(codes, d, n, levels, weight);
}

int64_t Families::columns() const {
    return std::visit([](const auto& table) { return table.d; }, table_);
}

double Families::configurations(const Indices& columns) const {
    return std::visit(
        [&](const auto& table) {
            double q = 1;
            for (const int64_t column : columns) q *= static_cast<double>(table.states(column));
            return q;
        },
        table_);
}

std::vector<double> Families::adding(int64_t child, const Indices& parents, const Indices& candidates,
                                     const Score& score, int threads) const {
    const auto tasks = static_cast<int64_t>(candidates.size()) + 1;
    std::vector<double> scores(static_cast<size_t>(tasks));
    std::visit(
        [&](const auto& table) {
            const Scorer scorer(table, base_of(table, child, parents), score, configurations(parents));
            run_tasks(threads, table.n * tasks, tasks, [&](int64_t task, Workspace& workspace) {
                const auto index = static_cast<size_t>(task);
                scores[index] = task == 0 ? scorer.alone(workspace)
                                          : scorer.adding(candidates[index - 1], workspace);
            });
        },
        table_);
    return scores;
}

void Families::pairs(const Indices& conditioning, const Score& score, int threads, double* out) const {
    const double q = configurations(conditioning);
    std::visit(
        [&](const auto& table) {
            const int64_t d = table.d;
            run_tasks(threads, table.n * d * d / 2, d, [&](int64_t v, Workspace& workspace) {
                pairs_of(table, v, conditioning, q, score, workspace, out);
            });
        },
        table_);
}

void Families::information(const Indices& conditioning, int threads, double* out) const {
    std::visit(
        [&](const auto& table) {
            const int64_t d = table.d;
            run_tasks(threads, table.n * d * d / 2, d, [&](int64_t v, Workspace& workspace) {
                const Scorer scorer(table, base_of(table, v, conditioning), {Kind::likelihood, 0.0}, 1.0);
                for (int64_t u = v; u < d; u++)
                    out[u * d + v] = out[v * d + u] = scorer.information(u, workspace);
            });
        },
        table_);
}

void Families::counts(int64_t child, const Indices& parents, double* out) const {
    std::visit(
        [&](const auto& table) {
            const int64_t states = table.states(child);
            std::fill(out, out + static_cast<int64_t>(configurations(parents)) * states, 0.0);
            for (int64_t i = 0; i < table.n; i++) {
                int64_t index = 0;
                bool is_whole = table.column(child)[i] < states;
                for (const int64_t parent : parents) {
                    is_whole &= table.column(parent)[i] < table.states(parent);
                    index = index * table.states(parent) + table.column(parent)[i];
                }
                if (is_whole)
                    out[index * states + table.column(child)[i]] +=
                        table.weight.empty() ? 1.0 : table.weight[static_cast<size_t>(i)];
            }
        },
        table_);
}

}  // namespace gnomon::structure
