// All code that depends on the version of libgps, and every access to its large structure. The layout of the structure
// changes without a change of the version number, so only code compiled with the installed gps.h knows its fields.
#define _GNU_SOURCE 1
#include "CGPS.h"

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#if GPSD_API_MAJOR_VERSION < 9
#error "libgps of gpsd 3.20 or newer is needed: before it, times are not given as struct timespec"
#endif
#if GPSD_API_MAJOR_VERSION > 16
#warning "this libgps is newer than any this was written for; it may well work"
#endif

static struct gps_data_t *cgps_data(cgps_connection *connection) {
    return (struct gps_data_t *)connection;
}

static int cgps_resolves(const char *host, const char *port) {
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(host, port, &wanted, &found) != 0) return 0;
    freeaddrinfo(found);
    return 1;
}

// Determines why gps_open failed. Up to 3.25 it leaves its own code in errno. 3.27 leaves the errno of the last call,
// which is meaningless, or nothing at all if the resolver failed.
static int cgps_open_failure(const char *host, const char *port, int code) {
    if (code < 0) return code;
    if (!cgps_resolves(NULL, port)) return NL_NOSERVICE;
    if (!cgps_resolves(host, port)) return NL_NOHOST;
    return code > 0 ? code : NL_NOCONNECT;
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
    if (data == NULL) {
        *code = ENOMEM;
        return NULL;
    }
    errno = 0;
    if (gps_open(host, port, data) != 0) {
        *code = cgps_open_failure(host, port, errno);
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

const char *cgps_problem(int code) { return code < 0 ? gps_errstr(code) : strerror(code); }

int cgps_descriptor(cgps_connection *connection) { return (int)cgps_data(connection)->gps_fd; }

void cgps_ask_for_devices(cgps_connection *connection) { cgps_send(cgps_data(connection), "?DEVICES;\n"); }

void cgps_close(cgps_connection *connection) {
    cgps_send(cgps_data(connection), "?WATCH={\"enable\":false};\n");
    gps_close(cgps_data(connection));
    free(connection);
}

static double cgps_finite(double number) { return isfinite(number) ? number : NAN; }

// Returns how many satellites a SKY message reports as used, or -1, and sets how many are in view, likewise. gpsd lists them; since 3.22 it also sends counts
// ("nSat", "uSat"), and since 3.25 it may send only the counts. libgps 3.20 stops parsing there, 3.22 ignores the
// count,
// and 3.25 does not count a list without it. But all versions unpack the list as far as they parse, and clear the
// previous one.
static int cgps_satellites_used(const struct gps_data_t *data, const char *line, int *in_view) {
    int visible = 0, used = 0;
    for (int i = 0; i < MAXCHANNELS; i++) {
        if (data->skyview[i].PRN <= 0) continue;
        visible++;
        if (data->skyview[i].used) used++;
    }
    *in_view = visible;
    if (visible > 0) return used;
    const char *count = strstr(line, "\"nSat\":");
    *in_view = count ? atoi(count + strlen("\"nSat\":")) : -1;
    count = strstr(line, "\"uSat\":");
    used = count ? atoi(count + strlen("\"uSat\":")) : 0;
    return used > 0 ? used : -1;
}

// Returns the number after a name in a message, or -1: libgps knows these only in its later versions.
static int cgps_number(const char *line, const char *name) {
    const char *found = strstr(line, name);
    return found ? atoi(found + strlen(name)) : -1;
}

int cgps_read(cgps_connection *connection, cgps_report *report) {
    struct gps_data_t *data = cgps_data(connection);
    memset(report, 0, sizeof *report);
    // Messages other than TPV add their flags to those already set.
    data->set = 0;
    char line[2048] = "";
    int count = gps_read(data, line, sizeof line);
    if (count < 0) return -1;
    if (count == 0) return 0;

    // gpsd allows longer paths than any device has. Truncation could only make two devices look like one.
    size_t length = strnlen(data->dev.path, sizeof report->device - 1);
    memcpy(report->device, data->dev.path, length);

    report->is_known = (data->set & (VERSION_SET | DEVICELIST_SET | DEVICE_SET | POLICY_SET | ERROR_SET | STATUS_SET
                                     | SATELLITE_SET | DOP_SET | GST_SET | ATTITUDE_SET)) != 0;
    // For a closed device gpsd sends 0 where libgps expects a date; some versions then ignore the message.
    line[sizeof line - 1] = 0;
    report->has_gone = strncmp(line, "{\"class\":\"DEVICE\"", 17) == 0 && strstr(line, "\"activated\":0") != NULL;
    report->has_no_device
        = strncmp(line, "{\"class\":\"DEVICES\"", 18) == 0 && strstr(line, "\"devices\":[]") != NULL;
    // "DEVICE" and "DEVICES" name one, and the others come from one.
    report->has_device
        = !report->has_no_device && !report->has_gone
          && (strncmp(line, "{\"class\":\"DEVICE", 16) == 0
              || (data->set & (STATUS_SET | SATELLITE_SET | DOP_SET | GST_SET | ATTITUDE_SET)) != 0);
    if (data->set & ERROR_SET) {
        length = strnlen(data->error, sizeof report->error - 1);
        memcpy(report->error, data->error, length);
    }
    if (data->set & STATUS_SET) {
        const struct gps_fix_t *fix = &data->fix;
        report->has_fix = 1;
        report->seconds = fix->time.tv_sec;
        report->nanoseconds = fix->time.tv_nsec;
        report->mode = fix->mode;
#if GPSD_API_MAJOR_VERSION >= 10
        report->status = fix->status;
#else
        report->status = data->status;
#endif
        report->latitude = cgps_finite(fix->latitude);
        report->longitude = cgps_finite(fix->longitude);
        report->altitude_msl = cgps_finite(fix->altMSL);
        report->geoid_separation = cgps_finite(fix->geoid_sep);
        report->speed = cgps_finite(fix->speed);
        report->track = cgps_finite(fix->track);
        report->eph = cgps_finite(fix->eph);
        report->epx = cgps_finite(fix->epx);
        report->epy = cgps_finite(fix->epy);
        report->epv = cgps_finite(fix->epv);
        report->magnetic_variation = cgps_finite(fix->magnetic_var);
        report->jam = cgps_number(line, "\"jam\":");
        report->ant = cgps_number(line, "\"ant\":");
    }
    // In most versions this shares memory with other messages, so it is valid only for the message that set it.
    if (data->set & GST_SET) {
        report->has_deviations = 1;
        report->deviations_seconds = data->gst.utctime.tv_sec;
        report->deviations_nanoseconds = data->gst.utctime.tv_nsec;
        report->latitude_deviation = cgps_finite(data->gst.lat_err_deviation);
        report->longitude_deviation = cgps_finite(data->gst.lon_err_deviation);
        report->altitude_deviation = cgps_finite(data->gst.alt_err_deviation);
    }
    // So does this.
    if (data->set & ATTITUDE_SET) {
        report->has_attitude = 1;
        report->heading = cgps_finite(data->attitude.heading);
        report->compass_status = data->attitude.mag_st;
    }
    if (data->set & (SATELLITE_SET | DOP_SET)) {
        report->has_sky = 1;
        report->satellites_used = cgps_satellites_used(data, line, &report->satellites_in_view);
        report->hdop = cgps_finite(data->dop.hdop);
        for (int i = 0; i < MAXCHANNELS; i++) {
            double strength = data->skyview[i].ss;
            if (data->skyview[i].PRN <= 0 || !(strength > 0 && strength < 100)) continue;
            report->signals++;
            report->signal_sum += strength;
            report->signal_square_sum += strength * strength;
        }
    }
    return 1;
}
