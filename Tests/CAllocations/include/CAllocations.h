#ifndef WAYMARK_CALLOCATIONS_H
#define WAYMARK_CALLOCATIONS_H

#include <stdbool.h>

/// Whether allocations are counted; a sanitizer brings an allocator of its own.
bool allocations_are_counted(void);

/// How many blocks of memory the calling thread has asked for, enlarged ones included.
unsigned long allocation_count(void);

#endif
