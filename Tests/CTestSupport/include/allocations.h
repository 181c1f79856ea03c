#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Whether allocations are counted; a sanitizer brings an allocator of its own.
bool allocations_are_counted(void);

/// How many blocks of memory the calling thread has asked for, enlarged ones included.
unsigned long allocation_count(void);

/// The bytes of all blocks that this process has now. Resident memory does not grow while new blocks fit into freed ones.
size_t allocated_bytes(void);
