// Starting programs. Only the one program that does so links it: the service starts none.
#pragma once

#include <stddef.h>

// Starts a program, looked up in PATH, in a process group of its own, with no signal blocked or ignored. It reads the
// input and then its end; with ENOBUFS, no pipe has room for that, which has it for PIPE_BUF bytes, and usually for 64
// KiB. Its standard output and errors are this process's, or pipes, whose ends for reading are descriptors[0] and
// descriptors[1], non-blocking, or else -1; descriptors[2] becomes readable when it ends. All three are close-on-exec.
// Returns its process ID, or -1 and sets errno.
int waymark_start_program(
    char *const *arguments, char *const *environment, const void *input, size_t length, int has_pipes, int *descriptors
);
