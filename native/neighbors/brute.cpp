// For each query q the k nearest rows x by brute force: rows are packed in panels that stay in the L1 cache
// while a block of queries passes over them.
#include "nearest.hpp"

#include "../buffer.hpp"
#include "panels.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

int64_t queries_in_block(int64_t queries, int threads) {
    return std::clamp<int64_t>(blocks_of(queries, 4 * static_cast<int64_t>(threads)), 1, 256);
}

}  // namespace

template <class Real>
void search_directly(Rows<Real> data, const Measure& measure, const Question<Real>& ask) {
    const int64_t d = data.d, panels = blocks_of(data.n, panel_rows), q = ask.queries.n;
    Buffer<double> packed(panels * d * panel_rows);
    parallel(ask.threads, panels, [&](int64_t p) {
        int64_t row[panel_rows];
        for (int64_t r = 0; r < panel_rows; r++) row[r] = std::min(p * panel_rows + r, data.n - 1);
        fill_panel(data, row, packed.data() + p * d * panel_rows);
    });
    const int64_t block = queries_in_block(q, ask.threads);
    parallel(ask.threads, blocks_of(q, block), [&](int64_t b) {
        const int64_t from = b * block, count = std::min(block, q - from);
        std::vector<Best> best(static_cast<size_t>(count), Best(ask.k, measure.has_root()));
        Buffer<double> query(count * d);
        for (int64_t i = 0; i < count * d; i++) query[i] = static_cast<double>(ask.queries.x[from * d + i]);
        for (int64_t i = 0; i < count; i++) best[i].clear(ask.excluded(from + i));
        for (int64_t p = 0; p < panels; p++) {
            const int64_t rows = std::min<int64_t>(panel_rows, data.n - p * panel_rows);
            for (int64_t i = 0; i < count; i++)
                scan_panel(measure, packed.data() + p * d * panel_rows, d, rows, query.data() + i * d,
                           best[i], [p](int r) { return p * panel_rows + r; });
        }
        for (int64_t i = 0; i < count; i++)
            best[i].write(ask.distance + (from + i) * ask.k, ask.index + (from + i) * ask.k);
    });
}

template void search_directly<double>(Rows<double>, const Measure&, const Question<double>&);
template void search_directly<float>(Rows<float>, const Measure&, const Question<float>&);

}  // namespace gnomon
