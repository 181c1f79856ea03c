// zlib's gzip decompression behind one opaque handle.
//
// Only gzip.c includes zlib.h: it includes system headers, and a second module with those gives `fd_set` two
// definitions, which the compiler may reject.
#pragma once

// The decompression of one stream.
typedef struct czlib_stream czlib_stream;

// Starts with a member of a gzip file; NULL if out of memory.
czlib_stream *czlib_create(void);

void czlib_free(czlib_stream *stream);

// Starts again, with the next member.
void czlib_reset(czlib_stream *stream);

// Decompresses as much as the input and the output capacity allow; *consumed and *produced return the bytes used of
// each.
// Returns 0 if it needs more input or capacity, 1 at the end of the member, -1 if the data are damaged.
int czlib_inflate(czlib_stream *stream, const unsigned char *input, int input_count, int *consumed,
                  unsigned char *output, int capacity, int *produced);

// The error message after -1.
const char *czlib_problem(czlib_stream *stream);
