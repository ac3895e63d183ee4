#pragma once
#include <sqlite3.h>
#if SQLITE_VERSION_NUMBER < 3037000
#error "Waymark needs SQLite 3.37 or later"
#endif

#include "../../Base/library.h"

#define SQLITE_FUNCTIONS(F) \
    F(sqlite3_bind_blob64) F(sqlite3_bind_double) F(sqlite3_bind_int64) F(sqlite3_bind_null) \
    F(sqlite3_bind_parameter_count) F(sqlite3_bind_text64) F(sqlite3_busy_timeout) F(sqlite3_close_v2) \
    F(sqlite3_column_blob) F(sqlite3_column_bytes) F(sqlite3_column_int64) F(sqlite3_column_text) \
    F(sqlite3_column_type) F(sqlite3_db_handle) F(sqlite3_errmsg) F(sqlite3_errstr) F(sqlite3_exec) F(sqlite3_file_control) \
    F(sqlite3_finalize) F(sqlite3_get_autocommit) F(sqlite3_libversion) F(sqlite3_libversion_number) \
    F(sqlite3_open_v2) F(sqlite3_prepare_v3) F(sqlite3_reset) F(sqlite3_step)

LIBRARY(SQLiteFunctions, SQLITE_FUNCTIONS, "libsqlite3.so.0", "libsqlite3.so")
