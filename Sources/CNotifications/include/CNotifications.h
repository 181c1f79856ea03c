// The desktop's notifications: org.freedesktop.Notifications on the session bus, through libsystemd's sd-bus.
//
// Only notifications.c includes sd-bus.h, which includes system headers. A second module with these headers would give
// types such as `fd_set` two definitions, which the compiler may reject. The variadic functions and callbacks of sd-bus
// also stay in that file.
#pragma once

#include <stdint.h>

typedef struct cnotifications cnotifications;

enum {
    // The server went away or was replaced: all notifications are gone.
    CNOTIFICATIONS_SERVER_CHANGED = 1,
    // The person pressed a button of a notification.
    CNOTIFICATIONS_PRESSED = 2,
    // A notification was closed.
    CNOTIFICATIONS_CLOSED = 3,
};

typedef struct {
    int kind;
    // Whether a server runs now, if that changed.
    int has_server;
    uint32_t notification;
    // The reason for closing: 1 expired, 2 dismissed by the person, 3 closed by a call, 4 undefined.
    uint32_t reason;
    // The button. A longer name belongs to another program.
    char key[64];
} cnotifications_event;

// Connects to the bus at the address, or to the session's bus for NULL. Returns a negative errno on failure.
int cnotifications_open(const char *address, cnotifications **connection);
void cnotifications_close(cnotifications *connection);

int cnotifications_descriptor(cnotifications *connection);

// Returns the events to poll the descriptor for: bit 0 readable, bit 1 writable; a negative errno if the connection
// ended.
int cnotifications_interest(cnotifications *connection);

// Processes the connection. Returns 1 and sets *event for an event, 0 if there is none for now, or a negative errno if
// the connection ended. Call it until it returns 0 before waiting, and after any other call, during which events may
// have arrived.
int cnotifications_next(cnotifications *connection, cnotifications_event *event);

// Stores the server's capabilities in `text`, one per line. Starts a server if the desktop provides one. On failure,
// returns a negative errno and stores the bus's message in `problem`. Both buffers have room for 512 bytes.
int cnotifications_capabilities(cnotifications *connection, char *text, char *problem);

// Shows a notification with buttons (alternating keys and labels), or changes the notification `replaced`, and stores
// its number in *shown. The notification stays until it is closed. Does not start a server.
int cnotifications_show(
    cnotifications *connection, uint32_t replaced, const char *summary, const char *body,
    const char *const *buttons, int count, uint32_t *shown, char *problem);

// Withdraws a notification; one that is already closed is no error.
int cnotifications_withdraw(cnotifications *connection, uint32_t notification);

// Returns the message for an errno.
const char *cnotifications_reason(int code);
