#pragma once

// Has the process say `text` on standard error before it ends by a trap, because a simulated service is a part of it.
void say_at_trap(const char *text);
