#pragma once

#include <stddef.h>

/// Returns the bytes of the map, whose form is written in scripts/make-map.
const unsigned char *waymark_world_map(void);

size_t waymark_world_map_size(void);
