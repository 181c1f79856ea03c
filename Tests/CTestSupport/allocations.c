// Stands in front of the C library's allocator, which the Swift runtime uses too, and counts the calls.
//
// A count cannot miss what is given back at once, as a look at the heap's size before and after would.

#include "allocations.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

size_t allocated_bytes(void) {
    struct mallinfo2 memory = mallinfo2();
    return memory.uordblks + memory.hblkhd;
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

bool allocations_are_counted(void) { return false; }

unsigned long allocation_count(void) { return 0; }

#else

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Other than by the executable's own offset, the first use in a thread could allocate.
static __thread unsigned long count __attribute__((tls_model("initial-exec")));

bool allocations_are_counted(void) { return true; }

unsigned long allocation_count(void) { return count; }

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) return ENOMEM;
    *block = made;
    return 0;
}

#endif
