// A block of rows is read once and stays in the cache for all components, for the E-step and the sums. Each
// chunk of rows has its own sums, and the number of chunks depends on the sizes alone, so that the result
// does not depend on the number of threads.
#include "mixture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../buffer.hpp"
#include "../interrupt.hpp"
#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t max_chunks = 64, chunks_per_check = 16, blocks_per_check = 1024;
constexpr int64_t max_values = int64_t{1} << 24;

int64_t padded(int64_t columns) { return (columns + 3) / 4 * 4; }

// One thread's workspace for a block.
struct Workspace {
    Buffer<double> block, gap, weighted, responsibility, top, sum;
    explicit Workspace(const Normals& normals)
        : block(padded(normals.d) * block_rows, zeroed), gap(padded(normals.d) * block_rows, zeroed),
          weighted(padded(normals.d) * block_rows, zeroed), responsibility(normals.k * block_rows),
          top(block_rows), sum(block_rows) {}
};

// The roots, padded to whole tiles.
Buffer<double> padded_roots(const Normals& normals) {
    const int64_t d = normals.d, stride = padded(d), k = normals.k;
    if (!normals.full) {
        Buffer<double> roots(k * d);
        std::copy(normals.root, normals.root + k * d, roots.data());
        return roots;
    }
    Buffer<double> roots(k * d * stride, zeroed);
    for (int64_t row = 0; row < k * d; row++)
        std::copy(normals.root + row * d, normals.root + (row + 1) * d, roots.data() + row * stride);
    return roots;
}

// Rows [first, first + rows) column by column, padded with the last row.
void read_block(Rows<double> x, int64_t first, int64_t rows, double* block) {
    for (int64_t r = 0; r < block_rows; r++) {
        const double* row = x.x + (first + std::min(r, rows - 1)) * x.d;
        for (int64_t j = 0; j < x.d; j++) block[j * block_rows + r] = row[j];
    }
}

// responsibility[k][r] = the score of component k.
void score_block(const Normals& normals, const double* roots, Workspace& workspace) {
    const int64_t d = normals.d, stride = padded(d);
    for (int64_t k = 0; k < normals.k; k++) {
        double* score = workspace.responsibility.data() + k * block_rows;
        GNOMON_CHOSEN(shift_block)(workspace.block.data(), normals.mean + k * d, d, workspace.gap.data());
        if (normals.full)
            GNOMON_CHOSEN(squares_full)(workspace.gap.data(), roots + k * d * stride, d, stride, score);
        else
            GNOMON_CHOSEN(squares_diagonal)(workspace.gap.data(), roots + k * d, d, score);
        for (int64_t r = 0; r < block_rows; r++) score[r] = normals.constant[k] - score[r] / 2;
    }
}

int64_t second_size(const Normals& normals) {
    return normals.full ? padded(normals.d) * padded(normals.d) : normals.d;
}

// The sums over a chunk of rows.
struct Sums {
    double likelihood = 0;
    int64_t second_stride;
    Buffer<double> count, first, second;
    explicit Sums(const Normals& normals)
        : second_stride(second_size(normals)), count(normals.k, zeroed), first(normals.k * normals.d, zeroed),
          second(normals.k * second_stride, zeroed) {}
};

// Replaces scores by responsibilities times weights; adds the log likelihood of the block's rows.
void weigh_block(const Normals& normals, const double* weight, const int64_t* known, int64_t rows,
                 Workspace& workspace, Sums& sums) {
    double* responsibility = workspace.responsibility.data();
    std::vector<double> own(static_cast<size_t>(rows));
    for (int64_t r = 0; known != nullptr && r < rows; r++)
        if (known[r] >= 0) own[static_cast<size_t>(r)] = responsibility[known[r] * block_rows + r];
    GNOMON_CHOSEN(responsibilities)(responsibility, normals.k, workspace.top.data(), workspace.sum.data());
    for (int64_t r = 0; r < rows; r++) {
        const bool is_known = known != nullptr && known[r] >= 0;
        const double w = weight == nullptr ? 1.0 : weight[r];
        const double log =
            is_known ? own[static_cast<size_t>(r)] : workspace.top[r] + std::log(workspace.sum[r]);
        if (w > 0) sums.likelihood += w * log;
        if (is_known)
            for (int64_t k = 0; k < normals.k; k++)
                responsibility[k * block_rows + r] = k == known[r] ? w : 0.0;
        else if (w != 1)
            for (int64_t k = 0; k < normals.k; k++) responsibility[k * block_rows + r] *= w;
    }
    for (int64_t k = 0; k < normals.k; k++)
        std::fill(responsibility + k * block_rows + rows, responsibility + (k + 1) * block_rows, 0.0);
}

void sum_block(const Normals& normals, Workspace& workspace, Sums& sums) {
    const int64_t d = normals.d, stride = padded(d);
    for (int64_t k = 0; k < normals.k; k++) {
        const double* responsibility = workspace.responsibility.data() + k * block_rows;
        if (std::all_of(responsibility, responsibility + block_rows, [](double value) { return value == 0; }))
            continue;
        GNOMON_CHOSEN(shift_block)(workspace.block.data(), normals.mean + k * d, d, workspace.gap.data());
        double *first = sums.first.data() + k * d, *second = sums.second.data() + k * sums.second_stride;
        const double* gap = workspace.gap.data();
        sums.count[k] += normals.full ? GNOMON_CHOSEN(sums_full)(gap, responsibility, d, stride,
                                                                 workspace.weighted.data(), first, second)
                                      : GNOMON_CHOSEN(sums_diagonal)(gap, responsibility, d, first, second);
    }
}

int64_t chunks_of(const Normals& normals, int64_t blocks) {
    const int64_t values = normals.k * (1 + normals.d + second_size(normals));
    const int64_t limit = std::min(max_values / values, max_chunks);
    return std::clamp<int64_t>(limit, 1, std::max<int64_t>(blocks, 1));
}

// The totals of all chunks, in order; the upper triangle of a symmetric sum is copied from the lower one.
double total_sums(const Normals& normals, const std::vector<Sums>& parts, double* count, double* first,
                  double* second) {
    const int64_t k = normals.k, d = normals.d, rows = normals.full ? d : 1, stride = padded(d);
    std::fill(count, count + k, 0.0);
    std::fill(first, first + k * d, 0.0);
    std::fill(second, second + k * d * rows, 0.0);
    double likelihood = 0;
    for (const Sums& part : parts) {
        likelihood += part.likelihood;
        for (int64_t i = 0; i < k; i++) count[i] += part.count[i];
        for (int64_t i = 0; i < k * d; i++) first[i] += part.first[i];
        for (int64_t c = 0; c < k; c++)
            for (int64_t i = 0; i < rows; i++)
                for (int64_t j = 0; j < (normals.full ? i + 1 : d); j++)
                    second[(c * rows + i) * d + j] += part.second[c * part.second_stride + i * stride + j];
    }
    for (int64_t c = 0; c < k; c++)
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = i + 1; normals.full && j < d; j++)
                second[(c * d + i) * d + j] = second[(c * d + j) * d + i];
    return likelihood;
}

}  // namespace

void mixture_scores(Rows<double> x, const Normals& normals, int threads, double* scores) {
    const Buffer<double> roots = padded_roots(normals);
    const auto write_block = [&](int64_t block, Workspace& workspace) {
        const int64_t first = block * block_rows, rows = std::min(block_rows, x.n - first);
        read_block(x, first, rows, workspace.block.data());
        score_block(normals, roots.data(), workspace);
        for (int64_t r = 0; r < rows; r++)
            for (int64_t k = 0; k < normals.k; k++)
                scores[(first + r) * normals.k + k] = workspace.responsibility[k * block_rows + r];
    };
    Interrupt interrupt;
    const int64_t blocks = blocks_of(x.n, block_rows);
    for (int64_t begin = 0; begin < blocks; begin += blocks_per_check) {
        interrupt.check();
        parallel(
            threads, std::min(blocks_per_check, blocks - begin), [&] { return Workspace(normals); },
            [&](int64_t block, Workspace& workspace) { write_block(begin + block, workspace); });
    }
}

double mixture_pass(Rows<double> x, const Normals& normals, const double* weight, const int64_t* known,
                    int threads, double* count, double* first, double* second) {
    const Buffer<double> roots = padded_roots(normals);
    const int64_t blocks = blocks_of(x.n, block_rows), n_chunks = chunks_of(normals, blocks);
    std::vector<Sums> parts;
    for (int64_t chunk = 0; chunk < n_chunks; chunk++) parts.emplace_back(normals);
    const auto pass_block = [&](int64_t block, Workspace& workspace, Sums& sums) {
        const int64_t from = block * block_rows, rows = std::min(block_rows, x.n - from);
        read_block(x, from, rows, workspace.block.data());
        score_block(normals, roots.data(), workspace);
        weigh_block(normals, weight == nullptr ? nullptr : weight + from,
                    known == nullptr ? nullptr : known + from, rows, workspace, sums);
        sum_block(normals, workspace, sums);
    };
    Interrupt interrupt;
    for (int64_t begin = 0; begin < n_chunks; begin += chunks_per_check) {
        interrupt.check();
        parallel(
            threads, std::min(chunks_per_check, n_chunks - begin), [&] { return Workspace(normals); },
            [&](int64_t task, Workspace& workspace) {
                const int64_t chunk = begin + task;
                for (int64_t block = blocks * chunk / n_chunks; block < blocks * (chunk + 1) / n_chunks;
                     block++)
                    pass_block(block, workspace, parts[static_cast<size_t>(chunk)]);
            });
    }
    return total_sums(normals, parts, count, first, second);
}

}  // namespace gnomon
