// libgps behind one opaque handle.
//
// Only gpsd.c includes gps.h: it includes system headers, and a second module with those gives `fd_set` two
// definitions, which the compiler may reject.
#pragma once

// A connection to gpsd; actually a struct gps_data_t.
typedef struct cgps_connection cgps_connection;

// Resolves, connects and requests reports of one device, or of all if device is NULL. Blocks without a time limit.
// Returns NULL on failure, with an errno in *code, or 0 if it cannot connect: of the cause versions of libgps tell little.
cgps_connection *cgps_open(const char *host, const char *port, const char *device, int *code);

int cgps_descriptor(cgps_connection *connection);

// Tells gpsd that nobody watches any more, so that it can power the receiver down, and closes.
void cgps_close(cgps_connection *connection);

#define CGPS_NOTHING (-1)
#define CGPS_CLOSED (-2)

// Reads one message as gpsd wrote it, of at most size - 1 bytes, and returns its length, CGPS_NOTHING if none is complete
// yet, or CGPS_CLOSED. libgps buffers lines: after the descriptor became readable, call it until there is nothing.
int cgps_read(cgps_connection *connection, unsigned char *line, int size);
