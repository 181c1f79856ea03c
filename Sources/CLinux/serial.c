// Uses the kernel's termios2, which supports any speed; <termios.h> defines a conflicting structure.
#include "CLinux.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <errno.h>

int ioctl(int descriptor, unsigned long request, ...);

int waymark_line_speed(int descriptor) {
    struct termios2 settings;
    return ioctl(descriptor, TCGETS2, &settings) == 0 ? (int)settings.c_ispeed : -1;
}

int waymark_line_listen(int descriptor, int speed) {
    struct termios2 settings;
    if (ioctl(descriptor, TCGETS2, &settings) != 0) return -1;
    settings.c_iflag = IGNBRK;
    settings.c_oflag = 0;
    settings.c_lflag = 0;
    // 8 data bits, no parity, 1 stop bit, no flow control. Without HUPCL, closing the line leaves the modem lines
    // unchanged: lowering them resets some boards and switches some receivers off.
    settings.c_cflag &= ~(CSIZE | CSTOPB | PARENB | PARODD | CMSPAR | CRTSCTS | HUPCL | CBAUD | (CBAUD << IBSHIFT));
    settings.c_cflag |= CS8 | CREAD | CLOCAL | BOTHER | (BOTHER << IBSHIFT);
    settings.c_ispeed = settings.c_ospeed = (speed_t)speed;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (ioctl(descriptor, TCSETS2, &settings) != 0) return -1;
    // Discard input from before, possibly received at another speed.
    if (ioctl(descriptor, TCFLSH, TCIFLUSH) != 0) return -1;
    // A driver sets the nearest speed it supports; a UART tolerates a difference of a few percent.
    if (ioctl(descriptor, TCGETS2, &settings) != 0) return -1;
    int difference = (int)settings.c_ispeed - speed;
    if (difference > speed / 25 || -difference > speed / 25) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

int waymark_line_make_exclusive(int descriptor, int exclusive) {
    return ioctl(descriptor, exclusive ? TIOCEXCL : TIOCNXCL);
}
