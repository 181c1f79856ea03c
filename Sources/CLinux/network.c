#define _GNU_SOURCE 1
#include "CLinux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "barrier.h"

// ADDRESSES: the most addresses of one name to try. In milliseconds: PATIENCE before giving up all of them, DOUBT before
// an address that has not answered is checked for a barrier.
enum { ADDRESSES = 8, PATIENCE = 10000, DOUBT = 2500 };

// Connects to an address within some milliseconds. Returns -1 with errno if it fails: EPERM if a barrier is the cause.
static int connect_to(const struct addrinfo *address, int patience) {
    int attempt = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (attempt < 0) return -1;
    int error = connect(attempt, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
    if (error == EINPROGRESS) {
        int doubt = patience < DOUBT ? patience : DOUBT;
        struct pollfd pending = {.fd = attempt, .events = POLLOUT};
        socklen_t length = sizeof error;
        int answers = poll(&pending, 1, doubt);
        if (answers == 0 && waymark_is_barred(address->ai_addr, address->ai_addrlen)) error = EPERM;
        else if (answers == 0 && (answers = poll(&pending, 1, patience - doubt)) == 0) error = ETIMEDOUT;
        else if (answers < 0 || getsockopt(attempt, SOL_SOCKET, SO_ERROR, &error, &length) != 0) error = errno;
    }
    if (error == 0) return attempt;
    close(attempt);
    errno = error;
    return -1;
}

// Tries one address after the other, each for its share of the time.
static int connect_any(const struct addrinfo *list, struct waymark_barrier *barrier) {
    int count = 0, error = ECONNREFUSED;
    for (const struct addrinfo *next = list; next && count < ADDRESSES; next = next->ai_next) count++;
    int patience = count ? PATIENCE / count : 0;
    for (const struct addrinfo *next = list; count > 0; next = next->ai_next, count--) {
        int connected = connect_to(next, patience);
        if (connected >= 0) return connected;
        error = errno;
        if (error == EPERM) waymark_name_barrier(next->ai_addr, next->ai_addrlen, 0, barrier);
    }
    errno = error;
    return -1;
}

int waymark_resolve(
    const char *host, int port, int flags, int type, struct addrinfo **list, const char **problem) {
    char service[8];
    struct addrinfo hints = {.ai_flags = flags | AI_NUMERICSERV, .ai_socktype = type};
    snprintf(service, sizeof service, "%d", port);
    *list = NULL;
    int code = getaddrinfo(host, service, &hints, list);
    *problem = code != 0 && code != EAI_SYSTEM ? gai_strerror(code) : NULL;
    return code;
}

// Resolves a name. On failure, sets the resolver's message, and the barrier in front of the name server, if any.
static struct addrinfo *find_host(
    const char *host, int port, const char **problem, struct waymark_barrier *barrier) {
    struct addrinfo *list;
    memset(barrier, 0, sizeof *barrier);
    int code = waymark_resolve(host, port, AI_ADDRCONFIG, SOCK_STREAM, &list, problem);
    // AI_ADDRCONFIG hides even local addresses on a machine without a network.
    if (code != 0) code = waymark_resolve(host, port, 0, SOCK_STREAM, &list, problem);
    if (code == 0) return list;
    if (code == EAI_AGAIN) waymark_find_barred_name_server(barrier);
    return NULL;
}

int waymark_find_barrier(const char *host, int port, struct waymark_barrier *barrier) {
    const char *problem;
    struct addrinfo *list = find_host(host, port, &problem, barrier);
    if (!list) return barrier->address[0] != 0;
    int is_barred = 1;
    for (const struct addrinfo *next = list; next && is_barred; next = next->ai_next) {
        is_barred = !waymark_is_loopback(next->ai_addr) && waymark_is_barred(next->ai_addr, next->ai_addrlen);
    }
    // A packet filter may block only datagrams: try a connection.
    int connected = is_barred ? connect_any(list, barrier) : -1, error = errno;
    if (connected >= 0) close(connected);
    freeaddrinfo(list);
    return is_barred && connected < 0 && error == EPERM;
}

int waymark_tcp_connect(const char *host, int port, const char **problem, struct waymark_barrier *barrier) {
    struct addrinfo *list = find_host(host, port, problem, barrier);
    if (!list) return -1;
    int connected = connect_any(list, barrier), error = errno;
    freeaddrinfo(list);
    if (connected < 0) {
        // Another address may have failed later for another reason.
        if (error != EPERM) memset(barrier, 0, sizeof *barrier);
        errno = error;
        return -1;
    }
    return connected;
}

static int join(int descriptor, const struct addrinfo *address) {
    int on = 1;
    if (address->ai_family == AF_INET) {
        struct ip_mreqn request = {.imr_multiaddr = ((struct sockaddr_in *)address->ai_addr)->sin_addr};
        if (!IN_MULTICAST(ntohl(request.imr_multiaddr.s_addr))) return 0;
        if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) return -1;
        return setsockopt(descriptor, IPPROTO_IP, IP_ADD_MEMBERSHIP, &request, sizeof request);
    }
    const struct sockaddr_in6 *group = (struct sockaddr_in6 *)address->ai_addr;
    struct ipv6_mreq request = {.ipv6mr_multiaddr = group->sin6_addr, .ipv6mr_interface = group->sin6_scope_id};
    if (!IN6_IS_ADDR_MULTICAST(&request.ipv6mr_multiaddr)) return 0;
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0) return -1;
    return setsockopt(descriptor, IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, &request, sizeof request);
}

static int bind_datagrams(const struct addrinfo *address) {
    int descriptor = socket(address->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    // Buffer what arrives while the loop is busy; the kernel caps the size.
    int off = 0, room = 1 << 18;
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    // The IPv6 wildcard address also receives IPv4.
    if (address->ai_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (join(descriptor, address) == 0 && bind(descriptor, address->ai_addr, address->ai_addrlen) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

int waymark_udp_open(const char *host, int port, const char **problem) {
    struct addrinfo *list;
    if (waymark_resolve(host ? host : "::", port, AI_NUMERICHOST | AI_PASSIVE, SOCK_DGRAM, &list, problem) != 0) return -1;
    int descriptor = bind_datagrams(list), error = errno;
    freeaddrinfo(list);
    // The kernel has no IPv6.
    if (descriptor < 0 && !host && (error == EAFNOSUPPORT || error == EADDRNOTAVAIL))
        return waymark_udp_open("0.0.0.0", port, problem);
    errno = error;
    return descriptor;
}

static void set_endpoint(struct waymark_endpoint *endpoint, const struct sockaddr_in6 *address) {
    memset(endpoint, 0, sizeof *endpoint);
    if (address->sin6_family == AF_INET6) {
        memcpy(endpoint->address, &address->sin6_addr, sizeof endpoint->address);
        endpoint->scope = address->sin6_scope_id;
    } else {
        endpoint->address[10] = endpoint->address[11] = 0xFF;
        memcpy(endpoint->address + 12, &((const struct sockaddr_in *)address)->sin_addr, sizeof(struct in_addr));
    }
    endpoint->port = ntohs(address->sin6_port);
}

long waymark_udp_receive(int descriptor, void *buffer, size_t size, struct waymark_endpoint *sender) {
    struct sockaddr_in6 address = {0};
    socklen_t length = sizeof address;
    ssize_t count = recvfrom(descriptor, buffer, size, MSG_DONTWAIT, (struct sockaddr *)&address, &length);
    if (count < 0) return -1;
    set_endpoint(sender, &address);
    return count;
}

int waymark_local_ends(int descriptor, struct waymark_endpoint *own, struct waymark_endpoint *peer) {
    struct sockaddr_in6 here = {0}, there = {0};
    socklen_t length = sizeof here;
    if (getsockname(descriptor, (struct sockaddr *)&here, &length) != 0) return -1;
    // What getpeername gives, by a call that the service may make. It wants the exact length.
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERNAME, &there, &length) != 0) return -1;
    set_endpoint(own, &here);
    set_endpoint(peer, &there);
    // To one of its own addresses, the kernel connects from the same address.
    return waymark_is_loopback((struct sockaddr *)&there)
           || memcmp(own->address, peer->address, sizeof own->address) == 0;
}

int waymark_is_own_address(const struct waymark_endpoint *endpoint) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_scope_id = endpoint->scope};
    struct sockaddr_in short_address = {.sin_family = AF_INET};
    memcpy(&address.sin6_addr, endpoint->address, sizeof address.sin6_addr);
    memcpy(&short_address.sin_addr, endpoint->address + 12, sizeof short_address.sin_addr);
    int is_short = IN6_IS_ADDR_V4MAPPED(&address.sin6_addr);
    int descriptor = socket(is_short ? AF_INET : AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return 1;
    // The kernel lets a program bind to its machine's addresses only.
    int is_other = is_short ? bind(descriptor, (struct sockaddr *)&short_address, sizeof short_address)
                            : bind(descriptor, (struct sockaddr *)&address, sizeof address);
    is_other = is_other != 0 && errno == EADDRNOTAVAIL;
    close(descriptor);
    return !is_other;
}

// Whether two addresses differ in no bit of the mask, which has some.
static int is_in(const unsigned char *address, const unsigned char *other, const unsigned char *mask, size_t length) {
    if (mask[0] == 0) return 0;
    for (size_t index = 0; index < length; index++)
        if ((address[index] ^ other[index]) & mask[index]) return 0;
    return 1;
}

int waymark_is_near_address(const struct waymark_endpoint *endpoint) {
    struct ifaddrs *all, *one;
    if (waymark_is_own_address(endpoint) || getifaddrs(&all) != 0) return 0;
    int is_short = IN6_IS_ADDR_V4MAPPED((const struct in6_addr *)endpoint->address), is_near = 0;
    for (one = all; one && !is_near; one = one->ifa_next) {
        const unsigned bad = IFF_LOOPBACK | IFF_POINTOPOINT | IFF_NOARP;
        if (!one->ifa_addr || !one->ifa_netmask || !(one->ifa_flags & IFF_UP) || one->ifa_flags & bad) continue;
        if (one->ifa_addr->sa_family != (is_short ? AF_INET : AF_INET6)) continue;
        if (is_short) {
            const struct sockaddr_in *own = (void *)one->ifa_addr, *mask = (void *)one->ifa_netmask;
            is_near = is_in(endpoint->address + 12, (void *)&own->sin_addr, (void *)&mask->sin_addr, 4);
        } else {
            const struct sockaddr_in6 *own = (void *)one->ifa_addr, *mask = (void *)one->ifa_netmask;
            // A link-local address is one of one link.
            is_near = is_in(endpoint->address, (void *)&own->sin6_addr, (void *)&mask->sin6_addr, 16)
                      && own->sin6_scope_id == endpoint->scope;
        }
    }
    freeifaddrs(all);
    return is_near;
}

long waymark_udp_dropped(int descriptor) {
#ifdef SO_MEMINFO
    unsigned int memory[SK_MEMINFO_VARS] = {0};
    socklen_t length = sizeof memory;
    if (getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, memory, &length) != 0) return -1;
    if (length >= (SK_MEMINFO_DROPS + 1) * sizeof memory[0]) return memory[SK_MEMINFO_DROPS];
#endif
    return -1;
}
