#include "Trap.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char text[512];

static void say(int number) {
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
    signal(number, SIG_DFL);
    raise(number);
}

void say_at_trap(const char *new) {
    strncpy(text, new, sizeof text - 1);
    for (const int *number = (const int[]){SIGILL, SIGTRAP, SIGSEGV, SIGABRT, 0}; *number; number++) signal(*number, say);
}
