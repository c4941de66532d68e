// Working set selection.
#include <algorithm>

#include "solve.hpp"

namespace gnomon {

namespace {

template <class Before>
void retain_first(std::vector<int64_t>& candidates, int64_t n, const Before& before) {
    if (int64_t(candidates.size()) <= n) return;
    std::nth_element(candidates.begin(), candidates.begin() + n, candidates.end(), before);
    candidates.resize(static_cast<size_t>(n));
}

}  // namespace

std::vector<int64_t> select_working_set(std::vector<int64_t> increasing, std::vector<int64_t> decreasing,
                                        const std::vector<int64_t>& previous,
                                        const std::vector<double>& gradient, int64_t size) {
    const int64_t n_new = previous.empty() ? size / 2 : size / 4;
    const auto by_gradient = [&](int64_t a, int64_t b) {
        return gradient[a] != gradient[b] ? gradient[a] > gradient[b] : a < b;
    };
    retain_first(increasing, n_new, by_gradient);
    retain_first(decreasing, n_new, [&](int64_t a, int64_t b) { return by_gradient(b, a); });
    std::vector<char> is_chosen(gradient.size(), 0);
    std::vector<int64_t> working_set;
    const auto append = [&](const std::vector<int64_t>& candidates) {
        for (const int64_t v : candidates)
            if (!is_chosen[v] && int64_t(working_set.size()) < size)
                is_chosen[v] = 1, working_set.push_back(v);
    };
    append(increasing), append(decreasing), append(previous);
    return working_set;
}

}  // namespace gnomon
