// This file contains every use of libmicrohttpd.
#include "CMicroHTTPD.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BLOCK_SIZE = 16384, CONNECTION_MEMORY = 32768 };

enum state {
    // The headers have arrived, and the body is arriving.
    RECEIVING,
    // The request waits for its answer; the connection is suspended.
    WAITING,
    // The response exists; the connection sends it.
    ANSWERED,
};

// A request and its response.
struct exchange {
    uint64_t number;
    struct chttp_server *server;
    // The next of all exchanges of the server.
    struct exchange *next;
    // NULL once it has ended.
    struct MHD_Connection *connection;
    struct MHD_Response *response;
    enum state state;
    unsigned status;
    // These belong to the connection.
    const char *method, *path;
    uint8_t *body;
    size_t body_length;
    int body_is_too_long;
    // The bytes of a stream, and how many of them were passed on.
    uint8_t *output;
    size_t output_length, output_sent;
    int is_suspended, is_aborted;
    // Which events were not read yet.
    int has_request, has_drained;
};

// A connection, which outlives its exchanges.
struct peer {
    struct peer *next;
    int socket, is_trusted;
};

struct chttp_server {
    struct MHD_Daemon *daemon;
    struct peer *peers;
    size_t body_limit;
    struct exchange *exchanges;
    uint64_t last_number;
};

// MARK: Events

static void release(struct exchange *exchange) {
    struct exchange **link = &exchange->server->exchanges;
    while (*link != exchange) link = &(*link)->next;
    *link = exchange->next;
    if (exchange->response) MHD_destroy_response(exchange->response);
    free(exchange->body);
    free(exchange->output);
    free(exchange);
}

int chttp_next(chttp_server *server, chttp_event *event) {
    // There are about as many exchanges as connections. Those with events are all read before there are further ones.
    for (struct exchange *exchange = server->exchanges; exchange; exchange = exchange->next) {
        event->exchange = exchange->number;
        if (exchange->connection == NULL) {
            event->kind = CHTTP_ENDED;
            release(exchange);
            return 1;
        }
        if (exchange->has_request) {
            exchange->has_request = 0;
            event->kind = CHTTP_REQUEST;
            event->method = exchange->method;
            event->path = exchange->path;
            event->body = exchange->body;
            event->body_length = exchange->body_length;
            event->body_is_too_long = exchange->body_is_too_long;
            return 1;
        }
        if (exchange->has_drained) {
            exchange->has_drained = 0;
            event->kind = CHTTP_DRAINED;
            return 1;
        }
    }
    return 0;
}

// Returns an exchange that has not ended, or NULL.
static struct exchange *find(chttp_server *server, uint64_t number) {
    struct exchange *exchange = server->exchanges;
    while (exchange && exchange->number != number) exchange = exchange->next;
    return exchange && exchange->connection ? exchange : NULL;
}

// MARK: Callbacks

static void suspend(struct exchange *exchange) {
    if (exchange->is_suspended) return;
    exchange->is_suspended = 1;
    MHD_suspend_connection(exchange->connection);
}

static void resume(struct exchange *exchange) {
    if (!exchange->is_suspended) return;
    exchange->is_suspended = 0;
    MHD_resume_connection(exchange->connection);
}

// Ends an exchange as soon as libmicrohttpd asks for its answer or for more of it.
static void break_off(struct exchange *exchange) {
    exchange->is_aborted = 1;
    exchange->state = ANSWERED;
    resume(exchange);
}

static void receive(struct exchange *exchange, const char *bytes, size_t length) {
    if (length > exchange->server->body_limit - exchange->body_length) exchange->body_is_too_long = 1;
    if (exchange->body_is_too_long) return;
    uint8_t *body = realloc(exchange->body, exchange->body_length + length);
    if (body == NULL) {
        exchange->body_is_too_long = 1;
        return;
    }
    memcpy(body + exchange->body_length, bytes, length);
    exchange->body = body;
    exchange->body_length += length;
}

// libmicrohttpd calls this with the headers, with each piece of the body, at its end, and after each resumption until
// there is a response.
static enum MHD_Result handle(
    void *context, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **memory) {
    (void)version;
    struct exchange *exchange = *memory;
    if (exchange == NULL) {
        chttp_server *server = context;
        *memory = exchange = calloc(1, sizeof *exchange);
        if (exchange == NULL) return MHD_NO;
        exchange->number = ++server->last_number;
        exchange->server = server;
        exchange->connection = connection;
        exchange->next = server->exchanges;
        server->exchanges = exchange;
        return MHD_YES;
    }
    if (*upload_size > 0) {
        receive(exchange, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    if (exchange->state == ANSWERED) {
        if (exchange->is_aborted) return MHD_NO;
        enum MHD_Result result = MHD_queue_response(connection, exchange->status, exchange->response);
        // The connection has its own reference. A stream ends with this one, and the exchange with the connection's.
        MHD_destroy_response(exchange->response);
        exchange->response = NULL;
        return result;
    }
    if (exchange->state == RECEIVING) {
        exchange->state = WAITING;
        exchange->method = method;
        exchange->path = path;
        exchange->has_request = 1;
    }
    suspend(exchange);
    return MHD_YES;
}

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t room) {
    (void)position;
    struct exchange *exchange = context;
    if (exchange->is_aborted) return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t count = exchange->output_length - exchange->output_sent;
    if (count == 0) {
        exchange->output_length = exchange->output_sent = 0;
        exchange->has_drained = 1;
        suspend(exchange);
        return 0;
    }
    if (count > room) count = room;
    memcpy(buffer, exchange->output + exchange->output_sent, count);
    exchange->output_sent += count;
    return (ssize_t)count;
}

static void end(
    void *context, struct MHD_Connection *connection, void **memory, enum MHD_RequestTerminationCode why) {
    (void)context;
    (void)connection;
    (void)why;
    struct exchange *exchange = *memory;
    *memory = NULL;
    if (exchange == NULL) return;
    // The end of a request that was not told is not told either.
    if (exchange->state == RECEIVING) return release(exchange);
    exchange->connection = NULL;
}

static void notify(
    void *context, struct MHD_Connection *connection, void **memory, enum MHD_ConnectionNotificationCode what) {
    chttp_server *server = context;
    struct peer *peer = *memory;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        *memory = peer = calloc(1, sizeof *peer);
        if (peer == NULL) return;
        peer->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        peer->next = server->peers;
        server->peers = peer;
    } else if (peer) {
        struct peer **link = &server->peers;
        while (*link != peer) link = &(*link)->next;
        *link = peer->next;
        *memory = NULL;
        free(peer);
    }
}

// MARK: The server

int chttp_open(unsigned connection_limit, unsigned timeout_seconds, size_t body_limit, chttp_server **opened) {
    chttp_server *server = calloc(1, sizeof *server);
    if (server == NULL) return ENOMEM;
    server->body_limit = body_limit;
    errno = 0;
    server->daemon = MHD_start_daemon(
        // Without MHD_USE_ERROR_LOG: what a client does wrong is not worth a line in a log that it could fill.
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, handle, server,
        MHD_OPTION_NOTIFY_CONNECTION, notify, server,
        MHD_OPTION_NOTIFY_COMPLETED, end, server,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_END);
    if (server->daemon == NULL) {
        int error = errno ? errno : EINVAL;
        free(server);
        return error;
    }
    *opened = server;
    return 0;
}

void chttp_add(chttp_server *server, int socket) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    // What getpeername gives, by calls that the unit may make. The second wants the exact length, that of both ends. A
    // connection that was reset has no peer.
    if (getsockname(socket, (struct sockaddr *)&address, &length) != 0
        || getsockopt(socket, SOL_SOCKET, SO_PEERNAME, &address, &length) != 0)
        close(socket);
    else MHD_add_connection(server->daemon, socket, (struct sockaddr *)&address, length);
}

size_t chttp_connections(chttp_server *server) {
    return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

size_t chttp_strangers(chttp_server *server, int *sockets, size_t room) {
    size_t count = 0;
    for (struct peer *peer = server->peers; peer && count < room; peer = peer->next)
        if (!peer->is_trusted) sockets[count++] = peer->socket;
    return count;
}

void chttp_close(chttp_server *server) {
    for (struct exchange *exchange = server->exchanges; exchange; exchange = exchange->next)
        if (exchange->connection) break_off(exchange);
    // A suspended connection is resumed by the next run only, and must not be there when the server stops.
    MHD_run(server->daemon);
    MHD_stop_daemon(server->daemon);
    while (server->exchanges) release(server->exchanges);
    free(server);
}

int chttp_descriptor(chttp_server *server) {
    return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

long long chttp_timeout(chttp_server *server) {
    MHD_UNSIGNED_LONG_LONG milliseconds;
    if (MHD_get_timeout(server->daemon, &milliseconds) != MHD_YES) return -1;
    return milliseconds > 86400000 ? 86400000 : (long long)milliseconds;
}

void chttp_run(chttp_server *server) { MHD_run(server->daemon); }

// MARK: Exchanges

const char *chttp_header(chttp_server *server, uint64_t number, const char *name) {
    struct exchange *exchange = find(server, number);
    return exchange ? MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name) : NULL;
}

int chttp_socket(chttp_server *server, uint64_t number) {
    struct exchange *exchange = find(server, number);
    if (exchange == NULL) return -1;
    return MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static struct peer *peer_of(struct exchange *exchange) {
    return MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

void chttp_trust(chttp_server *server, uint64_t number) {
    struct exchange *exchange = find(server, number);
    struct peer *peer = exchange ? peer_of(exchange) : NULL;
    if (peer) peer->is_trusted = 1;
}

static void respond(
    struct exchange *exchange, unsigned status, struct MHD_Response *response, const char *const *headers,
    size_t count) {
    if (response == NULL) return break_off(exchange);
    for (size_t index = 0; index + 1 < count; index += 2)
        MHD_add_response_header(response, headers[index], headers[index + 1]);
    struct peer *peer = peer_of(exchange);
    if (peer && !peer->is_trusted) MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    exchange->response = response;
    exchange->status = status;
    exchange->state = ANSWERED;
    resume(exchange);
}

void chttp_answer(
    chttp_server *server, uint64_t number, unsigned status, const char *const *headers, size_t count,
    const uint8_t *body, size_t length) {
    struct exchange *exchange = find(server, number);
    if (exchange == NULL || exchange->state != WAITING) return;
    // The copy is only read.
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, (void *)(uintptr_t)body, MHD_RESPMEM_MUST_COPY);
    respond(exchange, status, response, headers, count);
}

void chttp_start_stream(chttp_server *server, uint64_t number, const char *const *headers, size_t count) {
    struct exchange *exchange = find(server, number);
    if (exchange == NULL || exchange->state != WAITING) return;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, read_stream, exchange, NULL);
    respond(exchange, MHD_HTTP_OK, response, headers, count);
}

void chttp_send(chttp_server *server, uint64_t number, const uint8_t *bytes, size_t length) {
    struct exchange *exchange = find(server, number);
    if (exchange == NULL) return;
    uint8_t *output = realloc(exchange->output, exchange->output_length + length);
    if (output == NULL) return break_off(exchange);
    memcpy(output + exchange->output_length, bytes, length);
    exchange->output = output;
    exchange->output_length += length;
    resume(exchange);
}

void chttp_abort(chttp_server *server, uint64_t number) {
    struct exchange *exchange = find(server, number);
    if (exchange) break_off(exchange);
}
