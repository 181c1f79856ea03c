#pragma once
#include <malloc.h>
#include <stdint.h>

// The bytes that this process has allocated and not freed.
static inline int64_t allocated_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
}
