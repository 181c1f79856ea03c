#define _GNU_SOURCE 1
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

_Static_assert(WAYMARK_READABLE == EPOLLIN && WAYMARK_WRITABLE == EPOLLOUT && WAYMARK_ERROR == EPOLLERR, "epoll");
_Static_assert(WAYMARK_HANGUP == EPOLLHUP && WAYMARK_END_OF_INPUT == EPOLLRDHUP, "epoll");

long waymark_peek_pipe(int pipe, void *bytes, size_t count) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    long copied;
    do copied = tee(pipe, ends[1], count, 0);
    while (copied < 0 && errno == EINTR);
    int error = errno;
    if (copied > 0) copied = read(ends[0], bytes, (size_t)copied);
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return copied;
}

int waymark_mount_of(int descriptor, unsigned long long *mount) {
    struct statx status;
    if (statx(descriptor, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_MNT_ID, &status) != 0) return -1;
    if (!(status.stx_mask & STATX_MNT_ID)) {
        errno = ENODATA;
        return -1;
    }
    *mount = status.stx_mnt_id;
    return 0;
}

int waymark_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int epoll, int operation, int descriptor, unsigned long long token, unsigned int events) {
    struct epoll_event event = {.events = events, .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int waymark_epoll_add(int epoll, int descriptor, unsigned long long token, unsigned int events) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, token, events);
}

int waymark_epoll_change(int epoll, int descriptor, unsigned long long token, unsigned int events) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, token, events);
}

int waymark_epoll_remove(int epoll, int descriptor) { return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0); }

int waymark_epoll_wait(int epoll, struct waymark_readiness *reports, int timeout) {
    struct epoll_event events[WAYMARK_READINESS_BATCH];
    int count = epoll_wait(epoll, events, WAYMARK_READINESS_BATCH, timeout);
    for (int index = 0; index < count; index++) {
        reports[index].token = events[index].data.u64;
        reports[index].events = events[index].events;
    }
    return count;
}

int waymark_timer_create(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int waymark_timer_set(int timer, long long seconds, long nanoseconds) {
    struct itimerspec setting = {.it_value = {.tv_sec = (time_t)seconds, .tv_nsec = nanoseconds}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

int waymark_clock_watch(void) {
    int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (timer >= 0 && waymark_clock_watch_again(timer) != 0) {
        close(timer);
        return -1;
    }
    return timer;
}

int waymark_clock_watch_again(int timer) {
    // Arming the timer again clears the cancelled state. It is armed even if the call says that it was cancelled before.
    struct itimerspec setting = {.it_value = {.tv_sec = (time_t)1 << 40}};
    int result = timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &setting, NULL);
    return result < 0 && errno == ECANCELED ? 0 : result;
}

int waymark_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int waymark_eventfd_signal(int descriptor) { return eventfd_write(descriptor, 1); }

int waymark_eventfd_acknowledge(int descriptor) {
    eventfd_t count;
    return eventfd_read(descriptor, &count);
}

int waymark_ignore_signal(int number) { return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0; }

int waymark_signal_descriptor(const int *numbers, int count) {
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

int waymark_next_signal(int descriptor) {
    struct signalfd_siginfo report;
    ssize_t count;
    do count = read(descriptor, &report, sizeof report); while (count < 0 && errno == EINTR);
    if (count == sizeof report) return (int)report.ssi_signo;
    return count < 0 && errno == EAGAIN ? 0 : -1;
}

int waymark_wait_for_room(int descriptor) {
    sigset_t set;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    sigdelset(&set, SIGHUP);
    sigdelset(&set, SIGINT);
    sigdelset(&set, SIGTERM);
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    return ppoll(&room, 1, NULL, &set) < 0 ? -1 : 0;
}

int waymark_peer_credentials(int descriptor, struct waymark_peer *peer) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
    peer->pid = credentials.pid;
    peer->uid = credentials.uid;
    peer->gid = credentials.gid;
    return 0;
}

int waymark_peer_groups(int descriptor, unsigned int *groups, int room) {
    socklen_t length = (socklen_t)room * sizeof *groups;
    if (getsockopt(descriptor, SOL_SOCKET, WAYMARK_SO_PEERGROUPS, groups, &length) != 0) return -1;
    return (int)(length / sizeof *groups);
}

// glibc has a wrapper only since 2.36.
int waymark_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// Sets an address, and returns its length, which includes the terminating zero byte, as unix(7) requires; 0 with errno if the
// path is too long.
static socklen_t set_unix_address(struct sockaddr_un *address, const char *path, size_t length) {
    if (length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return 0;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int waymark_unix_bind(int descriptor, const char *path, size_t length) {
    struct sockaddr_un address;
    socklen_t size = set_unix_address(&address, path, length);
    return size ? bind(descriptor, (const struct sockaddr *)&address, size) : -1;
}

int waymark_unix_connect(int descriptor, const char *path, size_t length) {
    struct sockaddr_un address;
    socklen_t size = set_unix_address(&address, path, length);
    return size ? connect(descriptor, (const struct sockaddr *)&address, size) : -1;
}

int waymark_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int waymark_start_thread(const char *name, void *(*body)(void *), void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error) return error;
    pthread_setname_np(thread, name);
    return pthread_detach(thread);
}

static int forget_pages(struct dl_phdr_info *object, size_t size, void *context) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        start &= ~(page - 1);
        // The pages are those of a file, from where they return when they are needed.
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void waymark_release_memory(void) {
    malloc_trim(0);
    dl_iterate_phdr(forget_pages, NULL);
}
