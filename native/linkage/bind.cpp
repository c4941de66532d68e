// Python bindings; src/gnomon/native.pyi documents their arguments and results.
#include <nanobind/stl/string.h>

#include <algorithm>

#include "../bindings/arrays.hpp"
#include "../families.hpp"
#include "linkage.hpp"

namespace gnomon {

namespace {

using nb::arg;

Linkage linkage_named(const std::string& name) {
    const char* names[] = {"single", "complete", "average", "weighted", "ward", "centroid", "median"};
    for (int i = 0; i < 7; i++)
        if (name == names[i]) return static_cast<Linkage>(i);
    refuse("no linkage is called " + name);
}

Metric metric_named(const std::string& name) {
    if (name == "euclidean") return Metric::euclidean;
    if (name == "manhattan") return Metric::manhattan;
    refuse("no metric is called " + name + "; there are euclidean and manhattan");
}

// Whether a merge may be lower than its parts (an inversion).
bool may_invert(Linkage linkage) { return linkage >= Linkage::centroid; }

const double* checked_sizes(const Weight& size, int64_t n) {
    const double* sizes = data_or_null("size", size, n);
    for (int64_t i = 0; sizes != nullptr && i < n; i++)
        if (!(sizes[i] > 0 && sizes[i] < INFINITY)) refuse("size has a value that is not above 0");
    return sizes;
}

// The chain ends because no merge brings two clusters nearer; this requires a matrix that is symmetric and
// not negative, with finite squares. In tiles, so that both halves stay in the cache.
void check_distances(const double* distance, int64_t n) {
    constexpr int64_t tile = 64;
    constexpr double largest = 1e150;
    for (int64_t top = 0; top < n; top += tile)
        for (int64_t left = 0; left <= top; left += tile)
            for (int64_t i = top; i < std::min(top + tile, n); i++)
                for (int64_t j = left; j <= std::min(left + tile - 1, i); j++) {
                    const double there = distance[i * n + j], back = distance[j * n + i];
                    if (there != back) refuse("D is not symmetric");
                    if (!(there >= 0 && there <= largest)) refuse("D has a value below 0 or above 1e150");
                }
}

// From squared distances, times a factor, to heights.
std::vector<Merge> rooted(std::vector<Merge> merges, double factor) {
    for (Merge& merge : merges) merge.height = std::sqrt(factor * merge.height);
    return merges;
}

std::vector<Merge> merges_of_rows(Rows<double> x, Metric metric, Linkage linkage, const double* size,
                                  int threads) {
    Interrupt interrupt;
    if (linkage == Linkage::single) {
        const bool euclidean = metric == Metric::euclidean;
        auto merges = spanning_tree(x.x, x.n, x.d, euclidean, threads, interrupt);
        return euclidean ? rooted(std::move(merges), 1) : merges;
    }
    if (linkage == Linkage::ward) return rooted(chain_of_means(x.x, size, x.n, x.d, threads, interrupt), 2);
    if (!may_invert(linkage)) return chain_of_rows(x.x, size, x.n, x.d, metric, linkage, threads, interrupt);
    Square table = squared_distances(x.x, x.n, x.d, threads, interrupt);
    return rooted(joined_in_order(table, size, linkage, interrupt), 1);
}

std::vector<Merge> merges_of_distances(const double* distance, int64_t n, Linkage linkage, const double* size,
                                       int threads) {
    Interrupt interrupt;
    if (linkage == Linkage::single) return spanning_tree_of_table(distance, n, interrupt);
    if (!may_invert(linkage)) {
        auto merges = chain_of_table(distance, size, n, linkage, threads, interrupt);
        return linkage == Linkage::ward ? rooted(std::move(merges), 1) : merges;
    }
    Square table(n);
    for (int64_t i = 0; i < n * n; i++) table.row(i / n)[i % n] = distance[i] * distance[i];
    return rooted(joined_in_order(table, size, linkage, interrupt), 1);
}

NewMatrix<double> linkage_of_rows(Matrix<double> X, const std::string& metric, const std::string& method,
                                  Weight weight, int threads) {
    check_threads(threads);
    const int64_t n = length(X.shape(0)), d = length(X.shape(1));
    if (n < 1 || d < 1) refuse("X has no rows or no columns");
    check_numbers("X", X.data(), n * d, d);
    const Linkage linkage = linkage_named(method);
    const Metric measure = metric_named(metric);
    if (linkage >= Linkage::ward && measure != Metric::euclidean)
        refuse(method + " linkage requires the metric euclidean");
    const double* size = checked_sizes(weight, n);
    auto out = new_matrix<double>(n - 1, 4);
    {
        nb::gil_scoped_release free;
        auto merges = merges_of_rows(rows(X), measure, linkage, size, threads);
        label_merges(merges, size, n, !may_invert(linkage), out.data());
    }
    return out;
}

NewMatrix<double> linkage_of_distances(Matrix<double> D, const std::string& method, Weight weight,
                                       int threads) {
    check_threads(threads);
    const int64_t n = length(D.shape(0));
    check_length("a row of D", length(D.shape(1)), n);
    if (n < 1) refuse("D has no rows");
    check_distances(D.data(), n);
    const Linkage linkage = linkage_named(method);
    const double* size = checked_sizes(weight, n);
    auto out = new_matrix<double>(n - 1, 4);
    {
        nb::gil_scoped_release free;
        auto merges = merges_of_distances(D.data(), n, linkage, size, threads);
        label_merges(merges, size, n, !may_invert(linkage), out.data());
    }
    return out;
}

}  // namespace

void bind_linkage(nb::module_& m) {
    m.def("linkage_of_rows", &linkage_of_rows, arg("X").noconvert(), arg("metric"), arg("method"),
          arg("weight").noconvert().none(), arg("threads"));
    m.def("linkage_of_distances", &linkage_of_distances, arg("D").noconvert(), arg("method"),
          arg("weight").noconvert().none(), arg("threads"));
}

}  // namespace gnomon
