// As on Apple's platforms, importing this module brings Foundation.
@_exported public import Foundation
