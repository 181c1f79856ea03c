// libgps behind one opaque handle and one plain struct.
//
// Only connection.c includes gps.h: it includes system headers, and a second module with those gives `fd_set` two
// definitions, which the compiler may reject.
#pragma once

#include <stdint.h>

// A connection to gpsd; actually a struct gps_data_t.
typedef struct cgps_connection cgps_connection;

// The content of one gpsd message. Missing numbers are NAN.
typedef struct {
    // A position report (TPV).
    int has_fix;
    // POSIX time in seconds and nanoseconds; 0 if there is none.
    int64_t seconds, nanoseconds;
    // gpsd's numbers: mode 0 to 3, status 0 to 9.
    int mode, status;
    double latitude, longitude, altitude_msl, geoid_separation, speed, track;
    // Degrees; positive to the east, whatever the manual says.
    double magnetic_variation;
    // Expected errors in metres: horizontal, along each horizontal axis, vertical.
    double eph, epx, epy, epv;
    // The interference from 0 to 255, and the state of the antenna, of later versions of gpsd; -1 if it is missing.
    int jam, ant;

    // Standard deviations (GST) in metres, with a time of their own.
    int has_deviations;
    int64_t deviations_seconds, deviations_nanoseconds;
    double latitude_deviation, longitude_deviation, altitude_deviation;

    // Satellites and dilution (SKY); a number is -1 if it is missing.
    int has_sky;
    int satellites_used, satellites_in_view;
    double hdop;
    // How many signals have a strength, and what these and their squares add up to, in dB-Hz.
    int signals;
    double signal_sum, signal_square_sum;

    // Attitude (ATT): the heading in degrees, and gpsd's letter for the state of the compass, or 0.
    int has_attitude;
    double heading;
    char compass_status;

    // Whether it is a message that only gpsd sends.
    int is_known;

    // Whether the device of the message was removed from gpsd.
    int has_gone;

    // Whether gpsd says that it has no device.
    int has_no_device;

    // Whether the message shows that gpsd has a device.
    int has_device;

    // The path of the device that the message is about, or empty.
    char device[128];

    // gpsd's error message about the watch request, or empty.
    char error[256];
} cgps_report;

// Resolves, connects and requests reports of one device, or of all if device is NULL. Blocks without a time limit.
// Returns NULL on failure, with a code for cgps_problem in *code.
cgps_connection *cgps_open(const char *host, const char *port, const char *device, int *code);

// Returns the error message for a code. Codes of libgps are negative.
const char *cgps_problem(int code);

int cgps_descriptor(cgps_connection *connection);

// Asks gpsd which devices it has; it answers with a message.
void cgps_ask_for_devices(cgps_connection *connection);

// Tells gpsd that nobody watches any more, so that it can power the receiver down, and closes.
void cgps_close(cgps_connection *connection);

// Reads one message. Returns 1 if there was one and *report has its content, 0 if none is complete yet, -1 if the
// connection is closed.
int cgps_read(cgps_connection *connection, cgps_report *report);
