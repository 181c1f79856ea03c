// This file contains every use of sd-bus.
#define _GNU_SOURCE 1
#include "CNotifications.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define SERVER "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"

// Time for the bus to start a server first.
#define PATIENCE_USEC (10 * 1000000ull)

enum { PROBLEM_SIZE = 512, QUEUE_LIMIT = 1024 };

struct queued {
    struct queued *next;
    cnotifications_event event;
};

struct cnotifications {
    sd_bus *bus;
    // The unique name of the server. Signals from other names are ignored: any program may send one to this connection.
    char owner[256];
    struct queued *first, **last;
    int count;
};

static void enqueue(cnotifications *connection, const cnotifications_event *event) {
    if (connection->count == QUEUE_LIMIT) return;
    struct queued *queued = malloc(sizeof *queued);
    if (queued == NULL) return;
    queued->event = *event;
    queued->next = NULL;
    *connection->last = queued;
    connection->last = &queued->next;
    connection->count++;
}

static int is_from(sd_bus_message *message, const char *name) {
    const char *sender = sd_bus_message_get_sender(message);
    return sender != NULL && name[0] != '\0' && strcmp(sender, name) == 0;
}

static int pressed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    cnotifications *connection = context;
    cnotifications_event event = {.kind = CNOTIFICATIONS_PRESSED};
    const char *key;
    if (!is_from(message, connection->owner)) return 0;
    if (sd_bus_message_read(message, "us", &event.notification, &key) < 0) return 0;
    if (strlen(key) >= sizeof event.key) return 0;
    strcpy(event.key, key);
    enqueue(connection, &event);
    return 0;
}

static int closed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    cnotifications *connection = context;
    cnotifications_event event = {.kind = CNOTIFICATIONS_CLOSED};
    if (!is_from(message, connection->owner)) return 0;
    if (sd_bus_message_read(message, "uu", &event.notification, &event.reason) < 0) return 0;
    enqueue(connection, &event);
    return 0;
}

static void server_is(cnotifications *connection, const char *owner) {
    if (owner == NULL || strlen(owner) >= sizeof connection->owner) owner = "";
    if (strcmp(connection->owner, owner) == 0) return;
    strcpy(connection->owner, owner);
    cnotifications_event event = {.kind = CNOTIFICATIONS_SERVER_CHANGED, .has_server = owner[0] != '\0'};
    enqueue(connection, &event);
}

static int owner_changed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    const char *name, *before, *after;
    if (!is_from(message, "org.freedesktop.DBus")) return 0;
    if (sd_bus_message_read(message, "sss", &name, &before, &after) < 0) return 0;
    if (strcmp(name, SERVER) == 0) server_is(context, after);
    return 0;
}

// Finds the server that is already running. The bus reports later ones.
static int find_server(cnotifications *connection) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL;
    const char *owner = NULL;
    int code = sd_bus_call_method(
        connection->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", &error,
        &reply, "s", SERVER);
    if (code >= 0) code = sd_bus_message_read(reply, "s", &owner);
    if (code >= 0) server_is(connection, owner);
    int is_absent = sd_bus_error_has_name(&error, SD_BUS_ERROR_NAME_HAS_NO_OWNER);
    sd_bus_message_unref(reply);
    sd_bus_error_free(&error);
    return code < 0 && !is_absent ? code : 0;
}

int cnotifications_open(const char *address, cnotifications **result) {
    cnotifications *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return -ENOMEM;
    connection->last = &connection->first;
    int code;
    if (address == NULL) {
        code = sd_bus_open_user(&connection->bus);
    } else {
        code = sd_bus_new(&connection->bus);
        if (code >= 0) code = sd_bus_set_address(connection->bus, address);
        if (code >= 0) code = sd_bus_set_bus_client(connection->bus, 1);
        if (code >= 0) code = sd_bus_start(connection->bus);
    }
    sd_bus *bus = connection->bus;
    if (code >= 0) {
        code = sd_bus_match_signal(
            bus, NULL, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
            owner_changed, connection);
    }
    if (code >= 0) code = sd_bus_match_signal(bus, NULL, SERVER, PATH, SERVER, "ActionInvoked", pressed, connection);
    if (code >= 0) {
        code = sd_bus_match_signal(bus, NULL, SERVER, PATH, SERVER, "NotificationClosed", closed, connection);
    }
    if (code >= 0) code = find_server(connection);
    if (code < 0) {
        cnotifications_close(connection);
        return code;
    }
    *result = connection;
    return 0;
}

void cnotifications_close(cnotifications *connection) {
    sd_bus_flush_close_unref(connection->bus);
    while (connection->first != NULL) {
        struct queued *first = connection->first;
        connection->first = first->next;
        free(first);
    }
    free(connection);
}

int cnotifications_descriptor(cnotifications *connection) { return sd_bus_get_fd(connection->bus); }

int cnotifications_interest(cnotifications *connection) {
    int events = sd_bus_get_events(connection->bus);
    if (events < 0) return events;
    return (events & POLLIN ? 1 : 0) | (events & POLLOUT ? 2 : 0);
}

int cnotifications_next(cnotifications *connection, cnotifications_event *event) {
    while (connection->first == NULL) {
        int code = sd_bus_process(connection->bus, NULL);
        if (code < 0) return code;
        if (code == 0) return 0;
    }
    struct queued *first = connection->first;
    *event = first->event;
    connection->first = first->next;
    if (connection->first == NULL) connection->last = &connection->first;
    connection->count--;
    free(first);
    return 1;
}

// Sends a message and waits for the reply.
static int call(cnotifications *connection, sd_bus_message *message, sd_bus_message **reply, char *problem) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    int code = sd_bus_call(connection->bus, message, PATIENCE_USEC, &error, reply);
    if (code < 0) snprintf(problem, PROBLEM_SIZE, "%s", error.message ? error.message : strerror(-code));
    sd_bus_error_free(&error);
    return code;
}

static int new_call(cnotifications *connection, const char *method, sd_bus_message **message) {
    return sd_bus_message_new_method_call(connection->bus, message, SERVER, PATH, SERVER, method);
}

int cnotifications_capabilities(cnotifications *connection, char *text, char *problem) {
    sd_bus_message *message = NULL, *reply = NULL;
    char **words = NULL;
    problem[0] = text[0] = '\0';
    int code = new_call(connection, "GetCapabilities", &message);
    if (code >= 0) code = call(connection, message, &reply, problem);
    if (code >= 0) code = sd_bus_message_read_strv(reply, &words);
    size_t length = 0;
    for (char **word = words; code >= 0 && word != NULL && *word != NULL; word++) {
        size_t size = strlen(*word);
        if (length + size + 2 <= PROBLEM_SIZE) {
            memcpy(text + length, *word, size);
            length += size;
            text[length++] = '\n';
            text[length] = '\0';
        }
        free(*word);
    }
    free(words);
    sd_bus_message_unref(reply);
    sd_bus_message_unref(message);
    return code < 0 ? code : 0;
}

int cnotifications_show(
    cnotifications *connection, uint32_t replaced, const char *summary, const char *body,
    const char *const *buttons, int count, uint32_t *shown, char *problem) {
    sd_bus_message *message = NULL, *reply = NULL;
    problem[0] = '\0';
    int code = new_call(connection, "Notify", &message);
    // Do not start a server for this: a new one would not have the notification, and is reported as a new server.
    if (code >= 0) code = sd_bus_message_set_auto_start(message, 0);
    if (code >= 0) {
        code = sd_bus_message_append(message, "susss", "Waymark", replaced, "preferences-system-privacy", summary, body);
    }
    if (code >= 0) code = sd_bus_message_open_container(message, 'a', "s");
    for (int index = 0; code >= 0 && index < count; index++) {
        code = sd_bus_message_append(message, "s", buttons[index]);
    }
    if (code >= 0) code = sd_bus_message_close_container(message);
    // Urgency 2 and time 0 keep the notification on the screen until it is answered: an app waits for the answer.
    if (code >= 0) code = sd_bus_message_append(message, "a{sv}", 1, "urgency", "y", 2);
    if (code >= 0) code = sd_bus_message_append(message, "i", 0);
    if (code >= 0) code = call(connection, message, &reply, problem);
    if (code >= 0) code = sd_bus_message_read(reply, "u", shown);
    if (code < 0 && problem[0] == '\0') snprintf(problem, PROBLEM_SIZE, "%s", strerror(-code));
    sd_bus_message_unref(reply);
    sd_bus_message_unref(message);
    return code < 0 ? code : 0;
}

int cnotifications_withdraw(cnotifications *connection, uint32_t notification) {
    // Do not wait for the reply: some servers report an error for a notification that is already closed.
    return sd_bus_call_method_async(
        connection->bus, NULL, SERVER, PATH, SERVER, "CloseNotification", NULL, NULL, "u", notification);
}

const char *cnotifications_reason(int code) { return strerror(-code); }
