// The errors of io.waymark.Host.
extension HostInterface {
    package typealias UnknownSession = CommonErrors<Self>.UnknownSession
    package typealias UnknownWidget = CommonErrors<Self>.UnknownWidget
    package typealias StateNotSaved = CommonErrors<Self>.StateNotSaved

    /// No provider of this user has registered this kind.
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Host.UnknownKind"

        /// The app.
        package var app: String

        /// The kind.
        package var kind: String

        /// Creates a value of its members.
        package init(app: String, kind: String) {
            self.app = app
            self.kind = kind
        }
    }
}
