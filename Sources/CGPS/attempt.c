#define _GNU_SOURCE 1
#include "connection.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CGPS_PENDING, CGPS_DONE, CGPS_ABANDONED };

// Shared by the thread and the one who started it: whoever comes second to say that it is through frees it.
struct cgps_attempt {
    _Atomic int state;
    // The thread closes its end of a pipe when it is through; the other end becomes readable by that.
    int thread_end, waiting_end;
    cgps_connection *connection;
    int code;
    char *host, *port, *device;
};

static void cgps_attempt_free(cgps_attempt *attempt) {
    if (attempt->connection) cgps_close(attempt->connection);
    free(attempt->host);
    free(attempt->port);
    free(attempt->device);
    free(attempt);
}

static void *cgps_attempt_run(void *argument) {
    cgps_attempt *attempt = argument;
    int end = attempt->thread_end;
    attempt->connection = cgps_open(attempt->host, attempt->port, attempt->device, &attempt->code);
    if (atomic_exchange(&attempt->state, CGPS_DONE) == CGPS_ABANDONED) cgps_attempt_free(attempt);
    // From here on the attempt may be gone. Nothing is written to the pipe: it might have no reader any more.
    close(end);
    return NULL;
}

cgps_attempt *cgps_attempt_start(const char *host, const char *port, const char *device) {
    int ends[2] = {-1, -1};
    cgps_attempt *attempt = calloc(1, sizeof *attempt);
    if (attempt == NULL) return NULL;
    attempt->host = strdup(host);
    attempt->port = strdup(port);
    attempt->device = device ? strdup(device) : NULL;
    int code = ENOMEM;
    if (!attempt->host || !attempt->port || (device && !attempt->device)) goto failed;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        code = errno;
        goto failed;
    }
    attempt->waiting_end = ends[0];
    attempt->thread_end = ends[1];

    // The thread takes no signals, so that they all go to the loop; a SIGPIPE of its own dies with it.
    sigset_t all, before;
    pthread_t thread;
    pthread_attr_t attributes;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    code = pthread_create(&thread, &attributes, cgps_attempt_run, attempt);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (code == 0) return attempt;

failed:
    if (ends[0] >= 0) {
        close(ends[0]);
        close(ends[1]);
    }
    cgps_attempt_free(attempt);
    errno = code;
    return NULL;
}

int cgps_attempt_descriptor(cgps_attempt *attempt) { return attempt->waiting_end; }

int cgps_attempt_is_over(cgps_attempt *attempt) {
    return atomic_load(&attempt->state) == CGPS_DONE;
}

cgps_connection *cgps_attempt_finish(cgps_attempt *attempt, int *code) {
    cgps_connection *connection = attempt->connection;
    *code = attempt->code;
    close(attempt->waiting_end);
    attempt->connection = NULL;
    cgps_attempt_free(attempt);
    return connection;
}

void cgps_attempt_abandon(cgps_attempt *attempt) {
    close(attempt->waiting_end);
    if (atomic_exchange(&attempt->state, CGPS_ABANDONED) == CGPS_DONE) cgps_attempt_free(attempt);
}
