// What Swift's own Glibc module lacks: calls that hide behind _GNU_SOURCE, variadic functions, cast macros.
//
// No header of the system is included here but <stddef.h>, which brings no types of its own that Glibc's module
// has too. A header read with _GNU_SOURCE into a second module gives `fd_set` and others two
// definitions, and whether the compiler then refuses depends on the order in which it built the modules.
#pragma once

#include <stddef.h>

// Socket options younger than the headers of the oldest system this is built on.
enum { WAYMARK_SO_PEERGROUPS = 59, WAYMARK_SO_PEERPIDFD = 77, WAYMARK_SO_PASSRIGHTS = 83 };

// Files. All descriptors are close-on-exec; results are -1 with errno on failure.

int waymark_open(const char *path, int flags, unsigned int mode);
int waymark_open_in(int folder, const char *name, int flags);
int waymark_lock_exclusively(int descriptor);

// Gives back a lock, whoever has copies of the descriptor.
void waymark_unlock(int descriptor);

// The number of the mount that an open file is on, without asking the file system anything, which may answer late or
// never. ENODATA where the kernel cannot tell.
int waymark_mount_of(int descriptor, unsigned long long *mount);

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

// `timeout` is 0 to look, -1 to wait; `reports` has room for WAYMARK_READINESS_BATCH.
int waymark_epoll_wait(int epoll, struct waymark_readiness *reports, int timeout);

// A timer on CLOCK_BOOTTIME, and its setting to a time since boot; no time at all disarms it.
int waymark_timer_create(void);
int waymark_timer_set(int timer, long long seconds, long nanoseconds);

// A timer that never ends but becomes readable when somebody sets the wall clock, and its setting anew.
int waymark_clock_watch(void);
int waymark_clock_watch_again(int timer);

int waymark_eventfd(void);
int waymark_eventfd_signal(int descriptor);
int waymark_eventfd_acknowledge(int descriptor);

// Signals.

int waymark_ignore_signal(int number);

// Blocks the signals for the calling thread, and for those it starts later, and returns their descriptor.
int waymark_signal_descriptor(const int *numbers, int count);

// The number of the next waiting signal; 0 if none waits; -1 with errno.
int waymark_next_signal(int descriptor);

// Local sockets.

struct waymark_peer {
    int pid;
    unsigned int uid;
    unsigned int gid;
};

int waymark_peer_credentials(int descriptor, struct waymark_peer *peer);

// The groups of the peer beside its own, as many as there is room for, and their count; -1 also where there are more.
int waymark_peer_groups(int descriptor, unsigned int *groups, int room);

// A descriptor of the process that has this number now.
int waymark_process_descriptor(int process);
int waymark_unix_bind(int descriptor, const char *path, size_t length);
int waymark_unix_connect(int descriptor, const char *path, size_t length);
int waymark_accept(int listener);

// Terminals.

// Opens a new pseudo-terminal in raw mode; the path of its terminal goes to `path`. Returns the descriptor of the side
// that stands for the device.
int waymark_pseudo_terminal(char *path, size_t size);

int waymark_is_terminal(int descriptor);

// Bits per second, or -1.
int waymark_line_speed(int descriptor);

// Makes a line hand over each byte as it comes, at this speed, and throws away what has come before. EINVAL: the driver
// cannot do the speed.
int waymark_line_listen(int descriptor, int speed);

// Asks for the line alone, or no longer; root is let in nevertheless.
int waymark_line_make_exclusive(int descriptor, int exclusive);

// The network. Where a name or an address cannot be read, *problem says why; otherwise errno does.

// An address to which nothing may be sent, in numbers, or empty; that of the machine or of the name server to ask.
struct waymark_barrier {
    char address[64];
    int is_name_server;
};

// Resolves and connects to whichever address of the name answers first. Blocks, as long as resolving takes and then
// 10 s at most. The descriptor does not block. On failure *barrier is what stands in the way, as far as that is known.
int waymark_tcp_connect(const char *host, int port, const char **problem, struct waymark_barrier *barrier);

// Whether a barrier stands between this program and a machine that is not this one. Blocks; makes no connection but to
// find out.
int waymark_find_barrier(const char *host, int port, struct waymark_barrier *barrier);

// A socket for datagrams that does not block, at an address in numbers or, with NULL, at all; a group is joined.
int waymark_udp_open(const char *address, int port, const char **problem);

struct waymark_sender {
    unsigned char address[16];
    unsigned int scope;
    unsigned short port;
};

long waymark_udp_receive(int descriptor, void *buffer, size_t size, struct waymark_sender *sender);

// Datagrams that came and were not let in, or for which there was no room; -1 where the kernel does not count them.
long waymark_udp_dropped(int descriptor);

// Changes in folders.

enum {
    WAYMARK_PATH_ATTRIBUTES = 0x4,
    WAYMARK_PATH_MOVED_HERE = 0x80,
    WAYMARK_PATH_CREATED = 0x100,
    WAYMARK_PATH_FOLDER_DELETED = 0x400,
    WAYMARK_PATH_FOLDER_MOVED = 0x800,
    WAYMARK_PATH_OVERFLOW = 0x4000,
    WAYMARK_PATH_FORGOTTEN = 0x8000,
};

int waymark_path_watch(void);

// Watches a folder and returns its number there; watched already, the same one.
int waymark_path_watch_add(int watch, const char *folder);
int waymark_path_watch_remove(int watch, int number);

// Starts a detached thread with a name and without signals, which are for the threads that the program made itself.
// Returns an error number.
int waymark_start_thread(const char *name, void *(*body)(void *), void *argument);

// Serving positions on the network; `problem` is the resolver's words, or null for errno.

// A listening socket; a null host is every address of this machine, port 0 any that is free.
int waymark_tcp_listen(const char *host, int port, const char **problem);
int waymark_local_port(int descriptor);

// A socket whose datagrams go to one address, which may be that of a group or of everybody.
int waymark_udp_connect(const char *host, int port, const char **problem);
