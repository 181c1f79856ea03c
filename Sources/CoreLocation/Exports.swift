// As on Apple's platforms, importing this module brings Foundation and `@Observable`.
@_exported public import Foundation
@_exported public import Observation
