// Which places the next block moves.
#include <algorithm>

#include "solve.hpp"

namespace gnomon {

namespace {

template <class Before>
void keep_first(std::vector<int64_t>& list, int64_t n, const Before& before) {
    if (int64_t(list.size()) <= n) return;
    std::nth_element(list.begin(), list.begin() + n, list.end(), before);
    list.resize(static_cast<size_t>(n));
}

}  // namespace

std::vector<int64_t> next_block(std::vector<int64_t> rising, std::vector<int64_t> falling,
                                const std::vector<int64_t>& last, const std::vector<double>& pull,
                                int64_t size) {
    const int64_t fresh = last.empty() ? size / 2 : size / 4;
    const auto by_pull = [&](int64_t a, int64_t b) { return pull[a] != pull[b] ? pull[a] > pull[b] : a < b; };
    keep_first(rising, fresh, by_pull);
    keep_first(falling, fresh, [&](int64_t a, int64_t b) { return by_pull(b, a); });
    std::vector<char> is_chosen(pull.size(), 0);
    std::vector<int64_t> block;
    const auto take = [&](const std::vector<int64_t>& list) {
        for (const int64_t v : list)
            if (!is_chosen[v] && int64_t(block.size()) < size) is_chosen[v] = 1, block.push_back(v);
    };
    take(rising), take(falling), take(last);
    return block;
}

}  // namespace gnomon
