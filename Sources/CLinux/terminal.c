#define _GNU_SOURCE 1
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

int waymark_pseudo_terminal(char *path, size_t size) {
    int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (controller < 0) return -1;
    int error = 0;
    struct termios settings;
    if (grantpt(controller) != 0 || unlockpt(controller) != 0 || tcgetattr(controller, &settings) != 0) error = errno;
    if (!error) error = ptsname_r(controller, path, size);
    if (!error) {
        // No echo: otherwise output would come back until the other side sets its own mode.
        cfmakeraw(&settings);
        if (tcsetattr(controller, TCSANOW, &settings) != 0) error = errno;
    }
    if (error) {
        close(controller);
        errno = error;
        return -1;
    }
    return controller;
}
