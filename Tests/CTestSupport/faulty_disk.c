#include "faulty_disk.h"
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
} faulty_file;

static sqlite3_vfs *system_disk;
static sqlite3_vfs faulty_disk;
static int operations_left;
static int is_lasting;
static int has_failed;

static sqlite3_file *real(sqlite3_file *file) { return ((faulty_file *)file)->real; }

static int fails(void) {
    if (operations_left > 0 && --operations_left == 0) has_failed = 1;
    int failing = has_failed && (is_lasting || operations_left == 0);
    // A single failure is over now.
    if (has_failed && !is_lasting) operations_left = -1;
    return failing;
}

static void keep_synced(faulty_file *file) {
    char copy[4096];
    char buffer[65536];
    size_t count;
    if (file->path == NULL) return;
    snprintf(copy, sizeof copy, "%s.synced", file->path);
    FILE *from = fopen(file->path, "r");
    FILE *to = fopen(copy, "w");
    while (from && to && (count = fread(buffer, 1, sizeof buffer, from)) > 0) fwrite(buffer, 1, count, to);
    if (from) fclose(from);
    if (to) fclose(to);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (fails()) return SQLITE_IOERR_WRITE;
    return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}
static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (fails()) return SQLITE_IOERR_TRUNCATE;
    return real(file)->pMethods->xTruncate(real(file), size);
}
static int faulty_sync(sqlite3_file *file, int flags) {
    if (fails()) return SQLITE_IOERR_FSYNC;
    int code = real(file)->pMethods->xSync(real(file), flags);
    if (code == SQLITE_OK) keep_synced((faulty_file *)file);
    return code;
}

static int faulty_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }
static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}
static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int faulty_lock(sqlite3_file *file, int level) { return real(file)->pMethods->xLock(real(file), level); }
static int faulty_unlock(sqlite3_file *file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
static int faulty_check_lock(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}
static int faulty_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int faulty_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int faulty_traits(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
static int faulty_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}
static int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void faulty_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int faulty_unmap(sqlite3_file *file, int delete) { return real(file)->pMethods->xShmUnmap(real(file), delete); }

static const sqlite3_io_methods methods = {
    2,           faulty_close,  faulty_read,       faulty_write,   faulty_truncate, faulty_sync,
    faulty_size, faulty_lock,   faulty_unlock,     faulty_check_lock, faulty_control,  faulty_sector,
    faulty_traits, faulty_map,  faulty_shm_lock,   faulty_barrier, faulty_unmap,    0,
    0,
};

static int faulty_open(sqlite3_vfs *disk, const char *path, sqlite3_file *file, int flags, int *opened) {
    faulty_file *own = (faulty_file *)file;
    own->path = path;
    own->real = (sqlite3_file *)(own + 1);
    memset(own->real, 0, (size_t)system_disk->szOsFile);
    int code = system_disk->xOpen(system_disk, path, own->real, flags, opened);
    own->base.pMethods = own->real->pMethods ? &methods : NULL;
    return code;
}

void faulty_disk_install(void) {
    if (system_disk) return;
    system_disk = sqlite3_vfs_find(NULL);
    faulty_disk = *system_disk;
    faulty_disk.zName = "faulty";
    faulty_disk.szOsFile += (int)sizeof(faulty_file);
    faulty_disk.xOpen = faulty_open;
    sqlite3_vfs_register(&faulty_disk, 1);
}

void faulty_disk_arm(int countdown, int lasting) {
    operations_left = countdown;
    is_lasting = lasting;
    has_failed = 0;
}

int faulty_disk_has_failed(void) { return has_failed; }
