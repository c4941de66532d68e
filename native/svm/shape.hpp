// A kernel as a function of one number per pair of rows: the dot product s, or the squared distance u.
#pragma once

namespace gnomon {

enum class Shape : int {
    linear,       // times s
    polynomial,   // (times (gamma s + coef0))^degree
    tanh,         // times tanh(gamma s + coef0)
    exponential,  // exp(gamma s + coef0) + plus
    rbf,          // exp(-gamma u) + plus
    laplacian,    // exp(-gamma sqrt(u)) + plus
};

struct Kernel {
    Shape shape = Shape::linear;
    double gamma = 1, coef0 = 0;
    int degree = 3;
    double times = 1, plus = 0;

    bool reads_distances() const { return shape == Shape::rbf || shape == Shape::laplacian; }
};

}  // namespace gnomon
