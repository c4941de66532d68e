// For each query q the k rows x of smallest Euclidean distance, most rows ruled out in single precision.
//
// With x and q centered about the mean and scaled by a power of two, a = |x|^2, b = |q|^2 and u = 2^-24,
//   s = fl(a (1/2 - e) - x'q),  e = (columns + 8) u (1 + 2^-8),
// rounding of the values costs at most 4.1 u (a + b) / 2, of the sum of products columns + 1 terms, of the
// start 1/2 u a (Higham 2002, section 3.1), so half the squared distance h obeys
//   s + b/2 - e b  <=  h  <=  s + b/2 + e b + 2 e a        (up to `tiny`, for values that underflow).
// A row remains a candidate while its lower bound does not exceed the k-th smallest upper bound, or has its
// rank; the remaining candidates are decided by their distances in double precision, so that the result is
// that of the direct search.
#include "nearest.hpp"

#include <bit>

#include "../buffer.hpp"
#include "../parallel.hpp"

namespace gnomon {

namespace {

constexpr int64_t max_columns = 1 << 17;

struct Candidate {
    float s;
    uint32_t row;
};

// The data, centered, scaled and packed in panels of single precision.
struct Screen {
    int64_t n, d, panels;
    double scale = 1, e, tiny;
    Buffer<double> mean, norm;   // norm: a of each row
    Buffer<float> packed, half;  // half: a (1/2 - e), for every row of every panel
    Screen(int64_t n, int64_t d)
        : n(n),
          d(d),
          panels(blocks_of(n, loops().screen_rows)),
          e((d + 8) * 0x1p-24 * (1 + 0x1p-8)),
          tiny(static_cast<double>(d) * 0x1p-120),
          mean(d, zeroed),
          norm(n),
          packed(panels * d * loops().screen_rows),
          half(panels * loops().screen_rows) {}
};

template <class Real>
void find_mean(Rows<Real> data, Screen& screen) {
    Buffer<double> first(data.d);
    for (int64_t j = 0; j < data.d; j++) first[j] = static_cast<double>(data.x[j]);
    row_loops<Real>().column_sums(data.x, data.n, data.d, data.d, nullptr, first.data(), screen.mean.data());
    for (int64_t j = 0; j < data.d; j++)
        screen.mean[j] = first[j] + screen.mean[j] / static_cast<double>(data.n);
}

// The largest distance of a value from the mean of its column.
template <class Real>
double largest(Rows<Real> x, const Screen& screen, int threads) {
    constexpr int64_t rows = 4096;
    std::vector<double> largest_of(static_cast<size_t>(blocks_of(x.n, rows)), 0.0);
    parallel(threads, blocks_of(x.n, rows), [&](int64_t block) {
        Buffer<double> widest(x.d, zeroed);
        for (int64_t i = block * rows; i < std::min(x.n, (block + 1) * rows); i++)
            for (int64_t j = 0; j < x.d; j++)
                widest[j] =
                    std::max(widest[j], std::abs(static_cast<double>(x.x[i * x.d + j]) - screen.mean[j]));
        largest_of[block] = *std::max_element(widest.data(), widest.data() + x.d);
    });
    return *std::max_element(largest_of.begin(), largest_of.end());
}

template <class Real>
void pack_panel(Rows<Real> data, int64_t p, const Screen& screen) {
    const int64_t d = screen.d, width = loops().screen_rows;
    float* panel = screen.packed.data() + p * d * width;
    for (int64_t r = 0; r < width; r++) {
        const int64_t row = std::min(p * width + r, data.n - 1);
        double a = 0;
        for (int64_t j = 0; j < d; j++) {
            const double value = (static_cast<double>(data.x[row * d + j]) - screen.mean[j]) * screen.scale;
            panel[j * width + r] = static_cast<float>(value);
            a += value * value;
        }
        screen.norm[row] = a;
        screen.half[p * width + r] = static_cast<float>(a * (0.5 - screen.e));
    }
    for (int64_t r = data.n - p * width; r < width; r++)
        screen.half[p * width + r] = std::numeric_limits<float>::infinity();
}

float round_up(double value) {
    const float near = static_cast<float>(value);
    return near < value ? std::nextafter(near, std::numeric_limits<float>::infinity()) : near;
}

// The candidates of one query.
struct CandidateList {
    double b = 0;
    int64_t excluded = -1;
    std::vector<Candidate> candidates;
};

// One task: a block of queries against all panels.
template <class Real>
class Block {
public:
    Block(Rows<Real> data, const Screen& screen, const Question<Real>& ask, int64_t from, int64_t count)
        : data(data),
          screen(screen),
          ask(ask),
          from(from),
          count(count),
          width(loops().screen_queries),
          groups(blocks_of(count, width)),
          capacity(2 * ask.k + 64 + loops().screen_rows),
          packed(groups * width * screen.d, zeroed),
          cut(groups * width),
          exact(screen.d),
          lists(static_cast<size_t>(count)) {
        for (int64_t i = 0; i < groups * width; i++)
            cut[i] =
                i < count ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
        for (int64_t i = 0; i < count; i++) pack_query(i);
    }

    void run() {
        const int64_t rows = loops().screen_rows, d = screen.d;
        Buffer<float> s(width * rows);
        Buffer<uint64_t> hits(width);
        for (int64_t p = 0; p < screen.panels; p++)
            for (int64_t g = 0; g < groups; g++) {
                const bool any = loops().screen(screen.packed.data() + p * d * rows,
                                                screen.half.data() + p * rows, packed.data() + g * width * d,
                                                d, cut.data() + g * width, s.data(), hits.data());
                if (any) collect(p, g, s, hits);
            }
        for (int64_t i = 0; i < count; i++) finish(i);
    }

private:
    void pack_query(int64_t i) {
        const Real* query = ask.queries.x + (from + i) * screen.d;
        CandidateList& list = lists[i];
        for (int64_t j = 0; j < screen.d; j++) {
            const double value = (static_cast<double>(query[j]) - screen.mean[j]) * screen.scale;
            packed[(i / width * screen.d + j) * width + i % width] = static_cast<float>(value);
            list.b += value * value;
        }
        list.excluded = ask.excluded(from + i);
        list.candidates.reserve(static_cast<size_t>(capacity));
    }

    void collect(int64_t p, int64_t g, const Buffer<float>& s, const Buffer<uint64_t>& hits) {
        const int64_t rows = loops().screen_rows;
        for (int64_t q = 0; q < width && g * width + q < count; q++) {
            CandidateList& list = lists[g * width + q];
            for (uint64_t bits = hits[q]; bits; bits &= bits - 1) {
                const int r = std::countr_zero(bits);
                const int64_t row = p * rows + r;
                if (row < screen.n && row != list.excluded)
                    list.candidates.push_back({s[q * rows + r], static_cast<uint32_t>(row)});
            }
            if (static_cast<int64_t>(list.candidates.size()) > capacity - rows) shorten(g * width + q);
        }
    }

    void shorten(int64_t i) {
        prune_by_bounds(i);
        const int64_t half = (capacity - loops().screen_rows - ask.k) / 2;
        if (static_cast<int64_t>(lists[i].candidates.size()) > ask.k + half)
            prune_to_nearest(i);
    }

    void lower_cut(int64_t i, double value) {
        cut[i] = std::min(cut[i], round_up(value));
        const float limit = cut[i];
        std::erase_if(lists[i].candidates, [limit](const Candidate& each) { return !(each.s <= limit); });
    }

    void prune_by_bounds(int64_t i) {
        CandidateList& list = lists[i];
        upper.clear();
        for (const Candidate& each : list.candidates)
            upper.push_back(each.s + 2 * screen.e * screen.norm[each.row]);
        const auto kth = upper.begin() + (ask.k - 1);
        std::nth_element(upper.begin(), kth, upper.end());
        const double end = *kth + 2 * (screen.e * list.b + screen.tiny);
        // Rows of the rank of the k-th remain.
        lower_cut(i, end + 2 * rank_width * std::max(end + list.b / 2, 0.0));
    }

    Best& nearest_of_candidates(int64_t i) {
        const CandidateList& list = lists[i];
        const Real* query = ask.queries.x + (from + i) * screen.d;
        for (int64_t j = 0; j < screen.d; j++) exact[j] = static_cast<double>(query[j]);
        rows_left.clear();
        for (const Candidate& each : list.candidates) rows_left.push_back(each.row);
        sums.resize(rows_left.size());
        row_loops<Real>().distances_to(data.x, screen.d, rows_left.data(),
                                       static_cast<int64_t>(rows_left.size()), exact.data(), sums.data());
        best.clear(-1);
        for (size_t c = 0; c < sums.size(); c++) best.offer(sums[c], rows_left[c]);
        return best;
    }

    // Many rows within the rounding error of each other: only the k nearest remain.
    void prune_to_nearest(int64_t i) {
        CandidateList& list = lists[i];
        Best& nearest = nearest_of_candidates(i);
        const double h = nearest.limit() * screen.scale * screen.scale / 2;
        rows_left.clear();
        for (const auto& item : nearest.sorted()) rows_left.push_back(item.row);
        std::sort(rows_left.begin(), rows_left.end());
        std::erase_if(list.candidates, [&](const Candidate& each) {
            return !std::binary_search(rows_left.begin(), rows_left.end(), int64_t{each.row});
        });
        const double value = h - list.b / 2 + screen.e * list.b + screen.tiny;
        cut[i] = std::min(cut[i], round_up(value));
    }

    void finish(int64_t i) {
        nearest_of_candidates(i).write(ask.distance + (from + i) * ask.k, ask.index + (from + i) * ask.k);
    }

    Rows<Real> data;
    const Screen& screen;
    const Question<Real>& ask;
    int64_t from, count, width, groups, capacity;
    Buffer<float> packed, cut;
    Buffer<double> exact;
    std::vector<CandidateList> lists;
    std::vector<double> upper, sums;
    std::vector<int64_t> rows_left;
    Best best{ask.k, true};
};

int64_t queries_in_block(int64_t queries, int64_t d, int threads) {
    const int64_t width = loops().screen_queries;
    const int64_t fit = std::clamp<int64_t>(131072 / d, 64, 1024), share = blocks_of(queries, 4 * threads);
    return blocks_of(std::min(fit, std::max<int64_t>(share, 1)), width) * width;
}

}  // namespace

template <class Real>
bool search_screened(Rows<Real> data, const Question<Real>& ask) {
    if (data.d == 0 || data.d > max_columns || data.n == 0 || ask.queries.n == 0) return false;
    Screen screen(data.n, data.d);
    find_mean(data, screen);
    for (int64_t j = 0; j < data.d; j++)
        if (!std::isfinite(screen.mean[j])) return false;
    const double max_gap =
        std::max(largest(data, screen, ask.threads), largest(ask.queries, screen, ask.threads));
    if (!(max_gap > 1e-100 && max_gap < 1e100)) return false;
    screen.scale = std::exp2(-std::ceil(std::log2(max_gap)));
    parallel(ask.threads, screen.panels, [&](int64_t p) { pack_panel(data, p, screen); });
    const int64_t block = queries_in_block(ask.queries.n, data.d, ask.threads);
    parallel(ask.threads, blocks_of(ask.queries.n, block), [&](int64_t b) {
        const int64_t from = b * block;
        Block<Real>(data, screen, ask, from, std::min(block, ask.queries.n - from)).run();
    });
    return true;
}

template bool search_screened<double>(Rows<double>, const Question<double>&);
template bool search_screened<float>(Rows<float>, const Question<float>&);

}  // namespace gnomon
