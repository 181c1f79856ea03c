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

    // The path of the device that the message is about, or empty.
    char device[128];
} cgps_report;

// What a code that came instead of a connection means: gpsd's own are negative.
const char *cgps_problem(int code);

int cgps_descriptor(cgps_connection *connection);

// Tells gpsd that nobody watches any more, so that it may power the receiver down, and closes.
void cgps_close(cgps_connection *connection);

// Takes in one message. 1: there was one, and *report says what was in it; 0: none is complete yet;
// -1: the connection is over.
int cgps_read(cgps_connection *connection, cgps_report *report);

// One attempt to connect, made on a thread of its own, because gps_open resolves names and connects without any
// limit of time. The thread's only product is the open connection.
typedef struct cgps_attempt cgps_attempt;

// Begins to connect; NULL with errno when the system lacks the means.
cgps_attempt *cgps_attempt_start(const char *host, const char *port, const char *device);

// Readable once the attempt is over.
int cgps_attempt_descriptor(cgps_attempt *attempt);

int cgps_attempt_is_over(cgps_attempt *attempt);

// Takes the result of an attempt that is over, and frees the attempt. NULL on failure, with a code for
// cgps_problem in *code.
cgps_connection *cgps_attempt_finish(cgps_attempt *attempt, int *code);

// Gives an attempt up, whether it is over or not.
void cgps_attempt_abandon(cgps_attempt *attempt);
