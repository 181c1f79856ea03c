#pragma once
#include "CGPS.h"

// Resolves, connects and asks for reports, of one device or, with NULL, of all. Blocks. NULL on failure, with a
// code for cgps_problem in *code.
cgps_connection *cgps_open(const char *host, const char *port, const char *device, int *code);
