// What the files of this target share; no part of what Swift sees.
#pragma once

#include "CLinux.h"

#include <sys/socket.h>

struct addrinfo;

// Resolves a name or an address in numbers, as getaddrinfo does; *problem is the resolver's words, or null for errno.
int waymark_resolve(
    const char *host, int port, int flags, int type, struct addrinfo **list, const char **problem);

int waymark_is_loopback(const struct sockaddr *address);

// Whether nothing may be sent to an address.
int waymark_is_barred(const struct sockaddr *address, socklen_t length);

void waymark_name_barrier(
    const struct sockaddr *address, socklen_t length, int is_name_server, struct waymark_barrier *barrier);

// Names a name server, if nothing may be sent to any of them.
void waymark_find_barred_name_server(struct waymark_barrier *barrier);
