#include "CWorldMap.h"

// The compiler of Swift packages reads no C23 without saying so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char map[] = {
#embed "world.map"
};

const unsigned char *waymark_world_map(void) { return map; }

size_t waymark_world_map_size(void) { return sizeof map; }
