// As on Apple's platforms, the module brings that of the logger.
@_exported public import os
