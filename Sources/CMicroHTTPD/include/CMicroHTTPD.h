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

enum {
    // A request has arrived as a whole. It waits for chttp_answer or chttp_start_stream.
    CHTTP_REQUEST = 1,
    // All bytes given to a stream were passed on to the kernel.
    CHTTP_DRAINED = 2,
    // The exchange is over.
    CHTTP_ENDED = 3,
};

typedef struct {
    int kind;
    // The number of a request and its response, by which all functions find it. Of one that is over they do nothing.
    uint64_t exchange;
    // The parts of a request, valid until it is answered or over.
    const char *method, *path;
    const uint8_t *body;
    size_t body_length;
    int body_is_too_long;
} chttp_event;

// Creates a server without connections. A connection without progress for `timeout_seconds` is closed, unless it waits
// for the server. What a body has beyond its limit is discarded. Returns 0, or an errno.
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

// Returns a header of a request, or NULL if it has none of this name.
const char *chttp_header(chttp_server *server, uint64_t exchange, const char *name);

// The socket of the exchange, to notice that the peer went away; -1 if it is over.
int chttp_socket(chttp_server *server, uint64_t exchange);

// Notes that the connection of an exchange is no stranger. That of a stranger ends with the answer.
void chttp_trust(chttp_server *server, uint64_t exchange);

// Answers a request. `headers` are alternating names and values. Without memory for it, the exchange is broken off.
void chttp_answer(
    chttp_server *server, uint64_t exchange, unsigned status, const char *const *headers, size_t count,
    const uint8_t *body, size_t length);

// Answers a request with status 200 and a body that chttp_send continues.
void chttp_start_stream(chttp_server *server, uint64_t exchange, const char *const *headers, size_t count);

// Sends the next bytes of a stream.
void chttp_send(chttp_server *server, uint64_t exchange, const uint8_t *bytes, size_t length);

// Breaks an exchange off.
void chttp_abort(chttp_server *server, uint64_t exchange);
