#pragma once
// Not with _GNU_SOURCE: types such as fd_set would then differ from those that other modules read from the same
// headers, and Swift refuses to import both. What glibc hides for the lack of it is declared here.
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

// Socket options younger than the headers of the oldest system this is built on.
#define WAYMARK_SO_PEERPIDFD 77
#define WAYMARK_SO_PASSRIGHTS 83

// Swift imports no variadic function.
static inline int waymark_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

// SIG_IGN is a cast macro, which Swift does not import.
static inline int waymark_ignore_signal(int number) {
    return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0;
}

// `struct epoll_event` holds a union with a pointer, which Swift would have to treat as unsafe throughout.
struct waymark_readiness {
    unsigned long long token;
    unsigned int events;
};

static inline int waymark_epoll_control(
    int epoll, int operation, int descriptor, unsigned long long token, unsigned int events) {
    struct epoll_event event = {.events = events, .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

enum { WAYMARK_READINESS_BATCH = 64 };

// `timeout` is 0 to look, -1 to wait; `reports` has room for WAYMARK_READINESS_BATCH.
static inline int waymark_epoll_wait(int epoll, struct waymark_readiness *reports, int timeout) {
    struct epoll_event events[WAYMARK_READINESS_BATCH];
    int count = epoll_wait(epoll, events, WAYMARK_READINESS_BATCH, timeout);
    for (int index = 0; index < count; index++) {
        reports[index].token = events[index].data.u64;
        reports[index].events = events[index].events;
    }
    return count;
}

// glibc's own `struct ucred` is one of the hidden.
struct waymark_peer {
    int pid;
    unsigned int uid;
    unsigned int gid;
};

static inline int waymark_peer_credentials(int descriptor, struct waymark_peer *peer) {
    socklen_t length = sizeof *peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, peer, &length);
}

// The length counts the terminating zero byte, as unix(7) asks; `path` is shorter than `sun_path`.
static inline int waymark_unix_call(
    int (*call)(int, const struct sockaddr *, socklen_t), int descriptor, const char *path, size_t length) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    __builtin_memcpy(address.sun_path, path, length);
    return call(descriptor, (const struct sockaddr *)&address,
                (socklen_t)(__builtin_offsetof(struct sockaddr_un, sun_path) + length + 1));
}

static inline int waymark_unix_bind(int descriptor, const char *path, size_t length) {
    return waymark_unix_call(bind, descriptor, path, length);
}

static inline int waymark_unix_connect(int descriptor, const char *path, size_t length) {
    return waymark_unix_call(connect, descriptor, path, length);
}

int waymark_accept4(int, struct sockaddr *, socklen_t *, int) __asm__("accept4");

static inline int waymark_unix_accept(int listener) {
    return waymark_accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// Blocks the signals for the calling thread, and for those it starts later, and returns their descriptor.
static inline int waymark_signal_descriptor(const int *numbers, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int index = 0; index < count; index++) sigaddset(&set, numbers[index]);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The number of the next waiting signal; 0 if none waits; -1 with errno.
static inline int waymark_next_signal(int descriptor) {
    struct signalfd_siginfo report;
    ssize_t count;
    do count = read(descriptor, &report, sizeof report); while (count < 0 && errno == EINTR);
    if (count == sizeof report) return (int)report.ssi_signo;
    return count < 0 && errno == EAGAIN ? 0 : -1;
}
