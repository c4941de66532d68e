// Vectors as wide as the level allows, by the vector extension that GCC and Clang share.
#pragma once

#include <cstdint>

#include "loops.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#define GNOMON_BYTES 64
#elif defined(__AVX2__)
#include <immintrin.h>
#define GNOMON_BYTES 32
#else
#define GNOMON_BYTES 16
#endif

namespace gnomon::GNOMON_LEVEL {

typedef double Doubles __attribute__((vector_size(GNOMON_BYTES)));
typedef float Floats __attribute__((vector_size(GNOMON_BYTES)));
typedef float HalfFloats __attribute__((vector_size(GNOMON_BYTES / 2)));
typedef int64_t Longs __attribute__((vector_size(GNOMON_BYTES)));
typedef int32_t Ints __attribute__((vector_size(GNOMON_BYTES)));

constexpr int n_doubles = GNOMON_BYTES / 8;
constexpr int n_floats = GNOMON_BYTES / 4;

inline Doubles load(const double* p) {
    Doubles v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

inline Doubles load(const float* p) {
    HalfFloats v;
    __builtin_memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, Doubles);
}

inline Floats load_floats(const float* p) {
    Floats v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

inline void store(double* p, Doubles v) { __builtin_memcpy(p, &v, sizeof v); }
inline void store(float* p, Floats v) { __builtin_memcpy(p, &v, sizeof v); }

// The sum of the lanes, by halves.
inline double total(Doubles v) {
    double sum[n_doubles];
    store(sum, v);
    for (int half = n_doubles / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++) sum[i] += sum[i + half];
    return sum[0];
}

// Bit i is set where value_i <= limit.
inline uint64_t at_most(Floats value, float limit) {
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask((__m512)value, _mm512_set1_ps(limit), _CMP_LE_OQ);
#elif defined(__AVX2__)
    return (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps((__m256)value, _mm256_set1_ps(limit), _CMP_LE_OQ));
#else
    uint64_t bits = 0;
    for (int i = 0; i < n_floats; i++) bits |= (uint64_t)(value[i] <= limit) << i;
    return bits;
#endif
}

inline uint64_t at_most(Doubles value, double limit) {
#if defined(__AVX512F__)
    return _mm512_cmp_pd_mask((__m512d)value, _mm512_set1_pd(limit), _CMP_LE_OQ);
#elif defined(__AVX2__)
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)value, _mm256_set1_pd(limit), _CMP_LE_OQ));
#else
    uint64_t bits = 0;
    for (int i = 0; i < n_doubles; i++) bits |= (uint64_t)(value[i] <= limit) << i;
    return bits;
#endif
}

}  // namespace gnomon::GNOMON_LEVEL
