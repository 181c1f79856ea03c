// libmicrohttpd without callbacks: one opaque server, whose events are read one at a time.
//
// Only server.c includes microhttpd.h: it includes system headers, and a second module with those gives `fd_set` two
// definitions, which the compiler may reject.
//
// All functions of one server are called by one thread. No function blocks.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct chttp_server chttp_server;

// A request and its response.
typedef struct chttp_exchange chttp_exchange;

enum {
    // A request has arrived as a whole. It waits for chttp_answer or chttp_start_stream.
    CHTTP_REQUEST = 1,
    // All bytes given to a stream were passed on to the kernel.
    CHTTP_DRAINED = 2,
    // The exchange is over. It is valid until the next call of chttp_next.
    CHTTP_ENDED = 3,
};

typedef struct {
    int kind;
    chttp_exchange *exchange;
} chttp_event;

// Creates a server without connections. A connection without progress for `timeout_seconds` is closed, unless it waits
// for the server. What a body has beyond its limit is discarded; chttp_body_is_too_long tells. Returns 0, or an errno.
int chttp_open(unsigned connection_limit, unsigned timeout_seconds, size_t body_limit, chttp_server **server);

// Serves an accepted connection, and owns its socket from now on. A connection is a stranger until it is trusted.
void chttp_add(chttp_server *server, int socket);

// The number of connections.
size_t chttp_connections(chttp_server *server);

// Writes the sockets of at most `room` strangers, the newest first, and returns their number.
size_t chttp_strangers(chttp_server *server, int *sockets, size_t room);

// Closes all connections.
void chttp_close(chttp_server *server);

// A descriptor that is readable when chttp_run has something to do.
int chttp_descriptor(chttp_server *server);

// The milliseconds until chttp_run must be called even if the descriptor is not readable; -1 for never.
long long chttp_timeout(chttp_server *server);

// Reads and writes what is possible now.
void chttp_run(chttp_server *server);

// Returns 1 and sets *event, or 0 if there is none.
int chttp_next(chttp_server *server, chttp_event *event);

// The parts of a request; texts end in a zero byte and are valid until the exchange is answered or ended.
const char *chttp_method(chttp_exchange *exchange);
const char *chttp_path(chttp_exchange *exchange);
// Returns NULL if the request has no such header.
const char *chttp_header(chttp_exchange *exchange, const char *name);
const uint8_t *chttp_body(chttp_exchange *exchange, size_t *length);
int chttp_body_is_too_long(chttp_exchange *exchange);

// The socket of the exchange, to notice that the peer went away.
int chttp_socket(chttp_exchange *exchange);

// Notes that the connection of an exchange is no stranger. That of a stranger ends with the answer.
void chttp_trust(chttp_exchange *exchange);

// Answers a request. `headers` are alternating names and values. Returns 0, or -1 if out of memory.
int chttp_answer(
    chttp_exchange *exchange, unsigned status, const char *const *headers, size_t count, const uint8_t *body,
    size_t length);

// Answers a request with status 200 and a body that chttp_send continues.
int chttp_start_stream(chttp_exchange *exchange, const char *const *headers, size_t count);

// Sends the next bytes of a stream. Returns 0, or -1 if out of memory.
int chttp_send(chttp_exchange *exchange, const uint8_t *bytes, size_t length);

// Breaks a stream off.
void chttp_abort(chttp_exchange *exchange);
