#define _GNU_SOURCE 1
#include "barrier.h"

#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>
#include <unistd.h>

// The port of the discard service.
enum { DISCARD = 9 };

int waymark_is_loopback(const struct sockaddr *address) {
    if (address->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

// When a packet filter drops an outgoing packet, the kernel reports it to the sender of a datagram (EPERM) but not to a
// TCP connection, which only times out. So this sends an empty datagram as a probe. The IPv4 probe is sent through the
// loopback interface and reaches nobody; the IPv6 probe has a hop limit of 1.
int waymark_is_barred(const struct sockaddr *address, socklen_t length) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } target;
    if (length > sizeof target) return 0;
    memcpy(&target, address, length);
    int probe = socket(address->sa_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0) return 0;
    int hops = 1;
    if (address->sa_family == AF_INET) {
        uint32_t loopback = htonl(if_nametoindex("lo"));
        setsockopt(probe, IPPROTO_IP, IP_UNICAST_IF, &loopback, sizeof loopback);
        setsockopt(probe, IPPROTO_IP, IP_TTL, &hops, sizeof hops);
        target.four.sin_port = htons(DISCARD);
    } else {
        setsockopt(probe, IPPROTO_IPV6, IPV6_UNICAST_HOPS, &hops, sizeof hops);
        target.six.sin6_port = htons(DISCARD);
    }
    int is_barred = sendto(probe, "", 0, 0, &target.any, length) < 0 && errno == EPERM;
    close(probe);
    return is_barred;
}

void waymark_name_barrier(
    const struct sockaddr *address, socklen_t length, int is_name_server, struct waymark_barrier *barrier) {
    barrier->is_name_server = is_name_server;
    if (getnameinfo(address, length, barrier->address, sizeof barrier->address, NULL, 0, NI_NUMERICHOST) != 0)
        barrier->address[0] = 0;
}

void waymark_find_barred_name_server(struct waymark_barrier *barrier) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return;
    for (int index = state.nscount - 1; index >= 0; index--) {
        const struct sockaddr *address = (struct sockaddr *)&state.nsaddr_list[index];
        socklen_t length = sizeof state.nsaddr_list[index];
        // IPv6 addresses are stored separately.
        if (address->sa_family != AF_INET) {
            address = (struct sockaddr *)state._u._ext.nsaddrs[index];
            length = sizeof *state._u._ext.nsaddrs[index];
        }
        if (!address || !waymark_is_barred(address, length)) {
            barrier->address[0] = 0;
            break;
        }
        waymark_name_barrier(address, length, 1, barrier);
    }
    res_nclose(&state);
}
