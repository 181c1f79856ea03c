// zlib's decompression of gzip behind one opaque handle.
//
// zlib.h is read in stream.c only: it pulls in headers of the system, and a second module that has them gives `fd_set`
// two definitions, of which the compiler may refuse one.
#pragma once

// One compressed stream that is being read.
typedef struct czlib_stream czlib_stream;

// Begins to read a member of a gzip file; NULL when there is no memory.
czlib_stream *czlib_create(void);

void czlib_free(czlib_stream *stream);

// Begins anew, with the next member.
void czlib_reset(czlib_stream *stream);

// Decompresses as much as there is input for and room. *consumed and *produced say how many bytes of each were used.
// 0: go on with more input or more room; 1: the member is complete; -1: it is damaged.
int czlib_inflate(czlib_stream *stream, const unsigned char *input, int input_count, int *consumed,
                  unsigned char *output, int capacity, int *produced);

// What is damaged, after -1.
const char *czlib_problem(czlib_stream *stream);
