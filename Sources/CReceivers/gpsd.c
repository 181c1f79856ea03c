// All code that depends on the version of libgps, and every access to its large structure. The layout of the structure
// changes without a change of the version number, so only code compiled with the installed gps.h knows its fields.
#define _GNU_SOURCE 1
#include "gpsd.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#if GPSD_API_MAJOR_VERSION < 7
#error "libgps of gpsd 3.18 or newer is needed: before it, gps_read does not give the line"
#endif

static struct gps_data_t *cgps_data(cgps_connection *connection) {
    return (struct gps_data_t *)connection;
}

static int cgps_send(struct gps_data_t *data, const char *command) {
    // Nothing else is queued, so it is sent at once or fails. MSG_NOSIGNAL, because gpsd may be gone.
    ssize_t length = (ssize_t)strlen(command);
    ssize_t sent = send((int)data->gps_fd, command, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent == length ? 0 : sent < 0 ? errno : EPIPE;
}

// Sends what gps_stream should send. gps_stream cuts a command off after 80 bytes, too short for a name in
// /dev/serial/by-id; gpsd then reads the rest as a request to watch all of its devices.
static int cgps_watch(struct gps_data_t *data, const char *device) {
    char command[sizeof data->dev.path + 64];
    if (device == NULL) return cgps_send(data, "?WATCH={\"enable\":true,\"json\":true};\n");
    if (strlen(device) >= sizeof data->dev.path) return ENAMETOOLONG;
    snprintf(command, sizeof command, "?WATCH={\"enable\":true,\"json\":true,\"device\":\"%s\"};\n", device);
    return cgps_send(data, command);
}

cgps_connection *cgps_open(const char *host, const char *port, const char *device, int *code) {
    // gps_open leaves most of the structure uninitialised.
    struct gps_data_t *data = calloc(1, sizeof *data);
    *code = data ? 0 : ENOMEM;
    if (data == NULL || gps_open(host, port, data) != 0) {
        free(data);
        return NULL;
    }
    *code = cgps_watch(data, device);
    if (*code != 0) {
        gps_close(data);
        free(data);
        return NULL;
    }
    // Programs started by this one must not inherit the socket.
    fcntl((int)data->gps_fd, F_SETFD, FD_CLOEXEC);
    return (cgps_connection *)data;
}

int cgps_descriptor(cgps_connection *connection) { return (int)cgps_data(connection)->gps_fd; }

void cgps_close(cgps_connection *connection) {
    cgps_send(cgps_data(connection), "?WATCH={\"enable\":false};\n");
    gps_close(cgps_data(connection));
    free(connection);
}

int cgps_read(cgps_connection *connection, unsigned char *line, int size) {
    struct gps_data_t *data = cgps_data(connection);
    char *text = (char *)line;
    text[0] = 0;
    int count = gps_read(data, text, size);
    if (count < 0) return CGPS_CLOSED;
    if (count == 0) return CGPS_NOTHING;
    text[size - 1] = 0;
    // gpsd tells that it has lost a device, but not whether that was the last one.
    if (strncmp(text, "{\"class\":\"DEVICE\"", 17) == 0 && strstr(text, "\"activated\":0") != NULL)
        cgps_send(data, "?DEVICES;\n");
    return (int)strlen(text);
}
