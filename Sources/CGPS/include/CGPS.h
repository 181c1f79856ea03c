// libgps behind one opaque handle and one plain struct.
//
// gps.h is read in connection.c only: it pulls in headers of the system, and a second module that has them gives
// `fd_set` two definitions, of which the compiler may refuse one.
#pragma once

#include <stdint.h>

// A connection to gpsd; a struct gps_data_t in truth.
typedef struct cgps_connection cgps_connection;

// What one message of gpsd brought. NAN stands for a number that it did not give.
typedef struct {
    // A position report (TPV).
    int has_fix;
    // Seconds of POSIX time, 0 when there is none, and nanoseconds.
    int64_t seconds, nanoseconds;
    // gpsd's numbers: mode 0 to 3, status 0 to 9.
    int mode, status;
    double latitude, longitude, altitude_msl, geoid_separation, speed, track;
    // Metres that gpsd expects to be off: horizontally, along each horizontal axis, vertically.
    double eph, epx, epy, epv;

    // Standard deviations (GST) in metres, for a time of their own.
    int has_deviations;
    int64_t deviations_seconds, deviations_nanoseconds;
    double latitude_deviation, longitude_deviation, altitude_deviation;

    // Satellites and dilution (SKY); -1 satellites when it did not say.
    int has_sky;
    int satellites_used;
    double hdop;

    // A message that only a gpsd sends.
    int is_known;

    // The device that the message is about has gone from gpsd.
    int has_gone;

    // The path of the device that the message is about, or empty.
    char device[128];

    // What gpsd said was wrong with what it was asked, or empty.
    char error[256];
} cgps_report;

// Resolves, connects and asks for reports, of one device or, with NULL, of all. Blocks without a limit of time. NULL on
// failure, with a code for cgps_problem in *code.
cgps_connection *cgps_open(const char *host, const char *port, const char *device, int *code);

// What a code that came instead of a connection means: gpsd's own are negative.
const char *cgps_problem(int code);

int cgps_descriptor(cgps_connection *connection);

// Tells gpsd that nobody watches any more, so that it may power the receiver down, and closes.
void cgps_close(cgps_connection *connection);

// Takes in one message. 1: there was one, and *report says what was in it; 0: none is complete yet;
// -1: the connection is over.
int cgps_read(cgps_connection *connection, cgps_report *report);
