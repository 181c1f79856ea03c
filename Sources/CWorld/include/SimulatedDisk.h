#pragma once
#include <stddef.h>
#include <stdint.h>

// A disk in memory for SQLite, with power cuts: it keeps what was synchronised apart from what was only written.
//
// Files are created and deleted at once and for good, as with a synchronised folder. One thread uses it.

typedef enum { SIMULATED_READ, SIMULATED_WRITE, SIMULATED_TRUNCATE, SIMULATED_SYNC } simulated_disk_operation;

// Asked before each operation: returns 0 to let it happen, or the code with which SQLite sees it fail.
typedef int (*simulated_disk_gate)(void *context, simulated_disk_operation operation);

// Makes it the disk of all databases that this process opens from now on.
void simulated_disk_install(simulated_disk_gate gate, void *context);

// Leaves in each file what was synchronised, and of later writes what `seed` draws: the first ones, the last of them
// torn at a sector, or any sectors of any writes. Returns how many writes were lost, whole or in part.
int64_t simulated_disk_cut_power(uint64_t seed);

// Forgets all files, none of which may be open.
void simulated_disk_erase(void);

// The bytes that all files hold.
int64_t simulated_disk_size(void);
