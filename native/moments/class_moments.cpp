// For each class c and column j:  W_c = sum w_i,  m_cj = sum w_i x_ij / W_c,  S_cj = sum w_i (x_ij - m_cj)^2.
//
// A block of rows is read twice while it is in the cache: for the means of its classes, then for the squares
// about them. Blocks are merged by Chan, Golub & LeVeque (1983). Means are stored relative to the first row
// of their class, so that their differences do not suffer from cancellation if the class is far from zero.
#include "class_moments.hpp"

#include <algorithm>
#include <vector>

#include "../buffer.hpp"
#include "../loops/loops.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t partial_values = 8'000'000;

// The classes are `width` apart, aligned to cache lines.
int64_t width_of(int64_t d) { return blocks_of(d, 8) * 8; }

struct Part {
    Buffer<double> total, mean, scatter;
    Part(int64_t classes, int64_t width)
        : total(classes, zeroed), mean(classes * width, zeroed), scatter(classes * width, zeroed) {}
};

int64_t rows_in_cache(int64_t d) { return std::clamp<int64_t>(32768 / std::max<int64_t>(d, 1), 16, 2048); }

void merge_class(Part& sum, const Part& part, int64_t c, int64_t width) {
    const double weight = part.total[c];
    if (weight == 0) return;
    const double share = weight / (sum.total[c] + weight), scale = sum.total[c] * share;
    for (int64_t j = c * width; j < (c + 1) * width; j++) {
        const double gap = part.mean[j] - sum.mean[j];
        sum.scatter[j] += part.scatter[j] + scale * gap * gap;
        sum.mean[j] += share * gap;
    }
    sum.total[c] += weight;
}

// The classes that occur in this block, each with its total weight in block.total.
void find_classes(const int32_t* codes, const double* weight, int64_t rows, std::vector<char>& seen,
                  std::vector<int32_t>& present, Part& block) {
    present.clear();
    for (int64_t i = 0; i < rows; i++) {
        if (!seen[codes[i]]) {
            seen[codes[i]] = 1;
            present.push_back(codes[i]);
        }
        block.total[codes[i]] += weight ? weight[i] : 1.0;
    }
}

void clear_class(Part& block, int64_t c, int64_t width) {
    block.total[c] = 0;
    std::fill_n(block.mean.data() + c * width, width, 0.0);
    std::fill_n(block.scatter.data() + c * width, width, 0.0);
}

// The first row of nonzero weight of each class, zeros for a class without such rows.
template <class Real>
Buffer<double> first_rows(Rows<Real> x, const int32_t* codes, int64_t classes, const double* weight) {
    const int64_t width = width_of(x.d);
    Buffer<double> shift(classes * width, zeroed);
    std::vector<char> seen(static_cast<size_t>(classes), 0);
    for (int64_t i = 0, n_seen = 0; i < x.n && n_seen < classes; i++) {
        const int64_t c = codes[i];
        if (seen[c] || (weight && weight[i] == 0)) continue;
        seen[c] = 1;
        n_seen++;
        for (int64_t j = 0; j < x.d; j++) shift[c * width + j] = static_cast<double>(x.x[i * x.d + j]);
    }
    return shift;
}

template <class Real>
void add_rows(Rows<Real> x, const int32_t* codes, int64_t classes, const double* weight, const double* shift,
              int64_t from, int64_t end, Part& sum) {
    const int64_t d = x.d, width = width_of(d), step = rows_in_cache(d);
    Part block(classes, width);
    std::vector<char> seen(static_cast<size_t>(classes), 0);
    std::vector<int32_t> present;
    for (int64_t row = from; row < end; row += step) {
        const int64_t rows = std::min(step, end - row);
        const double* w = weight ? weight + row : nullptr;
        find_classes(codes + row, w, rows, seen, present, block);
        row_loops<Real>().class_sums(x.x + row * d, rows, d, codes + row, w, shift, width, block.mean.data());
        for (int32_t c : present)
            for (int64_t j = c * width; j < (c + 1) * width; j++)
                if (block.total[c] != 0) block.mean[j] /= block.total[c];
        row_loops<Real>().class_scatter(x.x + row * d, rows, d, codes + row, w, shift, block.mean.data(), width,
                                        block.scatter.data());
        for (int32_t c : present) {
            merge_class(sum, block, c, width);
            clear_class(block, c, width);
            seen[c] = 0;
        }
    }
}

}  // namespace

template <class Real>
void class_moments(Rows<Real> x, const int32_t* codes, int64_t classes, const double* weight, int threads,
                   double* total, double* mean, double* scatter) {
    const int64_t d = x.d, n = x.n, width = width_of(d);
    const int64_t max_chunks = std::clamp<int64_t>(partial_values / (classes * (width + 1) + 1), 1, 128);
    const int64_t step = rows_in_cache(d);
    const int64_t chunk = std::max<int64_t>(blocks_of(blocks_of(n, max_chunks), step), 1) * step,
                  chunks = blocks_of(n, chunk);
    const Buffer<double> shift = first_rows(x, codes, classes, weight);
    std::vector<Part> parts;
    for (int64_t i = 0; i < chunks; i++) parts.emplace_back(classes, width);
    parallel(threads, chunks, [&](int64_t i) {
        add_rows(x, codes, classes, weight, shift.data(), i * chunk, std::min(n, (i + 1) * chunk), parts[i]);
    });
    Part sum(classes, width);
    for (const Part& part : parts)
        for (int64_t c = 0; c < classes; c++) merge_class(sum, part, c, width);
    std::copy_n(sum.total.data(), classes, total);
    for (int64_t c = 0; c < classes; c++)
        for (int64_t j = 0; j < d; j++) {
            const int64_t at = c * width + j;
            mean[c * d + j] = total[c] != 0 ? shift[at] + sum.mean[at] : 0.0;
            scatter[c * d + j] = sum.scatter[at];
        }
}

template void class_moments<double>(Rows<double>, const int32_t*, int64_t, const double*, int, double*,
                                    double*, double*);
template void class_moments<float>(Rows<float>, const int32_t*, int64_t, const double*, int, double*, double*,
                                   double*);

}  // namespace gnomon
