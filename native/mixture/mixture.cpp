// A block of rows is read once and stays in the cache for all components, for expectation and for sums. Sums
// are kept for stretches of rows whose number depends on the sizes alone, so that threads change no bit.
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

constexpr int64_t most_stretches = 64, stretches_a_look = 16, blocks_a_look = 1024;
constexpr int64_t most_numbers_kept = int64_t{1} << 24;

int64_t padded(int64_t columns) { return (columns + 3) / 4 * 4; }

// Room for one thread's block.
struct Desk {
    Buffer<double> block, gap, weighed, share, top, sum;
    explicit Desk(const Normals& normals)
        : block(padded(normals.d) * block_rows, zeroed), gap(padded(normals.d) * block_rows, zeroed),
          weighed(padded(normals.d) * block_rows, zeroed), share(normals.k * block_rows), top(block_rows),
          sum(block_rows) {}
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

// Rows [first, first + rows) column by column; places past the last row repeat it.
void read_block(Rows<double> x, int64_t first, int64_t rows, double* block) {
    for (int64_t r = 0; r < block_rows; r++) {
        const double* row = x.x + (first + std::min(r, rows - 1)) * x.d;
        for (int64_t j = 0; j < x.d; j++) block[j * block_rows + r] = row[j];
    }
}

// share[k][r] = the score of component k.
void score_block(const Normals& normals, const double* roots, Desk& desk) {
    const int64_t d = normals.d, stride = padded(d);
    for (int64_t k = 0; k < normals.k; k++) {
        double* score = desk.share.data() + k * block_rows;
        GNOMON_CHOSEN(shift_block)(desk.block.data(), normals.mean + k * d, d, desk.gap.data());
        if (normals.full)
            GNOMON_CHOSEN(squares_full)(desk.gap.data(), roots + k * d * stride, d, stride, score);
        else
            GNOMON_CHOSEN(squares_diagonal)(desk.gap.data(), roots + k * d, d, score);
        for (int64_t r = 0; r < block_rows; r++) score[r] = normals.constant[k] - score[r] / 2;
    }
}

int64_t second_numbers(const Normals& normals) {
    return normals.full ? padded(normals.d) * padded(normals.d) : normals.d;
}

// Sums of a stretch of rows.
struct Sums {
    double likelihood = 0;
    int64_t second_stride;
    Buffer<double> count, first, second;
    explicit Sums(const Normals& normals)
        : second_stride(second_numbers(normals)), count(normals.k, zeroed),
          first(normals.k * normals.d, zeroed), second(normals.k * second_stride, zeroed) {}
};

// Scores become shares times weights; the likelihood of the block's rows is added.
void share_block(const Normals& normals, const double* weight, const int64_t* known, int64_t rows, Desk& desk,
                 Sums& sums) {
    double* share = desk.share.data();
    std::vector<double> own(static_cast<size_t>(rows));
    for (int64_t r = 0; known != nullptr && r < rows; r++)
        if (known[r] >= 0) own[static_cast<size_t>(r)] = share[known[r] * block_rows + r];
    GNOMON_CHOSEN(shares)(share, normals.k, desk.top.data(), desk.sum.data());
    for (int64_t r = 0; r < rows; r++) {
        const bool is_known = known != nullptr && known[r] >= 0;
        const double w = weight == nullptr ? 1.0 : weight[r];
        const double log = is_known ? own[static_cast<size_t>(r)] : desk.top[r] + std::log(desk.sum[r]);
        if (w > 0) sums.likelihood += w * log;
        if (is_known)
            for (int64_t k = 0; k < normals.k; k++) share[k * block_rows + r] = k == known[r] ? w : 0.0;
        else if (w != 1)
            for (int64_t k = 0; k < normals.k; k++) share[k * block_rows + r] *= w;
    }
    for (int64_t k = 0; k < normals.k; k++)
        std::fill(share + k * block_rows + rows, share + (k + 1) * block_rows, 0.0);
}

void sum_block(const Normals& normals, Desk& desk, Sums& sums) {
    const int64_t d = normals.d, stride = padded(d);
    for (int64_t k = 0; k < normals.k; k++) {
        const double* share = desk.share.data() + k * block_rows;
        if (std::all_of(share, share + block_rows, [](double s) { return s == 0; })) continue;
        GNOMON_CHOSEN(shift_block)(desk.block.data(), normals.mean + k * d, d, desk.gap.data());
        double *first = sums.first.data() + k * d, *second = sums.second.data() + k * sums.second_stride;
        const double* gap = desk.gap.data();
        sums.count[k] +=
            normals.full
                ? GNOMON_CHOSEN(sums_full)(gap, share, d, stride, desk.weighed.data(), first, second)
                : GNOMON_CHOSEN(sums_diagonal)(gap, share, d, first, second);
    }
}

int64_t stretches_of(const Normals& normals, int64_t blocks) {
    const int64_t numbers = normals.k * (1 + normals.d + second_numbers(normals));
    const int64_t most = std::min(most_numbers_kept / numbers, most_stretches);
    return std::clamp<int64_t>(most, 1, std::max<int64_t>(blocks, 1));
}

// The sums of all stretches, in their order; the upper half of a symmetric sum is that of its lower half.
double add_up(const Normals& normals, const std::vector<Sums>& parts, double* count, double* first,
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
    const auto write_block = [&](int64_t block, Desk& desk) {
        const int64_t first = block * block_rows, rows = std::min(block_rows, x.n - first);
        read_block(x, first, rows, desk.block.data());
        score_block(normals, roots.data(), desk);
        for (int64_t r = 0; r < rows; r++)
            for (int64_t k = 0; k < normals.k; k++)
                scores[(first + r) * normals.k + k] = desk.share[k * block_rows + r];
    };
    Interrupt interrupt;
    const int64_t blocks = blocks_of(x.n, block_rows);
    for (int64_t begin = 0; begin < blocks; begin += blocks_a_look) {
        interrupt.check();
        parallel(
            threads, std::min(blocks_a_look, blocks - begin), [&] { return Desk(normals); },
            [&](int64_t block, Desk& desk) { write_block(begin + block, desk); });
    }
}

double mixture_pass(Rows<double> x, const Normals& normals, const double* weight, const int64_t* known,
                    int threads, double* count, double* first, double* second) {
    const Buffer<double> roots = padded_roots(normals);
    const int64_t blocks = blocks_of(x.n, block_rows), stretches = stretches_of(normals, blocks);
    std::vector<Sums> parts;
    for (int64_t s = 0; s < stretches; s++) parts.emplace_back(normals);
    const auto pass_block = [&](int64_t block, Desk& desk, Sums& sums) {
        const int64_t from = block * block_rows, rows = std::min(block_rows, x.n - from);
        read_block(x, from, rows, desk.block.data());
        score_block(normals, roots.data(), desk);
        share_block(normals, weight == nullptr ? nullptr : weight + from,
                    known == nullptr ? nullptr : known + from, rows, desk, sums);
        sum_block(normals, desk, sums);
    };
    Interrupt interrupt;
    for (int64_t begin = 0; begin < stretches; begin += stretches_a_look) {
        interrupt.check();
        parallel(
            threads, std::min(stretches_a_look, stretches - begin), [&] { return Desk(normals); },
            [&](int64_t task, Desk& desk) {
                const int64_t s = begin + task;
                for (int64_t block = blocks * s / stretches; block < blocks * (s + 1) / stretches; block++)
                    pass_block(block, desk, parts[static_cast<size_t>(s)]);
            });
    }
    return add_up(normals, parts, count, first, second);
}

}  // namespace gnomon
