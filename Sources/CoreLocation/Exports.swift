// As on Apple's platforms, importing this module brings Combine's `ObservableObject`, Foundation and `@Observable`.
@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation
