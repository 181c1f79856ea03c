#define _GNU_SOURCE 1
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

// Fills in the attributes of a program that starts as a shell would start it.
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    const short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
    return error != 0 ? error : posix_spawnattr_setflags(attributes, flags);
}

static int spawn(char *const *arguments, char *const *environment, const int *theirs, pid_t *process) {
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);
    if (error != 0) return error;
    posix_spawn_file_actions_t actions;
    error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = set_attributes(&attributes);
        for (int target = 0; target < 3 && error == 0; target++)
            error = posix_spawn_file_actions_adddup2(&actions, theirs[target], target);
        if (error == 0) error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return error;
}

int waymark_start_program(char *const *arguments, char *const *environment, int *pipes) {
    int ends[3][2];
    int theirs[3];
    int made = 0;
    int error = 0;
    for (; made < 3; made++) {
        if (pipe2(ends[made], O_CLOEXEC) != 0) {
            error = errno;
            break;
        }
        // The program reads the first pipe and writes the others.
        int own = made == 0 ? 1 : 0;
        pipes[made] = ends[made][own];
        // A copy above the targets, so that none is overwritten before it is passed.
        theirs[made] = fcntl(ends[made][1 - own], F_DUPFD_CLOEXEC, 3);
        if (theirs[made] < 0 || fcntl(pipes[made], F_SETFL, O_NONBLOCK) != 0) error = errno;
        close(ends[made][1 - own]);
        if (error != 0) {
            made++;
            break;
        }
    }
    pid_t process = 0;
    if (error == 0) error = spawn(arguments, environment, theirs, &process);
    for (int index = 0; index < made; index++) {
        if (theirs[index] >= 0) close(theirs[index]);
        if (error != 0) close(pipes[index]);
    }
    if (error == 0) return process;
    errno = error;
    return -1;
}
