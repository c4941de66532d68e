// Both passes read each row once and write it once; blocks of rows are distributed among threads.
#include "codes.hpp"

#include <algorithm>
#include <vector>

#include "../parallel.hpp"
#include "loops.hpp"

namespace gnomon {

namespace {

constexpr int64_t block_cells = 1 << 18;

// Run work(first row, end) over blocks of rows.
template <class Work>
void over_rows(int64_t n, int64_t d, int threads, const Work& work) {
    const int64_t length = std::max<int64_t>(1, block_cells / std::max<int64_t>(1, d));
    parallel(threads, blocks_of(n, length),
             [&](int64_t block) { work(block, block * length, std::min(n, (block + 1) * length)); });
}

}  // namespace

template <class Value>
void small_codes(const Rows<Value>& x, int64_t limit, int threads, uint8_t* code, uint8_t* fits) {
    const int64_t length = std::max<int64_t>(1, block_cells / std::max<int64_t>(1, x.d));
    std::vector<std::vector<uint8_t>> fit(static_cast<size_t>(blocks_of(x.n, length)));
    const Value end = static_cast<Value>(limit);
    const auto whole_codes = GNOMON_CHOSEN(whole_codes<Value>);
    over_rows(x.n, x.d, threads, [&](int64_t block, int64_t row, int64_t row_end) {
        fit[block].assign(static_cast<size_t>(x.d), 1);
        uint8_t* ok = fit[block].data();
        for (int64_t i = row; i < row_end; i++) whole_codes(x.x + i * x.d, x.d, end, code + i * x.d, ok);
    });
    std::fill(fits, fits + x.d, uint8_t{1});
    for (const auto& part : fit)
        for (int64_t j = 0; j < x.d; j++) fits[j] &= part[static_cast<size_t>(j)];
}

template <class Real>
void cut_codes(const Rows<Real>& x, const double* cuts, int steps, const uint8_t* missing, int threads,
               uint8_t* code) {
    const int64_t width = (int64_t{1} << steps) - 1;
    over_rows(x.n, x.d, threads, [&](int64_t, int64_t row, int64_t row_end) {
        for (int64_t i = row; i < row_end; i++)
            for (int64_t j = 0; j < x.d; j++) {
                const double value = static_cast<double>(x.x[i * x.d + j]);
                const double* cut = cuts + j * width;
                int64_t below = 0;
                for (int64_t half = (width + 1) / 2; half > 0; half /= 2)
                    below += cut[below + half - 1] < value ? half : 0;
                code[i * x.d + j] = value == value ? static_cast<uint8_t>(below) : missing[j];
            }
    });
}

template void small_codes<double>(const Rows<double>&, int64_t, int, uint8_t*, uint8_t*);
template void small_codes<float>(const Rows<float>&, int64_t, int, uint8_t*, uint8_t*);
template void small_codes<int64_t>(const Rows<int64_t>&, int64_t, int, uint8_t*, uint8_t*);
template void small_codes<int32_t>(const Rows<int32_t>&, int64_t, int, uint8_t*, uint8_t*);
template void cut_codes<double>(const Rows<double>&, const double*, int, const uint8_t*, int, uint8_t*);
template void cut_codes<float>(const Rows<float>&, const double*, int, const uint8_t*, int, uint8_t*);

}  // namespace gnomon
