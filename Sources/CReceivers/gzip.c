#include "gzip.h"

#include <stdlib.h>
#include <zlib.h>

struct czlib_stream {
    z_stream z;
};

czlib_stream *czlib_create(void) {
    czlib_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    // The largest window; 16 selects the gzip header and checksum.
    if (inflateInit2(&stream->z, MAX_WBITS + 16) == Z_OK) return stream;
    free(stream);
    return NULL;
}

void czlib_free(czlib_stream *stream) {
    inflateEnd(&stream->z);
    free(stream);
}

void czlib_reset(czlib_stream *stream) { inflateReset(&stream->z); }

int czlib_inflate(czlib_stream *stream, const unsigned char *input, int input_count, int *consumed,
                  unsigned char *output, int capacity, int *produced) {
    z_stream *z = &stream->z;
    // zlib does not write to its input; it may be built without declaring so.
    z->next_in = (unsigned char *)input;
    z->avail_in = (unsigned)input_count;
    z->next_out = output;
    z->avail_out = (unsigned)capacity;
    int status = inflate(z, Z_NO_FLUSH);
    *consumed = input_count - (int)z->avail_in;
    *produced = capacity - (int)z->avail_out;
    if (status == Z_STREAM_END) return 1;
    // Z_BUF_ERROR only means that no progress was possible.
    return status == Z_OK || status == Z_BUF_ERROR ? 0 : -1;
}

const char *czlib_problem(czlib_stream *stream) {
    return stream->z.msg ? stream->z.msg : "damaged data";
}
