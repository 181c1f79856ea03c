/* Prints where a process executes its program, from when it next wakes up until it waits again:
 *
 *     function-tracer PID
 *
 * It prints "ready" once the process may be woken up, and then the first address in each 16 bytes of the program that
 * the process gets to, in hexadecimal and relative to where the program was loaded. */
#define _GNU_SOURCE
#include <elf.h>
#include <err.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uintptr_t load_address, end_address;

static void find_program(pid_t process) {
    char path[64], program[PATH_MAX], line[PATH_MAX + 128];
    snprintf(path, sizeof path, "/proc/%d/exe", process);
    ssize_t length = readlink(path, program, sizeof program - 1);
    if (length < 0) err(1, "%s", path);
    program[length] = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    FILE *maps = fopen(path, "r");
    if (!maps) err(1, "%s", path);
    while (fgets(line, sizeof line, maps)) {
        uintptr_t start, end;
        if (sscanf(line, "%lx-%lx", &start, &end) != 2 || !strstr(line, program)) continue;
        if (!load_address) load_address = start;
        end_address = end;
    }
    fclose(maps);
}

static uintptr_t address_of(pid_t process) {
    struct user_regs_struct registers;
    struct iovec place = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, process, (void *)NT_PRSTATUS, &place) < 0) err(1, "PTRACE_GETREGSET");
#if defined(__x86_64__)
    return registers.rip;
#elif defined(__aarch64__)
    return registers.pc;
#else
#error "unknown registers"
#endif
}

/* Returns whether the process stops within so many seconds. */
static int stops(pid_t process, double seconds, int *status) {
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        for (int attempt = 0; attempt < 1000; attempt++) {
            pid_t stopped = waitpid(process, status, WNOHANG);
            if (stopped < 0 || (stopped == process && !WIFSTOPPED(*status))) errx(1, "the process has ended");
            if (stopped == process) return 1;
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begin.tv_sec + (now.tv_nsec - begin.tv_nsec) / 1e9 < seconds);
    return 0;
}

int main(int count, char **words) {
    if (count != 2) errx(2, "usage: function-tracer PID");
    pid_t process = atoi(words[1]);
    find_program(process);
    unsigned char *seen = calloc((end_address - load_address) / 16 + 1, 1);
    if (!seen || ptrace(PTRACE_SEIZE, process, 0, 0) < 0 || ptrace(PTRACE_INTERRUPT, process, 0, 0) < 0)
        err(1, "process %d cannot be traced", process);
    int status;
    waitpid(process, &status, 0);
    puts("ready");
    fflush(stdout);
    /* The first step goes back to waiting. */
    for (double patience = 10;; patience = 0.3) {
        if (ptrace(PTRACE_SINGLESTEP, process, 0, 0) < 0) err(1, "PTRACE_SINGLESTEP");
        if (!stops(process, patience, &status)) break;
        uintptr_t address = address_of(process);
        if (address < load_address || address >= end_address) continue;
        unsigned char *place = &seen[(address - load_address) / 16];
        if (!*place) printf("%lx\n", address - load_address);
        *place = 1;
    }
    /* The last step may still stop the process, which would end a process that is not traced. */
    for (int round = 0; round < 2; round++) {
        ptrace(PTRACE_INTERRUPT, process, 0, 0);
        while (stops(process, 0.1, &status)) ptrace(PTRACE_CONT, process, 0, 0);
    }
    ptrace(PTRACE_INTERRUPT, process, 0, 0);
    waitpid(process, &status, 0);
    ptrace(PTRACE_DETACH, process, 0, 0);
    return 0;
}
