#define _GNU_SOURCE 1
#include "barrier.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
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

int waymark_tcp_listen(const char *host, int port, const char **problem) {
    struct addrinfo *list;
    if (waymark_resolve(host ? host : "::", port, AI_PASSIVE, SOCK_STREAM, &list, problem) != 0) return -1;
    int descriptor = -1, error = EADDRNOTAVAIL;
    for (const struct addrinfo *next = list; next && descriptor < 0; next = next->ai_next) {
        descriptor = listen_at(next);
        if (descriptor < 0) error = errno;
    }
    freeaddrinfo(list);
    // The kernel has no IPv6.
    if (descriptor < 0 && !host && (error == EAFNOSUPPORT || error == EADDRNOTAVAIL))
        return waymark_tcp_listen("0.0.0.0", port, problem);
    errno = error;
    return descriptor;
}

int waymark_local_port(int descriptor) {
    struct sockaddr_in6 address = {0};
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) != 0) return -1;
    // The port is at the same offset in both address families.
    return ntohs(address.sin6_port);
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
