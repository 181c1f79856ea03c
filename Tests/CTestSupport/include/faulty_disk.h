#pragma once

// A disk for SQLite that fails when a test says so. It lies over the system's own files, for all databases of the process
// that are opened after faulty_disk_install().
//
// Beside each file it keeps FILE.synced, the content that a power cut would leave: that of the last successful
// synchronisation.

// Makes it the default of this process.
void faulty_disk_install(void);

// Lets one operation fail: the `countdown`-th write, synchronisation or truncation from now, and with `lasting` every one
// after it too. With 0 nothing fails any more.
void faulty_disk_arm(int countdown, int lasting);

// Whether an operation has failed since the last call of faulty_disk_arm.
int faulty_disk_has_failed(void);
