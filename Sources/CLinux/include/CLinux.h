// The functions missing from Swift's Glibc module: calls that need _GNU_SOURCE, variadic functions, and casting macros.
//
// Include no system header here except <stddef.h>, which defines no types that the Glibc module has too. Any other
// header, read with _GNU_SOURCE into a second module, would give types such as `fd_set` two definitions; whether the
// compiler rejects that depends on the order in which it builds the modules.
#pragma once

#include <stddef.h>

// Socket options that the headers of the oldest supported system lack.
enum { WAYMARK_SO_PEERGROUPS = 59, WAYMARK_SO_PEERPIDFD = 77, WAYMARK_SO_PASSRIGHTS = 83 };

// Files. All descriptors are close-on-exec. Functions return -1 and set errno on failure.

// Returns the ID of the mount that an open file is on. Does not query the file system, which may block.
// ENODATA: the kernel cannot report it.
int waymark_mount_of(int descriptor, unsigned long long *mount);

// Copies what waits in a pipe without taking it out; waits until there is something. EINVAL: it is no pipe.
// Returns the number of bytes, 0 at the end.
long waymark_peek_pipe(int pipe, void *bytes, size_t count);

// Waiting.

struct waymark_readiness {
    unsigned long long token;
    unsigned int events;
};

enum {
    WAYMARK_READABLE = 0x001,
    WAYMARK_WRITABLE = 0x004,
    WAYMARK_ERROR = 0x008,
    WAYMARK_HANGUP = 0x010,
    WAYMARK_END_OF_INPUT = 0x2000,
    WAYMARK_READINESS_BATCH = 64,
};

int waymark_epoll_create(void);
int waymark_epoll_add(int epoll, int descriptor, unsigned long long token, unsigned int events);
int waymark_epoll_change(int epoll, int descriptor, unsigned long long token, unsigned int events);
int waymark_epoll_remove(int epoll, int descriptor);

// `timeout` is 0 to poll or -1 to wait. `reports` has room for WAYMARK_READINESS_BATCH elements.
int waymark_epoll_wait(int epoll, struct waymark_readiness *reports, int timeout);

// Creates a timer on CLOCK_BOOTTIME, and arms it for a time since boot; zero disarms it.
int waymark_timer_create(void);
int waymark_timer_set(int timer, long long seconds, long nanoseconds);

// Creates a timer that never expires but becomes readable when the wall clock is set, and arms it again.
int waymark_clock_watch(void);
int waymark_clock_watch_again(int timer);

int waymark_eventfd(void);
int waymark_eventfd_signal(int descriptor);
int waymark_eventfd_acknowledge(int descriptor);

// Gives back to the kernel the free memory, and the program's code until it is run again.
void waymark_release_memory(void);

// Signals.

int waymark_ignore_signal(int number);

// Blocks the signals in the calling thread and in the threads it starts later; returns a descriptor to read them.
int waymark_signal_descriptor(const int *numbers, int count);

// Returns the next pending signal; 0 if there is none.
int waymark_next_signal(int descriptor);

// Waits until a descriptor can be written to. Meanwhile SIGHUP, SIGINT and SIGTERM have their usual effect although they
// are blocked. Returns -1 if another signal interrupted it.
int waymark_wait_for_room(int descriptor);

// Local sockets.

struct waymark_peer {
    int pid;
    unsigned int uid;
    unsigned int gid;
};

int waymark_peer_credentials(int descriptor, struct waymark_peer *peer);

// Stores the peer's supplementary groups and returns their number; -1 with ERANGE if there is not enough room.
int waymark_peer_groups(int descriptor, unsigned int *groups, int room);

// Returns a descriptor of the process that has this ID now.
int waymark_process_descriptor(int process);
int waymark_unix_bind(int descriptor, const char *path, size_t length);
int waymark_unix_connect(int descriptor, const char *path, size_t length);
int waymark_accept(int listener);

// Terminals.

// Opens a new pseudo-terminal in raw mode, stores the path of its terminal, and returns the controller.
int waymark_pseudo_terminal(char *path, size_t size);

// Returns bits per second, or -1.
int waymark_line_speed(int descriptor);

// Sets a line to raw 8N1 input at this speed, and discards the input received so far. EINVAL: the driver does not
// support the speed.
int waymark_line_listen(int descriptor, int speed);

// Requests exclusive use of the line, or ends it. Root can open the line nevertheless.
int waymark_line_make_exclusive(int descriptor, int exclusive);

// The network. If a name or address cannot be resolved, *problem is the resolver's message; else errno is set.

// A numeric address, of the host or of the name server for it, to which sending is not permitted; empty for none.
struct waymark_barrier {
    char address[64];
    int is_name_server;
};

// Resolves the name and connects to the first of its addresses that answers. Blocks while the name is resolved and then
// for at most 10 s, which the addresses share. The descriptor is non-blocking. On failure, *barrier is set if a barrier
// is the cause.
int waymark_tcp_connect(const char *host, int port, const char **problem, struct waymark_barrier *barrier);

// Whether a barrier stands between this program and another machine. Blocks; connects only to confirm a barrier.
int waymark_find_barrier(const char *host, int port, struct waymark_barrier *barrier);

// Opens a non-blocking UDP socket bound to a numeric address, or to all addresses for NULL. Joins a multicast group.
int waymark_udp_open(const char *address, int port, const char **problem);

// One end of a connection or of a datagram's way. An IPv4 address is mapped into IPv6.
struct waymark_endpoint {
    unsigned char address[16];
    unsigned int scope;
    unsigned short port;
};

long waymark_udp_receive(int descriptor, void *buffer, size_t size, struct waymark_endpoint *sender);

// Sets both ends of a TCP connection. Returns whether they are on this machine; -1 if there is no connection.
int waymark_local_ends(int descriptor, struct waymark_endpoint *own, struct waymark_endpoint *peer);

// Whether an address is one of this machine, or this cannot be told.
int waymark_is_own_address(const struct waymark_endpoint *endpoint);

// Whether another machine with this address is in a network that this one is in, too: no router is between them. Tunnels
// and other links between two points are no such network. False if this cannot be told.
int waymark_is_near_address(const struct waymark_endpoint *endpoint);

// Returns the number of datagrams dropped by a filter or for lack of buffer space; -1 if the kernel has no count.
long waymark_udp_dropped(int descriptor);

// Starts a detached, named thread with all signals blocked. Returns an error number.
int waymark_start_thread(const char *name, void *(*body)(void *), void *argument);

// Serving positions on the network. *problem is the resolver's message, or null if errno is set.

// The most sockets of one host.
enum { WAYMARK_LISTENERS = 8 };

// Opens a listening socket at every address of a host, or none, and returns their number, or -1. A null host means
// every address of this machine, port 0 any free port.
int waymark_tcp_listen(const char *host, int port, int sockets[WAYMARK_LISTENERS], const char **problem);
int waymark_local_port(int descriptor);

// Whether a descriptor is a listening TCP socket.
int waymark_is_tcp_listener(int descriptor);

// Returns 1 if a listening socket has a numeric address, 2 if it has all addresses, and else 0.
int waymark_listens_at(int descriptor, const char *address);

// Opens a UDP socket connected to one unicast, multicast or broadcast address.
int waymark_udp_connect(const char *host, int port, const char **problem);
