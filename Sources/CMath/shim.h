#pragma once
// The mathematical functions that the pure targets use instead of importing Glibc.
static inline double cmath_sin(double x) { return __builtin_sin(x); }
static inline double cmath_cos(double x) { return __builtin_cos(x); }
static inline double cmath_tan(double x) { return __builtin_tan(x); }
static inline double cmath_asin(double x) { return __builtin_asin(x); }
static inline double cmath_atan(double x) { return __builtin_atan(x); }
static inline double cmath_atan2(double y, double x) { return __builtin_atan2(y, x); }
static inline double cmath_exp(double x) { return __builtin_exp(x); }
static inline double cmath_log10(double x) { return __builtin_log10(x); }
