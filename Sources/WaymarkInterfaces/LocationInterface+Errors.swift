// The errors of io.waymark.Location.
extension LocationInterface {
    package typealias UnknownSession = CommonErrors<Self>.UnknownSession
    package typealias AppMismatch = CommonErrors<Self>.AppMismatch
    package typealias StateNotSaved = CommonErrors<Self>.StateNotSaved

    /// The app's manifest does not say what it wants the location for, so nobody is asked.
    package struct MissingPurpose: InterfaceError {
        package static let name = "io.waymark.Location.MissingPurpose"

        package var app: String

        /// The key that the manifest lacks, as it stands there.
        package var key: String

        /// Creates a value of its members.
        package init(app: String, key: String) {
            self.app = app
            self.key = key
        }
    }
}
