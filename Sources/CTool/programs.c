#define _GNU_SOURCE 1
#include "programs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

// Moves a descriptor above the program's own three, so that none is overwritten before it is passed; -1 on error.
static int moved_up(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    close(descriptor);
    return copy;
}

// Makes the pipe that the program reads, with all of its input in it.
static int input_pipe(const void *input, size_t length) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    // Written while this process still holds the end for reading: a program that closed its input early would
    // otherwise raise SIGPIPE here. PIPE_BUF bytes always fit; more may not, and nobody reads while this waits.
    ssize_t written = -1;
    if (fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0) written = write(ends[1], input, length);
    int error = written < 0 ? errno : ENOBUFS;
    close(ends[1]);
    if (written == (ssize_t)length) return moved_up(ends[0]);
    close(ends[0]);
    errno = error;
    return -1;
}

// Makes a pipe that the program writes, and sets the end for reading, which never blocks.
static int output_pipe(int *reading) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    *reading = ends[0];
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return moved_up(ends[1]);
    close(ends[1]);
    return -1;
}

// Opens the descriptor of a program that was just started; ends the program if there is none.
static int process_descriptor(pid_t process, int *descriptor) {
    *descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    if (*descriptor >= 0) return 0;
    int error = errno;
    kill(-process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
    return error;
}

int waymark_start_program(
    char *const *arguments, char *const *environment, const void *input, size_t length, int has_pipes, int *descriptors
) {
    int *const pipes = descriptors;
    pipes[0] = pipes[1] = -1;
    int theirs[3] = {input_pipe(input, length), -1, -1};
    int error = theirs[0] < 0 ? errno : 0;
    for (int index = 0; index < 2 && error == 0; index++) {
        theirs[1 + index] = has_pipes ? output_pipe(&pipes[index]) : fcntl(1 + index, F_DUPFD_CLOEXEC, 3);
        if (theirs[1 + index] < 0) error = errno;
    }
    pid_t process = 0;
    if (error == 0) error = spawn(arguments, environment, theirs, &process);
    for (int target = 0; target < 3; target++)
        if (theirs[target] >= 0) close(theirs[target]);
    if (error == 0) error = process_descriptor(process, &descriptors[2]);
    if (error == 0) return process;
    for (int index = 0; index < 2; index++)
        if (pipes[index] >= 0) close(pipes[index]);
    errno = error;
    return -1;
}
