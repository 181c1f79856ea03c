// The desktop's notifications, org.freedesktop.Notifications on the session bus, over libsystemd's sd-bus.
//
// sd-bus.h is read in notifications.c only: it pulls in headers of the system, and a second module that has them gives
// types such as `fd_set` two definitions, of which the compiler may refuse one. Its variadic functions and callbacks stay
// there too.
#pragma once

#include <stdint.h>

typedef struct cnotifications cnotifications;

enum {
    // The server went away, or another one took its place: nothing that was shown is there any more.
    CNOTIFICATIONS_SERVER_CHANGED = 1,
    // Somebody pressed a button of a notification.
    CNOTIFICATIONS_PRESSED = 2,
    // A notification is not there any more.
    CNOTIFICATIONS_CLOSED = 3,
};

typedef struct {
    int kind;
    // Whether there is a server now, where that changed.
    int has_server;
    uint32_t notification;
    // Why it was closed: 1 expired, 2 dismissed by the person, 3 closed by a call, 4 undefined.
    uint32_t reason;
    // The button; one with a longer name is none of ours.
    char key[64];
} cnotifications_event;

// Connects to the bus at the address, or with NULL to that of this session. Returns a negative errno on failure.
int cnotifications_open(const char *address, cnotifications **connection);
void cnotifications_close(cnotifications *connection);

int cnotifications_descriptor(cnotifications *connection);

// What to watch the descriptor for: bit 0 readable, bit 1 writable; a negative errno when the connection is over.
int cnotifications_interest(cnotifications *connection);

// Goes on. 1 and *event: something happened; 0: nothing more for now; a negative errno: the connection is over. To be
// called until 0 before waiting, also after any other call, during which more may have come.
int cnotifications_next(cnotifications *connection, cnotifications_event *event);

// What the server can do, one per line, into `text`. Starts a server where the desktop has one to be started. Negative
// errno on failure, with what the bus said in `problem`, of which both have room for 512 bytes.
int cnotifications_capabilities(cnotifications *connection, char *text, char *problem);

// Shows a notification with buttons - their keys and labels by turns - or changes the one that `replaced` names, and
// returns its number in *shown. It stays until somebody closes it. Starts no server.
int cnotifications_show(
    cnotifications *connection, uint32_t replaced, const char *summary, const char *body,
    const char *const *buttons, int count, uint32_t *shown, char *problem);

// Takes a notification away. One that has gone is no error.
int cnotifications_withdraw(cnotifications *connection, uint32_t notification);

// What an errno says.
const char *cnotifications_reason(int code);
