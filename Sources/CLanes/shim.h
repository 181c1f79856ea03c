#pragma once
// Sixteen bytes at once, which Swift's SIMD16 cannot do: it compares in a loop, and has no way from a mask to bits.
// The vectors are clang's own: every processor gets what it has (pcmpeqb and pmovmskb on x86-64), and one without
// vectors gets plain instructions.

typedef unsigned char lanes_bytes __attribute__((ext_vector_type(16)));
typedef _Bool lanes_flags __attribute__((ext_vector_type(16)));

#define LANES_BITS(condition)                                                  \
    lanes_flags flags = __builtin_convertvector((condition), lanes_flags);     \
    unsigned short bits;                                                       \
    __builtin_memcpy(&bits, &flags, sizeof bits);                              \
    return bits

// Bit n is set where byte n is `value`.
static inline unsigned lanes_equal(lanes_bytes bytes, unsigned char value) { LANES_BITS(bytes == value); }

// Bit n is set where byte n is `first` or `second`.
static inline unsigned lanes_either(lanes_bytes bytes, unsigned char first, unsigned char second) {
    LANES_BITS((bytes == first) | (bytes == second));
}

// Bit n is set where byte n is `value` or less.
static inline unsigned lanes_at_most(lanes_bytes bytes, unsigned char value) { LANES_BITS(bytes <= value); }

// Bit n is set where both have the same byte n.
static inline unsigned lanes_same(lanes_bytes left, lanes_bytes right) { LANES_BITS(left == right); }

// Each byte combined with its counterpart by exclusive or.
static inline lanes_bytes lanes_xor(lanes_bytes left, lanes_bytes right) { return left ^ right; }

// The first `count` bytes, above them zeros.
static inline lanes_bytes lanes_first(lanes_bytes bytes, int count) {
    static const unsigned char masks[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255, 255, 255, 255};
    lanes_bytes mask;
    __builtin_memcpy(&mask, masks + 16 - count, sizeof mask);
    return bytes & mask;
}

// The first eight bytes and the last eight combined by exclusive or.
static inline unsigned long long lanes_halves(lanes_bytes bytes) {
    unsigned long long halves[2];
    __builtin_memcpy(halves, &bytes, sizeof halves);
    return halves[0] ^ halves[1];
}
