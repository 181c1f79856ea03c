#pragma once

/// Returns the text that defines an interface; an empty one for an interface that is not known.
const char *waymark_interface_text(const char *name);
