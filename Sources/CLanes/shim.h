#pragma once
// Operations on sixteen bytes at once. Swift's SIMD16 compares in a loop and cannot turn a mask into bits.
// The vectors are clang's own: each processor gets its own instructions (pcmpeqb and pmovmskb on x86-64), and one
// without vectors gets plain code.

typedef unsigned char lanes_bytes __attribute__((ext_vector_type(16)));
typedef _Bool lanes_flags __attribute__((ext_vector_type(16)));

#define LANES_BITS(condition)                                                  \
    lanes_flags flags = __builtin_convertvector((condition), lanes_flags);     \
    unsigned short bits;                                                       \
    __builtin_memcpy(&bits, &flags, sizeof bits);                              \
    return bits

// Bit n is set if byte n is `value`.
static inline unsigned lanes_equal(lanes_bytes bytes, unsigned char value) { LANES_BITS(bytes == value); }

// Bit n is set if byte n is `first` or `second`.
static inline unsigned lanes_either(lanes_bytes bytes, unsigned char first, unsigned char second) {
    LANES_BITS((bytes == first) | (bytes == second));
}

// Bit n is set if byte n is at most `value`.
static inline unsigned lanes_at_most(lanes_bytes bytes, unsigned char value) { LANES_BITS(bytes <= value); }

// Bit n is set if byte n is the same on both sides.
static inline unsigned lanes_same(lanes_bytes left, lanes_bytes right) { LANES_BITS(left == right); }

// The exclusive or of both sides.
static inline lanes_bytes lanes_xor(lanes_bytes left, lanes_bytes right) { return left ^ right; }

// The first `count` bytes, followed by zeros.
static inline lanes_bytes lanes_first(lanes_bytes bytes, int count) {
    static const unsigned char masks[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255, 255, 255, 255};
    lanes_bytes mask;
    __builtin_memcpy(&mask, masks + 16 - count, sizeof mask);
    return bytes & mask;
}

// The exclusive or of the first eight bytes and the last eight.
static inline unsigned long long lanes_halves(lanes_bytes bytes) {
    unsigned long long halves[2];
    __builtin_memcpy(halves, &bytes, sizeof halves);
    return halves[0] ^ halves[1];
}

// Bit n is set if byte n is at most its limit.
static inline unsigned lanes_within(lanes_bytes bytes, lanes_bytes limits) { LANES_BITS(bytes <= limits); }

typedef unsigned short lanes_shorts __attribute__((ext_vector_type(8)));
typedef unsigned int lanes_ints __attribute__((ext_vector_type(4)));
typedef unsigned long long lanes_longs __attribute__((ext_vector_type(2)));
typedef int lanes_two_ints __attribute__((ext_vector_type(2)));
typedef double lanes_doubles __attribute__((ext_vector_type(2)));

// The degrees of a latitude ddmm.mmmm and a longitude dddmm.mmmm; both are NaN if a character is not a digit or if
// there
// are sixty minutes. `wholes` are the eight characters before each point, the first one lowest. `fractions` are the
// last
// eight characters of each; those above `shift` bits are the decimals, whose number is that of the zeros of `power`.
__attribute__((always_inline)) static inline lanes_doubles lanes_degrees(
    lanes_longs wholes, lanes_longs fractions, unsigned shift, double power) {
    const lanes_longs zeros = 0x3030303030303030;
    const lanes_bytes limits = {9, 9, 9, 9, 9, 9, 5, 9, 9, 9, 9, 9, 9, 9, 5, 9};
    const lanes_shorts minutes_in_pairs = {0, 6000, 60, 1, 0, 6000, 60, 1};
    const lanes_shorts hundreds = {100, 1, 100, 1, 100, 1, 100, 1};
    wholes = (wholes ^ zeros) & (lanes_longs){~0ull << 32, ~0ull << 24};
    fractions = (fractions ^ zeros) >> shift << shift;
    if ((lanes_within((lanes_bytes)wholes, limits) & lanes_at_most((lanes_bytes)fractions, 9)) != 0xFFFF)
        return (lanes_doubles)__builtin_nan("");
    // Two digits make a pair: multiplying adds ten times the lower byte to the upper one.
    lanes_ints minutes = (lanes_ints)(((lanes_shorts)wholes * 2561 >> 8) * minutes_in_pairs);
    lanes_ints fours = (lanes_ints)(((lanes_shorts)fractions * 2561 >> 8) * hundreds);
    lanes_longs two_minutes = (lanes_longs)((minutes & 0xFFFF) + (minutes >> 16));
    lanes_longs two_fours = (lanes_longs)((fours & 0xFFFF) + (fours >> 16));
    lanes_ints whole = (lanes_ints)((two_minutes & 0xFFFFFFFF) + (two_minutes >> 32));
    lanes_ints fraction = (lanes_ints)((two_fours & 0xFFFFFFFF) * 10000 + (two_fours >> 32));
    // All operands are integers that a double holds exactly, so only the division rounds.
    lanes_doubles left = __builtin_convertvector((lanes_two_ints)whole.even, lanes_doubles);
    lanes_doubles right = __builtin_convertvector((lanes_two_ints)fraction.even, lanes_doubles);
    return (left * power + right) / (60 * power);
}
