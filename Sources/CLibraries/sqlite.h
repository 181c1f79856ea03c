#pragma once
#include <sqlite3.h>

// Swift cannot import the cast macro SQLITE_TRANSIENT. With it, SQLite copies the bytes before these functions return.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    // A null pointer would bind NULL instead of an empty blob.
    return sqlite3_bind_blob(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}

// sqlite3_config and sqlite3_db_config are variadic.
//
// Without this, each connection takes the memory of 20 pages when it opens. It has no effect once one was opened.
static inline int csqlite_allocate_pages_as_needed(void) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}
static inline int csqlite_set_checkpoint_on_close(sqlite3 *connection, int is_on) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !is_on, (int *)0);
}
static inline int csqlite_set_defensive(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
