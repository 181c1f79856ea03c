/* The least that a server of many clients can do: it sends each datagram to every client of a local socket, and sends a
 * client back what it says.
 *
 *     epoll-writer SOCKET PORT
 *
 * scripts/bench measures it beside the service. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { most_clients = 8192 };

static int clients[most_clients];
static int client_count;

static int watched(int epoll, int descriptor)
{
    struct epoll_event event = { .events = EPOLLIN, .data.fd = descriptor };
    if (descriptor < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) err(1, "epoll");
    return descriptor;
}

int main(int count, char **arguments)
{
    if (count != 3) errx(2, "usage: epoll-writer SOCKET PORT");
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct sockaddr_un local = { .sun_family = AF_UNIX };
    snprintf(local.sun_path, sizeof local.sun_path, "%s", arguments[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(listener, (struct sockaddr *)&local, sizeof local) != 0 || listen(listener, 4096) != 0) err(1, "listen");
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons((uint16_t)atoi(arguments[2])),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int datagrams = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    if (bind(datagrams, (struct sockaddr *)&address, sizeof address) != 0) err(1, "bind");
    watched(epoll, listener);
    watched(epoll, datagrams);
    for (;;) {
        static char message[65536];
        struct epoll_event events[64];
        int ready = epoll_wait(epoll, events, 64, -1);
        for (int index = 0; index < ready; index++) {
            if (events[index].data.fd == listener) {
                int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
                if (client >= 0 && client_count < most_clients) clients[client_count++] = watched(epoll, client);
            } else if (events[index].data.fd != datagrams) {
                int client = events[index].data.fd;
                ssize_t length = recv(client, message, sizeof message, 0);
                if (length > 0)
                    send(client, message, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
                else
                    epoll_ctl(epoll, EPOLL_CTL_DEL, client, NULL);
            } else {
                ssize_t length = recv(datagrams, message, sizeof message, 0);
                for (int client = 0; length > 0 && client < client_count; client++)
                    if (send(clients[client], message, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) continue;
            }
        }
    }
}
