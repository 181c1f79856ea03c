#define _GNU_SOURCE 1
#include "barrier.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int listen_at(const struct addrinfo *address) {
    int descriptor = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    // Allow the port to be reused at once after a restart.
    int on = 1, off = 0;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // The IPv6 wildcard address also accepts IPv4.
    if (address->ai_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(descriptor, address->ai_addr, address->ai_addrlen) == 0 && listen(descriptor, 16) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

// Whether an earlier address of the list is the same: the resolver may name one twice.
static int is_repeated(const struct addrinfo *list, const struct addrinfo *address) {
    for (; list != address; list = list->ai_next)
        if (list->ai_addrlen == address->ai_addrlen && memcmp(list->ai_addr, address->ai_addr, list->ai_addrlen) == 0)
            return 1;
    return 0;
}

// An address that was left out would be free for others, to whom clients of this name would then connect.
static int listen_at_all(const struct addrinfo *list, int sockets[WAYMARK_LISTENERS]) {
    int count = 0, error = EADDRNOTAVAIL, port = 0;
    for (const struct addrinfo *next = list; next; next = next->ai_next) {
        if (is_repeated(list, next)) continue;
        // The port is at the same offset in both address families.
        if (port) ((struct sockaddr_in *)next->ai_addr)->sin_port = htons((unsigned short)port);
        int descriptor = count < WAYMARK_LISTENERS ? listen_at(next) : -1;
        if (descriptor >= 0) {
            sockets[count++] = descriptor;
            if (count == 1) port = waymark_local_port(descriptor);
            continue;
        }
        error = errno;
        // Nobody has an address that this machine lacks.
        if (count < WAYMARK_LISTENERS && (error == EAFNOSUPPORT || error == EADDRNOTAVAIL)) continue;
        while (count > 0) close(sockets[--count]);
        break;
    }
    errno = error;
    return count > 0 ? count : -1;
}

int waymark_tcp_listen(const char *host, int port, int sockets[WAYMARK_LISTENERS], const char **problem) {
    struct addrinfo *list;
    if (waymark_resolve(host ? host : "::", port, AI_PASSIVE, SOCK_STREAM, &list, problem) != 0) return -1;
    int count = listen_at_all(list, sockets), error = errno;
    freeaddrinfo(list);
    // The kernel has no IPv6.
    if (count < 0 && !host && (error == EAFNOSUPPORT || error == EADDRNOTAVAIL))
        return waymark_tcp_listen("0.0.0.0", port, sockets, problem);
    errno = error;
    return count;
}

int waymark_local_port(int descriptor) {
    struct sockaddr_in6 address = {0};
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return -1;
    // The port is at the same offset in both address families.
    return ntohs(address.sin6_port);
}

int waymark_is_tcp_listener(int descriptor) {
    int protocol = 0, is_listening = 0;
    socklen_t length = sizeof protocol;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) != 0 || protocol != IPPROTO_TCP) return 0;
    length = sizeof is_listening;
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &length) == 0 && is_listening;
}

int waymark_listens_at(int descriptor, const char *address) {
    struct sockaddr_in6 bound = {0};
    socklen_t length = sizeof bound;
    unsigned char wanted[sizeof(struct in6_addr)], any[sizeof(struct in6_addr)] = {0};
    if (getsockname(descriptor, (struct sockaddr *)&bound, &length) != 0) return 0;
    int is_new = bound.sin6_family == AF_INET6;
    const void *has = is_new ? (void *)&bound.sin6_addr : (void *)&((struct sockaddr_in *)&bound)->sin_addr;
    size_t size = is_new ? sizeof(struct in6_addr) : sizeof(struct in_addr);
    if (memcmp(has, any, size) == 0) return 2;
    return inet_pton(bound.sin6_family, address, wanted) == 1 && memcmp(has, wanted, size) == 0;
}

int waymark_udp_connect(const char *host, int port, const char **problem) {
    struct addrinfo *list;
    if (waymark_resolve(host, port, 0, SOCK_DGRAM, &list, problem) != 0) return -1;
    int descriptor = -1, error = EADDRNOTAVAIL, on = 1;
    for (const struct addrinfo *next = list; next && descriptor < 0; next = next->ai_next) {
        descriptor = socket(next->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (descriptor < 0) {
            error = errno;
            continue;
        }
        // Permit the broadcast address. Multicast needs no permission.
        setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &on, sizeof on);
        if (connect(descriptor, next->ai_addr, next->ai_addrlen) == 0) break;
        error = errno;
        close(descriptor);
        descriptor = -1;
    }
    freeaddrinfo(list);
    errno = error;
    return descriptor;
}
