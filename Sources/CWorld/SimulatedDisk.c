#include "SimulatedDisk.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { sector_size = 512, shm_regions = 64 };

typedef struct {
    unsigned char *bytes;
    int64_t size, room;
} image;

// A write or a truncation that no synchronisation has followed yet.
typedef struct change {
    struct change *next;
    int is_truncation;
    int64_t offset, count;
    unsigned char bytes[];
} change;

typedef struct stored_file {
    struct stored_file *next;
    char *name;
    image current, durable;
    change *first, **last;
    void *shared[shm_regions];
    int handles, is_deleted;
} stored_file;

typedef struct {
    sqlite3_file base;
    stored_file *file;
} open_file;

static stored_file *files;
static sqlite3_vfs disk;
static simulated_disk_gate gate;
static void *gate_context;

static void make_room(image *of, int64_t size) {
    if (size <= of->room) return;
    int64_t room = size * 2;
    unsigned char *bytes = realloc(of->bytes, (size_t)room);
    if (!bytes) abort();
    of->bytes = bytes;
    of->room = room;
}

static void resize(image *of, int64_t size) {
    make_room(of, size);
    if (size > of->size) memset(of->bytes + of->size, 0, (size_t)(size - of->size));
    of->size = size;
}

static void put(image *of, const void *bytes, int64_t count, int64_t offset) {
    if (offset + count > of->size) resize(of, offset + count);
    memcpy(of->bytes + offset, bytes, (size_t)count);
}

static void copy(image *to, const image *from) {
    make_room(to, from->size);
    if (from->size > 0) memcpy(to->bytes, from->bytes, (size_t)from->size);
    to->size = from->size;
}

static void drop_changes(stored_file *file) {
    while (file->first) {
        change *next = file->first->next;
        free(file->first);
        file->first = next;
    }
    file->last = &file->first;
}

static void release(stored_file *file) {
    drop_changes(file);
    for (int region = 0; region < shm_regions; region++) free(file->shared[region]);
    free(file->current.bytes);
    free(file->durable.bytes);
    free(file->name);
    free(file);
}

static stored_file *find(const char *name) {
    for (stored_file *file = files; file; file = file->next) {
        if (file->name && !strcmp(file->name, name)) return file;
    }
    return NULL;
}

static void unlink_file(stored_file *file) {
    for (stored_file **link = &files; *link; link = &(*link)->next) {
        if (*link != file) continue;
        *link = file->next;
        break;
    }
    file->is_deleted = 1;
    if (file->handles == 0) release(file);
}

static void note(stored_file *file, int is_truncation, const void *bytes, int64_t count, int64_t offset) {
    change *new = malloc(sizeof(change) + (size_t)(bytes ? count : 0));
    if (!new) abort();
    *new = (change){.is_truncation = is_truncation, .offset = offset, .count = count};
    if (bytes) memcpy(new->bytes, bytes, (size_t)count);
    *file->last = new;
    file->last = &new->next;
}

static int may(simulated_disk_operation operation) { return gate ? gate(gate_context, operation) : SQLITE_OK; }

static stored_file *stored(sqlite3_file *handle) { return ((open_file *)handle)->file; }

static int disk_close(sqlite3_file *handle) {
    stored_file *file = stored(handle);
    file->handles--;
    if (file->handles == 0 && (file->is_deleted || !file->name)) {
        if (!file->is_deleted) unlink_file(file);
        else release(file);
    }
    return SQLITE_OK;
}

static int disk_read(sqlite3_file *handle, void *bytes, int count, sqlite3_int64 offset) {
    int code = may(SIMULATED_READ);
    if (code != SQLITE_OK) return code;
    image *from = &stored(handle)->current;
    int64_t there = from->size > offset ? from->size - offset : 0;
    if (there > count) there = count;
    if (there > 0) memcpy(bytes, from->bytes + offset, (size_t)there);
    if (there == count) return SQLITE_OK;
    memset((unsigned char *)bytes + there, 0, (size_t)(count - there));
    return SQLITE_IOERR_SHORT_READ;
}

static int disk_write(sqlite3_file *handle, const void *bytes, int count, sqlite3_int64 offset) {
    int code = may(SIMULATED_WRITE);
    if (code != SQLITE_OK) return code;
    note(stored(handle), 0, bytes, count, offset);
    put(&stored(handle)->current, bytes, count, offset);
    return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *handle, sqlite3_int64 size) {
    int code = may(SIMULATED_TRUNCATE);
    if (code != SQLITE_OK) return code;
    note(stored(handle), 1, NULL, 0, size);
    resize(&stored(handle)->current, size);
    return SQLITE_OK;
}

static int disk_sync(sqlite3_file *handle, int flags) {
    (void)flags;
    int code = may(SIMULATED_SYNC);
    if (code != SQLITE_OK) return code;
    stored_file *file = stored(handle);
    for (change *done = file->first; done; done = done->next) {
        if (done->is_truncation) resize(&file->durable, done->offset);
        else put(&file->durable, done->bytes, done->count, done->offset);
    }
    drop_changes(file);
    return SQLITE_OK;
}

static int disk_file_size(sqlite3_file *handle, sqlite3_int64 *size) {
    *size = stored(handle)->current.size;
    return SQLITE_OK;
}

static int disk_lock(sqlite3_file *handle, int level) {
    (void)handle, (void)level;
    return SQLITE_OK;
}

static int disk_check_lock(sqlite3_file *handle, int *result) {
    (void)handle;
    *result = 0;
    return SQLITE_OK;
}

static int disk_control(sqlite3_file *handle, int operation, void *argument) {
    (void)handle, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

// As SQLite assumes of Linux.
static int disk_sector(sqlite3_file *handle) {
    (void)handle;
    return 4096;
}

static int disk_traits(sqlite3_file *handle) {
    (void)handle;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int disk_shm_map(sqlite3_file *handle, int region, int size, int extend, void volatile **memory) {
    stored_file *file = stored(handle);
    if (region >= shm_regions) return SQLITE_IOERR_SHMSIZE;
    if (!file->shared[region] && extend) file->shared[region] = calloc(1, (size_t)size);
    *memory = file->shared[region];
    return SQLITE_OK;
}

static int disk_shm_lock(sqlite3_file *handle, int offset, int count, int flags) {
    (void)handle, (void)offset, (void)count, (void)flags;
    return SQLITE_OK;
}

static void disk_shm_barrier(sqlite3_file *handle) { (void)handle; }

// The memory ends with the process that used it, whether or not it ended in order.
static int disk_shm_unmap(sqlite3_file *handle, int delete) {
    (void)delete;
    for (int region = 0; region < shm_regions; region++) {
        free(stored(handle)->shared[region]);
        stored(handle)->shared[region] = NULL;
    }
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    2,           disk_close,    disk_read,        disk_write,       disk_truncate, disk_sync,
    disk_file_size, disk_lock,  disk_lock,        disk_check_lock,  disk_control,  disk_sector,
    disk_traits, disk_shm_map,  disk_shm_lock,    disk_shm_barrier, disk_shm_unmap, NULL,
    NULL,
};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *handle, int flags, int *opened) {
    (void)vfs;
    stored_file *file = name ? find(name) : NULL;
    handle->pMethods = NULL;
    if (!file) {
        if (name && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
        file = calloc(1, sizeof *file);
        if (!file) return SQLITE_NOMEM;
        file->name = name ? strdup(name) : NULL;
        file->last = &file->first;
        file->next = files;
        files = file;
    }
    file->handles++;
    ((open_file *)handle)->file = file;
    handle->pMethods = &methods;
    if (opened) *opened = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)sync;
    int code = may(SIMULATED_WRITE);
    if (code != SQLITE_OK) return SQLITE_IOERR_DELETE;
    stored_file *file = find(name);
    if (!file) return SQLITE_IOERR_DELETE_NOENT;
    unlink_file(file);
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs, (void)flags;
    *result = find(name) != NULL;
    return SQLITE_OK;
}

static int disk_full_name(sqlite3_vfs *vfs, const char *name, int room, char *full) {
    (void)vfs;
    sqlite3_snprintf(room, full, "%s", name);
    return SQLITE_OK;
}

void simulated_disk_install(simulated_disk_gate new_gate, void *context) {
    gate = new_gate;
    gate_context = context;
    if (disk.zName) return;
    // Time, randomness and the rest stay the system's.
    disk = *sqlite3_vfs_find(NULL);
    disk.zName = "simulated";
    disk.szOsFile = sizeof(open_file);
    disk.xOpen = disk_open;
    disk.xDelete = disk_delete;
    disk.xAccess = disk_access;
    disk.xFullPathname = disk_full_name;
    sqlite3_vfs_register(&disk, 1);
}

static uint64_t draw(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// Applies the sectors of a write for which a number that is drawn is below `share` of 8; returns whether all of them.
static int put_some(image *of, const change *done, int share, uint64_t *random) {
    int is_whole = 1;
    for (int64_t at = 0; at < done->count;) {
        int64_t piece = sector_size - (done->offset + at) % sector_size;
        if (piece > done->count - at) piece = done->count - at;
        if ((int)(draw(random) % 8) < share) put(of, done->bytes + at, piece, done->offset + at);
        else is_whole = 0;
        at += piece;
    }
    return is_whole;
}

int64_t simulated_disk_cut_power(uint64_t seed) {
    uint64_t random = seed * 0x9E3779B97F4A7C15u | 1;
    int64_t lost = 0;
    for (stored_file *file = files; file; file = file->next) {
        int64_t count = 0;
        for (change *done = file->first; done; done = done->next) count++;
        int is_prefix = draw(&random) % 2 == 0;
        int64_t kept = count > 0 ? (int64_t)(draw(&random) % (uint64_t)(count + 1)) : 0;
        int64_t index = 0;
        for (change *done = file->first; done; done = done->next, index++) {
            int share = !is_prefix ? (int)(draw(&random) % 9) : index < kept ? 8 : index == kept ? 4 : 0;
            if (!done->is_truncation) lost += !put_some(&file->durable, done, share, &random);
            else if (share > 4) resize(&file->durable, done->offset);
            else lost++;
        }
        drop_changes(file);
        copy(&file->current, &file->durable);
    }
    return lost;
}

void simulated_disk_erase(void) {
    while (files) unlink_file(files);
}

int64_t simulated_disk_size(void) {
    int64_t size = 0;
    for (stored_file *file = files; file; file = file->next) size += file->current.size;
    return size;
}
