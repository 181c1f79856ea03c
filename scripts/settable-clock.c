// A wall clock that a test can set: preloaded into one process, so that the machine's own clock stays as it is.
//
// The file SETTABLE_CLOCK says by how many seconds the clock is wrong. It is read at the start and at SIGUSR2, which
// also makes the timer readable that is to be cancelled when somebody sets the clock, as the kernel would.
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static volatile long long offset;
static volatile int timer = -1;

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += offset;
    return result;
}

int timerfd_settime(int number, int flags, const struct itimerspec *new, struct itimerspec *old) {
    if (flags & TFD_TIMER_CANCEL_ON_SET) timer = number;
    return (int)syscall(SYS_timerfd_settime, number, flags, new, old);
}

static void read_offset(void) {
    char text[32] = "";
    int file = open(getenv("SETTABLE_CLOCK"), O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, text, sizeof text - 1) < 0) abort();
    close(file);
    offset = atoll(text);
}

static void set_clock(int signal) {
    (void)signal;
    read_offset();
    const struct itimerspec at_once = {.it_value = {.tv_nsec = 1}};
    if (timer < 0 || syscall(SYS_timerfd_settime, timer, 0, &at_once, NULL) != 0) abort();
}

__attribute__((constructor)) static void begin(void) {
    read_offset();
    struct sigaction action = {.sa_handler = set_clock, .sa_flags = SA_RESTART};
    if (sigaction(SIGUSR2, &action, NULL) != 0) abort();
}
