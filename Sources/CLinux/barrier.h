// Internal to CLinux: shared by its source files.
#pragma once

#include "CLinux.h"

#include <sys/socket.h>

struct addrinfo;

// Resolves a name or an address in numbers, as getaddrinfo does; *problem is the resolver's words, or null for errno.
int waymark_resolve(
    const char *host, int port, int flags, int type, struct addrinfo **list, const char **problem);

int waymark_is_loopback(const struct sockaddr *address);

// Whether sending to an address is not permitted.
int waymark_is_barred(const struct sockaddr *address, socklen_t length);

void waymark_name_barrier(
    const struct sockaddr *address, socklen_t length, int is_name_server, struct waymark_barrier *barrier);

// Sets the barrier to a name server if sending to any of them is not permitted.
void waymark_find_barred_name_server(struct waymark_barrier *barrier);
